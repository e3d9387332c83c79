"""Teams: who sits with whom, and what sides and single players score."""

import pytest

from bottleimp.game.match import Match
from bottleimp.game.round import Round
from bottleimp.rules.editions import edition, edition_keys
from tests.support.game.rulebook_table import at_play, play, play_out, points, result

TEAM_MODES = ("4-teams", "5-teams", "6-teams-222", "6-teams-2211")
HIGH = ("22", "25", "28", "22.5", "28.5")


def seats_of(key: str) -> list[tuple[int, ...]]:
    """The sides of an edition as tuples of seats; the dealer is the last seat."""
    sides = edition(key).sides
    return [tuple(s for s, side in enumerate(sides) if side == which) for which in sorted({*sides})]


def owned_by(owner: int, key: str, *, bga_teams: bool = False) -> Round:
    """A round played out in which this seat buys with the 1 and the rest follow above 19."""
    at = edition(key, bga_teams=bga_teams)
    high = [number for number in HIGH if number in {card.label for card in at.deck.cards}]
    first = high[: at.seats - 1]
    first.insert(owner, "1")
    put_down = {4: "36 37 11 14", 6: "36 37 11 14 16 21"}[at.discards]
    return play_out(play(at_play(at, *first, imps_trick=put_down), " ".join(first)))


def loss(played: Round) -> int:
    """What the Imp's Trick is worth."""
    return points(played.imps_trick)


def test_four_the_dealer_and_the_player_opposite_are_alone() -> None:
    """With four, the dealer's neighbours are partners; the dealer and the one opposite play alone.

    Sources: Matagot "Individual mode"; Matagot "Team mode"
    """
    assert seats_of("matagot/4-teams") == [(0, 2), (1,), (3,)]


def test_five_the_dealer_is_alone() -> None:
    """With five, the dealer is alone, first and third sit together, second and fourth too.

    Sources: Matagot "Individual mode"; Matagot "Team mode"
    """
    assert seats_of("matagot/5-teams") == [(0, 2), (1, 3), (4,)]


def test_six_may_play_as_three_pairs() -> None:
    """With six in three pairs everyone, the dealer too, has the player opposite for a partner.

    Sources: Matagot "Individual mode"; Matagot "Team mode"
    """
    assert seats_of("matagot/6-teams-222") == [(0, 3), (1, 4), (2, 5)]


def test_six_may_play_as_two_pairs_and_two_singles() -> None:
    """With two pairs and two singles, the dealer and the player opposite are the singles.

    Sources: Matagot "Individual mode"; Matagot "Team mode"
    """
    assert seats_of("matagot/6-teams-2211") == [(0, 3), (1, 4), (2,), (5,)]


def test_three_play_each_alone() -> None:
    """Three players have no team mode.

    Sources: Matagot "Individual mode"
    """
    assert not any("teams" in key for key in edition_keys() if "/3" in key)
    assert seats_of("matagot/3") == [(0,), (1,), (2,)]


@pytest.mark.parametrize("mode", TEAM_MODES)
def test_partners_sit_as_far_apart_as_they_can(mode: str) -> None:
    """A partner is always one of the players who sit farthest away.

    Sources: Matagot "Individual mode"
    """
    at = edition(f"matagot/{mode}")
    apart = [
        min((one - other) % at.seats, (other - one) % at.seats)
        for one in range(at.seats)
        for other in at.partners(one)
    ]

    assert {at.seats // 2} == set(apart)


@pytest.mark.parametrize("mode", TEAM_MODES)
def test_teams_play_with_one_bottle(mode: str) -> None:
    """Where there are teams there is one bottle, with five and six players too.

    Sources: Matagot "Individual mode"
    """
    assert edition(f"matagot/{mode}").bottles == 1


@pytest.mark.parametrize("mode", TEAM_MODES)
def test_partners_both_get_the_sum(mode: str) -> None:
    """Partners add up what they took, and both score the whole.

    Sources: Matagot "Team mode"
    """
    played = owned_by(1, f"matagot/{mode}")
    one, other = 0, played.edition.partners(0)[0]
    together = played.taken_points[one] + played.taken_points[other]

    assert (together, together) == (result(played)[one], result(played)[other])


@pytest.mark.parametrize("mode", TEAM_MODES)
def test_both_partners_lose_when_one_owns_the_bottle(mode: str) -> None:
    """If either partner owns the bottle both lose the Imp's Trick, and neither scores a point.

    Sources: Matagot "Team mode"
    """
    played = owned_by(0, f"matagot/{mode}")
    partner = played.edition.partners(0)[0]

    assert (-loss(played), -loss(played)) == (result(played)[0], result(played)[partner])


@pytest.mark.parametrize("mode", ["4-teams", "5-teams", "6-teams-2211"])
def test_who_plays_alone_scores_double(mode: str) -> None:
    """In team modes a player without a partner doubles the points of the round.

    Sources: Matagot "Team mode"
    """
    played = owned_by(0, f"matagot/{mode}")
    dealer = played.edition.dealer

    assert 2 * played.taken_points[dealer] == result(played)[dealer]


@pytest.mark.parametrize(("mode", "alone"), [("4-teams", 1), ("5-teams", 4), ("6-teams-2211", 2)])
def test_who_plays_alone_loses_double(mode: str, alone: int) -> None:
    """A player alone who ends with the bottle loses the Imp's Trick twice over.

    Sources: Matagot "Team mode"
    """
    played = owned_by(alone, f"matagot/{mode}")

    assert -2 * loss(played) == result(played)[alone]


def test_nobody_doubles_where_all_have_partners() -> None:
    """In three pairs no result is doubled.

    Sources: Matagot "Team mode"
    """
    assert edition("matagot/6-teams-222").weights == (1,) * 6


@pytest.mark.parametrize("key", ["matagot/4", "matagot/5", "matagot/6", "classic/3"])
def test_nobody_doubles_where_all_play_alone(key: str) -> None:
    """Doubling belongs to the team modes: where everyone is alone, results count once.

    Sources: Matagot "Team mode"
    """
    assert set(edition(key).weights) == {1}


def test_sides_move_with_the_deal() -> None:
    """Sides are counted from the dealer; so with singles, partners change from round to round.

    Sources: Matagot "Team mode"
    """
    first = Match(edition("matagot/4-teams"), first_dealer=3)
    second = first.after((0, 0, 0, 0))

    assert {first.player_at(0), first.player_at(2)} == {0, 2}
    assert {second.player_at(0), second.player_at(2)} == {1, 3}


def test_totals_are_kept_for_each_player() -> None:
    """Since partners change, each player has a total of their own.

    Ruling: ours
    """
    match = Match(edition("matagot/4-teams"), first_dealer=3).after((10, 2, 10, 4))
    match = match.after((20, 1, 20, 3))

    assert match.totals == (10 + 3, 2 + 20, 10 + 1, 4 + 20)


def test_the_online_option_seats_five_otherwise() -> None:
    """With `bga-teams` first and fourth, second and dealer are partners; the third is alone.

    Ruling: ours, after the official online version
    """
    assert edition("matagot/5-teams", bga_teams=True).sides == (0, 1, 2, 0, 1)


@pytest.mark.parametrize("mode", ["4-teams", "6-teams-222", "6-teams-2211"])
def test_the_online_option_seats_four_and_six_as_usual(mode: str) -> None:
    """With `bga-teams` four and six players sit as the rule text has it.

    Ruling: ours, after the official online version
    """
    assert edition(f"matagot/{mode}").sides == edition(f"matagot/{mode}", bga_teams=True).sides


@pytest.mark.parametrize("mode", TEAM_MODES)
def test_by_the_online_option_a_partner_keeps_the_points(mode: str) -> None:
    """With `bga-teams` a side scores its members' own results, an owner's loss among them.

    Ruling: ours, after the official online version
    """
    played = owned_by(0, f"matagot/{mode}", bga_teams=True)
    partner = played.edition.partners(0)[0]
    together = played.taken_points[partner] - loss(played)

    assert (together, together) == (result(played)[0], result(played)[partner])


@pytest.mark.parametrize("mode", TEAM_MODES)
def test_by_the_online_option_nobody_doubles(mode: str) -> None:
    """With `bga-teams` players alone count once.

    Ruling: ours, after the official online version
    """
    assert set(edition(f"matagot/{mode}", bga_teams=True).weights) == {1}

"""Scoring a round: points taken, and what the bottle costs its owner."""

from bottleimp.game.round import Round
from bottleimp.rules.editions import edition
from tests.support.game.rulebook_table import at_play, play, play_out, points, result


def kept_by_leader(key: str = "classic/3") -> Round:
    """A round of three, played out, in which seat 0 buys with the 1; 11, 22 and 33 are put down."""
    return play_out(play(at_play(key, "1", "28", "25", imps_trick="11 22 33"), "1 28 25"))


def test_who_owns_no_bottle_scores_the_points_taken() -> None:
    """A player without the bottle scores the points on all cards of the tricks taken.

    Sources: Matagot "End of game"; Gameteko "End of the Round"; Bambus 1995 "End of Game";
    Rules Bank 1996 "End of Game"
    """
    played = kept_by_leader()

    assert [points(played.taken_cards[1]), points(played.taken_cards[2])] == list(
        result(played)[1:]
    )


def test_the_owner_loses_the_points_of_the_imps_trick() -> None:
    """The owner of the bottle loses what the cards put down before play are worth together.

    Sources: Matagot "End of game"; Gameteko "End of the Round"; Bambus 1995 "End of Game";
    Wikipedia "Rules"; Rules Bank 1996 "End of Game"
    """
    assert result(kept_by_leader())[0] == -(1 + 5 + 5)


def test_the_owner_scores_nothing_for_tricks() -> None:
    """The loss stands in place of the points taken, not beside them.

    Sources: Matagot "About the game"; Matagot "End of game"; Gameteko "End of the Round";
    Bambus 1995 "End of Game"
    """
    played = kept_by_leader()

    assert played.taken_points[0] >= 1 + 6 + 6
    assert -points(played.imps_trick) == result(played)[0]


def test_points_in_the_imps_trick_help_nobody() -> None:
    """The cards put down count against the owner only: nobody scores them.

    Sources: Matagot "End of game"; Gameteko "End of the Round"; Bambus 1995 "End of Game";
    Wikipedia "Rules"; Rules Bank 1996 "End of Game"
    """
    played = kept_by_leader()

    assert 126 - 11 - played.taken_points[0] == sum(result(played)[1:])


def test_an_imps_trick_of_worthless_cards_costs_nothing() -> None:
    """Where 1, 2 and 3 are worth nothing and lie under the bottle, its owner scores 0.

    Sources: Bambus 1995 "Components"; Bambus 1995 "End of Game"; Rules Bank 1996 "Contents";
    Rules Bank 1996 "End of Game"
    """
    played = play_out(at_play("bambus1995/3", imps_trick="1 2 3"))
    owner = played.owners[0]

    assert owner is not None
    assert result(played)[owner] == 0


def test_with_face_value_cards_count_their_number() -> None:
    """By the house rule a player without the bottle scores the numbers of the cards taken.

    Sources: Wikipedia "Rules"
    """
    played = kept_by_leader("wikipedia/3")
    numbers = sum(int(card.label) for card in played.taken_cards[1])

    assert numbers == result(played)[1]


def test_with_face_value_the_owner_loses_the_numbers_put_down() -> None:
    """By the house rule the owner loses the sum of the numbers that were put down.

    Sources: Wikipedia "Rules"
    """
    assert result(kept_by_leader("wikipedia/3"))[0] == -(11 + 22 + 33)


def test_face_value_is_a_choice_for_every_short_deck() -> None:
    """Other 36-card editions can be played by face value too.

    Ruling: ours
    """
    at = edition("matagot/3", face_value=True)

    assert sum(range(1, 38)) - 19 == at.deck.points


def test_nobody_has_a_score_before_the_last_card() -> None:
    """A round is scored when its last card has been played.

    Sources: Matagot "End of game"; Gameteko "End of the Round"; Bambus 1995 "End of Game";
    Rules Bank 1996 "End of Game"
    """
    assert at_play("classic/3").scores is None

"""Deal and exchange: how many cards everyone gets, what is put down and what is passed."""

import pytest

from bottleimp.errors import IllegalAction, RefusalReason
from bottleimp.game.match import Match
from bottleimp.game.round import Phase
from bottleimp.rules.editions import PRESETS, edition
from tests.support.game.rulebook_table import (
    card_numbers,
    cards,
    dealt,
    exchanged,
    play,
    play_out,
    price,
)

AT_TABLE = ["matagot/3", "matagot/4", "classic/3", "classic/4", "bambus1995/4", "wikipedia/3"]


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize(("mode", "size"), [("3", 12), ("4", 9)])
def test_all_cards_are_dealt_evenly(preset: str, mode: str, size: int) -> None:
    """Three players get twelve cards each, four players nine: the whole deck, evenly.

    Sources: Matagot "Setup"; Gameteko "Preparation"; Bambus 1995 "Preparation";
    Wikipedia "Rules"; Rules Bank 1996 "Preparation"
    """
    at = edition(f"{preset}/{mode}")

    assert [size] * int(mode) == [len(hand) for hand in dealt(at).hands]


@pytest.mark.parametrize("mode", ["6", "6-teams-222", "6-teams-2211"])
def test_six_players_get_nine_cards_each(mode: str) -> None:
    """All 54 cards go round evenly among six.

    Sources: Matagot "Individual mode"; Matagot "Team mode"
    """
    assert [len(hand) for hand in dealt(f"matagot/{mode}").hands] == [9] * 6


@pytest.mark.parametrize(
    ("key", "size"),
    [("classic/3", 3), ("classic/4", 4), ("matagot/5", 4), ("matagot/5-teams", 4),
     ("matagot/6", 6), ("matagot/6-teams-222", 6)],
)  # fmt: skip
def test_every_discard_makes_up_the_imps_trick(key: str, size: int) -> None:
    """The Imp's Trick is one card from each player: 3, 4 or 6 cards, and 4 with five players.

    Sources: Matagot "Individual mode"; Matagot "Starting the game"; Gameteko "Beginning the Round";
    Bambus 1995 "Beginning the Game"; Wikipedia "Rules"; Rules Bank 1996 "Beginning the Game"
    """
    assert size == len(play_out(dealt(key)).imps_trick)


@pytest.mark.parametrize(
    ("key", "tricks"),
    [("classic/3", 11), ("classic/4", 8), ("matagot/4-teams", 8), ("matagot/5", 10),
     ("matagot/5-teams", 10), ("matagot/6", 8), ("matagot/6-teams-2211", 8)],
)  # fmt: skip
def test_a_round_lasts_until_all_cards_are_played(key: str, tricks: int) -> None:
    """With 3, 4, 5 and 6 players a round has 11, 8, 10 and 8 tricks, until no hand holds a card.

    Sources: Matagot "End of game"; Gameteko "End of the Round"; Bambus 1995 "End of Game";
    Wikipedia "Rules"; Rules Bank 1996 "End of Game"
    """
    played = play_out(dealt(key))

    assert tricks == len(played.tricks)
    assert not any(played.hands)


@pytest.mark.parametrize("key", AT_TABLE)
def test_everyone_discards_one_card_and_passes_one_each_way(key: str) -> None:
    """Before play everyone puts one card under the bottle and passes one to each neighbour.

    Sources: Matagot "Starting the game"; Gameteko "Beginning the Round";
    Bambus 1995 "Beginning the Game"; Wikipedia "Rules"; Rules Bank 1996 "Beginning the Game"
    """
    played = dealt(key)

    assert [3] * played.edition.seats == [
        played.choices_owed(s) for s in range(played.edition.seats)
    ]


def test_choices_stand_in_the_order_imps_trick_left_right() -> None:
    """A record lists a seat's discard, then the card for its left, then that for its right.

    Ruling: ours
    """
    played = dealt("classic/4", "1 2 3", "4 5 6", "7 8 9", "10 11 12")

    after = exchanged(played, "1 2 3", "4 5 6", "7 8 9", "10 11 12")

    assert card_numbers(after.imps_trick) == "1 4 7 10"
    assert {"2", "9"} <= {card.label for card in after.hands[1]}


def test_the_left_neighbour_is_the_one_who_plays_next() -> None:
    """Cards are passed and played clockwise: the left neighbour is the next to play.

    Sources: Matagot "The trick game"; Gameteko "Trick Taking"; Bambus 1995 "Trick-Taking";
    Rules Bank 1996 "The Tricks"
    """
    played = dealt("classic/3", "1 2 3", "4 5 6", "7 8 9")

    after = exchanged(played, "1 2 3", "4 5 6", "7 8 9")

    assert set(cards("classic/3", "2 9")) <= set(after.hands[1])
    assert play(after, card_numbers(after.hands[0][:1])).turn == 1


def test_nobody_picks_up_before_all_have_chosen() -> None:
    """Passed cards lie face down until the last player has put down theirs.

    Sources: Matagot "Starting the game"; Gameteko "Beginning the Round";
    Bambus 1995 "Beginning the Game"; Rules Bank 1996 "Beginning the Game"
    """
    played = dealt("classic/3", "1 2 3", "4 5 6", "7 8 9")

    two_of_three = exchanged(played, "1 2 3", "4 5 6", "")

    assert [len(hand) for hand in two_of_three.hands] == [9, 9, 12]
    assert Phase.EXCHANGE is two_of_three.phase


def test_it_does_not_matter_who_chooses_first() -> None:
    """All choose at the same moment, so the order in which they settle changes nothing.

    Sources: Matagot "Starting the game"
    """
    played = dealt("classic/3", "1 2 3", "4 5 6", "7 8 9")
    forwards = exchanged(played, "1 2 3", "4 5 6", "7 8 9")
    backwards = exchanged(exchanged(exchanged(played, "", "", "7 8 9"), "", "4 5 6"), "1 2 3")

    assert forwards == backwards


def test_a_received_card_is_neither_discarded_nor_passed_on() -> None:
    """Only cards from one's own deal can be put down: received ones come when all is chosen.

    Sources: Matagot "Starting the game"; Bambus 1995 "Beginning the Game";
    Rules Bank 1996 "Beginning the Game"
    """
    played = exchanged(dealt("classic/3", "1 2 3", "4 5 6", "7 8 9"), "1 2 3")

    with pytest.raises(IllegalAction) as refusal:
        played.commit(1, cards("classic/3", "4 2 6"))

    assert RefusalReason.NOT_HELD is refusal.value.reason


def test_one_card_cannot_be_put_down_twice() -> None:
    """The three cards put down are three different cards.

    Sources: Matagot "Starting the game"; Gameteko "Beginning the Round"
    """
    played = dealt("classic/3", "1 2 3", "4 5 6", "7 8 9")

    with pytest.raises(IllegalAction) as refusal:
        played.commit(0, cards("classic/3", "1 2 2"))

    assert RefusalReason.WRONG_HAND is refusal.value.reason


def test_a_choice_is_made_once() -> None:
    """Whoever has put down all three cards has nothing to change any more.

    Ruling: ours
    """
    played = exchanged(dealt("classic/3", "1 2 3 10"), "1 2 3")

    with pytest.raises(IllegalAction) as refusal:
        played.commit(0, cards("classic/3", "10 2 3"))

    assert RefusalReason.ALREADY_COMMITTED is refusal.value.reason


@pytest.mark.parametrize("key", [*AT_TABLE, "matagot/5", "matagot/6"])
def test_the_player_left_of_the_dealer_leads_first(key: str) -> None:
    """The first trick is led by the dealer's left neighbour, so the dealer plays last to it.

    Sources: Matagot "The trick game"; Gameteko "Trick Taking"; Bambus 1995 "Trick-Taking";
    Wikipedia "Rules"; Rules Bank 1996 "The Tricks"
    """
    first = play_out(dealt(key)).tricks[0]

    assert first.leader == 0
    assert dealt(key).edition.dealer == first.plays[-1].seat


@pytest.mark.parametrize("first_dealer", range(4))
def test_anyone_may_be_the_first_dealer(first_dealer: int) -> None:
    """The first dealer is drawn by lot: a match can begin with any player dealing.

    Sources: Gameteko "Preparation"
    """
    match = Match(edition("classic/4"), first_dealer)

    assert (first_dealer, (first_dealer + 1) % 4) == (match.dealer, match.forehand)


def test_who_gets_the_one_back_for_the_two_can_be_left_with_the_bottle() -> None:
    """Give away the Two, get the One back, and when the Two buys, the One is the last to buy.

    Sources: Matagot "Tips"; Bambus 1995 "Strategy"
    """
    played = exchanged(
        dealt("classic/3", "2 4 21 18 22, none under 19", "1 6 20 25, no more yellow", "3 5"),
        "4 2 21", "6 20 1", "3 5 7",
    )  # fmt: skip

    neighbour_buys = play(played, "22 2 28")

    assert (price(neighbour_buys), neighbour_buys.owners) == ("2", (1,))
    assert play_out(neighbour_buys).owners == (0,)


def test_the_one_played_to_the_trick_of_the_two_is_safe() -> None:
    """The One gets away if it falls in the very trick that the Two wins.

    Sources: Matagot "Tips"; Bambus 1995 "Strategy"
    """
    played = exchanged(
        dealt("classic/3", "2 4 21 18 22, none under 19", "1 6 20 25, no more yellow", "3 5 28"),
        "4 2 21", "6 20 1", "3 5 7",
    )  # fmt: skip

    same_trick = play(played, "1 2 28")

    assert same_trick.owners == (1,)
    assert play_out(same_trick).owners == (1,)


def test_the_one_played_before_the_two_buys_is_safe() -> None:
    """The One gets away, too, if it is played earlier, below another card that buys.

    Sources: Gameteko "Strategy and Hints"
    """
    played = exchanged(
        dealt("classic/3", "2 4 21 18 22, none under 19", "1 6 20 25", "3 5 7 9 28"),
        "4 2 21", "6 20 1", "3 5 7",
    )  # fmt: skip

    the_two_buys = play(played, "1 7 9", "28 18 2")

    assert (price(the_two_buys), the_two_buys.owners) == ("2", (1,))
    assert play_out(the_two_buys).owners == (1,)

"""Five players: 54 cards do not go round evenly, so the dealer has one fewer."""

import pytest

from bottleimp.errors import IllegalAction, RefusalReason
from bottleimp.rules.seating import IMPS_TRICK
from tests.support.game.rulebook_table import at_play, cards, dealt, exchanged

FIVE = ("matagot/5", "matagot/5-teams")


@pytest.mark.parametrize("key", FIVE)
def test_the_dealer_of_five_gets_one_card_fewer(key: str) -> None:
    """Four players get eleven cards, the dealer ten.

    Sources: Matagot "Individual mode"; Matagot "Team mode"; Matagot "The second bottle"
    """
    assert [len(hand) for hand in dealt(key).hands] == [11, 11, 11, 11, 10]


@pytest.mark.parametrize("key", FIVE)
def test_the_dealer_of_five_puts_nothing_into_the_imps_trick(key: str) -> None:
    """The dealer has no card to discard, so the Imp's Trick has four.

    Sources: Matagot "Individual mode"; Matagot "Team mode"; Matagot "The second bottle"
    """
    played = dealt(key)
    discarding = {step.seat for step in played.edition.passes if step.target == IMPS_TRICK}

    assert discarding == {0, 1, 2, 3}
    assert len(at_play(key).imps_trick) == 4


@pytest.mark.parametrize("key", FIVE)
def test_the_dealer_of_five_passes_left_and_right_like_everyone(key: str) -> None:
    """The dealer too passes a card to each neighbour.

    Sources: Matagot "Starting the game"; Matagot "Team mode"
    """
    start = dealt(key, "1 2 4", "5 7 9", "12 15 18", "22 25 28", "36 37")

    played = exchanged(start, "1 2 4", "5 7 9", "12 15 18", "22 25 28", "36 37")

    assert cards(key, "36")[0] in played.hands[0]
    assert cards(key, "37")[0] in played.hands[3]


@pytest.mark.parametrize("key", FIVE)
def test_the_dealer_of_five_is_asked_for_two_cards(key: str) -> None:
    """Three cards are one too many from the dealer.

    Sources: Matagot "Team mode"; Matagot "The second bottle"
    """
    with pytest.raises(IllegalAction) as refusal:
        dealt(key, "", "", "", "", "35 36 37").commit(4, cards(key, "35 36 37"))

    assert RefusalReason.WRONG_COUNT is refusal.value.reason


@pytest.mark.parametrize("key", FIVE)
def test_after_the_exchange_all_five_hold_ten_cards(key: str) -> None:
    """Ten tricks are played, one card of each player to each.

    Sources: Matagot "Individual mode"
    """
    played = at_play(key)

    assert [len(hand) for hand in played.hands] == [10] * 5
    assert played.edition.tricks == 10

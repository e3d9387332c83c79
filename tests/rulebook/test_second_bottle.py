"""The second bottle: five or six players who all play alone."""

import pytest

from bottleimp.game.round import Round
from bottleimp.rules.editions import edition
from tests.support.game.rulebook_table import at_play, play, play_out, price, prices, result

HANDS = ("12 20 23", "22 8 10.5", "25 30 27", "28 32 30.5", "28.5 35 32.5")
FIRST_SALE = "12 22 25 28 28.5"
SECOND_SALE = "20 8 30 32 35"
THIRD_SALE = "10.5 27 30.5 32.5 23"
# With these under the bottles, nothing undercuts 1 and 3; they are worth fourteen points.
PUT_DOWN = "2 2.5 36.5 37"


def five() -> Round:
    """Five players at the first lead; seat 0 holds the 12."""
    return at_play("matagot/5", *HANDS)


@pytest.mark.parametrize("mode", ["5", "6"])
def test_five_and_six_alone_play_with_two_bottles(mode: str) -> None:
    """Where five or six play each alone, there are two bottles.

    Sources: Matagot "Individual mode"; Matagot "The second bottle"
    """
    assert edition(f"matagot/{mode}").bottles == 2


def test_both_bottles_start_at_19() -> None:
    """Both bottles begin at 19 with nobody.

    Sources: Matagot "The second bottle"
    """
    assert (prices(five()), five().owners) == (("19", "19"), (None, None))


def test_one_trick_sells_one_bottle() -> None:
    """However many low cards a trick holds, it sells a single bottle, to its taker.

    Sources: Matagot "The second bottle"
    """
    played = play(at_play("matagot/5", "12", "5", "25", "7", "28"), "12 5 25 7 28")

    assert (prices(played), played.owners) == (("12", "19"), (0, None))


def test_which_of_two_equal_bottles_is_bought_changes_nothing() -> None:
    """The first buyer may take either bottle; at equal prices they are alike, so we take the first.

    Sources: Matagot "The second bottle"
    """
    played = play(five(), FIRST_SALE)

    assert (played.tricks[0].bottle, prices(played)) == (0, ("12", "19"))


def test_after_the_first_sale_the_other_bottle_is_for_sale() -> None:
    """The bottle still at 19 is the dearer one now, and is sold next.

    Sources: Matagot "The second bottle"
    """
    played = play(five(), FIRST_SALE)

    assert (price(played, played.for_sale), played.for_sale) == ("19", 1)


def test_the_dearer_bottle_is_always_the_one_sold() -> None:
    """Every sale is of the bottle with the higher price, though its new price may be the lower.

    Sources: Matagot "The second bottle"
    """
    played = play(five(), FIRST_SALE, SECOND_SALE)

    assert (prices(played), played.owners) == (("12", "8"), (0, 1))
    assert [trick.bottle for trick in played.tricks] == [0, 1]


def test_after_undercutting_the_other_bottle_is_for_sale() -> None:
    """When a sale undercuts the other bottle, the other is the dearer one and is sold next.

    Sources: Matagot "The second bottle"
    """
    played = play(five(), FIRST_SALE, SECOND_SALE, THIRD_SALE)

    assert (prices(played), played.owners) == (("10.5", "8"), (1, 1))


def test_below_the_price_means_below_the_higher_price() -> None:
    """A card between the two prices is below the price and buys: 10.5 between 8 and 12.

    Ruling: ours; the text says that the dearer bottle is the one sold, so a card below its price
    buys
    """
    played = play(five(), FIRST_SALE, SECOND_SALE, THIRD_SALE)

    assert (played.tricks[2].taker, played.tricks[2].bottle) == (1, 0)


def test_a_card_above_both_prices_buys_nothing() -> None:
    """A card that is not below the higher price wins only as a high card.

    Ruling: ours; the text says that the dearer bottle is the one sold, so a card below its price
    buys
    """
    start = at_play("matagot/5", "12 20 23", "22 8 13", "25 30 27", "28 32 30.5", "28.5 35 32.5")

    played = play(start, FIRST_SALE, SECOND_SALE, "13 27 30.5 32.5 23")

    assert (played.tricks[2].taker, played.tricks[2].bottle) == (4, None)


def test_two_owners_lose_the_imps_trick_each() -> None:
    """If two players own a bottle each, each of them loses the whole Imp's Trick.

    Sources: Matagot "The second bottle"
    """
    start = at_play("matagot/5", "1 20", "22 3", "25 30", "28 32", "28.5 35", imps_trick=PUT_DOWN)

    played = play_out(play(start, "1 22 25 28 28.5", "20 3 30 32 35"))

    assert (played.owners, result(played)[:2]) == ((0, 1), (-14, -14))


def test_the_owner_of_both_loses_twice() -> None:
    """Whoever owns both bottles loses the Imp's Trick twice and scores nothing for tricks.

    Sources: Matagot "The second bottle"
    """
    start = at_play("matagot/5", "1 3", "22 20", "25 30", "28 32", "28.5 35", imps_trick=PUT_DOWN)

    played = play_out(play(start, "1 22 25 28 28.5", "3 20 30 32 35"))

    assert (played.owners, result(played)[0]) == ((0, 0), -28)


def test_who_owns_neither_bottle_scores_the_points_taken() -> None:
    """Players without a bottle score as ever.

    Sources: Matagot "The second bottle"; Matagot "End of game"
    """
    start = at_play("matagot/5", "1 3", "22 20", "25 30", "28 32", "28.5 35", imps_trick=PUT_DOWN)

    played = play_out(play(start, "1 22 25 28 28.5", "3 20 30 32 35"))

    assert played.taken_points[1:] == result(played)[1:]

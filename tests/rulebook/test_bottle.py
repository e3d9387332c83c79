"""The bottle: its price, its owners, and when it can no longer be sold."""

from itertools import pairwise

import pytest

from bottleimp.game.deal import Deal
from bottleimp.game.round import Round
from bottleimp.rules.cardsets import size, under
from bottleimp.rules.decks import card_set
from bottleimp.rules.editions import edition, edition_keys
from tests.support.game.rulebook_table import at_play, cards, play, play_out, price, prices, to_play


@pytest.mark.parametrize("key", edition_keys())
def test_at_first_nobody_owns_the_bottle_and_it_costs_19(key: str) -> None:
    """A round begins with every bottle at 19 and in nobody's hands.

    Sources: Matagot "The Bottle Imp"; Bambus 1995 "The Bottle Imp"; Wikipedia "Rules"; Rules Bank
    1996 "The Bottle Devil"
    """
    played = to_play(at_play(key))
    bottles = played.edition.bottles

    assert (("19",) * bottles, (None,) * bottles) == (prices(played), played.owners)


def test_the_winning_low_card_is_the_new_price() -> None:
    """The card that bought the bottle lies under it and is its price.

    Sources: Matagot "The Bottle Imp"; Gameteko "The Bottle Imp"; Bambus 1995 "The Bottle Imp";
    Wikipedia "Rules"; Rules Bank 1996 "The Bottle Devil"
    """
    assert price(play(at_play("classic/4", "8", "13", "6", "10"), "8 13 6 10")) == "13"


def test_the_bottle_is_sold_on_only_for_less() -> None:
    """A bottle changes hands whenever a card below its present price is played, and only then.

    Sources: Matagot "The Bottle Imp"; Gameteko "The Bottle Imp"; Bambus 1995 "The Bottle Imp";
    Wikipedia "Rules"; Rules Bank 1996 "The Bottle Devil"
    """
    start = at_play("classic/3", "12 20", "28 10", "25 34")

    played = play(start, "12 28 25", "20 10 34")

    assert (price(played), played.owners) == ("10", (1,))


def test_a_card_between_the_price_and_19_buys_nothing_any_more() -> None:
    """Once the price has fallen, the cards from there to 19 are high cards like others.

    Sources: Matagot "Tips"; Gameteko "Strategy and Hints"; Bambus 1995 "Strategy"
    """
    start = at_play("classic/3", "12 17", "28 20", "25 34")

    played = play(start, "12 28 25", "17 20 34")

    assert (played.tricks[1].taker, price(played)) == (2, "12")


def test_the_bottle_changes_hands_at_the_end_of_the_trick() -> None:
    """Within a trick the old price counts: an 18 after a 17 still buys.

    Sources: Matagot "The Bottle Imp"; Bambus 1995 "The Bottle Imp";
    Rules Bank 1996 "The Bottle Devil"
    """
    start = at_play("classic/3", "17", "18, no blue", "34")

    assert (price(play(start, "17")), play(start, "17").owners) == ("19", (None,))
    assert (price(play(start, "17 18 34")), play(start, "17 18 34").owners) == ("18", (1,))


def test_the_former_owner_keeps_the_old_price_card() -> None:
    """The card that was the price goes to the tricks of the player who had bought with it.

    Sources: Matagot "The Bottle Imp"; Gameteko "The Bottle Imp"; Bambus 1995 "The Bottle Imp";
    Wikipedia "Rules"; Rules Bank 1996 "The Bottle Devil"
    """
    start = at_play("classic/3", "12 20", "28 27", "25 6")

    played = play(start, "12 28 25", "20 27 6")

    assert played.owners == (2,)
    assert cards("classic/3", "12 25 28") == played.taken_cards[0]


def test_an_owner_may_buy_the_bottle_again() -> None:
    """Former and new owner may be the same player, who then keeps the old price card too.

    Sources: Matagot "The Bottle Imp"; Gameteko "The Bottle Imp"; Bambus 1995 "The Bottle Imp";
    Rules Bank 1996 "The Bottle Devil"
    """
    played = play(at_play("classic/3", "12 8", "28 27", "25 32"), "12 28 25", "8 27 32")

    assert (price(played), played.owners) == ("8", (0,))
    assert set(cards("classic/3", "12 8")) <= set(played.taken_cards[0])


def test_the_19_is_set_aside_at_the_first_sale() -> None:
    """The first buyer gets the cards of the trick and no 19.

    Sources: Gameteko "The Bottle Imp"
    """
    played = play(at_play("classic/3", "12", "28", "25"), "12 28 25")

    assert cards("classic/3", "12 25 28") == played.taken_cards[0]


def test_a_bottle_bought_with_the_lowest_card_cannot_be_sold() -> None:
    """At the price of 1 nobody can undercut any more, and the owner keeps the bottle.

    Sources: Matagot "About the game"; Gameteko "About the Game"; Bambus 1995 "Playing the Game"
    """
    sold = play(at_play("classic/3", "1", "22", "25"), "1 22 25")

    assert (price(play_out(sold)), play_out(sold).owners) == ("1", (0,))


@pytest.mark.parametrize("key", edition_keys())
def test_the_price_only_falls(key: str) -> None:
    """From one trick to the next no price ever rises.

    Sources: Matagot "The Bottle Imp"; Gameteko "The Bottle Imp"; Bambus 1995 "The Bottle Imp";
    Rules Bank 1996 "The Bottle Devil"
    """
    tricks = play_out(at_play(key)).tricks
    prices_seen = [trick.prices_before for trick in tricks]

    assert all(
        later <= earlier
        for before, after in pairwise(prices_seen)
        for earlier, later in zip(before, after, strict=True)
    )


@pytest.mark.parametrize(("key", "low"), [("classic/4", 14), ("matagot/6", 21)])
def test_enough_low_cards_are_always_in_play(key: str, low: int) -> None:
    """Even if all discards are low, at least 14 low cards are played, 21 of the long deck.

    Ruling: ours
    """
    at = edition(key)
    under_19 = size(under(card_set(at.deck.cards), at.deck.start_price))

    assert low == under_19 - at.discards


@pytest.mark.parametrize("key", edition_keys())
@pytest.mark.parametrize("seed", range(3))
def test_every_bottle_has_an_owner_in_the_end(key: str, seed: int) -> None:
    """When the last card is played, somebody owns each bottle.

    Ruling: ours
    """
    played = play_out(Round(Deal.from_seed(edition(key), seed)))

    assert None not in played.owners

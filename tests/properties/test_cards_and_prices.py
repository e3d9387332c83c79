"""Where the cards are, what the bottles cost and who owns them, at every step of every edition."""

from itertools import pairwise

from hypothesis import given

from bottleimp.game.round import Phase, Round
from bottleimp.rules.cards import Card
from tests.support import strategies
from tests.support.strategies import Moments


def places_of_cards(played: Round) -> list[Card]:
    """Every card as often as it lies somewhere, in ascending order."""
    piles = [
        *played.hands,
        *played.taken_cards,
        [play.card for play in played.plays],
        played.imps_trick,
        *(played.edition.deck.cards_of(cards) for cards in played.position.passed[:-1]),
        [
            played.edition.deck.card_at(number)
            for chosen in played.pending
            for number in chosen
            if played.phase is Phase.EXCHANGE
        ],
    ]
    return sorted((card for pile in piles for card in pile), key=lambda card: card.place)


@given(strategies.whole_rounds())
def test_every_card_is_in_exactly_one_place_at_every_step(moments: Moments) -> None:
    for played in moments:
        assert list(played.edition.deck.cards) == places_of_cards(played)


@given(strategies.whole_rounds())
def test_prices_never_rise(moments: Moments) -> None:
    for before, after in pairwise(moments):
        assert all(new <= old for old, new in zip(before.prices, after.prices, strict=True))


@given(strategies.whole_rounds())
def test_only_the_dearest_bottle_is_sold_and_its_price_falls(moments: Moments) -> None:
    for before, after in pairwise(moments):
        changed = [n for n, price in enumerate(before.prices) if price != after.prices[n]]

        assert changed in ([], [before.for_sale])
        assert all(before.prices[n] == max(before.prices) for n in changed)


@given(strategies.whole_rounds())
def test_a_bottle_is_sold_exactly_when_the_trick_has_a_card_under_the_dearest_price(
    moments: Moments,
) -> None:
    for trick in moments[-1].tricks:
        has_buyer = any(play.card.place < max(trick.prices_before) for play in trick.plays)

        assert has_buyer is (trick.bottle is not None)


@given(strategies.whole_rounds())
def test_no_price_is_a_card_still_in_a_hand(moments: Moments) -> None:
    for played in moments:
        in_hand = {card.place for hand in played.hands for card in hand}

        assert in_hand.isdisjoint(played.prices)


@given(strategies.whole_rounds())
def test_a_bottle_has_an_owner_exactly_when_it_costs_less_than_at_the_start(
    moments: Moments,
) -> None:
    start = moments[0].edition.deck.start_price
    for played in moments:
        for price, owner in zip(played.prices, played.owners, strict=True):
            assert (price < start) is (owner is not None)


@given(strategies.whole_rounds())
def test_at_the_end_every_bottle_has_an_owner(moments: Moments) -> None:
    assert None not in moments[-1].owners


@given(strategies.whole_rounds())
def test_the_price_is_a_card_that_its_owner_took_in_the_end(moments: Moments) -> None:
    end = moments[-1]
    taken = [{card.place for card in cards} for cards in end.taken_cards]

    for price, owner in zip(end.prices, end.owners, strict=True):
        assert owner is not None
        assert price in taken[owner]

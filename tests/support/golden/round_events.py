"""What happens in a round that a golden record should show."""

from collections.abc import Iterator

from bottleimp.game.round import Round
from bottleimp.rules.edition import Edition

SALE = "a sale"
ABOVE_THE_PRICE = "a trick with no card under the price"
VOID_DISCARD = "a card of another suit thrown by a seat that is void"
BELOW_ZERO = "an owner who scores under zero"
SECOND_SALE = "a second sale of each bottle"
REBUY = "a rebuy by the owner"
STUCK = "an owner who can no longer sell"
BOTH_BOTTLES = "both bottles at one owner"
LOST_BY_PARTNER = "a side that loses by its partner"
DOUBLED_SINGLE = "a doubled single"

IN_EVERY_EDITION = frozenset({SALE, ABOVE_THE_PRICE, VOID_DISCARD, BELOW_ZERO, SECOND_SALE})
SOMEWHERE = frozenset({REBUY, STUCK, BOTH_BOTTLES, LOST_BY_PARTNER, DOUBLED_SINGLE})


def wanted_in(edition: Edition) -> frozenset[str]:
    """Everything that can happen in the edition."""
    wanted = {*IN_EVERY_EDITION, REBUY, STUCK}
    if edition.bottles > 1:
        wanted.add(BOTH_BOTTLES)
    if edition.has_sides:
        wanted.add(LOST_BY_PARTNER)
    if any(weight > 1 for weight in edition.weights):
        wanted.add(DOUBLED_SINGLE)
    return frozenset(wanted)


def events(end: Round) -> frozenset[str]:
    """What happened in a round that is over."""
    return frozenset((*events_of_tricks(end), *events_of_scores(end)))


def events_of_tricks(end: Round) -> Iterator[str]:
    """What happened while cards were played."""
    owners: list[int | None] = [None] * end.edition.bottles
    sales = [0] * end.edition.bottles
    unplayed = {play.card.place for trick in end.tricks for play in trick.plays}
    for trick in end.tricks:
        for price, owner in zip(trick.prices_before, owners, strict=True):
            if owner is not None and min(unplayed) > price:
                yield STUCK
        unplayed -= {play.card.place for play in trick.plays}
        led = trick.plays[0].card.suit
        if any(p.card.suit is not led and p != trick.winner for p in trick.plays):
            yield VOID_DISCARD
        if trick.bottle is None:
            yield ABOVE_THE_PRICE
            continue
        yield SALE
        if owners[trick.bottle] == trick.taker:
            yield REBUY
        owners[trick.bottle] = trick.taker
        sales[trick.bottle] += 1
    if min(sales) > 1:
        yield SECOND_SALE


def events_of_scores(end: Round) -> Iterator[str]:
    """What the scores show."""
    edition, scores = end.edition, end.scores
    assert scores is not None  # the round is over
    for seat in range(edition.seats):
        owned = end.owners.count(seat)
        if owned and scores[seat] < 0:
            yield BELOW_ZERO
        if owned > 1:
            yield BOTH_BOTTLES
        if edition.weights[seat] > 1 and scores[seat]:
            yield DOUBLED_SINGLE
        is_shared_loss = any(
            edition.loss_groups[partner] == edition.loss_groups[seat] and end.owners.count(partner)
            for partner in edition.partners(seat)
        )
        if not owned and is_shared_loss and end.taken_points[seat]:
            yield LOST_BY_PARTNER

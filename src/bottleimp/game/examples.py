"""Examples that show the rules of an edition, found by playing random rounds.

No example is written by hand: every card was dealt, and the rules determine what follows.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cache

from bottleimp.game.deal import SEED_BYTES, Deal, draw_below, hmac_integers
from bottleimp.game.round import Round, Trick
from bottleimp.rules.cards import Card
from bottleimp.rules.decks import card_set
from bottleimp.rules.edition import Edition
from bottleimp.rules.seating import Cycles
from bottleimp.rules.tricks import winning_card

MAX_ROUNDS_SEARCHED = 300  # rounds
MIN_CARDS_BELOW = 2  # cards below the price, so that the example shows which of them wins
FEW_CARDS = 3  # in a trick: too few to show all at once
FEW_HELD = 8  # cards in a hand that an example lists card by card
ENOUGH_WINNING = 2  # cards, so that the example shows which of them is played
MESSAGE = b"examples"

TrickPredicate = Callable[[Edition, Trick], bool]


@dataclass(frozen=True)
class ScoredRound:
    """The result of a finished round."""

    points: tuple[int, ...]  # seat -> points in its tricks
    owners: tuple[int, ...]  # the seats that own bottles, one for each bottle
    imps_trick_points: int  # points of the imp's trick
    scores: tuple[int, ...]  # seat -> score


@dataclass(frozen=True)
class RulePlay:
    """A card that a rule chose for a seat, and what the rule had to choose from."""

    trick: Trick
    number: int  # of the play in the trick, from 0
    hand: tuple[Card, ...]  # what the seat held, ascending
    allowed: tuple[Card, ...]  # those of them that follow suit
    winning: tuple[Card, ...]  # those of them that would be winning at that moment


@dataclass(frozen=True)
class Examples:
    """The examples of an edition; None if no round that was searched has one."""

    sale: Trick | None  # at the starting price, with several cards below it
    highest_card_win: (
        Trick | None
    )  # no card below the price; the winning card is not of the led suit
    sale_between_prices: Trick | None  # two bottles: sold for a price between the two
    sale_below_both_prices: Trick | None  # two bottles: sold for less than the cheaper one costs
    scored_round: ScoredRound | None  # with teams, one that has a partner owns the bottle
    by_rule: RulePlay | None  # a seat that plays by rule has several cards that would be winning


def examples(edition: Edition) -> Examples:
    """The examples of an edition: the same at every call, and for every length of match."""
    return search_examples(replace(edition, length=Cycles(1), options=()))


@cache
def search_examples(edition: Edition) -> Examples:
    """The first tricks and the first round that fit, among `MAX_ROUNDS_SEARCHED` rounds."""
    wanted = (
        is_sale,
        is_highest_card_win,
        *((is_sale_between_prices, is_sale_below_both_prices) if edition.bottles > 1 else ()),
    )
    found: dict[TrickPredicate, Trick] = {}
    scored: ScoredRound | None = None
    by_rule: RulePlay | None = None
    for played in random_rounds(edition):
        for trick in played.tricks:
            for fits in wanted:
                if fits not in found and fits(edition, trick):
                    found[fits] = trick
        if scored is None and is_instructive(played):
            scored = scored_round(played)
        if by_rule is None:
            by_rule = next((play for play in rule_plays(played) if is_choice(play)), None)
        has_plays = by_rule is not None or not edition.driven
        if scored is not None and has_plays and len(found) == len(wanted):
            break
    sale, high, between, undercut = map(
        found.get, (is_sale, is_highest_card_win, is_sale_between_prices, is_sale_below_both_prices)
    )
    return Examples(sale, high, between, undercut, scored, by_rule)


def scored_round(played: Round) -> ScoredRound:
    """The result of a finished round, without the cards."""
    return ScoredRound(
        played.taken_points,
        tuple(owner for owner in played.owners if owner is not None),
        sum(card.points for card in played.imps_trick),
        played.scores or (),
    )


def random_rounds(edition: Edition) -> Iterator[Round]:
    """Finished rounds in which everyone plays at random; the same rounds every time."""
    for number in range(MAX_ROUNDS_SEARCHED):
        numbers = hmac_integers(number.to_bytes(SEED_BYTES), MESSAGE)
        played = Round(Deal.from_seed(edition, number, MESSAGE))
        while not played.is_over:
            legal = played.legal_actions
            played = played.play(legal[draw_below(numbers, len(legal))])
        yield played


def rule_plays(played: Round) -> Iterator[RulePlay]:
    """The cards that driven seats played to tricks that others led."""
    for seat in played.edition.driven:
        (hand,) = played.edition.hands_of(seat)
        held = list(played.deal.hands[hand])
        for trick in played.tricks:
            number = next(n for n, play in enumerate(trick.plays) if play.seat == seat)
            before = [play.card for play in trick.plays[:number]]
            if before:
                following = [card for card in held if card.suit is before[0].suit]
                allowed = tuple(following or held)
                price = trick.price
                winning = tuple(
                    card
                    for card in allowed
                    if winning_card(card_set([*before, card]), price) == card.place
                )
                yield RulePlay(trick, number, tuple(held), allowed, winning)
            held.remove(trick.plays[number].card)


def is_choice(play: RulePlay) -> bool:
    """Whether the play shows each part of the rule: suit, winning cards, the highest of them."""
    return (
        len(play.hand) <= FEW_HELD
        and len(play.hand) > len(play.allowed) > len(play.winning) >= ENOUGH_WINNING
    )


def is_sale(edition: Edition, trick: Trick) -> bool:
    """Whether a bottle is sold at the starting price, and the trick shows to whom and why."""
    cards = [play.card for play in trick.plays]
    start = edition.deck.start_price
    halves = [card for card in edition.deck.cards if not card.label.isdigit()]
    return (
        set(trick.prices_before) == {start}
        and cards[0].place > start
        and sum(card.place < start for card in cards) >= MIN_CARDS_BELOW
        and sum(card.suit is cards[0].suit for card in cards) > 1
        and (len(cards) <= FEW_CARDS or len({card.suit for card in cards}) > 1)
        and (not halves or any(card in halves for card in cards))
    )


def is_highest_card_win(edition: Edition, trick: Trick) -> bool:
    """Whether the highest number wins although another suit was led and a card is below 19."""
    cards = [play.card for play in trick.plays]
    start = edition.deck.start_price
    return (
        trick.bottle is None
        and trick.price < start
        and trick.winner.card.suit is not cards[0].suit
        and any(card.place < start for card in cards)
    )


def is_sale_between_prices(edition: Edition, trick: Trick) -> bool:
    """Whether the dearer of two bottles is sold for more than the other costs."""
    low, high = min(trick.prices_before), trick.price
    sold = low < trick.winner.card.place < high
    return sold and high < edition.deck.start_price and has_several_below_price(trick)


def is_sale_below_both_prices(edition: Edition, trick: Trick) -> bool:
    """Whether the dearer of two bottles is sold for less than the other costs."""
    low, high = min(trick.prices_before), trick.price
    return trick.winner.card.place < low < high < edition.deck.start_price


def has_several_below_price(trick: Trick) -> bool:
    """Whether more than one card is below the price of the bottle for sale."""
    price = trick.price
    return sum(play.card.place < price for play in trick.plays) >= MIN_CARDS_BELOW


def is_instructive(played: Round) -> bool:
    """Whether the round's result shows what a bottle costs: points taken and points lost.

    With two bottles two players own them; with teams the owner has a partner.
    """
    edition, points = played.edition, played.taken_points
    owners = {owner for owner in played.owners if owner is not None}
    concerned = owners | {other for seat in owners for other in edition.partners(seat)}
    return (
        len(owners) == edition.bottles
        and not owners & set(edition.driven)
        and sum(card.points for card in played.imps_trick) > 0
        and all(points[seat] > 0 for seat in concerned)
        and (not edition.has_sides or concerned > owners)
    )

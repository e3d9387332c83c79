"""Another round that looks the same to a seat: what it cannot see is dealt anew.

`redealt(played, seat, random)` gives a round with other hidden cards in which everything the seat
has seen is as it was, so its observation must be equal.  That is the property of secrecy; every
test of what leaves the table (observations, narration, messages, encodings) can use it.
`exchanged(played, one, other)` is for the reverse: two cards change places from the deal on, so
whoever has seen just one of them must see the difference.

How: take what lies where now; let hidden cards change places in any way that the sizes of hands,
the cards known to lie in them and the suits they have shown to be void in allow; then make up
what the others may have passed and discarded so that it came about; deal, and replay.

What it does not do: draw evenly from all such rounds (see the worlds of the analysis), or move a
card on that was picked up in an earlier stage (no edition lets one be passed again).
"""

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from bottleimp.game.actions import Action, action_from_number
from bottleimp.game.deal import Deal
from bottleimp.game.round import PlayedCard, Round
from bottleimp.rules.cards import Card, Suit
from bottleimp.rules.edition import Edition
from bottleimp.rules.seating import IMPS_TRICK, Pass

PROPOSALS_PER_CARD = 6  # enough to mix well; every proposal is cheap


def redealt(played: Round, seat: int | None, random: Random) -> Round:
    """A round with the same observation for the seat (an onlooker if None), hidden cards changed.

    Hidden are the others' hands, dealt and present, their discards, what they passed to each
    other, the cards left over, and in the running stage their secret choices and how many of them
    they have made, unless they have made all.  A round that is over hides nothing: it is
    returned as it is.  Where the seat can work out every card, the result is an equal round.
    """
    if played.is_over:
        return played
    known = Known.to(played, seat)
    held, imps_trick = dealt_anew(played, known, random)
    exchanged = made_up_exchange(played, known, held, imps_trick, random)
    return replayed_with(played, seat, exchanged, random)


@dataclass(frozen=True)
class Known:
    """What a seat knows of where cards lie: the settled passes it sees, and the cards in place.

    `passes` are those of settled stages, by their number in the edition.
    `held` are the cards of each hand that it knows to have lain there after the exchange, or to
    lie there now: all of them where it sees the hand.
    """

    passes: dict[int, Card]
    held: tuple[frozenset[Card], ...]
    sees_all_of: tuple[bool, ...]

    @classmethod
    def to(cls, played: Round, seat: int | None) -> "Known":
        """What the seat knows."""
        edition, deck = played.edition, played.edition.deck
        settled = played.position.passes_made
        passes = {
            number: deck.card_at(action)
            for number, (step, action) in enumerate(
                zip(edition.passes[:settled], played.actions, strict=False)
            )
            if seat is not None and seat in (step.seat, taker_of(edition, step))
        }
        seen = tuple(
            hand.seat == seat or number in played.open_hands
            for number, hand in enumerate(edition.hands)
        )
        held = [
            {play.card for play in all_plays(played) if play.hand == number}
            for number in range(len(edition.hands))
        ]
        for number, card in passes.items():
            target = edition.passes[number].target
            if target != IMPS_TRICK:
                held[target].add(card)
        for number, is_seen in enumerate(seen):
            if is_seen:
                held[number].update(deck.cards_of(played.position.hands[number]))
        return cls(passes, tuple(frozenset(cards) for cards in held), seen)

    def discarded(self, edition: Edition) -> frozenset[Card]:
        """The cards it knows to lie in the imp's trick."""
        return frozenset(
            card
            for number, card in self.passes.items()
            if edition.passes[number].target == IMPS_TRICK
        )


def taker_of(edition: Edition, step: Pass) -> int | None:
    """The seat that picks up what is passed; None for the imp's trick."""
    return None if step.target == IMPS_TRICK else edition.hands[step.target].seat


def all_plays(played: Round) -> Iterator[PlayedCard]:
    """Every card played so far, in order."""
    for trick in played.tricks:
        yield from trick.plays
    yield from played.plays


def voids_shown(played: Round) -> tuple[frozenset[Suit], ...]:
    """For each hand, the suits that it did not follow."""
    voids: list[set[Suit]] = [set() for _ in played.edition.hands]
    for plays in (*(trick.plays for trick in played.tricks), played.plays):
        for play in plays:
            led = plays[0].card.suit
            if play.card.suit is not led:
                voids[play.hand].add(led)
    return tuple(frozenset(suits) for suits in voids)


def dealt_anew(played: Round, known: Known, random: Random) -> tuple[list[list[Card]], list[Card]]:
    """The cards of every hand after the exchange so far, played ones included; the imp's trick.

    Begins with the truth and exchanges pairs of hidden cards, so it never has to give up.
    """
    edition, deck = played.edition, played.edition.deck
    fixed = [*known.held, known.discarded(edition)]
    voids = [*voids_shown(played), frozenset[Suit]()]
    now = [*played.position.hands, played.position.passed[-1]]
    hidden = [
        [card for card in deck.cards_of(cards) if card not in fixed[place]]
        for place, cards in enumerate(now)
    ]
    places = [(pile, at) for pile, cards in enumerate(hidden) for at in range(len(cards))]
    for _ in range(PROPOSALS_PER_CARD * len(places)):
        # Quicker than `choice`, and even enough.
        one, first = places[int(random.random() * len(places))]
        other, second = places[int(random.random() * len(places))]
        mine, yours = hidden[one][first], hidden[other][second]
        if mine.suit not in voids[other] and yours.suit not in voids[one]:
            hidden[one][first], hidden[other][second] = yours, mine
    piles = [[*sorted_cards(fixed[pile]), *cards] for pile, cards in enumerate(hidden)]
    return piles[:-1], piles[-1]


def sorted_cards(cards: frozenset[Card]) -> list[Card]:
    """The cards in ascending order, so that results depend on the generator alone."""
    return sorted(cards, key=lambda card: card.place)


@dataclass(frozen=True)
class Exchange:
    """A deal and the passes of the settled stages."""

    deal: Deal
    passes: tuple[Card, ...]


def made_up_exchange(
    played: Round, known: Known, held: list[list[Card]], imps_trick: list[Card], random: Random
) -> Exchange:
    """A deal and passes that lead to these hands and this imp's trick; those known are kept."""
    edition = played.edition
    steps = edition.passes[: played.position.passes_made]
    passed = set(known.passes.values())
    piles = [[card for card in pile if card not in passed] for pile in (*held, imps_trick)]
    for pile in piles:
        random.shuffle(pile)
    passes = tuple(
        known.passes[number] if number in known.passes else piles[step.target].pop()
        for number, step in enumerate(steps)
    )
    # What is left in a pile was dealt there; so was what left it.
    dealt = piles
    for step, card in zip(steps, passes, strict=True):
        dealt[step.source].append(card)
    return Exchange(
        Deal(edition, tuple(tuple(pile) for pile in dealt[:-1]), tuple(dealt[-1])), passes
    )


def replayed_with(played: Round, seat: int | None, exchange: Exchange, random: Random) -> Round:
    """The round after this exchange and the same choices and plays in the open."""
    after = Round(exchange.deal).replay(exchange.passes)
    settled = played.position.passes_made
    for number in played.actions[settled:]:
        after = after.play(action_from_number(played.edition, number))
    for other in range(played.edition.seats):
        after = chosen_in_secret(after, played, other, seat, random)
    return after


def chosen_in_secret(
    after: Round, played: Round, other: int, seat: int | None, random: Random
) -> Round:
    """The round after the seat's choices of the running stage: as they were, or made up."""
    chosen = played.pending[other]
    if other == seat:
        for number in chosen:
            after = after.play(action_from_number(played.edition, number), other)
        return after
    owed = after.choices_owed(other)
    count = len(chosen) if len(chosen) == owed else random.randrange(owed)
    for _ in range(count):
        after = after.play(random.choice(after.legal_actions_for(other)), other)
    return after


def exchanged(played: Round, one: Card, other: Card) -> Round:
    """The same round with two cards in each other's place, from the deal on.

    Raises IllegalAction where a rule forbids that.
    """
    edition = played.edition
    swap = {one: other, other: one}

    def of_all(cards: tuple[Card, ...]) -> tuple[Card, ...]:
        return tuple(swap.get(card, card) for card in cards)

    def swapped(number: int) -> Action:
        action = action_from_number(edition, number)
        return swap.get(action, action) if isinstance(action, Card) else action

    deal = played.deal
    after = Round(Deal(edition, tuple(of_all(hand) for hand in deal.hands), of_all(deal.left_over)))
    for number in played.actions:
        after = after.play(swapped(number))
    for seat, chosen in enumerate(played.pending):
        for number in chosen:
            after = after.play(swapped(number), seat)
    return after

"""What one seat can know at one moment: everything it has seen, and nothing else.

An observation is built field by field from what is visible ("Who knows what" in the rules
reference).  Nothing here ever removes secrets from a larger thing.  With the full history of the
round in it, an observation is the seat's information state.
"""

from dataclasses import dataclass

from bottleimp.game.actions import Action, action_numbered
from bottleimp.game.deal import Deal
from bottleimp.game.round import Phase, Played, Round, Trick
from bottleimp.rules.cards import Card
from bottleimp.rules.cardsets import size
from bottleimp.rules.edition import Edition
from bottleimp.rules.seating import IMPS_TRICK, Pass


@dataclass(frozen=True)
class Passed:
    """A card this seat passed; `target` is the number of a hand, or IMPS_TRICK."""

    card: Card
    source: int
    target: int


@dataclass(frozen=True)
class Received:
    """A card this seat picked up in the exchange: from whom, and into which of its hands."""

    card: Card
    giver: int
    hand: int


@dataclass(frozen=True)
class Revealed:
    """What becomes public when the round is over."""

    deal: Deal
    passes: tuple[tuple[int, Passed], ...]  # seat, and what it passed
    imps_trick: tuple[Card, ...]
    scores: tuple[int, ...]


@dataclass(frozen=True)
class Observation:
    """What a seat sees; with `seat` None, what anyone at the table may see.

    Hands are listed by number; None stands for the cards of a hand that the seat does not see.
    Prices are places in the deck's order.
    """

    seat: int | None
    edition: Edition
    phase: Phase
    stage: int
    hands: tuple[tuple[Card, ...] | None, ...]
    hand_sizes: tuple[int, ...]
    open_hands: tuple[int, ...]
    committed: tuple[bool, ...]  # seat -> whether it owes no secret choice in this stage
    asks: tuple[Pass, ...]  # the passes this seat still has to make in this stage, in order
    chosen: tuple[Action, ...]  # its own secret choices so far in this stage
    passed: tuple[Passed, ...]
    received: tuple[Received, ...]
    tricks: tuple[Trick, ...]
    plays: tuple[Played, ...]  # of the trick on the table
    prices: tuple[int, ...]
    owners: tuple[int | None, ...]
    for_sale: int
    taken_points: tuple[int, ...]
    turn: int | None  # the seat to play a card; None while choices are secret, or when over
    legal: tuple[Action, ...]  # what this seat may do next; empty when it is not asked
    revealed: Revealed | None

    @property
    def own_hands(self) -> tuple[int, ...]:
        """The numbers of the seat's hands; none for an onlooker."""
        return () if self.seat is None else self.edition.hands_of(self.seat)

    @property
    def hand(self) -> tuple[Card, ...]:
        """All cards the seat holds, ascending."""
        cards = [card for number in self.own_hands for card in self.hands[number] or ()]
        return tuple(sorted(cards, key=lambda card: card.place))

    @property
    def price(self) -> int:
        """The place of the price of the bottle for sale."""
        return self.prices[self.for_sale]

    @property
    def leader(self) -> int | None:
        """The seat that led the trick on the table, if one is."""
        return self.plays[0].seat if self.plays else None

    @property
    def played(self) -> tuple[Card, ...]:
        """Every card played so far, in order."""
        finished = [play.card for trick in self.tricks for play in trick.plays]
        return (*finished, *(play.card for play in self.plays))

    @property
    def discards(self) -> tuple[Card, ...]:
        """The cards this seat put into the imp's trick."""
        return tuple(step.card for step in self.passed if step.target == IMPS_TRICK)

    @property
    def is_asked(self) -> bool:
        """Whether this seat has something to do now."""
        return bool(self.legal)


def observe(played: Round, seat: int | None) -> Observation:
    """What the seat sees of the round; None for an onlooker without a hand."""
    edition, position = played.edition, played.position
    legal: tuple[Action, ...] = ()
    asks: tuple[Pass, ...] = ()
    chosen: tuple[Action, ...] = ()
    if seat is not None:
        legal = played.legal_for(seat)
        chosen = tuple(action_numbered(edition, n) for n in played.pending[seat])
        asks = played.steps(seat)[len(chosen) :]
    return Observation(
        seat=seat,
        edition=edition,
        phase=played.phase,
        stage=played.stage,
        hands=tuple(seen_hand(played, seat, number) for number in range(len(edition.hands))),
        hand_sizes=tuple(shown_size(played, seat, number) for number in range(len(edition.hands))),
        open_hands=played.open_hands,
        committed=tuple(not played.owed(other) for other in range(edition.seats)),
        asks=asks,
        chosen=chosen,
        passed=() if seat is None else own_passes(played, seat),
        received=() if seat is None else own_pick_ups(played, seat),
        tricks=played.tricks,
        plays=played.plays,
        prices=position.prices,
        owners=played.owners,
        for_sale=played.for_sale,
        taken_points=played.taken_points,
        turn=position.turn if played.phase is Phase.PLAY else None,
        legal=legal,
        revealed=revealed(played),
    )


def seen_hand(played: Round, seat: int | None, number: int) -> tuple[Card, ...] | None:
    """The cards of a hand if the seat holds it or it lies open; else None."""
    is_own = played.edition.hands[number].seat == seat
    if is_own or number in played.open_hands:
        return played.hands[number]
    return None


def shown_size(played: Round, seat: int | None, number: int) -> int:
    """How many cards the hand visibly holds.

    What others have chosen in secret counts as held until the whole stage is done, so that
    nobody can count how far they are.
    """
    if played.edition.hands[number].seat == seat:
        return len(played.hands[number])
    return size(played.position.hands[number])


def settled_passes(played: Round) -> tuple[tuple[Pass, Card], ...]:
    """Every pass of a finished stage with its card."""
    deck = played.edition.deck
    numbers = played.actions[: played.position.passes_made]
    steps = played.edition.passes[: played.position.passes_made]
    return tuple((step, deck.at(number)) for step, number in zip(steps, numbers, strict=True))


def own_passes(played: Round, seat: int) -> tuple[Passed, ...]:
    """What the seat has passed, the secret choices of the running stage included."""
    deck = played.edition.deck
    settled = [(step, card) for step, card in settled_passes(played) if step.seat == seat]
    steps = played.steps(seat)
    pending = [(step, deck.at(n)) for step, n in zip(steps, played.pending[seat], strict=False)]
    return tuple(Passed(card, step.source, step.target) for step, card in settled + pending)


def own_pick_ups(played: Round, seat: int) -> tuple[Received, ...]:
    """What the seat has picked up from others."""
    own = played.edition.hands_of(seat)
    return tuple(
        Received(card, step.seat, step.target)
        for step, card in settled_passes(played)
        if step.target in own
    )


def revealed(played: Round) -> Revealed | None:
    """What is public once the round is over; None before."""
    if played.scores is None:
        return None
    passes = tuple(
        (step.seat, Passed(card, step.source, step.target)) for step, card in settled_passes(played)
    )
    return Revealed(played.deal, passes, played.imps_trick, played.scores)

"""What one seat can know at one moment: everything it has seen, and nothing else.

An observation is built field by field from what is visible ("Who knows what" in the rules
reference); it is never a larger value from which secrets were removed.  It holds all that the seat
has seen of the round, so it is the seat's information state.
"""

from dataclasses import dataclass
from functools import lru_cache

from bottleimp.game.actions import Action, OpenChoice, action_from_number, action_number
from bottleimp.game.deal import Deal
from bottleimp.game.round import Phase, PlayedCard, Round, Trick, winning_play
from bottleimp.rules.cards import Card
from bottleimp.rules.cardsets import set_of, size
from bottleimp.rules.decks import Deck
from bottleimp.rules.edition import Edition
from bottleimp.rules.position import NOBODY
from bottleimp.rules.seating import IMPS_TRICK, Pass

MAX_CACHED_SEATS = 1024  # seats whose hands and passes are cached
MAX_CACHED_HANDS = 8192  # hands, and exchanges of a seat, that are cached


@dataclass(frozen=True)
class PassedCard:
    """A card that this seat passed; `target` is the number of a hand, or IMPS_TRICK."""

    card: Card
    source: int
    target: int


@dataclass(frozen=True)
class ReceivedCard:
    """A card that this seat picked up in the exchange: who passed it, and to which hand."""

    card: Card
    giver: int
    hand: int


@dataclass(frozen=True)
class RevealedRound:
    """What becomes public when the round is over."""

    deal: Deal
    passes: tuple[tuple[int, PassedCard], ...]  # seat, and what it passed
    imps_trick: tuple[Card, ...]
    scores: tuple[int, ...]


@dataclass(frozen=True)
class Observation:
    """What a seat sees; if `seat` is None, what anyone at the table may see.

    Hands are listed by number; None stands for a hand whose cards the seat does not see.
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
    passes_owed: tuple[Pass, ...]  # the passes this seat still has to make in this stage, in order
    own_choices: tuple[Action, ...]  # its own secret choices so far in this stage
    passed_cards: tuple[PassedCard, ...]
    received_cards: tuple[ReceivedCard, ...]
    tricks: tuple[Trick, ...]
    plays: tuple[PlayedCard, ...]  # of the trick on the table
    prices: tuple[int, ...]
    owners: tuple[int | None, ...]
    for_sale: int
    taken_points: tuple[int, ...]
    turn: int | None  # the seat to play a card; None while choices are secret, or when over
    legal_actions: tuple[Action, ...]  # what this seat may do next; empty when it is not asked
    revealed: RevealedRound | None

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
    def winning_play(self) -> PlayedCard | None:
        """The play that has the trick on the table so far; None before the lead."""
        return winning_play(self.plays, self.price) if self.plays else None

    @property
    def played_cards(self) -> tuple[Card, ...]:
        """Every card played so far, in order."""
        finished = [play.card for trick in self.tricks for play in trick.plays]
        return (*finished, *(play.card for play in self.plays))

    @property
    def discards(self) -> tuple[Card, ...]:
        """The cards that this seat put into the imp's trick."""
        return tuple(step.card for step in self.passed_cards if step.target == IMPS_TRICK)

    @property
    def legal_cards(self) -> tuple[Card, ...]:
        """The cards among the legal actions; empty where it chooses which hand to open."""
        return tuple([action for action in self.legal_actions if isinstance(action, Card)])

    @property
    def legal_choices(self) -> tuple[OpenChoice, ...]:
        """The choices of a hand among the legal actions; empty where it passes or plays a card."""
        return tuple([action for action in self.legal_actions if isinstance(action, OpenChoice)])

    @property
    def legal_action_numbers(self) -> tuple[int, ...]:
        """The legal actions by number, as `game.action_from_number` takes them."""
        return tuple([action_number(self.edition, action) for action in self.legal_actions])

    @property
    def is_last_of_trick(self) -> bool:
        """Whether the next card that is played is the last one of its trick."""
        return len(self.plays) + 1 == len(self.edition.plays)

    @property
    def is_to_act(self) -> bool:
        """Whether this seat has something to do now."""
        return bool(self.legal_actions)


def observe(played: Round, seat: int | None) -> Observation:
    """What the seat sees of the round; `seat` is None for an onlooker.

    Raises ValueError for a number that is no seat.

    >>> from bottleimp import Deal, Round, edition, observe
    >>> seen = observe(Round(Deal.from_seed(edition("classic/3"), 2024)), 0)
    >>> seen.hands[0][0].name, seen.hands[1], seen.hand_sizes
    ('Y3', None, (12, 12, 12))
    """
    if seat is not None and not 0 <= seat < played.edition.seats:
        raise ValueError(f"There is no seat {seat}: {played.edition.key} has 0 to"
                         f" {played.edition.seats - 1}.")  # fmt: skip
    public = public_observation(played)
    return public if seat is None else seat_observation(played, seat, public)


def public_observation(played: Round) -> Observation:
    """What anyone at the table may see.

    Cards that others have chosen in secret count as held until the stage is complete, so that
    nobody can see how many they have chosen.
    """
    edition, position = played.edition, played.position
    hands: list[tuple[Card, ...] | None] = [None] * len(edition.hands)
    for number in played.open_hands:
        hands[number] = played.hands[number]
    return Observation(
        seat=None,
        edition=edition,
        phase=played.phase,
        stage=played.stage,
        hands=tuple(hands),
        hand_sizes=tuple(size(hand) for hand in position.hands),
        open_hands=played.open_hands,
        committed=tuple(not played.choices_owed(seat) for seat in range(edition.seats)),
        passes_owed=(),
        own_choices=(),
        passed_cards=(),
        received_cards=(),
        tricks=played.tricks,
        plays=played.plays,
        prices=position.prices,
        owners=played.owners,
        for_sale=played.for_sale,
        taken_points=played.taken_points,
        turn=position.turn if played.phase is Phase.PLAY else None,
        legal_actions=(),
        revealed=revealed_round(played),
    )


def seat_observation(played: Round, seat: int, public: Observation) -> Observation:
    """What the seat sees: what anyone may see, and what the seat alone may see."""
    edition, deck, pending = played.edition, played.edition.deck, played.pending[seat]
    hands, sizes = list(public.hands), list(public.hand_sizes)
    for number in edition.hands_of(seat):
        cards = cached_cards(deck, played.position.hands[number] & ~set_of(pending))
        hands[number], sizes[number] = cards, len(cards)
    steps = played.stage_passes(seat)
    settled = played.actions[: played.position.passes_made]
    return Observation(
        seat=seat,
        edition=edition,
        phase=public.phase,
        stage=public.stage,
        hands=tuple(hands),
        hand_sizes=tuple(sizes),
        open_hands=public.open_hands,
        committed=public.committed,
        passes_owed=steps[len(pending) :],
        own_choices=tuple([action_from_number(edition, number) for number in pending]),
        passed_cards=own_passes(
            edition, completed_passes_by(edition, seat, settled), steps, pending
        ),
        received_cards=cards_received_by(edition, seat, settled),
        tricks=public.tricks,
        plays=public.plays,
        prices=public.prices,
        owners=public.owners,
        for_sale=public.for_sale,
        taken_points=public.taken_points,
        turn=public.turn,
        legal_actions=() if public.turn not in (None, seat) else played.legal_actions_for(seat),
        revealed=public.revealed,
    )


def owner_numbers(observation: Observation) -> tuple[int, ...]:
    """The seat that owns each bottle, as a position has it: `NOBODY` while nobody does."""
    return tuple([NOBODY if owner is None else owner for owner in observation.owners])


@lru_cache(MAX_CACHED_SEATS)
def passes_by(edition: Edition, seat: int) -> tuple[tuple[int, Pass], ...]:
    """The passes that the seat makes, each after its place among all passes of the round."""
    return tuple((n, step) for n, step in enumerate(edition.passes) if step.seat == seat)


@lru_cache(MAX_CACHED_SEATS)
def passes_to(edition: Edition, seat: int) -> tuple[tuple[int, Pass], ...]:
    """The passes to a hand of the seat, each after its place among all passes of the round."""
    own = edition.hands_of(seat)
    return tuple((n, step) for n, step in enumerate(edition.passes) if step.target in own)


@lru_cache(MAX_CACHED_HANDS)
def cached_cards(deck: Deck, cards: int) -> tuple[Card, ...]:
    """The cards of a set, ascending; cached, as most hands stay the same after a move."""
    return deck.cards_of(cards)


@lru_cache(MAX_CACHED_HANDS)
def completed_passes_by(
    edition: Edition, seat: int, settled: tuple[int, ...]
) -> tuple[PassedCard, ...]:
    """What the seat has passed in complete stages; `settled`: the cards of all passes made."""
    deck = edition.deck
    return tuple(
        [
            PassedCard(deck.card_at(settled[number]), step.source, step.target)
            for number, step in passes_by(edition, seat)
            if number < len(settled)
        ]
    )


@lru_cache(MAX_CACHED_HANDS)
def cards_received_by(
    edition: Edition, seat: int, settled: tuple[int, ...]
) -> tuple[ReceivedCard, ...]:
    """The cards that the seat has picked up from others."""
    deck = edition.deck
    return tuple(
        [
            ReceivedCard(deck.card_at(settled[number]), step.seat, step.target)
            for number, step in passes_to(edition, seat)
            if number < len(settled)
        ]
    )


def own_passes(
    edition: Edition,
    made: tuple[PassedCard, ...],
    steps: tuple[Pass, ...],
    pending: tuple[int, ...],
) -> tuple[PassedCard, ...]:
    """What the seat has passed, including its secret choices in the current stage.

    `steps` are the seat's passes in that stage.
    """
    if not steps:
        return made
    chosen = zip(steps, pending, strict=False)
    return (
        *made,
        *[PassedCard(edition.deck.card_at(n), step.source, step.target) for step, n in chosen],
    )


def completed_passes(played: Round) -> tuple[tuple[Pass, Card], ...]:
    """Every pass of the complete stages with its card."""
    deck = played.edition.deck
    numbers = played.actions[: played.position.passes_made]
    steps = played.edition.passes[: played.position.passes_made]
    return tuple((step, deck.card_at(number)) for step, number in zip(steps, numbers, strict=True))


def revealed_round(played: Round) -> RevealedRound | None:
    """What is public once the round is over; None before."""
    if played.scores is None:
        return None
    passes = tuple(
        (step.seat, PassedCard(card, step.source, step.target))
        for step, card in completed_passes(played)
    )
    return RevealedRound(played.deal, passes, played.imps_trick, played.scores)

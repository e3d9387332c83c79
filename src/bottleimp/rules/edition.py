"""An edition: one mode of one preset, as a value that checks itself when it is built.

Deck, seats, passes, bottles, sides and length are data; the rules read them as a `Layout`.
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from functools import cached_property

from bottleimp.errors import EditionError
from bottleimp.rules.cards import Card, Suit
from bottleimp.rules.cardsets import set_of, size, under
from bottleimp.rules.decks import Deck, card_set
from bottleimp.rules.position import Layout, Position, initial_position
from bottleimp.rules.seating import (
    DRIVEN,
    IMPS_TRICK,
    Cycles,
    Hand,
    MatchLength,
    OpenRule,
    Pass,
    PlaySource,
)

HANDS_TO_CHOOSE_FROM = 2
FEWEST_SEATS = 2


@dataclass(frozen=True)
class Edition:
    """One mode of one preset, with its table options.

    Raises EditionError if the parts contradict each other.
    """

    key: str  # preset/mode, such as `matagot/5-teams`
    deck: Deck
    hands: tuple[Hand, ...]  # in the order in which they are dealt
    passes: tuple[Pass, ...]  # in the order of records
    plays: tuple[PlaySource, ...]  # one for each card of a trick
    sides: tuple[int, ...]  # seat -> side it scores with
    loss_groups: tuple[int, ...]  # seat -> group that loses its points together
    weights: tuple[int, ...]  # seat -> factor on its score
    controllers: tuple[int, ...]  # seat -> player, counted from forehand, or DRIVEN
    left_over: int = 0  # cards that go straight to the imp's trick
    bottles: int = 1
    length: MatchLength = field(default_factory=lambda: Cycles(2))
    # Whether players are shown earlier tricks, points taken and cards played during the round.
    has_aids: bool = True
    options: tuple[str, ...] = ()  # table options that differ from the preset, as in `text`

    def __post_init__(self) -> None:
        for problem in problems(self):
            raise EditionError(f"The edition {self.key} contradicts itself: {problem}.")

    def __hash__(self) -> int:
        return hash((self.key, self.options))

    @property
    def text(self) -> str:
        """Key and options as one word, such as `classic/4,face-value,target=300`."""
        return ",".join((self.key, *self.options))

    @property
    def preset(self) -> str:
        """The part of the key before the slash."""
        return self.key.partition("/")[0]

    @property
    def mode(self) -> str:
        """The part of the key after the slash."""
        return self.key.partition("/")[2]

    @property
    def seats(self) -> int:
        """The number of seats at the table, including driven ones."""
        return len(self.sides)

    @property
    def dealer(self) -> int:
        """The last seat."""
        return self.seats - 1

    @property
    def players(self) -> int:
        """The number of players; driven seats have none."""
        return len({who for who in self.controllers if who != DRIVEN})

    @cached_property
    def driven(self) -> tuple[int, ...]:
        """The seats that play by Lopaka's rule."""
        return tuple(seat for seat, who in enumerate(self.controllers) if who == DRIVEN)

    @property
    def tricks(self) -> int:
        """The number of tricks in a round."""
        dealt_out = len(self.deck.cards) - self.left_over - self.discards
        return dealt_out // len(self.plays)

    @property
    def discards(self) -> int:
        """The number of passes to the imp's trick."""
        return sum(1 for step in self.passes if step.target == IMPS_TRICK)

    @property
    def has_sides(self) -> bool:
        """Whether there are partners, who score together."""
        return len(set(self.sides)) < self.seats

    @property
    def partners_share_losses(self) -> bool:
        """Whether the partners of an owner score no tricks and lose the imp's trick too."""
        return self.has_sides and self.loss_groups == self.sides

    @cached_property
    def stages(self) -> tuple[tuple[Pass, ...], ...]:
        """The passes of each stage; those of one stage are made in secret at the same moment."""
        stages, stage = [], []
        for step in self.passes:
            stage.append(step)
            if step.then_pick_up:
                stages.append(tuple(stage))
                stage = []
        return tuple(stages)

    def passes_before(self, stage: int) -> tuple[Pass, ...]:
        """The passes of the stages before this one, in the order of records."""
        return tuple(step for steps in self.stages[:stage] for step in steps)

    def hands_of(self, seat: int) -> tuple[int, ...]:
        """The numbers of the seat's hands."""
        return tuple(number for number, hand in enumerate(self.hands) if hand.seat == seat)

    def partners(self, seat: int) -> tuple[int, ...]:
        """The other seats of the seat's side."""
        return tuple(
            other
            for other, side in enumerate(self.sides)
            if side == self.sides[seat] and other != seat
        )

    def relative_score_row(self, seats: Collection[int]) -> tuple[int, ...]:
        """What a point of every seat counts for these seats: their mean less the others' mean.

        The others are the seats of sides to which none of these seats belongs; driven seats are
        no measure.  Points are those of one round, before those who play alone are doubled.
        The row holds whole numbers in units of one over the sum of its positive entries; it is all
        zero where there are no others.
        """
        own_sides = {self.sides[seat] for seat in seats}
        others = [
            seat
            for seat, side in enumerate(self.sides)
            if side not in own_sides and seat not in self.driven
        ]
        return tuple(
            len(others) if seat in seats else -len(seats) if seat in others else 0
            for seat in range(self.seats)
        )

    @cached_property
    def relative_score_matrix(self) -> tuple[tuple[int, ...], ...]:
        """What a point of every seat (column) counts for the relative score of every seat (row).

        The relative score of a seat is its own points less the mean of those of other sides, both
        per player and before any doubling.  Each row is in units of one over its entry of the seat
        itself and sums to zero: `(3, -1, -1, -1)` reads own points less a third of each other's.
        Players, searches and measurements all compare by this matrix.  It is a convention of this
        project: the rule texts add up scores and compare the totals of a match.
        """
        return tuple(self.relative_score_row((seat,)) for seat in range(self.seats))

    @cached_property
    def choosers(self) -> int:
        """The number of seats that choose which of their hands to open."""
        return len({hand.seat for hand in self.hands if hand.opens is OpenRule.BY_CHOICE})

    @cached_property
    def layout(self) -> Layout:
        """The edition as numbers, which the rules read."""
        return layout_of(self)

    def initial_position(
        self, hands: tuple[Iterable[Card], ...], left_over: Iterable[Card]
    ) -> Position:
        """The position right after these cards are dealt.  Does not check the deal."""
        return initial_position(
            self.layout,
            tuple(card_set(hand) for hand in hands),
            card_set(left_over),
            self.deck.start_price,
            self.bottles,
        )


def layout_of(edition: Edition) -> Layout:
    """The layout of an edition; the number after the last hand stands for the imp's trick."""
    deck, passes = edition.deck, edition.passes
    imps_trick = len(edition.hands)
    bits = max(1, max(card.points for card in deck.cards).bit_length())
    return Layout(
        deck_size=deck.size,
        suits=tuple(deck.suit_cards(suit) for suit in Suit),
        point_bits=tuple(
            card_set(card for card in deck.cards if card.points >> bit & 1) for bit in range(bits)
        ),
        hand_seat=tuple(hand.seat for hand in edition.hands),
        pass_seat=tuple(step.seat for step in passes),
        pass_source=tuple(step.source for step in passes),
        pass_target=tuple(
            imps_trick if step.target == IMPS_TRICK else step.target for step in passes
        ),
        pick_ups=set_of(number for number, step in enumerate(passes) if step.then_pick_up),
        choosers=edition.choosers,
        opened=set_of(n for n, h in enumerate(edition.hands) if h.opens is OpenRule.AT_PLAY),
        open_plays=set_of(n for n, kind in enumerate(edition.plays) if kind is PlaySource.OPEN),
        hidden_plays=set_of(n for n, kind in enumerate(edition.plays) if kind is PlaySource.HIDDEN),
        plays_per_trick=len(edition.plays),
        driven=set_of(edition.driven),
        side=edition.sides,
        loss_group=edition.loss_groups,
        weight=edition.weights,
        relative_score=edition.relative_score_matrix,
    )


def problems(edition: Edition) -> Iterable[str]:
    """The contradictions in an edition, in words, the most basic ones first."""
    yield from seat_problems(edition)
    yield from pass_problems(edition)
    yield from play_problems(edition)
    yield from score_problems(edition)


def seat_problems(edition: Edition) -> Iterable[str]:
    """Contradictions between seats, hands and controllers."""
    seats = edition.seats
    if seats < FEWEST_SEATS:
        yield f"it needs at least {FEWEST_SEATS} seats"
        return
    if {hand.seat for hand in edition.hands} != set(range(seats)):
        yield f"its hands do not belong to the seats 0 to {seats - 1}"
        return
    if any(hand.size < 1 for hand in edition.hands):
        yield "a hand is dealt no card"
    if len(edition.controllers) != seats:
        yield "it does not name one controller for each seat"
    if {who for who in edition.controllers if who != DRIVEN} != set(range(edition.players)):
        yield "its controllers are not numbered from 0 up"
    playing = [who for who in edition.controllers if who != DRIVEN]
    if len(set(playing)) < len(playing):
        yield "a player controls two seats"
    dealt_out = sum(hand.size for hand in edition.hands) + edition.left_over
    if edition.left_over < 0 or dealt_out != len(edition.deck.cards):
        yield (
            f"it deals {dealt_out} cards, but the deck {edition.deck.name}"
            f" has {len(edition.deck.cards)}"
        )


def pass_problems(edition: Edition) -> Iterable[str]:
    """Contradictions in the exchange."""
    if not edition.passes:
        yield "nothing is passed"
        return
    held = [hand.size for hand in edition.hands]
    waiting, picked_up = set[int](), set[int]()  # hands for which cards lie there; that have some
    last_seat = 0  # of this stage
    for number, step in enumerate(edition.passes, start=1):
        if fault := misdirection(edition, step, picked_up):
            yield f"pass {number} {fault}"
            return
        if step.seat in edition.driven:
            yield f"pass {number} is made by a driven seat"
        held[step.source] -= 1
        if held[step.source] < 0:
            yield f"pass {number} leaves a hand that has no card left"
            return
        if step.target != IMPS_TRICK:
            waiting.add(step.target)
        if step.seat < last_seat:
            yield f"pass {number} is not in the order of the seats"
        last_seat = 0 if step.then_pick_up else step.seat
        if step.then_pick_up:
            picked_up |= waiting
            waiting = set()
    if waiting:
        yield "cards that were passed are never picked up"
    elif not edition.passes[-1].then_pick_up:
        yield "the last pass does not end its stage: nobody picks up after it"


def misdirection(edition: Edition, step: Pass, picked_up: Collection[int]) -> str | None:
    """What is wrong with where a pass comes from or goes to; `picked_up`: hands that have."""
    hands = range(len(edition.hands))
    if step.source not in hands or edition.hands[step.source].seat != step.seat:
        return f"leaves a hand that seat {step.seat} does not hold"
    if step.target != IMPS_TRICK and (step.target not in hands or step.target == step.source):
        return "reaches no other hand"
    if step.source in picked_up:  # then nobody would know where a card is that they have passed
        return "leaves a hand that has picked up: no card is passed on"
    return None


def hand_sizes_at_play(edition: Edition) -> list[int]:
    """How many cards each hand holds at the first lead."""
    held = [hand.size for hand in edition.hands]
    for step in edition.passes:
        held[step.source] -= 1
        if step.target != IMPS_TRICK:
            held[step.target] += 1
    return held


def play_problems(edition: Edition) -> Iterable[str]:
    """Contradictions between the cards held at the first lead and the plays of a trick."""
    held = [0] * edition.seats
    for hand, cards in zip(edition.hands, hand_sizes_at_play(edition), strict=True):
        held[hand.seat] += cards
    if len(set(held)) != 1:
        yield "the seats do not hold equally many cards at the first lead"
    if not edition.plays or len(edition.plays) % edition.seats:
        yield "the cards of a trick do not go round evenly"
    elif held[0] % (len(edition.plays) // edition.seats):
        yield "the hands do not come out even with the tricks"
    by_choice = [hand.seat for hand in edition.hands if hand.opens is OpenRule.BY_CHOICE]
    choosers = sorted(set(by_choice))
    if choosers and (
        choosers != list(range(edition.seats))
        or [hand.seat for hand in edition.hands]
        != [seat for seat in choosers for _ in range(HANDS_TO_CHOOSE_FROM)]
        or len(by_choice) != len(edition.hands)
    ):
        yield "a choice of the open hand needs exactly two hands, both eligible, at every seat"
    if PlaySource.OPEN in edition.plays and all(h.opens is OpenRule.NEVER for h in edition.hands):
        yield "plays must come from an open hand, but no hand is laid open"
    if problem := source_problem(edition):
        yield problem
    if edition.bottles < 1:
        yield "it has no bottle"
    low = size(under(card_set(edition.deck.cards), edition.deck.start_price))
    if low - edition.discards - edition.left_over < edition.bottles:
        yield "it has fewer low cards in play than bottles"


def source_problem(edition: Edition) -> str | None:
    """Whether a hand could run out before the cards that must come from it."""
    sources = set(edition.plays)
    if not sources or PlaySource.ANY in sources:
        mixed = "some cards of a trick come from any hand, others from an open or a hidden one"
        return mixed if len(sources) > 1 else None
    seats = edition.seats
    rounds = [edition.plays[at : at + seats] for at in range(0, len(edition.plays), seats)]
    if any(len(set(each)) > 1 for each in rounds):
        return "one seat would play from an open hand where another plays from a hidden one"
    held = hand_sizes_at_play(edition)
    wanted = [
        edition.tricks * sum(each[0] is source for each in rounds)
        for source in (PlaySource.OPEN, PlaySource.HIDDEN)
    ]
    for seat in range(seats):
        own = [(held[number], edition.hands[number].opens) for number in edition.hands_of(seat)]
        shown = sum(cards for cards, opens in own if opens is not OpenRule.NEVER)
        counts = [shown, sum(cards for cards, _ in own) - shown]
        comes_out_even = counts == wanted
        if any(opens is OpenRule.BY_CHOICE for _, opens in own):  # either may be the open one
            comes_out_even = len({own[0][0], own[-1][0], *wanted}) == 1
        if not comes_out_even:
            return f"open and hidden hand of seat {seat} do not come out even with the tricks"
    return None


def score_problems(edition: Edition) -> Iterable[str]:
    """Contradictions in sides, loss groups and weights."""
    seats = edition.seats
    if not len(edition.sides) == len(edition.loss_groups) == len(edition.weights) == seats:
        yield "it does not name one side, loss group and weight for each seat"
        return
    if any(weight < 1 for weight in edition.weights):
        yield "a seat's weight is below 1"
    for groups, word in ((edition.sides, "sides"), (edition.loss_groups, "loss groups")):
        if not set(groups) <= set(range(seats)):
            yield f"its {word} are not numbered from 0 up"
    for one in range(seats):
        for other in range(seats):
            lose_together = edition.loss_groups[one] == edition.loss_groups[other]
            if lose_together and edition.sides[one] != edition.sides[other]:
                yield f"seats {one} and {other} share a loss group, but not a side"

"""One random round through the oracle, the plain rules and the compiled rules, step by step.

All three take, at every step, the legal action of a drawn rank, so that a difference in the legal
actions shows at once.  Compared are the legal actions, the positions and the scores.
"""

from collections.abc import Iterable
from functools import cached_property
from random import Random
from typing import NamedTuple

import numpy as np

from bottleimp.kernel.encoding.packed_rows import flatten
from bottleimp.rules.cards import Card
from bottleimp.rules.cardsets import members
from bottleimp.rules.position import NOBODY, Position, is_over
from bottleimp.rules.scoring import scores
from bottleimp.rules.turns import advance, legal_actions
from tests.oracle.round import OPENINGS, OracleRound
from tests.support.differential.trajectory import play_by_ranks
from tests.support.differential.variants import Variant

MOST_STEPS = 80  # no round has more
RANKS = 1 << 30


class Disagreement(AssertionError):
    """Two of the three referees differ; says where."""


class Course(NamedTuple):
    """What the plain rules did: a rank and a legal set for each step, a position more."""

    ranks: list[int]
    legal_sets: list[int]
    positions: list[Position]
    scores: tuple[int, ...] = ()


class Referees:
    """The three referees of one variant, ready to play many rounds."""

    def __init__(self, variant: Variant, *, with_kernel: bool) -> None:
        self.variant = variant
        self.edition = variant.edition
        self.layout = self.edition.layout
        self.with_kernel = with_kernel

    @cached_property
    def bits(self) -> dict[str, int]:
        """For every action by its label, the set of that action alone."""
        deck = self.edition.deck
        of_cards = {card.label: 1 << card.place for card in deck.cards}
        openings = {label: 1 << deck.size + n for n, label in enumerate(OPENINGS)}
        return of_cards | openings

    @cached_property
    def labels(self) -> dict[int, str]:
        """For every action by its number, its label."""
        return {bit.bit_length() - 1: label for label, bit in self.bits.items()}

    @cached_property
    def places(self) -> dict[str, int]:
        """For every price by its number, its place."""
        deck = self.edition.deck
        return {deck.label_at(place): place for place in range(deck.size)}

    def together(self, labels: Iterable[str]) -> int:
        """The set of the actions with these labels."""
        bits, actions = self.bits, 0
        for label in labels:
            actions |= bits[label]
        return actions

    def compare(self, number: int) -> int:
        """Plays random round `number` of this variant; the steps it had; raises Disagreement."""
        random = Random(f"{self.variant} {number}")
        hands, left_over = self.shuffled(random)
        oracle = OracleRound(
            self.variant.key,
            [[card.label for card in hand] for hand in hands],
            [card.label for card in left_over],
            deck=self.variant.deck,
            face_value=self.variant.face_value,
            bga_teams=self.variant.bga_teams,
        )
        position = self.edition.initial_position(tuple(hands), left_over)
        course = Course([], [], [position])
        ranks = course.ranks
        while not is_over(position):
            legal = legal_actions(self.layout, position)
            labels = oracle.legal()
            self.agree(number, len(ranks), "legal actions", self.together(labels), legal)
            rank = random.randrange(RANKS)
            action = list(members(legal))[rank % len(labels)]
            self.agree(number, len(ranks), "seat to act", oracle.turn, position.turn)
            position = advance(self.layout, position, action)
            oracle.do(self.labels[action])
            ranks.append(rank)
            course.legal_sets.append(legal)
            course.positions.append(position)
            self.compare_positions(number, len(ranks), oracle, position)
        result = scores(self.layout, position)
        self.agree(number, len(ranks), "phase", oracle.phase, "over")
        self.agree(number, len(ranks), "scores", tuple(oracle.scores()), result)
        if self.with_kernel:
            self.compare_kernel(number, course._replace(scores=result))
        return len(ranks)

    def shuffled(self, random: Random) -> tuple[list[list[Card]], list[Card]]:
        """A random deal."""
        cards = list(self.edition.deck.cards)
        random.shuffle(cards)
        hands = []
        for hand in self.edition.hands:
            hands.append(cards[: hand.size])
            cards = cards[hand.size :]
        return hands, cards

    def compare_positions(
        self, number: int, step: int, oracle: OracleRound, position: Position
    ) -> None:
        """Compare all that lies on the table after a step."""
        passed = [0] * len(position.hands)
        for card, target in oracle.on_the_way:
            passed[target] |= self.bits[card]
        expected = (
            tuple([self.together(hand) for hand in oracle.hands]),
            (*passed, self.together(oracle.imps_trick)),
            tuple([self.together(cards) for cards in oracle.taken]),
            tuple([self.places[price] for price in oracle.prices]),
            tuple([NOBODY if owner is None else owner for owner in oracle.owners]),
            len(oracle.trick),
            self.together(card for _, card in oracle.trick),
        )
        found = (
            position.hands, position.passed, position.won, position.prices, position.owners,
            position.plays_made, position.trick,
        )  # fmt: skip
        self.agree(number, step, "position", expected, found)
        if oracle.phase in ("play", "over"):
            opened = sum(1 << hand for hand in oracle.open_hands)
            self.agree(number, step, "open hands", opened, position.open_hands)

    def compare_kernel(self, number: int, course: Course) -> None:
        """Compare the compiled rules with what the plain rules did."""
        steps = len(course.ranks)
        padded = np.array(course.ranks + [0] * (MOST_STEPS - steps), np.int64)
        path = play_by_ranks(self.layout, course.positions[0], padded)
        legal_sets = path.legal.tolist()
        self.agree(number, steps, "compiled legal actions", course.legal_sets, legal_sets)
        rows = np.array([flatten(position) for position in course.positions], np.int64)
        if not np.array_equal(rows, path.positions):
            step = int(np.argmax((rows != path.positions).any(axis=1)))
            expected, found = rows[step].tolist(), path.positions[step].tolist()
            self.agree(number, step, "compiled position", expected, found)
        self.agree(number, steps, "compiled scores", course.scores, tuple(path.scores))

    def agree(self, number: int, step: int, what: str, expected: object, found: object) -> None:
        """Raises Disagreement unless both are equal."""
        if expected != found:
            raise Disagreement(
                f"{self.variant}, round {number}, step {step}: {what}: {expected} != {found}"
            )

"""Many rounds in lock-step: a vectorised environment for self-play and for search.

Each round is a row of ints: the numbers of its position, then what the seats have seen of the
past: cards played by each seat, cards passed by each seat to each hand, suits each hand surely
lacks.  Forced actions are taken without asking for a decision.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from bottleimp.kernel.arrays import FloatArray, IntArray
from bottleimp.kernel.compile.frozen_layout import freeze_layout
from bottleimp.kernel.compile.jit import inline_jit, jit
from bottleimp.kernel.compile.primitives import row_at
from bottleimp.kernel.encoding.features import Features, write_features
from bottleimp.kernel.encoding.info_state import InfoState
from bottleimp.kernel.encoding.info_state_rows import write_info_state
from bottleimp.kernel.encoding.packed_rows import flatten, row_columns
from bottleimp.kernel.encoding.position_rows import (
    position_template,
    position_width,
    read_position,
    write_position,
)
from bottleimp.kernel.encoding.schema import feature_count, info_state_template
from bottleimp.kernel.rng import RngState, advance_state, draw_card, seed_word, stream_state
from bottleimp.rules.cardsets import holds, lowest, singleton, size, with_entry
from bottleimp.rules.edition import Edition
from bottleimp.rules.position import Layout, Position, is_choosing, is_over, is_passing
from bottleimp.rules.scoring import card_points, scores
from bottleimp.rules.turns import advance, legal_actions

ROUND_OVER = -1
"""What `RoundBatch.turns` holds for a round that is over, in the place of a seat."""


@inline_jit
def played_column(layout: Layout, template: Position, seat: int) -> int:  # noqa: ARG001
    """Where a row holds the cards that the seat has played."""
    return position_width(template) + seat


@inline_jit
def passed_column(layout: Layout, template: Position, seat: int, target: int) -> int:
    """Where a row holds the cards that the seat has passed to a hand or to the imp's trick."""
    targets = len(layout.hand_seat) + 1
    return played_column(layout, template, len(layout.side)) + seat * targets + target


@inline_jit
def void_column(layout: Layout, template: Position, hand: int) -> int:
    """Where a row holds the suits that the hand surely lacks; past the last hand, its width."""
    return passed_column(layout, template, len(layout.side), 0) + hand


def round_columns(edition: Edition) -> dict[str, slice]:
    """The columns of a row: those of the position by its fields, then `played`, by seat."""
    layout, template = edition.layout, position_template(edition)
    first, end = (played_column(layout, template, seat) for seat in (0, edition.seats))
    return {**row_columns(template), "played": slice(first, end)}


@inline_jit
def cards_passed_by(
    layout: Layout, template: Position, row: IntArray, seat: int, target: int
) -> int:
    """The cards that the seat has passed to a hand; one past the last is the imp's trick."""
    cards: int = row[passed_column(layout, template, seat, target)]
    return cards


@inline_jit
def count_unseen_passes(layout: Layout, position: Position, hand: int) -> int:
    """How many cards of the hand are passed but not picked up, which others cannot notice."""
    count = 0
    if is_passing(layout, position):
        for made in range(position.passes_made):
            if holds(layout.pick_ups, made):
                count = 0
            elif layout.pass_source[made] == hand:
                count += 1
    return count


@inline_jit
def visible_hands(
    layout: Layout, template: Position, position: Position, row: IntArray, open_hands: int
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """For every hand, the cards that the seat to act knows in it, and its visible size."""
    known, sizes = template.hands, template.hands
    for hand in range(len(layout.hand_seat)):
        cards = position.hands[hand]
        held = size(cards)
        if layout.hand_seat[hand] != position.turn and not holds(open_hands, hand):
            cards &= cards_passed_by(layout, template, row, position.turn, hand)
            held += count_unseen_passes(layout, position, hand)
        known, sizes = with_entry(known, hand, cards), with_entry(sizes, hand, held)
    return known, sizes


@inline_jit
def picked_up_cards(
    layout: Layout, template: Position, position: Position, row: IntArray
) -> tuple[int, ...]:
    """For every seat, the cards that the seat to act picked up from it."""
    received = template.won
    for giver in range(len(layout.side)):
        got = 0
        for hand in range(len(layout.hand_seat)):
            if layout.hand_seat[hand] == position.turn != giver:
                got |= cards_passed_by(layout, template, row, giver, hand) & ~position.passed[hand]
        received = with_entry(received, giver, got)
    return received


@inline_jit
def info_state_in(
    layout: Layout, template: Position, position: Position, row: IntArray
) -> InfoState:
    """What the seat to act knows."""
    seat, hands = position.turn, len(layout.hand_seat)
    settled = not is_passing(layout, position) and not is_choosing(layout, position)
    open_hands = position.open_hands if settled or layout.choosers == 0 else 0
    known, sizes = visible_hands(layout, template, position, row, open_hands)
    lacking = template.hands
    played, on_table, points = template.won, template.won, template.won
    unseen = 0
    for suit in layout.suits:
        unseen |= suit
    own_passes = 0
    for made in range(position.passes_made):
        if layout.pass_seat[made] == seat:
            own_passes += 1
    for other in range(len(layout.side)):
        cards = row[played_column(layout, template, other)]
        played = with_entry(played, other, cards)
        on_table = with_entry(on_table, other, cards & position.trick)
        points = with_entry(points, other, card_points(layout, position.won[other]))
        unseen &= ~cards
    for hand in range(hands):
        lacking = with_entry(lacking, hand, row[void_column(layout, template, hand)])
        unseen &= ~known[hand] & ~cards_passed_by(layout, template, row, seat, hand)
    discards = cards_passed_by(layout, template, row, seat, hands)
    return InfoState(
        seat=seat,
        passes_made=own_passes,
        choices_made=0,
        hands=known,
        hand_sizes=sizes,
        voids=lacking,
        open_hands=open_hands,
        discards=discards,
        received=picked_up_cards(layout, template, position, row),
        played=played,
        on_table=on_table,
        points=points,
        prices=position.prices,
        owners=position.owners,
        plays_made=position.plays_made,
        led_suit=position.led_suit,
        taker=position.taker,
        unseen=unseen & ~discards,
        legal=legal_actions(layout, position),
    )


@inline_jit
def record_action(
    layout: Layout, template: Position, position: Position, action: int, row: IntArray
) -> None:
    """Write into the past what an action shows to those who can see it."""
    if is_passing(layout, position):
        target = layout.pass_target[position.passes_made]
        row[passed_column(layout, template, position.turn, target)] |= singleton(action)
    elif action < layout.deck_size:
        row[played_column(layout, template, position.turn)] |= singleton(action)
        if position.led_suit and not position.led_suit & singleton(action):
            for hand in range(len(layout.hand_seat)):
                if holds(position.hands[hand], action):
                    row[void_column(layout, template, hand)] |= position.led_suit


@inline_jit
def apply_action(layout: Layout, template: Position, row: IntArray, action: int) -> Position:
    """Write the round after an action into its row."""
    position = read_position(template, row)
    record_action(layout, template, position, action, row)
    after = advance(layout, position, action)
    write_position(after, row)
    return after


@inline_jit
def deal_row(
    template: Position, sizes: IntArray, cards: IntArray, stream: RngState, row: IntArray
) -> Position:
    """Begin a round in this row of zeros, its cards drawn by the stream."""
    remaining = 0
    for card in cards:
        remaining |= singleton(card)
    hands = template.hands
    for hand in range(len(hands)):
        held = 0
        for _ in range(sizes[hand]):
            card = draw_card(remaining, stream)
            stream = advance_state(stream)
            held |= singleton(card)
            remaining &= ~singleton(card)
        hands = with_entry(hands, hand, held)
    passed = with_entry(template.passed, len(hands), remaining)
    position = template._replace(hands=hands, passed=passed)
    write_position(position, row)
    return position


@jit
def fill_deals(
    template: Position, sizes: IntArray, cards: IntArray, seed: RngState, first: int, rows: IntArray
) -> None:  # fmt: skip
    """Deal each row from stream number `first` + row of the seed."""
    for number in range(len(rows)):
        rows[number, :] = 0
        stream = stream_state(seed, first + number)
        deal_row(template, sizes, cards, stream, row_at(rows, number))


@jit
def fill_decisions(
    layout: Layout, template: Position, rows: IntArray, features: Features, legal: IntArray,
    turns: IntArray,
) -> int:  # fmt: skip
    """Move every round on to its next real decision; how many rounds are not over.

    Writes for each round the features of the seat to act, its legal actions as a set and its
    number; ROUND_OVER where it is over.
    """
    asked = 0
    for number in range(len(rows)):
        row = row_at(rows, number)
        position = read_position(template, row)
        cards = 0
        while not is_over(position):
            cards = legal_actions(layout, position)
            if size(cards) > 1:
                break
            position = apply_action(layout, template, row, lowest(cards))
        if is_over(position):
            turns[number] = ROUND_OVER
            legal[number] = 0
            continue
        asked += 1
        turns[number] = position.turn
        legal[number] = cards
        write_features(
            layout, info_state_in(layout, template, position, row), row_at(features, number)
        )
    return asked


@jit
def fill_observations(
    layout: Layout, template: Position, rows: IntArray, features: Features, legal: IntArray,
    turns: IntArray,
) -> None:  # fmt: skip
    """Write what the seat to act sees in every round, forced or not; no round may be over."""
    for number in range(len(rows)):
        row = row_at(rows, number)
        position = read_position(template, row)
        turns[number] = position.turn
        legal[number] = legal_actions(layout, position)
        write_features(
            layout, info_state_in(layout, template, position, row), row_at(features, number)
        )


@jit
def fill_info_state_rows(
    layout: Layout, template: Position, rows: IntArray, indices: IntArray, table: IntArray
) -> None:
    """Write what the seat to act knows in some rounds, none of them over."""
    for number in range(len(indices)):
        row = row_at(rows, indices[number])
        position = read_position(template, row)
        write_info_state(info_state_in(layout, template, position, row), row_at(table, number))


@jit
def fill_steps(layout: Layout, template: Position, rows: IntArray, actions: IntArray) -> None:
    """Act in every round; an action below zero leaves its round alone."""
    for number in range(len(rows)):
        if actions[number] >= 0:
            apply_action(layout, template, row_at(rows, number), actions[number])


@jit
def fill_returns(layout: Layout, template: Position, rows: IntArray, table: IntArray) -> None:
    """Write the scores of every finished round, seat by seat."""
    for number in range(len(rows)):
        result = scores(layout, read_position(template, row_at(rows, number)))
        for seat in range(len(result)):
            table[number, seat] = result[seat]


@jit
def fill_owners(template: Position, rows: IntArray, table: Features) -> None:
    """Write 1 for each seat that owns a bottle, else 0."""
    table[:, :] = 0
    for number in range(len(rows)):
        for owner in read_position(template, row_at(rows, number)).owners:
            if owner >= 0:
                table[number, owner] = 1


def dealt_numbers(edition: Edition) -> tuple[IntArray, IntArray]:
    """The sizes of the hands, and the cards that are dealt to them."""
    return (
        np.array([hand.size for hand in edition.hands], np.int64),
        np.array([card.place for card in edition.deck.cards], np.int64),
    )


@dataclass
class RoundBatch:
    """Rounds of one edition, all at their own next decision."""

    edition: Edition
    rows: IntArray
    features: Features
    legal: IntArray
    turns: IntArray

    @classmethod
    def allocate(cls, edition: Edition, count: int) -> "RoundBatch":
        """Room for this many rounds; nothing is dealt yet."""
        layout = edition.layout
        template = position_template(edition)
        width = void_column(layout, template, len(edition.hands))
        return cls(
            edition,
            np.zeros((count, width), np.int64),
            np.zeros((count, feature_count(layout, edition.bottles)), np.uint8),
            np.zeros(count, np.int64),
            np.zeros(count, np.int64),
        )

    @classmethod
    def at_positions(cls, edition: Edition, positions: Sequence[Position]) -> "RoundBatch":
        """Rounds that begin at these positions, at least one, each right after a deal."""
        rounds = cls.allocate(edition, len(positions))
        numbers = [flatten(position) for position in positions]
        rounds.rows[:, : len(numbers[0])] = numbers
        return rounds

    def select(self, indices: IntArray) -> "RoundBatch":
        """Copies of some rounds, repeated where an index is."""
        count = len(indices)
        return RoundBatch(
            self.edition,
            self.rows[indices].copy(),
            np.zeros((count, self.features.shape[1]), np.uint8),
            np.zeros(count, np.int64),
            np.zeros(count, np.int64),
        )

    def deal(self, seed: int, first: int) -> None:
        """Deal all rounds anew, round k from stream `first` + k of the seed."""
        sizes, cards = dealt_numbers(self.edition)
        fill_deals(position_template(self.edition), sizes, cards, seed_word(seed), first, self.rows)

    def next_decisions(self) -> int:
        """Move on to the next decisions; how many rounds are not over."""
        asked: int = fill_decisions(
            freeze_layout(self.edition.layout), position_template(self.edition), self.rows,
            self.features, self.legal, self.turns,
        )  # fmt: skip
        return asked

    def observe(self) -> None:
        """Write what the seat to act sees in every round; no round may be over."""
        fill_observations(
            freeze_layout(self.edition.layout), position_template(self.edition), self.rows,
            self.features, self.legal, self.turns,
        )  # fmt: skip

    def info_state_rows(self, indices: IntArray) -> IntArray:
        """What the seat to act knows in some rounds, none of them over: a row for each."""
        edition = self.edition
        width = len(flatten(info_state_template(edition)))
        table = np.zeros((len(indices), width), np.int64)
        fill_info_state_rows(
            freeze_layout(edition.layout), position_template(edition), self.rows, indices, table
        )
        return table

    def step(self, actions: IntArray) -> None:
        """Take one action in every round that is not over."""
        fill_steps(
            freeze_layout(self.edition.layout), position_template(self.edition), self.rows, actions
        )

    def returns(self) -> IntArray:
        """The scores of all rounds, which must be over: a row for each, a column a seat."""
        table = np.zeros((len(self.rows), self.edition.seats), np.int64)
        fill_returns(
            freeze_layout(self.edition.layout), position_template(self.edition), self.rows, table
        )
        return table

    def points(self) -> FloatArray:
        """The scores before any doubling: a row for each round, a column a seat."""
        return np.asarray(self.returns() / np.array(self.edition.weights))

    def owners(self) -> Features:
        """1 for each seat that owns a bottle, a row for each round."""
        table = np.zeros((len(self.rows), self.edition.seats), np.uint8)
        fill_owners(position_template(self.edition), self.rows, table)
        return table

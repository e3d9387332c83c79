"""Many rounds at once, side by side, for self-play and for search.

Each round is a row of ints: the numbers of its position, then what the seats have seen of the
past: cards played by each seat, cards passed by each seat to each hand, cards each hand surely
lacks.  Seats whose action is forced are moved on without being asked.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from bottleimp.kernel.compile.frozen_layout import frozen
from bottleimp.kernel.compile.jit import compiled, inlined
from bottleimp.kernel.encoding.info_state import Features, Sight, width, write_features
from bottleimp.kernel.playouts import write_position
from bottleimp.kernel.rng import Stream, drawn, moved_on, seeded, stream_of
from bottleimp.rules.cardsets import holds, lone, lowest, replaced, size
from bottleimp.rules.edition import Edition
from bottleimp.rules.position import Layout, Position, is_choosing, is_over, is_passing
from bottleimp.rules.scoring import scores, worth
from bottleimp.rules.turns import advance, legal_actions

Numbers = npt.NDArray[np.int64]

NOT_ASKED = -1


@inlined
def read_position(template: Position, row: Numbers) -> Position:
    """The position in a row; the template has its shape."""
    at = 0
    hands, passed, won = template.hands, template.passed, template.won
    prices, owners = template.prices, template.owners
    for k in range(len(hands)):
        hands = replaced(hands, k, row[at])
        at += 1
    for k in range(len(passed)):
        passed = replaced(passed, k, row[at])
        at += 1
    for k in range(len(won)):
        won = replaced(won, k, row[at])
        at += 1
    for k in range(len(prices)):
        prices = replaced(prices, k, row[at])
        at += 1
    for k in range(len(owners)):
        owners = replaced(owners, k, row[at])
        at += 1
    return Position(
        hands, passed, won, prices, owners,
        row[at], row[at + 1], row[at + 2], row[at + 3], row[at + 4], row[at + 5], row[at + 6],
        row[at + 7],
    )  # fmt: skip


@inlined
def position_width(template: Position) -> int:
    """How many numbers a position has."""
    return (
        len(template.hands) + len(template.passed) + len(template.won)
        + len(template.prices) + len(template.owners) + 8
    )  # fmt: skip


@inlined
def passed_by(layout: Layout, template: Position, row: Numbers, seat: int, target: int) -> int:
    """The cards that the seat has passed to a hand; one past the last is the imp's trick."""
    past = position_width(template) + len(layout.side)
    cards: int = row[past + seat * (len(layout.hand_seat) + 1) + target]
    return cards


@inlined
def on_their_way(layout: Layout, position: Position, hand: int) -> int:
    """How many cards of the hand are passed but not picked up, which others cannot notice."""
    count = 0
    if is_passing(layout, position):
        for made in range(position.passes_made):
            if holds(layout.pick_ups, made):
                count = 0
            elif layout.pass_source[made] == hand:
                count += 1
    return count


@inlined
def seen_hands(
    layout: Layout, template: Position, position: Position, row: Numbers, open_hands: int
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """For every hand, the cards that the seat to act knows in it, and its visible size."""
    known, sizes = template.hands, template.hands
    for hand in range(len(layout.hand_seat)):
        cards = position.hands[hand]
        held = size(cards)
        if layout.hand_seat[hand] != position.turn and not holds(open_hands, hand):
            cards &= passed_by(layout, template, row, position.turn, hand)
            held += on_their_way(layout, position, hand)
        known, sizes = replaced(known, hand, cards), replaced(sizes, hand, held)
    return known, sizes


@inlined
def pick_ups(
    layout: Layout, template: Position, position: Position, row: Numbers
) -> tuple[int, ...]:
    """For every seat, the cards that the seat to act picked up from it."""
    received = template.won
    for giver in range(len(layout.side)):
        got = 0
        for hand in range(len(layout.hand_seat)):
            if layout.hand_seat[hand] == position.turn != giver:
                got |= passed_by(layout, template, row, giver, hand) & ~position.passed[hand]
        received = replaced(received, giver, got)
    return received


@inlined
def sight_in(layout: Layout, template: Position, position: Position, row: Numbers) -> Sight:
    """What the seat to act knows."""
    seat, hands = position.turn, len(layout.hand_seat)
    past = position_width(template)
    lacks = past + len(layout.side) * (hands + 2)
    settled = not is_passing(layout, position) and not is_choosing(layout, position)
    open_hands = position.open_hands if settled or layout.choosers == 0 else 0
    known, sizes = seen_hands(layout, template, position, row, open_hands)
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
        cards = row[past + other]
        played = replaced(played, other, cards)
        on_table = replaced(on_table, other, cards & position.trick)
        points = replaced(points, other, worth(layout, position.won[other]))
        unseen &= ~cards
    for hand in range(hands):
        lacking = replaced(lacking, hand, row[lacks + hand])
        unseen &= ~known[hand] & ~passed_by(layout, template, row, seat, hand)
    discards = passed_by(layout, template, row, seat, hands)
    return Sight(
        seat, own_passes, 0, known, sizes, lacking, open_hands, discards,
        pick_ups(layout, template, position, row), played, on_table, points, position.prices,
        position.owners, position.plays_made, position.led_suit, position.taker,
        unseen & ~discards, legal_actions(layout, position),
    )  # fmt: skip


@inlined
def note_action(
    layout: Layout, template: Position, position: Position, action: int, row: Numbers
) -> None:
    """Write into the past what an action shows to those who can see it."""
    seats, hands = len(layout.side), len(layout.hand_seat)
    past = position_width(template)
    passes = past + seats
    lacks = passes + seats * (hands + 1)
    if is_passing(layout, position):
        target = layout.pass_target[position.passes_made]
        row[passes + position.turn * (hands + 1) + target] |= lone(action)
    elif action < layout.deck_size:
        row[past + position.turn] |= lone(action)
        if position.led_suit and not position.led_suit & lone(action):
            for hand in range(hands):
                if holds(position.hands[hand], action):
                    row[lacks + hand] |= position.led_suit


@inlined
def acted(layout: Layout, template: Position, row: Numbers, action: int) -> Position:
    """Write the round after an action into its row."""
    position = read_position(template, row)
    note_action(layout, template, position, action, row)
    after = advance(layout, position, action)
    write_position(after, row)
    return after


@compiled
def fill_deals(
    template: Position, sizes: Numbers, cards: Numbers, seed: Stream, first: int, rows: Numbers
) -> None:  # fmt: skip
    """Deal each row from stream number `first` + row of the seed."""
    for number in range(len(rows)):
        stream = stream_of(seed, first + number)
        row = rows[number]
        row[:] = 0
        remaining = 0
        for card in cards:
            remaining |= lone(card)
        hands = template.hands
        for hand in range(len(hands)):
            held = 0
            for _ in range(sizes[hand]):
                card = drawn(remaining, stream)
                stream = moved_on(stream)
                held |= lone(card)
                remaining &= ~lone(card)
            hands = replaced(hands, hand, held)
        passed = replaced(template.passed, len(hands), remaining)
        write_position(
            Position(
                hands, passed, template.won, template.prices, template.owners, 0, 0, 0, 0, 0, 0,
                template.taker, template.turn,
            ),
            row,
        )  # fmt: skip


@compiled
def fill_requests(
    layout: Layout, template: Position, rows: Numbers, features: Features, legal: Numbers,
    turns: Numbers,
) -> int:  # fmt: skip
    """Move every round on to its next real decision; how many rounds are not over.

    Writes for each round the features of the seat to act, its legal actions as a set and its
    number; NOT_ASKED where the round is over.
    """
    asked = 0
    for number in range(len(rows)):
        row = rows[number]
        position = read_position(template, row)
        cards = 0
        while not is_over(position):
            cards = legal_actions(layout, position)
            if size(cards) > 1:
                break
            position = acted(layout, template, row, lowest(cards))
        if is_over(position):
            turns[number] = NOT_ASKED
            legal[number] = 0
            continue
        asked += 1
        turns[number] = position.turn
        legal[number] = cards
        features[number, :] = 0
        write_features(layout, sight_in(layout, template, position, row), features[number])
    return asked


@compiled
def fill_sights(
    layout: Layout, template: Position, rows: Numbers, features: Features, legal: Numbers,
    turns: Numbers,
) -> None:  # fmt: skip
    """Write what the seat to act sees in every round, forced or not; no round may be over."""
    for number in range(len(rows)):
        position = read_position(template, rows[number])
        turns[number] = position.turn
        legal[number] = legal_actions(layout, position)
        features[number, :] = 0
        write_features(layout, sight_in(layout, template, position, rows[number]), features[number])


@compiled
def fill_steps(layout: Layout, template: Position, rows: Numbers, actions: Numbers) -> None:
    """Act in every round; an action below zero leaves its round alone."""
    for number in range(len(rows)):
        if actions[number] >= 0:
            acted(layout, template, rows[number], actions[number])


@compiled
def fill_results(layout: Layout, template: Position, rows: Numbers, table: Numbers) -> None:
    """Write the scores of every finished round, seat by seat."""
    for number in range(len(rows)):
        result = scores(layout, read_position(template, rows[number]))
        for seat in range(len(result)):
            table[number, seat] = result[seat]


@compiled
def fill_owners(template: Position, rows: Numbers, table: Features) -> None:
    """Write 1 for each seat that owns a bottle, else 0."""
    table[:, :] = 0
    for number in range(len(rows)):
        for owner in read_position(template, rows[number]).owners:
            if owner >= 0:
                table[number, owner] = 1


@dataclass
class Rounds:
    """Rounds of one edition, all at their own next decision."""

    edition: Edition
    rows: Numbers
    features: Features
    legal: Numbers
    turns: Numbers

    @classmethod
    def room(cls, edition: Edition, count: int) -> "Rounds":
        """Room for this many rounds; nothing is dealt yet."""
        layout = edition.layout
        template = shape(edition)
        seats, hands = edition.seats, len(edition.hands)
        numbers = position_width(template) + seats + seats * (hands + 1) + hands
        return cls(
            edition,
            np.zeros((count, numbers), np.int64),
            np.zeros((count, width(layout, edition.bottles)), np.uint8),
            np.zeros(count, np.int64),
            np.zeros(count, np.int64),
        )

    def deal(self, seed: int, first: int) -> None:
        """Deal all rounds anew, round k from stream `first` + k of the seed."""
        edition = self.edition
        sizes = np.array([hand.size for hand in edition.hands], np.int64)
        cards = np.array([card.place for card in edition.deck.cards], np.int64)
        fill_deals(shape(edition), sizes, cards, seeded(seed), first, self.rows)

    def ask(self) -> int:
        """Move on to the next decisions; how many rounds are not over."""
        asked: int = fill_requests(
            frozen(self.edition.layout), shape(self.edition), self.rows, self.features,
            self.legal, self.turns,
        )  # fmt: skip
        return asked

    def look(self) -> None:
        """Write what the seat to act sees in every round; no round may be over."""
        fill_sights(
            frozen(self.edition.layout), shape(self.edition), self.rows, self.features,
            self.legal, self.turns,
        )  # fmt: skip

    def act(self, actions: Numbers) -> None:
        """Take one action in every round that is not over."""
        fill_steps(frozen(self.edition.layout), shape(self.edition), self.rows, actions)

    def results(self) -> Numbers:
        """The scores of all rounds, which must be over: a row for each, a column a seat."""
        table = np.zeros((len(self.rows), self.edition.seats), np.int64)
        fill_results(frozen(self.edition.layout), shape(self.edition), self.rows, table)
        return table

    def owners(self) -> Features:
        """1 for each seat that owns a bottle, a row for each round."""
        table = np.zeros((len(self.rows), self.edition.seats), np.uint8)
        fill_owners(shape(self.edition), self.rows, table)
        return table


def shape(edition: Edition) -> Position:
    """A position of this edition's shape, before any card is dealt."""
    return edition.opening(tuple(() for _ in edition.hands), ())

"""Steps of many rounds that begin anew when they are over: what the vector environment runs on.

A step takes one action in every round, moves on to the next decision and writes what the seat to
act sees, all in one pass.  Beside the rows of a `RoundBatch` it keeps the record of each round, so
that the whole history can be shown as a seat has seen it.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from bottleimp.kernel.arrays import Float32Array, IntArray
from bottleimp.kernel.compile.jit import inline_jit, jit
from bottleimp.kernel.compile.primitives import row_at, write_bits
from bottleimp.kernel.encoding.features import Features, write_features
from bottleimp.kernel.encoding.info_state import InfoState
from bottleimp.kernel.encoding.position_rows import read_position
from bottleimp.kernel.encoding.schema import HAND_CHOICES, HISTORY
from bottleimp.kernel.rng import RngState, advance_state, draw_card, stream_state
from bottleimp.kernel.round_batch import ROUND_OVER, apply_action, deal_row, info_state_in
from bottleimp.rules.cardsets import holds, lowest, size
from bottleimp.rules.position import FOREHAND, Layout, Position, is_choosing, is_over, is_passing
from bottleimp.rules.scoring import scores
from bottleimp.rules.turns import legal_actions

SmallInts = npt.NDArray[np.int8]

NO_ACTION = -1  # leaves its round alone
NOT_SEEN = -1  # in a history: not made yet, or hidden
HISTORY_ACTION, HISTORY_SEAT = 0, 1  # the columns of a history


class VectorArrays(NamedTuple):
    """All that steps read and write; row k of each array is round k."""

    rows: IntArray  # as `RoundBatch` keeps them
    dealt: IntArray  # (round, place): the cards dealt to each hand, then those left over
    history: SmallInts  # (round, action, 2): its number and its seat, in the order of records
    made: IntArray  # how many actions the record has
    deals: IntArray  # how often the row was dealt
    features: Features
    mask: SmallInts  # (round, action number)
    legal: IntArray  # the same as a set
    turns: IntArray
    points: IntArray  # (round, seat): the scores of the round that was finished last
    rewards: Float32Array  # (round, seat): the same where this step finished a round, else 0
    finished: Features  # 1 where this step finished a round

    def part(self, rows: slice) -> "VectorArrays":
        """The same arrays, of some rows alone."""
        return VectorArrays(
            self.rows[rows], self.dealt[rows], self.history[rows], self.made[rows],
            self.deals[rows], self.features[rows], self.mask[rows], self.legal[rows],
            self.turns[rows], self.points[rows], self.rewards[rows], self.finished[rows],
        )  # fmt: skip


class DealPlan(NamedTuple):
    """How the rounds are dealt: row k, for the nth time, from stream `first + k + n * stride`."""

    sizes: IntArray
    cards: IntArray
    seed: RngState
    first: int
    stride: int


@inline_jit
def legal_for_seat(layout: Layout, position: Position, seat: int) -> int:
    """What the seat may do in the running stage, whoever is next in the order of records."""
    if is_passing(layout, position):
        made = position.passes_made
        while layout.pass_seat[made] != seat:
            if holds(layout.pick_ups, made):
                return 0
            made += 1
        return position.hands[layout.pass_source[made]]
    if is_choosing(layout, position):
        return legal_actions(layout, position) if seat >= position.choices_made else 0
    return legal_actions(layout, position) if seat == position.turn else 0


@inline_jit
def info_state_for_seat(
    layout: Layout, template: Position, position: Position, row: IntArray, seat: int
) -> InfoState:
    """What any seat knows; the same as `info_state_of` says of its observation."""
    seen = info_state_in(layout, template, position._replace(turn=seat), row)
    has_chosen = 0
    if is_choosing(layout, position) and not is_passing(layout, position):
        has_chosen = 1 if seat < position.choices_made else 0
    legal = 0 if is_over(position) else legal_for_seat(layout, position, seat)
    taker = FOREHAND if is_over(position) else seen.taker
    return InfoState(
        seat=seen.seat,
        passes_made=seen.passes_made,
        choices_made=has_chosen,
        hands=seen.hands,
        hand_sizes=seen.hand_sizes,
        voids=seen.voids,
        open_hands=seen.open_hands,
        discards=seen.discards,
        received=seen.received,
        played=seen.played,
        on_table=seen.on_table,
        points=seen.points,
        prices=seen.prices,
        owners=seen.owners,
        plays_made=seen.plays_made,
        led_suit=seen.led_suit,
        taker=taker,
        unseen=seen.unseen,
        legal=legal,
    )


# The functions below get rows of arrays one by one, by `row_at`: handing them arrays costs most of
# the speed, for compiled code then counts references to each.
@inline_jit
def take_action(
    layout: Layout, template: Position, row: IntArray, record: SmallInts, made: int, seat: int,
    action: int,
) -> Position:  # fmt: skip
    """The position after an action, which is written into the row and into its record."""
    record[len(HISTORY) * made + HISTORY_ACTION] = action
    record[len(HISTORY) * made + HISTORY_SEAT] = seat
    return apply_action(layout, template, row, action)


@inline_jit
def keep_deal(position: Position, dealt: IntArray) -> None:
    """Write down who was dealt what; the round has just begun."""
    hands = len(position.hands)
    for hand in range(hands):
        dealt[hand] = position.hands[hand]
    dealt[hands] = position.passed[hands]


@inline_jit
def asked_actions(layout: Layout, position: Position, asks_forced: int) -> int:
    """The legal actions among which the seat to act is asked to choose; 0 if it is not asked.

    It is asked where it has a choice, and with `asks_forced` also where it has none; driven seats
    never are.
    """
    cards = legal_actions(layout, position)
    is_free = size(cards) > 1
    return cards if is_free or (asks_forced and not holds(layout.driven, position.turn)) else 0


@inline_jit
def show_decision(
    layout: Layout, template: Position, row: IntArray, position: Position, features: Features,
    mask: SmallInts,
) -> int:  # fmt: skip
    """Write what the seat to act sees and may do; its legal actions as a set."""
    cards = legal_actions(layout, position)
    write_features(layout, info_state_in(layout, template, position, row), features)
    write_bits(cards, mask, 0, layout.deck_size + HAND_CHOICES)
    return cards


@inline_jit
def begin_round(
    layout: Layout, template: Position, plan: DealPlan, asks_forced: int, number: int, nth: int,
    row: IntArray, dealt: IntArray, record: SmallInts,
) -> tuple[Position, int]:  # fmt: skip
    """The first decision of a new round, its nth, in this row of zeros; how many actions it has."""
    stream = stream_state(plan.seed, plan.first + number + plan.stride * nth)
    position = deal_row(template, plan.sizes, plan.cards, stream, row)
    keep_deal(position, dealt)
    made = 0
    while not asked_actions(layout, position, asks_forced):
        card = lowest(legal_actions(layout, position))
        position = take_action(layout, template, row, record, made, position.turn, card)
        made += 1
    return position, made


@jit
def fill_resets(
    layout: Layout, template: Position, plan: DealPlan, asks_forced: int, arrays: VectorArrays,
    which: Features,
) -> None:  # fmt: skip
    """Begin a new round in every row that `which` marks, and show its first decision."""
    rows, history, dealt, deals = arrays.rows, arrays.history, arrays.dealt, arrays.deals
    for number in range(len(which)):
        if not which[number]:
            continue
        rows[number, :] = 0
        history[number, :, :] = NOT_SEEN
        row = row_at(rows, number)
        position, made = begin_round(
            layout, template, plan, asks_forced, number, deals[number], row,
            row_at(dealt, number), row_at(history, number),
        )  # fmt: skip
        deals[number] += 1
        arrays.made[number] = made
        arrays.turns[number] = position.turn
        arrays.legal[number] = show_decision(
            layout, template, row, position, row_at(arrays.features, number),
            row_at(arrays.mask, number),
        )  # fmt: skip


@jit
def fill_vector_steps(
    layout: Layout, template: Position, plan: DealPlan, asks_forced: int, redeals: int,
    arrays: VectorArrays, actions: IntArray,
) -> None:  # fmt: skip
    """Take an action in every round and show its next decision.

    A round that this finishes gets its scores, and then a new round begins in its row, or with
    `redeals` 0 its row stays over.  Actions below zero, and rounds that are over, are left alone.
    """
    rows, history, made, finished = arrays.rows, arrays.history, arrays.made, arrays.finished
    features, mask, legal, turns = arrays.features, arrays.mask, arrays.legal, arrays.turns
    points, rewards, dealt, deals = arrays.points, arrays.rewards, arrays.dealt, arrays.deals
    for number in range(len(actions)):
        if finished[number]:
            finished[number] = 0
            rewards[number, :] = 0
        action, turn, steps = actions[number], turns[number], made[number]
        if action < 0 or turn == ROUND_OVER:
            continue
        row, record = row_at(rows, number), row_at(history, number)
        while True:  # the action, then those that nobody is asked for
            position = take_action(layout, template, row, record, steps, turn, action)
            steps += 1
            turn = position.turn
            if is_over(position) or asked_actions(layout, position, asks_forced):
                break
            action = lowest(legal_actions(layout, position))
        if is_over(position):
            finished[number] = 1
            result = scores(layout, position)
            for seat in range(len(result)):
                points[number, seat] = result[seat]
                rewards[number, seat] = result[seat]
            if not redeals:
                made[number] = steps
                turns[number] = ROUND_OVER
                legal[number] = 0
                features[number, :] = 0
                mask[number, :] = 0
                continue
            rows[number, :] = 0
            history[number, :, :] = NOT_SEEN
            position, steps = begin_round(
                layout, template, plan, asks_forced, number, deals[number], row,
                row_at(dealt, number), record,
            )  # fmt: skip
            deals[number] += 1
        made[number] = steps
        turns[number] = position.turn
        legal[number] = show_decision(
            layout, template, row, position, row_at(features, number), row_at(mask, number)
        )


@jit
def fill_replays(
    layout: Layout, template: Position, seed: RngState, seat: int, record: IntArray,
    pending: IntArray, arrays: VectorArrays,
) -> None:  # fmt: skip
    """Play the rounds just dealt in the rows to a decision of the seat.

    Each takes the actions of its row of `record`, then the seat those of `pending`, while the
    others' secret choices that come before are drawn: each legal one as likely as another.
    """
    for number in range(len(record)):
        arrays.history[number, :, :] = NOT_SEEN
        row, kept, made = row_at(arrays.rows, number), row_at(arrays.history, number), 0
        stream = stream_state(seed, number)
        position = read_position(template, row)
        keep_deal(position, row_at(arrays.dealt, number))
        for action in record[number]:
            position = take_action(layout, template, row, kept, made, position.turn, action)
            made += 1
        chosen = 0
        while position.turn != seat or chosen < len(pending):
            if position.turn == seat:
                action = pending[chosen]
                chosen += 1
            else:
                action = draw_card(legal_actions(layout, position), stream)
                stream = advance_state(stream)
            position = take_action(layout, template, row, kept, made, position.turn, action)
            made += 1
        arrays.made[number] = made
        arrays.finished[number] = 0
        arrays.turns[number] = position.turn
        arrays.legal[number] = show_decision(
            layout, template, row, position, row_at(arrays.features, number),
            row_at(arrays.mask, number),
        )  # fmt: skip


@jit
def first_illegal_row(turns: IntArray, legal: IntArray, actions: IntArray, most: int) -> int:
    """The first row whose action is not legal; -1 if there is none.

    An action below zero is legal anywhere, and any is where the round is over.
    """
    for number in range(len(actions)):
        action = actions[number]
        is_asked = action >= 0 and turns[number] != ROUND_OVER
        if is_asked and (action >= most or not holds(legal[number], action)):
            return number
    return -1


@jit
def fill_seat_views(
    layout: Layout, template: Position, rows: IntArray, indices: IntArray, seats: IntArray,
    features: Features, mask: SmallInts,
) -> None:  # fmt: skip
    """Write what a seat of each of these rounds sees and may do, whether it is to act or not."""
    for number in range(len(indices)):
        row = row_at(rows, indices[number])
        position = read_position(template, row)
        seen = info_state_for_seat(layout, template, position, row, seats[number])
        write_features(layout, seen, row_at(features, number))
        write_bits(seen.legal, row_at(mask, number), 0, layout.deck_size + HAND_CHOICES)


@inline_jit
def count_settled_actions(layout: Layout, made: int) -> int:
    """How many of the actions made belong to stages that are complete, so that they have effect."""
    passes = len(layout.pass_seat)
    settled = 0
    if made < passes:
        for number in range(made):
            if holds(layout.pick_ups, number):
                settled = number + 1
        return settled
    return passes if made < passes + layout.choosers else made


@jit
def fill_seen_histories(
    layout: Layout, history: SmallInts, made: IntArray, seats: IntArray, table: SmallInts
) -> None:
    """Write the record of each round as a seat has seen it, seats counted from its own.

    Of the exchange it has seen its own passes and those that it has picked up; choices in secret
    show when all have chosen; plays show at once.  A round that is over shows nothing.
    """
    passes, count = len(layout.pass_seat), len(layout.side)
    for number in range(len(seats)):
        own = seats[number]
        settled = count_settled_actions(layout, made[number])
        for step in range(history.shape[1]):
            action = NOT_SEEN
            seat = NOT_SEEN
            maker = history[number, step, HISTORY_SEAT]
            is_seen = own != ROUND_OVER and (step < settled or maker == own)
            if step < made[number] and is_seen:
                seat = (maker - own) % count
                action = history[number, step, HISTORY_ACTION]
                if step < passes and maker != own:
                    target = layout.pass_target[step]
                    is_own = target < len(layout.hand_seat) and layout.hand_seat[target] == own
                    action = action if is_own else NOT_SEEN
            table[number, step, HISTORY_ACTION] = action
            table[number, step, HISTORY_SEAT] = seat


@jit
def fill_all_hands(
    layout: Layout, template: Position, rows: IntArray, turns: IntArray, table: Features
) -> None:
    """Write where every card lies: hands counted from the first of the seat to act, imp's trick.

    Cards that are passed and not picked up count to the hand they go to.  Rounds that are over
    show zeros.
    """
    hands = len(layout.hand_seat)
    for number in range(len(turns)):
        table[number] = 0
        if turns[number] == ROUND_OVER:
            continue
        position = read_position(template, row_at(rows, number))
        first_hand = 0
        while layout.hand_seat[first_hand] != turns[number]:
            first_hand += 1
        shown = row_at(table, number)
        for place in range(hands):
            hand = (first_hand + place) % hands
            cards = position.hands[hand] | position.passed[hand]
            write_bits(cards, shown, place * layout.deck_size, layout.deck_size)
        write_bits(position.passed[hands], shown, hands * layout.deck_size, layout.deck_size)

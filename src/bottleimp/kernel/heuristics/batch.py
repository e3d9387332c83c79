"""The advice for one decision, and compiled for many at once."""

import numpy as np

from bottleimp.kernel.compile.frozen_layout import frozen
from bottleimp.kernel.compile.jit import compiled, inlined
from bottleimp.kernel.encoding.info_state import Sight
from bottleimp.kernel.heuristics.card_counts import Extent, counted, extent_of, is_settled
from bottleimp.kernel.heuristics.hand_value import Memo, empty_memo
from bottleimp.kernel.heuristics.passes import card_to_pass, hand_to_open
from bottleimp.kernel.heuristics.plays import value_of_card
from bottleimp.kernel.heuristics.weights import Weights
from bottleimp.kernel.info_state_rows import blank_sight, read_sight
from bottleimp.kernel.round_batch import Numbers
from bottleimp.rules.cardsets import lone, lowest, without_lowest
from bottleimp.rules.edition import Edition
from bottleimp.rules.position import Layout

ALIKE = 1e-9  # points; cards that differ by less are equals


@inlined
def advised(layout: Layout, extent: Extent, weights: Weights, sight: Sight, memo: Memo) -> int:
    """The actions that look best, as a set: equals if there are several.

    The seat has two legal actions or more; the memo is empty, and is filled.
    """
    if sight.legal >> layout.deck_size:
        return lone(hand_to_open(layout, sight))
    count = counted(layout, extent, weights, sight)
    if not is_settled(layout, sight):
        return lone(card_to_pass(layout, weights, sight, count, memo))
    best, equals, rest = -np.inf, 0, sight.legal
    while rest:
        card = lowest(rest)
        rest = without_lowest(rest)
        value = value_of_card(layout, weights, sight, count, memo, card)
        if value > best + ALIKE:
            best, equals = value, lone(card)
        elif value >= best - ALIKE:
            equals |= lone(card)
    return equals


@compiled
def fill_advice(
    layout: Layout, extent: Extent, weights: Weights, template: Sight, memo: Memo,
    sights: Numbers, equals: Numbers,
) -> None:  # fmt: skip
    """Write what `advised` says of every sight."""
    for number in range(len(sights)):
        memo.wins[:, :] = np.nan
        memo.sales[:, :] = np.nan
        sight = read_sight(template, sights[number])
        equals[number] = advised(layout, extent, weights, sight, memo)


def advised_in_all(edition: Edition, weights: Weights, sights: Numbers) -> Numbers:
    """The same for rows of `kernel.sight_rows`: for every row the set of equals."""
    equals = np.zeros(len(sights), np.int64)
    fill_advice(
        frozen(edition.layout), extent_of(edition), weights, blank_sight(edition),
        empty_memo(edition.deck.size), sights, equals,
    )  # fmt: skip
    return equals

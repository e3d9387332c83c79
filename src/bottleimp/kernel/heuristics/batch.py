"""The actions of the heuristic player: for one information state, and for many at once."""

import numpy as np

from bottleimp.kernel.arrays import IntArray
from bottleimp.kernel.compile.frozen_layout import freeze_layout
from bottleimp.kernel.compile.jit import inline_jit, jit
from bottleimp.kernel.encoding.info_state import InfoState
from bottleimp.kernel.encoding.info_state_rows import read_info_state
from bottleimp.kernel.encoding.schema import info_state_template
from bottleimp.kernel.heuristics.card_counts import (
    RoundSize,
    count_cards,
    is_play_decision,
    round_size_of,
)
from bottleimp.kernel.heuristics.hand_value import EvaluationCache, empty_cache
from bottleimp.kernel.heuristics.passes import card_to_pass, hand_to_open
from bottleimp.kernel.heuristics.plays import card_value
from bottleimp.kernel.heuristics.weights import HeuristicWeights
from bottleimp.rules.cardsets import lowest, singleton, without_lowest
from bottleimp.rules.edition import Edition
from bottleimp.rules.position import Layout

TIE_TOLERANCE = 1e-9  # points; cards that differ by less are equals


@inline_jit
def best_actions(
    layout: Layout,
    round_size: RoundSize,
    weights: HeuristicWeights,
    info_state: InfoState,
    cache: EvaluationCache,
) -> int:
    """The set of the best actions: several where they are equally good.

    The seat has at least two legal actions. The cache must be empty and is filled.
    """
    if info_state.legal >> layout.deck_size:
        return singleton(hand_to_open(layout, info_state))
    count = count_cards(layout, round_size, weights, info_state)
    if not is_play_decision(layout, info_state):
        return singleton(card_to_pass(layout, weights, info_state, count, cache))
    best, equals, rest = -np.inf, 0, info_state.legal
    while rest:
        card = lowest(rest)
        rest = without_lowest(rest)
        value = card_value(layout, weights, info_state, count, cache, card)
        if value > best + TIE_TOLERANCE:
            best, equals = value, singleton(card)
        elif value >= best - TIE_TOLERANCE:
            equals |= singleton(card)
    return equals


@jit
def fill_best_actions(
    layout: Layout, round_size: RoundSize, weights: HeuristicWeights, template: InfoState,
    cache: EvaluationCache, info_states: IntArray, equals: IntArray,
) -> None:  # fmt: skip
    """Write `best_actions` of every information state."""
    for number in range(len(info_states)):
        cache.later_trick_points[:, :] = np.nan
        cache.last_sale_logits[:, :] = np.nan
        info_state = read_info_state(template, info_states[number])
        equals[number] = best_actions(layout, round_size, weights, info_state, cache)


def batch_best_actions(
    edition: Edition, weights: HeuristicWeights, info_states: IntArray
) -> IntArray:
    """The set of the best actions for every row of packed information states."""
    equals = np.zeros(len(info_states), np.int64)
    fill_best_actions(
        freeze_layout(edition.layout), round_size_of(edition), weights,
        info_state_template(edition), empty_cache(edition.deck.size), info_states, equals,
    )  # fmt: skip
    return equals

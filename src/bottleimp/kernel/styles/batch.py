"""The actions that styles like best: for one information state, and for many at once."""

import numpy as np

from bottleimp.kernel.arrays import IntArray
from bottleimp.kernel.compile.frozen_layout import freeze_layout
from bottleimp.kernel.compile.jit import inline_jit, jit
from bottleimp.kernel.encoding.info_state import InfoState
from bottleimp.kernel.encoding.info_state_rows import read_info_state
from bottleimp.kernel.encoding.schema import info_state_template
from bottleimp.kernel.heuristics.card_counts import is_play_decision
from bottleimp.kernel.heuristics.passes import hand_to_open
from bottleimp.kernel.styles.card_scores import discard_score, pass_score, play_score, style_view
from bottleimp.kernel.styles.style import STYLE_ROWS, Style
from bottleimp.rules.cardsets import lowest, singleton, without_lowest
from bottleimp.rules.edition import Edition
from bottleimp.rules.position import Layout

TIE_TOLERANCE = 1e-9  # cards whose scores differ by less are equals


@inline_jit
def passes_into_imps_trick(layout: Layout, info_state: InfoState) -> bool:
    """Whether the first pass that the seat owes goes into the imp's trick."""
    own, found = 0, False
    for made in range(len(layout.pass_seat)):
        if layout.pass_seat[made] == info_state.seat:
            if own == info_state.passes_made:
                found = layout.pass_target[made] == len(layout.hand_seat)
            own += 1
    return found


@inline_jit
def favourite_actions(layout: Layout, style: Style, info_state: InfoState) -> int:
    """The set of the actions that the style likes best: several where it likes them equally.

    The seat has at least two legal actions.
    """
    if info_state.legal >> layout.deck_size:
        lower = hand_to_open(layout, info_state)
        higher = 2 * layout.deck_size + 1 - lower
        return singleton(higher if style.opens_higher else lower)
    view = style_view(layout, style, info_state)
    plays = is_play_decision(layout, info_state)
    discards = passes_into_imps_trick(layout, info_state)
    best, equals, rest = -np.inf, 0, info_state.legal
    while rest:
        card = lowest(rest)
        rest = without_lowest(rest)
        if plays:
            score = play_score(layout, style, view, card)
        elif discards:
            score = discard_score(layout, style, view, card)
        else:
            score = pass_score(layout, style, view, card)
        if score > best + TIE_TOLERANCE:
            best, equals = score, singleton(card)
        elif score >= best - TIE_TOLERANCE:
            equals |= singleton(card)
    return equals


@jit
def fill_favourite_actions(
    layout: Layout, styles: tuple[Style, ...], numbers: IntArray, template: InfoState,
    info_states: IntArray, equals: IntArray,
) -> None:  # fmt: skip
    """Write `favourite_actions` of every information state, each by the style of its number."""
    for row in range(len(info_states)):
        info_state = read_info_state(template, info_states[row])
        equals[row] = favourite_actions(layout, styles[numbers[row]], info_state)


def batch_favourite_actions(
    edition: Edition, numbers: IntArray, info_states: IntArray,
    styles: tuple[Style, ...] = STYLE_ROWS,
) -> IntArray:  # fmt: skip
    """The set of the favourite actions for every row of packed information states.

    `numbers` holds for every row which of the styles it is, from 0 on (`STYLE_NUMBERS`).
    """
    equals = np.zeros(len(info_states), np.int64)
    fill_favourite_actions(
        freeze_layout(edition.layout), styles, numbers, info_state_template(edition),
        info_states, equals,
    )  # fmt: skip
    return equals

"""The rules, compiled as they stand.

Numba learns every rule function from outside, so `bottleimp.rules` imports nothing of it and
runs without it.  Compiled code calls the rules by their own names.
"""

from collections.abc import Callable
from typing import Any, Final

from numba import njit, types
from numba.extending import overload_method, register_jitable

from bottleimp.kernel.compile.cache import KernelCache
from bottleimp.kernel.compile.numba_internals import use_cache
from bottleimp.kernel.compile.numba_primitives import JIT_OPTIONS
from bottleimp.kernel.compile.replace_fields import replace_fields
from bottleimp.rules import cardsets, position, scoring, tricks, turns

COMPILED_RULES: Final = (
    cardsets.singleton, cardsets.holds, cardsets.without_lowest, cardsets.under, cardsets.above,
    position.is_passing, position.is_choosing, position.is_over, position.suit_of,
    position.hands_of,
    tricks.playable_cards, tricks.winning_card, tricks.dearest_bottle, tricks.lopakas_card,
    turns.legal_actions, turns.may_play_from, turns.advance,
    turns.after_pass, turns.after_choice, turns.after_play,
    scoring.card_points, scoring.loss_group_score, scoring.seat_score, scoring.scores,
)  # fmt: skip

# What stays in plain Python, and why.
UNCOMPILED_RULES: Final = {
    cardsets.set_of: "takes any iterable; only building an edition needs it",
    cardsets.members: "a generator; compiled code walks a set with without_lowest",
    position.initial_position: "makes rows as long as other rows, which numba cannot size",
}

for rule in COMPILED_RULES:
    register_jitable(**JIT_OPTIONS)(rule)
overload_method(types.BaseNamedTuple, "_replace", jit_options=JIT_OPTIONS, strict=False)(
    replace_fields
)


def let_compiled_code_call(function: Callable[..., object]) -> None:
    """Compiled code may call the function from now on, and takes it into its own body."""
    register_jitable(**JIT_OPTIONS)(function)


# `Any`: numba counts as untyped.
def compiled(function: Callable[..., object]) -> Any:
    """The function as numba compiles it, when it is first called with arguments of new types.

    The code of a function of this package is kept on disk, that of another, such as a test, in
    memory only.
    """
    dispatcher = njit(nogil=True, boundscheck=False, error_model="numpy")(function)
    if function.__module__.partition(".")[0] == "bottleimp":
        use_cache(dispatcher, KernelCache(function))
    return dispatcher

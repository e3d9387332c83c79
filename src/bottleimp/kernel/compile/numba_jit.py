"""The rules, compiled as they stand.

Numba learns every rule function from outside, so `bottleimp.rules` imports nothing of it and
runs without it.  Compiled code calls the rules by their own names.
"""

from collections.abc import Callable
from typing import Final, ParamSpec, TypeVar

from numba import njit, types
from numba.extending import overload_method, register_jitable

from bottleimp.kernel.compile.cache import COMPILED_PACKAGES, KernelCache
from bottleimp.kernel.compile.numba_internals import use_cache
from bottleimp.kernel.compile.numba_primitives import JIT_OPTIONS
from bottleimp.kernel.compile.replace_fields import replace_fields
from bottleimp.rules import cardsets, position, scoring, tricks, turns

COMPILED_RULES: Final = (
    cardsets.singleton, cardsets.holds, cardsets.without_lowest, cardsets.under,
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

Parameters = ParamSpec("Parameters")
Result = TypeVar("Result")

for rule in COMPILED_RULES:
    register_jitable(**JIT_OPTIONS)(rule)
overload_method(types.BaseNamedTuple, "_replace", jit_options=JIT_OPTIONS, strict=False)(
    replace_fields
)


def inline_jit(function: Callable[Parameters, Result]) -> Callable[Parameters, Result]:
    """The function itself, which compiled code may now call and takes into its own body."""
    register_jitable(**JIT_OPTIONS)(function)
    return function


def jit(function: Callable[Parameters, Result]) -> Callable[Parameters, Result]:
    """The function compiled, when it is first called with arguments of new types.

    Several threads may run it at once.  The code is kept on disk, so a function of this package
    must stand where the build key covers it; raises ValueError otherwise.  A function from
    elsewhere, such as a test, is compiled in memory only.
    """
    dispatcher = njit(nogil=True, boundscheck=False, error_model="numpy")(function)
    package, _, module = function.__module__.partition(".")
    if package == "bottleimp":
        if module.partition(".")[0] not in COMPILED_PACKAGES:
            raise ValueError(f"{function.__module__} is not covered by {COMPILED_PACKAGES}")
        use_cache(dispatcher, KernelCache(function))
    fast: Callable[Parameters, Result] = dispatcher
    return fast


def jit_or_plain(function: Callable[Parameters, Result]) -> Callable[Parameters, Result]:
    """The function compiled, as `jit` does; without numba it stays as it is."""
    return jit(function)

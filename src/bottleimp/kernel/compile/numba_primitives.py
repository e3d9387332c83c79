"""Second bodies for the few primitives of `cardsets` that numba lacks.

Bit counts become one instruction each, and a row is rebuilt without memory or branches.
`nth` finds a card by its rank in a set; where the processor can deposit bits it takes two
instructions, elsewhere a short loop.
"""

from collections.abc import Callable
from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import intrinsic, overload, register_jitable

from bottleimp.kernel.compile.numba_internals import target_machine
from bottleimp.kernel.compile.primitives import nth
from bottleimp.rules import cardsets

# Numba and llvmlite count as untyped: `Any` below stands for their contexts, builders and values.

JIT_OPTIONS = {
    "forceinline": True,
    "boundscheck": False,
    "error_model": "numpy",
    "no_cpython_wrapper": True,
    "no_cfunc_wrapper": True,
}

WORD_TYPE = ir.IntType(64)
ZERO_NOT_POISON = ir.Constant(ir.IntType(1), 0)
TARGET_TRIPLE, CPU_NAME, CPU_FEATURES = target_machine()
HAS_BIT_DEPOSIT = "+bmi2" in CPU_FEATURES.split(",") and TARGET_TRIPLE.startswith("x86_64")

Lowering = Callable[[Any, Any, Any, Any], Any]


def card_set_intrinsic(lowering: Lowering) -> Any:
    """An intrinsic from a set of cards to a number."""

    def typing(typing_context: Any, cards: Any) -> tuple[Any, Lowering]:  # noqa: ARG001
        return types.int64(types.int64), lowering

    return intrinsic(typing)


def lower_leading_zeros(context: Any, builder: Any, signature: Any, args: Any) -> Any:  # noqa: ARG001
    return builder.ctlz(args[0], ZERO_NOT_POISON)


def lower_trailing_zeros(context: Any, builder: Any, signature: Any, args: Any) -> Any:  # noqa: ARG001
    return builder.cttz(args[0], ZERO_NOT_POISON)


def lower_popcount(context: Any, builder: Any, signature: Any, args: Any) -> Any:  # noqa: ARG001
    return builder.ctpop(args[0])


leading_zeros = card_set_intrinsic(lower_leading_zeros)
trailing_zeros = card_set_intrinsic(lower_trailing_zeros)
popcount = card_set_intrinsic(lower_popcount)


def lower_with_entry(context: Any, builder: Any, signature: Any, args: Any) -> Any:  # noqa: ARG001
    """Each entry is chosen, not stored: the row stays in registers and nothing branches."""
    row, at, value = args
    for place in range(signature.args[0].count):
        is_here = builder.icmp_signed("==", at, at.type(place))
        entry = builder.select(is_here, value, builder.extract_value(row, place))
        row = builder.insert_value(row, entry, place)
    return row


def type_with_entry(typing_context: Any, row: Any, at: Any, value: Any) -> Any:  # noqa: ARG001
    return row(row, types.intp, row.dtype), lower_with_entry


with_entry = intrinsic(type_with_entry)


def lower_zeros_like(context: Any, builder: Any, signature: Any, args: Any) -> Any:  # noqa: ARG001
    return context.get_constant_null(signature.return_type)


def type_zeros_like(typing_context: Any, row: Any) -> Any:  # noqa: ARG001
    return row(row), lower_zeros_like


zeros_like = intrinsic(type_zeros_like)


def lower_bit_deposit(context: Any, builder: Any, signature: Any, args: Any) -> Any:  # noqa: ARG001
    shape = ir.FunctionType(WORD_TYPE, [WORD_TYPE, WORD_TYPE])
    deposit = builder.module.declare_intrinsic("llvm.x86.bmi.pdep.64", (), shape)
    return builder.call(deposit, args)


def type_bit_deposit(typing_context: Any, ranks: Any, cards: Any) -> Any:  # noqa: ARG001
    return types.int64(types.int64, types.int64), lower_bit_deposit


bit_deposit = intrinsic(type_bit_deposit)


NUMBA_OVERLOADS: dict[Callable[..., object], Callable[..., Any]] = {
    cardsets.highest: lambda cards: 63 - leading_zeros(cards),
    cardsets.lowest: lambda cards: trailing_zeros(cards),  # noqa: PLW0108  (numba compiles lambdas)
    cardsets.size: lambda cards: popcount(cards),  # noqa: PLW0108
    cardsets.with_entry: lambda row, at, value: with_entry(row, at, value),  # noqa: PLW0108
    cardsets.zeros_like: lambda row: zeros_like(row),  # noqa: PLW0108
}


def overload_primitive(function: Callable[..., object], body: Callable[..., Any]) -> None:
    """Let compiled code run this body where it calls the function."""
    overload(function, jit_options=JIT_OPTIONS, strict=False)(lambda *args: body)  # noqa: ARG005


for primitive, second_body in NUMBA_OVERLOADS.items():
    overload_primitive(primitive, second_body)
if HAS_BIT_DEPOSIT:
    overload_primitive(nth, lambda cards, rank: trailing_zeros(bit_deposit(1 << rank, cards)))
else:
    register_jitable(**JIT_OPTIONS)(nth)

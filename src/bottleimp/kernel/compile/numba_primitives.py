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
from bottleimp.kernel.compile.primitives import nth, row_at, write_bits
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


def lower_row_at(context: Any, builder: Any, signature: Any, args: Any) -> Any:
    table = context.make_array(signature.args[0])(context, builder, args[0])
    length = builder.udiv(builder.extract_value(table.strides, 0), table.itemsize)
    return builder.gep(table.data, [builder.mul(args[1], length)])


def type_row_at(typing_context: Any, table: Any, number: Any) -> Any:  # noqa: ARG001
    """A pointer; only of a table that lies in one piece."""
    if table.layout != "C":
        return None
    return types.CPointer(table.dtype)(table, types.intp), lower_row_at


borrow_row = intrinsic(type_row_at)


def byte_writer(count: int) -> Any:
    """An intrinsic that writes the lowest members of a set, so many bytes of a row at once."""
    lanes_of_bits = ir.VectorType(ir.IntType(1), count)
    lanes_of_bytes = ir.VectorType(ir.IntType(8), count)

    def lower(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        bits, row, column = args
        if isinstance(signature.args[1], types.Array):
            row = context.make_array(signature.args[1])(context, builder, row).data
        lanes = builder.bitcast(builder.trunc(bits, ir.IntType(count)), lanes_of_bits)
        target = builder.bitcast(builder.gep(row, [column]), lanes_of_bytes.as_pointer())
        builder.store(builder.zext(lanes, lanes_of_bytes), target, align=1)
        return context.get_dummy_value()

    def typing(typing_context: Any, bits: Any, row: Any, column: Any) -> Any:  # noqa: ARG001
        return types.void(types.int64, row, types.intp), lower

    return intrinsic(typing)


MOST_BYTES = 32  # at once
write_32_bytes, write_16_bytes = byte_writer(MOST_BYTES), byte_writer(16)
write_8_bytes, write_4_bytes = byte_writer(8), byte_writer(4)
write_2_bytes, write_1_byte = byte_writer(2), byte_writer(1)


def write_bits_at_once(bits: int, row: Any, column: int, width: int) -> None:
    """Vectors in the place of single bits; where the width is a constant, nothing branches."""
    while width >= MOST_BYTES:
        write_32_bytes(bits, row, column)
        bits, column, width = bits >> MOST_BYTES, column + MOST_BYTES, width - MOST_BYTES
    if width & 16:
        write_16_bytes(bits, row, column)
        bits, column = bits >> 16, column + 16
    if width & 8:
        write_8_bytes(bits, row, column)
        bits, column = bits >> 8, column + 8
    if width & 4:
        write_4_bytes(bits, row, column)
        bits, column = bits >> 4, column + 4
    if width & 2:
        write_2_bytes(bits, row, column)
        bits, column = bits >> 2, column + 2
    if width & 1:
        write_1_byte(bits, row, column)


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
overload_primitive(row_at, lambda table, number: borrow_row(table, number))  # noqa: PLW0108
overload_primitive(write_bits, write_bits_at_once)
if HAS_BIT_DEPOSIT:
    overload_primitive(nth, lambda cards, rank: trailing_zeros(bit_deposit(1 << rank, cards)))
else:
    register_jitable(**JIT_OPTIONS)(nth)

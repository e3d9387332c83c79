"""Named tuples of numbers as rows of an array, field after field.

A field is one number or a tuple of numbers, as its annotation says.  How long a tuple is, a
template tells: any value of the same shape.  The functions made here are for compiled code and
for plain Python alike.
"""

from collections.abc import Callable, Sequence
from itertools import accumulate, chain, pairwise
from typing import Any, NamedTuple, TypeVar, get_type_hints

from bottleimp.kernel.arrays import IntArray
from bottleimp.kernel.compile.jit import inline_jit
from bottleimp.rules.cardsets import with_entry

Function = TypeVar("Function")
Value = TypeVar("Value", bound=tuple[Any, ...])

# A field of a named tuple is a number or a tuple: `Any` stands for either.


class FieldCode(NamedTuple):
    """How compiled code packs and unpacks one field of a named tuple."""

    write: Callable[[Any, IntArray, int], int]  # the value, row, column; the column after it
    read: Callable[[Any, IntArray, int], tuple[tuple[Any], int]]  # likewise, by the template
    width: Callable[[Any], int]


@inline_jit
def write_entries(entries: tuple[int, ...], row: IntArray, column: int) -> int:
    """Write numbers from this column on; the column after them."""
    for entry in entries:
        row[column] = entry
        column += 1
    return column


@inline_jit
def read_entries(template: tuple[int, ...], row: IntArray, column: int) -> tuple[int, ...]:
    """As many numbers as the template has, from this column on."""
    for k in range(len(template)):
        template = with_entry(template, k, row[column + k])
    return template


def number_field(place: int) -> FieldCode:
    """The code of a field that is one number."""

    @inline_jit
    def write(value: Any, row: IntArray, column: int) -> int:
        row[column] = value[place]
        return column + 1

    @inline_jit
    def read(template: Any, row: IntArray, column: int) -> tuple[tuple[int], int]:  # noqa: ARG001
        return (row[column],), column + 1

    @inline_jit
    def width(template: Any) -> int:  # noqa: ARG001
        return 1

    return FieldCode(write, read, width)


def tuple_field(place: int) -> FieldCode:
    """The code of a field that is a tuple of numbers."""

    @inline_jit
    def write(value: Any, row: IntArray, column: int) -> int:
        return write_entries(value[place], row, column)

    @inline_jit
    def read(template: Any, row: IntArray, column: int) -> tuple[tuple[tuple[int, ...]], int]:
        entries = template[place]
        return (read_entries(entries, row, column),), column + len(entries)

    @inline_jit
    def width(template: Any) -> int:
        return len(template[place])

    return FieldCode(write, read, width)


def join_fields(first: FieldCode, second: FieldCode) -> FieldCode:
    """The code of some fields and those that follow them."""
    write_first, write_second = first.write, second.write
    read_first, read_second = first.read, second.read
    width_first, width_second = first.width, second.width

    @inline_jit
    def write(value: Any, row: IntArray, column: int) -> int:
        return write_second(value, row, write_first(value, row, column))

    @inline_jit
    def read(template: Any, row: IntArray, column: int) -> tuple[Any, int]:
        left, between = read_first(template, row, column)
        right, after = read_second(template, row, between)
        return left + right, after

    @inline_jit
    def width(template: Any) -> int:
        return width_first(template) + width_second(template)

    return FieldCode(write, read, width)


def join_all(parts: Sequence[Function], join: Callable[[Function, Function], Function]) -> Function:
    """The parts joined in their order, by halves, so that compiled calls do not nest deeply."""
    if len(parts) == 1:
        return parts[0]
    half = len(parts) // 2
    return join(join_all(parts[:half], join), join_all(parts[half:], join))


def code_of(kind: type[Value]) -> FieldCode:
    """The code of all fields of a named tuple."""
    fields = [
        number_field(place) if annotation is int else tuple_field(place)
        for place, annotation in enumerate(get_type_hints(kind).values())
    ]
    return join_all(fields, join_fields)


def row_writer(kind: type[Value]) -> Callable[[Value, IntArray], None]:
    """A function that writes a value into the first columns of a row."""
    write_fields = code_of(kind).write

    @inline_jit
    def write(value: Value, row: IntArray) -> None:
        write_fields(value, row, 0)

    return write


def row_reader(kind: type[Value]) -> Callable[[Value, IntArray], Value]:
    """A function that reads a value from a row; its first argument is the template."""
    read_fields = code_of(kind).read

    @inline_jit
    def read(template: Value, row: IntArray) -> Value:
        fields, _ = read_fields(template, row, 0)
        return kind(*fields)

    return read


def row_width(kind: type[Value]) -> Callable[[Value], int]:
    """A function that says how many columns a value takes; its argument is the template."""
    return code_of(kind).width


def flatten(value: tuple[Any, ...]) -> tuple[int, ...]:
    """The numbers of a value in the order of its fields."""
    return tuple(
        chain.from_iterable(field if isinstance(field, tuple) else (field,) for field in value)
    )


def row_columns(template: Any) -> dict[str, slice]:
    """The columns of each field of a named tuple of this shape."""
    widths = [len(field) if isinstance(field, tuple) else 1 for field in template]
    bounds = pairwise(accumulate(widths, initial=0))
    return {name: slice(*bound) for name, bound in zip(template._fields, bounds, strict=True)}

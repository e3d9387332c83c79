from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numba.core.errors import TypingError

from bottleimp.kernel.compile.jit import jit
from bottleimp.kernel.compile.numba_primitives import NUMBA_OVERLOADS
from bottleimp.kernel.compile.primitives import nth, row_at, write_bits
from bottleimp.rules import cardsets
from bottleimp.rules.cardsets import members

HIGHEST_PLACE = 56  # the second of the two choices behind the longest deck

sets_of_cards = st.integers(1, (1 << (HIGHEST_PLACE + 1)) - 1)


@jit
def highest(cards: int) -> int:
    return cardsets.highest(cards)


@jit
def lowest(cards: int) -> int:
    return cardsets.lowest(cards)


@jit
def size(cards: int) -> int:
    return cardsets.size(cards)


@jit
def replaced(row: tuple[int, ...], at: int, value: int) -> tuple[int, ...]:
    return cardsets.with_entry(row, at, value)


@jit
def zeros(row: tuple[int, ...]) -> tuple[int, ...]:
    return cardsets.zeros_like(row)


@jit
def card_of_rank(cards: int, rank: int) -> int:
    return nth(cards, rank)


@jit
def write_compiled(bits: int, row: np.ndarray, column: int, width: int) -> None:
    write_bits(bits, row, column, width)


@jit
def write_constant_width(bits: int, table: np.ndarray) -> None:
    for number in range(len(table)):
        write_bits(bits, row_at(table, number), 1, 37)


@jit
def entry_of(table: np.ndarray, number: int, column: int) -> int:
    entry: int = row_at(table, number)[column]
    return entry


counted_off = jit(nth)  # the loop, which serves processors without bit deposit


def test_every_second_body_is_compared_here() -> None:
    compared = {
        cardsets.highest, cardsets.lowest, cardsets.size, cardsets.with_entry, cardsets.zeros_like,
    }  # fmt: skip

    assert compared == set(NUMBA_OVERLOADS)


@pytest.mark.parametrize(
    ("plain", "compiled"),
    [(cardsets.highest, highest), (cardsets.lowest, lowest), (cardsets.size, size)],
)
@given(cards=sets_of_cards)
def test_a_set_of_cards_answers_alike_plain_and_compiled(
    plain: Callable[[int], int], compiled: Callable[[int], int], cards: int
) -> None:
    assert plain(cards) == compiled(cards)


def test_an_empty_set_has_no_cards_compiled_either() -> None:
    assert size(0) == 0


@given(row=st.lists(st.integers(0, 1 << 56), min_size=3, max_size=3), at=st.integers(0, 2))
def test_one_entry_of_a_row_is_replaced_alike_plain_and_compiled(row: list[int], at: int) -> None:
    before = (row[0], row[1], row[2])

    assert cardsets.with_entry(before, at, 77) == replaced(before, at, 77)


@given(cards=sets_of_cards, data=st.data())
def test_the_card_of_a_rank_has_so_many_lower_ones(cards: int, data: st.DataObject) -> None:
    rank = data.draw(st.integers(0, cards.bit_count() - 1))
    expected = list(members(cards))[rank]

    assert (
        nth(cards, rank),
        card_of_rank(cards, rank),
        counted_off(cards, rank),
    ) == (expected,) * 3


@pytest.mark.parametrize("row", [(7,), (3, 1, 4, 1, 5)])
def test_a_row_of_zeros_is_as_long_plain_and_compiled(row: tuple[int, ...]) -> None:
    assert zeros(row) == cardsets.zeros_like(row)
    assert len(zeros(row)) == len(row)


@given(width=st.integers(0, HIGHEST_PLACE), data=st.data())
def test_a_set_is_written_as_zeros_and_ones_plain_and_compiled(
    width: int, data: st.DataObject
) -> None:
    bits = data.draw(st.integers(0, (1 << width) - 1))
    expected = [7, 7, *(bits >> place & 1 for place in range(width)), 7]
    rows = np.full((2, len(expected)), 7, np.uint8)

    write_bits(bits, rows[0], 2, width)
    write_compiled(bits, rows[1], 2, width)

    assert rows.tolist() == [expected, expected]


def test_a_set_of_constant_width_is_written_into_each_row_of_a_table() -> None:
    table, bits = np.full((3, 39), -1, np.int8), 0b1011 | 1 << 36

    write_constant_width(bits, table)

    assert table.tolist() == [[-1, *(bits >> place & 1 for place in range(37)), -1]] * 3


@pytest.mark.parametrize("shape", [(4, 6), (4, 3, 2)])
def test_a_row_of_a_table_is_flat_plain_and_compiled(shape: tuple[int, ...]) -> None:
    table = np.arange(24).reshape(shape)

    assert [row_at(table, 2)[column] for column in range(6)] == [12, 13, 14, 15, 16, 17]
    assert [entry_of(table, 2, column) for column in range(6)] == [12, 13, 14, 15, 16, 17]
    assert [entry_of(table[1:], 1, column) for column in range(6)] == [12, 13, 14, 15, 16, 17]


def test_a_table_with_gaps_has_no_rows_in_compiled_code() -> None:
    with pytest.raises(TypingError, match="row_at"):
        entry_of(np.zeros((4, 6))[:, ::2], 0, 0)

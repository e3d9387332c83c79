from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bottleimp.kernel.compile.jit import jit
from bottleimp.kernel.compile.numba_primitives import NUMBA_OVERLOADS
from bottleimp.kernel.compile.primitives import nth
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

from collections import Counter

import numpy as np
import numpy.typing as npt
from hypothesis import given
from hypothesis import strategies as st

from bottleimp.kernel.compile.jit import jit
from bottleimp.kernel.rng import (
    RngState,
    advance_state,
    draw_card,
    mix64,
    playout_stream,
    seed_word,
    stream_state,
    uniform_float,
)

WORD = 1 << 64


@jit
def numbers(stream: RngState, table: npt.NDArray[np.uint64]) -> None:
    for place in range(len(table)):
        stream = advance_state(stream)
        table[place] = mix64(stream)


@jit
def floats(stream: RngState, table: npt.NDArray[np.float64]) -> None:
    for place in range(len(table)):
        stream = advance_state(stream)
        table[place] = uniform_float(stream)


@jit
def count_draws(
    cards: int, seed: RngState, counts: np.ndarray[tuple[int], np.dtype[np.int64]]
) -> None:
    for number in range(100_000):
        counts[draw_card(cards, stream_state(seed, number))] += 1


def twin(state: int) -> int:
    """The number that a SplitMix64 stream shows, in plain Python."""
    state = (state ^ (state >> 30)) * 0xBF58476D1CE4E5B9 % WORD
    state = (state ^ (state >> 27)) * 0x94D049BB133111EB % WORD
    return state ^ (state >> 31)


def first_numbers(seed: int, count: int) -> list[int]:
    table = np.empty(count, np.uint64)
    numbers(seed_word(seed), table)
    return [int(number) for number in table]


def test_a_stream_shows_the_published_numbers_of_splitmix64() -> None:
    """The reference vector for the seed 1234567, as Rosetta Code and others print it."""
    published = [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]

    assert published == first_numbers(1234567, 5)


@given(seed=st.integers(0, WORD - 1))
def test_a_stream_shows_what_its_plain_twin_shows(seed: int) -> None:
    expected = [twin((seed + step * 0x9E3779B97F4A7C15) % WORD) for step in range(1, 9)]

    assert first_numbers(seed, 8) == expected


@given(seed=st.integers(-(1 << 70), 1 << 70), number=st.integers(0, 1 << 40))
def test_any_int_is_a_seed_and_has_as_many_streams_as_wanted(seed: int, number: int) -> None:
    expected = twin((twin(seed % WORD) + number * 0x9E3779B97F4A7C15) % WORD)

    assert int(playout_stream(seed, number)) == expected


def test_streams_of_one_seed_start_apart() -> None:
    starts = {int(playout_stream(seed, number)) for seed in range(20) for number in range(500)}

    assert len(starts) == 10_000


def test_a_uniform_float_is_the_share_of_the_output_in_a_word() -> None:
    table = np.zeros(1000)
    floats(seed_word(11), table)
    outputs = np.array(first_numbers(11, 1000), np.float64) / WORD

    assert 0 < table.min() < table.max() < 1
    np.testing.assert_allclose(table, outputs, atol=1e-15)


def test_every_card_of_a_set_is_drawn_about_equally_often() -> None:
    """Chi-squared with six degrees of freedom stays below 22.5 in 999 of 1000 streams."""
    cards = 0b1010_0110_1011
    counts = np.zeros(12, np.int64)
    count_draws(cards, seed_word(7), counts)
    drawn_ones = Counter({card: int(count) for card, count in enumerate(counts) if count})
    expected = 100_000 / 7

    assert cards == sum(1 << card for card in drawn_ones)
    assert sum((count - expected) ** 2 / expected for count in drawn_ones.values()) < 22.5

"""Random numbers: SplitMix64, in compiled code.

The state of a stream is one unsigned 64-bit number: `mix64` is its output, `advance_state` its next
state.  `stream_state` begins one of the many streams of a seed.
These three are for compiled code, where numbers wrap around; plain code calls `playout_stream`.
SplitMix64 (Steele, Lea and Flood, OOPSLA 2014) is the generator that seeds Java's and xoshiro.
"""

import numpy as np

from bottleimp.kernel.compile.jit import inline_jit, jit
from bottleimp.kernel.compile.primitives import nth
from bottleimp.rules.cardsets import size

RngState = np.uint64

WORD_MASK = (1 << 64) - 1
GOLDEN_GAMMA = np.uint64(0x9E3779B97F4A7C15)
FIRST_FACTOR = np.uint64(0xBF58476D1CE4E5B9)
SECOND_FACTOR = np.uint64(0x94D049BB133111EB)
FIRST_SHIFT, SECOND_SHIFT, THIRD_SHIFT = np.uint64(30), np.uint64(27), np.uint64(31)
HALF_WORD = np.uint64(32)
BITS_BEYOND_FLOAT = np.uint64(11)  # of a word: a float holds the other 53 exactly
FLOAT_STEPS = 9007199254740992.0  # 2^53


def seed_word(seed: int | RngState) -> RngState:
    """A seed as compiled code takes it; any int, of which the low 64 bits count."""
    return np.uint64(int(seed) & WORD_MASK)


@inline_jit
def mix64(stream: RngState) -> RngState:
    """The output of the stream in this state: 64 uniform bits."""
    mixed = (stream ^ (stream >> FIRST_SHIFT)) * FIRST_FACTOR
    mixed = (mixed ^ (mixed >> SECOND_SHIFT)) * SECOND_FACTOR
    return mixed ^ (mixed >> THIRD_SHIFT)


@inline_jit
def advance_state(stream: RngState) -> RngState:
    """The next state of the stream."""
    return stream + GOLDEN_GAMMA


@inline_jit
def stream_state(seed: RngState, number: int) -> RngState:
    """The first state of one of the many streams of a seed.

    It is as good as a random one of the 2^64, so that a million streams of a
    hundred numbers overlap with a chance below one in a hundred thousand.
    """
    return mix64(mix64(seed) + GOLDEN_GAMMA * np.uint64(number))


@inline_jit
def uniform_float(stream: RngState) -> float:
    """A number above 0 and at most 1, by the output of the stream."""
    return (float(mix64(stream) >> BITS_BEYOND_FLOAT) + 0.5) / FLOAT_STEPS


@inline_jit
def draw_card(cards: int, stream: RngState) -> int:
    """A card of the set, drawn by the output of the stream.

    Scaling 32 bits favours a card of n by less than n in 2^32.
    """
    rank = ((mix64(stream) >> HALF_WORD) * np.uint64(size(cards))) >> HALF_WORD
    return nth(cards, int(rank))


@jit
def compiled_stream_state(seed: RngState, number: int) -> RngState:
    return stream_state(seed, number)


def playout_stream(seed: int, number: int) -> RngState:
    """The stream with which playout `number` of a seed begins; `stream_state` for plain code."""
    return np.uint64(compiled_stream_state(seed_word(seed), number))

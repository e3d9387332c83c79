"""The information state as a network reads it: a row of zeros and ones, as the schema says."""

from collections.abc import Callable
from typing import Final

import numpy as np
import numpy.typing as npt

from bottleimp.kernel.compile.frozen_layout import freeze_layout
from bottleimp.kernel.compile.jit import inline_jit, jit_or_plain
from bottleimp.kernel.compile.primitives import write_bits
from bottleimp.kernel.encoding.feature_bits import relative_to_seat
from bottleimp.kernel.encoding.info_state import InfoState, info_state_of
from bottleimp.kernel.encoding.packed_rows import join_all
from bottleimp.kernel.encoding.schema import FEATURES, Feature, feature_count
from bottleimp.knowledge.observation import Observation
from bottleimp.rules.position import Layout

Features = npt.NDArray[np.uint8]
FeatureWriter = Callable[[Layout, InfoState, Features, int], int]


def feature_writer(feature: Feature) -> FeatureWriter:
    """A function that writes one part from a column on; it returns the column after the part."""
    bits_of, row_width = feature.bits, feature.shape[-1].size

    @inline_jit
    def write(layout: Layout, own: InfoState, row: Features, column: int) -> int:
        for bits in bits_of(layout, own):
            width = row_width(layout, len(own.prices))
            write_bits(bits, row, column, width)
            column += width
        return column

    return write


def join_writers(first: FeatureWriter, second: FeatureWriter) -> FeatureWriter:
    """A function that writes what the first writes, then what the second writes."""

    @inline_jit
    def write(layout: Layout, own: InfoState, row: Features, column: int) -> int:
        return second(layout, own, row, first(layout, own, row, column))

    return write


write_parts: Final = join_all([feature_writer(feature) for feature in FEATURES], join_writers)


@inline_jit
def write_features(layout: Layout, info_state: InfoState, row: Features) -> int:
    """Write all parts into a row; its width."""
    return write_parts(layout, relative_to_seat(layout, info_state), row, 0)


@jit_or_plain
def fill_features(layout: Layout, info_state: InfoState, row: Features) -> int:
    return write_features(layout, info_state, row)


def features_of(observation: Observation) -> Features:
    """The observation as a network reads it, in a third of a millisecond.

    In plain Python, so that a table at which nobody searches neither loads numba nor compiles.
    """
    return features_by(write_features, observation.edition.layout, observation)


def compiled_features_of(observation: Observation) -> Features:
    """The same in half of that time, for whoever asks again and again.

    The first call takes seconds if nothing is kept for the edition.  Where numba is not installed
    it is as `features_of`.
    """
    return features_by(fill_features, freeze_layout(observation.edition.layout), observation)


def features_by(
    write: Callable[[Layout, InfoState, Features], int], layout: Layout, observation: Observation
) -> Features:
    """A new row, written by the function."""
    row = np.zeros(feature_count(layout, observation.edition.bottles), np.uint8)
    written = write(layout, info_state_of(observation), row)
    assert written == len(row)
    return row

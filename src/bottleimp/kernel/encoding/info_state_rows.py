"""Information states as rows of numbers, for players that answer for many rounds at once.

A row holds what its seat knows, so nothing in it tells where hidden cards lie.
"""

from typing import Final

import numpy as np

from bottleimp.kernel.arrays import IntArray
from bottleimp.kernel.encoding.info_state import InfoState, info_state_of
from bottleimp.kernel.encoding.packed_rows import flatten, row_reader, row_writer
from bottleimp.knowledge.observation import Observation

write_info_state: Final = row_writer(InfoState)
read_info_state: Final = row_reader(InfoState)


def info_state_row(observation: Observation) -> IntArray:
    """What the seat that made the observation knows."""
    return np.array(flatten(info_state_of(observation)), np.int64)

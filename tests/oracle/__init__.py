"""The oracle: a second, naive referee for every edition, which shares nothing with the first."""

from tests.oracle.editions import opening_hand_sizes, oracle_edition_keys
from tests.oracle.match import OracleMatch
from tests.oracle.round import OracleRound
from tests.oracle.trick import OracleTrick

__all__ = [
    "OracleMatch",
    "OracleRound",
    "OracleTrick",
    "opening_hand_sizes",
    "oracle_edition_keys",
]

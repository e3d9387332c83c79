"""Measuring players and play: the arena and its statistics.

`head_to_head` compares two players on duplicate deals in rotated seats, and says how sure the
result is; `play_round` plays one deal, and `Simulation` rounds and matches as records.
"""

from typing import TYPE_CHECKING

from bottleimp.lazy_imports import lazy_imports

if TYPE_CHECKING:
    from bottleimp.analysis.arena.head_to_head import (
        HeadToHead,
        MatchupResult,
        head_to_head,
        round_robin,
    )
    from bottleimp.analysis.arena.lineups import (
        RoundOutcome,
        ScheduledRound,
        arena_deal,
        play_rounds,
    )
    from bottleimp.analysis.arena.simulation import SimulatedRound, Simulation
    from bottleimp.analysis.arena.statistics import Estimate, estimate
    from bottleimp.analysis.arena.whole_rounds import play_round
    from bottleimp.execution.pools import open_pool

__all__ = [
    "Estimate",
    "HeadToHead",
    "MatchupResult",
    "RoundOutcome",
    "ScheduledRound",
    "SimulatedRound",
    "Simulation",
    "arena_deal",
    "estimate",
    "head_to_head",
    "open_pool",
    "play_round",
    "play_rounds",
    "round_robin",
]

lazy_imports(
    globals(),
    {
        "bottleimp.analysis.arena.head_to_head": (
            "HeadToHead", "MatchupResult", "head_to_head", "round_robin",
        ),
        "bottleimp.analysis.arena.lineups": (
            "RoundOutcome", "ScheduledRound", "arena_deal", "play_rounds",
        ),
        "bottleimp.analysis.arena.simulation": ("SimulatedRound", "Simulation"),
        "bottleimp.analysis.arena.statistics": ("Estimate", "estimate"),
        "bottleimp.analysis.arena.whole_rounds": ("play_round",),
        "bottleimp.execution.pools": ("open_pool",),
    },
)  # fmt: skip

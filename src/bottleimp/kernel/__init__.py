"""The rules compiled, and what is built on them: encoding, playouts, search, rounds in lock-step.

The functions of `bottleimp.rules` are compiled as they stand.  What encodes an observation runs
without numba too; playouts, search and rounds in lock-step raise `MissingCompiler` there.
"""

from typing import TYPE_CHECKING

from bottleimp.lazy_imports import lazy_imports

if TYPE_CHECKING:
    from bottleimp.kernel.encoding.features import features_of
    from bottleimp.kernel.encoding.info_state import InfoState, info_state_of
    from bottleimp.kernel.encoding.schema import FeaturePart, feature_count, feature_parts
    from bottleimp.kernel.heuristics.policy import HEURISTIC_POLICY
    from bottleimp.kernel.playouts import mean_scores, playout_scores, round_scores
    from bottleimp.kernel.policies import UNIFORM_POLICY, Policy, register_policy
    from bottleimp.kernel.round_batch import ROUND_OVER, RoundBatch
    from bottleimp.kernel.search.one_ply import action_values

__all__ = [
    "HEURISTIC_POLICY",
    "ROUND_OVER",
    "UNIFORM_POLICY",
    "FeaturePart",
    "InfoState",
    "Policy",
    "RoundBatch",
    "action_values",
    "feature_count",
    "feature_parts",
    "features_of",
    "info_state_of",
    "mean_scores",
    "playout_scores",
    "register_policy",
    "round_scores",
]

lazy_imports(
    globals(),
    {
        "bottleimp.kernel.encoding.features": ("features_of",),
        "bottleimp.kernel.encoding.info_state": ("InfoState", "info_state_of"),
        "bottleimp.kernel.encoding.schema": ("FeaturePart", "feature_count", "feature_parts"),
        "bottleimp.kernel.heuristics.policy": ("HEURISTIC_POLICY",),
        "bottleimp.kernel.playouts": ("mean_scores", "playout_scores", "round_scores"),
        "bottleimp.kernel.policies": ("UNIFORM_POLICY", "Policy", "register_policy"),
        "bottleimp.kernel.round_batch": ("ROUND_OVER", "RoundBatch"),
        "bottleimp.kernel.search.one_ply": ("action_values",),
    },
)

"""Environments for learning: the vector environment, and adapters of the standard interfaces.

| module | interface | needs |
|---|---|---|
| `bottleimp.envs` | `VectorEnv`: rounds in lock-step, numpy in and out | nothing more |
| `bottleimp.envs.bottle_imp_v0` | PettingZoo, agents in turn | `bottleimp[envs]` |
| `bottleimp.envs.gymnasium_v0` | Gymnasium, one seat against players | `bottleimp[envs]` |
| `bottleimp.envs.open_spiel_v0` | OpenSpiel | `bottleimp[open-spiel]` |
"""

from typing import TYPE_CHECKING

from bottleimp.lazy_imports import lazy_imports

if TYPE_CHECKING:
    from bottleimp.envs.returns import Returns
    from bottleimp.envs.vector_env import Autoreset, VectorEnv, VectorStep

__all__ = ["Autoreset", "Returns", "VectorEnv", "VectorStep"]

lazy_imports(
    globals(),
    {
        "bottleimp.envs.returns": ("Returns",),
        "bottleimp.envs.vector_env": ("Autoreset", "VectorEnv", "VectorStep"),
    },
)

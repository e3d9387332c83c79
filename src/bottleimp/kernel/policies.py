"""Policies: cheap rules by which playouts choose actions.

A policy is known to numba by its name, so that a playout is compiled for it and takes it into its
own body.  A new one is a function of layout, position and stream, under `register_policy`.
"""

from collections.abc import Callable
from dataclasses import dataclass

from bottleimp.kernel.compile.jit import inline_jit, register_policy_class
from bottleimp.kernel.rng import RngState, draw_card
from bottleimp.rules.position import Layout, Position
from bottleimp.rules.turns import legal_actions

ActionChooser = Callable[[Layout, Position, RngState], int]


@dataclass(frozen=True)
class Policy:
    """A way to choose: a legal action for the seat to act, by one number of a stream."""

    name: str
    choose: ActionChooser


POLICIES: dict[str, Policy] = {}


def register_policy(name: str, choose: ActionChooser) -> Policy:
    """A policy that compiled playouts can take; its name must be its own."""
    if name in POLICIES:
        raise ValueError(f"there is a policy called {name} already")
    POLICIES[name] = Policy(name, inline_jit(choose))
    return POLICIES[name]


def choose_action(policy: Policy, layout: Layout, position: Position, stream: RngState) -> int:
    """What the policy does here."""
    return policy.choose(layout, position, stream)


def chooser_of(name: str) -> ActionChooser:
    """How the policy of this name chooses."""
    return POLICIES[name].choose


register_policy_class(Policy, choose_action, chooser_of)


def uniform_action(layout: Layout, position: Position, stream: RngState) -> int:
    """Each legal action as likely as any other."""
    return draw_card(legal_actions(layout, position), stream)


UNIFORM_POLICY = register_policy("uniform", uniform_action)
"""The policy that takes each legal action as likely as any other."""

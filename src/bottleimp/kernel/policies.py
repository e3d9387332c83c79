"""Policies: cheap rules by which playouts choose actions.

A policy is known to numba by its name, so that a playout is compiled for it and takes it into its
own body.  A new one is a function of layout, position and stream, under `register_policy`.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from numba import types
from numba.extending import NativeValue, models, overload, register_model, typeof_impl, unbox

from bottleimp.kernel.compile.jit import inline_jit
from bottleimp.kernel.compile.primitives import JIT_OPTIONS
from bottleimp.kernel.rng import RngState, draw_card
from bottleimp.rules.position import Layout, Position
from bottleimp.rules.turns import legal_actions

# Numba counts as untyped: `Any` below stands for its contexts and values.

ActionChooser = Callable[[Layout, Position, RngState], int]


@dataclass(frozen=True)
class Policy:
    """A way to choose: a legal action for the seat to act, by one number of a stream."""

    name: str
    choose: ActionChooser


class PolicyType(types.Type):  # type: ignore[misc]  # numba counts as untyped
    """The numba type of one policy."""

    def __init__(self, called: str) -> None:
        self.called = called
        super().__init__(name=f"Policy_{called}")


class PolicyModel(models.OpaqueModel):  # type: ignore[misc]  # numba counts as untyped
    """Nothing at run time: all is in the type."""


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


def choose_action_overload(policy: Any, *rest: Any) -> Any:  # noqa: ARG001
    """The policy's own function, taken into the body of the caller."""
    choose = POLICIES[policy.called].choose
    return lambda policy, layout, position, stream: choose(layout, position, stream)  # noqa: ARG005


def typeof_policy(policy: Policy, context: Any) -> PolicyType:  # noqa: ARG001
    return PolicyType(policy.name)


def unbox_policy(kind: PolicyType, value: Any, c: Any) -> Any:  # noqa: ARG001
    """A value of no size."""
    return NativeValue(c.context.get_dummy_value())


overload(choose_action, jit_options=JIT_OPTIONS, strict=False)(choose_action_overload)
typeof_impl.register(Policy)(typeof_policy)
register_model(PolicyType)(PolicyModel)
unbox(PolicyType)(unbox_policy)


def uniform_action(layout: Layout, position: Position, stream: RngState) -> int:
    """Each legal action as likely as any other."""
    return draw_card(legal_actions(layout, position), stream)


UNIFORM_POLICY = register_policy("uniform", uniform_action)

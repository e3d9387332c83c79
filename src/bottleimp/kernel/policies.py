"""Policies: cheap rules by which playouts choose actions.

A policy is known to numba by its name, so that a playout is compiled for it and takes it into its
own body.  A new one is a function of layout, position and stream, under `policy_called`.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from numba import types
from numba.extending import NativeValue, models, overload, register_model, typeof_impl, unbox

from bottleimp.kernel.compile.jit import inlined
from bottleimp.kernel.compile.primitives import OPTIONS
from bottleimp.kernel.rng import Stream, drawn
from bottleimp.rules.position import Layout, Position
from bottleimp.rules.turns import legal_actions

# Numba counts as untyped: `Any` below stands for its contexts and values.

Choose = Callable[[Layout, Position, Stream], int]


@dataclass(frozen=True)
class Policy:
    """A way to choose: a legal action for the seat to act, by one number of a stream."""

    name: str
    choose: Choose


class PolicyType(types.Type):  # type: ignore[misc]  # numba counts as untyped
    """The numba type of one policy."""

    def __init__(self, called: str) -> None:
        self.called = called
        super().__init__(name=f"Policy_{called}")


class PolicyModel(models.OpaqueModel):  # type: ignore[misc]  # numba counts as untyped
    """Nothing at run time: all is in the type."""


POLICIES: dict[str, Policy] = {}


def policy_called(name: str, choose: Choose) -> Policy:
    """A policy that compiled playouts can take; its name must be its own."""
    if name in POLICIES:
        raise ValueError(f"there is a policy called {name} already")
    POLICIES[name] = Policy(name, inlined(choose))
    return POLICIES[name]


def chosen(policy: Policy, layout: Layout, position: Position, stream: Stream) -> int:
    """What the policy does here."""
    return policy.choose(layout, position, stream)


def chosen_body(policy: Any, *rest: Any) -> Any:  # noqa: ARG001
    """The policy's own function, taken into the body of the caller."""
    choose = POLICIES[policy.called].choose
    return lambda policy, layout, position, stream: choose(layout, position, stream)  # noqa: ARG005


def type_of_policy(policy: Policy, context: Any) -> PolicyType:  # noqa: ARG001
    return PolicyType(policy.name)


def unboxed(kind: PolicyType, value: Any, c: Any) -> Any:  # noqa: ARG001
    """A value of no size."""
    return NativeValue(c.context.get_dummy_value())


overload(chosen, jit_options=OPTIONS, strict=False)(chosen_body)
typeof_impl.register(Policy)(type_of_policy)
register_model(PolicyType)(PolicyModel)
unbox(PolicyType)(unboxed)


def any_legal(layout: Layout, position: Position, stream: Stream) -> int:
    """Each legal action as likely as any other."""
    return drawn(legal_actions(layout, position), stream)


UNIFORM = policy_called("uniform", any_legal)

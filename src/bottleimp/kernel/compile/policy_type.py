"""Policies as numba sees them: a type for each name, so that a playout is compiled for it."""

from collections.abc import Callable
from typing import Any

from numba import types
from numba.extending import NativeValue, models, overload, register_model, typeof_impl, unbox

from bottleimp.kernel.compile.numba_primitives import JIT_OPTIONS

# Numba counts as untyped: `Any` below stands for its contexts and values.


class PolicyType(types.Type):  # type: ignore[misc]  # numba counts as untyped
    """The numba type of one policy."""

    def __init__(self, called: str) -> None:
        self.called = called
        super().__init__(name=f"Policy_{called}")


class PolicyModel(models.OpaqueModel):  # type: ignore[misc]  # numba counts as untyped
    """Nothing at run time: all is in the type."""


def register_policy_class(
    policy_class: type,
    choose_action: Callable[..., int],
    chooser_of: Callable[[str], Callable[..., int]],
) -> None:
    """Let compiled code take policies of this class, and run their choosers in `choose_action`.

    `chooser_of` finds the chooser of a policy by its name.
    """

    def choose_action_overload(policy: Any, *rest: Any) -> Any:  # noqa: ARG001
        """The policy's own function, taken into the body of the caller."""
        choose = chooser_of(policy.called)
        return lambda policy, layout, position, stream: choose(layout, position, stream)  # noqa: ARG005

    overload(choose_action, jit_options=JIT_OPTIONS, strict=False)(choose_action_overload)
    typeof_impl.register(policy_class)(typeof_policy)


def typeof_policy(policy: Any, context: Any) -> PolicyType:  # noqa: ARG001
    return PolicyType(policy.name)


def unbox_policy(kind: PolicyType, value: Any, c: Any) -> Any:  # noqa: ARG001
    """A value of no size."""
    return NativeValue(c.context.get_dummy_value())


register_model(PolicyType)(PolicyModel)
unbox(PolicyType)(unbox_policy)

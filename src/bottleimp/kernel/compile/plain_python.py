"""What stands in for compiling where numba is not installed.

Functions that work on numbers and tuples are the same in plain Python.  Those that fill arrays for
thousands of rounds count on the numbers of compiled code, and would take minutes besides.
"""

from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

from bottleimp.errors import MissingCompiler

Parameters = ParamSpec("Parameters")
Result = TypeVar("Result")


def inline_jit(function: Callable[Parameters, Result]) -> Callable[Parameters, Result]:
    """The function itself."""
    return function


def jit_or_plain(function: Callable[Parameters, Result]) -> Callable[Parameters, Result]:
    """The function itself."""
    return function


def jit(function: Callable[Parameters, Result]) -> Callable[Parameters, Result]:
    """A function that raises MissingCompiler when it is called."""

    @wraps(function)
    def refuse(*_: Parameters.args, **__: Parameters.kwargs) -> Result:
        raise MissingCompiler("Search, playouts and rounds in lock-step")

    return refuse


def register_policy_class(
    policy_class: type,
    choose_action: Callable[..., int],
    chooser_of: Callable[[str], Callable[..., int]],
) -> None:
    """Nothing: there is no compiled code that could take policies."""

"""Compiling on demand: numba is loaded when compiled code is first called, not before.

That takes a second and eighty megabytes, which a process can save in which players decide by plain
Python.  What numba has to know of a module is noted when the module is imported, and told as soon
as numba is loaded.
"""

import threading
from collections.abc import Callable
from functools import update_wrapper
from types import ModuleType
from typing import Any, Generic, ParamSpec, TypeVar

from bottleimp.kernel.compile.compiled_sources import COMPILED_PACKAGES

Parameters = ParamSpec("Parameters")
Result = TypeVar("Result")


class NotesForNumba:
    """What numba has to know, in the order in which it was noted."""

    def __init__(self) -> None:
        self.lock = threading.RLock()
        self.untold: list[Callable[[], None]] = []
        self.is_loaded = False

    def note(self, tell: Callable[[], None]) -> None:
        """Calls `tell` as soon as numba is loaded: at once if it is already."""
        with self.lock:
            if not self.is_loaded:
                self.untold.append(tell)
                return
        tell()

    def load(self) -> None:
        """Loads numba and tells it all that was noted; nothing if that is done already."""
        if self.is_loaded:
            return
        numba_jit()  # without the lock: who imports a module holds that and asks for this
        policy_type()
        with self.lock:
            while self.untold:
                self.untold.pop(0)()
            self.is_loaded = True


notes = NotesForNumba()


class CompiledOnDemand(Generic[Parameters, Result]):
    """A function that is compiled when it is called, or when compiled code calls it.

    It stands in for numba's own object for such a function, also as an argument.
    """

    def __init__(self, function: Callable[Parameters, Result]) -> None:
        self.py_func = function  # as numba calls it
        self.compiled: Any = None  # `Any`: numba counts as untyped
        update_wrapper(self, function)

    def __call__(self, *args: Parameters.args, **kwargs: Parameters.kwargs) -> Result:
        """What the function returns."""
        compiled = self.compiled if self.compiled is not None else self.dispatcher()
        result: Result = compiled(*args, **kwargs)
        return result

    @property
    def _numba_type_(self) -> Any:
        """Where numba looks for the type of a value."""
        return self.dispatcher()._numba_type_

    def dispatcher(self) -> Any:
        """Numba's own object for the function."""
        notes.load()
        with notes.lock:
            if self.compiled is None:
                self.compiled = numba_jit().compiled(self.py_func)
        return self.compiled


def inline_jit(function: Callable[Parameters, Result]) -> Callable[Parameters, Result]:
    """The function itself, which compiled code may call and takes into its own body."""
    notes.note(lambda: numba_jit().let_compiled_code_call(function))
    return function


def jit(function: Callable[Parameters, Result]) -> Callable[Parameters, Result]:
    """The function compiled, when it is first called with arguments of new types.

    Several threads may run it at once.  The code is kept on disk, so a function of this package
    must stand where the build key covers it; raises ValueError otherwise.  A function from
    elsewhere, such as a test, is compiled in memory only.
    """
    package, _, module = function.__module__.partition(".")
    if package == "bottleimp" and module.partition(".")[0] not in COMPILED_PACKAGES:
        raise ValueError(f"{function.__module__} is not covered by {COMPILED_PACKAGES}")
    return CompiledOnDemand(function)


def jit_or_plain(function: Callable[Parameters, Result]) -> Callable[Parameters, Result]:
    """The function compiled, as `jit` does; without numba it stays as it is."""
    return jit(function)


def register_policy_class(
    policy_class: type,
    choose_action: Callable[..., int],
    chooser_of: Callable[[str], Callable[..., int]],
) -> None:
    """Let compiled code take policies of this class, and run their choosers in `choose_action`.

    `chooser_of` finds the chooser of a policy by its name.
    """
    notes.note(lambda: policy_type().register_policy_class(policy_class, choose_action, chooser_of))


def numba_jit() -> ModuleType:
    """The module that compiles functions."""
    from bottleimp.kernel.compile import numba_jit  # noqa: PLC0415 - loads numba

    return numba_jit


def policy_type() -> ModuleType:
    """The module that makes types of policies."""
    from bottleimp.kernel.compile import policy_type  # noqa: PLC0415 - loads numba

    return policy_type

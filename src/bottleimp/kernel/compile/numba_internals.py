"""The parts of numba that its manual does not promise, all in one place.

They may change with any version of numba; tests hold what is used here to the version in the lock
file.  Three needs have no public way:

- compiled code kept under names of our own, since numba's cache overlooks edits in other files;
- the name and the features of the processor, which decide whether kept code may be used;
- a type whose fields are constants of the compiler.
"""

import pickle
from typing import Any

from numba.core.caching import _Cache
from numba.core.compiler import CompileResult
from numba.core.registry import cpu_target
from numba.core.serialize import dumps
from numba.core.typing.templates import AttributeTemplate, infer_getattr

__all__ = [
    "AttributeTemplate",
    "FunctionCache",
    "infer_getattr",
    "read_compiled",
    "target_machine",
    "use_cache",
    "write_compiled",
]

# Numba counts as untyped: `Any` below stands for its dispatchers, contexts and results.

FunctionCache: Any = _Cache  # the interface of what keeps the compiled code of one function


def target_machine() -> tuple[str, str, str]:
    """The system, the processor and its features for which code is compiled."""
    triple, name, features = cpu_target.target_context.codegen().magic_tuple()
    return triple, name, features


def use_cache(dispatcher: Any, cache: object) -> None:
    """Let a function that is compiled when it is called keep its code there."""
    dispatcher._cache = cache  # as numba's own `enable_caching` does


def write_compiled(result: Any) -> bytes:
    """Compiled code as bytes."""
    content: bytes = dumps(result._reduce())
    return content


def read_compiled(target_context: Any, content: bytes) -> Any:
    """Compiled code from bytes that this program has written itself."""
    target_context.refresh()
    return CompileResult._rebuild(target_context, *pickle.loads(content))

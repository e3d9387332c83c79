"""Whether numba, which compiles the rules, is installed, and what to say where it is not.

Without it the same functions run as plain Python, only slower.  Search and rounds in lock-step
would take minutes where they take a second, so they refuse in one sentence.
"""

from functools import lru_cache
from importlib.util import find_spec

from bottleimp.errors import MissingCompiler


@lru_cache(maxsize=1)
def is_compiler_available() -> bool:
    """Whether numba can be imported; nothing is imported to find out."""
    try:
        return find_spec("numba") is not None
    except ImportError:
        return False


def require_compiler(what: str) -> None:
    """Raises MissingCompiler where numba is missing; `what` begins the sentence in the plural."""
    if not is_compiler_available():
        raise MissingCompiler(what)

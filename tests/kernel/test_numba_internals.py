"""The private parts of numba that are used still have the shape that the code relies on."""

import re
from pathlib import Path

import numba
from numba.core import types

from bottleimp.kernel.compile.cache import KernelCache
from bottleimp.kernel.compile.jit import jit
from bottleimp.kernel.compile.numba_internals import (
    FunctionCache,
    read_compiled,
    target_machine,
    write_compiled,
)
from bottleimp.kernel.compile.on_demand import CompiledOnDemand

LOCK_FILE = Path(__file__).parents[2] / "requirements.lock"


@jit
def double(number: int) -> int:
    return 2 * number


def test_the_version_is_the_one_in_the_lock_file() -> None:
    locked = re.search(r"^numba==(\S+)", LOCK_FILE.read_text("utf-8"), re.MULTILINE)

    assert locked is not None
    assert numba.__version__ == locked.group(1)


def test_the_cache_of_a_function_answers_all_that_numba_asks() -> None:
    assert FunctionCache.__abstractmethods__ <= vars(KernelCache).keys()


def test_compiled_code_survives_being_written() -> None:
    assert double(21) == 42
    assert isinstance(double, CompiledOnDemand)
    dispatcher = double.dispatcher()
    (result,) = dispatcher.overloads.values()
    context = dispatcher.targetctx

    again = read_compiled(context, write_compiled(result))

    assert again.signature == result.signature
    assert again.signature.args == (types.int64,)


def test_the_machine_is_told_in_three_texts() -> None:
    triple, name, features = target_machine()

    assert "-" in triple
    assert name
    assert isinstance(features, str)

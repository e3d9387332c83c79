"""numba is loaded, and a function compiled, when compiled code is called and not before."""

import json
import subprocess
import sys
import threading
from collections.abc import Callable

import pytest

from bottleimp.kernel.compile.jit import inline_jit, jit
from bottleimp.kernel.compile.on_demand import CompiledOnDemand

# Prints for every player that does not search whether numba is loaded once it has chosen.
CHOOSE = """
import json, sys
from bottleimp.knowledge.warmup_observations import warmup_observations
from bottleimp.players.catalogue import create_player, player_kind, player_names
from bottleimp.players.decisions import DecisionBatch
from bottleimp.rules.editions import edition
found = {}
for name in player_names():
    kind = player_kind(name)
    for key in ("classic/4", "classic/bright-house", "matagot/6-teams-222"):
        if not kind.needs_compiler and edition(key).mode in (kind.modes or (edition(key).mode,)):
            for seen in warmup_observations(edition(key)):
                assert create_player(name, 0).choose(seen) in seen.legal_actions
            found[name] = "numba" in sys.modules
print(json.dumps(found))
"""


@inline_jit
def doubled(number: int) -> int:
    return 2 * number


@jit
def increased(number: int) -> int:
    return doubled(number) + 1


@jit
def increased_twice(number: int) -> int:
    return increased(increased(number))


@jit
def applied(function: Callable[[int], int], number: int) -> int:
    return function(number)


@pytest.mark.slow
def test_a_player_that_does_not_search_chooses_without_numba() -> None:
    done = subprocess.run(
        [sys.executable, "-c", CHOOSE], check=True, stdout=subprocess.PIPE, text=True, timeout=300
    )
    found = json.loads(done.stdout)

    assert {"rules_of_thumb", "network", "newcomer", "self_taught", "uniform"} <= found.keys()
    assert not any(found.values())


def test_compiled_code_calls_a_function_that_has_not_been_called() -> None:
    assert increased_twice(3) == 15


def test_a_compiled_function_is_given_to_another() -> None:
    assert applied(increased, 3) == 7


def test_a_compiled_function_has_the_name_and_the_docstring_of_its_own() -> None:
    def tripled(number: int) -> int:
        """Three times the number."""
        return 3 * number

    compiled = jit(tripled)

    assert (compiled.__name__, compiled.__doc__) == ("tripled", "Three times the number.")
    assert compiled(number=3) == 9


def test_threads_that_call_a_function_at_once_compile_it_once() -> None:
    @jit
    def squared(number: int) -> int:
        return number * number

    begin, found = threading.Barrier(4), []

    def call(number: int) -> None:
        begin.wait()
        found.append(squared(number))

    threads = [threading.Thread(target=call, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert sorted(found) == [0, 1, 4, 9]
    assert isinstance(squared, CompiledOnDemand)
    assert len(squared.dispatcher().signatures) == 1

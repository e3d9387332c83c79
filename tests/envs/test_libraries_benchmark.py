"""The benchmarks of environments run: alone, and beside other libraries that are installed."""

import subprocess
import sys
from importlib.util import find_spec

import pytest

from benchmarks.libraries.many_rounds import MANY_ROUNDS
from benchmarks.libraries.one_round import ONE_ROUND
from benchmarks.libraries.peers import Library, Options, gather
from tests.support.sources import repository

SHORT = "--repeats 2 --seconds 0.001 --rounds 4 --batches 1 4 --decisions 1 --levels rules_of_thumb"
# What a row of each library contains, and the modules that it needs.
ROWS = {
    "Bottle Imp": ("| `VectorEnv`, at random |", ()),
    "Bottle Imp for PettingZoo": ("| `bottle_imp_v0` (PettingZoo) |", ("pettingzoo",)),
    "Bottle Imp for Gymnasium": ("| `BottleImp-v0` (Gymnasium), one seat |", ("gymnasium",)),
    "Bottle Imp for OpenSpiel": ("| `python_bottle_imp_v0` (OpenSpiel) |", ("pyspiel",)),
    "OpenSpiel": ("| OpenSpiel | hearts |", ("pyspiel",)),
    "card games of PettingZoo": (
        "| PettingZoo | leduc_holdem_v4 |",
        ("pettingzoo", "rlcard", "pygame"),
    ),
    "RLCard": ("| RLCard | leduc-holdem |", ("rlcard",)),
    "python-chess": ("| python-chess | chess |", ("chess",)),
    "Pgx": ("| Pgx | leduc_holdem, at random |", ("pgx", "jax")),
}


@pytest.mark.wide
@pytest.mark.slow
def test_each_library_is_measured_or_named_with_the_line_that_installs_it() -> None:
    command = [sys.executable, "-m", "benchmarks.libraries", *SHORT.split()]
    done = subprocess.run(command, cwd=repository.ROOT, capture_output=True, text=True, check=False)

    assert done.returncode == 0, done.stderr
    libraries = (*ONE_ROUND, *MANY_ROUNDS)
    assert {library.name for library in libraries} == set(ROWS)
    for library in libraries:
        row, modules = ROWS[library.name]
        is_installed = all(find_spec(module) for module in modules)
        assert (row in done.stdout) is is_installed
        assert (f"NOT MEASURED: {library.name}**" in done.stdout) is not is_installed
        assert is_installed or f"`{library.install}`" in done.stdout
    assert "| `rules_of_thumb` | 1 |" in done.stdout
    assert "The network of mode 3" in done.stdout


def test_a_library_that_cannot_be_imported_is_missing_with_its_reason() -> None:
    def contenders(options: Options) -> list[object]:
        raise ImportError(f"No module named {options.edition!r}")

    library = Library("Nothing", ("nothing",), contenders, "pip install nothing")  # type: ignore[arg-type]

    field = gather([library], Options("classic/3", 4))

    assert (field.contenders, field.versions) == ([], [])
    reason = "(No module named 'classic/3')"
    assert field.missing == [
        f"**NOT MEASURED: Nothing** {reason}. Install it: `pip install nothing`."
    ]


@pytest.mark.slow
def test_the_vector_environment_is_measured_beside_the_rounds_on_which_it_is_built() -> None:
    short = "classic/3 --rounds 4 --repeats 2 --seconds 0.001"
    command = [sys.executable, "-m", "benchmarks.environments", *short.split()]
    done = subprocess.run(command, cwd=repository.ROOT, capture_output=True, text=True, check=False)

    assert done.returncode == 0, done.stderr
    for contender in ("VectorEnv", "rounds alone", "rounds and masks"):
        assert f"| classic/3 | {contender} |" in done.stdout

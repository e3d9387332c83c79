import pytest

from bottleimp.kernel.perft import STARTS, perft, python_perft, start_position
from bottleimp.rules.editions import edition, edition_keys
from tests.support.golden.perft_files import (
    FOLDER,
    POSITIONS_COMPARED,
    oracle_count,
    oracle_start,
    written_counts,
)

PLAIN_RULES_AFFORD = 3_000  # sequences
ORACLE_AFFORDS = 1_500

KEYS = edition_keys()


def test_every_edition_has_its_counts() -> None:
    written = {
        file.relative_to(FOLDER).with_suffix("").as_posix() for file in FOLDER.rglob("*.perft")
    }

    assert written == set(KEYS)


@pytest.mark.parametrize("key", KEYS)
def test_the_compiled_rules_count_as_written(key: str) -> None:
    layout = edition(key).layout
    written = written_counts(key)
    counted = {
        (name, depth): perft(layout, start_position(edition(key), name), depth)
        for name, depth in written
    }

    assert written == counted


@pytest.mark.parametrize("key", KEYS)
def test_the_plain_rules_count_as_written(key: str) -> None:
    written = {at: n for at, n in written_counts(key).items() if n <= PLAIN_RULES_AFFORD}
    counted = {
        (name, depth): python_perft(edition(key).layout, start_position(edition(key), name), depth)
        for name, depth in written
    }

    assert written == counted


@pytest.mark.parametrize("key", KEYS)
def test_the_oracle_counts_as_written(key: str) -> None:
    written = {at: n for at, n in written_counts(key).items() if n <= ORACLE_AFFORDS}
    counted = {
        (name, depth): oracle_count(oracle_start(edition(key), name), depth)
        for name, depth in written
    }

    assert written == counted


@pytest.mark.parametrize("name", STARTS)
@pytest.mark.parametrize("key", KEYS)
def test_the_counts_reach_far_enough_to_say_something(key: str, name: str) -> None:
    longest = max(sequences for (at, _), sequences in written_counts(key).items() if at == name)

    assert longest > POSITIONS_COMPARED

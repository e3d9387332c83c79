"""The mutation run changes what it says, and its list of survivors names mutants that exist."""

import ast

import pytest

from tests.soak import mutations

SOURCE = '''
"""A module."""
LIMIT = 3

def price_of(cards: "tuple[int, ...]", price: int = 0) -> int:
    """The highest card below the limit."""
    found = max([card for card in cards if card < LIMIT and not card == price], default=-1)
    if found is None:
        raise ValueError(f"{7 + 8}")
    return found + price
'''


@pytest.mark.parametrize(
    "change",
    [
        "module: (3) -> (4)",
        "price_of: (0) -> (1)",
        "price_of: (card < LIMIT) -> (card <= LIMIT)",
        "price_of: (card == price) -> (card != price)",
        "price_of: (not card == price) -> (card == price)",
        "price_of: (found is None) -> (found is not None)",
        "price_of: (found + price) -> (found - price)",
        "price_of: return found + price -> return None",
    ],
)
def test_operators_constants_conditions_and_results_are_changed(change):
    assert f"some.py {change}" in {
        mutant.name for mutant in mutations.mutants_of(SOURCE, "some.py")
    }


def test_texts_types_and_errors_are_left_as_they_are():
    assert not [
        mutant
        for mutant in mutations.mutants_of(SOURCE, "some.py")
        if mutant.before in ("(7)", "(8)") or "ValueError" in mutant.before
    ]


@pytest.mark.parametrize("package", mutations.TESTS)
def test_every_mutant_is_a_module_and_has_a_name_of_its_own(package):
    mutants = mutations.all_mutants(package)
    for mutant in mutants[::25]:
        source = (mutations.SOURCES / "bottleimp" / mutant.path).read_bytes()
        ast.parse(source[: mutant.begin] + mutant.after.encode() + source[mutant.end :])

    assert len({mutant.name for mutant in mutants}) == len(mutants) > 500


def test_every_kept_survivor_is_a_mutant_and_has_a_reason():
    names = {
        mutant.name for package in mutations.TESTS for mutant in mutations.all_mutants(package)
    }
    kept = mutations.kept_survivors()

    assert kept.keys() <= names
    assert all(kept.values())

"""The Python and the TypeScript program that check matches say the same of every file."""

import pytest

from tests.support.game.mutated_matches import compared, faults, in_python, matches
from tests.support.golden.fair_matches import RULES, rules_text


@pytest.mark.wide
@pytest.mark.parametrize(
    "count",
    [
        pytest.param(400, marks=pytest.mark.slow),
        pytest.param(10_000, marks=pytest.mark.long),
    ],
)
def test_both_programs_say_the_same_of_changed_matches(count: int) -> None:
    differences, found = compared(0, count)

    assert differences == []
    # Else the changes were all of one kind, and the comparison showed little.
    assert {"actions", "deal", "dealer", "names", "order", "refused", "right", "scores",
            "seed", "totals"} <= set(found)  # fmt: skip


def test_matches_of_every_edition_are_right() -> None:
    assert {fault for match in matches() for fault in faults(in_python(match))} == {"right"}


def test_the_rules_that_the_typescript_tests_read_are_those_of_today() -> None:
    assert rules_text() == RULES.read_text(encoding="utf-8")

import re

import pytest

from tests.support.sources import repository

RECORDS = sorted((repository.ROOT / "docs" / "adr").glob("[0-9]*.md"))
PARTS = ["Context", "Choice", "What it costs", "How to undo"]
KINDS = {"rules", "added", "changed", "fixed", "removed", "speed"}
FRAGMENTS = sorted((repository.ROOT / "changelog.d").glob("*.md"))


@pytest.mark.parametrize("path", RECORDS, ids=repository.name)
def test_a_decision_record_has_its_number_and_its_four_parts(path):
    text = path.read_text(encoding="utf-8")

    assert text.startswith(f"# {path.name[:4]}. ")
    assert re.findall(r"^## (.+)$", text, re.MULTILINE) == PARTS


def test_no_two_decision_records_share_a_number():
    numbers = [path.name[:4] for path in RECORDS]

    assert sorted(set(numbers)) == numbers


def test_a_fragment_for_the_changelog_says_its_kind_in_its_name():
    kinds = {path.name.split(".")[-2] for path in FRAGMENTS if path.name != "README.md"}

    assert kinds - KINDS == set()

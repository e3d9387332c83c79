import pytest

from bottleimp.rules.editions import edition_keys
from tests.support.sources import repository

TESTS = repository.ROOT / "tests"
PAGES = repository.ROOT / "docs" / "reference" / "editions"


@pytest.mark.parametrize("key", edition_keys())
def test_every_edition_has_a_golden_record(key):
    assert (TESTS / "records" / f"{key}.txt").is_file()


@pytest.mark.parametrize("key", edition_keys())
def test_every_edition_has_its_positions_counted(key):
    assert (TESTS / "perft" / f"{key}.perft").is_file()


@pytest.mark.parametrize("key", edition_keys())
def test_every_edition_has_a_page_in_the_docs(key):
    assert (PAGES / f"{key.replace('/', '-')}.md").is_file()


def test_no_record_count_or_page_is_left_of_an_edition_that_is_gone():
    records = {path.relative_to(TESTS / "records") for path in (TESTS / "records").rglob("*.txt")}
    records = {path for path in records if path.parts[0] != "options"}
    counts = {path.relative_to(TESTS / "perft") for path in (TESTS / "perft").rglob("*.perft")}
    pages = {path.stem for path in PAGES.glob("*.md")} - {"index"}

    assert {path.with_suffix("").as_posix() for path in records} - set(edition_keys()) == set()
    assert {path.with_suffix("").as_posix() for path in counts} - set(edition_keys()) == set()
    assert pages - {key.replace("/", "-") for key in edition_keys()} == set()

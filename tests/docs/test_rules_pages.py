"""The pages about the rules say what the tests and the catalogue say."""

import json
import re
from pathlib import Path

import pytest

from bottleimp.errors import NotationError
from bottleimp.game.notation import read_record, write_record
from bottleimp.game.record import from_json, to_json
from scripts import edition_pages, rulings_table
from tests.docs import pages

NOTATION = "reference/notation.md"
RECORDS = pages.blocks(NOTATION, "text")
RULINGS = [ruling for subject in rulings_table.subjects() for ruling in subject.rulings]


def test_the_page_of_rulings_is_current() -> None:
    assert rulings_table.page() == rulings_table.PAGE.read_text(encoding="utf-8")


@pytest.mark.parametrize("path", edition_pages.pages(), ids=pages.name)
def test_the_pages_of_editions_are_current(path: Path) -> None:
    assert edition_pages.pages()[path] == path.read_text(encoding="utf-8")


@pytest.mark.parametrize("ruling", RULINGS, ids=lambda ruling: ruling.test)
def test_a_ruling_cites_texts_and_headings_that_there_are(ruling: rulings_table.Ruling) -> None:
    known = {
        (text, heading) for text, (_, all_of) in rulings_table.TEXTS.items() for heading in all_of
    }

    assert ruling.sources.startswith("ours") or ruling.citations
    assert set() == set(ruling.citations) - known


def test_no_two_rulings_are_worded_alike() -> None:
    rules = [ruling.rule for ruling in RULINGS]

    assert [] == [rule for rule in rules if rules.count(rule) > 1]


def test_the_rules_name_every_rulebook_test_and_no_other() -> None:
    found = re.findall(r"^\[([^\]]+)\]\[(\w+)\]", pages.read("reference/rules.md"), re.MULTILINE)
    named = {(f"test_{words.replace(' ', '_')}", f"test_{subject}.py") for words, subject in found}

    assert {(ruling.test, ruling.file) for ruling in RULINGS} == named


@pytest.mark.parametrize("text", RECORDS)
def test_the_records_shown_can_be_read_back(text: str) -> None:
    assert text == write_record(read_record(text))


def test_the_record_shown_as_json_is_the_one_shown_as_text() -> None:
    (content,) = (json.loads(block) for block in pages.blocks(NOTATION, "json"))
    record = read_record(RECORDS[0])

    assert record == from_json(content)
    assert content == to_json(record)


def test_the_error_shown_is_the_one_that_comes() -> None:
    damaged = RECORDS[0].replace("B27 B17; Cy buys", "B27 Y9; Bo takes")

    with pytest.raises(NotationError) as refusal:
        read_record(damaged)

    assert pages.blocks(NOTATION, "error") == [f"{refusal.value}\n"]


@pytest.mark.parametrize("code", pages.blocks(NOTATION, "python"))
def test_the_python_shown_runs(code: str) -> None:
    # Our own page; a failing assertion in it fails here.
    exec(compile(code, NOTATION, "exec"), {})

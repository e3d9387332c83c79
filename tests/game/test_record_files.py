"""Files of records are read in every form in which records and matches are written."""

import json
from pathlib import Path

import pytest

from bottleimp.errors import NotationError
from bottleimp.game.notation import write_record
from bottleimp.game.record import from_json, to_json
from bottleimp.game.record_files import mentions_records, read_record_file
from tests.support.game.golden_matches import GOLDEN, content


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_the_file_of_a_match_holds_the_records_of_its_rounds(path: Path) -> None:
    expected = [from_json(each["record"]) for each in content(path)["rounds"]]

    assert len(expected) == 2
    assert read_record_file(path.read_text(encoding="utf-8")) == expected
    text = "\n".join(write_record(record) for record in expected)
    array = json.dumps([to_json(record) for record in expected])
    lines = "\n".join(json.dumps(to_json(record)) for record in expected)
    assert [read_record_file(form) for form in (text, array, lines)] == [expected] * 3
    assert read_record_file(json.dumps(to_json(expected[0]), indent=1)) == expected[:1]


@pytest.mark.parametrize(
    ("text", "line", "column"), [("[\n  {,\n]", 2, 4), ('{"a": 1}\n{"b" 2}\n', 2, 6)]
)
def test_a_fault_in_json_is_told_with_its_line_and_column(
    text: str, line: int, column: int
) -> None:
    good = to_json(from_json(content(GOLDEN[0])["rounds"][0]["record"]))
    text = text.replace('{"a": 1}', json.dumps(good))

    with pytest.raises(NotationError) as fault:
        read_record_file(text)
    assert (fault.value.line, fault.value.column) == (line, column)


def test_a_fault_in_a_match_is_told_with_its_round() -> None:
    match = content(GOLDEN[0])
    match["rounds"][1]["record"]["scores"] = []

    with pytest.raises(NotationError, match=r"^round 2: the scores are \["):
        read_record_file(json.dumps(match))


@pytest.mark.parametrize("rounds", [None, {}, [None], [{"record": 1}], [[]]])
def test_a_match_without_readable_rounds_is_refused(rounds: object) -> None:
    with pytest.raises(NotationError):
        read_record_file(json.dumps({"format": "bottleimp-match", "rounds": rounds}))


@pytest.mark.parametrize(
    "empty", ["", " \n", "# a remark\n", "[]", '{"format":"bottleimp-match","rounds":[]}']
)
def test_a_file_without_a_record_is_refused(empty: str) -> None:
    with pytest.raises(NotationError, match="there is no record in this file"):
        read_record_file(empty)


@pytest.mark.parametrize(
    ("content", "is_meant"),
    [
        ("a heading\nBottle Imp record 1\n", True),
        (json.dumps({"format": "bottleimp-record"}), True),
        ('{"format": "bottleimp-match"', True),
        ("a letter", False),
        ("", False),
    ],
)
def test_a_file_is_meant_to_hold_records_by_its_words(content: str, is_meant: bool) -> None:
    assert mentions_records(content) is is_meant

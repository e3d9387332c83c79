"""`bottleimp record` says where in a file the first fault is."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from bottleimp.cli.main import main
from bottleimp.cli.option_parser import REFUSED
from bottleimp.cli.record import FAILED
from bottleimp.game.deal import Deal
from bottleimp.game.record import Record, to_json
from bottleimp.game.round import Round
from bottleimp.rules.editions import edition


def finished() -> Round:
    """A round in which everybody does the first that is legal."""
    played = Round(Deal.from_seed(edition("classic/3"), 7))
    while not played.is_over:
        played = played.play(played.legal_actions[0])
    return played


GOOD: dict[str, Any] = to_json(Record.of(finished()))
WRONG = GOOD | {"scores": [1, 2, 3]}
GOOD_LINE, WRONG_LINE = json.dumps(GOOD), json.dumps(WRONG)
SCORES = "the scores are ["


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("\n".join([GOOD_LINE] * 3 + ['{"format": ']), "line 4, column 12: Expecting value"),
        ("\n".join([GOOD_LINE] * 3 + ["nonsense"]), "line 4, column 1: Expecting value"),
        ("\n".join([GOOD_LINE] * 3 + [WRONG_LINE, "{"]), f"line 4: {SCORES}"),
        (f"{GOOD_LINE}\n\n{WRONG_LINE}\n", f"line 3: {SCORES}"),
        (json.dumps([GOOD, WRONG]), f"record 2: {SCORES}"),
        (json.dumps([GOOD, WRONG], indent=1), f"record 2: {SCORES}"),
        (WRONG_LINE, SCORES),
        (json.dumps(WRONG, indent=1), SCORES),
        ("[\n{,\n}]", "line 2, column 2: Expecting property name"),
    ],
)
def test_a_fault_in_json_is_told_with_its_place_in_the_file(
    content: str, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "rounds.json"
    file.write_text(content, encoding="utf-8")

    assert main(("record", "check", str(file))) != 0
    assert capsys.readouterr().err.startswith(f"{file}: {said}")


@pytest.mark.parametrize(
    ("content", "count"),
    [
        (f"{GOOD_LINE}\n\n  {GOOD_LINE}\n", "2 records"),
        (json.dumps([GOOD, GOOD, GOOD], indent=1), "3 records"),
        (json.dumps(GOOD, indent=1), "1 record"),
    ],
)
def test_records_in_json_are_counted_in_every_form(
    content: str, count: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "rounds.json"
    file.write_text(content, encoding="utf-8")

    assert main(("record", "check", str(file))) == 0
    assert capsys.readouterr().out == f"{file}: {count}, legal\n"


@pytest.mark.parametrize("locale", ["latin-1", "cp1252", "ascii"])
def test_what_is_written_in_any_locale_can_be_read_back(tmp_path: Path, locale: str) -> None:
    names = ["Zo\N{LATIN SMALL LETTER E WITH DIAERESIS}", "\N{CJK UNIFIED IDEOGRAPH-4F60}", "Bob"]
    record = json.dumps(GOOD | {"names": names}, ensure_ascii=False)
    variables = os.environ | {"PYTHONIOENCODING": locale}
    command = [sys.executable, "-m", "bottleimp", "record"]

    def answer(*words: str, given: bytes) -> bytes:
        found = subprocess.run(
            [*command, *words], input=given, capture_output=True, check=True, env=variables
        )
        return found.stdout

    text = answer("convert", "--to", "text", "-", given=b"\xef\xbb\xbf" + record.encode())
    assert names[0] in text.decode()
    assert names[1] in answer("show", "-", given=text).decode()


def test_a_file_that_cannot_be_read_is_no_illegal_record(tmp_path, capsys):
    bad = tmp_path / "bad.txt"
    bad.write_text("no record", encoding="utf-8")
    nowhere = str(tmp_path / "nowhere.txt")

    assert main(("record", "check", str(bad))) == FAILED
    assert main(("record", "check", str(bad), nowhere)) == REFUSED
    assert capsys.readouterr().err.splitlines()[-1].startswith("bottleimp: ")

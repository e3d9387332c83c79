"""`bottleimp verify`: what the command says of the file of a match."""

import json
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from bottleimp.cli import verify
from bottleimp.cli.main import main
from bottleimp.cli.verify import summary_lines
from bottleimp.errors import BottleImpError, NotationError
from bottleimp.game.verification import MatchReport, ProofGap, verify_match
from tests.support.game.golden_matches import GOLDEN, NEW, OLD, Json, content


def said_of(path: Path, capsys: pytest.CaptureFixture[str]) -> tuple[int, list[str]]:
    status = main(["verify", str(path)])
    return status, capsys.readouterr().out.splitlines()


def with_change(path: Path, change: Callable[[Json], None], into: Path) -> Path:
    changed = content(path)
    change(changed)
    written = into / "match.json"
    written.write_text(json.dumps(changed), encoding="utf-8")
    return written


def test_the_command_says_that_all_is_right(capsys: pytest.CaptureFixture[str]) -> None:
    status, said = said_of(NEW[0], capsys)

    assert status == 0
    assert said[0] == f"Table {content(NEW[0])['table']}."
    assert said[1].startswith("Round 1: correct.")
    assert said[3] == "Every deal follows from its promised seed and from what players contributed."
    assert said[4].startswith("A file alone cannot show that the promises were made before")


def test_the_command_says_what_an_old_file_does_not_prove(
    capsys: pytest.CaptureFixture[str],
) -> None:
    status, said = said_of(OLD[0], capsys)

    assert status == 0
    assert said[3:6] == [
        "Nothing in this file is wrong, but it does not prove that nobody chose the deals.",
        "Rounds 1, 2: the file does not say that the seed was promised before.",
        "The first dealer was named when the table was made, not drawn from the seed.",
    ]


def not_mixed(changed: Json) -> None:
    for told in changed["rounds"]:
        told["mixing"] = 1


def test_the_command_does_not_call_rounds_without_contributions_proven(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    # Deals that follow from the seed alone: those of a server that nobody contributed to.
    path = with_change(NEW[0], not_mixed, tmp_path)
    verdicts = verify_match(content(path)).rounds
    found = summary_lines(
        MatchReport("t", tuple(replace(each, faults=()) for each in verdicts), (), ())
    )

    assert verdicts[0].proof_gaps == (ProofGap.NO_CONTRIBUTION,)
    assert found[:2] == [
        "Nothing in this file is wrong, but it does not prove that nobody chose the deals.",
        "Rounds 1, 2: no player contributed, so whoever runs the server chose the seed.",
    ]


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({"totals": []}, "The rounds are right, but the match around them is not."),
        ({"rounds": []}, "No round is finished: there is no deal to check yet."),
    ],
)
def test_the_command_speaks_of_the_match_as_a_whole(
    tmp_path: Path,
    change: Json,
    expected: str,
    capsys: pytest.CaptureFixture[str],
) -> None:
    status, said = said_of(
        with_change(NEW[0], lambda changed: changed.update(change), tmp_path), capsys
    )

    assert status == 1
    assert said[-1] == expected


def test_the_command_says_what_is_wrong(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    changed = content(GOLDEN[0])
    changed["rounds"][1]["contributions"][0] = "mine"
    path = tmp_path / "match.json"
    path.write_text(json.dumps(changed), encoding="utf-8")
    status = main(["verify", str(path)])
    said = capsys.readouterr().out

    assert status == 1
    assert "Round 2: WRONG. The deal does not follow" in said
    assert said.endswith("1 of 2 rounds are not as they should be.\n")


@pytest.mark.parametrize("text", ["", "[1]", "{", "\x00", "NaN", "9" * 5000])
def test_the_command_refuses_what_is_no_match(
    tmp_path: Path, text: str, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "match.json"
    path.write_text(text, encoding="utf-8")
    status = main(["verify", str(path)])

    assert status == 2
    assert capsys.readouterr().err.startswith("bottleimp: ")


LONG = "9" * 5_000  # digits, more than Python itself converts


@pytest.mark.parametrize("entry", ["version", "round", "mixing", "record"])
def test_numbers_of_thousands_of_digits_are_refused(entry: str, tmp_path: Path) -> None:
    match = tmp_path / "match.json"
    text = GOLDEN[0].read_text(encoding="utf-8")
    match.write_text(re.sub(f'"{entry}": ?', f'"{entry}": {LONG}, "old": ', text, count=1), "utf-8")

    with pytest.raises(BottleImpError, match="is not JSON"):
        verify.verify_file(str(match))
    with pytest.raises(NotationError):
        verify_match({"format": "bottleimp-match", "version": 10**5_000})

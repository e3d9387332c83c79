"""Whoever has the file of a finished match can tell whether its deals were fair."""

import copy
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bottleimp.cli import verify
from bottleimp.cli.main import main
from bottleimp.errors import BottleImpError, NotationError
from bottleimp.game.fair_deal import message
from bottleimp.game.verification import verified

GOLDEN = sorted((Path(__file__).parents[1] / "golden" / "fair").glob("*.json"))
Json = dict[str, Any]  # what the tests look into


def content(path: Path) -> Json:
    found: Json = json.loads(path.read_text(encoding="utf-8"))
    return found


def with_other_seed(told: Json) -> None:
    told["seed"] = "00" * 32


def with_other_contribution(told: Json) -> None:
    told["contributions"][0] = "mine"


def without_contribution(told: Json) -> None:
    told["contributions"][-1] = None


def with_the_old_mixing(told: Json) -> None:
    told["mixing"] = 1


def with_another_number(told: Json) -> None:
    told["round"] += 1


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_every_deal_of_a_golden_match_is_fair(path: Path) -> None:
    verdicts = verified(content(path))

    assert [(1, ()), (2, ())] == [(verdict.round, verdict.wrong) for verdict in verdicts]
    assert all(verdict.contributions for verdict in verdicts)


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
@pytest.mark.parametrize(
    "change",
    [
        with_other_seed,
        with_other_contribution,
        without_contribution,
        with_the_old_mixing,
        with_another_number,
    ],
)
def test_another_seed_or_contribution_gives_another_deal(
    path: Path, change: Callable[[Json], None]
) -> None:
    changed = copy.deepcopy(content(path))
    change(changed["rounds"][1])
    first, second = verified(changed)

    assert () == first.wrong
    assert any("does not follow" in sentence for sentence in second.wrong)


def test_a_seed_that_was_not_promised_is_found_out() -> None:
    changed = content(GOLDEN[0])
    changed["rounds"][0]["commitment"] = "0" * 64

    assert ("The seed is not the one that was promised: its SHA-256 is another.",) == verified(
        changed
    )[0].wrong


def test_a_record_that_breaks_the_rules_is_found_out() -> None:
    changed = content(GOLDEN[0])
    changed["rounds"][0]["record"]["actions"].reverse()

    assert "does not hold" in verified(changed)[0].wrong[0]


def test_the_name_of_the_table_is_part_of_every_deal() -> None:
    changed = content(GOLDEN[0]) | {"table": "another"}

    assert all(verdict.wrong for verdict in verified(changed))


@pytest.mark.parametrize(
    "change",
    [
        {"format": "bottleimp-record"},
        {"version": 2},
        {"edition": "nowhere/9"},
        {"table": 3},
        {"rounds": {}},
        {"rounds": [3]},
        {"rounds": [{}]},
    ],
)
def test_what_is_no_match_file_is_refused(change: Json) -> None:
    with pytest.raises(NotationError):
        verified(content(GOLDEN[0]) | change)


@pytest.mark.parametrize(
    "change",
    [
        {"seed": "zz"},
        {"seed": "00"},
        {"mixing": 3},
        {"mixing": "2"},
        {"round": None},
        {"contributions": []},
        {"contributions": ["a/b"] * 9},
    ],
)
def test_a_round_that_cannot_be_read_is_refused(change: Json) -> None:
    changed = content(GOLDEN[0])
    changed["rounds"][0].update(change)

    with pytest.raises(NotationError):
        verified(changed)


def test_contributions_cannot_be_shifted_from_one_player_to_the_next() -> None:
    assert message(2, "t", 1, ("a", None, "b")) != message(2, "t", 1, ("a", "b", None))


def test_the_command_says_that_all_is_right(capsys: pytest.CaptureFixture[str]) -> None:
    status = main(["verify", str(GOLDEN[0])])
    said = capsys.readouterr().out

    assert 0 == status
    assert "Round 1: right." in said
    assert said.endswith("Every deal is the one that was promised.\n")


def test_the_command_says_what_is_wrong(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    changed = content(GOLDEN[0])
    with_other_contribution(changed["rounds"][1])
    path = tmp_path / "match.json"
    path.write_text(json.dumps(changed), encoding="utf-8")
    status = main(["verify", str(path)])
    said = capsys.readouterr().out

    assert 1 == status
    assert "Round 2: WRONG. The deal does not follow" in said
    assert said.endswith("1 of 2 rounds are not as promised.\n")


@pytest.mark.parametrize("text", ["", "[1]", "{", "\x00"])
def test_the_command_refuses_what_is_no_match(
    tmp_path: Path, text: str, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "match.json"
    path.write_text(text, encoding="utf-8")
    status = main(["verify", str(path)])

    assert 2 == status
    assert capsys.readouterr().err.startswith("bottleimp: ")


LONG = "9" * 5_000  # digits, more than Python itself converts


@pytest.mark.parametrize("entry", ["version", "round", "mixing", "record"])
def test_numbers_of_thousands_of_digits_are_refused(entry: str, tmp_path: Path) -> None:
    match = tmp_path / "match.json"
    text = GOLDEN[0].read_text(encoding="utf-8")
    match.write_text(re.sub(f'"{entry}": ?', f'"{entry}": {LONG}, "old": ', text, count=1), "utf-8")

    with pytest.raises(BottleImpError, match="is not JSON"):
        verify.checked(str(match))
    with pytest.raises(NotationError):
        verified({"format": "bottleimp-match", "version": 10**5_000})


def test_a_way_of_mixing_that_nobody_knows_is_refused() -> None:
    with pytest.raises(NotationError, match="no way 3 of mixing"):
        message(3, "table", 1, ())


def test_the_record_of_another_edition_is_found_out() -> None:
    edition = content(GOLDEN[0])["edition"]
    other = next(path for path in GOLDEN if content(path)["edition"] != edition)
    changed = content(GOLDEN[0])
    changed["rounds"][0]["record"] = content(other)["rounds"][0]["record"]

    assert ("The record is of another edition.",) == verified(changed)[0].wrong


def test_an_edition_that_is_no_text_is_refused() -> None:
    with pytest.raises(NotationError, match="edition"):
        verified(content(GOLDEN[0]) | {"edition": 4})


def test_a_contribution_of_other_signs_is_refused() -> None:
    with pytest.raises(NotationError, match="no contribution"):
        message(2, "table", 1, ("a/b",))

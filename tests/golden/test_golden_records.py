"""Rounds of every edition, written out with all that everybody sees, are played as ever."""

import shutil
from functools import cache
from pathlib import Path

import pytest

from bottleimp.analysis.report import golden_records
from bottleimp.errors import NotationError
from bottleimp.game.notation import read_records
from bottleimp.game.record import Record
from bottleimp.rules.editions import edition_keys
from tests.support.golden.round_events import IN_EVERY_EDITION, SOMEWHERE, events
from tests.support.golden.round_selection import FOLDER, WITH_OPTIONS, file_of, nameless_record

FILES = sorted(FOLDER.rglob("*.txt"))


def name(path: Path) -> str:
    """The edition whose records the file holds, and its options."""
    return path.relative_to(FOLDER).with_suffix("").as_posix().removeprefix("options/")


@cache
def records_in(path: Path) -> tuple[Record, ...]:
    """The records of a file."""
    return tuple(read_records(path.read_text(encoding="utf-8")))


@pytest.mark.parametrize("path", FILES, ids=name)
def test_a_golden_record_is_played_as_it_is_written(path: Path) -> None:
    """Line by line: legal actions, prices, owners, every observation, and the scores."""
    lines = path.read_text(encoding="utf-8").splitlines()

    assert lines == golden_records.golden_file(records_in(path)).splitlines()


@pytest.mark.parametrize("text", [*edition_keys(), *WITH_OPTIONS])
def test_every_edition_has_golden_records_of_rounds_to_the_end(text: str) -> None:
    records = records_in(file_of(text))

    assert records
    assert {(text, True)} == {(r.round.edition.text, r.round.is_over) for r in records}


@pytest.mark.parametrize("text", edition_keys())
def test_the_records_of_an_edition_show_what_happens_in_every_edition(text: str) -> None:
    shown = frozenset[str]().union(*(events(r.round) for r in records_in(file_of(text))))

    assert IN_EVERY_EDITION - shown == frozenset()


def test_the_records_together_show_what_is_rare() -> None:
    shown = frozenset[str]().union(*(events(r.round) for path in FILES for r in records_in(path)))

    assert SOMEWHERE - shown == frozenset()


def test_there_is_no_golden_record_of_an_edition_that_is_gone() -> None:
    assert {file_of(text) for text in (*edition_keys(), *WITH_OPTIONS)} == set(FILES)


@pytest.mark.wide
def test_updating_golden_records_that_are_current_changes_none() -> None:
    assert golden_records.update_golden_files(FOLDER) == ()


def test_updating_puts_right_what_a_remark_says(tmp_path: Path) -> None:
    path = tmp_path / "classic" / "4.txt"
    path.parent.mkdir()
    shutil.copy(file_of("classic/4"), path)
    right = path.read_text(encoding="utf-8")
    path.write_text(right.replace("# S0: ", "# S9: "), encoding="utf-8")

    assert (path,) == golden_records.update_golden_files(tmp_path)
    assert right == path.read_text(encoding="utf-8")


def test_updating_refuses_a_record_that_breaks_a_rule(tmp_path: Path) -> None:
    text = file_of("classic/4").read_text(encoding="utf-8")
    (tmp_path / "wrong.txt").write_text(text.replace(" leads ", " leads R37 "), encoding="utf-8")

    with pytest.raises(NotationError):
        golden_records.update_golden_files(tmp_path)


def test_a_golden_text_of_a_round_that_stops_reads_as_the_same_record() -> None:
    (record,) = records_in(file_of("classic/bright-house"))
    short = nameless_record(record.round.__class__(record.round.deal))
    for action in short.round.legal_actions[:1]:
        short = nameless_record(short.round.play(action))

    assert [short] == read_records(golden_records.golden_text(short))


def test_a_golden_record_has_no_short_form_for_what_is_no_part_of_an_observation() -> None:
    with pytest.raises(TypeError, match="no short form for object"):
        golden_records.compact(object())

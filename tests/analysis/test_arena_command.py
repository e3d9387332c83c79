"""`bottleimp arena` as it is typed."""

import argparse
import json
import re

import pytest

from bottleimp.analysis.arena.arena_report import as_json, cross_table, format_report
from bottleimp.analysis.arena.head_to_head import head_to_head
from bottleimp.analysis.arena.progress import make_progress
from bottleimp.cli import arena as arena_command
from bottleimp.errors import BottleImpError, UnknownName
from bottleimp.rules.editions import edition, edition_keys

HEURISTIC, CHANCE = "rules_of_thumb", "uniform"
# What a terminal is sent.
LINE_ERASED, LINE_UP, CURSOR_SHOWN = "\x1b[2K", "\x1b[1A", "\x1b[?25h"
CONTROL_SEQUENCE = re.compile(r"\x1b\[[^a-zA-Z]*[a-zA-Z]")


def arena(*words: str) -> int:
    """The exit status of the command with these words, played in this process."""
    parser = argparse.ArgumentParser()
    arena_command.add_arguments(parser)
    return arena_command.run(parser.parse_args([*words, "--processes", "1"]))


def test_a_table_says_who_gained_what_and_how_sure_that_is(capsys):
    assert arena(HEURISTIC, CHANCE, "--edition", "classic/lopaka", "--deals", "3") == 0

    lines = capsys.readouterr().out.splitlines()
    assert "classic/lopaka: rules_of_thumb and uniform, 3 deals, 6 rounds, seed 0" in lines[0]
    assert lines[1].split()[:5] == ["player", "among", "difference", "95", "%"]
    assert lines[2].split()[:2] == [HEURISTIC, CHANCE]
    assert lines[2].split()[3].startswith("+-")
    assert lines[3].split()[:2] == [CHANCE, HEURISTIC]


def test_a_log_file_is_told_what_happens_from_the_beginning(capsys):
    """Standard error is no terminal here."""
    arena(HEURISTIC, CHANCE, "--edition", "classic/lopaka", "--deals", "20")

    lines = capsys.readouterr().err.splitlines()
    assert lines[0].startswith("classic/lopaka: getting the players ready")
    assert lines[-1] == "classic/lopaka: 20/20 deals"
    assert len(lines) <= 1 + 10


def test_a_terminal_is_told_what_happens_before_the_first_deal(capsys, monkeypatch):
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    monkeypatch.setenv("TERM", "xterm")
    arena(HEURISTIC, CHANCE, "--edition", "classic/lopaka", "--deals", "3")

    drawn = capsys.readouterr().err.split(LINE_ERASED)
    assert "classic/lopaka: getting the players ready" in drawn[0]
    assert "3/3 deals" in drawn[-2]
    assert drawn[-1] == ""


def test_a_terminal_that_cannot_draw_a_line_anew_gets_lines(capsys, monkeypatch):
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    monkeypatch.setenv("TERM", "dumb")
    arena(HEURISTIC, CHANCE, "--edition", "classic/lopaka", "--deals", "3")

    assert capsys.readouterr().err.splitlines()[-1] == "classic/lopaka: 3/3 deals"


def test_a_bar_fits_into_a_narrow_terminal_and_leaves_nothing_there(capsys, monkeypatch):
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "40")
    with pytest.raises(KeyboardInterrupt):
        interrupt_progress()

    drawn = capsys.readouterr().err
    seen = CONTROL_SEQUENCE.sub("", drawn)
    assert max(map(len, re.split(r"[\r\n]", seen))) <= 40
    assert "1/4 deals" in seen
    assert drawn.endswith(f"{CURSOR_SHOWN}\r{LINE_UP}{LINE_ERASED}")


def interrupt_progress() -> None:
    """Shows a long message, then the bar, and is interrupted."""
    with make_progress("classic/4", 4, "long " * 20) as shown:
        shown.advance(1)
        raise KeyboardInterrupt


def test_the_results_are_written_as_json(tmp_path, capsys):
    path = tmp_path / "found.json"
    arena(HEURISTIC, CHANCE, "--edition", "classic/lopaka", "--deals", "3", "--json", str(path))
    found = json.loads(path.read_text(encoding="utf-8"))
    result = found["duels"][0]["standings"][0]

    assert found["duels"][0]["edition"] == "classic/lopaka"
    assert result["difference"]["count"] == 3
    assert result["difference"]["low"] < result["difference"]["mean"]


def test_one_deal_has_no_interval_and_the_table_says_so():
    found = head_to_head(edition("classic/lopaka"), HEURISTIC, CHANCE, deals=1)
    _, said, _, row, *_ = format_report([found]).splitlines()

    assert said.strip() == "one deal alone has no interval"
    assert row.split()[3] == "-"


def test_what_one_deal_cannot_tell_is_null_in_json():
    found = json.loads(
        as_json([head_to_head(edition("classic/lopaka"), HEURISTIC, CHANCE, deals=1)])
    )

    assert found["duels"][0]["standings"][0]["difference"]["standard_error"] is None


@pytest.mark.slow
def test_what_one_deal_cannot_tell_without_luck_is_null_and_a_dash():
    found = head_to_head(
        edition("classic/4"), CHANCE, "network", deals=1, value_function_name="network"
    )

    luck = json.loads(as_json([found]))["duels"][0]["without_luck"]

    assert luck["narrower"] == [None, None]
    assert "nan" not in format_report([found])


def test_a_player_that_does_not_play_every_mode_is_refused_before_play(tmp_path, capsys):
    words = ("--edition", "classic/4", "--edition", "classic/3", "--deals", "1")

    with pytest.raises(BottleImpError, match=r"reference.* does not play"):
        arena(CHANCE, "reference", *words)

    assert not capsys.readouterr().out


def test_sequential_stopping_is_declared():
    text = format_report(
        [head_to_head(edition("classic/lopaka"), CHANCE, CHANCE, deals=100, target_half_width=50)]
    )

    assert "sequential stopping at +-50, looked at every 100 deals, at most 100: reached" in text


def test_stopping_once_decided_is_declared_with_its_intervals(capsys):
    arena(HEURISTIC, CHANCE, "--edition", "classic/lopaka", "--deals", "200", "--until-decided")
    text = capsys.readouterr().out

    assert "100 deals" in text
    assert (
        "both differences are told from zero, looked at every 100 deals, at most 200: decided"
        in (text)
    )
    assert "confidence sequences, which hold at every look\n" in text


def test_a_decision_on_few_deals_says_for_how_many_its_intervals_are_meant():
    text = format_report(
        [head_to_head(edition("classic/lopaka"), HEURISTIC, CHANCE, deals=20, until_decided=True)]
    )

    assert "which hold at every look (meant for 100 deals or more)\n" in text


def test_a_cross_table_has_every_player_in_its_rows_and_columns():
    found = head_to_head(edition("classic/lopaka"), HEURISTIC, CHANCE, deals=2)
    table = cross_table([found], [HEURISTIC, CHANCE])

    assert table[0] == ("", HEURISTIC, CHANCE)
    assert [cells[0] for cells in table[1:]] == [HEURISTIC, CHANCE]
    assert (table[1][1], table[2][2]) == ("", "")
    assert table[1][2].split()[0].lstrip("+") == table[2][1].split()[0].lstrip("-")


def test_all_stands_for_every_edition():
    chosen = arena_command.editions_from_arguments(["classic/4", "all"])

    assert chosen[0].key == "classic/4"
    assert set(edition_keys()) == {of.key for of in chosen}


def test_options_of_the_table_can_be_named_with_the_edition():
    assert tuple(
        of.text for of in arena_command.editions_from_arguments(["classic/4,face-value"])
    ) == ("classic/4,face-value",)


def test_unknown_names_are_refused():
    with pytest.raises(UnknownName, match="rules_of_thumb"):
        arena("rules_of_thumbs", CHANCE)
    with pytest.raises(UnknownName, match="classic/4"):
        arena(HEURISTIC, CHANCE, "--edition", "classik/4")


def test_a_player_is_not_compared_with_itself():
    with pytest.raises(BottleImpError, match="two or more different players"):
        arena(HEURISTIC, HEURISTIC)


def test_a_folder_that_is_not_there_is_refused_before_play(tmp_path):
    with pytest.raises(BottleImpError, match="no folder"):
        arena(HEURISTIC, CHANCE, "--json", str(tmp_path / "none" / "found.json"))


@pytest.mark.parametrize(
    "words", [("--deals", "0"), ("--deals", "x"), ("--half-width", "-1"), ("--seed", "x")]
)
def test_numbers_that_make_no_sense_are_refused(words, capsys):
    with pytest.raises(SystemExit):
        arena(HEURISTIC, CHANCE, *words)

    assert words[1] in capsys.readouterr().err

"""What all commands that measure into a folder refuse before they play."""

import json
from pathlib import Path

import pytest

from bottleimp.analysis.evaluation.deal_files import CHECKSUMS, PACKAGE_CODE
from bottleimp.analysis.evaluation.panel_measurement import (
    make_panel_measurement,
    run_panel_measurement,
)
from bottleimp.cli.main import main
from bottleimp.cli.measuring import MIXED_CODE
from bottleimp.cli.option_parser import REFUSED

KEY = "classic/4"


@pytest.mark.slow
@pytest.mark.parametrize("command", ["exploitability", "regret"])
def test_the_folder_of_another_command_is_refused_before_play(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], command: str
) -> None:
    measurement = make_panel_measurement(KEY, "uniform", "style_lowest", 0, None)
    list(run_panel_measurement(measurement, tmp_path, 3))
    file = measurement.path(tmp_path)

    assert main([command, str(tmp_path), "--deals", "1", "--processes", "1"]) == REFUSED
    assert str(file) in capsys.readouterr().err
    assert [*tmp_path.rglob("*.jsonl")] == [file]


@pytest.mark.slow
@pytest.mark.parametrize("checksums", [{PACKAGE_CODE: "0123"}, {}])
def test_a_report_says_that_the_players_may_have_changed_between_its_results(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], checksums: dict[str, str]
) -> None:
    words = ["--players", "uniform", "first_evening", "--members", "style_lowest", "--deals", "2"]
    assert main(["panel", str(tmp_path), *words, "--processes", "1"]) == 0
    assert MIXED_CODE not in capsys.readouterr().out

    (file,) = tmp_path.rglob("uniform~among~style_lowest.jsonl")
    heading, *rows = file.read_text("utf-8").splitlines(keepends=True)
    told = json.dumps({**json.loads(heading), CHECKSUMS: checksums}) + "\n"
    file.write_text(told + "".join(rows), encoding="utf-8")
    assert main(["panel", str(tmp_path), "--report-only"]) == 0
    assert MIXED_CODE in capsys.readouterr().out


@pytest.mark.parametrize(
    ("command", "words"),
    [
        ("panel", ["--edition", KEY]),
        ("panel", ["--players", "network"]),
        ("panel", ["--members", "uniform"]),
        ("panel", ["--seed", "7"]),
        ("panel", ["--seed", "0"]),
        ("panel", ["--deals", "200"]),
        ("exploitability", ["--population", "network"]),
        ("exploitability", ["--responders", "imp"]),
        ("exploitability", ["--coalition-size", "1"]),
        ("exploitability", ["--belief-calibration"]),
        ("regret", ["--judge-worlds", "7"]),
        ("regret", ["--judge-worlds", "4800"]),
    ],
)
def test_options_that_a_report_does_not_look_at_are_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], command: str, words: list[str]
) -> None:
    assert main([command, str(tmp_path), "--report-only", *words]) == REFUSED
    assert f"{words[0]} says what is measured" in capsys.readouterr().err

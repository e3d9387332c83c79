"""Measurements that are gone on with, and players that have been edited meanwhile."""

import json
import secrets
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest

from bottleimp.analysis.evaluation.deal_files import CHECKSUMS, CODE_DIGITS, PACKAGE_CODE
from bottleimp.analysis.evaluation.exploitability import make_measurement, run_measurement
from bottleimp.analysis.evaluation.panel_measurement import (
    make_panel_measurement,
    read_panel_blocks,
    run_panel_measurement,
)
from bottleimp.analysis.evaluation.regret import make_regret_measurement, run_regret_measurement
from bottleimp.analysis.evaluation.responders import NetworkSource, player_marks
from bottleimp.errors import BottleImpError
from bottleimp.kernel.compile.compiled_sources import hash_of_sources
from bottleimp.players.checksums import CODE_CHECKSUM, DECIDING_PACKAGES

KEY, SEED = "classic/3", 5
PLAYER = """
from bottleimp.players import SequentialPlayer

class Edited(SequentialPlayer):
    def choose(self, observation, seed):
        return observation.legal_actions[{}]
"""
Run = Callable[[int], Iterator[int]]  # plays until there are so many deals


@pytest.fixture
def edited(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[str, Path]:
    """An outside player, and the file that may be edited."""
    module = tmp_path / f"edited_{secrets.token_hex(4)}.py"  # imported by no earlier test
    module.write_text(PLAYER.format(0))
    monkeypatch.syspath_prepend(str(tmp_path))
    return f"{module.stem}:Edited", module


def of_panel(name: str, folder: Path) -> Run:
    measurement = make_panel_measurement(KEY, name, "uniform", SEED, None)
    return partial(run_panel_measurement, measurement, folder)


def of_exploitability(name: str, folder: Path) -> Run:
    measurement = make_measurement(KEY, name, "uniform", 1, SEED, NetworkSource(KEY))
    return partial(run_measurement, measurement, folder)


def of_regret(name: str, folder: Path) -> Run:
    measurement = make_regret_measurement(KEY, [name], "uniform", 2, None, SEED)
    return partial(run_regret_measurement, measurement, folder)


@pytest.mark.slow
@pytest.mark.parametrize("measured", [of_panel, of_exploitability, of_regret])
def test_an_edited_player_is_not_gone_on_with(
    measured: Callable[[str, Path], Run], edited: tuple[str, Path], tmp_path: Path
) -> None:
    name, module = edited
    run = measured(name, tmp_path / "results")
    list(run(1))
    list(run(2))
    module.write_text(PLAYER.format(-1))

    with pytest.raises(BottleImpError, match=f"other weights or other code of {name}"):
        list(run(3))


@pytest.mark.slow
@pytest.mark.parametrize("measured", [of_panel, of_exploitability, of_regret])
def test_a_player_edited_before_its_first_deal_is_done_is_measured(
    measured: Callable[[str, Path], Run], edited: tuple[str, Path], tmp_path: Path
) -> None:
    name, module = edited
    run = measured(name, tmp_path / "results")
    assert next(run(1)) == 0  # as far as a player comes that fails
    (file,) = (tmp_path / "results").rglob("*.jsonl")
    begun = file.read_text()
    module.write_text(PLAYER.format(-1))

    assert list(run(1)) == [0, 1]
    heading, _ = file.read_text().splitlines(keepends=True)
    assert heading != begun


def test_the_code_by_which_players_of_the_package_decide_has_a_checksum(tmp_path: Path) -> None:
    files = [tmp_path / name for name in ("kernel/heuristics/weights.py", "server/app.py")]
    for file in files:
        file.parent.mkdir(parents=True)
    found = []
    for texts in (("a", "a"), ("a", "b"), ("b", "b")):
        for file, text in zip(files, texts, strict=True):
            file.write_text(text)
        found.append(hash_of_sources(DECIDING_PACKAGES, tmp_path))

    assert found[0] == found[1] != found[2]
    assert hash_of_sources(DECIDING_PACKAGES) == CODE_CHECKSUM


@pytest.mark.slow
def test_other_networks_and_code_of_the_package_are_not_gone_on_with(tmp_path: Path) -> None:
    measurement = make_panel_measurement(KEY, "network", "uniform", SEED, None)
    list(run_panel_measurement(measurement, tmp_path, 50))
    file = measurement.path(tmp_path)
    heading, *rows = file.read_text().splitlines(keepends=True)
    told = json.loads(heading)
    marks = told[CHECKSUMS]
    code = CODE_CHECKSUM[:CODE_DIGITS]
    assert marks == {**player_marks(["network"], KEY), PACKAGE_CODE: code}
    assert len(read_panel_blocks(file)[1]) == 50

    for kept, said in (
        ({**marks, "3": "0" * 12}, "other weights or other code of the network 3;"),
        ({**marks, PACKAGE_CODE: "0"}, "other code of the players of this package;"),
        ({"3": marks["3"]}, "does not say by which weights and code"),
        (None, "does not say by which weights and code"),
    ):
        file.write_text(json.dumps({**told, CHECKSUMS: kept}) + "\n" + "".join(rows))
        with pytest.raises(BottleImpError, match=said):
            list(run_panel_measurement(measurement, tmp_path, 100))
        assert len(read_panel_blocks(file)[1]) == 50  # which can still be read


def test_players_that_go_by_a_file_are_not_told_by_the_network_of_the_package() -> None:
    assert player_marks(["network", "imp:8"], KEY, "weights.npz") == {}
    assert player_marks(["uniform", "some.npz"], KEY) == {}
    assert [*player_marks(["imp:8"], KEY)] == ["3"]

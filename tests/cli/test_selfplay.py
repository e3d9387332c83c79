"""`bottleimp selfplay` writes data sets, says what it wrote, and refuses in one sentence."""

import subprocess
import sys
from pathlib import Path

import pytest

from bottleimp.cli.main import main
from bottleimp.cli.option_parser import REFUSED
from bottleimp.data import open_dataset


def test_it_says_what_it_wrote_and_how_far_it_is(tmp_path: Path, capsys) -> None:
    words = ("selfplay", "uniform", "--edition", "classic/3", "--rounds", "20", "--processes", "1")
    assert main([*words, "--seed", "3", "--output", str(tmp_path)]) == 0
    said = capsys.readouterr()
    dataset = open_dataset(tmp_path)

    assert said.out.startswith(f"{tmp_path}: 20 rounds of classic/3 in 1 file, ")
    assert "20/20 rounds" in said.err
    assert (dataset.rounds, dataset.description.seed) == (20, 3)
    assert dataset.description.players == ("uniform",) * 3
    assert not list(tmp_path.glob("*.txt"))


def test_records_can_be_checked_by_the_command_for_records(tmp_path: Path, capsys) -> None:
    words = ("selfplay", "uniform", "--rounds", "3", "--processes", "1", "--records")
    assert main([*words, "--output", str(tmp_path)]) == 0
    assert main(["record", "check", str(tmp_path / "rounds-00000.txt")]) == 0
    assert "3 records, legal" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("nobody",), "nobody"),
        (("uniform",) * 5, "classic/4 has 4 players"),
        (("reference", "--edition", "classic/3"), "does not play the mode 3"),
        (("uniform", "--edition", "classic/33"), "classic/33"),
    ],
)
def test_what_cannot_be_played_is_refused(
    words: tuple[str, ...], said: str, tmp_path: Path, capsys
) -> None:
    folder = tmp_path / "data"

    assert main(["selfplay", *words, "--output", str(folder)]) == REFUSED
    assert said in capsys.readouterr().err
    assert not folder.exists()


def test_a_file_in_the_place_of_the_folder_is_refused(tmp_path: Path, capsys) -> None:
    file = tmp_path / "file"
    file.write_text("", encoding="utf-8")
    words = ("selfplay", "uniform", "--rounds", "2", "--processes", "1", "--output", str(file))

    assert main(words) == REFUSED
    assert f"{file} cannot be made" in capsys.readouterr().err


@pytest.mark.parametrize("missing", ["pyarrow", "numba"])
def test_what_is_not_installed_is_said_in_one_sentence(missing: str, tmp_path: Path) -> None:
    code = (
        f"import sys; sys.modules[{missing!r}] = None; from bottleimp.cli.main import main;"
        f" sys.exit(main(['selfplay', 'uniform', '--output', {str(tmp_path / 'data')!r}]))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    sentences = {
        "pyarrow": "bottleimp: bottleimp.data needs pyarrow: install it with pip install"
        " 'bottleimp[data]'.\n",
        "numba": "bottleimp: Rounds in lock-step need numba, which compiles the rules and is not"
        " installed here; it has no package for Macs with Intel processors, Linux with musl and a"
        " few other systems.\n",
    }

    assert (done.returncode, done.stderr) == (REFUSED, sentences[missing])

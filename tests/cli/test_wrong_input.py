import os
import signal
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

from bottleimp.__main__ import start
from bottleimp.cli import main
from bottleimp.cli.option_parser import REFUSED
from bottleimp.exit_statuses import INTERRUPTED, TERMINATED
from bottleimp.players.blas_threads import SINGLE_THREAD_VARIABLES
from tests.support.patience import PATIENCE

LONG = b"9" * 5_000  # digits, more than Python itself converts
CURSOR_SHOWN = "\x1b[?25h"  # as a terminal is told


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("plya",), "There is no command called 'plya'; did you mean play or selfplay?"),
        (("record", "show", "missing.txt"), "missing.txt cannot be read: No such file"),
        (("record", "update-golden", "missing"), "There is no folder missing with golden records."),
        (("perft", "--edition", "clasic/4"), "There is no edition called 'clasic/4'; did you mean"),
        (("arena", "uniform"), "The arena compares two or more different players."),
        (("arena", "uniform", "rules_of_thumb", "--json", "."), ". is a folder; --json names a"),
        (
            ("arena", "uniform", "mine"),
            "There is no player mine; a class of mine.py is named mine:",
        ),
        (("arena", "uniform", "mine.py:It"), "A module is named without .py: mine:It."),
        (("arena", "uniform", "x" * 300), "There is no player called 'xxx"),
        (("tournament", "."), ". holds other files and no tournament; name a new one."),
        (
            ("arena", "uniform", "rules_of_thumb", "--variance-reduction", "gone.npz"),
            "gone.npz cannot be read: No such file",
        ),
        (("arena", "uniform", "uniforms"), "There is no player called 'uniforms'; did you mean"),
        (
            ("serve", "--prot=1"),
            "There is no option called '--prot'; did you mean --port or --host?",
        ),
        (("serve", "-x"), "There is no option called '-x'; bottleimp serve --help lists all."),
        (("serve", "here"), "'here' is one word too many; bottleimp serve --help says more."),
        (("record", "show", "a.txt", "--set", "1"), "There is no option called '--set';"),
        (("--versoin",), "There is no option called '--versoin'; did you mean --version?"),
    ],
)
def test_what_cannot_be_done_is_refused_in_one_sentence(words, said, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.py").touch()

    status = main(words)
    lines = capsys.readouterr().err.splitlines()

    assert (status, len(lines)) == (REFUSED, 1)
    assert lines[0].startswith(f"bottleimp: {said}")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("serve", "--port", "abc"), "bottleimp serve: argument --port: must be a whole number"),
        (("record", "show"), "bottleimp record show: the following arguments are required"),
        (("arena",), "bottleimp arena: the following arguments are required"),
        (
            ("simulate", "uniform", "--seed", "-1"),
            "bottleimp simulate: argument --seed: '-1' is not a whole number from 0 to 2**256 - 1",
        ),
        (
            ("arena", "uniform", "rules_of_thumb", "--deals", "9" * 20),
            f"bottleimp arena: argument --deals: '{'9' * 20}' is not a whole number from 1 to 1000",
        ),
    ],
)
def test_a_value_that_is_none_is_refused_in_one_line(words, said, capsys):
    with pytest.raises(SystemExit) as stopped:
        main(words)
    lines = capsys.readouterr().err.splitlines()

    assert (stopped.value.code, len(lines)) == (REFUSED, 1)
    assert lines[0].startswith(said)
    assert lines[0].endswith("--help says more")


@pytest.mark.parametrize("number", ["0", "-3", "many"])
def test_computer_players_need_at_least_one_process(number, capsys):
    with pytest.raises(SystemExit) as stopped:
        main(("serve", "--workers", number))

    assert stopped.value.code == REFUSED
    assert "a whole number from 1" in capsys.readouterr().err


@pytest.mark.parametrize(
    "words",
    [
        ("arena", "uniform", "rules_of_thumb", "--deals"),
        ("arena", "uniform", "rules_of_thumb", "--seed"),
        ("tournament", "folder", "--seed"),
        ("exploitability", "folder", "--seed"),
        ("panel", "folder", "--seed"),
        ("perft", "--depth"),
        ("record", "show", "round.txt", "--seat"),
        ("terminal", "--seed"),
        ("terminal", "--pace"),
        ("serve", "--port"),
        ("serve", "--workers"),
    ],
)
@pytest.mark.parametrize("number", ["9" * 5_000, "\u0663\u0663x"])
def test_a_number_that_cannot_be_read_is_refused_by_every_command(words, number, capsys):
    with pytest.raises(SystemExit) as stopped:
        main((*words, number))

    assert stopped.value.code == REFUSED
    assert "Traceback" not in capsys.readouterr().err


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"[" * 100_000 + b"]" * 100_000, ": line 1, column 1: values are nested too deeply"),
        (b"\xff\xfe", " is not text in UTF-8"),
        (b'{"version": ' + LONG + b"}", ": line 1, column 13: a number has more than 100 digits"),
        (
            b"Bottle Imp record 1\nEdition: classic/4,rounds=" + LONG,
            ": line 2, column 20: the number of the option rounds has too many digits",
        ),
        (b"Bottle Imp record " + LONG, ": line 1, column 1: this program reads version 1"),
    ],
)
def test_a_file_that_is_no_record_is_refused_by_name(content, said, tmp_path, capsys):
    file = tmp_path / "round.json"
    file.write_bytes(content)

    assert main(("record", "check", str(file))) != 0
    assert f"{file}{said}" in capsys.readouterr().err


def test_a_record_may_begin_with_the_mark_of_some_editors(tmp_path, capsys):
    record = next(Path("tests/records").rglob("*.txt")).read_text(encoding="utf-8")
    file = tmp_path / "round.txt"
    file.write_text(record, encoding="utf-8-sig")

    assert main(("record", "check", str(file))) == 0


@pytest.mark.parametrize(
    ("content", "said"), [(b"Bottle Imp record 9\n", "bad.txt: line 1"), (b"\xff", "not text in")]
)
def test_golden_records_that_cannot_be_read_are_refused_by_name(content, said, tmp_path, capsys):
    (tmp_path / "bad.txt").write_bytes(content)

    assert main(("record", "update-golden", str(tmp_path))) == REFUSED
    assert said in capsys.readouterr().err


def test_a_file_without_records_is_left_as_it_is(tmp_path):
    (tmp_path / "notes.txt").write_text("", encoding="utf-8")

    assert main(("record", "update-golden", str(tmp_path))) == 0
    assert not (tmp_path / "notes.txt").read_text(encoding="utf-8")


def test_matrix_products_take_one_thread_unless_somebody_says_otherwise(monkeypatch):
    for name in SINGLE_THREAD_VARIABLES:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("OMP_NUM_THREADS", "3")

    main(())

    assert {name: os.environ[name] for name in SINGLE_THREAD_VARIABLES} == {
        "OPENBLAS_NUM_THREADS": "1",
        "OMP_NUM_THREADS": "3",
        "MKL_NUM_THREADS": "1",
    }


def test_a_record_that_breaks_a_rule_is_refused_with_its_place(tmp_path, capsys):
    file = tmp_path / "round.txt"
    file.write_text("Bottle Imp record 1\nEdition: classic/5\n", encoding="utf-8")

    status = main(("record", "check", str(file)))

    assert status != 0
    assert f"{file}: line 2, column 10: There is no edition" in capsys.readouterr().err


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="only Linux has a device that is full")
@pytest.mark.parametrize(
    "words", [("perft", "--depth", "1"), ("--help",), ("--version",), ("arena", "--help")]
)
def test_output_that_cannot_be_written_is_said_in_one_line(words):
    with Path("/dev/full").open("w") as full:
        listed = subprocess.run(
            [sys.executable, "-m", "bottleimp", *words], stdout=full,
            stderr=subprocess.PIPE, text=True, check=False,
        )  # fmt: skip

    assert listed.returncode == REFUSED
    assert listed.stderr == "bottleimp: The output cannot be written: No space left on device.\n"


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such shell")
@pytest.mark.parametrize("closed", [">&-", "2>&-", ">&- 2>&-"])
def test_a_command_whose_output_is_closed_does_its_work(closed):
    command = f'"{sys.executable}" -m bottleimp perft --depth 1 {closed}'
    ended = subprocess.run(["sh", "-c", command], capture_output=True, text=True, check=False)

    assert (ended.returncode, ended.stderr) == (0, "")


@pytest.mark.skipif(sys.platform == "win32", reason="Windows ends processes at once")
@pytest.mark.slow
def test_a_command_that_is_told_to_end_takes_its_progress_bar_away(tmp_path):
    controller, terminal = os.openpty()
    words = ["arena", "uniform", "rules_of_thumb", "--deals", "1000000", "--processes", "1"]
    with subprocess.Popen(
        [sys.executable, "-m", "bottleimp", *words], stdin=terminal, stdout=subprocess.DEVNULL,
        stderr=terminal, cwd=tmp_path, env=os.environ | {"TERM": "xterm"},
    ) as arena:  # fmt: skip
        os.close(terminal)
        drawn = b""
        while b"getting the players ready" not in drawn:
            drawn += os.read(controller, 1000)
        arena.send_signal(signal.SIGTERM)
        status = arena.wait(PATIENCE)
    shown = (drawn + os.read(controller, 1 << 16)).decode(errors="replace")
    os.close(controller)

    assert status == TERMINATED
    assert CURSOR_SHOWN in shown
    assert "Traceback" not in shown


def test_ctrl_c_while_modules_are_loading_is_no_traceback(monkeypatch):
    def interrupt(_name):
        raise KeyboardInterrupt

    loading = ModuleType("bottleimp.cli.main")
    monkeypatch.setattr(loading, "__getattr__", interrupt, raising=False)
    monkeypatch.setitem(sys.modules, loading.__name__, loading)

    assert start() == INTERRUPTED

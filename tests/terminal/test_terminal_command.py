import argparse
import os
import signal
import subprocess
import sys
import threading

import pytest

from bottleimp.cli.terminal import FOLDER_NAME, add_arguments, run
from bottleimp.errors import BottleImpError, UnknownName
from bottleimp.exit_statuses import TERMINATED
from bottleimp.terminal.session.saved_matches import MatchFolder, TerminalSettings
from tests.support.patience import PATIENCE


def arguments(*words):
    parser = argparse.ArgumentParser()
    add_arguments(parser)
    return parser.parse_args(words)


def test_an_unknown_edition_lists_the_near_ones():
    with pytest.raises(UnknownName, match="classic/lopaka"):
        run(arguments("--edition", "classic/lopakka"))


def test_an_unknown_player_lists_the_near_ones():
    with pytest.raises(UnknownName, match="uniform"):
        run(arguments("--players", "uniforms"))


def test_a_folder_that_cannot_be_used_is_one_sentence_and_a_failure(tmp_path, capsys):
    (tmp_path / "file").touch()
    status = run(arguments("--data", str(tmp_path / "file")))

    assert status != 0
    assert len(capsys.readouterr().err.splitlines()) == 1


def test_without_a_terminal_nothing_is_drawn(tmp_path, capsys):
    status = run(arguments("--data", str(tmp_path)))

    assert status != 0
    assert capsys.readouterr().err == "The table needs a terminal to be drawn in.\n"


@pytest.mark.parametrize("option", ["--server", "--name"])
def test_what_is_for_a_table_of_a_server_is_refused_without_one(option, tmp_path):
    with pytest.raises(BottleImpError, match=f"{option} is for a table of a server"):
        run(arguments(option, "Ann", "--data", str(tmp_path)))


@pytest.mark.parametrize(
    "words",
    [
        ("--edition", "classic/3"),
        ("--players", "uniform"),
        ("--seed", "0"),
        ("--pace", "0"),
        ("--new",),
    ],
    ids=lambda words: words[0],
)
def test_what_is_for_a_table_here_is_refused_with_one_of_a_server(words, tmp_path):
    with pytest.raises(BottleImpError, match=f"{words[0]} is for a table here"):
        run(arguments("--join", "BCDFG", *words, "--data", str(tmp_path)))


def test_more_players_than_places_are_refused(tmp_path):
    named = ("--edition", "classic/3", "--players", "uniform", "uniform", "rules_of_thumb")
    with pytest.raises(BottleImpError, match=r"classic/3 has 2 places .* but 3 are named"):
        run(arguments(*named, "--data", str(tmp_path)))


@pytest.mark.parametrize("pace", ["-1", "10001", "fast", "1.5"])
def test_a_pace_out_of_range_is_refused(pace, capsys):
    with pytest.raises(SystemExit):
        arguments("--pace", pace)

    assert "whole number from 0 to 10000" in capsys.readouterr().err


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no pseudoterminals")
def test_a_player_that_fails_at_the_table_is_one_sentence_and_a_failure(tmp_path):
    (tmp_path / "broken.py").write_text(BROKEN_PLAYER)
    options = ("--edition", "classic/3", "--players", "broken:Player")
    written, status = at_a_terminal([*options, "--data", str(tmp_path / "data")], tmp_path)

    problem = "broken:Player failed in line 7 of broken.py (RuntimeError: This player is broken)."
    assert written.endswith(f"bottleimp: The computer player {problem}\r\n")
    assert "Traceback" not in written
    assert status == 2


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no pseudoterminals")
def test_the_last_line_says_that_a_match_could_not_be_kept(tmp_path):
    (tmp_path / "file").touch()
    (tmp_path / "folder").mkdir()
    (tmp_path / "data").symlink_to("folder")
    options = ["--edition", "classic/3", "--players", "uniform", "--data", str(tmp_path / "data")]
    process, outer = start_at_a_terminal(options, tmp_path)
    limit = threading.Timer(PATIENCE, process.kill)
    limit.start()
    try:
        written = ""
        while "Exchange" not in written:
            assert process.poll() is None, written
            written += read(outer)
        (tmp_path / "file").replace(tmp_path / "data")  # nothing can be kept there now
        os.write(outer, b"\r\x1b[C\r\x1b[C\r\r")  # three cards are passed
        while "cannot be kept" not in written:
            assert process.poll() is None, written
            written += read(outer)
        os.write(outer, b"q")
        while part := read(outer):
            written += part
        process.wait()
    finally:
        limit.cancel()
        os.close(outer)

    assert "This match could not be kept: " in written.splitlines()[-1]
    assert "Matches are kept in" not in written


BROKEN_PLAYER = """
from bottleimp.players import SequentialPlayer


class Player(SequentialPlayer):
    def choose(self, observation, seed):
        raise RuntimeError("This player is broken.")
"""


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no pseudoterminals")
@pytest.mark.slow
def test_a_terminal_that_is_gone_ends_the_command(tmp_path):
    process, outer = start_at_a_terminal(["--data", str(tmp_path / "data")], tmp_path)
    try:
        while "Bottle Imp" not in read(outer):
            assert process.poll() is None
        os.close(outer)  # no signal comes: this terminal controls no session

        assert process.wait(PATIENCE) == 1
    finally:
        process.kill()
        process.wait()


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no pseudoterminals")
@pytest.mark.slow
def test_a_terminal_is_left_as_it_was_when_the_command_is_told_to_end(tmp_path):
    process, outer = start_at_a_terminal(["--data", str(tmp_path / "data")], tmp_path)
    limit = threading.Timer(PATIENCE, process.kill)
    limit.start()
    try:
        written = ""
        while "Bottle Imp" not in written:
            written += read(outer)
        process.send_signal(signal.SIGTERM)
        while part := read(outer):
            written += part
        status = process.wait()
    finally:
        limit.cancel()
        os.close(outer)

    assert status == TERMINATED
    assert "Matches are kept in" in written
    for mode in ("?1049", "?1003"):  # the alternate screen, reports of the mouse
        assert written.rindex(f"\x1b[{mode}l") > written.rindex(f"\x1b[{mode}h")


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no pseudoterminals")
@pytest.mark.slow
@pytest.mark.parametrize(
    ("system", "chosen", "options", "title"),
    [
        ("de_DE.UTF-8", "", [], "Flaschenteufel"),
        ("de_DE.UTF-8", "fr", [], "Le Diable en bouteille"),
        ("de_DE.UTF-8", "fr", ["--language", "en"], "Bottle Imp"),
    ],
    ids=["of the system", "chosen last time", "asked for"],
)
def test_the_table_speaks_the_language_that_is(system, chosen, options, title, tmp_path):
    folder = MatchFolder(tmp_path / "data" / FOLDER_NAME)
    folder.prepare()
    folder.save_settings(TerminalSettings(language=chosen))
    options = ["--data", str(tmp_path / "data"), *options]
    process, outer = start_at_a_terminal(options, tmp_path, system)
    try:
        written = ""
        while title not in written:
            assert process.poll() is None, written
            written += read(outer)
    finally:
        process.kill()
        process.wait()
        os.close(outer)


def test_what_is_no_language_of_the_table_is_refused_with_those_that_are(capsys):
    with pytest.raises(SystemExit):
        arguments("--language", "klingon")

    assert "'klingon' is no language of the table; known are de, en, fr" in capsys.readouterr().err


def at_a_terminal(options, folder):
    """What the command wrote until its end, and its exit status."""
    process, outer = start_at_a_terminal(options, folder)
    limit = threading.Timer(PATIENCE, process.kill)
    limit.start()
    written = ""
    try:
        while part := read(outer):
            written += part
        return written, process.wait()
    finally:
        limit.cancel()
        os.close(outer)


def start_at_a_terminal(options, folder, language="en"):
    """The command with a terminal of its own in a system of this language, and the other end."""
    import pty  # noqa: PLC0415 - Windows has neither of these
    import termios  # noqa: PLC0415

    outer, inner = pty.openpty()
    termios.tcsetwinsize(inner, (24, 80))
    environment = os.environ | {"TERM": "xterm-256color", "LANGUAGE": language}
    process = subprocess.Popen(
        [sys.executable, "-m", "bottleimp", "terminal", *options], cwd=folder, stdin=inner,
        stdout=inner, stderr=inner, env=environment, start_new_session=True,
    )  # fmt: skip
    os.close(inner)
    return process, outer


def read(terminal):
    """What comes next; nothing once nobody writes there any more."""
    try:
        return os.read(terminal, 1 << 16).decode(errors="replace")
    except OSError:
        return ""


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal of POSIX")
def test_a_terminal_that_cannot_show_the_table_is_told_so(tmp_path):
    controller, terminal = os.openpty()
    words = [sys.executable, "-m", "bottleimp", "terminal", "--data", str(tmp_path)]
    variables = os.environ | {"PYTHONIOENCODING": "latin-1"}
    with subprocess.Popen(
        words, stdin=terminal, stdout=terminal, stderr=terminal, env=variables
    ) as it:
        status = it.wait(PATIENCE)
    said = os.read(controller, 1000).decode()
    os.close(terminal)
    os.close(controller)

    assert status != 0
    assert "this one is set to iso8859-1. Set LC_ALL to C.UTF-8" in said

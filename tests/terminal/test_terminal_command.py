import argparse

import pytest

from bottleimp.cli.terminal import add_arguments, run
from bottleimp.errors import UnknownName


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


@pytest.mark.parametrize("pace", ["-1", "10001", "fast", "1.5"])
def test_a_pace_out_of_range_is_refused(pace, capsys):
    with pytest.raises(SystemExit):
        arguments("--pace", pace)

    assert "whole number from 0 to 10000" in capsys.readouterr().err

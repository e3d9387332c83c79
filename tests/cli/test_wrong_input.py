import pytest

from bottleimp.cli import main
from bottleimp.cli.main import REFUSED


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("plya",), "There is no command called 'plya'; did you mean play?"),
        (("record", "show", "missing.txt"), "missing.txt cannot be read: No such file"),
        (("record", "update", "missing"), "There is no folder missing with golden records."),
        (("perft", "--edition", "clasic/4"), "There is no edition called 'clasic/4'; did you mean"),
        (("arena", "uniform"), "The arena compares two or more different players."),
        (("arena", "uniform", "rules_of_thumb", "--json", "."), ". is a folder; --json names a"),
        (("arena", "uniform", "uniforms"), "There is no player called 'uniforms'; did you mean"),
    ],
)
def test_what_cannot_be_done_is_refused_in_one_sentence(words, said, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)

    status = main(words)
    lines = capsys.readouterr().err.splitlines()

    assert (REFUSED, 1) == (status, len(lines))
    assert lines[0].startswith(f"bottleimp: {said}")


@pytest.mark.parametrize("number", ["0", "-3", "many"])
def test_computer_players_need_at_least_one_process(number, capsys):
    with pytest.raises(SystemExit) as stopped:
        main(("serve", "--workers", number))

    assert REFUSED == stopped.value.code
    assert "a whole number from 1" in capsys.readouterr().err


def test_a_record_that_breaks_a_rule_is_refused_with_its_place(tmp_path, capsys):
    file = tmp_path / "round.txt"
    file.write_text("Bottle Imp record 1\nEdition: classic/5\n", encoding="utf-8")

    status = main(("record", "check", str(file)))

    assert 0 != status
    assert f"{file}: line 2, column 10: There is no edition" in capsys.readouterr().err

"""`bottleimp simulate` writes records that `bottleimp record` reads."""

import errno
import json
from io import FileIO
from pathlib import Path

import pytest

from bottleimp.analysis.arena.simulation import Simulation
from bottleimp.cli import simulate
from bottleimp.cli.main import main
from bottleimp.cli.option_parser import REFUSED
from bottleimp.game.match import Match
from bottleimp.game.notation import read_records
from bottleimp.game.record import from_json
from bottleimp.knowledge.titles import DRIVEN_NAME
from bottleimp.rules.editions import edition, edition_from_text, edition_keys


def simulated(capsys, *words: str) -> str:
    assert main(["simulate", *words]) == 0
    return str(capsys.readouterr().out)


def test_rounds_are_written_as_text_and_everybody_deals_in_turn(capsys) -> None:
    written = simulated(capsys, "uniform", "rules_of_thumb", "--rounds", "3")
    records = read_records(written)

    assert len(records) == 3
    assert all(one.round.is_over for one in records)
    names = ("uniform 1", "rules_of_thumb 1", "uniform 2", "rules_of_thumb 2")
    assert [one.names[0] for one in records] == [names[1], names[2], names[3]]
    assert all(set(one.names) == set(names) for one in records)


def test_json_lines_hold_the_same_rounds(capsys) -> None:
    words = ("uniform", "--rounds", "2", "--seed", "8")
    records = read_records(simulated(capsys, *words))
    lines = simulated(capsys, *words, "--format", "json-lines").splitlines()

    assert [from_json(json.loads(line)) for line in lines] == records
    assert [json.loads(line)["round"] for line in lines] == [1, 2]


def test_the_seed_fixes_everything(capsys) -> None:
    first = simulated(capsys, "uniform", "--seed", "1")

    assert simulated(capsys, "uniform", "--seed", "1") == first
    assert simulated(capsys, "uniform", "--seed", "2") != first


def test_matches_are_played_to_their_agreed_end(capsys) -> None:
    key = "classic/lopaka,rounds=2"
    words = ("uniform", "--edition", key, "--matches", "2", "--format", "json-lines")
    rows = [json.loads(line) for line in simulated(capsys, *words).splitlines()]
    table = Match(edition_from_text(key), 0)
    planned = table.rounds_planned

    assert planned is not None
    assert [row["match"] for row in rows] == [1] * planned + [2] * planned
    assert all(DRIVEN_NAME in row["names"] for row in rows)


@pytest.mark.parametrize("key", edition_keys())
def test_every_edition_can_be_simulated(key: str) -> None:
    (one,) = Simulation(edition(key), ["uniform"], 4).rounds(1)

    assert one.record.round.is_over


def test_a_file_of_json_lines_is_checked_as_records_are(tmp_path: Path, capsys) -> None:
    file = tmp_path / "rounds.jsonl"
    words = ["--rounds", "2", "--format", "json-lines", "--output", str(file)]
    assert simulated(capsys, "uniform", *words) == ""
    assert main(["record", "check", str(file)]) == 0
    assert "2 records, legal" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("nobody",), "nobody"),
        (("uniform",) * 5, "classic/4 has 4 players"),
        (("reference", "--edition", "classic/3"), "does not play the mode 3"),
        (("uniform", "--output", "missing/x.txt"), "cannot be written"),
    ],
)
def test_what_cannot_be_played_is_refused(words: tuple[str, ...], said: str, capsys) -> None:
    assert main(["simulate", *words]) == REFUSED
    assert said in capsys.readouterr().err


def test_what_a_player_prints_does_not_stand_among_the_records(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "loud_player.py").write_text(
        "from bottleimp.players import SequentialPlayer\n"
        "class Loud(SequentialPlayer):\n"
        "    def choose(self, observation, seed):\n"
        "        print('my turn')\n"
        "        return observation.legal_actions[0]\n"
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    assert main(["simulate", "loud_player:Loud", "uniform"]) == 0
    written = capsys.readouterr()

    assert len(read_records(written.out)) == 1
    assert "my turn" in written.err


def test_a_full_disk_is_named_and_leaves_whole_records(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, room = tmp_path / "some.txt", 3000
    whole = simulated(capsys, "uniform", "--rounds", "9").encode()

    def write_a_part(opened: FileIO, content: bytes) -> int:
        left = room - opened.tell()
        if left <= 0:
            raise OSError(errno.ENOSPC, "No space left on device")
        return opened.write(content[:left])

    monkeypatch.setattr(simulate, "write_some", write_a_part)
    assert main(["simulate", "uniform", "--rounds", "9", "--output", str(file)]) == 2
    kept = file.read_bytes()

    assert f"{file} cannot be written: No space left on device." in capsys.readouterr().err
    assert 0 < len(kept) <= room
    assert whole.startswith(kept)
    assert len(read_records(kept.decode())) >= 1

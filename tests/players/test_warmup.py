"""What computer players need is compiled ahead, once."""

from pathlib import Path

import pytest

from bottleimp.cli.main import main
from bottleimp.errors import UnknownName
from bottleimp.players.warmup import (
    COMMON_EDITIONS,
    editions_in_warmup_order,
    is_warm,
    marker_file,
    players_to_compile,
    warm_up,
)
from bottleimp.rules.editions import edition, edition_keys

QUICK = "uniform"


@pytest.fixture(autouse=True)
def _own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BOTTLEIMP_CACHE", str(tmp_path))


def test_an_edition_is_warm_for_those_players_alone_that_were_warmed_up() -> None:
    played = edition("classic/4")
    assert not is_warm(played, [QUICK])

    warm_up(played, [QUICK])

    assert is_warm(played, [QUICK])
    assert not is_warm(played, [QUICK, "imp"])
    assert not is_warm(edition("classic/3"), [QUICK])


def test_a_folder_that_cannot_be_written_harms_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("BOTTLEIMP_CACHE", str(tmp_path / "file" / "under"))
    played = edition("classic/4")

    warm_up(played, [QUICK])

    assert not is_warm(played, [QUICK])


def test_every_edition_is_compiled_ahead_and_the_first_met_first() -> None:
    keys = [one.key for one in editions_in_warmup_order()]

    assert keys[: len(COMMON_EDITIONS)] == list(COMMON_EDITIONS)
    assert sorted(edition_keys()) == sorted(keys)


def test_players_that_search_are_compiled_ahead() -> None:
    assert {"imp", "thoughtful"} <= set(players_to_compile())
    assert "rules_of_thumb" not in players_to_compile()


def test_the_command_says_what_was_ready_and_what_was_made(
    capsys: pytest.CaptureFixture[str],
) -> None:
    words = ["warmup", "--edition", "classic/4", "--player", QUICK]

    assert main(words) == 0
    assert capsys.readouterr().out.startswith("classic/4: ready after")
    assert marker_file(edition("classic/4"), QUICK).exists()
    assert main(words) == 0
    assert capsys.readouterr().out == "classic/4: was ready\n"


def test_a_player_that_nobody_knows_is_refused() -> None:
    with pytest.raises(UnknownName):
        warm_up(edition("classic/4"), ["imq"])
    assert main(["warmup", "--player", "imq"]) == 2

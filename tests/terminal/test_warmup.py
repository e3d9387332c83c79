"""While the code of the computer players is compiled, the first exchange says so."""

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest

from bottleimp.game.round import Phase
from bottleimp.rules.editions import edition
from bottleimp.terminal.session import local, warmup
from bottleimp.terminal.session.local import LocalSession, make_table, start_match
from bottleimp.terminal.session.match_file import MatchFile
from tests.support.terminal.sitting import sitting

PATIENCE = 600  # seconds: where nothing is kept, all code is compiled
SAYS_SO = "The other players are being prepared."


def session(folder: Path, kind: str) -> LocalSession:
    """A match of three against players of this kind."""
    table = make_table(edition("classic/3"), ("You", "Keawe", "Kokua"), (kind,), 1)
    return LocalSession(
        start_match(table), MatchFile(folder / f"{kind}.match.json"), lambda: 0, lambda _: None
    )


async def preparations(playing: LocalSession) -> list[bool]:
    """What each scene says of preparations, until the others have chosen their cards."""
    found = []
    async with asyncio.timeout(PATIENCE):
        async for scene in playing.scenes():
            found.append(scene.is_preparing)
            observation = scene.observation
            if all(
                observation.committed[seat] for seat in scene.seats_clockwise if seat != scene.seat
            ):
                break
    playing.close()
    return found


def test_the_exchange_says_that_players_are_being_got_ready(tmp_path: Path) -> None:
    async def looked() -> None:
        async with sitting(tmp_path, "classic/4") as at:
            await at.asked()
            assert Phase.EXCHANGE is at.scene.observation.phase
            assert SAYS_SO not in at.text

            at.table.show_scene(replace(at.scene, is_preparing=True))
            await at.until(lambda: SAYS_SO in at.text)
            assert "Choose a card for the Imp's Trick (1 of 3)." in at.text

            at.table.show_scene(replace(at.scene, is_preparing=False))
            await at.until(lambda: SAYS_SO not in at.text)

    asyncio.run(looked())


def test_a_player_that_is_at_once_ready_is_not_prepared(tmp_path: Path) -> None:
    assert not any(asyncio.run(preparations(session(tmp_path, "rules_of_thumb"))))


@pytest.mark.slow
def test_a_player_that_has_to_be_compiled_is_prepared_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(warmup, "_ready", set())
    monkeypatch.setattr(local, "NOTICE_DELAY", 0.0)
    first = asyncio.run(preparations(session(tmp_path, "perfect_information:50")))
    second = asyncio.run(preparations(session(tmp_path, "perfect_information:50")))

    assert first[:3] == [False, True, False]
    assert not any(first[3:])
    assert not any(second)

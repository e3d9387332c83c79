import asyncio
from pathlib import Path

import pytest

from bottleimp.game.deal import Deal
from bottleimp.game.round import Phase, Round
from bottleimp.knowledge.claims import Claim
from bottleimp.knowledge.observation import observe
from bottleimp.rules.editions import edition
from bottleimp.terminal.session.local import LocalSession
from bottleimp.terminal.session.match_file import MatchFile
from bottleimp.terminal.session.saved_matches import TerminalSettings
from bottleimp.terminal.session.session import Scene
from tests.support.terminal.sitting import game_at, sitting
from tests.support.virtual_time import pass_time, run

SLOW = TerminalSettings(pace=10_000)


@pytest.mark.slow
def test_a_certain_rest_is_claimed_with_a_key(tmp_path: Path) -> None:
    async def claimed() -> tuple[Claim | None, str, Scene]:
        async with sitting(tmp_path, "classic/3", seed=2) as at:
            await at.play_until(lambda scene: scene.claim is not None)
            offered, screen = at.scene.claim, at.text
            await at.press("p")
            await at.until(lambda: at.scene.is_over)
            return offered, screen, at.scene

    offered, screen, scene = asyncio.run(claimed())

    assert offered is not None
    assert "press P to" in screen
    assert (" P  claim the rest" if offered is Claim.REST else " P  play it out") in screen
    assert len(scene.match.results) == 1


def test_nothing_uncertain_can_be_claimed(tmp_path: Path) -> None:
    async def tried() -> tuple[Scene, Scene, str]:
        async with sitting(tmp_path, "classic/3", seed=2) as at:
            await at.play_until(lambda scene: scene.observation.phase is Phase.PLAY)
            before = at.scene
            await at.press("p")
            return before, at.scene, at.lines[-2]

    before, after, reason = asyncio.run(tried())

    assert before.claim is None
    assert before == after
    assert reason == " The tricks to come are not certain."


def test_the_last_card_is_taken_back_before_the_next_one_is_played(tmp_path: Path) -> None:
    async def undone() -> tuple[Scene, Scene, Scene, str]:
        async with sitting(tmp_path, "classic/4", seed=4) as at:
            await at.play_until(
                lambda scene: (
                    scene.observation.phase is Phase.PLAY and len(scene.observation.plays) == 1
                )
            )
            at.app._settings = SLOW  # the others wait
            before = at.scene
            await at.choose_something()
            await at.until(lambda: at.scene != before)
            played, keys = at.scene, at.lines[-1]
            await at.press("u")
            await at.until(lambda: at.scene != played)
            after = at.scene
            at.app._settings = TerminalSettings(pace=0)
            return before, played, after, keys

    before, played, after, keys = asyncio.run(undone())

    assert played.may_undo
    assert "take it back" in keys
    assert before == after
    assert not after.may_undo


def test_nobody_follows_a_card_that_was_taken_back(tmp_path: Path) -> None:
    playing = Round(Deal.from_seed(edition("classic/3"), 1))
    while playing.phase is not Phase.PLAY:
        playing = playing.play(playing.legal_actions[0])
    session = LocalSession(
        game_at(playing, first_dealer=2),  # the person leads
        MatchFile(tmp_path / "a.match.json"),
        lambda: 1000,
        lambda _: None,
    )

    async def undone() -> Scene:
        scenes = session.scenes()
        await anext(scenes)
        await session.act(playing.legal_actions[:1])
        following = asyncio.ensure_future(anext(scenes))  # waits before the next card
        await pass_time(0.5)
        await session.undo()
        return await following

    assert run(undone()).observation == observe(playing, 0)

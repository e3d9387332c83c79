"""A finished round is looked at again in the terminal: the scenes are those that were played."""

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest

from bottleimp.errors import MatchError
from bottleimp.game.round import Phase
from bottleimp.players import default_players
from bottleimp.terminal.screens.replay_screen import ReplayScreen
from bottleimp.terminal.screens.table_screen import TableScreen
from bottleimp.terminal.session.replay_session import ReplaySession
from bottleimp.terminal.session.session import Scene
from tests.support.short_runs import ONE_OF_EACH_KIND
from tests.support.terminal.sitting import Sitting, kept_match, sitting


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """An adviser for whom nothing need be compiled."""
    monkeypatch.setattr(default_players, "HINT_PLAYERS", ("rules_of_thumb",))


def replay_of(at: Sitting) -> ReplaySession:
    """The round that the screen replays."""
    screen = at.app.screen
    assert isinstance(screen, ReplayScreen)
    return screen._replay


def known(scene: Scene) -> Scene:
    """What the cards alone decide of a scene: not who has chosen, nor what is offered."""
    nobody = (False,) * len(scene.observation.committed)
    seen = replace(scene.observation, committed=nobody)
    return replace(scene, observation=seen, claim=None, may_undo=False, is_preparing=False)


@pytest.mark.slow
@pytest.mark.parametrize("edition", ONE_OF_EACH_KIND)
def test_the_steps_are_the_scenes_in_which_the_person_was_asked(
    edition: str, tmp_path: Path
) -> None:
    async def played() -> None:
        async with sitting(tmp_path, edition) as at:
            asked = []
            await at.asked()
            while not at.scene.is_over:
                before = at.scene
                asked.append(known(before))
                await at.choose_something()
                await at.moved_on(before)
            score = at.text
            await at.open_replay()
            replay = replay_of(at)
            shown = []
            for step in range(replay.last_step + 1):
                replay.go_to(step)
                shown.append(known(replay.scene))
            await at.press("end")

            assert [scene for scene in shown if scene in asked] == asked
            assert at.scene.is_over
            assert at.lines[3:10] == score.splitlines()[3:10]
            await at.press("v")
            assert type(at.app.screen) is TableScreen
            assert at.text == score

    asyncio.run(played())


@pytest.mark.slow
def test_every_step_says_what_was_done_next(tmp_path: Path) -> None:
    async def played() -> None:
        async with sitting(tmp_path, "classic/3") as at:
            await at.play_round()
            await at.open_replay()
            replay = replay_of(at)
            assert "Step 0 of 35. Then you gave these cards." in at.text
            assert "____" not in at.text
            await at.press("right")
            while replay.step < replay.last_step - 1:
                seen = at.scene.observation
                if seen.is_to_act:
                    (card,) = replay.next_choices
                    assert f"Then you played the {card.label} of " in at.text
                    assert at.table.selection.cursor == card
                    assert ("choose again" in at.lines[-1]) == (len(seen.legal_actions) > 1)
                else:
                    assert "turn." in at.text
                    await at.press("i")
                    assert "There is advice only where you had to choose." in at.text
                    assert "advice" not in at.lines[-1]
                await at.press("right")
            assert "Score" not in at.lines[0]  # the last trick is seen first
            await at.press("right")
            assert "Score" in at.lines[0]

    asyncio.run(played())


@pytest.mark.slow
def test_keys_go_through_the_round_and_nothing_is_played(tmp_path: Path) -> None:
    async def played() -> None:
        async with sitting(tmp_path, "classic/3") as at:
            await at.play_round()
            before = kept_match(tmp_path)
            await at.open_replay()
            replay = replay_of(at)
            for key, step in [
                ("left", 0), ("down", 1), ("down", 4), ("right", 5), ("enter", 6), ("n", 7),
                ("up", 4), ("b", 3), ("backspace", 2), ("end", 35), ("right", 35), ("left", 34),
                ("down", 35), ("home", 0), ("up", 0),
            ]:  # fmt: skip
                await at.press(key)
                assert replay.step == step, key
            await at.press("escape")
            assert kept_match(tmp_path) == before

    asyncio.run(played())


@pytest.mark.slow
def test_advice_names_what_a_strong_player_would_have_done(tmp_path: Path) -> None:
    async def played() -> None:
        async with sitting(tmp_path, "classic/4") as at:
            await at.play_round()
            await at.open_replay()
            await at.press("i")
            await at.until(lambda: bool(at.table.selection.hinted_actions))
            assert "Rules of thumb would have " in at.text
            await at.press("right")
            assert "would have" not in at.text
            while not at.scene.observation.is_to_act:
                await at.press("right")
            legal = at.scene.observation.legal_actions
            await at.press("i")
            await at.until(lambda: bool(at.table.selection.hinted_actions))
            assert at.table.selection.hinted_actions[0] in legal

    asyncio.run(played())


@pytest.mark.wide
def test_earlier_rounds_can_be_looked_at_while_the_next_is_played(tmp_path: Path) -> None:
    async def played() -> None:
        async with sitting(tmp_path, "classic/3") as at:
            await at.press("v")
            assert "No round is over yet." in at.text
            await at.play_round()
            await at.press("n")
            await at.play_round()
            await at.press("n")
            await at.asked()
            assert at.scene.round_number == 3
            await at.open_replay()
            numbers = [replay_of(at).round.number]
            for key in ("pagedown", "pageup", "pageup"):
                await at.press(key)
                await at.pilot.pause(0.05)
                numbers.append(replay_of(at).round.number)
            assert numbers == [2, 2, 1, 1]
            assert (at.scene.round_number, at.scene.match.results) == (1, ())
            await at.press("m")
            assert (type(at.app.screen), at.scene.round_number) == (TableScreen, 3)

    asyncio.run(played())


@pytest.mark.slow
def test_a_reader_hears_that_the_table_waits(tmp_path: Path) -> None:
    async def played() -> None:
        async with sitting(tmp_path, "classic/3") as at:
            await at.play_round()
            await at.open_replay()
            assert "The table" not in at.text
            await at.session.next_round()
            await at.until(lambda: "The table is waiting for you: V." in at.text)
            await at.press("right")
            assert "The table is waiting for you: V." in at.text
            await at.press("end")
            assert "↓ ↑  scroll" in at.lines[-1]

    asyncio.run(played())


def test_a_round_that_is_not_finished_is_refused(tmp_path: Path) -> None:
    async def played() -> None:
        async with sitting(tmp_path, "classic/3") as at:
            await at.play_round()
            await at.press("n")
            await at.asked()
            assert (await at.session.replay(1)).number == 1
            for number in (0, 2, -1):
                with pytest.raises(MatchError, match="not finished"):
                    await at.session.replay(number)

    asyncio.run(played())


@pytest.mark.slow
@pytest.mark.parametrize("edition", ["classic/bright-house", "matagot/6-teams-2211"])
def test_a_replay_fits_the_smallest_screen(edition: str, tmp_path: Path) -> None:
    async def played() -> None:
        async with sitting(tmp_path, edition) as at:
            await at.play_round()
            await at.open_replay()
            replay = replay_of(at)
            while replay.step < replay.last_step:
                if at.scene.observation.phase is not Phase.OVER:
                    assert at.parts_out_of_sight() == [], replay.step
                assert at.lines[-1].endswith(" V  table"), at.lines[-1]
                await at.press("down" if replay.step > 9 else "right")

    asyncio.run(played())

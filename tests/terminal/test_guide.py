import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from bottleimp.game.round import Phase
from bottleimp.knowledge.guide_ideas import GUIDE_KEYS
from bottleimp.rules.editions import edition_from_text
from bottleimp.terminal.screens.app import LaunchOptions, TerminalApp
from bottleimp.terminal.session.saved_matches import (
    SETTINGS_FILE,
    MatchFolder,
    TerminalSettings,
)
from tests.support.terminal.sitting import Sitting, sitting

QUICK = TerminalSettings(pace=0)
SKIP = "X  skip"


@asynccontextmanager
async def first_game(
    folder: Path,
    edition: str = "classic/4",
    settings: TerminalSettings | None = QUICK,
    kinds: tuple[str, ...] = ("first_evening",),
) -> AsyncIterator[Sitting]:
    """A person who sits down for a first game; None takes the settings that are kept."""
    wish = LaunchOptions(edition_from_text(edition), kinds, 4, is_new=True)
    app = TerminalApp(MatchFolder(folder), wish, settings)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        at = Sitting(app, pilot)
        await at.asked()
        yield at


def explained(at: Sitting) -> str:
    """What the guide says now."""
    guide = at.table.query_one("#guide")
    return str(guide.render()) if guide.display else ""


def test_each_choice_of_the_exchange_has_an_idea_of_its_own(tmp_path: Path) -> None:
    async def followed() -> list[str]:
        async with first_game(tmp_path) as at:
            seen = [explained(at)]
            for _ in range(3):
                await at.press("enter")
                seen.append(explained(at))
            return seen

    first, second, third, ready = asyncio.run(followed())

    assert "whoever wins the trick takes the points" in first
    assert "the highest of those wins and buys the bottle" in second
    assert "Give low cards away" in third
    assert ready == ""


def test_a_key_goes_through_the_ideas_before_anything_is_chosen(tmp_path: Path) -> None:
    async def read() -> tuple[list[str], str, int]:
        async with first_game(tmp_path) as at:
            seen, keys = [explained(at)], at.lines[-1]
            while explained(at):
                await at.press("g")
                seen.append(explained(at))
            return seen, keys, len(at.table.selection.draft)

    seen, keys, drafted = asyncio.run(read())

    assert "got it" in keys
    assert drafted == 0
    assert [text.split()[0] for text in seen if text] == ["These", "The", "Do", "Everybody", "Each"]


@pytest.mark.slow
def test_the_ideas_of_a_round_come_one_at_a_time_and_only_once(tmp_path: Path) -> None:
    async def followed() -> list[str]:
        seen: list[str] = []
        async with first_game(tmp_path, "classic/3") as at:
            while not at.scene.is_over:
                before = at.scene
                seen.append(explained(at))
                if before.observation.phase is Phase.EXCHANGE:
                    await at.press("enter")
                    await at.asked()
                else:
                    await at.choose_by_keys()
                    await at.moved_on(before)
                assert at.parts_out_of_sight() == []
            seen.append(explained(at))
        return [text for text in seen if text]

    seen = asyncio.run(followed())

    assert len(seen) == len(set(seen))
    assert "left with the bottle" in seen[-1]
    assert any("buys the bottle" in text or "bought the bottle" in text for text in seen[2:])


@pytest.mark.slow
def test_an_idea_stays_until_it_is_read_though_its_moment_passes(tmp_path: Path) -> None:
    async def waited() -> tuple[str, str, str]:
        async with first_game(tmp_path) as at:
            for _ in range(4):
                await at.press("g")
            await at.play_until(lambda scene: scene.observation.phase is Phase.PLAY)
            await at.asked()
            before = explained(at)
            at.table.selection = at.table.selection.with_cursor(at.scene.observation.hand[-1])
            await at.press("right", "left")
            still = explained(at)
            await at.press("g")
            return before, still, explained(at)

    before, still, after = asyncio.run(waited())

    assert before == still != ""
    assert after != before


def test_the_guide_is_skipped_by_a_key_and_resumed_later(tmp_path: Path) -> None:
    async def skipped() -> tuple[str, bool, str, str]:
        async with first_game(tmp_path) as at:
            await at.press("enter")
            before = explained(at)
            has_key = SKIP in at.lines[-1]
            await at.press("x")
            gone = explained(at) + ("key" if SKIP in at.lines[-1] else "")
        async with first_game(tmp_path, settings=None) as at:
            still_gone = explained(at)
            await at.press("g")
            return before, has_key, gone + still_gone, explained(at)

    before, has_key, gone, after = asyncio.run(skipped())

    assert has_key
    assert gone == ""
    assert before == after  # the first idea was explained and does not come again


@pytest.mark.wide
def test_nobody_is_guided_who_plays_against_others_or_another_edition(tmp_path: Path) -> None:
    async def looked(edition: str, kinds: tuple[str, ...]) -> str:
        async with first_game(tmp_path, edition, kinds=kinds) as at:
            return explained(at)

    assert asyncio.run(looked("classic/4", ("uniform",))) == ""
    assert asyncio.run(looked("matagot/5", ("first_evening",))) == ""
    assert asyncio.run(looked("classic/3", ("first_evening",))) != ""


@pytest.mark.slow
def test_the_first_screen_offers_a_guided_round(tmp_path: Path) -> None:
    settings = TerminalSettings(pace=0, guide=False, known_ideas=tuple(sorted(GUIDE_KEYS)))

    async def chosen() -> tuple[str, str, str]:
        async with sitting(tmp_path, settings=settings) as at:
            await at.press("home", "enter")
            await at.until(lambda: bool(at.app.screen.query("#hands")))
            await at.asked()
            table = at.scene
            return (
                explained(at),
                table.observation.edition.text,
                at.table.words.prompt(at.table.selection),
            )

    text, edition, prompt = asyncio.run(chosen())

    assert "whoever wins the trick takes the points" in text
    assert edition == "classic/4"
    assert "(1 of 3)" in prompt


@pytest.mark.slow
def test_whoever_has_never_played_begins_at_the_guided_round(tmp_path: Path) -> None:
    async def entered(folder: str, settings: TerminalSettings) -> str:
        async with sitting(tmp_path / folder, settings=settings) as at:
            await at.press("enter")
            await at.until(lambda: bool(at.app.screen.query("#hands")))
            await at.asked()
            return explained(at)

    assert asyncio.run(entered("new", QUICK)) != ""
    assert asyncio.run(entered("old", TerminalSettings(pace=0, known_ideas=("score",)))) == ""


def test_ideas_that_were_read_under_an_older_name_are_still_known(tmp_path: Path) -> None:
    older = {"guide": True, "known_ideas": ["leading", "owner", "score"]}
    (tmp_path / SETTINGS_FILE).write_text(json.dumps(older), encoding="utf-8")

    assert MatchFolder(tmp_path).load_settings().known_ideas == ("lead", "owned", "score")

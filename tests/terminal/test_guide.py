import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from bottleimp.game.round import Phase
from bottleimp.rules.editions import edition_from_text
from bottleimp.terminal.screens.app import LaunchOptions, TerminalApp
from bottleimp.terminal.session.guide import IDEA_KEYS
from bottleimp.terminal.session.saved_matches import MatchFolder, TerminalSettings
from tests.support.terminal.sitting import Sitting, sitting

QUICK = TerminalSettings(pace=0)
SKIP = "skip the guide"


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

    assert "the Imp's Trick" in first
    assert "Low cards are dangerous" in second
    assert "You get cards from your neighbours too" in third
    assert ready == ""


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
                    await at.choose_something()
                    await at.moved_on(before)
                assert at.parts_out_of_sight() == []
            seen.append(explained(at))
        return [text for text in seen if text]

    seen = asyncio.run(followed())

    assert len(seen) == len(set(seen))
    assert "Everybody scores the points of their tricks" in seen[-1]
    assert any("below the price lies in the trick" in text or "is sold" in text for text in seen)


def test_the_guide_is_skipped_by_a_key_and_resumed_later(tmp_path: Path) -> None:
    async def skipped() -> tuple[str, bool, str, str]:
        async with first_game(tmp_path) as at:
            await at.press("enter")
            before = explained(at)
            has_key = SKIP in at.lines[-1]
            await at.press("g")
            gone = explained(at) + ("key" if SKIP in at.lines[-1] else "")
        async with first_game(tmp_path, settings=None) as at:
            still_gone = explained(at)
            await at.press("g")
            return before, has_key, gone + still_gone, explained(at)

    before, has_key, gone, after = asyncio.run(skipped())

    assert has_key
    assert gone == ""
    assert before == after  # the first idea was explained and does not come again


def test_nobody_is_guided_who_plays_against_others_or_another_edition(tmp_path: Path) -> None:
    async def looked(edition: str, kinds: tuple[str, ...]) -> str:
        async with first_game(tmp_path, edition, kinds=kinds) as at:
            return explained(at)

    assert asyncio.run(looked("classic/4", ("uniform",))) == ""
    assert asyncio.run(looked("matagot/5", ("first_evening",))) == ""
    assert asyncio.run(looked("classic/3", ("first_evening",))) != ""


def test_the_first_screen_offers_a_guided_round(tmp_path: Path) -> None:
    settings = TerminalSettings(pace=0, guide=False, known_ideas=tuple(sorted(IDEA_KEYS)))

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

    assert "the Imp's Trick" in text
    assert edition == "classic/4"
    assert "(1 of 3)" in prompt

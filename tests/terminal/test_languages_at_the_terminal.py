"""The table in German and in French: chosen on the first screen or asked for, and all in sight."""

import asyncio
import errno
from gettext import NullTranslations
from pathlib import Path

import pytest

from bottleimp.game.round import Phase
from bottleimp.languages.language import ENGLISH, Language, language_for, languages
from bottleimp.lessons import COURSE, Outcome
from bottleimp.rules.editions import edition_keys
from bottleimp.terminal.screens.app import LaunchOptions, TerminalApp
from bottleimp.terminal.screens.lesson_screen import LessonScreen
from bottleimp.terminal.screens.replay_screen import ReplayScreen
from bottleimp.terminal.screens.start_screen import StartScreen
from bottleimp.terminal.screens.variation_screen import VariationScreen
from bottleimp.terminal.session.saved_matches import MatchFolder
from bottleimp.terminal.session.session import Scene
from bottleimp.terminal.text.catalogue import terminal_catalogue
from bottleimp.terminal.text.problems import REASONS, problem_text, unsaved_settings_text
from tests.support.terminal.sitting import EXPERIENCED, Sitting, sitting

GERMAN, FRENCH = Language("de"), Language("fr")
TRANSLATED = [language for language in languages() if language != ENGLISH]
BAR = " ▁▂▃▄▅▆▇█"  # what a scroll bar is drawn with
SHOWN = ("classic/bright-house", "matagot/6")  # two hands and an open one; the widest list of seats


def code_of(value: object) -> str:
    """How a language is called in the name of a test."""
    return value.code if isinstance(value, Language) else str(value)


def ellipses(at: Sitting) -> list[str]:
    """Lines that end before their text does, but for the heading, whose end is the edition."""
    return [line for line in at.lines[1:] if "…" in line]


@pytest.mark.slow
@pytest.mark.parametrize("size", [(80, 24), pytest.param((100, 34), marks=pytest.mark.wide)])
@pytest.mark.parametrize(
    "key",
    [key if key in SHOWN else pytest.param(key, marks=pytest.mark.wide) for key in edition_keys()],
)
@pytest.mark.parametrize("language", TRANSLATED, ids=code_of)
def test_a_round_is_in_sight_in_every_language(
    language: Language, key: str, size: tuple[int, int], tmp_path: Path
) -> None:
    async def played() -> tuple[str, set[str]]:
        cut: set[str] = set()

        def looks_and_goes_on(scene: Scene) -> bool:
            cut.update(at.parts_out_of_sight(), ellipses(at))
            return scene.is_over

        async with sitting(tmp_path, key, size=size, language=language) as at:
            await at.play_until(looks_and_goes_on, by_keys=True)
            return at.text, cut

    text, cut = asyncio.run(played())

    assert cut == set()
    assert "\N{SOFT HYPHEN}" not in text
    assert "The Imp's Trick held" not in text


@pytest.mark.slow
@pytest.mark.parametrize("language", TRANSLATED, ids=code_of)
def test_a_replay_and_a_variation_are_in_sight_in_every_language(
    language: Language, tmp_path: Path
) -> None:
    async def played() -> None:
        async with sitting(tmp_path, "classic/bright-house", language=language) as at:
            await at.play_round()
            await at.open_replay()
            replay, said = at.app.screen, terminal_catalogue(language).gettext
            assert isinstance(replay, ReplayScreen)
            while replay._replay.step < replay._replay.last_step:
                if at.scene.observation.phase is not Phase.OVER:
                    assert at.parts_out_of_sight() == [], replay._replay.step
                assert ellipses(at) == []
                if replay._had_choice and replay._replay.step > 4:
                    await at.press("p")
                    await at.until(lambda: isinstance(at.app.screen, VariationScreen))
                    assert [*at.parts_out_of_sight(), *ellipses(at)] == []
                    before = at.scene
                    await at.choose_by_keys()
                    await at.until(lambda now=before: at.scene != now)  # type: ignore[misc]
                    assert [*at.parts_out_of_sight(), *ellipses(at)] == []
                    assert at.lines[-1].endswith(said("replay"))
                    await at.press("v")
                    await at.until(lambda: at.app.screen is replay)
                await at.press("down")

    asyncio.run(played())


@pytest.mark.slow
@pytest.mark.parametrize("language", languages(), ids=code_of)
def test_the_help_is_not_broken_in_the_middle_of_a_line(language: Language, tmp_path: Path) -> None:
    async def helped() -> set[str]:
        async with sitting(tmp_path, "classic/3", language=language) as at:
            await at.asked()
            await at.press("question_mark")
            lines = set()
            for _ in range(8):
                lines |= {line.strip().strip("│").rstrip(BAR) for line in at.lines if "│" in line}
                await at.press("pagedown")
            return lines

    at_the_edge = {line for line in asyncio.run(helped()) if line and not line.startswith("    ")}

    said = terminal_catalogue(language).gettext
    assert at_the_edge == {f"  {said(heading)}" for heading in ("Keys", "Signs", "The game")}


@pytest.mark.slow
@pytest.mark.parametrize("language", languages(), ids=code_of)
def test_the_first_screen_is_in_sight_in_every_language(language: Language, tmp_path: Path) -> None:
    async def looked() -> None:
        async with sitting(tmp_path, language=language) as at:
            shown = [str(each.render()) for each in at.app.screen.query("Static, Button")]

            assert not [text for text in shown if any(len(line) > 78 for line in text.split("\n"))]
            assert "…" not in at.text

    asyncio.run(looked())


@pytest.mark.wide
@pytest.mark.slow
@pytest.mark.parametrize("language", TRANSLATED, ids=code_of)
def test_every_lesson_is_in_sight_in_every_language(language: Language, tmp_path: Path) -> None:
    async def looked() -> None:
        async with sitting(tmp_path, language=language) as at:
            for lesson in COURSE:
                at.app._open_lesson(lesson)
                await at.until(lambda: isinstance(at.app.screen, LessonScreen))
                screen = at.app.screen
                assert isinstance(screen, LessonScreen)
                session = screen._lesson
                for number, exercise in enumerate(lesson.exercises):
                    session.open(number)
                    for session.text in range(len(exercise.texts)):
                        at.table.show_scene(session.scene)
                        await at.press("right")
                        assert at.parts_out_of_sight() == [], (lesson.key, number, session.text)

    asyncio.run(looked())


@pytest.mark.slow
def test_another_language_is_chosen_on_the_first_screen_and_remembered(tmp_path: Path) -> None:
    async def chosen() -> tuple[list[str], list[str]]:
        async with sitting(tmp_path) as at:
            headings, kept = [at.lines[0]], []
            for _ in languages():
                await at.press("l")
                await at.until(lambda: isinstance(at.app.screen, StartScreen))
                headings.append(at.lines[0])
                kept.append(MatchFolder(tmp_path).load_settings().language)
            return headings, kept

    headings, kept = asyncio.run(chosen())

    assert headings[0] == headings[-1]
    assert len(set(headings)) == len(languages())
    assert sorted(kept) == [language.code for language in languages()]
    assert kept[-1] == ENGLISH.code


@pytest.mark.slow
def test_a_match_that_goes_on_in_another_language_speaks_it_throughout(tmp_path: Path) -> None:
    async def begun() -> str:
        async with sitting(tmp_path, "classic/3") as at:
            await at.asked()
            return at.text

    async def continued() -> str:
        app = TerminalApp(MatchFolder(tmp_path), LaunchOptions(), EXPERIENCED, GERMAN)
        async with app.run_test(size=(80, 24)) as pilot:
            at = Sitting(app, pilot)
            await pilot.pause()
            await at.press("enter")
            await at.asked()
            return at.text

    assert " You " in asyncio.run(begun())
    text = asyncio.run(continued())
    assert " Du " in text
    assert "You" not in text


def test_signs_that_a_terminal_does_not_draw_well_are_left_out() -> None:
    assert "\N{SOFT HYPHEN}" in GERMAN.gettext("Imp's Trick")
    assert terminal_catalogue(GERMAN).gettext("Imp's Trick") == "Teufelsstich"
    quoted = "These are the options of %(edition)s."
    assert "«\N{NO-BREAK SPACE}" in FRENCH.gettext(quoted)
    assert "«%(edition)s»" in terminal_catalogue(FRENCH).gettext(quoted)


@pytest.mark.slow
@pytest.mark.parametrize("language", languages(), ids=code_of)
def test_the_keys_of_an_exercise_that_was_tried_are_in_sight(
    language: Language, tmp_path: Path
) -> None:
    async def tried() -> str:
        async with sitting(tmp_path, language=language) as at:
            at.app._open_lesson(COURSE[0], 1)
            await at.until(lambda: isinstance(at.app.screen, LessonScreen))
            screen = at.app.screen
            assert isinstance(screen, LessonScreen)
            screen._lesson.text = len(screen._lesson.exercise.texts) - 1
            wrong = next(iter(screen._lesson.exercise.wrong))
            await screen._lesson.act((at.scene.observation.edition.deck.card(wrong.split()[0]),))
            await at.until(lambda: screen._lesson.outcome is not Outcome.OPEN)
            at.table.redraw()
            assert at.parts_out_of_sight() == []
            return at.lines[-1]

    assert asyncio.run(tried()).endswith(terminal_catalogue(language).gettext("leave"))


FULL = OSError(errno.ENOSPC, "No space left on device", "/somewhere/settings.json")


def test_a_full_disk_is_told_in_the_language_of_the_person() -> None:
    german, french = (terminal_catalogue(language_for(code, "")) for code in ("de", "fr"))

    assert problem_text(FULL, NullTranslations()) == "no space is left on the disk"
    assert problem_text(FULL, german) == "auf dem Datenträger ist kein Platz mehr"
    assert unsaved_settings_text(FULL, french) == (
        "Tes réglages ne peuvent pas être enregistrés: il n'y a plus de place sur le disque."
    )


@pytest.mark.parametrize("number", [number for number in REASONS if number])
def test_every_reason_is_translated(number: int) -> None:
    problem = OSError(number, "the words of the system")
    told = {
        problem_text(problem, terminal_catalogue(language_for(code, "")))
        for code in ("en", "de", "fr")
    }

    assert len(told) == 3


def test_a_rare_reason_is_told_in_the_words_of_the_system() -> None:
    assert problem_text(OSError(errno.EIO, "Input/output error"), NullTranslations()) == (
        "Input/output error"
    )
    assert problem_text(OSError("something"), NullTranslations()) == "something"

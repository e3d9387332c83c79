import asyncio
from dataclasses import replace
from gettext import NullTranslations
from pathlib import Path

import pytest
from textual.widgets import Static

from bottleimp.game.actions import Action
from bottleimp.game.round import Phase
from bottleimp.knowledge.choice_facts import visible_choice_facts
from bottleimp.knowledge.choice_words import choice_text
from bottleimp.knowledge.printed_numbers import printed_number
from bottleimp.players import default_players
from bottleimp.protocol.refusals import RefusalCode, Refused
from bottleimp.rules.cards import Card
from bottleimp.terminal.screens.hint_overlay import HintOverlay
from bottleimp.terminal.session.local import LocalSession
from bottleimp.terminal.session.session import Scene
from tests.support.patience import PATIENCE
from tests.support.terminal.sitting import Sitting, sitting

Advice = tuple[str, tuple[Action, ...]]


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """An adviser for whom nothing need be compiled."""
    monkeypatch.setattr(default_players, "HINT_PLAYERS", ("rules_of_thumb",))


async def hinted(at: Sitting) -> None:
    """Presses the key and waits for the answer."""
    await at.press("i")
    async with asyncio.timeout(PATIENCE):
        while not at.table.selection.hinted_actions:
            await at.pilot.pause(0.02)


def before_others_chose(scene: Scene) -> Scene:
    nobody_yet = (False,) * len(scene.observation.committed)
    return replace(scene, observation=replace(scene.observation, committed=nobody_yet))


def test_a_hint_for_the_exchange_names_and_marks_a_card_for_every_place(tmp_path: Path) -> None:
    async def asked() -> None:
        async with sitting(tmp_path, "classic/4", seed=4) as at:
            await at.asked()
            await hinted(at)

            assert len(at.scene.observation.passes_owed) == len(at.table.selection.hinted_actions)
            assert "Hint (Rules of thumb): give" in at.text
            assert all(mark in at.text for mark in ("?1", "?2", "?3"))
            assert at.table.selection.draft == ()

    asyncio.run(asked())


@pytest.mark.parametrize("edition", ["classic/3", "matagot/5", "matagot/devils-eye"])
def test_every_word_of_a_hint_is_on_the_smallest_screen(edition: str, tmp_path: Path) -> None:
    async def asked() -> None:
        async with sitting(tmp_path, edition, seed=4) as at:
            await at.asked()
            await hinted(at)
            hint = at.table.selection.hint_text
            await at.until(lambda: hint in " ".join(line.strip() for line in at.lines))

            assert "leave" in at.lines[-1]
            # What, and why; in the exchange a few words for each other card.
            assert hint.count(". ") == 1 + hint.count(". The ")

    asyncio.run(asked())


def test_a_hint_for_a_card_is_said_and_not_played(tmp_path: Path) -> None:
    async def asked() -> None:
        async with sitting(tmp_path, "classic/4", seed=4) as at:
            await at.play_until(lambda scene: scene.observation.phase is Phase.PLAY)
            await at.asked()
            before = at.scene
            await hinted(at)
            (card,) = at.table.selection.hinted_actions

            assert isinstance(card, Card)
            assert card in at.scene.observation.legal_actions
            assert before == at.scene
            assert "Hint (Rules of thumb): play" in at.text

    asyncio.run(asked())


@pytest.mark.parametrize("edition", ["classic/4", "matagot/devils-eye", "matagot/6"])
def test_a_hint_explains_what_every_choice_wins_or_risks(edition: str, tmp_path: Path) -> None:
    async def asked() -> None:
        async with sitting(tmp_path, edition, seed=4) as at:
            await at.play_until(lambda scene: len(scene.observation.tricks) > 0)
            await at.asked()
            await hinted(at)
            table, seen = at.table, at.scene.observation
            (hint,) = table.selection.hinted_actions
            assert "I  why" in at.lines[-1]
            await at.press("i")
            await at.until(lambda: isinstance(at.app.screen, HintOverlay))
            page = at.app.screen.query_one("#page")
            rows = [
                " ".join(str(part.render()) for part in row.query(Static))
                for row in at.app.screen.query(".choice")
            ]
            shown = str(at.app.screen.query_one(".hint", Static).render())
            widths = [part.region.right for part in at.app.screen.query(".choice Static")]

            assert page.border_title == "What each choice wins or risks"
            assert shown == table.selection.hint_text
            assert len(rows) == len(seen.legal_actions)
            for row, facts in zip(rows, visible_choice_facts(seen), strict=True):
                assert printed_number(facts.action.name) in row
                assert choice_text(facts, seen, NullTranslations()) in row
                assert ("The hint." in row) == (facts.action == hint)
            assert max(widths) <= 78
            await at.press("escape")
            assert at.app.screen is table

    asyncio.run(asked())


def test_the_notes_of_a_hint_say_which_low_cards_are_out(tmp_path: Path) -> None:
    async def asked() -> list[str]:
        async with sitting(tmp_path, "classic/4", seed=4) as at:
            await at.asked()
            await hinted(at)
            await at.press("i")
            await at.until(lambda: isinstance(at.app.screen, HintOverlay))
            return [str(note.render()) for note in at.app.screen.query(".note").results(Static)]

    notes = asyncio.run(asked())

    assert notes[0].startswith("A card in the Imp's Trick is out of play")
    assert notes[-1].startswith("Cards below 19 that the others may hold: ")


def test_a_table_without_aids_explains_no_hint_in_play(tmp_path: Path) -> None:
    async def asked() -> tuple[bool, str]:
        async with sitting(tmp_path, "classic/4,no-aids", seed=4) as at:
            await at.play_until(lambda scene: scene.observation.phase is Phase.PLAY)
            await at.asked()
            await hinted(at)
            keys = at.lines[-1]
            await at.press("i")
            return isinstance(at.app.screen, HintOverlay), keys

    is_open, keys = asyncio.run(asked())

    assert not is_open
    assert "why" not in keys


def test_a_hint_is_forgotten_with_its_moment(tmp_path: Path) -> None:
    async def asked() -> None:
        async with sitting(tmp_path, "classic/4", seed=4) as at:
            await at.asked()
            await hinted(at)
            choosing = at.table.selection
            later = replace(choosing.observation, stage=choosing.observation.stage + 1)

            assert (
                choosing.hinted_actions
                == choosing.with_observation(choosing.observation).hinted_actions
            )
            assert choosing.with_observation(later).hinted_actions == ()

    asyncio.run(asked())


@pytest.mark.slow
def test_a_hint_comes_though_others_chose_meanwhile(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    have_chosen = asyncio.Event()
    asked_for = 0

    async def request_hint(session: LocalSession) -> Advice:
        nonlocal asked_for
        asked_for += 1
        await have_chosen.wait()
        return await at_once(session)

    async def asked() -> None:
        async with sitting(tmp_path, "classic/4", seed=4) as at:
            await at.asked()
            later = at.scene
            at.table.show_scene(before_others_chose(later))
            await at.press("i", "i")
            assert "A strong player is thinking about it." in at.text

            at.table.show_scene(later)
            have_chosen.set()
            await at.until(lambda: bool(at.table.selection.hinted_actions))

            assert "Hint (Rules of thumb): give" in at.text

    at_once = LocalSession.request_hint
    monkeypatch.setattr(LocalSession, "request_hint", request_hint)
    asyncio.run(asked())
    assert asked_for == 1


def test_a_hint_that_fails_says_why_until_the_next_key(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def request_hint(session: LocalSession) -> Advice:
        raise Refused(RefusalCode.BUSY, "Nobody can say.")

    async def asked() -> None:
        async with sitting(tmp_path, "classic/4", seed=4) as at:
            await at.asked()
            await at.press("i")
            await at.until(lambda: "Nobody can say." in at.text)
            at.table.show_scene(before_others_chose(at.scene))
            await at.until(lambda: "Nobody can say." in at.text)
            await at.press("right")

            assert "Nobody can say." not in at.text
            assert "thinking" not in at.text

    monkeypatch.setattr(LocalSession, "request_hint", request_hint)
    asyncio.run(asked())

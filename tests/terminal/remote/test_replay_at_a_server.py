"""A finished round is replayed at the terminal as the server tells it."""

import asyncio
from pathlib import Path

import pytest

from bottleimp.knowledge.observation import Observation
from bottleimp.players import default_players
from bottleimp.protocol.refusals import RefusalCode, Refused
from bottleimp.terminal.screens.replay_screen import ReplayScreen
from bottleimp.terminal.screens.table_screen import TableScreen
from bottleimp.terminal.screens.variation_screen import VariationScreen
from tests.support.live_server import Live
from tests.support.terminal.at_server import (
    at_server,
    open_table,
)

pytestmark = pytest.mark.slow  # a terminal plays at a server


def what_was_seen(seen: Observation) -> tuple[object, ...]:
    """The cards of an observation, whose turn it is and what may be done."""
    return seen.hands, seen.plays, seen.tricks, seen.turn, seen.passes_owed, seen.prices


def test_a_finished_round_is_replayed_at_a_server(
    live: Live, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(default_players, "HINT_PLAYERS", ("rules_of_thumb",))

    async def replay() -> None:
        table, host = open_table(live, player_1="rules_of_thumb")
        async with at_server(live, table, tmp_path, host.partition("=")[2]) as at:
            await at.until(lambda: isinstance(at.app.screen, TableScreen))
            asked = list[Observation]()

            def note_and_end() -> bool:
                seen = at.table.scene.observation
                if seen.is_to_act and seen not in asked:
                    asked.append(seen)
                return at.table.scene.is_over

            await at.play_until(note_and_end)
            assert at.app.session is not None
            played = await at.app.session.replay(1)
            shown = [what_was_seen(scene.observation) for scene in played.scenes]
            wanted = [what_was_seen(seen) for seen in asked]
            assert [one for one in shown if one in wanted] == wanted
            assert played.scenes[-1] == at.table.scene

            await at.pilot.press("v")
            await at.until(lambda: isinstance(at.app.screen, ReplayScreen))
            await at.pilot.press("i")
            await at.until(lambda: bool(at.table.selection.hinted_actions))
            assert len(at.table.selection.hinted_actions) == 3
            await at.pilot.press("p")
            await at.until(lambda: isinstance(at.app.screen, VariationScreen))
            begun = at.table.scene
            assert what_was_seen(begun.observation) == shown[0]
            await at.do_something()
            assert len(at.table.scene.observation.passed_cards) == 3
            received = played.scenes[1].observation.received_cards
            assert at.table.scene.observation.received_cards == received
            await at.until(lambda: at.table.scene.observation.is_to_act)
            await at.pilot.press("i")
            await at.until(lambda: bool(at.table.selection.hinted_actions))
            assert set(at.table.selection.hinted_actions) <= set(
                at.table.scene.observation.legal_actions
            )
            await at.play_round()
            assert at.table.scene.is_over
            await at.until(lambda: "In the round itself" in at.text)
            await at.pilot.press("v")
            await at.until(lambda: isinstance(at.app.screen, ReplayScreen))
            await at.pilot.press("v")
            await at.until(lambda: not isinstance(at.app.screen, ReplayScreen))
            with pytest.raises(Refused) as refusal:
                await at.app.session.replay(2)
            assert refusal.value.code is RefusalCode.NO_SUCH_ROUND

    asyncio.run(replay())

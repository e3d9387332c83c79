"""How questions to the strong players of a server are let in."""

import asyncio
from pathlib import Path

import pytest

from bottleimp.game.actions import Action
from bottleimp.knowledge.observation import Observation
from bottleimp.languages.language import ENGLISH
from bottleimp.protocol.messages import RequestHint
from bottleimp.protocol.refusals import RefusalCode, Refused
from bottleimp.server.engines.pool import WorkerPool
from bottleimp.server.state.events import ALWAYS, TableSettings
from bottleimp.server.tables.advisers import Turnstile
from bottleimp.server.tables.hints import HintService
from tests.support.advisers import Adviser
from tests.support.in_process import InProcessService, guest, run_service
from tests.support.virtual_time import VirtualClock, loop_clock, pass_time


class CrowdedPool(WorkerPool):
    """A pool of no processes, in which there is room or not as the test says."""

    is_crowded = False

    def is_busy_for(self, _visitor: str) -> bool:
        """Whether too many wait already."""
        return self.is_crowded


def ask(turnstile: Turnstile, asker: str) -> RefusalCode | None:
    """The code with which a question is refused, if it is."""
    try:
        with turnstile.admit(asker, asker):
            return None
    except Refused as refusal:
        return refusal.code


def test_whoever_is_told_to_come_back_later_has_used_up_no_question() -> None:
    pool = CrowdedPool(1)
    turnstile = Turnstile(pool, 2, 0.001, VirtualClock())
    pool.is_crowded = True
    crowded = [ask(turnstile, "one") for _ in range(3)]
    pool.is_crowded = False
    answers = [ask(turnstile, "one") for _ in range(3)]

    assert crowded == [RefusalCode.BUSY] * 3
    assert answers == [None, None, RefusalCode.TOO_FAST]


def test_one_asker_has_one_question_at_a_time_and_the_nameless_any_number() -> None:
    turnstile = Turnstile(CrowdedPool(1), 20, 0.001, VirtualClock())
    with turnstile.admit("one", "home"), turnstile.admit("other", "home"):
        assert ask(turnstile, "one") is RefusalCode.TOO_FAST
    with turnstile.admit("", ""):
        assert ask(turnstile, "") is None
    assert ask(turnstile, "one") is None


class SlowAdviser(Adviser):
    """One who thinks for an hour."""

    async def choose_without_fallback(
        self, player: str, seed: int, observation: Observation, seconds: float, visitor: str = "", /
    ) -> Action:
        await pass_time(3600)
        return await super().choose_without_fallback(player, seed, observation, seconds, visitor)


def test_one_person_has_one_hint_at_a_time_at_all_tables_together(tmp_path: Path) -> None:
    async def ask(service: InProcessService) -> None:
        hints = HintService(SlowAdviser("uniform"), loop_clock())
        settings, who = TableSettings(hints=ALWAYS), guest("Ann")
        one, other = [
            (await service.table("classic/3", "cc", settings, who)).table for _ in range(2)
        ]
        question = RequestHint("do", "a question", 1, stage=0)
        first = asyncio.create_task(hints.give_hint(one, who.id, "home", question, ENGLISH))
        await pass_time(1)
        with pytest.raises(Refused) as refusal:
            await hints.give_hint(other, who.id, "home", question, ENGLISH)

        assert refusal.value.code is RefusalCode.TOO_FAST
        assert (await first).actions

    run_service(tmp_path, ask)

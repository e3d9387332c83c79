"""Player processes that load slowly, as on a busy machine, or are ended meanwhile."""

import asyncio
import sys
from asyncio.subprocess import Process
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from bottleimp.game.actions import Action
from bottleimp.game.deal import Deal
from bottleimp.game.round import Round
from bottleimp.knowledge.observation import observe
from bottleimp.rules.editions import edition, edition_from_text
from bottleimp.server.engines.ipc import ChoiceRequest
from bottleimp.server.engines.main import answer_request
from bottleimp.server.engines.process import PlayerProcess
from bottleimp.server.engines.warmup import WarmupQueue

SILENT = (sys.executable, "-c", "import time; time.sleep(60)")
SLOW_TO_START = """
import time
time.sleep(2)
from bottleimp.server.engines import main
main.main()
"""


@pytest.mark.slow
def test_a_process_that_starts_slowly_is_waited_for_and_not_started_again() -> None:
    dealt = Round(Deal.from_seed(edition("classic/4"), 1))
    request = ChoiceRequest("rules_of_thumb", 7, observe(dealt, dealt.waiting_seats[0]))

    async def ask() -> None:
        process = PlayerProcess((sys.executable, "-c", SLOW_TO_START))
        try:
            assert await process.ask(request, 0.1) == answer_request(request).action
        finally:
            await process.kill()

    asyncio.run(ask())


async def begin(doing: Awaitable[object]) -> asyncio.Future[object]:
    """Something that has begun and is not done."""
    begun = asyncio.ensure_future(doing)
    await asyncio.sleep(0)
    return begun


async def end_during_the_start() -> None:
    process = PlayerProcess(SILENT)
    starting = await begin(process.start())
    starting.cancel()
    await process.kill()


async def end_while_another_ends_it() -> None:
    process = PlayerProcess(SILENT)
    await process.start()
    await begin(process.kill())
    await process.kill()


async def end_after_an_end_that_was_cut_off() -> None:
    process = PlayerProcess(SILENT)
    await process.start()
    ending = await begin(process.kill())
    ending.cancel()
    await process.kill()


@pytest.mark.parametrize(
    "end",
    [end_during_the_start, end_while_another_ends_it, end_after_an_end_that_was_cut_off],
)
def test_whoever_ends_a_process_waits_until_it_is_gone_and_its_pipes_are_closed(
    end: Callable[[], Awaitable[None]], monkeypatch: pytest.MonkeyPatch
) -> None:
    started: list[Process] = []
    create = asyncio.create_subprocess_exec

    async def create_and_note(*program: str, **options: Any) -> Process:  # Any: whatever is given
        started.append(await create(*program, **options))
        return started[-1]

    monkeypatch.setattr(asyncio, "create_subprocess_exec", create_and_note)

    async def ends() -> None:
        await end()
        for each in started:
            assert each.returncode is not None
            assert each.stdin is not None
            assert each.stdin.is_closing()
            assert each.stdout is not None
            assert each.stdout.at_eof()

    asyncio.run(ends())


class InstantProcess(PlayerProcess):
    """A process that answers at once, and notes for which editions it was asked."""

    def __init__(self) -> None:
        super().__init__(SILENT)
        self.editions: list[str] = []

    async def ask(self, request: ChoiceRequest, deadline: float) -> Action:  # noqa: ARG002
        """The first legal action."""
        self.editions.append(request.observation.edition.text)
        return request.observation.legal_actions[0]


def test_code_is_compiled_once_for_matches_of_every_length() -> None:
    process = InstantProcess()
    texts = ("classic/4", "classic/4,target=100", "classic/4,rounds=7", "classic/4,face-value")

    async def prepare() -> None:
        queue = WarmupQueue(process)
        for text in texts:
            queue.start(["imp"], edition_from_text(text))
            await queue.wait_until_done()

    asyncio.run(prepare())

    assert set(process.editions) == {edition_from_text(texts[0]).text, texts[-1]}

"""Player processes that load slowly, as on a busy machine."""

import asyncio
import sys

import pytest

from bottleimp.game.deal import Deal
from bottleimp.game.round import Round
from bottleimp.knowledge.observation import observe
from bottleimp.rules.editions import edition
from bottleimp.server.engines.ipc import ChoiceRequest
from bottleimp.server.engines.main import answer_request
from bottleimp.server.engines.process import PlayerProcess

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

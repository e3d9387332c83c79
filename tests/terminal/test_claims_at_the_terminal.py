"""What is certain is claimed with a key, and what nobody has seen is taken back."""

import asyncio
from pathlib import Path

from bottleimp.game.round import Phase
from bottleimp.knowledge.claims import possible_claim
from tests.support.patience import PATIENCE
from tests.support.terminal.sitting import Sitting, sitting


async def act(at: Sitting) -> None:
    """Does the first thing that is legal."""
    session = at.table._session
    observation = at.scene.observation
    count = len(observation.passes_owed) or 1
    await session.act(observation.legal_actions[:count])
    at.table.show_scene(session.scene)


async def until_offered(at: Sitting) -> None:
    """Plays until something can be claimed."""
    async with asyncio.timeout(PATIENCE):
        while possible_claim(at.scene.observation) is None:
            if at.scene.observation.is_to_act:
                await act(at)
            await at.pilot.pause(0.01)


def test_a_key_claims_the_rest_of_the_round(tmp_path: Path) -> None:
    async def claimed() -> None:
        async with sitting(tmp_path, "classic/3", seed=4) as at:
            await at.asked()
            await until_offered(at)
            await at.until(lambda: "claim" in at.text)
            await at.press("f")
            await at.until(lambda: at.scene.is_over)

            assert at.scene.observation.revealed is not None

    asyncio.run(claimed())


def test_the_key_says_where_nothing_is_certain(tmp_path: Path) -> None:
    async def tried() -> None:
        async with sitting(tmp_path, "classic/3", seed=4) as at:
            await at.asked()
            await at.press("f")
            await at.until(lambda: "Nothing that you could claim is certain now." in at.text)

            assert at.scene.observation.phase is Phase.EXCHANGE

    asyncio.run(tried())

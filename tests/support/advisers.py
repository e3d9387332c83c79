"""Pools of computer players that answer at once, or never."""

from bottleimp.game.actions import Action
from bottleimp.knowledge.observation import Observation
from bottleimp.players.catalogue import create_player, offered_player_names
from bottleimp.server.engines.pool import WorkerPool
from bottleimp.server.engines.process import PlayerFailure


class Adviser(WorkerPool):
    """An adviser who thinks in this process."""

    def __init__(self, name: str) -> None:
        super().__init__(1)
        self.name = name

    async def choose_without_fallback(
        self, player: str, seed: int, observation: Observation, _: float, _visitor: str = "", /
    ) -> Action:
        assert player in offered_player_names()
        return create_player(self.name, seed).choose(observation)


class NoAdviser(WorkerPool):
    """One who never knows."""

    async def choose_without_fallback(self, *_: object) -> Action:
        raise PlayerFailure("TimeoutError")

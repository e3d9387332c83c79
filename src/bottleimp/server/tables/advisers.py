"""The strong players of a server, whom people ask what to do, or what they should have done.

They are asked in processes of their own with the person's own observation and nothing else.
"""

import logging
from collections.abc import Awaitable, Iterator
from contextlib import contextmanager

from bottleimp.game.actions import Action
from bottleimp.knowledge.observation import Observation
from bottleimp.players.default_players import hint_players
from bottleimp.protocol.refusals import RefusalCode, Refused
from bottleimp.rules.edition import Edition
from bottleimp.server.engines.pool import WorkerPool
from bottleimp.server.engines.process import PlayerFailure
from bottleimp.server.settings.clock import SYSTEM_CLOCK, Clock
from bottleimp.server.state.table_state import TableState
from bottleimp.server.tables.choice_requests import request_choices
from bottleimp.server.tables.token_bucket import TokenBuckets

log = logging.getLogger(__name__)

HINT_SECONDS = 2.0  # seconds for each choice

LevelAndActions = tuple[str, list[Action]]  # the level that answered, and what it would do


class Turnstile:
    """Admits the questions of people to a pool: one of each asker at a time, and not too many."""

    def __init__(
        self, pool: WorkerPool, burst: int, per_second: float, clock: Clock = SYSTEM_CLOCK
    ) -> None:
        """One asker has `burst` questions at once, and then so many a second."""
        self._pool = pool
        self._buckets = TokenBuckets(burst, per_second, clock)
        self._running: set[str] = set()

    @contextmanager
    def admit(self, asker: str, visitor: str) -> Iterator[None]:
        """Lets a question in until it is answered; raises Refused.

        The questions of an asker without a name are not counted.  The pool is asked for the
        `visitor`, who may be several askers.
        """
        if self._pool.is_busy_for(visitor):
            raise Refused(RefusalCode.BUSY)
        if not asker:
            yield
            return
        if asker in self._running:
            raise Refused(RefusalCode.TOO_FAST)
        self._buckets.take(asker)
        self._running.add(asker)
        try:
            yield
        finally:
            self._running.discard(asker)


class Advisers:
    """Answers whoever asks, one question after another, and not more often than agreed."""

    def __init__(
        self, pool: WorkerPool, burst: int, per_second: float, clock: Clock = SYSTEM_CLOCK
    ) -> None:
        """One asker has `burst` questions at once, and then so many a second."""
        self._pool = pool
        self._turnstile = Turnstile(pool, burst, per_second, clock)

    def warm_up(self, edition: Edition) -> None:
        """Has the code compiled that the first answer in the edition needs."""
        self._pool.warm_up(hint_players(), edition)

    async def answer(
        self, asker: str, state: TableState, player: int, seed: int, visitor: str
    ) -> LevelAndActions:
        """What a strong player would do in the player's place; raises Refused.

        The pool is asked for the `visitor`, who may be several askers.
        """
        with self._turnstile.admit(asker, visitor):
            return await ask_advisers(self._pool, state, player, seed, visitor)


async def ask_advisers(
    pool: WorkerPool, state: TableState, player: int, seed: int, visitor: str = ""
) -> LevelAndActions:
    """The answer of the strongest level that answers; raises Refused if none does."""
    for level in hint_players():

        def chosen(observation: Observation, level: str = level) -> Awaitable[Action]:
            return pool.choose_without_fallback(level, seed, observation, HINT_SECONDS, visitor)

        try:
            return level, await request_choices(
                state, state.round_start_match.seat_of(player), chosen
            )
        except PlayerFailure as problem:
            log.warning("no hint", extra={"level": level, "reason": problem.reason})
    raise Refused(RefusalCode.BUSY)

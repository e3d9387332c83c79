"""Who has many tables full of searching players makes nobody else wait for a card."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from statistics import median

import pytest

from bottleimp.game.actions import Action
from bottleimp.game.deal import Deal
from bottleimp.game.round import Phase, Round
from bottleimp.knowledge.observation import Observation, observe
from bottleimp.players.catalogue import create_player
from bottleimp.rules.editions import edition
from bottleimp.server.engines.fair_queue import FairQueue
from bottleimp.server.engines.ipc import SEARCH_SECONDS, ChoiceRequest, uses_search
from bottleimp.server.engines.main import answer_request
from bottleimp.server.engines.pool import FALLBACK_PLAYER, OVERLOADED, TOO_MANY_SEATS, WorkerPool
from bottleimp.server.engines.process import PlayerFailure, PlayerProcess
from bottleimp.server.settings.metrics import counts_by_labels
from bottleimp.server.tables.autoplay import MIN_SEARCH_PAUSE
from tests.soak.computer_player_hoarding import hoard
from tests.support.card_times import EDITION, SEARCHING, card_times
from tests.support.server_process import server_process
from tests.support.virtual_time import loop_clock, run

SEED = 7


class StuckProcess(PlayerProcess):
    """A process in which whoever searches never answers, but for those who warm up (seed 0)."""

    async def ask(self, request: ChoiceRequest, deadline: float) -> Action:
        """An answer without a process, or none before the deadline."""
        if not uses_search(request.player):
            action = answer_request(request).action
            assert action is not None
            return action
        if request.seed:
            await asyncio.sleep(deadline)
            raise PlayerFailure("TimeoutError")
        return request.observation.legal_actions[0]


class StuckPool(WorkerPool):
    """A pool whose only process for searching players is taken for ever, in virtual time."""

    def __init__(self) -> None:
        super().__init__(
            1, deadline=600.0, late_seconds=0.0, clock=loop_clock(), create_process=StuckProcess
        )


def served(questions: Sequence[str]) -> list[str]:
    """In which order the visitors are served who asked in this order."""

    async def main() -> list[str]:
        turns, order = FairQueue[PlayerProcess](), []
        visitors: dict[asyncio.Future[PlayerProcess], str] = {}
        for visitor in questions:
            place: asyncio.Future[PlayerProcess] = asyncio.get_running_loop().create_future()
            visitors[place] = visitor
            turns.enqueue(visitor, place)
        while (following := turns.dequeue()) is not None:
            order.append(visitors[following])
        return order

    return asyncio.run(main())


def test_visitors_are_served_in_turn() -> None:
    assert served("aaaabc") == [*"abcaaa"]
    assert served("aabb") == [*"abab"]
    assert served("") == []


def test_a_visitor_waits_for_one_question_of_another_for_each_own() -> None:
    async def main() -> None:
        turns, loop = FairQueue[PlayerProcess](), asyncio.get_running_loop()
        for visitor in "aaaab":
            turns.enqueue(visitor, loop.create_future())

        assert [turns.count_before(visitor) for visitor in "abc"] == [5, 3, 2]

    asyncio.run(main())


def test_who_has_left_the_line_is_not_served() -> None:
    async def main() -> None:
        turns, loop = FairQueue[PlayerProcess](), asyncio.get_running_loop()
        first: asyncio.Future[PlayerProcess] = loop.create_future()
        second: asyncio.Future[PlayerProcess] = loop.create_future()
        turns.enqueue("a", first)
        turns.enqueue("b", second)
        turns.discard("a", first)

        assert second is turns.dequeue()
        assert turns.dequeue() is None

    asyncio.run(main())


def with_stuck_pool(doing: Callable[[WorkerPool], Awaitable[None]]) -> None:
    """Does something with a pool whose only process for searching players is taken for ever."""

    async def main() -> None:
        pool = StuckPool()
        try:
            pool.warm_up([SEARCHING], edition("classic/4"))
            await pool.wait_until_warm()
            await doing(pool)
        finally:
            await pool.close()

    run(main())


def seen_first() -> Observation:
    """What somebody sees at the first moment of a round."""
    dealt = Round(Deal.from_seed(edition("classic/4"), 1))
    return observe(dealt, dealt.waiting_seats[0])


def test_a_choice_for_which_no_process_comes_free_is_made_by_the_rules_of_thumb() -> None:
    seen = seen_first()
    simple = create_player(FALLBACK_PLAYER, SEED).choose(seen)

    async def ask(pool: WorkerPool) -> None:
        actions = [await pool.choose(SEARCHING, SEED, seen, 0.2, "hoarder") for _ in range(2)]

        assert [simple, simple] == actions
        assert counts_by_labels(pool.failures) == {
            (SEARCHING, "late"): 1,
            (SEARCHING, OVERLOADED): 1,
        }

    with_stuck_pool(ask)


def test_so_many_seats_of_one_visitor_search_at_once() -> None:
    seen = seen_first()

    async def ask(pool: WorkerPool) -> None:
        searching = [
            asyncio.create_task(pool.choose(SEARCHING, SEED, seen, 600.0, "hoarder"))
            for _ in range(4)
        ]
        while pool.waiting < len(searching) - 1:  # noqa: ASYNC110
            await asyncio.sleep(0.01)
        fifth = await pool.choose(SEARCHING, SEED, seen, 600.0, "hoarder")

        assert create_player(FALLBACK_PLAYER, SEED).choose(seen) == fifth
        assert counts_by_labels(pool.failures) == {(SEARCHING, TOO_MANY_SEATS): 1}
        assert pool.waiting == 3
        for task in searching:
            task.cancel()
        await asyncio.gather(*searching, return_exceptions=True)
        assert pool.waiting == 0

    with_stuck_pool(ask)


def test_the_pool_is_busy_only_for_who_has_asked_so_much() -> None:
    seen = seen_first()

    async def ask(pool: WorkerPool) -> None:
        searching = [
            asyncio.create_task(
                pool.choose_without_fallback(SEARCHING, SEED, seen, 600.0, "hoarder")
            )
            for _ in range(10)
        ]
        while pool.waiting < len(searching) - 1:  # noqa: ASYNC110
            await asyncio.sleep(0.01)

        assert pool.is_busy_for("hoarder")
        assert not pool.is_busy_for("stranger")
        for task in searching:
            task.cancel()
        await asyncio.gather(*searching, return_exceptions=True)

    with_stuck_pool(ask)


def test_light_players_wait_for_nobody_who_searches() -> None:
    seen = seen_first()

    async def ask(pool: WorkerPool) -> None:
        stuck = asyncio.create_task(pool.choose(SEARCHING, SEED, seen, 600.0, "hoarder"))
        await asyncio.sleep(0)

        assert await pool.choose("uniform", SEED, seen, 600.0, "hoarder") in seen.legal_actions
        assert not stuck.done()
        assert counts_by_labels(pool.failures) == {}
        stuck.cancel()

    with_stuck_pool(ask)


class NotingPool(StuckPool):
    """Notes for each card whether it was the only one."""

    def __init__(self) -> None:
        super().__init__()
        self.forced: list[bool] = []

    async def choose(
        self,
        player: str,
        seed: int,
        observation: Observation,
        seconds: float = SEARCH_SECONDS,
        visitor: str = "",
        /,
    ) -> Action:
        if observation.phase is Phase.PLAY:
            self.forced.append(len(observation.legal_actions) == 1)
        return await super().choose(player, seed, observation, seconds, visitor)


def test_what_was_forced_is_not_told_by_its_time_where_there_is_a_crowd(tmp_path: Path) -> None:
    async def play() -> None:
        pool = NotingPool()

        async def begin() -> None:
            pool.warm_up([SEARCHING], EDITION)
            await pool.wait_until_warm()

        times = await card_times(tmp_path, pool, pool.forced, begin)

        assert len(times.forced) > 3
        assert times.forced == pytest.approx([MIN_SEARCH_PAUSE] * len(times.forced))
        assert times.free == pytest.approx([MIN_SEARCH_PAUSE] * len(times.free))
        assert counts_by_labels(pool.failures)[SEARCHING, OVERLOADED] > 3

    run(play())


@pytest.mark.wide
@pytest.mark.slow
def test_strangers_have_their_cards_soon_whatever_one_visitor_has(tmp_path: Path) -> None:
    with server_process(
        tmp_path, "--max-waiting-choices", "1000", "--log-level", "error"
    ) as server:
        outcome = asyncio.run(
            hoard(server.live, "imp", tables=16, strangers=2, seconds=5.0, cards=6)
        )

    assert median(outcome.strangers) < 2

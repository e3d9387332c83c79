"""Computer players think in processes of their own, at an even pace, and never hold up a table."""

import asyncio
import os
import sys
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from bottleimp.game.actions import Action
from bottleimp.game.deal import Deal
from bottleimp.game.round import Round
from bottleimp.knowledge.observation import Observation, observe
from bottleimp.players.catalogue import create_player, offered_player_names, player_kind
from bottleimp.players.default_players import hint_players
from bottleimp.players.warmup import editions_in_warmup_order, is_warm, players_to_compile
from bottleimp.protocol.messages import PlayerThinking, SendChatMessage
from bottleimp.rules.editions import edition, edition_keys
from bottleimp.server.engines.idle_warmup import warm_up_when_idle
from bottleimp.server.engines.ipc import ChoiceRequest
from bottleimp.server.engines.main import answer_request
from bottleimp.server.engines.pool import FALLBACK_PLAYER, WorkerPool
from bottleimp.server.engines.process import PLAYER_PROGRAM, PlayerFailure, PlayerProcess
from bottleimp.server.engines.warmup import MAX_READY_WAIT, WarmupQueue
from tests.support.frames import of_type, shown_round
from tests.support.in_process import InProcessService, run_service
from tests.support.live_server import Live, running
from tests.support.short_runs import sparing
from tests.support.virtual_time import loop_clock, pass_time, run

COMPILE_SECONDS = 20.0
# Player processes that do not do what they should.
SILENT = "import time; time.sleep(60)"
DEAD = "raise SystemExit(1)"
BABBLING = "import sys; sys.stdout.write('x' * 10_000); sys.stdout.flush(); sys.stdin.read()"
CHEATING = """
import sys
from bottleimp.server.engines import ipc
size = ipc.LENGTH_PREFIX.size
while head := sys.stdin.buffer.read(size):
    sys.stdin.buffer.read(ipc.LENGTH_PREFIX.unpack(head)[0])
    sys.stdout.buffer.write(ipc.pack_message(ipc.ChoiceReply(None, "no card")))
    sys.stdout.buffer.flush()
"""


def with_pool(
    doing: Callable[[WorkerPool], Awaitable[None]],
    program: tuple[str, ...] = PLAYER_PROGRAM,
    deadline: float = 20.0,
) -> None:
    """Does something with one player process."""

    async def main() -> None:
        pool = WorkerPool(1, deadline=deadline, late_seconds=deadline, program=program)
        try:
            await doing(pool)
        finally:
            await pool.close()

    asyncio.run(main())


class SilentProcess(PlayerProcess):
    """A process that never answers."""

    async def ask(self, request: ChoiceRequest, deadline: float) -> Action:  # noqa: ARG002
        """No answer before the deadline."""
        await asyncio.sleep(deadline)
        raise PlayerFailure("TimeoutError")


class SlowlyReadyProcess(PlayerProcess):
    """A process in which each first choice, made to compile code (with seed 0), takes long."""

    async def ask(self, request: ChoiceRequest, deadline: float) -> Action:  # noqa: ARG002
        """The choice of the player."""
        if request.seed == 0:
            await asyncio.sleep(COMPILE_SECONDS)
            return request.observation.legal_actions[0]
        return create_player(request.player, request.seed).choose(request.observation)


def with_virtual_pool(
    doing: Callable[[WorkerPool], Awaitable[None]],
    create_process: Callable[[tuple[str, ...]], PlayerProcess],
) -> None:
    """Does something with a pool of such processes, in virtual time."""

    async def main() -> None:
        pool = WorkerPool(1, clock=loop_clock(), create_process=create_process)
        try:
            await doing(pool)
        finally:
            await pool.close()

    run(main())


def now() -> float:
    """Seconds on the clock of the loop."""
    return asyncio.get_running_loop().time()


def observations(key: str) -> list[Observation]:
    """What every seat sees that is asked at the first moment of a round."""
    dealt = Round(Deal.from_seed(edition(key), 1))
    return [observe(dealt, seat) for seat in dealt.waiting_seats]


KINDS_OF_CODE = ("perfect_information", "imp")
PREPARED = sparing(
    [name for name in offered_player_names() if player_kind(name).starts_slowly], KINDS_OF_CODE
)
AT_ONCE = [name for name in offered_player_names() if not player_kind(name).starts_slowly]


@pytest.mark.slow
@pytest.mark.parametrize("name", AT_ONCE)
def test_every_player_answers_from_another_process(name: str) -> None:
    async def ask(pool: WorkerPool) -> None:
        for key in edition_keys():
            for observation in observations(key):
                assert await pool.choose(name, 7, observation) in observation.legal_actions

    with_pool(ask)


@pytest.mark.parametrize("name", PREPARED)
def test_a_table_does_not_wait_while_code_for_a_player_is_compiled(
    name: str, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO", "bottleimp")
    seen = observations("classic/4")[0]
    simple = create_player("rules_of_thumb", 7).choose(seen)
    own = create_player(name, 7).choose(seen)

    async def ask(pool: WorkerPool) -> None:
        pool.warm_up([name], seen.edition)

        assert [await pool.choose(name, 7, seen) for _ in range(2)] == [simple, simple]
        assert now() == pytest.approx(MAX_READY_WAIT)
        assert caplog.text.count("a player is not ready yet") == 1
        assert pool.is_warming_up(name, seen.edition)
        await pool.wait_until_warm()
        assert await pool.choose(name, 7, seen) == own

    with_virtual_pool(ask, SlowlyReadyProcess)


@pytest.mark.slow
def test_a_player_that_is_not_ready_in_time_is_replaced_by_a_simple_one() -> None:
    seen = observations("classic/4")[0]

    async def ask() -> None:
        preparations = WarmupQueue(PlayerProcess((sys.executable, "-c", SILENT)), max_wait=0.2)
        try:
            started = time.monotonic()
            ready = [await preparations.wait_until_ready("perfect_information", seen.edition)]
            ready += [await preparations.wait_until_ready("perfect_information", seen.edition)]

            assert ready == [False, False]
            assert time.monotonic() - started < 30  # the process would be silent for longer
            assert await preparations.wait_until_ready("rules_of_thumb", seen.edition)
        finally:
            await preparations.close()

    asyncio.run(ask())


def test_a_search_ends_with_what_it_has_when_its_time_is_up() -> None:
    seen = observations("classic/4")[0]
    answer_request(ChoiceRequest("perfect_information", 7, seen))  # loads the code
    started = time.process_time()
    answer = answer_request(ChoiceRequest("perfect_information:100000", 7, seen, seconds=0.0))

    assert answer.action in seen.legal_actions
    assert time.process_time() - started < 8


@pytest.mark.wide
@pytest.mark.slow
@pytest.mark.parametrize("name", hint_players())
def test_who_gives_hints_answers_when_time_is_up(name: str) -> None:
    seen = observations("classic/4")[0]

    async def ask(pool: WorkerPool) -> None:
        endless = name if player_kind(name).budget_spec is None else f"{name}:100000"
        pool.warm_up([endless], seen.edition)
        await pool.wait_until_warm()
        await pool.choose_without_fallback(endless, 7, seen, 1.0)  # loads the code

        # It fails at the deadline of the pool if it thinks on.
        assert await pool.choose_without_fallback(endless, 7, seen, 0.0) in seen.legal_actions

    with_pool(ask)


def test_the_same_player_gives_the_same_answer_again() -> None:
    answers: list[Action] = []

    async def ask(pool: WorkerPool) -> None:
        answers.append(await pool.choose("uniform", 7, observations("classic/4")[0]))

    with_pool(ask)
    with_pool(ask)

    assert answers[0] == answers[1]


@pytest.mark.parametrize(
    "source",
    [
        pytest.param(SILENT, marks=pytest.mark.slow),
        DEAD,
        pytest.param(BABBLING, marks=pytest.mark.slow),
        CHEATING,
    ],
)
def test_a_player_process_that_fails_does_not_hold_up_the_table(source: str) -> None:
    async def ask(pool: WorkerPool) -> None:
        observation = observations("classic/4")[0]
        started = time.monotonic()

        assert await pool.choose("uniform", 1, observation) in observation.legal_actions
        assert time.monotonic() - started < 45  # a silent process would take longer

    with_pool(ask, (sys.executable, "-c", source), deadline=1.0)


def clearly_different_choices(observation: Observation, seed: int) -> tuple[Action, Action]:
    """What a player of its own and the simple one choose: not the same, nor the first action."""
    own, simple = (
        create_player(name, seed).choose(observation) for name in ("uniform", "rules_of_thumb")
    )
    assert len({own, simple, observation.legal_actions[0]}) == 3
    return own, simple


def test_a_player_process_that_was_killed_is_replaced() -> None:
    seen = observations("classic/3")[0]
    own, _ = clearly_different_choices(seen, 1)

    async def ask(pool: WorkerPool) -> None:
        process, _ = await asyncio.gather(*pool.start_processes())
        process.kill()
        await process.wait()

        assert await pool.choose("uniform", 1, seen) == own
        other, _ = await asyncio.gather(*pool.start_processes())
        assert other.pid != process.pid
        assert other.returncode is None

    with_pool(ask)


def test_a_process_has_longer_for_its_first_answer() -> None:
    seen = observations("classic/4")[0]
    light, other = (ChoiceRequest(name, 1, seen) for name in ("uniform", FALLBACK_PLAYER))

    async def main() -> None:
        process = PlayerProcess(PLAYER_PROGRAM)
        try:
            assert not process.has_loaded(light)  # it has yet to start
            await process.ask(light, 60.0)
            assert process.has_loaded(light)
            assert process.has_loaded(other)
            assert not process.has_loaded(ChoiceRequest("imp", 1, seen))
            (await process.start()).kill()
            with pytest.raises(PlayerFailure):
                await process.ask(light, 60.0)
            assert not process.has_loaded(light)
        finally:
            await process.kill()

    asyncio.run(main())


def test_an_unknown_player_is_replaced_by_a_simple_one() -> None:
    seen = observations("classic/3")[0]
    _, simple = clearly_different_choices(seen, 1)

    async def ask(pool: WorkerPool) -> None:
        # Who stands in has five seconds, in which a busy machine may not have started a process.
        assert await pool.choose(FALLBACK_PLAYER, 1, seen) == simple
        assert await pool.choose("nobody", 1, seen) == simple

    with_pool(ask)


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="asks the system about its processes")
def test_player_processes_give_way_to_the_server() -> None:
    async def ask(pool: WorkerPool) -> None:
        process, _ = await asyncio.gather(*pool.start_processes())
        await pool.choose("uniform", 1, observations("classic/3")[0])

        own = os.getpriority(os.PRIO_PROCESS, 0)
        assert min(own + 10, 19) == os.getpriority(os.PRIO_PROCESS, process.pid)

    with_pool(ask)


@pytest.mark.slow
def test_the_table_says_who_is_thinking(live: Live) -> None:
    table, cookie = live.new_table("classic/4")
    with live.client(table, cookie) as client:
        client.play_round()

        assert {1, 2, 3} <= {frame.player for frame in of_type(client.frames, PlayerThinking)}


def test_the_table_says_that_a_simpler_player_plays_while_code_is_compiled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BOTTLEIMP_CACHE", str(tmp_path / "cache"))
    with running(tmp_path / "data") as server:
        table, cookie = server.new_table("classic/4", level="imp")
        with server.client(table, cookie) as client:
            asked = client.until(PlayerThinking)
            with server.client(table, cookie) as again:
                told = again.until(PlayerThinking)

    assert asked.prepares
    assert told.prepares


def test_a_hint_comes_at_once_while_code_is_compiled() -> None:
    seen = observations("classic/4")[0]

    async def ask(pool: WorkerPool) -> None:
        strongest, quickest = hint_players()
        pool.warm_up([strongest, quickest], seen.edition)
        await pass_time(MAX_READY_WAIT)
        started = now()
        with pytest.raises(PlayerFailure):
            await pool.choose_without_fallback(strongest, 7, seen, 1.0)
        assert pool.is_warming_up(strongest, seen.edition)

        assert await pool.choose_without_fallback(quickest, 7, seen, 1.0) in seen.legal_actions
        assert now() == started

    with_virtual_pool(ask, SlowlyReadyProcess)


def test_compiling_ahead_ends_with_the_server(tmp_path: Path) -> None:
    started, ended = tmp_path / "started", tmp_path / "ended"
    program = (
        f"import pathlib, time; pathlib.Path({str(started)!r}).touch(); time.sleep(60);"
        f"pathlib.Path({str(ended)!r}).touch()"
    )

    async def main() -> None:
        task = asyncio.create_task(warm_up_when_idle((sys.executable, "-c", program), 0.0))
        while not started.exists():  # noqa: ASYNC110 - another process makes it
            await asyncio.sleep(0.05)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)

    start = time.monotonic()
    asyncio.run(main())

    assert not ended.exists()
    assert time.monotonic() - start < 60


@pytest.mark.long  # it compiles a whole edition
def test_a_server_compiles_ahead_what_people_meet_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BOTTLEIMP_CACHE", str(tmp_path))
    first = editions_in_warmup_order()[0]

    async def main() -> None:
        program = (sys.executable, "-m", "bottleimp.server.engines.warmup_process", first.text)
        await warm_up_when_idle(program, 0.0)

    assert not is_warm(first, players_to_compile())
    asyncio.run(main())

    assert is_warm(first, players_to_compile())
    assert first.text == "classic/4"


def test_who_comes_while_a_player_thinks_is_told(live: Live) -> None:
    table, cookie = live.new_table("classic/4", pace="2000")
    with live.client(table, cookie) as client:
        asked = client.until(PlayerThinking)
        with live.client(table, cookie) as again:
            told = again.until(PlayerThinking)

        assert asked.player == told.player


def test_nobody_is_said_to_think_who_has_played(live: Live) -> None:
    table, cookie = live.new_table("classic/4")
    with live.client(table, cookie) as client:
        client.until_view(lambda view: shown_round(view).waiting == [0])
        with live.client(table, cookie) as again:
            again.until_view(bool)
            again.catch_up()

            assert of_type(again.frames, PlayerThinking) == []


def test_thinking_holds_up_no_other_table(tmp_path: Path) -> None:
    async def think(service: InProcessService) -> None:
        people = [await service.table("matagot/6", "ccccc") for _ in range(5)]
        await pass_time(1.0)
        for ann in people:
            await ann.do(SendChatMessage, phrase="hello")

        assert now() == 1.0
        assert [len(ann.current_round.waiting) for ann in people] == [6] * 5

    def silent_pool() -> WorkerPool:
        return WorkerPool(1, clock=loop_clock(), create_process=SilentProcess)

    run_service(tmp_path, think, create_pool=silent_pool)

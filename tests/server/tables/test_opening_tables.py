"""Tables are opened when they are wanted, and those with a clock when the server starts."""

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from bottleimp.protocol.refusals import StorageUnavailable, WriteConflict
from bottleimp.server.engines import fair_queue
from bottleimp.server.state.events import DAYS_PER_MOVE, TableSettings, TimeControl
from bottleimp.server.state.storage_interface import StorageWrite, StoredGame
from bottleimp.server.tables import registry
from bottleimp.server.tables.registry import THREADS
from bottleimp.server.tables.replay import ReplayedLog, replay_log
from tests.support.frames import shown_round
from tests.support.in_process import InProcessService, in_process_service, play_until, run_service
from tests.support.patience import PATIENCE
from tests.support.virtual_time import pass_time, run

SOME_DAYS = TableSettings(clock=TimeControl(DAYS_PER_MOVE, days=3), level="uniform")
LIKE_A_CLOCK = 'x"clock":{"kind":"days"'


def test_old_tables_with_a_clock_are_opened_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bottleimp.server.tables.registry.MAX_RESUMED", 1)
    made: list[str] = []

    async def make(opened: InProcessService) -> None:
        for settings in (SOME_DAYS, SOME_DAYS, TableSettings(talk=LIKE_A_CLOCK)):
            ann = await opened.table("classic/lopaka", "o", settings)
            bob = await opened.joined(ann.table, "Bob")
            await play_until([ann, bob], lambda view: shown_round(view).step > 1)
            made.append(ann.table.id)

    async def begin_again() -> None:
        async with in_process_service(tmp_path) as opened:
            await opened.registry.resume_unfinished()
            assert opened.registry.open_count == 1
            await opened.registry.resume_with_clock()
            assert opened.registry.open_count == 3
            assert set(made[:2]) == set(
                await opened.store.read(lambda store: store.games_with_clock(9))
            )

    run_service(tmp_path, make)
    run(begin_again())


def test_nothing_happens_at_the_tables_of_a_registry_that_is_closed(tmp_path: Path) -> None:
    async def close(opened: InProcessService) -> None:
        ann = await opened.table("classic/lopaka", "o", TableSettings(level="uniform", grace=30))
        bob = await opened.joined(ann.table, "Bob")
        await play_until([ann, bob], lambda view: shown_round(view).step > 1)
        await opened.registry.close()
        before = ann.table.seq
        ann.go()
        await pass_time(3600)

        assert ann.table.seq == before

    run_service(tmp_path, close)


def test_a_table_is_opened_while_another_takes_long(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[str] = []
    has_begun, is_open = threading.Event(), threading.Event()

    async def make(opened: InProcessService) -> None:
        made.extend([(await opened.table("classic/4", "ooo")).table.id for _ in range(2)])

    def replay_slowly(stored: StoredGame) -> ReplayedLog:
        if stored.id == made[0]:
            has_begun.set()
            assert is_open.wait(PATIENCE)
        return replay_log(stored)

    async def open_both() -> None:
        async with in_process_service(tmp_path) as opened:
            long = asyncio.create_task(opened.registry.table(made[0]))
            assert await asyncio.to_thread(has_begun.wait, PATIENCE)
            assert await opened.registry.table(made[1]) is not None
            is_open.set()
            again = await opened.registry.table(made[0])
            assert again is await long

    run_service(tmp_path, make)
    monkeypatch.setattr("bottleimp.server.tables.registry.replay_log", replay_slowly)
    run(open_both())


class SlowReplays:
    """Replays that wait until they may go on, and the order in which they began."""

    def __init__(self) -> None:
        self.begun: list[str] = []
        self.beginnings, self.may_go_on = threading.Semaphore(0), threading.Event()
        self.may_end = threading.Semaphore(0)  # for one of them

    def replay_slowly(self, stored: StoredGame) -> ReplayedLog:
        self.begun.append(stored.id)
        self.beginnings.release()
        assert self.may_end.acquire(timeout=PATIENCE)
        if self.may_go_on.is_set():
            self.may_end.release()  # for the next one
        return replay_log(stored)

    async def until_all_threads_are_busy(self) -> None:
        for _ in range(THREADS):
            await self.until_one_has_begun()

    async def until_one_has_begun(self) -> None:
        assert await asyncio.to_thread(self.beginnings.acquire, timeout=PATIENCE)

    def let_go_on(self) -> None:
        """Nothing waits any more."""
        self.may_go_on.set()
        self.may_end.release()


@contextmanager
def slow_replays(monkeypatch: pytest.MonkeyPatch) -> Iterator[SlowReplays]:
    """Replays wait until the end at the latest."""
    replays = SlowReplays()
    monkeypatch.setattr(registry, "replay_log", replays.replay_slowly)
    try:
        yield replays
    finally:
        replays.let_go_on()


async def put_away(opened: InProcessService, count: int) -> list[str]:
    """So many tables that are not in memory."""
    made = [await opened.table("classic/4", "ooo") for _ in range(count)]
    for each in made:
        each.go()
    await pass_time(60.0)
    opened.registry.evict(lambda _table: True)
    return [each.table.id for each in made]


def test_visitors_are_looked_up_while_long_logs_are_replayed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def look_up(opened: InProcessService) -> None:
        tables = await put_away(opened, 2 * THREADS)
        with slow_replays(monkeypatch) as replays:
            opening = [asyncio.create_task(opened.registry.table(each)) for each in tables]
            await replays.until_all_threads_are_busy()
            assert await opened.store.read(lambda store: store.guest("nobody")) is None
            assert not replays.may_go_on.is_set()
            replays.let_go_on()
            assert None not in await asyncio.gather(*opening)

    run_service(tmp_path, look_up)


def test_who_opens_many_tables_waits_in_one_line_beside_that_of_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def open_tables(opened: InProcessService) -> None:
        *many, one = await put_away(opened, THREADS + 5)
        table = opened.registry.table
        with slow_replays(monkeypatch) as replays:
            opening = [asyncio.create_task(table(each, "Eve")) for each in many]
            opening.append(asyncio.create_task(table(one, "Bob")))
            await replays.until_all_threads_are_busy()
            while opened.registry.threads.waiting_count < len(opening) - THREADS:  # noqa: ASYNC110
                await asyncio.sleep(0)
            for _ in range(2):  # one by one, so that no thread overtakes another
                replays.may_end.release()
                await replays.until_one_has_begun()
            assert one in replays.begun[THREADS:]
            replays.let_go_on()
            await asyncio.gather(*opening)

    run_service(tmp_path, open_tables)


def test_who_waits_behind_too_many_logs_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fair_queue, "LONGEST_WAIT", 0.0)

    async def open_tables(opened: InProcessService) -> None:
        *many, one = await put_away(opened, THREADS + 1)
        with slow_replays(monkeypatch) as replays:
            opening = [asyncio.create_task(opened.registry.table(each)) for each in many]
            await replays.until_all_threads_are_busy()
            with pytest.raises(StorageUnavailable, match="Too much"):
                await opened.registry.table(one)
            replays.let_go_on()
            await asyncio.gather(*opening)

        assert await opened.registry.table(one) is not None

    run_service(tmp_path, open_tables)


def test_a_registry_that_is_closed_opens_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As where a server stops that has just begun to take over from another one."""
    has_begun, may_go_on = threading.Event(), threading.Event()

    def replay_slowly(stored: StoredGame) -> ReplayedLog:
        has_begun.set()
        assert may_go_on.wait(PATIENCE)
        return replay_log(stored)

    async def close(opened: InProcessService) -> None:
        known, other = [await opened.table("classic/4", "ooo") for _ in range(2)]
        other.go()
        await pass_time(60.0)
        opened.registry.evict(lambda table: table is other.table)
        with monkeypatch.context() as context:
            context.setattr("bottleimp.server.tables.registry.replay_log", replay_slowly)
            opening = asyncio.create_task(opened.registry.table(other.table.id))
            assert await asyncio.to_thread(has_begun.wait, PATIENCE)
            await opened.registry.close()
            may_go_on.set()
            with pytest.raises(StorageUnavailable, match="is stopping"):
                await opening
        with pytest.raises(StorageUnavailable, match="is stopping"):
            await opened.registry.table(known.table.id)

    run_service(tmp_path, close)


@pytest.mark.parametrize(("conflicts", "is_made"), [(3, True), (1000, False)])
def test_a_table_is_made_though_others_were_first_several_times(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, conflicts: int, is_made: bool
) -> None:
    left = conflicts

    async def make(opened: InProcessService) -> None:
        append = opened.store.append

        async def append_later(*writes: StorageWrite) -> None:
            nonlocal left
            left -= 1
            if left >= 0:
                raise WriteConflict("the code is taken")
            await append(*writes)

        monkeypatch.setattr(opened.store, "append", append_later)
        if is_made:
            assert (await opened.table("classic/4", "ooo")).seq == 1
            return
        with pytest.raises(StorageUnavailable):
            await opened.table("classic/4", "ooo")

    run_service(tmp_path, make)

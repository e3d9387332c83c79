"""Time in which the server was away, or its machine slept, is charged to nobody."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bottleimp.server.settings.clock import SystemClock
from bottleimp.server.state.events import (
    PER_MOVE,
    PlayerTimedOut,
    TableSettings,
    TimeControl,
)
from bottleimp.server.tables.uptime import Uptime, UptimeRecord, overlap_ms
from tests.support.in_process import A_BANK, InProcessService, in_process_service, run_service
from tests.support.virtual_time import DAY, SECOND, VirtualClock, pass_time, run

QUICK = TableSettings(clock=TimeControl(PER_MOVE, seconds=1), level="uniform", grace=3600)


@given(
    gaps=st.lists(st.tuples(st.integers(0, 50), st.integers(0, 50)), max_size=4),
    since=st.integers(0, 50),
    until=st.integers(0, 50),
)
def test_an_absence_counts_where_it_overlaps(
    gaps: list[tuple[int, int]], since: int, until: int
) -> None:
    expected = sum(
        sum(begin <= moment < end for moment in range(since, until)) for begin, end in gaps
    )
    assert overlap_ms(gaps, since, until) == expected


def test_a_start_finds_for_how_long_nobody_was_there(tmp_path: Path) -> None:
    clock = VirtualClock()
    uptime = Uptime(tmp_path, clock)

    async def live() -> None:
        noting = asyncio.create_task(uptime.record_periodically())
        await pass_time(60)
        noting.cancel()
        await asyncio.gather(noting, return_exceptions=True)

    run(live(), clock)
    clock.now += 600

    assert Uptime(tmp_path, clock).downtime(0, 2**50) == 600 * SECOND


def test_a_restart_charges_nobody_for_the_time_between(tmp_path: Path) -> None:
    clock = VirtualClock()
    settings = TableSettings(clock=TimeControl(PER_MOVE, seconds=30), level="uniform", grace=3600)
    known: list[tuple[str, dict[int, int]]] = []

    async def begin(opened: InProcessService) -> None:
        ann = await opened.table("classic/lopaka", "o", settings)
        await opened.joined(ann.table, "Bob")
        known.append((ann.table.id, ann.table.state.clocks.deadlines))
        await pass_time(10)

    async def go_on() -> None:
        async with in_process_service(tmp_path, Uptime(tmp_path, clock)) as opened:
            again = await opened.registry.table(known[0][0])
            assert again is not None
            await pass_time(5)  # in which it is given back once

            after = {player: due + 3600 * SECOND for player, due in known[0][1].items()}
            assert again.state.clocks.deadlines == after

    run_service(tmp_path, begin, clock)
    record = UptimeRecord(clock.time_ms())
    (tmp_path / "uptime.json").write_bytes(msgspec.json.encode(record))
    clock.now += 3600
    run(go_on(), clock)


def test_clocks_run_on_though_the_time_was_set_back_while_nobody_was_there(tmp_path: Path) -> None:
    clock = VirtualClock()
    clock.now += 3600
    known: list[str] = []

    async def begin(opened: InProcessService) -> None:
        ann = await opened.table("classic/lopaka", "o", QUICK)
        await opened.joined(ann.table, "Bob")
        known.append(ann.table.id)

    async def go_on(opened: InProcessService) -> None:
        again = await opened.registry.table(known[0])
        assert again is not None
        assert again.state.clocks.deadlines
        before = again.seq
        await pass_time(3.0)  # and not an hour

        later = await opened.store.read(lambda store: store.events(again.id, before))
        assert any(isinstance(event.fact, PlayerTimedOut) for event in later)

    run_service(tmp_path, begin, clock)
    run_service(tmp_path, go_on, VirtualClock())


def test_the_clock_of_a_machine_runs_on_from_what_was_written(
    caplog: pytest.LogCaptureFixture,
) -> None:
    clock = SystemClock()
    written = clock.time_ms() + DAY
    clock.advance_to(written - 2 * DAY)
    assert clock.time_ms() < written
    assert not caplog.records
    clock.advance_to(written)

    assert written <= clock.time_ms() < written + DAY
    assert [line.message for line in caplog.records] == ["the clock of this machine was set back"]


@asynccontextmanager
async def noting_service(folder: Path, clock: VirtualClock) -> AsyncIterator[InProcessService]:
    """A server that notes from time to time that it is alive."""
    uptime = Uptime(folder, clock)
    noting = asyncio.create_task(uptime.record_periodically())
    async with in_process_service(folder, uptime) as opened:
        yield opened
    noting.cancel()
    await asyncio.gather(noting, return_exceptions=True)


def test_time_in_which_the_machine_slept_is_charged_to_nobody(tmp_path: Path) -> None:
    clock = VirtualClock()
    settings = TableSettings(clock=TimeControl(PER_MOVE, seconds=2), level="uniform", grace=3600)

    async def sleep() -> None:
        async with noting_service(tmp_path, clock) as opened:
            ann = await opened.table("classic/lopaka", "o", settings)
            await opened.joined(ann.table, "Bob")
            await pass_time(0.5)
            before = ann.table.state.clocks.deadlines
            clock.now += 3600
            await pass_time(0.5)
            after = ann.table.state.clocks.deadlines

            assert set(after) == set(before)
            assert all(after[player] >= before[player] + 3600 * SECOND for player in before)
            assert not [event for event in ann.events if event.k == "timeout"]

    run(sleep(), clock)


class SleepyClock(VirtualClock):
    """A clock of a machine that sleeps: only the time of day goes on meanwhile."""

    slept = 0.0  # seconds

    def time_ms(self) -> int:
        return super().time_ms() + round(self.slept * SECOND)


def test_the_first_to_choose_after_a_sleep_is_not_charged_for_it(tmp_path: Path) -> None:
    clock = SleepyClock()

    async def sleep() -> None:
        async with noting_service(tmp_path, clock) as opened:
            bank = TableSettings(clock=A_BANK, level="uniform", grace=3600)
            ann = await opened.table("classic/lopaka", "o", bank)
            await opened.joined(ann.table, "Bob")
            await pass_time(0.5)
            clock.slept = 3600.0
            await ann.act()

            left = ann.table.state.clocks.remaining_ms
            assert all(each > 59 * SECOND for each in left)
            assert [event.k for event in ann.events].count("resume") == 1

    run(sleep(), clock)


def test_a_sleep_that_one_table_noticed_is_charged_to_nobody_at_the_others(tmp_path: Path) -> None:
    clock = SleepyClock()

    async def sleep() -> None:
        async with noting_service(tmp_path, clock) as opened:
            bank = TableSettings(clock=A_BANK, level="uniform", grace=3600)
            made = [await opened.table("classic/lopaka", "o", bank) for _ in range(2)]
            for ann in made:
                await opened.joined(ann.table, "Bob")
            await pass_time(0.5)
            before = made[1].table.state.clocks.deadlines
            clock.slept = 3600.0
            await made[0].act()
            await pass_time(6)  # until it is noted that the server is alive
            after = made[1].table.state.clocks.deadlines

            assert all(after[player] >= before[player] + 3600 * SECOND for player in before)

    run(sleep(), clock)


def test_a_clock_that_is_set_back_puts_no_event_before_the_last(tmp_path: Path) -> None:
    clock = SleepyClock()

    async def play(opened: InProcessService) -> None:
        ann = await opened.table("classic/lopaka", "o", TableSettings(clock=A_BANK))
        await opened.joined(ann.table, "Bob")
        clock.slept = -3600.0
        await ann.act()
        log = await opened.store.read(lambda store: store.events(ann.table.id, 0))
        times = [event.at for event in log]

        assert sorted(times) == times

    run_service(tmp_path, play, clock)

"""Virtual time passes only while nothing else can happen; other tests rely on that."""

import asyncio
import sys
import threading
from pathlib import Path

import pytest

from tests.support.in_process import InProcessService, run_service
from tests.support.patience import PATIENCE
from tests.support.virtual_time import START_MS, VirtualClock, loop_clock, pass_time, run


def test_an_hour_of_waiting_takes_an_hour_on_the_clock() -> None:
    async def wait() -> tuple[float, int]:
        await pass_time(3600)
        return asyncio.get_running_loop().time(), loop_clock().time_ms()

    assert run(wait()) == (3600.0, START_MS + 3_600_000)


def test_timers_fire_in_order() -> None:
    async def wait() -> list[tuple[int, float]]:
        loop = asyncio.get_running_loop()
        fired: list[tuple[int, float]] = []

        def fire(seconds: int) -> None:
            fired.append((seconds, loop.time()))

        for seconds in (300, 100, 200):
            loop.call_later(seconds, fire, seconds)
        await pass_time(1000)
        return fired

    assert run(wait()) == [(100, 100.0), (200, 200.0), (300, 300.0)]


def test_time_stands_still_while_a_thread_works() -> None:
    is_done = threading.Event()

    async def wait() -> float:
        working = asyncio.create_task(asyncio.to_thread(is_done.wait, PATIENCE))
        rival = asyncio.create_task(pass_time(3600))
        threading.Timer(0.05, is_done.set).start()
        assert await working
        assert not rival.done()
        rival.cancel()
        return asyncio.get_running_loop().time()

    assert run(wait()) == 0.0


def test_time_stands_still_while_events_are_written(tmp_path: Path) -> None:
    async def create(service: InProcessService) -> None:
        async with asyncio.timeout(0.001):
            await service.table("classic/4", "ooo")

        assert asyncio.get_running_loop().time() == 0.0

    run_service(tmp_path, create)


def test_what_never_happens_is_given_up_at_once() -> None:
    async def wait() -> None:
        async with asyncio.timeout(30 * 24 * 3600):
            await asyncio.Event().wait()

    with pytest.raises(TimeoutError):
        run(wait())


def test_no_process_is_started_in_virtual_time() -> None:
    with pytest.raises(RuntimeError, match="virtual time"):
        run(asyncio.create_subprocess_exec(sys.executable, "--version"))


def test_a_clock_that_is_given_goes_on() -> None:
    clock = VirtualClock()
    run(pass_time(60), clock)
    clock.now += 600
    run(pass_time(60), clock)

    assert clock.now == pytest.approx(720)

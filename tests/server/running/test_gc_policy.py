"""The server looks for garbage itself, and moves make none."""

import gc
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from bottleimp.server import gc_policy
from bottleimp.server.gc_policy import GarbageCollection, count_objects
from tests.support.frames import is_scored
from tests.support.in_process import InProcessService, play_until, run_service

pytestmark = pytest.mark.slow  # collects garbage again and again


@pytest.fixture
def commands() -> Iterator[list[int]]:
    """How many commands there were, to be changed."""
    yield [0]
    gc.unfreeze()
    gc.enable()


def test_it_looks_sooner_when_nobody_waits(
    commands: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    looking = GarbageCollection(lambda: commands[0])
    looking.start()
    assert not gc.isenabled()
    monkeypatch.setattr(gc_policy, "QUIET_THRESHOLD", gc.get_count()[0] + 1_000)
    assert not looking.is_due()
    held = [[number] for number in range(3_000)]
    assert looking.is_due()
    commands[0] += gc_policy.QUIET_COMMANDS + 1
    assert not looking.is_due()  # somebody waits
    assert looking.is_due()  # nobody any more
    monkeypatch.setattr(gc_policy, "BUSY_THRESHOLD", 2_000)
    commands[0] += gc_policy.QUIET_COMMANDS + 1
    assert looking.is_due()  # much has gathered
    gc.collect()
    assert not looking.is_due()
    assert len(held) == 3_000
    looking.stop()
    assert gc.isenabled()


def test_a_server_that_is_never_quiet_looks_when_as_much_has_gathered_as_it_keeps(
    commands: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(gc_policy, "BUSY_THRESHOLD", 2_000)
    looking = GarbageCollection(lambda: commands[0])
    looking.start()

    def is_due() -> bool:
        commands[0] += gc_policy.QUIET_COMMANDS + 1  # somebody always waits
        return looking.is_due()

    gc.collect()
    gc.freeze()  # what the tests themselves keep
    held = [[number] for number in range(9_000)]
    assert is_due()
    looking.look()
    held += [[number] for number in range(6_000)]
    assert not is_due()
    held += [[number] for number in range(6_000)]
    assert is_due()
    del held[:]
    looking.look()
    held += [[number] for number in range(6_000)]
    assert is_due()  # it keeps little by now


def test_counting_objects_disturbs_no_other_thread() -> None:
    def fill_tuples(until: float) -> int:
        filled = 0
        while time.monotonic() < until:
            filled += len(tuple(bytes(1) for _ in range(40)))
        return filled

    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    try:
        with ThreadPoolExecutor(1) as pool:
            until = time.monotonic() + 2.0
            filling = pool.submit(fill_tuples, until)
            while time.monotonic() < until:
                assert count_objects() > 0
            assert filling.result() > 0
    finally:
        sys.setswitchinterval(interval)


@pytest.mark.wide
def test_moves_leave_no_garbage(tmp_path: Path) -> None:
    """What is found after a round or two is too little to stop anybody for."""
    found: list[int] = []

    async def scene(service: InProcessService) -> None:
        ann = await service.table("classic/3", "oo")
        people = [
            ann,
            await service.joined(ann.table, "Bob"),
            await service.joined(ann.table, "Cyd"),
        ]
        await play_until(people, is_scored)  # the first round fills what is kept for all
        gc.disable()
        for _ in range(3):
            gc.collect()
            for person in people:
                await person.next()
            await people[0].until(lambda view: not is_scored(view))
            await play_until(people, is_scored)
            found.append(gc.collect())

    try:
        run_service(tmp_path, scene)
    finally:
        gc.enable()
    moves = 3 + 12 * 3 + 3
    assert max(found) < moves, found  # less than an object a move

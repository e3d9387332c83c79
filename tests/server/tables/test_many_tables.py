"""More tables than are kept in memory: nobody is left at one that was put away."""

import gc
from pathlib import Path
from weakref import ref

import pytest

from bottleimp.protocol.messages import JoinTable, LeaveTable
from bottleimp.server.state.events import TableSettings
from bottleimp.server.state.seating import TablePhase
from bottleimp.server.tables import registry
from bottleimp.server.tables.eviction import LEFT_FOR, LOOKED_AT_FOR, is_over_or_left
from bottleimp.server.tables.registered_table import IDLE_SECONDS
from bottleimp.server.tables.table import Table
from tests.support.frames import is_scored
from tests.support.in_process import InProcessService, Person, guest, play_until, run_service
from tests.support.virtual_time import pass_time


def test_who_is_about_to_sit_down_is_not_left_at_a_table_put_away(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(registry, "MAX_OPEN_TABLES", 1)

    async def scene(service: InProcessService) -> None:
        ann = await service.table("classic/3", "oc")
        ann.go()
        found = await service.registry.table(ann.table.id)
        await service.table("classic/3", "oc")  # one too many: quiet tables are put away
        assert found is not None
        again = Person(found, ann.who).come()
        bob = Person(await service.registry.table(ann.table.id) or found, guest("Bob")).come()
        await bob.do(JoinTable, name="Bob")

        assert again.seq == bob.seq

    run_service(tmp_path, scene)


def test_tables_with_people_do_not_drive_out_those_without(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(registry, "MAX_OPEN_TABLES", 2)

    async def scene(service: InProcessService) -> None:
        quiet = [await service.table("classic/3", "oc") for _ in range(2)]
        people = [await service.table("classic/3", "oc")]
        quiet[0].go()
        await pass_time(IDLE_SECONDS + 1)
        people.append(await service.table("classic/3", "oc"))
        assert service.registry.open_count == 4
        quiet[1].go()
        await pass_time(IDLE_SECONDS + 1)
        people.append(await service.table("classic/3", "oc"))

        assert {table.id for table in service.registry.open_tables()} == {
            person.table.id for person in people
        }

    run_service(tmp_path, scene)


def test_a_table_that_is_over_leaves_memory_once_nobody_is_there(tmp_path: Path) -> None:
    def is_over(table: Table) -> bool:
        return table.state.phase is TablePhase.OVER

    async def scene(service: InProcessService) -> None:
        ann = await service.table("classic/3", "oc")
        bob = await service.table("classic/3", "oc")
        await ann.do(LeaveTable)
        service.registry.evict(is_over)
        watched = service.registry.open_count
        ann.go()
        bob.go()
        await pass_time(IDLE_SECONDS + 1)
        service.registry.evict(is_over)
        left = service.registry.open_count
        again = await service.registry.table(ann.table.id)

        assert (watched, left) == (2, 1)
        assert again is not None
        assert again is not ann.table
        assert again.state.is_closed

    run_service(tmp_path, scene)


def test_a_match_that_somebody_looks_back_at_stays_in_memory_for_some_minutes(
    tmp_path: Path,
) -> None:
    async def scene(service: InProcessService) -> None:
        registry, ann = service.registry, await service.table("classic/3", "oc")
        await pass_time(1)
        await ann.do(LeaveTable)
        ann.go()
        await pass_time(IDLE_SECONDS + 1)
        registry.evict(is_over_or_left)
        once_over = registry.find_open(ann.table.id)
        opened = await registry.table(ann.table.id)
        await pass_time(LOOKED_AT_FOR - 1)
        again = await registry.table(ann.table.id)
        await pass_time(LOOKED_AT_FOR - 1)
        registry.evict(is_over_or_left)
        soon = registry.find_open(ann.table.id)
        await pass_time(2)
        registry.evict(is_over_or_left)

        assert once_over is None
        assert opened is not None
        assert soon is again is opened
        assert registry.find_open(ann.table.id) is None

    run_service(tmp_path, scene)


def test_a_table_that_is_put_away_takes_no_memory(tmp_path: Path) -> None:
    """Also while nobody looks for garbage, as on a server at which people play all day."""

    async def scene(service: InProcessService) -> None:
        ann = await service.table("classic/3", "oc")
        bob = await service.joined(ann.table, "Bob")
        await play_until([ann, bob], is_scored)
        for person in (ann, bob):
            person.go(lingers=2.0)
        table, state = ref(ann.table), ref(ann.table.state)
        del ann, bob, person
        await pass_time(IDLE_SECONDS + 1)  # who has just gone counts as present
        service.registry.evict(lambda _table: True)

        assert service.registry.open_count == 0
        assert (table(), state()) == (None, None)

    gc.disable()
    try:
        run_service(tmp_path, scene)
    finally:
        gc.enable()


def test_an_unfinished_table_leaves_memory_when_everybody_has_left_it(tmp_path: Path) -> None:
    async def scene(service: InProcessService) -> None:
        ann = await service.table("classic/3", "oc")
        listed = await service.table(
            "classic/3", "oc", TableSettings(is_listed=True, level="uniform")
        )
        watched = await service.table("classic/3", "oc")
        for person in (ann, listed):
            person.go()
        await pass_time(IDLE_SECONDS + 1)
        service.registry.evict(is_over_or_left)
        soon = service.registry.open_count
        await pass_time(LEFT_FOR)
        service.registry.evict(is_over_or_left)
        later = [
            service.registry.find_open(each.table.id) is not None for each in (ann, listed, watched)
        ]
        again = await service.registry.table(ann.table.id)

        assert soon == 3
        assert later == [False, True, True]
        assert again is not None
        assert Person(again, ann.who).come().seq == ann.seq
        assert await service.registry.listed_tables() == []  # nobody is at the one that is listed

    run_service(tmp_path, scene)

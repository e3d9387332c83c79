"""While the disk is full nothing is lost or half done, and everybody at the table is told."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from bottleimp.protocol.messages import CommandRefused, SetPace
from bottleimp.protocol.refusals import StorageUnavailable
from bottleimp.server.storage.event_store import EventStore
from bottleimp.server.tables.table import Table
from tests.support.frames import read_frame, shown_round
from tests.support.in_process import InProcessService, Person, guest, run_service
from tests.support.virtual_time import pass_time

ROOM = 2**30  # pages
WAITS = "The table waits until the server can save again."


class Listener(Person):
    """Somebody who notes what they are told without having asked for it."""

    def __init__(self, table: Table, name: str) -> None:
        super().__init__(table, guest(name))
        self.told: list[CommandRefused] = []

    def send(self, frame: bytes) -> None:
        super().send(frame)
        read = read_frame(frame)
        if isinstance(read, CommandRefused):
            self.told.append(read)


def allow_pages(store: EventStore, most: int) -> None:
    """Lets the database have so many pages, and no fewer than it has."""
    with store.database.write_engine.begin() as connection:
        connection.exec_driver_sql(f"PRAGMA max_page_count = {most}")


@contextmanager
def full_disk(store: EventStore) -> Iterator[None]:
    """The database has no room meanwhile, as soon as its last page is full."""
    allow_pages(store, 1)
    try:
        yield
    finally:
        allow_pages(store, ROOM)


async def until_full(ann: Person) -> int:
    """Changes the pace until that cannot be saved; how often it could be."""
    for count in range(1000):
        try:
            await ann.do(SetPace, ms=count + 1)
        except StorageUnavailable:
            return count
        await pass_time(60.0)
    pytest.fail("the disk is not full")


def test_everybody_is_told_once_and_the_table_goes_on_once_there_is_room(tmp_path: Path) -> None:
    async def play(service: InProcessService) -> None:
        ann = await service.table("classic/3", "cc")
        await ann.until(lambda view: shown_round(view).waiting == [0])
        early, late = Listener(ann.table, "Bo"), Listener(ann.table, "Kim")
        early.come()
        before = ann.table.seq
        with full_disk(service.store):
            kept = await until_full(ann)
            late.come()
            for _ in range(2):
                with pytest.raises(StorageUnavailable):
                    await ann.act()
                await pass_time(10.0)
            now = ann.table.seq
        await ann.act()
        await ann.until(lambda view: shown_round(view).phase == "play")
        stored = service.store.events(ann.table.id, 0)

        assert now == before + kept
        assert [each.seq for each in stored] == list(range(1, ann.table.seq + 1))
        for person in (early, late):
            assert [(each.id, each.code, each.text) for each in person.told] == [
                (None, "unavailable", WAITS)
            ]
            assert person.view.round is not None
            assert person.view.round.step == shown_round(ann.view).step

    run_service(tmp_path, play)

"""Who is told, and when, of watchers who come and go."""

from pathlib import Path

from bottleimp.protocol.messages import JoinTable, PresenceUpdate
from bottleimp.server.state.storage_interface import NO_GUEST, Guest
from bottleimp.server.tables.presence import WATCHERS_DELAY
from bottleimp.server.tables.table import Table
from tests.support.in_process import InProcessService, Person, guest, run_service
from tests.support.virtual_time import pass_time


class Counting(Person):
    """Somebody who keeps all that is told of who is here."""

    def __init__(self, table: Table, who: Guest) -> None:
        super().__init__(table, who)
        self.told: list[PresenceUpdate | None] = []

    def send(self, frame: bytes) -> None:
        before = self.presence
        super().send(frame)
        if self.presence is not before:
            self.told.append(self.presence)


def test_people_are_told_once_of_many_watchers_who_come_together(tmp_path: Path) -> None:
    async def crowd(service: InProcessService) -> None:
        table = (await service.table("classic/4", "ooo")).table
        bob = Counting(table, guest("Bob"))
        bob.come()
        await bob.do(JoinTable, name="Bob")
        bob.told.clear()
        known = [await service.visitor(table, f"Wat {number}") for number in range(20)]
        unknown = [Person(table, NO_GUEST).come() for _ in range(10)]
        seen = [person.presence for person in (*known, *unknown)]
        assert seen == [PresenceUpdate([0, 1], each) for each in range(1, 31)]
        assert bob.told == []
        await pass_time(WATCHERS_DELAY + 0.1)
        assert bob.told == [PresenceUpdate([0, 1], watchers=30)]
        for person in (*known, *unknown[1:]):
            person.go()
        await pass_time(WATCHERS_DELAY + 0.1)

        assert bob.told[1:] == [PresenceUpdate([0, 1], watchers=1)]

    run_service(tmp_path, crowd)


def test_nobody_is_told_of_watchers_once_the_tables_are_closed(tmp_path: Path) -> None:
    async def close(service: InProcessService) -> None:
        table = (await service.table("classic/4", "ooo")).table
        bob = Counting(table, guest("Bob"))
        bob.come()
        await service.visitor(table, "Wat")
        bob.told.clear()
        await service.registry.close()
        await pass_time(WATCHERS_DELAY + 0.1)

        assert bob.told == []

    run_service(tmp_path, close)


def test_that_a_player_comes_is_told_at_once(tmp_path: Path) -> None:
    async def come(service: InProcessService) -> None:
        ann = await service.table("classic/4", "ooo")
        await service.visitor(ann.table, "Wat")
        ann.go()
        await pass_time(WATCHERS_DELAY + 0.1)
        bob = Counting(ann.table, guest("Bob"))
        bob.come()
        bob.told.clear()
        await service.visitor(ann.table, "Wim")
        Person(ann.table, ann.who).come()

        assert bob.told == [PresenceUpdate([0], watchers=3)]

    run_service(tmp_path, come)

"""More tables than are kept in memory: nobody is left at one that was put away."""

from pathlib import Path

import pytest

from bottleimp.server import service
from bottleimp.server.people import When
from bottleimp.server.tables import Table
from tests.server.in_process import House, Person, guest, in_house


def test_who_is_about_to_sit_down_is_not_left_at_a_table_put_away(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(service, "MOST_OPEN", 1)

    async def scene(house: House) -> None:
        ann = await house.table("classic/3", "oc")
        ann.go()
        found = await house.service.table(ann.table.id)
        await house.table("classic/3", "oc")  # one too many: quiet tables are put away
        assert found is not None
        again = Person(found, ann.who).come()
        bob = Person(await house.service.table(ann.table.id) or found, guest("Bob")).come()
        await bob.do("join", name="Bob")

        assert again.seq == bob.seq

    in_house(tmp_path, scene)


def test_a_table_that_is_over_leaves_memory_once_nobody_is_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(service, "FRESH_FOR", 0.0)

    def is_over(table: Table) -> bool:
        return table.state.when is When.OVER

    async def scene(house: House) -> None:
        ann = await house.table("classic/3", "oc")
        bob = await house.table("classic/3", "oc")
        await ann.do("leave")
        house.service.put_away(is_over)
        watched = house.service.tables_open
        ann.go()
        bob.go()
        house.service.put_away(is_over)
        left = house.service.tables_open
        again = await house.service.table(ann.table.id)

        assert (2, 1) == (watched, left)
        assert again is not None
        assert again is not ann.table
        assert again.state.is_closed

    in_house(tmp_path, scene)

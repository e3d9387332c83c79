"""More tables than are kept in memory: nobody is left at one that was put away."""

from pathlib import Path

import pytest

from bottleimp.server import service
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

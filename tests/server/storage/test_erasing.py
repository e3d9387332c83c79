"""Erasing a person renames nobody else, and a running server forgets the name."""

from pathlib import Path

from sqlalchemy import update

from bottleimp.server.access import guests
from bottleimp.server.rewrites import reload_rewritten
from bottleimp.server.storage.erasure import erase_person
from bottleimp.server.storage.schema import event
from tests.support.in_process import InProcessService, Person, guest, run_service


def names(person: Person) -> list[str]:
    """Who holds the first two places, as the person sees it."""
    return [player.name for player in person.view.players[:2]]


def test_a_name_borne_elsewhere_is_not_taken_from_others(tmp_path: Path) -> None:
    async def forget(service: InProcessService) -> None:
        anna = await service.table("classic/3", "oo", maker=guest("Anna"))
        berta = await service.joined(anna.table, "Berta")
        await service.table("classic/3", "oo", maker=guests.with_name(berta.who, "Anna"))
        erase_person(service.store.database, berta.guest)
        await reload_rewritten(service.store, service.registry, 0)

        assert names(anna) == ["Anna", "Someone 2"]

    run_service(tmp_path, forget)


def test_a_damaged_table_keeps_no_other_from_being_read_anew(tmp_path: Path) -> None:
    async def forget(service: InProcessService) -> None:
        made = [await service.table("classic/3", "oo") for _ in range(6)]
        berta = guest("Berta")
        for ann in made:
            await service.joined(ann.table, "Berta", berta)
        with service.store.database.write_engine.begin() as connection:
            for ann in made[::2]:
                place = event.c.game_id == ann.table.id, event.c.seq == 1
                connection.execute(update(event).where(*place).values(body="{"))
        erase_person(service.store.database, berta.id)
        last = await reload_rewritten(service.store, service.registry, 0)

        assert last > 0
        assert [names(ann) for ann in made[1::2]] == [["Ann", "Someone 2"]] * 3

    run_service(tmp_path, forget)

"""Erasing a person renames nobody else, and a running server forgets the name."""

import threading
import time
from pathlib import Path

import pytest
from sqlalchemy import select, update

from bottleimp.protocol.messages import LeaveTable, SendChatMessage, SwapPlaces
from bottleimp.protocol.refusals import RefusalCode, Refused, StorageError, WriteConflict
from bottleimp.server.access import guests, place_keys
from bottleimp.server.rewrites import reload_rewritten
from bottleimp.server.state.events import TableSettings
from bottleimp.server.state.storage_interface import (
    ClaimTurnNotice,
    SaveSubscription,
    StorageWrite,
    StoredSubscription,
)
from bottleimp.server.storage import erasure
from bottleimp.server.storage.erasure import erase_person
from bottleimp.server.storage.event_store import EventStore
from bottleimp.server.storage.postgresql import open_postgresql
from bottleimp.server.storage.schema import event, push_subscription, seat, turn_notice
from bottleimp.server.storage.schema import guest as known_guests
from bottleimp.server.storage.statistics import guest_statistics
from bottleimp.server.storage.writes import apply_writes
from tests.server.storage.conftest import Opening
from tests.server.storage.test_event_store import GUEST, creation
from tests.support.in_process import InProcessService, Person, guest, run_service
from tests.support.patience import PATIENCE
from tests.support.services.postgresql import run_as_owner

CLAIM = ClaimTurnNotice("t1", GUEST.id, "1/0/0")
SUBSCRIPTION = SaveSubscription(GUEST.id, StoredSubscription("https://a/", "", "", "en"), 0)
WAITING = "SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
FREE_TALK = TableSettings(talk="free")


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


def test_who_was_just_erased_says_nothing_more(tmp_path: Path) -> None:
    async def speak(service: InProcessService) -> None:
        anna = await service.table("classic/3", "oo", maker=guest("Anna"), settings=FREE_TALK)
        berta = await service.joined(anna.table, "Berta")
        erase_person(service.store.database, berta.guest)
        with pytest.raises(Refused) as refused:
            await berta.do(SendChatMessage, text="my name is Berta")
        await anna.do(SendChatMessage, text="hello")
        with service.store.database.read_engine.begin() as connection:
            bodies = connection.execute(select(event.c.body)).scalars().all()
            actors = set(connection.execute(select(event.c.actor)).scalars())

        assert refused.value.code is RefusalCode.NOT_ALLOWED
        assert berta.guest not in actors
        assert not any("Berta" in body for body in bodies)
        assert names(anna) == ["Anna", "Someone 2"]

    run_service(tmp_path, speak)


def test_what_somebody_said_at_a_place_that_another_has_now_keeps_its_name(tmp_path: Path) -> None:
    async def forget(service: InProcessService) -> None:
        anna = await service.table("classic/3", "oo", FREE_TALK, guest("Anna"))
        dora = await service.joined(anna.table, "Dora")
        await anna.do(SendChatMessage, text="good evening")
        await anna.do(LeaveTable)
        cid = await service.joined(anna.table, "Cid")
        erase_person(service.store.database, cid.guest)
        await reload_rewritten(service.store, service.registry, 0)

        assert cid.view.you is None
        assert [(line.name, line.text) for line in dora.view.talk] == [("Anna", "good evening")]

    run_service(tmp_path, forget)


@pytest.mark.slow
def test_a_friend_who_was_sent_the_link_is_not_erased_too(tmp_path: Path) -> None:
    async def forget(service: InProcessService) -> None:
        anna = await service.table("classic/3", "oo", maker=guest("Anna"))
        bob = await service.table("classic/3", "cc", maker=guest("Bob"))
        key = await place_keys.create_place_key(service.store, anna.table, anna.who)
        await place_keys.take_over(service.store, anna.table, key, bob.who)
        done = erase_person(service.store.database, anna.guest)
        await reload_rewritten(service.store, service.registry, 0)
        assert [name for _, name in done.linked] == ["Bob"]
        assert (done.guests, names(bob)[0]) == (1, "Bob")
        again = erase_person(service.store.database, bob.guest, with_linked=True)

        assert (again.guests, again.linked) == (1, ())

    run_service(tmp_path, forget)


@pytest.mark.slow
def test_two_people_at_a_table_are_never_erased_to_one_name(tmp_path: Path) -> None:
    async def forget(service: InProcessService) -> None:
        waiting = TableSettings(starts_when_full=False)
        anna = await service.table("classic/3", "oo", waiting, maker=guest("Anna"))
        await anna.do(SwapPlaces, player=0, other=1)
        berta = await service.joined(anna.table, "Berta")
        await berta.do(SwapPlaces, player=0, other=2)
        cid = await service.joined(anna.table, "Cid")
        for person in (anna, berta, cid):
            erase_person(service.store.database, person.guest)
        await reload_rewritten(service.store, service.registry, 0)
        last = await service.visitor(anna.table, "")

        assert [player.name for player in last.view.players] == [
            "Someone 3",
            "Someone 1",
            "Someone 2",
        ]

    run_service(tmp_path, forget)


def test_nobody_is_erased_twice(tmp_path: Path) -> None:
    async def forget(service: InProcessService) -> None:
        anna = await service.table("classic/3", "oo", maker=guest("Anna"))
        erase_person(service.store.database, anna.guest)
        with service.store.database.read_engine.begin() as connection:
            everybody = connection.execute(select(known_guests.c.id)).scalars().all()
        for each in (anna.guest, *everybody):
            with pytest.raises(StorageError, match=f"There is no guest {each}"):
                erase_person(service.store.database, each)
        assert guest_statistics(service.store.database) == []

    run_service(tmp_path, forget)


def people_in(store: EventStore) -> set[str]:
    """The guests who did anything or hold a place."""
    with store.database.read_engine.begin() as connection:
        acted = connection.execute(select(event.c.actor)).scalars().all()
        return {*acted, *connection.execute(select(seat.c.guest_id)).scalars()}


def tables_with_name(store: EventStore) -> int:
    """At how many tables the guest's name stands."""
    with store.database.read_engine.begin() as connection:
        bodies = connection.execute(select(event.c.body)).scalars()
        return sum(GUEST.name in body for body in bodies)


def test_an_erasure_that_was_interrupted_is_finished_by_the_next(
    storage: Opening, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = storage()
    for number in range(4):
        store.submit(creation(f"t{number}")).result()

    def interrupt() -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(erasure, "TABLES_AT_A_TIME", 3)
    with monkeypatch.context() as context:
        context.setattr(erasure, "give_way", interrupt)
        with pytest.raises(KeyboardInterrupt):
            erase_person(store.database, GUEST.id)
    assert tables_with_name(store) == 1
    done = erase_person(store.database, GUEST.id)

    assert (done.tables, done.events) == (4, 1)
    assert tables_with_name(store) == 0
    assert GUEST.id not in people_in(store)
    store.close()


def test_what_a_guest_does_while_being_erased_is_erased_too(
    storage: Opening, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = storage()
    store.submit(creation("t1")).result()
    # A server writes between two transactions of the erasure: the database is not locked then.
    monkeypatch.setattr(erasure, "give_way", lambda: store.submit(creation("t2")).result())
    done = erase_person(store.database, GUEST.id)

    assert (done.tables, done.events) == (2, 2)
    assert tables_with_name(store) == 0
    assert GUEST.id not in people_in(store)
    store.close()


def rows_of_notices(store: EventStore) -> int:
    """How many rows say where somebody is told of turns, or of which they were."""
    with store.database.read_engine.begin() as connection:
        found = [
            connection.execute(select(each)).all() for each in (push_subscription, turn_notice)
        ]
    return sum(len(rows) for rows in found)


@pytest.mark.parametrize("write", [CLAIM, SUBSCRIPTION])
def test_nothing_is_kept_of_turns_of_a_guest_who_was_erased(
    storage: Opening, write: StorageWrite
) -> None:
    store = storage()
    store.submit(creation("t1")).result()
    erase_person(store.database, GUEST.id)
    with pytest.raises(WriteConflict):
        store.submit(write).result()

    assert rows_of_notices(store) == 0
    store.close()


@pytest.mark.parametrize("write", [CLAIM, SUBSCRIPTION])
def test_what_is_written_of_turns_while_a_guest_is_erased_goes_too(
    postgresql: str, write: StorageWrite
) -> None:
    store = EventStore(open_postgresql(postgresql))
    store.submit(creation("t1")).result()
    erasing = threading.Thread(target=erase_person, args=(store.database, GUEST.id))
    with store.database.write_engine.begin() as connection:
        apply_writes(connection, (write,))
        erasing.start()
        limit = time.monotonic() + PATIENCE
        while erasing.is_alive() and not run_as_owner(WAITING, postgresql):
            assert time.monotonic() < limit
            time.sleep(0.01)
    erasing.join()

    assert rows_of_notices(store) == 0
    assert GUEST.id not in people_in(store)
    store.close()

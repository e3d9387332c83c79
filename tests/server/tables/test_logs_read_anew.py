"""Logs that are read again: nothing that is gone is shown, and all who wait share one reading."""

import asyncio
from pathlib import Path

import pytest

from bottleimp.protocol.messages import Event, JoinTable, SetPace, Welcome
from bottleimp.server.access import place_keys
from bottleimp.server.rewrites import reload_rewritten
from bottleimp.server.storage.erasure import erase_person
from tests.support.in_process import InProcessService, Person, guest, run_service
from tests.support.virtual_time import pass_time


def back(person: Person) -> Person:
    """The person at another connection, who resumes after the last event with its log."""
    again = Person(person.table, person.who)
    again.resume_from(person.seq, person.view)
    again.table.subscribe(again, person.seq, person.tracker.log)
    return again


def test_somebody_who_was_away_goes_on_from_the_last_event(tmp_path: Path) -> None:
    async def come_back(service: InProcessService) -> None:
        anna = await service.table("classic/3", "oc", maker=guest("Anna"))
        anna.go()
        await service.joined(anna.table, "Berta")
        again = back(anna)
        kinds = {type(frame) for frame in again.frames if isinstance(frame, Event | Welcome)}

        assert kinds == {Event}
        assert [player.name for player in again.view.players[:2]] == ["Anna", "Berta"]

    run_service(tmp_path, come_back)


@pytest.mark.parametrize("changes", [0, 2])
def test_a_name_erased_meanwhile_is_not_seen_again(tmp_path: Path, changes: int) -> None:
    async def come_back(service: InProcessService) -> None:
        anna = await service.table("classic/3", "oc", maker=guest("Anna"))
        berta = await service.joined(anna.table, "Berta")
        anna.go()
        berta.go()
        erase_person(service.store.database, berta.guest)
        await reload_rewritten(service.store, service.registry, 0)
        cid = await service.visitor(anna.table, "Cid")
        host = Person(anna.table, anna.who)
        for number in range(changes):
            await host.do(SetPace, ms=5 * (number + 1))
        again = back(anna)

        assert cid.view.players[1].name == "Someone 2"
        assert again.view.players[1].name == "Someone 2"
        assert back(berta).view.you is None

    run_service(tmp_path, come_back)


def test_events_of_a_time_line_that_is_gone_are_not_gone_on_from(tmp_path: Path) -> None:
    async def come_back(service: InProcessService) -> None:
        anna = await service.table("classic/3", "oo", maker=guest("Anna"))
        await anna.do(SetPace, ms=5)
        anna.go()
        anna.tracker.log = "what another copy was called"
        again = back(anna)

        assert [type(frame) for frame in again.frames[:1]] == [Welcome]
        assert again.tracker.log == anna.table.log_name

    run_service(tmp_path, come_back)


def test_another_name_before_the_match_leaves_the_key_to_the_place(tmp_path: Path) -> None:
    async def rename(service: InProcessService) -> None:
        anna = await service.table("classic/3", "oo", maker=guest("Anna"))
        key = await place_keys.create_place_key(service.store, anna.table, anna.who)
        await anna.do(JoinTable, name="Anne", player=0)

        assert anna.view.players[0].name == "Anne"
        assert await place_keys.place_for_key(service.store, anna.table, key) == 0

    run_service(tmp_path, rename)


def test_all_who_wait_for_what_is_new_share_one_reading(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def look(service: InProcessService) -> None:
        anna = await service.table("classic/3", "oo", maker=guest("Anna"))
        is_answered, count = asyncio.Event(), 0

        async def read(_question: object) -> tuple[()]:
            nonlocal count
            count += 1
            await is_answered.wait()
            return ()

        monkeypatch.setattr(service.store, "read", read)
        asking = []
        for _ in range(3):
            asking += [asyncio.create_task(anna.table.refresh()) for _ in range(4)]
            await pass_time(1)
        is_answered.set()
        await asyncio.gather(*asking)

        assert count == 2  # the one that was under way, and the next

    run_service(tmp_path, look)

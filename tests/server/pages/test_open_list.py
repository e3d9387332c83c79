"""The list of open tables, and quick matches."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from sqlalchemy import update

from bottleimp.languages.language import ENGLISH
from bottleimp.protocol.refusals import RefusalCode, Refused
from bottleimp.rules.editions import edition
from bottleimp.server.access.quick_match import QuickMatcher, QuickMatchRequest
from bottleimp.server.state.events import TableCreated, TableSettings
from bottleimp.server.storage.event_store import EventStore
from bottleimp.server.storage.schema import event
from bottleimp.server.storage.sqlite import open_database
from bottleimp.server.tables.registered_table import IDLE_SECONDS
from bottleimp.server.tables.table import Table
from bottleimp.server.tables.table_lists import open_table_entry
from tests.support.frames import is_scored
from tests.support.http_player import Program
from tests.support.in_process import (
    InProcessService,
    Person,
    guest,
    patience,
    play_until,
    run_service,
)
from tests.support.live_server import Live, running
from tests.support.virtual_time import pass_time

LISTED = TableSettings(is_listed=True, level="uniform")
FOUR = edition("classic/4")


def test_the_list_has_listed_tables_with_free_places(tmp_path: Path) -> None:
    async def look(service: InProcessService) -> None:
        listed = await service.table("classic/4", "occ", LISTED)
        await service.table("classic/4", "occ")  # not listed
        found = await service.registry.listed_tables()
        assert [listed.table.id] == [each.id for each in found]
        assert (found[0].seated_people, found[0].open_places) == (1, 1)
        assert listed.view.table.code == found[0].code
        await service.joined(listed.table, "Bob")

        assert [each.open_places for each in await service.registry.listed_tables()] == [0]

    run_service(tmp_path, look)


def test_the_list_has_tables_being_played_at_where_computer_players_sit(tmp_path: Path) -> None:
    async def look(service: InProcessService) -> None:
        playing = await service.table("classic/4", "cco", LISTED)
        await service.joined(playing.table, "Bob")
        waiting = await service.table("classic/4", "ooo", LISTED)
        found = await service.registry.listed_tables()
        shown = [open_table_entry(each, (), ENGLISH) for each in found]
        marks = [(each["free"], each["computers"], each["is_playing"]) for each in shown]

        assert [waiting.table.id, playing.table.id] == [each.id for each in found]
        assert marks == [(3, 0, False), (0, 2, True)]

    run_service(tmp_path, look)


def test_a_table_full_of_people_is_not_on_the_list(tmp_path: Path) -> None:
    async def look(service: InProcessService) -> None:
        ann = await service.table("classic/lopaka", "o", LISTED)
        await service.joined(ann.table, "Bob")

        assert await service.registry.listed_tables() == []

    run_service(tmp_path, look)


def test_a_quick_match_brings_nobody_to_a_table_that_plays(tmp_path: Path) -> None:
    async def meet(service: InProcessService) -> None:
        ann = await service.table("classic/4", "ccc", LISTED)
        await play_until([ann], is_scored)
        table = await QuickMatcher(service.registry, service.store).find_or_create_table(
            guest("Bob"), QuickMatchRequest(FOUR, "uniform")
        )

        assert table is not ann.table

    run_service(tmp_path, meet)


def test_a_table_that_everybody_has_left_alone_is_not_on_the_list(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bottleimp.server.tables.registry.IDLE_SECONDS", 0.0)

    async def look(service: InProcessService) -> None:
        ann = await service.table("classic/4", "ooo", LISTED)
        assert len(await service.registry.listed_tables()) == 1
        ann.go()

        assert await service.registry.listed_tables() == []

    run_service(tmp_path, look)


def test_quick_matches_bring_people_together(tmp_path: Path) -> None:
    async def meet(service: InProcessService) -> None:
        quick = QuickMatcher(service.registry, service.store)
        people = [guest(name) for name in ("Ann", "Bob", "Cyd", "Dan", "Eve")]
        tables = [
            await quick.find_or_create_table(who, QuickMatchRequest(FOUR, "uniform", 0))
            for who in people
        ]

        assert [tables[0]] * 4 == tables[:4]
        assert tables[4] is not tables[0]
        assert tables[0].state.round_number == 1

    run_service(tmp_path, meet)


def test_a_damaged_table_does_not_end_quick_matches(tmp_path: Path) -> None:
    async def meet(service: InProcessService) -> None:
        quick, wish = (
            QuickMatcher(service.registry, service.store),
            QuickMatchRequest(FOUR, "uniform", 3600),
        )
        damaged = await quick.find_or_create_table(guest("Ann"), wish)
        await pass_time(IDLE_SECONDS + 1)
        service.registry.evict(lambda table: table is damaged)
        with service.store.database.write_engine.begin() as connection:
            first = event.c.game_id == damaged.id, event.c.seq == 1
            connection.execute(update(event).where(*first).values(body="{"))

        other = await quick.find_or_create_table(guest("Bob"), wish)
        assert other.id != damaged.id

    run_service(tmp_path, meet)


def test_a_quick_match_of_another_edition_is_another_table(tmp_path: Path) -> None:
    async def meet(service: InProcessService) -> None:
        quick = QuickMatcher(service.registry, service.store)
        one = await quick.find_or_create_table(guest("Ann"), QuickMatchRequest(FOUR))
        other = await quick.find_or_create_table(
            guest("Bob"), QuickMatchRequest(edition("classic/3"))
        )

        assert one is not other

    run_service(tmp_path, meet)


def test_a_quick_match_that_has_to_wait_holds_up_no_other_edition(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def meet(service: InProcessService) -> None:
        is_released = asyncio.Event()

        @asynccontextmanager
        async def exclusive(purpose: str) -> AsyncIterator[None]:
            if FOUR.text in purpose:
                await is_released.wait()
            yield

        monkeypatch.setattr(service.store, "exclusive", exclusive)
        quick = QuickMatcher(service.registry, service.store)
        waiting = asyncio.create_task(
            quick.find_or_create_table(guest("Ann"), QuickMatchRequest(FOUR))
        )
        await pass_time(1)
        async with asyncio.timeout(patience()):
            wish = QuickMatchRequest(edition("classic/3"))
            other = await quick.find_or_create_table(guest("Bob"), wish)
        is_released.set()

        assert await waiting is not other

    run_service(tmp_path, meet)


def test_who_may_make_no_table_for_a_quick_match_waits_for_nobody_who_makes_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def refuse() -> None:
        raise Refused(RefusalCode.TOO_MANY)

    async def meet(service: InProcessService) -> None:
        purposes: list[str] = []

        @asynccontextmanager
        async def exclusive(purpose: str) -> AsyncIterator[None]:
            purposes.append(purpose)
            yield

        monkeypatch.setattr(service.store, "exclusive", exclusive)
        quick, wish = QuickMatcher(service.registry, service.store), QuickMatchRequest(FOUR)
        with pytest.raises(Refused):
            await quick.find_or_create_table(guest("Ann"), wish, refuse)
        refused = list(purposes)
        made = await quick.find_or_create_table(guest("Bob"), wish)
        joined = await quick.find_or_create_table(guest("Cyd"), wish, refuse)

        assert refused == []
        assert joined is made
        assert purposes == ["quick match of classic/4"]

    run_service(tmp_path, meet)


def test_of_two_who_ask_for_a_quick_match_at_once_who_makes_the_table_is_counted(
    tmp_path: Path,
) -> None:
    counted: list[str] = []

    async def meet(service: InProcessService) -> None:
        quick, wish = QuickMatcher(service.registry, service.store), QuickMatchRequest(FOUR)
        both = asyncio.Barrier(2)

        async def admit() -> None:
            await both.wait()

        async def find(name: str) -> Table:
            return await quick.find_or_create_table(
                guest(name), wish, admit, lambda: counted.append(name)
            )

        ann, bob = await asyncio.gather(find("Ann"), find("Bob"))

        assert ann is bob
        assert len(counted) == 1

    run_service(tmp_path, meet)


def test_who_asks_twice_for_a_quick_match_is_at_the_same_table(tmp_path: Path) -> None:
    async def meet(service: InProcessService) -> None:
        quick, ann = QuickMatcher(service.registry, service.store), guest("Ann")
        tables = [await quick.find_or_create_table(ann, QuickMatchRequest(FOUR)) for _ in range(2)]

        assert tables[0] is tables[1]

    run_service(tmp_path, meet)


def test_a_quick_match_that_nobody_joins_is_filled_with_computer_players(tmp_path: Path) -> None:
    async def play(service: InProcessService) -> None:
        who = guest("Ann")
        wish = QuickMatchRequest(FOUR, "uniform", pace=0, wait=0)
        table = await QuickMatcher(service.registry, service.store).find_or_create_table(who, wish)
        ann = Person(table, who).come()
        await play_until([ann], is_scored)

        assert [each.level for each in ann.view.players[1:]] == ["uniform"] * 3

    run_service(tmp_path, play)


def test_the_server_says_how_long_a_quick_match_and_who_is_away_are_waited_for(
    tmp_path: Path,
) -> None:
    with running(tmp_path, quick_wait=7, grace=33) as live:
        front = live.request("GET", "/")
        quick = live.request("POST", "/quick", {"edition": "classic/4"})
        tables = [
            quick.headers["location"].removeprefix("/tables/"),
            live.new_table("classic/3")[0],
        ]
        program = Program(live)
        program.make("classic/3")
        tables.append(program.table)
        graces = []
        for table in tables:
            with live.client(table) as client:
                client.until_view(bool)
                graces.append(client.view.table.grace)
    store = EventStore(open_database(tmp_path))
    quick_match = store.game(tables[0])
    store.close()
    assert quick_match is not None
    created = quick_match.events[0].fact
    assert isinstance(created, TableCreated)

    assert "after 7 seconds computer players" in front.text
    assert graces == [33, 33, 33]
    assert created.settings.fills_after == 7


def test_the_list_says_what_people_are_called_at_that_table(live: Live) -> None:
    listed, cookie = live.new_table("classic/3", name="Max", player_1="open", listed="yes")
    live.request("POST", "/new", {"edition": "classic/3", "name": "Maximilian"}, {"Cookie": cookie})
    page = live.request("GET", "/join").text

    assert f"/tables/{listed}" in page
    assert "Maximilian" not in page
    assert "Max" in page


def test_a_name_that_somebody_waits_under_is_refused_for_a_quick_match(live: Live) -> None:
    first = live.request("POST", "/quick", {"name": "Max"})
    second = live.request("POST", "/quick", {"name": "M\u00e1x"})
    other = live.request("POST", "/quick", {"name": "Moritz"})

    assert (first.status, second.status, other.status) == (303, 422, 303)
    assert "aria-invalid" in second.text
    assert first.headers["location"] == other.headers["location"]

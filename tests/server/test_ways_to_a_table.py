"""Codes, the open list, quick matches, keys to places, and rematches."""

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from bottleimp.rules.editions import edition
from bottleimp.server import seats
from bottleimp.server.codes import code_in, fresh_code
from bottleimp.server.database import FILE_NAME, open_database
from bottleimp.server.events import Created, Settings
from bottleimp.server.i18n import ENGLISH
from bottleimp.server.lists import open_table
from bottleimp.server.quick import QuickMatches, Wish
from bottleimp.server.refusals import Code, Refused
from bottleimp.server.store import EventStore
from tests.server.in_process import (
    AT_ONCE,
    House,
    Person,
    guest,
    in_house,
    is_scored,
    play_until,
)
from tests.server.live import Json, running
from tests.server.over_http import Program

LISTED = Settings(is_listed=True, level="uniform")
FOUR = edition("classic/4")


# --- codes ------------------------------------------------------------------------------------


def test_a_code_has_five_letters_that_look_like_nothing_else() -> None:
    codes = {fresh_code() for _ in range(500)}

    assert all(re.fullmatch("[BCDFGHJKMNPQRSTVWXYZ]{5}", code) for code in codes)
    assert len(codes) > 490


def test_a_code_is_understood_however_it_is_typed() -> None:
    assert ["BCDFG"] * 4 == [code_in(t) for t in ("BCDFG", "bcdfg", " b c d f g ", "bc-dfg")]


@pytest.mark.parametrize("text", ["", "BCDF", "BCDFGH", "BCDFA", "BCDF1", "ÄÖÜßé", "B" * 5000])
def test_what_is_no_code_is_none(text: str) -> None:
    assert None is code_in(text)


def test_a_table_is_found_by_its_code_until_it_is_over(tmp_path: Path) -> None:
    async def find(house: House) -> None:
        ann = await house.table("classic/4", "ooo")
        code = ann.view["table"]["code"]
        assert ann.table is await house.service.with_code(code.lower())
        await ann.do("leave")

        assert None is await house.service.with_code(code)
        assert None is ann.view["table"]["code"]

    in_house(tmp_path, find)


# --- the open list and quick matches ----------------------------------------------------------


def test_the_list_has_listed_tables_with_free_places(tmp_path: Path) -> None:
    async def look(house: House) -> None:
        listed = await house.table("classic/4", "occ", LISTED)
        await house.table("classic/4", "occ")  # not listed
        found = await house.service.open_tables()
        assert [listed.table.id] == [each.id for each in found]
        assert ("Ann",) == found[0].names
        assert (1, 1) == (found[0].people, found[0].free)
        assert listed.view["table"]["code"] == found[0].code
        await house.joined(listed.table, "Bob")

        assert [0] == [each.free for each in await house.service.open_tables()]

    in_house(tmp_path, look)


def test_the_list_has_tables_being_played_at_where_computer_players_sit(tmp_path: Path) -> None:
    async def look(house: House) -> None:
        playing = await house.table("classic/4", "cco", LISTED)
        await house.joined(playing.table, "Bob")
        waiting = await house.table("classic/4", "ooo", LISTED)
        found = await house.service.open_tables()
        shown = [open_table(each, ENGLISH) for each in found]
        marks = [(each["free"], each["computers"], each["is_playing"]) for each in shown]

        assert [waiting.table.id, playing.table.id] == [each.id for each in found]
        assert [(3, 0, False), (0, 2, True)] == marks

    in_house(tmp_path, look)


def test_a_table_full_of_people_is_not_on_the_list(tmp_path: Path) -> None:
    async def look(house: House) -> None:
        ann = await house.table("classic/lopaka", "o", LISTED)
        await house.joined(ann.table, "Bob")

        assert [] == await house.service.open_tables()

    in_house(tmp_path, look)


def test_a_quick_match_brings_nobody_to_a_table_that_plays(tmp_path: Path) -> None:
    async def meet(house: House) -> None:
        ann = await house.table("classic/4", "ccc", LISTED)
        await play_until([ann], is_scored)
        table = await QuickMatches(house.service).table_for(guest("Bob"), Wish(FOUR, "uniform"))

        assert table is not ann.table

    in_house(tmp_path, meet)


def test_a_table_that_everybody_has_left_alone_is_not_on_the_list(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bottleimp.server.service.FRESH_FOR", 0.0)

    async def look(house: House) -> None:
        ann = await house.table("classic/4", "ooo", LISTED)
        assert 1 == len(await house.service.open_tables())
        ann.go()

        assert [] == await house.service.open_tables()

    in_house(tmp_path, look)


def test_quick_matches_bring_people_together(tmp_path: Path) -> None:
    async def meet(house: House) -> None:
        quick = QuickMatches(house.service)
        people = [guest(name) for name in ("Ann", "Bob", "Cyd", "Dan", "Eve")]
        tables = [await quick.table_for(who, Wish(FOUR, "uniform", 0)) for who in people]

        assert [tables[0]] * 4 == tables[:4]
        assert tables[4] is not tables[0]
        assert 1 == tables[0].state.number

    in_house(tmp_path, meet)


def test_a_quick_match_of_another_edition_is_another_table(tmp_path: Path) -> None:
    async def meet(house: House) -> None:
        quick = QuickMatches(house.service)
        one = await quick.table_for(guest("Ann"), Wish(FOUR))
        other = await quick.table_for(guest("Bob"), Wish(edition("classic/3")))

        assert one is not other

    in_house(tmp_path, meet)


def test_who_asks_twice_for_a_quick_match_is_at_the_same_table(tmp_path: Path) -> None:
    async def meet(house: House) -> None:
        quick, ann = QuickMatches(house.service), guest("Ann")
        tables = [await quick.table_for(ann, Wish(FOUR)) for _ in range(2)]

        assert tables[0] is tables[1]

    in_house(tmp_path, meet)


def test_a_quick_match_that_nobody_joins_is_filled_with_computer_players(tmp_path: Path) -> None:
    async def play(house: House) -> None:
        who = guest("Ann")
        wish = Wish(FOUR, "uniform", pace=0, wait=0)
        table = await QuickMatches(house.service).table_for(who, wish)
        ann = Person(table, who).come()
        await play_until([ann], is_scored)

        assert ["uniform"] * 3 == [each["level"] for each in ann.view["players"][1:]]

    in_house(tmp_path, play)


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
                graces.append(client.view["table"]["grace"])
    store = EventStore(open_database(tmp_path))
    quick_match = store.game(tables[0])
    store.close()
    assert quick_match is not None
    created = quick_match.events[0].fact
    assert isinstance(created, Created)

    assert "after 7 seconds computer players" in front.text
    assert [33, 33, 33] == graces
    assert 7 == created.settings.fills_after


def said(person: Person, part: str) -> str:
    """A part of what the person is shown now, as JSON."""
    return json.dumps(person.view[part])


# --- keys to places ---------------------------------------------------------------------------


def test_a_person_moves_to_another_device_and_back(tmp_path: Path) -> None:
    async def move(house: House) -> None:
        ann = await house.table("classic/lopaka", "o")
        bob = await house.joined(ann.table, "Bob")
        key = await seats.fresh_key(house.store, ann.table, bob.who)
        hand = bob.view["round"]["hands"]
        phone = await house.visitor(ann.table, "")
        assert "null" == said(phone, "you")
        await seats.take_over(house.store, ann.table, key, phone.who)
        assert (1, hand) == (phone.view["you"], phone.view["round"]["hands"])
        assert "null" == said(bob, "you")
        assert [[None]] == [
            [hand["cards"]] for hand in bob.view["round"]["hands"] if hand["player"] == 1
        ]
        await play_until([ann, phone], lambda view: view["round"]["step"] > 3)
        back = await seats.fresh_key(house.store, ann.table, phone.who)
        await seats.take_over(house.store, ann.table, back, bob.who)

        assert ["1", "null"] == [said(person, "you") for person in (bob, phone)]
        await play_until([ann, bob], is_scored)

    in_house(tmp_path, move)


def test_a_key_opens_one_place_of_one_table(tmp_path: Path) -> None:
    async def look(house: House) -> None:
        ann = await house.table("classic/4", "ooo")
        other = await house.table("classic/4", "ooo")
        key = await seats.fresh_key(house.store, ann.table, ann.who)

        assert 0 == await seats.place_of(house.store, ann.table, key)
        assert None is await seats.place_of(house.store, other.table, key)
        assert None is await seats.place_of(house.store, ann.table, key[:-1])

    in_house(tmp_path, look)


def test_a_new_key_makes_the_one_before_worthless(tmp_path: Path) -> None:
    async def look(house: House) -> None:
        ann = await house.table("classic/4", "ooo")
        keys = [await seats.fresh_key(house.store, ann.table, ann.who) for _ in range(2)]
        opened = [await seats.place_of(house.store, ann.table, key) for key in keys]

        assert [None, 0] == opened

    in_house(tmp_path, look)


def test_a_key_moves_a_place_once(tmp_path: Path) -> None:
    async def move(house: House) -> None:
        ann = await house.table("classic/4", "ooo")
        key = await seats.fresh_key(house.store, ann.table, ann.who)
        phone = await house.visitor(ann.table, "")
        await seats.take_over(house.store, ann.table, key, phone.who)
        with pytest.raises(Refused) as refused:
            await seats.take_over(house.store, ann.table, key, ann.who)

        assert Code.NOT_ALLOWED is refused.value.code
        assert 0 == ann.table.player_of(phone.guest)

    in_house(tmp_path, move)


def test_a_key_ends_with_the_place(tmp_path: Path) -> None:
    async def look(house: House) -> None:
        ann = await house.table("classic/4", "ooo")
        bob = await house.joined(ann.table, "Bob")
        key = await seats.fresh_key(house.store, ann.table, bob.who)
        await ann.do("remove", player=1)
        await house.joined(ann.table, "Cyd")
        with pytest.raises(Refused) as refused:
            await seats.take_over(house.store, ann.table, key, bob.who)

        assert Code.NOT_ALLOWED is refused.value.code

    in_house(tmp_path, look)


def test_nobody_takes_a_second_place_with_a_key(tmp_path: Path) -> None:
    async def look(house: House) -> None:
        ann = await house.table("classic/4", "ooo")
        bob = await house.joined(ann.table, "Bob")
        key = await seats.fresh_key(house.store, ann.table, bob.who)
        with pytest.raises(Refused) as refused:
            await seats.take_over(house.store, ann.table, key, ann.who)

        assert Code.SEATED is refused.value.code

    in_house(tmp_path, look)


def test_only_who_sits_there_gets_a_key(tmp_path: Path) -> None:
    async def look(house: House) -> None:
        ann = await house.table("classic/4", "ooo")
        watcher = await house.visitor(ann.table, "Wat")
        with pytest.raises(Refused) as refused:
            await seats.fresh_key(house.store, ann.table, watcher.who)

        assert Code.NOT_ALLOWED is refused.value.code

    in_house(tmp_path, look)


def test_the_database_does_not_know_keys(tmp_path: Path) -> None:
    keys: list[str] = []

    async def make(house: House) -> None:
        ann = await house.table("classic/4", "ooo")
        keys.append(await seats.fresh_key(house.store, ann.table, ann.who))

    in_house(tmp_path, make)
    stored = b"".join(path.read_bytes() for path in tmp_path.glob(f"{FILE_NAME}*"))

    assert keys[0].encode() not in stored
    assert seats.hashed(keys[0]).encode() in stored


def has_scored(rounds: int) -> Callable[[Json], bool]:
    """Whether so many rounds have been scored."""
    return lambda view: len(view["match"]["sheet"]) == rounds


# --- rematches --------------------------------------------------------------------------------


def test_a_rematch_has_the_same_people_and_settings(tmp_path: Path) -> None:
    async def again(house: House) -> None:
        settings = Settings(grace=0, level="uniform", talk="off", watch="nobody")
        ann = await house.table("classic/3,cycles=1", "oo", settings)
        bob, cyd = [await house.joined(ann.table, name) for name in ("Bob", "Cyd")]
        people = [ann, bob, cyd]
        for number in range(1, 4):
            await play_until(people, has_scored(number))
            for person in people if number < 3 else []:
                await person.next()
        await cyd.do("leave")
        answer = await bob.do("rematch")
        table = await house.service.table(answer.table or "")
        assert table is not None
        again = [Person(table, person.who).come() for person in people]

        assert [0, 1, None] == [person.view["you"] for person in again]
        assert ["human", "human", "computer"] == [p["kind"] for p in again[0].view["players"]]
        assert ["off", "nobody"] == [again[0].view["table"][n] for n in ("talk", "watch")]
        assert 1 == again[0].view["round"]["number"]
        assert answer.table == (await ann.do("rematch")).table
        await play_until(again[:2], is_scored)

    in_house(tmp_path, again)


# --- who may watch ----------------------------------------------------------------------------


def test_nobody_watches_a_table_for_nobody(tmp_path: Path) -> None:
    async def look(house: House) -> None:
        settings = Settings(watch="nobody")
        ann = await house.table("classic/lopaka", "o", settings)
        bob = await house.joined(ann.table, "Bob")
        watcher = await house.visitor(ann.table, "Wat")
        await play_until([ann, bob], is_scored)

        assert None is watcher.view["round"]
        for frame in watcher.frames:
            assert not {"card", "trick", "seed", "hand"} & set(frame)
            assert "round" not in frame.get("set", {}) or frame["set"]["round"] is None

    in_house(tmp_path, look)


def test_all_hands_of_the_round_before_are_shown_where_that_is_allowed(tmp_path: Path) -> None:
    async def look(house: House) -> None:
        ann = await house.table("classic/lopaka", "o", Settings(watch="hands-late"))
        bob = await house.joined(ann.table, "Bob")
        watcher = await house.visitor(ann.table, "Wat")
        assert "null" == said(watcher, "late")
        await play_until([ann, bob], is_scored)
        deal = ann.view["round"]["result"]["deal"]
        for person in (ann, bob):
            await person.next()

        assert 2 == watcher.view["round"]["number"]
        assert (1, deal) == (watcher.view["late"]["round"], watcher.view["late"]["deal"])
        assert None is ann.view["late"]

    in_house(tmp_path, look)


# --- the log ----------------------------------------------------------------------------------


def test_who_holds_what_is_the_same_after_a_restart(tmp_path: Path) -> None:
    known: dict[str, object] = {}

    async def sit(house: House) -> None:
        ann = await house.table("classic/4", "ooo", AT_ONCE)
        bob, cyd = [await house.joined(ann.table, name) for name in ("Bob", "Cyd")]
        await bob.do("leave")
        await ann.do("hand", player=2)
        await cyd.do("begin")
        known.update(table=ann.table.id, people=ann.table.state.people)

    async def look(house: House) -> None:
        table = await house.service.table(str(known["table"]))
        assert table is not None

        assert known["people"] == table.state.people

    in_house(tmp_path, sit)
    in_house(tmp_path, look)

"""Codes, keys to places, rematches, and who may watch."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from bottleimp.protocol.messages import (
    LeaveTable,
    RemovePlayer,
    RequestRematch,
    StartMatch,
    TransferHost,
    encode,
)
from bottleimp.protocol.refusals import RefusalCode, Refused, WriteConflict
from bottleimp.protocol.views import View
from bottleimp.server.access import place_keys
from bottleimp.server.state.events import MatchStarted, PlayerLeft, TableSettings
from bottleimp.server.state.storage_interface import SetPlaceKey
from bottleimp.server.state.table_codes import generate_code, parse_code
from bottleimp.server.storage.sqlite import FILE_NAME
from tests.support.frames import is_scored, shown_result, shown_round
from tests.support.in_process import (
    AT_ONCE,
    InProcessService,
    Person,
    play_until,
    run_service,
)


def said(person: Person, part: str) -> str:
    """A part of what the person is shown now, as JSON."""
    return encode(getattr(person.view, part)).decode()


# --- codes ------------------------------------------------------------------------------------


def test_a_code_has_five_letters_that_look_like_nothing_else() -> None:
    codes = {generate_code() for _ in range(500)}

    assert all(re.fullmatch("[BCDFGHJKMNPQRSTVWXYZ]{5}", code) for code in codes)
    assert len(codes) > 490


def test_a_code_is_understood_however_it_is_typed() -> None:
    assert [parse_code(t) for t in ("BCDFG", "bcdfg", " b c d f g ", "bc-dfg")] == ["BCDFG"] * 4


@pytest.mark.parametrize("text", ["", "BCDF", "BCDFGH", "BCDFA", "BCDF1", "ÄÖÜßé", "B" * 5000])
def test_what_is_no_code_is_none(text: str) -> None:
    assert None is parse_code(text)


def test_a_table_is_found_by_its_code_until_it_is_over(tmp_path: Path) -> None:
    async def find(service: InProcessService) -> None:
        ann = await service.table("classic/4", "ooo")
        code = ann.view.table.code
        assert code is not None
        assert ann.table is await service.registry.find_by_code(code.lower())
        await ann.do(LeaveTable)

        assert None is await service.registry.find_by_code(code)
        assert None is ann.view.table.code

    run_service(tmp_path, find)


# --- keys to places ---------------------------------------------------------------------------


def test_a_person_moves_to_another_device_and_back(tmp_path: Path) -> None:
    async def move(service: InProcessService) -> None:
        ann = await service.table("classic/lopaka", "o")
        bob = await service.joined(ann.table, "Bob")
        key = await place_keys.create_place_key(service.store, ann.table, bob.who)
        hand = bob.current_round.hands
        phone = await service.visitor(ann.table, "")
        assert said(phone, "you") == "null"
        await place_keys.take_over(service.store, ann.table, key, phone.who)
        assert (1, hand) == (phone.view.you, phone.current_round.hands)
        assert said(bob, "you") == "null"
        assert [[hand.cards] for hand in bob.current_round.hands if hand.player == 1] == [[None]]
        await play_until([ann, phone], lambda view: shown_round(view).step > 3)
        back = await place_keys.create_place_key(service.store, ann.table, phone.who)
        await place_keys.take_over(service.store, ann.table, back, bob.who)

        assert [said(person, "you") for person in (bob, phone)] == ["1", "null"]
        await play_until([ann, bob], is_scored)

    run_service(tmp_path, move)


@pytest.mark.slow
def test_a_key_opens_one_place_of_one_table(tmp_path: Path) -> None:
    async def look(service: InProcessService) -> None:
        ann = await service.table("classic/4", "ooo")
        other = await service.table("classic/4", "ooo")
        key = await place_keys.create_place_key(service.store, ann.table, ann.who)

        assert await place_keys.place_for_key(service.store, ann.table, key) == 0
        assert None is await place_keys.place_for_key(service.store, other.table, key)
        assert None is await place_keys.place_for_key(service.store, ann.table, key[:-1])

    run_service(tmp_path, look)


def test_a_new_key_makes_the_one_before_worthless(tmp_path: Path) -> None:
    async def look(service: InProcessService) -> None:
        ann = await service.table("classic/4", "ooo")
        keys = [
            await place_keys.create_place_key(service.store, ann.table, ann.who) for _ in range(2)
        ]
        opened = [await place_keys.place_for_key(service.store, ann.table, key) for key in keys]

        assert opened == [None, 0]

    run_service(tmp_path, look)


def test_a_key_moves_a_place_once(tmp_path: Path) -> None:
    async def move(service: InProcessService) -> None:
        ann = await service.table("classic/4", "ooo")
        key = await place_keys.create_place_key(service.store, ann.table, ann.who)
        phone = await service.visitor(ann.table, "")
        await place_keys.take_over(service.store, ann.table, key, phone.who)
        with pytest.raises(Refused) as refused:
            await place_keys.take_over(service.store, ann.table, key, ann.who)

        assert RefusalCode.NOT_ALLOWED is refused.value.code
        assert ann.table.player_of(phone.guest) == 0

    run_service(tmp_path, move)


def test_a_key_ends_with_the_place(tmp_path: Path) -> None:
    async def look(service: InProcessService) -> None:
        ann = await service.table("classic/4", "ooo")
        bob = await service.joined(ann.table, "Bob")
        key = await place_keys.create_place_key(service.store, ann.table, bob.who)
        await ann.do(RemovePlayer, player=1)
        await service.joined(ann.table, "Cyd")
        with pytest.raises(Refused) as refused:
            await place_keys.take_over(service.store, ann.table, key, bob.who)

        assert RefusalCode.NOT_ALLOWED is refused.value.code

    run_service(tmp_path, look)


def test_whoever_leaves_gets_no_key_meanwhile(tmp_path: Path) -> None:
    async def look(service: InProcessService) -> None:
        ann = await service.table("classic/4", "ooo")
        bob = await service.joined(ann.table, "Bob")
        # The key was made while Bob still sat there, and is written after he has left.
        late = SetPlaceKey(ann.table.id, 1, bob.guest, place_keys.hash_key("key"))
        await bob.do(LeaveTable)
        with pytest.raises(WriteConflict):
            await service.store.append(late)
        await service.joined(ann.table, "Cyd")

        assert None is await place_keys.place_for_key(service.store, ann.table, "key")

    run_service(tmp_path, look)


def test_a_key_does_not_open_the_place_of_whoever_came_later(tmp_path: Path) -> None:
    async def look(service: InProcessService) -> None:
        ann = await service.table("classic/4", "ooo")
        bob = await service.joined(ann.table, "Bob")
        key = await place_keys.create_place_key(service.store, ann.table, bob.who)
        phone = await service.visitor(ann.table, "")
        await ann.do(RemovePlayer, player=1)
        cyd = await service.joined(ann.table, "Cyd")
        with pytest.raises(Refused):
            await ann.table.take_over_place(phone.who, 1, bob.guest)

        assert None is await place_keys.place_for_key(service.store, ann.table, key)
        assert cyd.view.you == 1

    run_service(tmp_path, look)


def test_nobody_takes_a_second_place_with_a_key(tmp_path: Path) -> None:
    async def look(service: InProcessService) -> None:
        ann = await service.table("classic/4", "ooo")
        bob = await service.joined(ann.table, "Bob")
        key = await place_keys.create_place_key(service.store, ann.table, bob.who)
        with pytest.raises(Refused) as refused:
            await place_keys.take_over(service.store, ann.table, key, ann.who)

        assert RefusalCode.SEATED is refused.value.code

    run_service(tmp_path, look)


def test_only_who_sits_there_gets_a_key(tmp_path: Path) -> None:
    async def look(service: InProcessService) -> None:
        ann = await service.table("classic/4", "ooo")
        watcher = await service.visitor(ann.table, "Wat")
        with pytest.raises(Refused) as refused:
            await place_keys.create_place_key(service.store, ann.table, watcher.who)

        assert RefusalCode.NOT_ALLOWED is refused.value.code

    run_service(tmp_path, look)


def test_the_database_does_not_know_keys(tmp_path: Path) -> None:
    keys: list[str] = []

    async def make(service: InProcessService) -> None:
        ann = await service.table("classic/4", "ooo")
        keys.append(await place_keys.create_place_key(service.store, ann.table, ann.who))

    run_service(tmp_path, make)
    stored = b"".join(path.read_bytes() for path in tmp_path.glob(f"{FILE_NAME}*"))

    assert keys[0].encode() not in stored
    assert place_keys.hash_key(keys[0]).encode() in stored


def has_scored(rounds: int) -> Callable[[View], bool]:
    """Whether so many rounds have been scored."""
    return lambda view: len(view.match.sheet) == rounds


# --- rematches --------------------------------------------------------------------------------


@pytest.mark.slow
def test_a_rematch_has_the_same_people_and_settings(tmp_path: Path) -> None:
    async def again(service: InProcessService) -> None:
        settings = TableSettings(grace=0, level="uniform", talk="off", watch="nobody")
        ann = await service.table("classic/3,cycles=1", "oo", settings)
        bob, cyd = [await service.joined(ann.table, name) for name in ("Bob", "Cyd")]
        people = [ann, bob, cyd]
        for number in range(1, 4):
            await play_until(people, has_scored(number))
            for person in people if number < 3 else []:
                await person.next()
        left = PlayerLeft(cyd.you)  # as a log of an older version may tell
        await ann.table.execute_timed(lambda _: left)
        answer = await bob.do(RequestRematch)
        again = await service.at_rematch(answer, people)

        assert [person.view.you for person in again] == [0, 1, None]
        assert [p.kind for p in again[0].view.players] == ["human", "human", "computer"]
        assert (again[0].view.table.talk, again[0].view.table.watch) == ("off", "nobody")
        assert again[0].current_round.number == 1
        log = await service.store.read(lambda store: store.events(again[0].table.id, 0))
        assert sum(isinstance(event.fact, MatchStarted) for event in log) == 1
        assert answer.table == (await ann.do(RequestRematch)).table
        await play_until(again[:2], is_scored)

    run_service(tmp_path, again)


# --- who may watch ----------------------------------------------------------------------------


def test_nobody_watches_a_table_for_nobody(tmp_path: Path) -> None:
    async def look(service: InProcessService) -> None:
        settings = TableSettings(watch="nobody")
        ann = await service.table("classic/lopaka", "o", settings)
        bob = await service.joined(ann.table, "Bob")
        watcher = await service.visitor(ann.table, "Wat")
        await play_until([ann, bob], is_scored)

        assert None is watcher.view.round
        for event in watcher.events:
            assert [event.card, event.trick, event.seed, event.hand] == [None] * 4
            assert event.set.get("round") is None
            assert not any(path.startswith("round.") for path in event.set)

    run_service(tmp_path, look)


def test_all_hands_of_the_round_before_are_shown_where_that_is_allowed(tmp_path: Path) -> None:
    async def look(service: InProcessService) -> None:
        ann = await service.table("classic/lopaka", "o", TableSettings(watch="hands-late"))
        bob = await service.joined(ann.table, "Bob")
        watcher = await service.visitor(ann.table, "Wat")
        assert said(watcher, "late") == "null"
        await play_until([ann, bob], is_scored)
        deal = shown_result(ann.view).deal
        for person in (ann, bob):
            await person.next()

        assert watcher.current_round.number == 2
        assert watcher.view.late is not None
        assert (watcher.view.late.round, watcher.view.late.deal) == (1, deal)
        assert None is ann.view.late

    run_service(tmp_path, look)


# --- the log ----------------------------------------------------------------------------------


def test_who_holds_what_is_the_same_after_a_restart(tmp_path: Path) -> None:
    known: dict[str, object] = {}

    async def sit(service: InProcessService) -> None:
        ann = await service.table("classic/4", "ooo", AT_ONCE)
        bob, cyd = [await service.joined(ann.table, name) for name in ("Bob", "Cyd")]
        await bob.do(LeaveTable)
        await ann.do(TransferHost, player=2)
        await cyd.do(StartMatch)
        known.update(table=ann.table.id, people=ann.table.state.seating)

    async def look(service: InProcessService) -> None:
        table = await service.registry.table(str(known["table"]))
        assert table is not None

        assert known["people"] == table.state.seating

    run_service(tmp_path, sit)
    run_service(tmp_path, look)

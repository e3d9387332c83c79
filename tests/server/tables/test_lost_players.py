"""Nobody who is lost holds up a table: a computer player stands in, and gives the place back."""

import asyncio
from pathlib import Path

import pytest

from bottleimp.protocol.messages import PresenceUpdate, ReplacePlayer, ReturnToPlace, StartMatch
from bottleimp.protocol.refusals import RefusalCode, Refused
from bottleimp.server.state.events import TableSettings
from bottleimp.server.state.storage_interface import Guest
from bottleimp.server.state.table_state import NEXT_ROUND_WAIT_MS
from bottleimp.server.tables.idle import MIN_IDLE_TIMEOUT
from bottleimp.server.tables.presence import (
    SOCKET_GRACE,
    WATCHERS_DELAY,
    PresenceTracker,
)
from tests.support.frames import is_scored, shown_round
from tests.support.in_process import (
    InProcessService,
    Person,
    PlayersHere,
    guest,
    play_until,
    run_service,
)
from tests.support.virtual_time import VirtualClock, pass_time, run

LONG = TableSettings(grace=3600, level="uniform")
AN_HOUR = 3600.0


@pytest.mark.parametrize("key", ["classic/bright-house", "classic/lopaka", "matagot/devils-eye"])
def test_a_lost_player_is_replaced_in_the_exchange_of_two(key: str, tmp_path: Path) -> None:
    async def lose(service: InProcessService) -> None:
        ann = await service.table(key, "o")
        bob = await service.joined(ann.table, "Bob")
        bob.go()
        await play_until([ann], is_scored)

        assert ann.view.players[1].stand_in == "uniform"
        assert ann.view.players[1].name == "Bob"

    run_service(tmp_path, lose)


def test_a_lost_player_is_replaced_in_mid_trick_and_takes_over_again(tmp_path: Path) -> None:
    async def lose(service: InProcessService) -> None:
        ann = await service.table("classic/3", "oo")
        bob, cyd = [await service.joined(ann.table, name) for name in ("Bob", "Cyd")]
        await play_until([ann, bob, cyd], lambda view: shown_round(view).turn == 1)
        bob.go()
        await play_until([ann, cyd], lambda view: view.players[1].stand_in is not None)
        await play_until([ann, cyd], lambda view: shown_round(view).step > 5)
        bob.come()
        await bob.do(ReturnToPlace)
        seq = bob.seq
        await play_until([ann, bob, cyd], is_scored)

        assert bob.seq > seq
        assert None is ann.view.players[1].stand_in
        log = await service.store.read(lambda store: store.events(ann.table.id, seq))
        actors = [event.actor for event in log]
        assert "player:1" not in actors

    run_service(tmp_path, lose)


class SlowPlayers(PlayersHere):
    """Players who think for a minute."""

    thinks_for = 60.0


def test_whoever_comes_back_while_the_stand_in_thinks_chooses_the_card(tmp_path: Path) -> None:
    async def come_back(service: InProcessService) -> None:
        ann = await service.table("classic/lopaka", "o")
        bob = await service.joined(ann.table, "Bob")
        await play_until([ann, bob], lambda view: shown_round(view).turn == 1)
        bob.go()
        await ann.until(lambda view: view.players[1].stand_in is not None)
        bob.come()
        await bob.do(ReturnToPlace)
        step = bob.current_round.step
        await pass_time(120)

        assert (bob.current_round.turn, bob.current_round.step) == (1, step)

    run_service(tmp_path, come_back, create_pool=lambda: SlowPlayers(1))


def test_whoever_is_present_is_waited_for(tmp_path: Path) -> None:
    async def wait(service: InProcessService) -> None:
        ann = await service.table("classic/3", "oo")
        await service.joined(ann.table, "Bob")
        await service.joined(ann.table, "Cyd")
        await pass_time(MIN_IDLE_TIMEOUT - 1)

        assert [who.stand_in for who in ann.view.players] == [None] * 3

    run_service(tmp_path, wait)


def test_a_person_who_is_not_asked_is_not_replaced(tmp_path: Path) -> None:
    async def wait(service: InProcessService) -> None:
        ann = await service.table("classic/lopaka", "o")
        bob = await service.joined(ann.table, "Bob")
        await play_until([ann, bob], lambda view: shown_round(view).turn == 0)
        bob.go()
        await pass_time(AN_HOUR)

        assert None is ann.view.players[1].stand_in

    run_service(tmp_path, wait)


def test_the_grace_is_waited_for(tmp_path: Path) -> None:
    async def wait(service: InProcessService) -> None:
        ann = await service.table("classic/lopaka", "o", TableSettings(grace=90, level="uniform"))
        bob = await service.joined(ann.table, "Bob")
        bob.go()
        left = asyncio.get_running_loop().time()
        await ann.until(lambda view: view.players[1].stand_in is not None)

        assert asyncio.get_running_loop().time() - left == pytest.approx(90)

    run_service(tmp_path, wait)


def test_whoever_was_away_before_being_asked_has_the_whole_grace_from_then_on(
    tmp_path: Path,
) -> None:
    async def wait(service: InProcessService) -> None:
        ann = await service.table("classic/lopaka", "o", TableSettings(grace=90, level="uniform"))
        bob = await service.joined(ann.table, "Bob")
        await play_until([ann, bob], lambda view: shown_round(view).turn == 0)
        bob.go()
        await pass_time(600)
        await play_until([ann], lambda view: shown_round(view).turn == 1)
        asked = asyncio.get_running_loop().time()
        await ann.until(lambda view: view.players[1].stand_in is not None)

        assert asyncio.get_running_loop().time() - asked == pytest.approx(90)

    run_service(tmp_path, wait)


def test_whoever_takes_the_place_along_has_the_whole_grace_at_the_other_device(
    tmp_path: Path,
) -> None:
    async def move(service: InProcessService) -> None:
        ann = await service.table("classic/lopaka", "o", TableSettings(grace=90, level="uniform"))
        bob = await service.joined(ann.table, "Bob")
        bob.go()
        await pass_time(88)
        await ann.table.take_over_place(guest("Bob"), 1, bob.guest)
        moved = asyncio.get_running_loop().time()
        await ann.until(lambda view: view.players[1].stand_in is not None)

        assert asyncio.get_running_loop().time() - moved == pytest.approx(90)

    run_service(tmp_path, move)


def test_a_page_that_is_loaded_anew_loses_nobody(tmp_path: Path) -> None:
    async def reload(service: InProcessService) -> None:
        ann = await service.table("classic/lopaka", "o")
        bob = await service.joined(ann.table, "Bob")
        bob.go(lingers=1.0)
        await pass_time(0.9)
        bob.come(bob.seq)
        await pass_time(60)

        assert None is ann.view.players[1].stand_in
        assert ann.present_players == [0, 1]

    run_service(tmp_path, reload)


def test_a_second_tab_keeps_a_person_present(tmp_path: Path) -> None:
    async def close_one(service: InProcessService) -> None:
        ann = await service.table("classic/lopaka", "o")
        bob = await service.joined(ann.table, "Bob")
        other = Person(ann.table, bob.who).come()
        bob.go()
        await pass_time(60)

        assert other.you == 1
        assert ann.present_players == [0, 1]
        assert None is ann.view.players[1].stand_in

    run_service(tmp_path, close_one)


def test_the_host_replaces_who_is_away_at_once(tmp_path: Path) -> None:
    async def replace(service: InProcessService) -> None:
        ann = await service.table("classic/lopaka", "o", LONG)
        bob = await service.joined(ann.table, "Bob")
        with pytest.raises(Refused) as refused:
            await ann.do(ReplacePlayer, player=1)
        assert RefusalCode.IS_HERE is refused.value.code
        bob.go()
        await ann.do(ReplacePlayer, player=1)
        await play_until([ann], is_scored)

    run_service(tmp_path, replace)


def test_a_table_rests_while_nobody_is_there_and_goes_on_with_the_first(tmp_path: Path) -> None:
    async def rest(service: InProcessService) -> None:
        ann = await service.table("classic/4", "occ")
        bob = await service.joined(ann.table, "Bob")
        await play_until([ann, bob], lambda view: shown_round(view).step > 1)
        bob.go()
        await play_until([ann], lambda view: view.players[1].stand_in is not None)
        ann.go()
        await pass_time(60)
        seq = ann.table.seq
        await pass_time(AN_HOUR)
        assert seq == ann.table.seq
        ann.come()
        await play_until([ann], is_scored)

    run_service(tmp_path, rest)


def test_nobody_is_replaced_at_a_table_where_nobody_is(tmp_path: Path) -> None:
    async def rest(service: InProcessService) -> None:
        ann = await service.table("classic/lopaka", "o")
        bob = await service.joined(ann.table, "Bob")
        ann.go()
        bob.go()
        await pass_time(AN_HOUR)

        people = ann.table.state.seating
        assert [people.is_played_for(player) for player in (0, 1)] == [False, False]

    run_service(tmp_path, rest)


def test_hosting_goes_to_the_one_who_is_there_for_longest(tmp_path: Path) -> None:
    async def lose(service: InProcessService) -> None:
        ann = await service.table("classic/4", "ooo")
        bob, cyd = [await service.joined(ann.table, name) for name in ("Bob", "Cyd")]
        bob.go()
        ann.go()
        await cyd.until(lambda view: view.table.host == 2)
        await cyd.do(StartMatch)

    run_service(tmp_path, lose)


def test_a_host_who_is_away_is_waited_for_once_somebody_is_there(tmp_path: Path) -> None:
    async def wait(service: InProcessService) -> None:
        ann = await service.table("classic/4", "ooo", TableSettings(grace=90, level="uniform"))
        bob = await service.joined(ann.table, "Bob")
        ann.go()
        bob.go()
        await pass_time(600)
        bob.come()
        came = asyncio.get_running_loop().time()
        await bob.until(lambda view: view.table.host == 1)

        assert asyncio.get_running_loop().time() - came == pytest.approx(90)

    run_service(tmp_path, wait)


def test_presence_is_shown(tmp_path: Path) -> None:
    async def look(service: InProcessService) -> None:
        ann = await service.table("classic/4", "ooo")
        watcher = await service.visitor(ann.table, "Wat")
        bob = await service.joined(ann.table, "Bob")
        assert ann.presence == PresenceUpdate([0, 1], watchers=1)
        ann.go()
        await bob.until_present(1)
        watcher.go()
        await pass_time(WATCHERS_DELAY + 0.1)

        assert bob.presence == PresenceUpdate([1], watchers=0)

    run_service(tmp_path, look)


def test_who_has_gone_is_missed_although_the_timer_rang_too_early() -> None:
    async def leave() -> None:
        clock, changed = VirtualClock(), asyncio.Event()
        presence = PresenceTracker(changed.set, clock)
        presence.add_connection("g1")
        presence.remove_connection("g1", SOCKET_GRACE)
        changed.clear()
        clock.now = SOCKET_GRACE - 0.01
        await pass_time(SOCKET_GRACE + 0.001)
        assert not changed.is_set()
        clock.now = SOCKET_GRACE
        await pass_time(0.1)

        assert changed.is_set()
        assert not presence.is_present("g1")

    run(leave())


def test_a_round_begins_without_those_who_are_away(tmp_path: Path) -> None:
    async def go_on(service: InProcessService) -> None:
        ann = await service.table("classic/lopaka", "o", LONG)
        bob = await service.joined(ann.table, "Bob")
        await play_until([ann, bob], is_scored)
        await ann.next()
        assert ann.view.match.ready == [0]
        assert ann.current_round.number == 1
        bob.go()
        await ann.until(lambda view: shown_round(view).number == 2)

    run_service(tmp_path, go_on)


def test_a_round_begins_some_time_after_the_first_wish(tmp_path: Path) -> None:
    async def go_on(service: InProcessService) -> None:
        ann = await service.table("classic/lopaka", "o", LONG)
        bob = await service.joined(ann.table, "Bob")
        await play_until([ann, bob], is_scored)
        wished = asyncio.get_running_loop().time()
        told = [ann.view.match.next_at]
        await bob.next()
        told.append(ann.view.match.next_at)
        begins_at = service.registry.clock.time_ms() + NEXT_ROUND_WAIT_MS
        await ann.until(lambda view: shown_round(view).number == 2)
        told.append(ann.view.match.next_at)

        assert told == [None, begins_at, None]
        assert asyncio.get_running_loop().time() - wished == pytest.approx(
            NEXT_ROUND_WAIT_MS / 1000
        )

    run_service(tmp_path, go_on)


@pytest.mark.parametrize("seconds", [0, 90])
def test_a_table_that_fills_up_by_itself_waits_no_longer_than_it_says(
    seconds: int, tmp_path: Path
) -> None:
    async def fill(service: InProcessService) -> None:
        ann = await service.table(
            "classic/4", "ooo", TableSettings(fills_after=seconds, level="uniform")
        )
        assert ann.view.table.status == "gathering" or not seconds
        await ann.until(lambda view: view.table.status != "gathering")
        assert asyncio.get_running_loop().time() == pytest.approx(seconds, abs=0.1)
        await play_until([ann], is_scored)

        assert [who.kind for who in ann.view.players] == ["human", *["computer"] * 3]

    run_service(tmp_path, fill)


def test_who_was_lost_may_come_back_after_a_restart(tmp_path: Path) -> None:
    known: list[str] = []
    lost: list[Guest] = []

    async def lose(service: InProcessService) -> None:
        ann = await service.table("classic/lopaka", "o")
        bob = await service.joined(ann.table, "Bob")
        bob.go()
        await ann.until(lambda view: view.players[1].stand_in is not None)
        known.append(ann.table.id)
        lost.extend((bob.who, ann.who))

    async def come_back(service: InProcessService) -> None:
        table = await service.registry.table(known[0])
        assert table is not None
        bob, ann = [Person(table, who).come() for who in lost]
        await bob.do(ReturnToPlace)
        await play_until([ann, bob], is_scored)

    run_service(tmp_path, lose)
    run_service(tmp_path, come_back)

"""Nobody who is connected and does nothing holds up a table for ever."""

from pathlib import Path

import pytest

from bottleimp.protocol.messages import ReplacePlayer, ReturnToPlace
from bottleimp.protocol.refusals import RefusalCode, Refused
from bottleimp.server.state.events import PER_MOVE, TableSettings, TimeControl
from bottleimp.server.tables.idle import MIN_IDLE_TIMEOUT, idle_timeout
from tests.support.frames import is_scored, shown_round
from tests.support.in_process import InProcessService, Person, guest, play_until, run_service
from tests.support.virtual_time import pass_time

QUICKLY = TableSettings(grace=0, level="uniform")
LONG = TableSettings(grace=3600, level="uniform")


def stand_ins(person: Person) -> list[str | None]:
    return [who.stand_in for who in person.view.players]


def test_who_is_here_is_waited_for_longer_than_who_is_away() -> None:
    assert [idle_timeout(1), idle_timeout(90)] == [300.0, 360.0]


@pytest.mark.parametrize("key", ["classic/lopaka", "classic/bright-house"])
def test_a_computer_player_plays_for_who_is_here_and_does_nothing(key: str, tmp_path: Path) -> None:
    async def idle(service: InProcessService) -> None:
        ann = await service.table(key, "o", QUICKLY)
        bob = await service.joined(ann.table, "Bob")
        await play_until([ann], is_scored)

        assert ann.present_players == [0, 1]
        assert stand_ins(bob)[1] == "uniform"

    run_service(tmp_path, idle)


def test_who_did_nothing_comes_back_at_once(tmp_path: Path) -> None:
    async def idle(service: InProcessService) -> None:
        ann = await service.table("classic/lopaka", "o", QUICKLY)
        bob = await service.joined(ann.table, "Bob")
        await play_until([ann], lambda view: view.players[1].stand_in is not None)
        await bob.do(ReturnToPlace)

        assert stand_ins(ann) == [None, None, None]

    run_service(tmp_path, idle)


def test_hosting_passes_on_from_a_host_who_does_nothing(tmp_path: Path) -> None:
    async def idle(service: InProcessService) -> None:
        ann = await service.table("classic/4", "occ", QUICKLY)
        bob = await service.joined(ann.table, "Bob")
        await play_until([bob], lambda view: view.table.host == 1)

        assert stand_ins(bob)[0] == "uniform"
        assert bob.present_players == [0, 1]

    run_service(tmp_path, idle)


def test_every_play_gives_the_whole_time_anew(tmp_path: Path) -> None:
    async def play_slowly(service: InProcessService) -> None:
        ann = await service.table("classic/lopaka", "o", QUICKLY)
        bob = await service.joined(ann.table, "Bob")
        await play_until([ann, bob], lambda view: shown_round(view).step > 0)
        for _ in range(6):
            await ann.until(lambda _view: ann.is_asked or bob.is_asked)
            asked = [person for person in (ann, bob) if person.is_asked]
            await pass_time(0.9 * MIN_IDLE_TIMEOUT)
            await asked[0].act()

        assert stand_ins(ann) == [None, None, None]

    run_service(tmp_path, play_slowly)


def test_whoever_takes_the_place_along_has_the_whole_time_at_the_other_device(
    tmp_path: Path,
) -> None:
    async def move(service: InProcessService) -> None:
        ann = await service.table("classic/lopaka", "o", QUICKLY)
        bob = await service.joined(ann.table, "Bob")
        await play_until([ann, bob], lambda view: shown_round(view).turn == 1)
        await pass_time(0.9 * MIN_IDLE_TIMEOUT)
        phone = Person(ann.table, guest("Bob")).come()
        await ann.table.take_over_place(phone.who, 1, bob.guest)
        await pass_time(0.9 * MIN_IDLE_TIMEOUT)

        assert stand_ins(ann) == [None, None, None]

    run_service(tmp_path, move)


@pytest.mark.parametrize("comes", [True, False])
def test_nobody_holds_up_a_table_by_taking_the_place_along_again_and_again(
    comes: bool, tmp_path: Path
) -> None:
    async def move(service: InProcessService) -> None:
        ann = await service.table("classic/lopaka", "o", TableSettings(grace=75, level="uniform"))
        bob = await service.joined(ann.table, "Bob")
        await play_until([ann, bob], lambda view: shown_round(view).turn == 0)
        before = ann.guest
        for _ in range(24):
            device = Person(ann.table, guest("Ann"))
            if comes:
                device.come()
            await ann.table.take_over_place(device.who, 0, before)
            before = device.guest
            await pass_time(0.9 * (MIN_IDLE_TIMEOUT if comes else 75))
            if bob.view.table.host == 1:
                break

        assert bob.view.table.host == 1
        assert [event.player for event in bob.events if event.k == "replace"] == [0]

    run_service(tmp_path, move)


def test_who_plays_alone_may_think_for_ever(tmp_path: Path) -> None:
    async def think(service: InProcessService) -> None:
        ann = await service.table("classic/4", "ccc", QUICKLY)
        await service.visitor(ann.table, "Wat")
        await ann.until(lambda view: bool(shown_round(view).legal))
        await pass_time(2 * MIN_IDLE_TIMEOUT)

        assert None is stand_ins(ann)[0]

    run_service(tmp_path, think)


def test_the_time_counts_only_while_somebody_else_is_here(tmp_path: Path) -> None:
    async def think(service: InProcessService) -> None:
        ann = await service.table("classic/lopaka", "o", LONG)
        bob = await service.joined(ann.table, "Bob")
        await play_until([ann, bob], lambda view: shown_round(view).turn == 0)
        bob.go()
        await pass_time(2 * MIN_IDLE_TIMEOUT)
        waiting = ann.table.idle
        assert waiting.idle_since == {}
        bob.come()

        assert set(waiting.idle_since) == {0}

    run_service(tmp_path, think)


def test_where_there_is_a_clock_the_clock_counts(tmp_path: Path) -> None:
    clock = TimeControl(PER_MOVE, seconds=3600)

    async def wait(service: InProcessService) -> None:
        ann = await service.table(
            "classic/3", "oo", TableSettings(grace=0, level="uniform", clock=clock)
        )
        for name in ("Bob", "Cyd"):
            await service.joined(ann.table, name)
        await pass_time(2 * MIN_IDLE_TIMEOUT)
        with pytest.raises(Refused) as refused:
            await ann.do(ReplacePlayer, player=1)

        assert RefusalCode.IS_HERE is refused.value.code
        assert stand_ins(ann) == [None] * 3

    run_service(tmp_path, wait)


def test_the_host_replaces_who_is_asked_for_longer_than_the_grace(tmp_path: Path) -> None:
    async def replace(service: InProcessService) -> None:
        settings = TableSettings(grace=60, level="uniform")
        ann = await service.table("classic/lopaka", "o", settings)
        bob = await service.joined(ann.table, "Bob")
        await play_until([ann, bob], lambda view: shown_round(view).turn == 1)
        with pytest.raises(Refused) as refused:
            await ann.do(ReplacePlayer, player=1)
        await pass_time(61)
        await ann.do(ReplacePlayer, player=1)

        assert RefusalCode.IS_HERE is refused.value.code
        assert stand_ins(bob)[1] == "uniform"

    run_service(tmp_path, replace)


def test_nobody_who_does_nothing_holds_up_the_next_round(tmp_path: Path) -> None:
    async def idle(service: InProcessService) -> None:
        ann = await service.table("classic/lopaka", "o", LONG)
        bob = await service.joined(ann.table, "Bob")
        await play_until([ann, bob], is_scored)
        await bob.next()
        await bob.until(lambda view: shown_round(view).number == 2)

        assert bob.present_players == [0, 1]

    run_service(tmp_path, idle)

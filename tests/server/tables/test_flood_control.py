"""A table is changed where something is another afterwards, and not without end."""

from contextlib import suppress
from functools import partial
from pathlib import Path

import pytest

from bottleimp.protocol.messages import (
    ChangeSettings,
    Command,
    JoinTable,
    LeaveTable,
    RemovePlayer,
    SeatComputerPlayer,
    SetPace,
)
from bottleimp.protocol.refusals import RefusalCode, Refused
from bottleimp.server.state.events import LogEvent, PaceChanged, PlayerReturned
from bottleimp.server.tables.flood_control import (
    FEW_CHANGES,
    MAX_CHANGES,
    MAX_CHANGES_TOGETHER,
    MAX_FEW_CHANGES,
    WINDOW_MS,
    FloodControl,
)
from tests.support.folded_table import Gathering, command, full, refusal
from tests.support.in_process import InProcessService, Person, run_service
from tests.support.virtual_time import pass_time


@pytest.mark.parametrize(
    ("kind", "fields"),
    [
        (SetPace, {"ms": 0}),
        (ChangeSettings, {"talk": "presets"}),
        (ChangeSettings, {"talk": "presets", "hints": "alone"}),
    ],
)
def test_what_changes_nothing_is_refused(kind: type[Command], fields: dict[str, object]) -> None:
    table = Gathering("classic/4", "ooc")

    assert RefusalCode.STALE is refusal(lambda: table.do("g0", command(kind, **fields)))


def test_the_level_that_plays_already_is_refused() -> None:
    table = full()
    other = command(SeatComputerPlayer, player=2, level="rules_of_thumb")

    assert table.do("g0", other) == ["fill"]
    assert RefusalCode.STALE is refusal(lambda: table.do("g0", other))


def test_a_host_does_not_change_the_table_without_end(tmp_path: Path) -> None:
    async def change(service: InProcessService) -> None:
        ann = await service.table("classic/3", "cc")
        for number in range(MAX_CHANGES):
            await ann.do(SetPace, ms=5 if number % 2 == 0 else 0)
        with pytest.raises(Refused) as refused:
            await ann.do(SetPace, ms=5)
        seq = ann.seq
        await ann.act()

        assert RefusalCode.TOO_FAST is refused.value.code
        assert ann.seq > seq

    run_service(tmp_path, change)


def test_after_a_while_a_host_changes_the_table_again(tmp_path: Path) -> None:
    async def change(service: InProcessService) -> None:
        ann = await service.table("classic/3", "cc")
        for number in range(MAX_CHANGES):
            await ann.do(SetPace, ms=5 if number % 2 == 0 else 0)
        await pass_time(WINDOW_MS / 1000 + 1)
        await ann.do(SetPace, ms=5)

        assert ann.view.table.pace == 5

    run_service(tmp_path, change)


def test_somebody_who_changes_too_much_keeps_nobody_from_leaving_or_sending_them_away(
    tmp_path: Path,
) -> None:
    async def rename(service: InProcessService) -> None:
        ann = await service.table("classic/4", "ooo")
        bob, cid = [await service.joined(ann.table, name) for name in ("Bob", "Cid")]
        for number in range(MAX_CHANGES - 1):
            await bob.do(JoinTable, name=f"Bob {number}")
        with pytest.raises(Refused) as refused:
            await bob.do(JoinTable, name="Bob again")
        await ann.do(RemovePlayer, player=bob.you)
        await ann.do(SetPace, ms=5)
        await cid.do(LeaveTable)

        assert RefusalCode.TOO_FAST is refused.value.code
        assert [player.kind for player in ann.view.players] == ["human", "open", "open", "open"]

    run_service(tmp_path, rename)


def test_all_together_do_not_change_a_table_without_end(tmp_path: Path) -> None:
    async def rename(service: InProcessService) -> None:
        ann = await service.table("matagot/5", "oooo")
        people = [await service.joined(ann.table, name) for name in ("Bob", "Cid", "Dee")]
        for number in range(MAX_CHANGES_TOGETHER - len(people)):  # their coming counts too
            who = people[number % len(people)]
            await who.do(JoinTable, name=f"{who.who.name} {number}")
        for person in people:
            with pytest.raises(Refused):
                await person.do(JoinTable, name=person.who.name)
        await people[0].do(LeaveTable)

    run_service(tmp_path, rename)


def test_those_who_change_too_much_keep_nobody_from_sitting_down(tmp_path: Path) -> None:
    async def rename(service: InProcessService) -> None:
        ann = await service.table("matagot/5", "oooo")
        for name in ("Bob", "Cid"):
            person = await service.joined(ann.table, name)
            with suppress(Refused):
                for number in range(MAX_CHANGES):
                    await person.do(JoinTable, name=f"{name} {number}")
            await person.do(LeaveTable)
        dee = await service.joined(ann.table, "Dee")
        await ann.do(SetPace, ms=5)
        await dee.do(JoinTable, name="Dora")

        assert [player.name for player in ann.view.players if player.kind == "human"][1:] == [
            "Dora"
        ]

    run_service(tmp_path, rename)


def changes(*actors: str) -> FloodControl:
    """What is known after these people have changed the pace, all at the same time."""
    facts = [LogEvent(seq, 0, who, f"{seq}", PaceChanged(seq)) for seq, who in enumerate(actors)]
    return FloodControl(facts)


def test_those_who_change_too_much_keep_nobody_from_playing_on_for_themselves() -> None:
    flood = changes(*["a", "b"] * MAX_CHANGES)
    flood.require_below_limit(PlayerReturned(0), "v", 0)
    flood.require_below_limit(PaceChanged(5), "v", 0)

    for who in ("a", "b"):
        once_more = partial(flood.require_below_limit, PaceChanged(5), who, 0)
        assert RefusalCode.TOO_FAST is refusal(once_more)


def test_many_who_change_a_little_each_do_not_go_on_without_end() -> None:
    people = [f"g{number}" for number in range(MAX_FEW_CHANGES // (FEW_CHANGES - 1))]
    flood = changes(*people * (FEW_CHANGES - 1))

    assert RefusalCode.TOO_FAST is refusal(
        lambda: flood.require_below_limit(PaceChanged(5), "v", 0)
    )


def test_leaving_and_coming_back_in_turn_goes_on_for_a_while_only(tmp_path: Path) -> None:
    async def come_and_go(service: InProcessService) -> None:
        ann = await service.table("classic/3", "oo")
        bob = await service.joined(ann.table, "Bob")
        with pytest.raises(Refused) as refused:
            await take_turns(MAX_CHANGES_TOGETHER, ann, bob)

        assert RefusalCode.TOO_FAST is refused.value.code

    run_service(tmp_path, come_and_go)


async def take_turns(times: int, *people: Person) -> None:
    """Everybody leaves and sits down again, one after the other, so many times."""
    for person in people * times:
        await person.do(LeaveTable)
        await person.do(JoinTable, name=person.who.name)

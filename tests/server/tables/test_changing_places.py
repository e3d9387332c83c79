"""Before the match people change places, and all that is theirs goes with them."""

from pathlib import Path

import pytest

from bottleimp.languages.language import ENGLISH
from bottleimp.protocol.messages import (
    AnyCommand,
    ContributeEntropy,
    Event,
    RemovePlayer,
    ReportMessage,
    RequestRematch,
    SendChatMessage,
    StartMatch,
    SwapPlaces,
    Welcome,
)
from bottleimp.protocol.refusals import RefusalCode
from bottleimp.server.access import place_keys
from bottleimp.server.state.events import (
    FREE_TEXT,
    LOG_VERSION,
    TIME_BANK,
    PlacesSwapped,
    TableSettings,
    TimeControl,
    read_fact,
    write_fact,
)
from bottleimp.server.storage.erasure import erase_person
from bottleimp.server.views.projection import project_table
from tests.support.folded_table import Gathering, command, refusal
from tests.support.frames import is_scored
from tests.support.in_process import InProcessService, play_until, run_service

VALUE = "0123456789abcdef"


def swap(player: int, other: int) -> AnyCommand:
    return command(SwapPlaces, player=player, other=other)


def people(table: Gathering) -> list[tuple[str, str | None]]:
    """The name at each place, and which guest holds it."""
    seating = table.state.seating
    return [(who.name, holder) for who, holder in zip(seating.places, seating.holders, strict=True)]


def team_table(settings: TableSettings | None = None) -> Gathering:
    """Ann, Bob, a computer player and a free place."""
    table = Gathering("matagot/4-teams", "oco", settings)
    table.join("g1", "Bob")
    return table


def test_a_person_goes_to_a_free_place_which_leaves_the_former_one_free() -> None:
    table = team_table()

    assert table.do("g1", swap(1, 3)) == ["swap"]
    assert people(table) == [("Ann", "g0"), ("", None), ("Keawe", None), ("Bob", "g1")]
    assert table.kinds == "hoch"


def test_a_computer_player_makes_room_for_a_person() -> None:
    table = team_table()
    table.do("g1", swap(2, 1))

    assert people(table) == [("Ann", "g0"), ("Keawe", None), ("Bob", "g1"), ("", None)]
    assert table.state.participants[1].level == "uniform"


def test_the_host_has_two_people_change_and_remains_host() -> None:
    table = team_table()
    table.do("g0", swap(0, 1))
    table.do("g0", swap(0, 3))

    assert people(table) == [("", None), ("Ann", "g0"), ("Keawe", None), ("Bob", "g1")]
    assert (table.state.seating.host, table.state.seating.seated_players) == (1, (1, 3))
    assert table.do("g0", command(StartMatch)) == ["begin", "fill", "start"]


@pytest.mark.parametrize(
    ("guest", "player", "other", "code"),
    [
        ("g1", 1, 0, RefusalCode.NOT_FREE),  # a person's place
        ("g1", 2, 3, RefusalCode.NOT_HOST),  # neither is Bob's
        ("g1", 1, 1, RefusalCode.STALE),
        ("g0", 3, 3, RefusalCode.STALE),
        ("g0", 0, 4, RefusalCode.NOBODY_THERE),
        ("g9", 1, 3, RefusalCode.NOT_ALLOWED),
    ],
)
def test_nobody_moves_what_is_not_theirs(
    guest: str, player: int, other: int, code: RefusalCode
) -> None:
    table = team_table()

    assert code is refusal(lambda: table.do(guest, swap(player, other)))


def test_nobody_changes_places_once_the_match_has_begun() -> None:
    table = team_table()
    table.do("g0", command(StartMatch))

    assert RefusalCode.ALREADY_BEGUN is refusal(lambda: table.do("g0", swap(0, 2)))
    table.play_round()
    assert RefusalCode.ALREADY_BEGUN is refusal(lambda: table.do("g1", swap(1, 2)))


def test_a_driven_seat_stays_where_it_is() -> None:
    table = Gathering("classic/lopaka", "o")

    assert RefusalCode.NOT_FREE is refusal(lambda: table.do("g0", swap(0, 2)))


def test_a_contribution_to_the_first_deal_goes_with_who_made_it() -> None:
    table = team_table()
    table.do("g1", ContributeEntropy("do", "2", 1, VALUE))
    table.do("g1", swap(1, 3))

    assert table.state.fairness.contributors == [3]
    assert refusal(lambda: table.do("g1", ContributeEntropy("do", "3", 1, VALUE))) is (
        RefusalCode.STALE
    )
    table.do("g0", command(RemovePlayer, player=3))
    table.do("g0", swap(3, 1))
    table.join("g2", "Cyd", 1)
    assert table.state.fairness.contributors == []  # Bob's is mixed in until Cyd gives one
    table.do("g2", ContributeEntropy("do", "4", 1, VALUE))
    assert table.state.fairness.contributors == [1]


def test_what_was_said_and_reported_goes_with_who_said_it() -> None:
    table = team_table(TableSettings(talk=FREE_TEXT))
    table.do("g1", SendChatMessage("do", "2", text="Hello"))
    table.do("g0", ReportMessage("do", "3", 1))
    table.do("g1", swap(1, 3))
    table.do("g0", swap(0, 1))
    (line,) = project_table(table.state, 3, ENGLISH).talk

    assert (line.player, line.name) == (3, "Bob")
    assert RefusalCode.STALE is refusal(lambda: table.do("g0", ReportMessage("do", "4", 1)))


def test_the_time_of_a_person_is_whole_at_the_other_place() -> None:
    bank = TimeControl(TIME_BANK, bank=60, increment=5)
    table = team_table(TableSettings(clock=bank, level="uniform"))
    table.now = 1_000_000
    table.do("g1", swap(1, 3))
    table.now += 50_000
    table.do("g0", command(StartMatch))

    assert table.state.clocks.remaining_ms[3] == 60_000
    assert set(table.state.clocks.deadlines) == {0, 3}
    assert table.state.arrivals == ((0, "g0", 0), (3, "g1", 0))


def test_the_change_is_read_from_the_log() -> None:
    fact = PlacesSwapped(1, 3)

    assert fact == read_fact(LOG_VERSION, write_fact(fact))


def test_whose_place_is_another_gets_the_whole_view_and_others_the_event(tmp_path: Path) -> None:
    async def look(service: InProcessService) -> None:
        ann = await service.table("matagot/4-teams", "ooo")
        bob = await service.joined(ann.table, "Bob")
        counts = len(ann.frames), len(bob.frames)
        await bob.do(SwapPlaces, player=1, other=2)
        told = [each for each in ann.frames[counts[0] :] if isinstance(each, Event)]
        moved = [each for each in bob.frames[counts[1] :] if isinstance(each, Welcome)]

        assert [(each.k, each.player, each.other) for each in told] == [("swap", 1, 2)]
        assert [each.view.you for each in moved] == [2]
        assert ann.view.players == moved[0].view.players
        assert ann.view.table.sides == [[0, 2], [1, 3]]

    run_service(tmp_path, look)


@pytest.mark.slow
def test_a_rematch_may_wait_so_that_partners_change(tmp_path: Path) -> None:
    async def again(service: InProcessService) -> None:
        settings = TableSettings(grace=0, level="uniform")
        ann = await service.table("matagot/4-teams,rounds=1", "ooo", settings)
        people = [ann, *[await service.joined(ann.table, name) for name in ("Bob", "Cyd", "Di")]]
        await play_until(people, is_scored)
        answer = await people[1].do(RequestRematch, gathers=True)
        ann, bob, cyd, di = await service.at_rematch(answer, people)
        assert (ann.view.table.status, ann.view.table.begins_when_full) == ("gathering", False)
        await ann.do(SwapPlaces, player=1, other=2)
        await ann.do(StartMatch)

        assert [person.view.you for person in (ann, bob, cyd, di)] == [0, 2, 1, 3]
        await play_until([ann, bob, cyd, di], is_scored)

    run_service(tmp_path, again)


def test_a_key_to_a_place_is_worthless_once_somebody_else_sits_there(tmp_path: Path) -> None:
    async def look(service: InProcessService) -> None:
        ann = await service.table("classic/4", "ooo")
        bob = await service.joined(ann.table, "Bob")
        key = await place_keys.create_place_key(service.store, ann.table, ann.who)
        await ann.do(SwapPlaces, player=0, other=1)

        assert None is await place_keys.place_for_key(service.store, ann.table, key)
        again = await place_keys.create_place_key(service.store, ann.table, bob.who)
        assert await place_keys.place_for_key(service.store, ann.table, again) == 0

    run_service(tmp_path, look)


def test_one_person_at_two_devices_is_found_after_a_change_of_places(tmp_path: Path) -> None:
    async def forget(service: InProcessService) -> None:
        ann = await service.table("classic/4", "ooo")
        bob = await service.joined(ann.table, "Bob")
        await ann.do(SwapPlaces, player=0, other=1)
        key = await place_keys.create_place_key(service.store, ann.table, ann.who)
        phone = await service.visitor(ann.table, "")
        await place_keys.take_over(service.store, ann.table, key, phone.who)
        done = erase_person(service.store.database, phone.guest)

        assert [guest for guest, _ in done.linked] == [ann.guest]
        assert bob.guest not in dict(done.linked)

    run_service(tmp_path, forget)

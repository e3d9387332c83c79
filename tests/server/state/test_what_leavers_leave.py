"""Whoever leaves takes along what was theirs: the wish to go on, a contribution, their words."""

import pytest

from bottleimp.languages.language import ENGLISH
from bottleimp.protocol.messages import (
    ContributeEntropy,
    LeaveTable,
    RemovePlayer,
    SendChatMessage,
)
from bottleimp.protocol.refusals import RefusalCode
from bottleimp.server.state.clocks import MAX_MISSED_CHOICES
from bottleimp.server.state.events import (
    FREE_TEXT,
    PER_MOVE,
    TIME_BANK,
    PlaceTakenOver,
    PlayerTimedOut,
    RematchCreated,
    TableSettings,
    TimeControl,
)
from bottleimp.server.state.table_state import NEXT_ROUND_WAIT_MS
from bottleimp.server.views.projection import project_table
from tests.support.folded_table import Gathering, refusal

VALUE, OTHER = "0123456789abcdef", "fedcba9876543210"


def between_rounds() -> Gathering:
    """Three people after their first round."""
    table = Gathering("classic/3", "oo", TableSettings())
    table.join("g1", "Bob")
    table.join("g2", "Cid")
    table.play_round()
    return table


@pytest.mark.parametrize("is_removed", [False, True])
def test_a_wish_to_go_on_goes_with_who_had_it(is_removed: bool) -> None:
    table = between_rounds()
    table.next("g2")
    if is_removed:
        table.do("g0", RemovePlayer("do", "2", 2))
    else:
        table.do("g2", LeaveTable("do", "2"))
    assert table.state.ready_players == frozenset()

    table.join("g9", "Zed")
    table.next("g9")
    assert table.state.ready_players == {2}


def test_the_wait_for_the_next_round_ends_with_the_last_who_asked_for_it() -> None:
    table = between_rounds()
    table.next("g2")
    table.do("g2", LeaveTable("do", "2"))
    ended = table.state.next_round_at
    table.now += 60_000
    table.next("g1")

    assert ended is None
    assert table.state.next_round_at == table.now + NEXT_ROUND_WAIT_MS


def contribution(value: str) -> ContributeEntropy:
    return ContributeEntropy("do", value, 2, value)


def test_whoever_comes_next_contributes_to_the_deal() -> None:
    table = between_rounds()
    table.do("g2", contribution(VALUE))
    assert table.state.fairness.contributors == [2]
    table.do("g2", LeaveTable("do", "2"))
    table.join("g9", "Zed")
    assert table.state.fairness.contributors == []

    table.do("g9", contribution(OTHER))
    assert table.state.fairness.contributors == [2]
    assert table.state.fairness.contributions[2] == OTHER
    assert refusal(lambda: table.do("g9", contribution(VALUE))) is RefusalCode.STALE


def test_nothing_is_contributed_to_a_rematch_that_is_dealt() -> None:
    table = between_rounds()
    fairness = table.state.fairness
    assert fairness.next_commitment is not None

    assert fairness.apply("t", RematchCreated("u")).next_commitment is None


def test_words_of_who_sat_there_before_are_not_ones_own() -> None:
    table = Gathering("classic/3", "oo", TableSettings(talk=FREE_TEXT))
    table.join("g1", "")
    table.do("g1", SendChatMessage("do", "2", text="poor me"))
    table.do("g1", LeaveTable("do", "3"))
    table.join("g9", "Zed")

    (line,) = project_table(table.state, 1, ENGLISH).talk
    assert line.name != "You"


A_MINUTE = TimeControl(TIME_BANK, bank=60)


def while_bob_thinks() -> Gathering:
    """Ann, Bob and a computer player; Bob, who alone is asked, has thought for 50 s."""
    table = Gathering("classic/3", "oc", TableSettings(clock=A_MINUTE, level="uniform"))
    table.now = 1_000_000
    table.join("g1", "Bob", 1)
    while table.state.players_to_act != (1,):
        table.act()
    table.now += 50_000
    return table


def after_a_slow_round() -> Gathering:
    """The same between rounds."""
    table = while_bob_thinks()
    table.play_round()
    return table


def left_by_place(table: Gathering) -> tuple[int, ...]:
    return table.state.clocks.remaining_ms


def test_the_time_of_a_place_is_no_longer_because_somebody_sits_down_there() -> None:
    table = after_a_slow_round()
    before = left_by_place(table)
    for guest, name in (("g1", "Back"), ("g9", "Cid")):
        table.do(table.holder(1), LeaveTable("do", "4"))
        table.join(guest, name, 1)

    assert before == (60_000, 10_000, 60_000)
    assert left_by_place(table) == before


def test_nobody_has_more_time_at_another_place_of_the_table() -> None:
    table = after_a_slow_round()
    table.do("g1", LeaveTable("do", "4"))
    table.join("g1", "Bob", 2)

    assert left_by_place(table) == (60_000, 10_000, 10_000)


@pytest.mark.parametrize(("leaving", "back"), [("phone", "g1"), ("g1", "phone")])
def test_nobody_has_more_time_at_another_device(leaving: str, back: str) -> None:
    table = while_bob_thinks()
    table.happens(PlaceTakenOver(1), "phone")
    if leaving == "g1":
        table.happens(PlaceTakenOver(1), "g1")
    table.play_round()
    table.do(leaving, LeaveTable("do", "4"))
    table.join(back, "Bob", 2)

    assert left_by_place(table) == (60_000, 10_000, 10_000)


def test_the_place_of_a_computer_player_has_its_whole_time() -> None:
    table = after_a_slow_round()
    table.join("g9", "Cid", 2)

    assert left_by_place(table) == (60_000, 10_000, 60_000)


def test_whoever_leaves_while_thinking_has_used_that_time() -> None:
    table = while_bob_thinks()
    table.do("g1", LeaveTable("do", "4"))
    table.play_round()
    table.join("g1", "Bob", 2)

    assert left_by_place(table) == (60_000, 10_000, 10_000)


def test_whoever_comes_next_has_missed_no_choice() -> None:
    clock = TimeControl(PER_MOVE, seconds=30)
    table = Gathering("classic/lopaka", "o", TableSettings(clock=clock, level="uniform"))
    table.join("g1", "Bob")
    while not table.state.is_scored:
        clocks = table.state.clocks
        if 1 in clocks.deadlines and clocks.missed_choices[1] < MAX_MISSED_CHOICES - 1:
            table.happens(PlayerTimedOut(1))
        table.act()
    table.happens(PlayerTimedOut(1))
    table.do("g1", LeaveTable("do", "2"))
    table.join("g9", "Zed", 1)

    assert table.state.clocks.missed_choices[1] == 0

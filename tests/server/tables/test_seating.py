"""Who may sit down, leave, send away, stand in and come back, and what follows by itself."""

import pytest

from bottleimp.protocol.messages import (
    LeaveTable,
    ReplacePlayer,
    ReturnToPlace,
    StartMatch,
)
from bottleimp.protocol.refusals import RefusalCode
from bottleimp.server.state.events import (
    DAYS_PER_MOVE,
    SOLO_ONLY,
    PlaceTakenOver,
    PlayerLeft,
    PlayerReplaced,
    PlayerReturned,
    TableSettings,
    TimeControl,
)
from bottleimp.server.state.seating import TablePhase
from tests.support.folded_table import Gathering, command, full, refusal

# --- sitting down -----------------------------------------------------------------------------


def test_nothing_is_dealt_while_a_place_is_free() -> None:
    table = Gathering("classic/4", "ooc")

    assert TablePhase.BEFORE_FIRST_DEAL is table.state.phase
    assert table.kinds == "hooc"


def test_a_match_begins_when_the_last_place_is_taken() -> None:
    table = Gathering("classic/4", "occ")

    assert table.join("g1", "Bob") == ["join", "begin", "start"]


def test_a_table_may_wait_for_its_host_even_when_it_is_full() -> None:
    table = Gathering("classic/4", "occ", TableSettings(starts_when_full=False))
    table.join("g1", "Bob")

    assert TablePhase.BEFORE_FIRST_DEAL is table.state.phase
    assert table.do("g0", command(StartMatch)) == ["begin", "start"]


def test_who_begins_leaves_the_free_places_to_computer_players() -> None:
    table = Gathering("classic/4", "ooo", TableSettings(level="uniform"))

    assert table.do("g0", command(StartMatch)) == ["begin", "fill", "fill", "fill", "start"]
    assert {who.level for who in table.state.participants[1:]} == {"uniform"}
    assert len({who.name for who in table.state.participants}) == 4


def test_the_first_free_place_is_taken_unless_another_is_asked_for() -> None:
    table = Gathering("classic/4", "ooo")
    table.join("g1", "Bob", 2)
    table.join("g2", "Cyd")

    assert [who.name for who in table.state.participants] == ["Ann", "Cyd", "Bob", ""]


def test_a_place_that_is_taken_cannot_be_taken_again() -> None:
    table = Gathering("classic/4", "ooo")

    assert RefusalCode.NOT_FREE is refusal(lambda: table.join("g1", "Bob", 0))


def test_there_is_no_place_beyond_the_last() -> None:
    table = Gathering("classic/3", "oo")

    assert RefusalCode.NOT_FREE is refusal(lambda: table.join("g1", "Bob", 3))


def test_nobody_has_two_places() -> None:
    table = Gathering("classic/4", "ooo")

    assert RefusalCode.SEATED is refusal(lambda: table.join("g0", "Ann", 1))
    assert RefusalCode.SEATED is refusal(lambda: table.join("g0"))


def test_who_has_a_place_takes_another_name_before_the_match() -> None:
    table = Gathering("classic/4", "ooo")
    table.join("g1")
    table.join("g1", " Bob ")
    table.join("g0", "Anna", 0)

    assert [who.name for who in table.state.participants] == ["Anna", "Bob", "", ""]
    assert (table.state.seating.host, table.state.seating.seated_players) == (0, (0, 1))


def test_another_name_is_refused_like_that_of_somebody_new() -> None:
    table = Gathering("classic/4", "ooo")
    table.join("g1", "Bob")

    assert RefusalCode.NAME_TAKEN is refusal(lambda: table.join("g1", "ANN"))
    assert RefusalCode.BAD_NAME is refusal(lambda: table.join("g1", "Guest"))
    assert table.join("g1", "BOB") == ["join"]


def test_nobody_changes_names_while_a_match_is_played() -> None:
    table = full()

    assert RefusalCode.SEATED is refusal(lambda: table.join("g1", "Rob"))


def test_a_visitor_who_cannot_be_known_again_cannot_sit_down() -> None:
    table = Gathering("classic/4", "ooo")

    assert RefusalCode.NOT_ALLOWED is refusal(lambda: table.join("", "Nobody"))


@pytest.mark.parametrize("name", ["ann", "  Ann ", "Ánn", "ANN"])
def test_two_people_cannot_have_names_that_look_alike(name: str) -> None:
    table = Gathering("classic/4", "ooo")

    assert RefusalCode.NAME_TAKEN is refusal(lambda: table.join("g1", name))


@pytest.mark.parametrize("name", ["x" * 25, "a|b", "a;b", "a\u202eb", "a\u0000b"])
def test_some_names_cannot_be_used(name: str) -> None:
    table = Gathering("classic/4", "ooo")

    assert RefusalCode.BAD_NAME is refusal(lambda: table.join("g1", name))


def test_several_people_may_have_no_name() -> None:
    table = Gathering("classic/4", "ooo")
    table.join("g1")
    table.join("g2")

    assert [who.name for who in table.state.participants] == ["Ann", "", "", ""]


def test_a_name_is_kept_with_single_blanks() -> None:
    table = Gathering("classic/4", "ooo")
    table.join("g1", "  Bob   the  Builder ")

    assert table.state.participants[1].name == "Bob the Builder"


def test_no_computer_players_place_is_taken_while_a_round_is_played() -> None:
    table = full()

    assert RefusalCode.TABLE_FULL is refusal(lambda: table.join("g2", "Cyd"))
    assert RefusalCode.NOT_FREE is refusal(lambda: table.join("g2", "Cyd", 2))


def test_a_person_may_take_a_computer_players_place_between_rounds() -> None:
    table = full()
    table.play_round()
    table.join("g2", "Cyd", 3)

    assert table.kinds == "hhch"


def test_who_takes_a_place_goes_on_with_its_score() -> None:
    table = full()
    table.play_round()
    before = table.state.match.totals
    table.join("g2", "Cyd", 3)

    assert before == table.state.match.totals


# --- leaving ----------------------------------------------------------------------------------


def test_a_place_that_was_left_before_the_match_is_free() -> None:
    table = Gathering("classic/4", "ooo")
    table.join("g1", "Bob")

    assert table.do("g1", command(LeaveTable)) == ["leave"]
    assert table.kinds == "hooo"


def test_a_computer_player_takes_the_place_of_who_leaves_in_a_round() -> None:
    table = full()

    assert table.do("g1", command(LeaveTable)) == ["leave", "fill"]
    assert table.kinds == "hccc"
    table.play_round()


def test_a_place_that_was_left_between_rounds_is_free_until_the_next() -> None:
    table = full()
    table.play_round()
    table.do("g1", command(LeaveTable))

    assert table.kinds == "hocc"
    assert table.next("g0") == ["start", "fill"]


def test_the_host_who_leaves_hands_on_to_who_sat_down_first() -> None:
    table = Gathering("classic/4", "ooo")
    table.join("g2", "Cyd", 3)
    table.join("g1", "Bob", 1)

    assert table.do("g0", command(LeaveTable)) == ["leave", "hand"]
    assert table.state.seating.host == 3


def test_hosting_goes_to_somebody_who_plays_if_there_is_one() -> None:
    table = Gathering("classic/4", "ooc")
    table.join("g1", "Bob", 1)
    table.join("g2", "Cyd", 2)
    table.happens(PlayerReplaced(1))
    table.do("g0", command(LeaveTable))

    assert table.state.seating.host == 2


def test_the_last_person_closes_the_table() -> None:
    table = full()
    table.do("g0", command(LeaveTable))

    assert table.do("g1", command(LeaveTable)) == ["close"]


def test_who_has_left_may_sit_down_again() -> None:
    table = full()
    table.do("g1", command(LeaveTable))
    table.play_round()
    table.join("g1", "Bob")

    assert table.kinds == "hhcc"


def over() -> Gathering:
    """The table of Ann and Bob after their match."""
    table = Gathering("classic/lopaka", "o")
    table.join("g1", "Bob")
    while not table.state.is_ended:
        table.play_round()
        if not table.state.is_ended:
            table.next("g0")
            table.next("g1")
    return table


def test_nobody_gives_a_place_up_after_the_match() -> None:
    table = over()

    assert RefusalCode.MATCH_OVER is refusal(lambda: table.do("g1", command(LeaveTable)))
    assert RefusalCode.MATCH_OVER is refusal(lambda: table.join("g2", "Cyd"))


def test_after_the_match_the_names_stay_whoever_left_as_old_logs_tell() -> None:
    table = over()
    table.happens(PlayerLeft(1), "g1")

    assert [who.name for who in table.state.participants] == ["Ann", "Bob", "Lopaka"]


# --- being away -------------------------------------------------------------------------------


def test_the_host_lets_a_computer_player_stand_in_for_who_is_away() -> None:
    table = full()

    assert table.do("g0", command(ReplacePlayer, player=1), 0) == ["replace"]
    assert table.state.seating.is_played_for(1)
    assert table.kinds == "hhcc"


def test_nobody_stands_in_for_who_is_here() -> None:
    table = full()

    assert RefusalCode.IS_HERE is refusal(
        lambda: table.do("g0", command(ReplacePlayer, player=1), 0, 1)
    )


def test_with_days_for_a_choice_the_host_lets_nobody_stand_in() -> None:
    days = TableSettings(clock=TimeControl(DAYS_PER_MOVE, days=1))
    table = Gathering("classic/lopaka", "o", days)
    table.join("g1", "Bob")

    assert RefusalCode.IS_HERE is refusal(
        lambda: table.do("g0", command(ReplacePlayer, player=1), 0)
    )


def test_hints_for_who_plays_alone_are_for_nobody_beside_a_person_who_is_played_for() -> None:
    table = Gathering("classic/4", "occ", TableSettings(hints=SOLO_ONLY))
    assert table.state.seating.has_hints
    table.join("g1", "Bob")
    table.happens(PlayerReplaced(1))

    assert not table.state.seating.has_hints


def test_nobody_stands_in_before_the_match() -> None:
    table = Gathering("classic/4", "ooo")
    table.join("g1", "Bob")

    assert RefusalCode.NOT_THIS_PHASE is refusal(
        lambda: table.do("g0", command(ReplacePlayer, player=1), 0)
    )


def test_who_is_played_for_does_nothing_before_coming_back() -> None:
    table = full()
    table.happens(PlayerReplaced(1))
    table.happens(PlayerReplaced(0))
    table.play_round()

    assert RefusalCode.PLAYED_FOR is refusal(lambda: table.next("g1"))


def test_who_comes_back_plays_again() -> None:
    table = full()
    table.happens(PlayerReplaced(1))

    assert table.do("g1", command(ReturnToPlace)) == ["return"]
    assert not table.state.seating.is_automatic(1)


def test_who_never_went_cannot_come_back() -> None:
    table = full()

    assert RefusalCode.STALE is refusal(lambda: table.do("g1", command(ReturnToPlace)))


@pytest.mark.parametrize("key", ["classic/bright-house", "classic/lopaka"])
def test_a_stand_in_plays_whole_rounds_for_two(key: str) -> None:
    table = Gathering(key, "o")
    table.join("g1", "Bob")
    table.happens(PlayerReplaced(1))
    table.play_round()

    assert table.next("g0") == ["start"]


def test_a_stand_in_leaves_in_mid_trick() -> None:
    table = full()
    table.happens(PlayerReplaced(1))
    while not table.state.current_round.plays:
        table.act()
    table.happens(PlayerReturned(1), "g1")
    table.play_round()

    assert not table.state.seating.is_played_for(1)


# --- from one device to another ---------------------------------------------------------------


def test_who_moves_to_another_device_keeps_place_and_name() -> None:
    table = full()
    table.happens(PlayerReplaced(1))
    table.happens(PlaceTakenOver(1), "phone")

    assert table.state.seating.player_of("phone") == 1
    assert None is table.state.seating.player_of("g1")
    assert table.state.participants[1].name == "Bob"
    assert not table.state.seating.is_played_for(1)


# --- the next round ---------------------------------------------------------------------------


def test_a_round_begins_when_all_people_have_asked_for_it() -> None:
    table = full()
    table.play_round()

    assert table.next("g1") == ["ready"]
    assert table.state.ready_players == {1}
    assert table.next("g0") == ["ready", "start"]
    assert table.state.ready_players == set()


def test_nobody_asks_twice() -> None:
    table = full()
    table.play_round()
    table.next("g1")

    assert RefusalCode.STALE is refusal(lambda: table.next("g1"))


def test_one_person_alone_waits_for_nobody() -> None:
    table = Gathering("classic/4", "ccc")
    table.play_round()

    assert table.next("g0") == ["start"]


def test_a_round_does_not_wait_for_who_is_played_for() -> None:
    table = full()
    table.happens(PlayerReplaced(1))
    table.play_round()

    assert table.next("g0") == ["start"]


def test_a_round_does_not_wait_for_who_is_played_for_where_several_play() -> None:
    table = full()
    table.play_round()
    table.join("g2", "Cid", 2)
    table.happens(PlayerReplaced(2))

    assert table.next("g1") == ["ready"]
    assert table.next("g0") == ["ready", "start"]


def test_a_round_begins_when_the_one_who_was_waited_for_leaves() -> None:
    table = full()
    table.play_round()
    table.next("g0")

    assert table.do("g1", command(LeaveTable)) == ["leave", "start", "fill"]

"""Nobody thinks for ever: clocks run while somebody owes a choice, and then a computer makes it."""

from pathlib import Path

from bottleimp.languages.language import ENGLISH
from bottleimp.protocol.messages import PlayCard
from bottleimp.protocol.refusals import RefusalCode
from bottleimp.server.state.clocks import MAX_MISSED_CHOICES, MIN_CHOICE_MS
from bottleimp.server.state.events import (
    DAYS_PER_MOVE,
    PER_MOVE,
    TIME_BANK,
    PlayerReplaced,
    PlayerReturned,
    PlayerTimedOut,
    RestClaimed,
    ServerResumed,
    TableSettings,
    TimeControl,
)
from bottleimp.server.views.projection import project_table
from tests.support.folded_table import Gathering, refusal
from tests.support.frames import is_scored
from tests.support.in_process import A_BANK, InProcessService, play_until, run_service
from tests.support.virtual_time import DAY, SECOND, pass_time

A_MOVE = TimeControl(PER_MOVE, seconds=30)
SOME_DAYS = TimeControl(DAYS_PER_MOVE, days=2)


def two(clock: TimeControl, key: str = "classic/lopaka") -> Gathering:
    """Ann and Bob at a table for two with a clock, at the start of their first round."""
    table = Gathering(key, "o", TableSettings(clock=clock, level="uniform"))
    table.now = 1_000_000
    table.join("g1", "Bob")
    return table


def in_play(clock: TimeControl) -> Gathering:
    """The same once the first card is to be played."""
    table = two(clock)
    while table.state.waiting_seats:
        table.act()
    return table


def turn(table: Gathering) -> int:
    """The person whose turn it is, after others have played by rule."""
    while table.state.is_automatic(table.state.players_to_act[0]):
        table.act()
    return table.state.players_to_act[0]


def test_without_a_clock_there_are_no_times() -> None:
    assert project_table(two(TimeControl()).state, 0, ENGLISH).times == []


def test_the_clocks_of_all_who_choose_run_in_the_exchange() -> None:
    table = two(A_MOVE)

    assert table.state.clocks.deadlines == {0: 1_030_000, 1: 1_030_000}


def test_the_clock_of_who_has_chosen_stands() -> None:
    table = two(A_MOVE)
    table.act()
    (waiting,) = table.state.players_to_act

    assert {waiting: 1_030_000} == table.state.clocks.deadlines


def test_only_the_clock_of_who_is_to_play_runs() -> None:
    table = in_play(A_MOVE)

    assert [turn(table)] == list(table.state.clocks.deadlines)


def test_every_move_has_its_whole_time() -> None:
    table = in_play(A_MOVE)
    for _ in range(4):
        turn(table)
        table.now += 20 * SECOND
        table.act()
    player = turn(table)

    assert {player: table.now + 30 * SECOND} == table.state.clocks.deadlines


def test_a_bank_is_drawn_from_and_added_to() -> None:
    table = in_play(A_BANK)
    player = turn(table)
    before = table.state.clocks.remaining_ms[player]
    table.now += 7 * SECOND
    table.act()

    assert before - 7 * SECOND + 5 * SECOND == table.state.clocks.remaining_ms[player]


def test_a_choice_that_a_computer_made_adds_to_a_bank_too() -> None:
    table = in_play(A_BANK)
    player = turn(table)
    table.now += 70 * SECOND
    table.happens(PlayerTimedOut(player))
    table.act()

    assert A_BANK.increment * SECOND == table.state.clocks.remaining_ms[player]


def test_days_are_days() -> None:
    table = in_play(SOME_DAYS)

    assert {turn(table): table.now + 2 * DAY} == table.state.clocks.deadlines


def test_when_time_is_up_a_computer_player_makes_the_choice() -> None:
    table = in_play(A_MOVE)
    player = turn(table)
    table.now += 30 * SECOND
    table.happens(PlayerTimedOut(player))

    assert table.state.is_automatic(player)
    assert table.state.acting_level(player) == "uniform"
    assert None is table.state.participants[player].stand_in


def test_whose_time_is_up_may_not_choose() -> None:
    table = in_play(A_MOVE)
    player = turn(table)
    table.happens(PlayerTimedOut(player))
    seat = table.state.round_start_match.seat_of(player)
    card = table.state.current_round.legal_actions_for(seat)[0].label
    play = PlayCard("do", "1", table.state.round_number, table.state.current_round.play_count, card)

    assert RefusalCode.TIME_UP is refusal(lambda: table.do(table.holder(player), play))


def test_after_that_choice_the_person_plays_again() -> None:
    table = in_play(A_MOVE)
    player = turn(table)
    table.happens(PlayerTimedOut(player))
    table.act()

    assert not table.state.is_automatic(player)
    assert table.state.clocks.missed_choices[player] == 1


def test_three_times_in_a_row_a_computer_player_stands_in() -> None:
    table, kinds = in_play(A_MOVE), []
    for _ in range(MAX_MISSED_CHOICES):
        while 0 not in table.state.clocks.deadlines:
            table.act()
        kinds = table.happens(PlayerTimedOut(0))

    assert kinds == ["timeout", "replace"]
    assert table.state.participants[0].stand_in == "uniform"


def test_whoever_chooses_in_time_begins_to_count_anew() -> None:
    table = in_play(A_MOVE)
    for _ in range(MAX_MISSED_CHOICES - 1):
        while 0 not in table.state.clocks.deadlines:
            table.act()
        table.happens(PlayerTimedOut(0))
    while 0 not in table.state.clocks.deadlines:
        table.act()
    table.act()

    assert table.state.clocks.missed_choices[0] == 0


def test_an_empty_bank_leaves_a_little_for_each_choice() -> None:
    table = in_play(TimeControl(TIME_BANK, bank=30))
    while 0 not in table.state.clocks.deadlines:
        table.act()
    table.now += 40 * SECOND
    table.happens(PlayerTimedOut(0))
    table.act()
    while 0 not in table.state.clocks.deadlines:
        table.act()

    assert table.now + MIN_CHOICE_MS == table.state.clocks.deadlines[0]


def test_time_while_the_server_is_away_is_not_charged() -> None:
    table = in_play(A_MOVE)
    player = turn(table)
    deadline = table.state.clocks.deadlines[player]
    table.now += 3600 * SECOND
    table.happens(ServerResumed(3590 * SECOND))

    assert deadline + 3590 * SECOND == table.state.clocks.deadlines[player]


def test_nothing_is_given_that_was_not_lost() -> None:
    table = in_play(A_MOVE)
    player = turn(table)
    table.now += 2 * SECOND
    table.happens(ServerResumed(3600 * SECOND))  # most of it before the clock began to run

    assert table.now + 30 * SECOND == table.state.clocks.deadlines[player]


def test_everybody_sees_all_clocks() -> None:
    table = in_play(A_MOVE)
    player = turn(table)
    shown = [project_table(table.state, viewer, ENGLISH).times for viewer in (0, 1, None)]

    assert shown[0] == shown[1] == shown[2]
    time = shown[0][player]
    assert time is not None
    assert table.now == time.since


QUICK = TableSettings(clock=TimeControl(PER_MOVE, seconds=1), level="uniform", grace=3600)


def test_who_is_here_but_does_nothing_holds_nobody_up(tmp_path: Path) -> None:
    async def wait(opened: InProcessService) -> None:
        ann = await opened.table("classic/lopaka", "o", QUICK)
        bob = await opened.joined(ann.table, "Bob")
        await play_until([ann], is_scored)

        assert ann.view.players[1].stand_in == "uniform"
        times = [event.player for event in bob.events if event.k == "timeout"]
        assert times == [1, 1, 1]

    run_service(tmp_path, wait)


def test_with_days_for_a_choice_nobody_who_is_away_is_replaced(tmp_path: Path) -> None:
    async def wait(opened: InProcessService) -> None:
        days = TableSettings(clock=SOME_DAYS, level="uniform", grace=0)
        ann = await opened.table("classic/lopaka", "o", days)
        bob = await opened.joined(ann.table, "Bob")
        bob.go()
        await pass_time(24 * 3600)

        assert None is ann.view.players[1].stand_in

    run_service(tmp_path, wait)


def test_with_days_hosting_passes_on_before_the_match(tmp_path: Path) -> None:
    async def wait(opened: InProcessService) -> None:
        days = TableSettings(clock=SOME_DAYS, level="uniform", grace=0, starts_when_full=False)
        ann = await opened.table("classic/lopaka", "o", days)
        bob = await opened.joined(ann.table, "Bob")
        ann.go()
        await bob.until(lambda view: view.table.host == 1)

    run_service(tmp_path, wait)


def test_with_days_a_host_for_whom_a_computer_plays_loses_the_role(tmp_path: Path) -> None:
    async def wait(opened: InProcessService) -> None:
        days = TableSettings(clock=TimeControl(DAYS_PER_MOVE, days=1), level="uniform", grace=0)
        ann = await opened.table("classic/lopaka", "o", days)
        bob = await opened.joined(ann.table, "Bob")
        ann.go()
        while ann.table.state.seating.host == 0:
            if bob.is_asked:
                await bob.act()
            else:
                await pass_time(3600)
            assert not bob.view.match.over

        assert bob.view.table.host == 1

    run_service(tmp_path, wait)


def test_with_days_a_table_rests_once_computers_play_for_everybody(tmp_path: Path) -> None:
    async def wait(opened: InProcessService) -> None:
        days = TableSettings(clock=SOME_DAYS, level="uniform")
        ann = await opened.table("classic/lopaka", "o", days)
        bob = await opened.joined(ann.table, "Bob")
        ann.go()
        bob.go()
        await pass_time(90 * DAY / SECOND)

        assert ann.table.state.seating.active_players == ()
        assert not ann.table.state.is_scored

    run_service(tmp_path, wait)


def test_with_days_the_next_round_begins_by_itself_though_nobody_is_there(tmp_path: Path) -> None:
    async def wait(opened: InProcessService) -> None:
        days = TableSettings(clock=TimeControl(DAYS_PER_MOVE, days=2), level="uniform")
        ann = await opened.table("classic/lopaka", "o", days)
        bob = await opened.joined(ann.table, "Bob")
        await play_until([ann, bob], is_scored)
        table = ann.table
        begins_at = ann.view.match.next_at
        left = [begins_at and begins_at - opened.registry.clock.time_ms()]
        ann.go()
        bob.go()
        rounds = []
        for hours in (47, 2):
            await pass_time(hours * 3600)
            rounds.append(table.state.round_number)

        assert left == [2 * DAY]
        assert rounds == [1, 2]
        assert table.state.clocks.deadlines

    run_service(tmp_path, wait)


def test_time_while_the_server_is_away_does_not_bring_the_next_round(tmp_path: Path) -> None:
    async def wait(opened: InProcessService) -> None:
        ann = await opened.table("classic/lopaka", "o", TableSettings(clock=SOME_DAYS))
        bob = await opened.joined(ann.table, "Bob")
        await play_until([ann, bob], is_scored)
        ann.go()
        bob.go()
        await pass_time(47 * 3600)
        now = opened.registry.clock.time_ms()
        ann.table.uptime.replace_gaps([(now - 40 * 3600 * 1000, now)])
        rounds = []
        for hours in (39, 3):
            await pass_time(hours * 3600)
            rounds.append(ann.table.state.round_number)

        assert rounds == [1, 2]

    run_service(tmp_path, wait)


def test_with_days_whoever_comes_back_has_them_before_the_next_round() -> None:
    table = two(SOME_DAYS)
    while table.state.players_to_act:
        table.act()
    begins_at = [table.state.next_round_at]
    for player in (0, 1):
        table.happens(PlayerReplaced(player))
        begins_at.append(table.state.next_round_at)
    table.now += 30 * DAY
    for player in (1, 0):
        table.happens(PlayerReturned(player))
        begins_at.append(table.state.next_round_at)
        table.now += SECOND

    first, later = table.state.scored_at, table.now - 2 * SECOND
    assert first is not None
    expected = first + 2 * DAY, later + 2 * DAY
    assert begins_at == [expected[0], expected[0], None, expected[1], expected[1]]


def test_with_days_a_wish_for_the_next_round_needs_nobody_there(tmp_path: Path) -> None:
    async def wait(opened: InProcessService) -> None:
        ann = await opened.table("classic/lopaka", "o", TableSettings(clock=SOME_DAYS))
        bob = await opened.joined(ann.table, "Bob")
        await play_until([ann, bob], is_scored)
        await ann.next()
        ann.go()
        bob.go()
        await pass_time(60)

        assert ann.table.state.round_number == 2

    run_service(tmp_path, wait)


def test_a_claim_is_the_choice_of_who_makes_it_and_what_it_leaves_is_nobodys() -> None:
    table = in_play(TimeControl(TIME_BANK, bank=60, increment=10))
    before = table.state.clocks
    player = turn(table)
    table.happens(RestClaimed(player, "rest"), table.holder(player))
    given = [
        now - then
        for now, then in zip(table.state.clocks.remaining_ms, before.remaining_ms, strict=True)
    ]

    assert table.state.is_scored
    assert [10 * SECOND if place == player else 0 for place in range(len(given))] == given


def test_whoever_claims_in_time_begins_to_count_missed_choices_anew() -> None:
    table = in_play(A_MOVE)
    player = turn(table)
    table.happens(PlayerTimedOut(player))
    table.act()
    while turn(table) != player:
        table.act()
    table.happens(RestClaimed(player, "rest"), table.holder(player))

    assert table.state.clocks.missed_choices[player] == 0


def test_nobody_has_the_whole_time_of_a_choice_anew_by_being_away() -> None:
    table = in_play(A_MOVE)
    player = turn(table)
    deadline = table.state.clocks.deadlines[player]
    table.now += 20 * SECOND
    table.happens(PlayerReplaced(player))
    table.now += SECOND
    table.happens(PlayerReturned(player), table.holder(player))

    assert {player: deadline + SECOND} == table.state.clocks.deadlines


def test_whoever_is_back_after_the_choice_has_the_whole_time_of_the_next() -> None:
    table = in_play(A_MOVE)
    player = turn(table)
    table.now += 20 * SECOND
    table.happens(PlayerReplaced(player))
    table.act()
    table.happens(PlayerReturned(player), table.holder(player))
    while turn(table) != player:
        table.act()

    assert {player: table.now + 30 * SECOND} == table.state.clocks.deadlines

"""Every refusal has its code, and changes nothing."""

import json
from collections.abc import Iterator

import pytest

from bottleimp.protocol.messages import (
    CommandRefused,
    CommitChoices,
    LeaveTable,
    PlayCard,
    RequestNextRound,
    RequestRematch,
    SetPace,
)
from tests.support.frames import read_body, shown_round
from tests.support.live_server import Client, Live

MESSAGES_AT_ONCE = 5


@pytest.fixture
def seated(live: Live) -> Iterator[Client]:
    """The maker of a table for three, in the exchange."""
    table, cookie = live.new_table("classic/3", first_dealer="2")
    with live.client(table, cookie) as client:
        client.until_view(lambda view: shown_round(view).waiting == [0])
        yield client


@pytest.fixture
def leading(seated: Client) -> Client:
    """The same at the lead to a trick."""
    seated.act()
    seated.until_view(lambda view: shown_round(view).turn == 0)
    return seated


def commit(client: Client, *actions: str, **changed: object) -> CommandRefused:
    shown = client.current_round
    fields = {"round": shown.number, "stage": shown.stage, "actions": list(actions)}
    return client.refused(CommitChoices, **fields | changed)


def play(client: Client, card: str, **changed: object) -> CommandRefused:
    shown = client.current_round
    fields = {"round": shown.number, "step": shown.step, "card": card}
    return client.refused(PlayCard, **fields | changed)


def own_cards(client: Client) -> list[str]:
    hands = client.current_round.hands
    return [card for hand in hands if hand.player == 0 for card in hand.cards or ()]


def strange_card(client: Client) -> str:
    mine = own_cards(client)
    deck = [card.c for card in client.view.table.deck]
    return next(card for card in deck if card not in mine)


def assert_refused(client: Client, code: str, answer: CommandRefused) -> None:
    """The answer is `no` with this code and a sentence, and the table is as it was."""
    assert code == answer.code
    assert answer.text.endswith(".")
    assert client.seq == seq_now(client)


def seq_now(client: Client) -> int:
    """The number of the last event, asked for through a ping."""
    client.catch_up()
    return client.seq


@pytest.mark.slow
def test_a_card_of_another_hand_cannot_be_passed(seated: Client) -> None:
    mine = own_cards(seated)

    assert_refused(seated, "not-held", commit(seated, *mine[:2], strange_card(seated)))


def test_the_nineteen_is_no_card(seated: Client) -> None:
    assert_refused(seated, "not-held", commit(seated, *own_cards(seated)[:2], "19"))


def test_one_card_cannot_be_passed_twice(seated: Client) -> None:
    first, second, *_ = own_cards(seated)

    answer = commit(seated, first, second, first)
    assert_refused(seated, "wrong-hand", answer)
    assert answer.text == "The card must come from another hand, or you have already chosen it."


def test_all_choices_of_a_stage_are_made_at_once(seated: Client) -> None:
    assert_refused(seated, "wrong-count", commit(seated, *own_cards(seated)[:2]))


def test_nothing_is_played_before_the_exchange_is_done(seated: Client) -> None:
    assert_refused(seated, "not-this-phase", play(seated, own_cards(seated)[0]))


def test_nothing_is_passed_after_the_exchange(leading: Client) -> None:
    assert_refused(leading, "not-this-phase", commit(leading, *own_cards(leading)[:3]))


def test_a_stage_that_is_past_is_past(leading: Client) -> None:
    assert_refused(leading, "stale", commit(leading, *own_cards(leading)[:3], stage=0))


def test_a_card_is_played_to_the_step_it_was_meant_for(leading: Client) -> None:
    assert_refused(leading, "stale", play(leading, own_cards(leading)[0], step=99))


def test_a_card_is_played_in_the_round_it_was_meant_for(leading: Client) -> None:
    assert_refused(leading, "stale", play(leading, own_cards(leading)[0], round=2))


def test_only_cards_that_are_held_can_be_played(leading: Client) -> None:
    assert_refused(leading, "not-held", play(leading, strange_card(leading)))


def test_who_can_follow_must_follow(live: Live) -> None:
    table, cookie = live.new_table("classic/4", first_dealer="0")
    with live.client(table, cookie) as client:
        client.play_until(lambda view: bool(shown_round(view).why_not))
        card = next(iter(client.current_round.why_not))

        assert_refused(client, "must-follow", play(client, card))


def test_the_first_card_comes_from_the_open_hand_in_the_bright_house(live: Live) -> None:
    table, cookie = live.new_table("classic/bright-house", first_dealer="1")
    with live.client(table, cookie) as client:
        client.play_until(lambda view: shown_round(view).phase == "play")
        hidden = [h for h in client.current_round.hands if h.player == 0 and not h.open]
        assert hidden[0].cards is not None

        assert_refused(client, "wrong-hand", play(client, hidden[0].cards[0]))


def test_nobody_plays_out_of_turn(live: Live) -> None:
    table, cookie = live.new_table("classic/3", first_dealer="0", pace="5000")
    with live.client(table, cookie) as client:
        client.receive()
        client.do(SetPace, ms=0)
        client.until_view(lambda view: shown_round(view).waiting == [0])
        client.do(SetPace, ms=5000)
        client.act()

        assert_refused(client, "not-your-turn", play(client, own_cards(client)[0]))


def test_who_has_chosen_cannot_choose_again(live: Live) -> None:
    table, cookie = live.new_table("classic/3", pace="5000")
    with live.client(table, cookie) as client:
        client.receive()
        mine = own_cards(client)
        client.act()

        assert_refused(client, "already-committed", commit(client, *mine[3:6]))


def test_a_round_that_is_over_takes_no_card(live: Live) -> None:
    table, cookie = live.new_table("classic/3")
    with live.client(table, cookie) as client:
        client.play_round()

        assert_refused(client, "round-over", play(client, "7"))
        assert_refused(client, "round-over", commit(client, "7"))


def test_the_next_round_waits_for_the_score(leading: Client) -> None:
    assert_refused(leading, "round-not-over", leading.refused(RequestNextRound, round=1))


def test_a_rematch_waits_for_the_end_of_the_match(leading: Client) -> None:
    assert_refused(leading, "match-not-over", leading.refused(RequestRematch))


def test_a_match_that_is_over_has_no_next_round(live: Live) -> None:
    table, cookie = live.new_table("classic/lopaka", length="cycles=1")
    with live.client(table, cookie) as client:
        client.play_round()
        client.do(RequestNextRound, round=1)
        client.play_until(lambda view: view.match.over)

        assert_refused(client, "match-over", client.refused(RequestNextRound, round=2))
        assert_refused(client, "match-over", play(client, "7"))


def test_a_table_that_was_left_is_closed(leading: Client) -> None:
    leading.do(LeaveTable)

    assert leading.view.table.status == "closed"
    assert_refused(leading, "table-closed", play(leading, own_cards(leading)[0]))
    assert_refused(leading, "table-closed", leading.refused(RequestRematch))


def test_who_only_watches_does_nothing(live: Live) -> None:
    table, _ = live.new_table("classic/3")
    with live.client(table) as watcher:
        watcher.until_view(lambda view: shown_round(view).waiting == [0])

        assert_refused(watcher, "not-allowed", watcher.refused(RequestNextRound, round=1))
        assert_refused(watcher, "not-allowed", watcher.refused(SetPace, ms=5))
        assert_refused(watcher, "not-allowed", watcher.refused(LeaveTable))
        assert_refused(watcher, "not-allowed", watcher.refused(RequestRematch))


def test_a_command_nobody_knows_is_refused(seated: Client) -> None:
    seated.send_raw('{"t":"do","id":"a","k":"cheat"}')

    assert_refused(seated, "unknown-command", seated.until(CommandRefused))


@pytest.mark.parametrize(
    "frame",
    [
        "",
        "{",
        "[]",
        "null",
        '"hello"',
        "{}",
        '{"t":"give"}',
        '{"t":"do"}',
        '{"t":"do","id":"a"}',
        '{"t":"do","id":"a","k":null}',
        '{"t":"do","id":"","k":"leave"}',
        '{"t":"do","id":7,"k":"leave"}',
        json.dumps({"t": "do", "id": "x" * 65, "k": "leave"}),
        '{"t":"do","id":"a","k":"leave","why":1}',
        '{"t":"do","id":"a","k":"play","round":1,"step":0}',
        '{"t":"do","id":"a","k":"play","round":1,"step":-1,"card":"7"}',
        '{"t":"do","id":"a","k":"play","round":1,"step":0,"card":7}',
        '{"t":"do","id":"a","k":"play","round":1.5,"step":0,"card":"7"}',
        '{"t":"do","id":"a","k":"pace","ms":5001}',
        '{"t":"do","id":"a","k":"pace","ms":1e400}',
        json.dumps({"t": "do", "id": "a", "k": "commit", "round": 1, "stage": 0,
                    "actions": ["7"] * 17}),
        '{"t":"hello","after":-1}',
        '{"t":"hello"}',  # a second time
        '{"t":"ping","ts":"now"}',
        "[" * 4000,
        '{"t":' + '{"a":' * 1000 + "1" + "}" * 1001,
        b"\xff\xfe{}",
        b"\x00",
        '{"t":"do","id":"\\ud800","k":"leave"}',
    ],
)  # fmt: skip
def test_what_cannot_be_read_is_refused(seated: Client, frame: str | bytes) -> None:
    seated.send_raw(frame)
    answer = seated.until(CommandRefused)

    assert_refused(seated, "bad-message", answer)


def test_a_refusal_names_the_command_where_it_can(seated: Client) -> None:
    seated.send_raw('{"t":"do","id":"mine","k":"play"}')

    assert seated.until(CommandRefused).id == "mine"


def test_nothing_is_done_before_hello(live: Live) -> None:
    table, cookie = live.new_table("classic/3")
    with live.socket(table, cookie) as socket:
        socket.send('{"t":"do","id":"a","k":"leave"}')

        assert read_body(socket.recv(5), CommandRefused).code == "bad-message"

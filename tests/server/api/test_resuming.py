"""Commands sent twice, sockets lost, clients that come back."""

import socket
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest
from websockets import Subprotocol
from websockets.client import ClientProtocol
from websockets.exceptions import ConnectionClosed
from websockets.protocol import State
from websockets.uri import parse_uri

from bottleimp.protocol.messages import (
    MAX_FRAME_BYTES,
    PROTOCOL,
    JoinTable,
    Ping,
    PlayCard,
    Pong,
    RemovePlayer,
    RequestNextRound,
    RequestRematch,
    SetPace,
    Welcome,
    encode,
)
from bottleimp.server.api import websocket
from bottleimp.server.settings.config import LOOPBACK, MIN_QUEUED_MESSAGES
from bottleimp.server.tables.replay import MAX_ENTRIES_KEPT
from tests.support.frames import is_scored, shown_round
from tests.support.live_server import Client, Live, running, sample

LESS_THAN_A_CLOSE_MAY_TAKE = 8  # seconds; after ten the server hangs up in any case


def test_a_command_sent_twice_is_done_once_and_answered_twice(live: Live) -> None:
    table, cookie = live.new_table("classic/4")
    with live.client(table, cookie) as client:
        client.play_until(lambda view: shown_round(view).turn == 0)
        shown = client.current_round
        fields = {"round": 1, "step": shown.step, "card": shown.legal[0]}
        first = client.do(PlayCard, id="the-same", **fields)
        again = client.do(PlayCard, id="the-same", **fields)

        assert first == again


def test_a_command_sent_again_over_another_socket_gets_the_same_answer(live: Live) -> None:
    table, cookie = live.new_table("classic/4")
    with live.client(table, cookie) as client:
        client.until_view(lambda view: shown_round(view).waiting == [0])
        first = client.do(SetPace, id="slower", ms=10)
    with live.client(table, cookie) as client:
        assert first == client.do(SetPace, id="slower", ms=20)
        assert client.view.table.pace == 10


def test_a_command_that_was_refused_may_be_sent_again_when_it_is_right(live: Live) -> None:
    table, cookie = live.new_table("classic/lopaka", length="cycles=1")
    with live.client(table, cookie) as client:
        client.until_view(bool)
        client.refused(RequestNextRound, id="on", round=1)
        client.play_round()
        answer = client.do(RequestNextRound, id="on", round=1)

        assert answer.id == "on"


def test_the_commands_of_two_guests_do_not_mix(live: Live) -> None:
    table, cookie = live.new_table("classic/3")
    _, other = live.new_table("classic/3")
    with live.client(table, cookie) as client, live.client(table, other) as stranger:
        client.do(SetPace, id="one", ms=1)

        assert stranger.refused(SetPace, id="one", ms=1).code == "not-allowed"


def test_who_comes_back_gets_exactly_what_was_missed(live: Live) -> None:
    table, cookie = live.new_table("classic/4")
    with live.client(table, cookie) as kept:
        kept.play_until(lambda view: shown_round(view).turn == 0)
        left_at, left_view = kept.seq, kept.view
        kept.act()
        kept.until_view(lambda view: shown_round(view).turn == 0)
        with live.client(table, cookie, after=left_at) as back:
            back.resume_from(left_at, left_view)
            while back.seq < kept.seq:
                back.receive()

            assert back.frames == [event for event in kept.events if event.seq > left_at]
            assert encode(back.view) == encode(kept.view)


def test_who_missed_nothing_gets_nothing(live: Live) -> None:
    table, cookie = live.new_table("classic/3")
    with live.client(table, cookie) as kept:
        kept.until_view(lambda view: shown_round(view).waiting == [0])
        with live.client(table, cookie, after=kept.seq) as back:
            back.send(Ping(1))
            frame = back.receive()

            assert isinstance(frame, Pong)
            assert frame.ts == 1


def test_who_knows_an_event_that_never_was_is_welcomed_anew(live: Live) -> None:
    table, cookie = live.new_table("classic/3")
    with live.client(table, cookie, after=10_000) as client:
        assert isinstance(client.receive(), Welcome)


def test_who_was_away_too_long_is_welcomed_anew(live: Live) -> None:
    table, cookie = live.new_table("classic/4")
    with live.client(table, cookie) as client:
        client.play_round()
        client.do(RequestNextRound, round=1)
        client.play_round()
    with live.client(table, cookie, after=3) as back:
        assert isinstance(back.receive(), Welcome)


def test_everyone_gets_every_event_in_order(live: Live) -> None:
    table, cookie = live.new_table("matagot/6")
    with live.client(table, cookie) as client, live.client(table) as watcher:
        client.play_round()
        watcher.until_view(is_scored)

        numbers = [[event.seq for event in c.events] for c in (client, watcher)]
        for seen in numbers:
            assert list(range(seen[0], seen[-1] + 1)) == seen
        assert numbers[0][-1] == numbers[1][-1]


@pytest.mark.slow
def test_two_tabs_of_one_guest_both_play(live: Live) -> None:
    table, cookie = live.new_table("classic/3")
    with live.client(table, cookie) as one, live.client(table, cookie) as other:
        one.play_until(lambda view: shown_round(view).step > 3)
        other.until_view(lambda _: other.seq >= one.seq)
        other.play_until(lambda view: shown_round(view).step > 9)
        one.until_view(lambda _: one.seq >= other.seq)
        one.play_round()

        assert is_scored(one.view)


@pytest.mark.slow
def test_a_rematch_is_a_new_table_of_the_same_kind(live: Live) -> None:
    table, cookie = live.new_table("classic/lopaka", length="cycles=1")
    with live.client(table, cookie) as client:
        client.play_round()
        client.do(RequestNextRound, round=1)
        client.play_until(lambda view: view.match.over)
        answer = client.do(RequestRematch, id="again")
        assert answer == client.do(RequestRematch, id="again")
        assert answer.table == client.do(RequestRematch, id="another").table
        assert answer.table == client.view.match.rematch
        before = client.view
        assert answer.table is not None
    with live.client(answer.table, cookie) as client:
        client.play_round()

        assert before.table.edition == client.view.table.edition
        assert before.players == client.view.players


@pytest.mark.wide
@pytest.mark.slow
@pytest.mark.parametrize(
    "max_queued_messages", [MIN_QUEUED_MESSAGES, 4096]
)  # the second, once nothing can be written
def test_a_client_that_does_not_read_is_dropped_and_may_come_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, max_queued_messages: int
) -> None:
    monkeypatch.setattr(websocket, "CLOSE_TIMEOUT", 0.5)  # seconds
    many = {"messages_per_second": 1_000_000, "message_burst": 1_000_000}
    with running(tmp_path, max_queued_messages=max_queued_messages, **many) as server:
        table, cookie = server.new_table("classic/3")
        with unread_line(server, table, cookie) as (deaf, line):
            assert open_sockets(server) == 1
            with pytest.raises(ConnectionError):
                # More than the server takes before the answers fill all that lies between.
                send_all(deaf, line, pings(500_000))

            assert open_sockets(server) == 0
        with server.client(table, cookie) as client:
            client.play_until(lambda view: shown_round(view).turn == 0)


@pytest.mark.slow
def test_who_is_dropped_while_sending_is_listened_to_until_it_knows(tmp_path: Path) -> None:
    with running(tmp_path, max_queued_messages=MIN_QUEUED_MESSAGES) as server:
        table, cookie = server.new_table("classic/3")
        with unread_line(server, table, cookie) as (client, line):
            send_all(client, line, pings(200_000))  # megabytes, more than the kernel keeps
            receive_until(client, line, lambda: client.close_rcvd is not None)

        assert client.close_rcvd is not None
        assert client.close_rcvd.code == 1013


@contextmanager
def unread_line(
    server: Live, table: str, cookie: str
) -> Iterator[tuple[ClientProtocol, socket.socket]]:
    """An open socket at the table from which nobody reads who does not want to."""
    address = f"ws://{server.host}/tables/{table}/socket"
    client = ClientProtocol(parse_uri(address), subprotocols=[Subprotocol(PROTOCOL)])
    asking = client.connect()
    asking.headers["Cookie"] = cookie
    with socket.create_connection((LOOPBACK, server.port), LESS_THAN_A_CLOSE_MAY_TAKE) as line:
        client.send_request(asking)
        send_all(client, line)
        receive_until(client, line, lambda: client.state is State.OPEN)
        yield client, line


def pings(count: int) -> list[bytes]:
    """So many pings."""
    return [b'{"t":"ping","ts":%d}' % number for number in range(count)]


def open_sockets(server: Live) -> float:
    """How many sockets the server says are open."""
    return sample(server.request("GET", "/metrics").text, "bottleimp_sockets")


def send_all(client: ClientProtocol, line: socket.socket, texts: Sequence[bytes] = ()) -> None:
    """Send these texts and all else that the client has to say."""
    for text in texts:
        client.send_text(text)
    line.sendall(b"".join(client.data_to_send()))


def receive_until(client: ClientProtocol, line: socket.socket, enough: Callable[[], bool]) -> None:
    """Read what comes until it is enough, or the server has hung up."""
    while not enough() and (data := line.recv(1 << 16)):
        client.receive_data(data)


def test_who_sends_too_fast_is_told_and_then_dropped(tmp_path: Path) -> None:
    def hurry(client: Client) -> None:
        for _ in range(100):
            client.exchange(SetPace, ms=0)

    with running(tmp_path, message_burst=5, messages_per_second=0.1) as server:
        table, cookie = server.new_table("classic/3")
        with server.client(table, cookie) as client:
            refusals = [client.refused(SetPace, ms=0) for _ in range(5)]

            assert refusals[-1].code == "too-fast"
            assert close_code(client, hurry) == 4429


def test_a_message_that_is_too_large_ends_the_connection(live: Live) -> None:
    def send_much(client: Client) -> None:
        client.send_raw(" " * (MAX_FRAME_BYTES + 1))
        while True:
            client.receive()

    table, cookie = live.new_table("classic/3")
    with live.client(table, cookie) as client:
        assert close_code(client, send_much) == 1009


def close_code(client: Client, bother: Callable[[Client], None]) -> int:
    """The code with which the server closes the socket of a client that bothers it."""
    with pytest.raises(ConnectionClosed) as closed:
        bother(client)
    assert closed.value.rcvd is not None
    return closed.value.rcvd.code


def test_whoever_was_sent_away_is_told_so_whenever_they_come(live: Live) -> None:
    table, host = live.new_table("classic/3", player_1="open", player_2="open")
    friend, other = live.new_cookie(), live.new_cookie()
    with live.client(table, host) as ada, live.client(table, friend) as bea:
        assert not bea.until(Welcome).removed
        bea.do(JoinTable, player=1, name="Bea")
        ada.do(RemovePlayer, player=1)

        assert bea.until(Welcome, lambda frame: frame.view.you is None).removed
        with live.client(table, friend) as again, live.client(table, other) as visitor:
            assert again.until(Welcome).removed
            assert not visitor.until(Welcome).removed


def test_a_queue_holds_twice_what_whoever_comes_back_is_sent_at_once() -> None:
    assert MIN_QUEUED_MESSAGES == 2 * MAX_ENTRIES_KEPT

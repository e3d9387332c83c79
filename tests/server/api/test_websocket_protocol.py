"""What the server writes on a socket is what every other implementation reads."""

from collections import deque
from collections.abc import Iterable
from itertools import islice

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.frames import CloseCode, Frame
from websockets.protocol import CLIENT, OPEN, Protocol

from bottleimp.protocol.messages import CommandAccepted, Event, Ping, Pong, SetPace, encode
from bottleimp.server.api.websocket_protocol import (
    MAX_FRAGMENTS,
    MAX_PINGS,
    MAX_UNREAD_MESSAGES,
    frame_header,
)
from tests.support.frames import read_frame
from tests.support.live_server import Live

MANY_PINGS = 20 * MAX_UNREAD_MESSAGES


@pytest.mark.parametrize("size", [0, 1, 125, 126, 65_535, 65_536, 70_000])
def test_texts_of_all_sizes_are_read_as_they_were_written(size: int) -> None:
    texts = [b"a" * size, b"b" * size]
    client = Protocol(CLIENT, state=OPEN, max_size=None)
    client.receive_data(b"".join(frame_header(len(text)) + text for text in texts))

    read = client.events_received()
    assert texts == [bytes(frame.data) for frame in read if isinstance(frame, Frame)]


def test_what_was_sent_at_once_is_answered_in_its_order(live: Live) -> None:
    table, cookie = live.new_table("classic/3")
    with live.client(table, cookie) as client:
        for number in range(MANY_PINGS):
            client.send(Ping(number))
        heard = (read_frame(text) for text in client.socket)
        pongs = (frame.ts for frame in heard if isinstance(frame, Pong))

        assert list(range(MANY_PINGS)) == list(islice(pongs, MANY_PINGS))


def test_the_answer_to_a_command_follows_what_it_brought_about(live: Live) -> None:
    table, cookie = live.new_table("classic/3")
    with live.client(table, cookie) as client:
        client.receive()
        client.send(SetPace("do", "slower", 700))
        heard = (read_frame(text) for text in client.socket)
        # Computer players play meanwhile.
        own = (
            type(frame)
            for frame in heard
            if isinstance(frame, CommandAccepted) or (isinstance(frame, Event) and frame.ms)
        )

        assert list(islice(own, 2)) == [Event, CommandAccepted]


def test_a_message_in_endless_parts_ends_the_connection(live: Live) -> None:
    table, cookie = live.new_table("classic/3")
    with live.client(table, cookie) as client:
        client.receive()
        # No more than ends the connection: what stays unread could keep its reason from arriving.
        client.socket.send([""] * MAX_FRAGMENTS)  # and an empty one at the end
        with pytest.raises(ConnectionClosed) as closed:
            exhaust(client.socket)

        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == CloseCode.MESSAGE_TOO_BIG


def test_a_message_in_some_parts_is_one_message(live: Live) -> None:
    table, cookie = live.new_table("classic/3")
    with live.client(table, cookie) as client:
        text = encode(Ping(7)).decode()
        client.socket.send(list(text))
        heard = (read_frame(each) for each in client.socket)

        assert next(frame.ts for frame in heard if isinstance(frame, Pong)) == 7


def test_pings_without_end_end_the_connection(live: Live) -> None:
    table, cookie = live.new_table("classic/3")
    with live.client(table, cookie) as client:
        client.receive()
        for _ in range(MAX_PINGS + 1):  # no more, as above
            client.socket.ping()
        with pytest.raises(ConnectionClosed) as closed:
            exhaust(client.socket)

        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == CloseCode.POLICY_VIOLATION


def exhaust(socket: Iterable[str | bytes]) -> None:
    """Reads until the connection is closed; raises ConnectionClosed, if it was not in order."""
    deque(socket, 0)

"""Whoever begins and does not finish is cut off, and keeps nobody else from coming in."""

import http.client
import math
import socket
import time
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed

from bottleimp.server.api import websocket
from bottleimp.server.settings.config import LOOPBACK
from tests.soak.connection_hoarding import (
    KINDS,
    attacked,
    foreign_statuses,
    hoarded,
    newcomer_waits,
)
from tests.support.http_player import Program, stream
from tests.support.live_server import Live, running
from tests.support.patience import PATIENCE
from tests.support.server_process import server_process

pytestmark = pytest.mark.slow

TIMES = ("--header-timeout", "1", "--body-timeout", "1", "--write-timeout", "1")
# The same for a server in this process.
SHORT = {"header_timeout": 1.0, "body_timeout": 1.0, "write_timeout": 1.0}
LONGER = 1.5  # seconds: more than each of those
FEW_FILES, MANY_LINES, FEW_LOGGED = 256, 400, 50
needs_proc = pytest.mark.skipif(
    not Path("/proc/self/fd").is_dir(), reason="asks the system about its processes"
)


@needs_proc
@pytest.mark.parametrize("kind", KINDS)
def test_what_is_not_finished_in_time_is_cut_off(kind: str, tmp_path: Path) -> None:
    with server_process(tmp_path, *TIMES) as server:
        outcome = attacked(server, kind, 10, PATIENCE)

    assert (outcome.opened, outcome.closed) == (10, 10)


@pytest.mark.wide
@needs_proc
@pytest.mark.parametrize("kind", ["header", "body"])
def test_where_all_files_are_open_a_newcomer_has_a_page(kind: str, tmp_path: Path) -> None:
    errors = tmp_path / "errors"
    with server_process(tmp_path / "data", errors=errors, files=FEW_FILES) as server:
        with hoarded(server.live, kind, MANY_LINES):
            waited = newcomer_waits(server.live)
        server.stop()

    assert waited < math.inf
    assert len(errors.read_text().splitlines()) < FEW_LOGGED


def test_a_second_request_on_a_line_must_come_in_time_too(tmp_path: Path) -> None:
    with running(tmp_path, **SHORT) as live, raw(live) as line:
        line.sendall(b"GET /healthz HTTP/1.1\r\nHost: %b\r\n\r\n" % live.host.encode())
        first = b""
        while b'"ok"}' not in first:
            first += line.recv(4096)
        line.sendall(b"GET /healthz HT")

        assert first.startswith(b"HTTP/1.1 200")
        assert is_cut_off(line)


def test_who_sends_a_little_at_a_time_gains_no_time(tmp_path: Path) -> None:
    with running(tmp_path, **SHORT) as live, raw(live) as line:
        line.settimeout(0.1)
        line.sendall(b"GET /healthz HTTP/1.1\r\n")
        ends = time.monotonic() + PATIENCE
        while not sent_more(line):
            assert time.monotonic() < ends


def sent_more(line: socket.socket) -> bool:
    """Sends one more line of a header; whether the server has ended the connection."""
    try:
        line.sendall(b"X-Slow: yes\r\n")
        return line.recv(4096) == b""
    except TimeoutError:
        return False
    except ConnectionError:
        return True


@pytest.mark.wide
def test_sockets_and_streams_may_last_longer_than_a_request(tmp_path: Path) -> None:
    with running(tmp_path, **SHORT) as live:
        program = Program(live)
        program.make("classic/3")
        table, own = live.new_table("classic/3", pace="60")
        with (
            stream(live, program.table, **program.token) as frames,
            live.client(table, own) as client,
        ):
            next(frames)
            began = time.monotonic()
            while time.monotonic() - began < LONGER:
                client.catch_up()
            client.play_round()

            assert client.current_round.result is not None


def test_a_socket_that_never_says_hello_is_closed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with running(tmp_path) as live:
        table, cookie = live.new_table("classic/3")
        with live.client(table, cookie) as speaking:
            speaking.catch_up()
            monkeypatch.setattr(websocket, "HELLO_TIMEOUT", 0.3)
            with live.socket(table, cookie) as silent, pytest.raises(ConnectionClosed) as closed:
                silent.recv(PATIENCE)
            speaking.catch_up()

    assert closed.value.rcvd is not None
    assert (closed.value.rcvd.code, closed.value.rcvd.reason) == (4408, "no hello")


def test_whoever_hangs_up_in_the_middle_of_a_request_is_no_error(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    kinds = {"/api/tables": "application/json", "/tables": "application/x-www-form-urlencoded"}
    with running(tmp_path) as live:
        for path, kind in kinds.items():
            with raw(live) as line:
                head = f"POST {path} HTTP/1.1\r\nHost: {live.host}\r\nContent-Type: {kind}\r\n"
                line.sendall(f"{head}Content-Length: 100\r\nExpect: 100-continue\r\n\r\n".encode())
                assert b" 100 " in line.recv(100)  # the server has begun to read
                line.sendall(b"a=")
        assert live.request("GET", "/healthz").status == 200

    assert not [line for line in caplog.records if line.levelname == "ERROR"]


def test_a_line_may_be_used_again(tmp_path: Path) -> None:
    with running(tmp_path, **SHORT) as live:
        connection = http.client.HTTPConnection(LOOPBACK, live.port, timeout=PATIENCE)
        statuses = []
        began = time.monotonic()
        while time.monotonic() - began < LONGER:
            connection.request("GET", "/")
            response = connection.getresponse()
            response.read()
            statuses.append(response.status)
        connection.close()

    assert set(statuses) == {200}


def raw(live: Live) -> socket.socket:
    """A connection on which nothing was sent."""
    return socket.create_connection((LOOPBACK, live.port), PATIENCE)


def is_cut_off(line: socket.socket) -> bool:
    """Waits until the server ends the line."""
    try:
        return line.recv(1) == b""
    except ConnectionError:
        return True


def test_one_address_has_so_many_connections(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bottleimp.server.api.connection_limits.is_loopback", lambda _host: False)
    with running(tmp_path, max_connections=2) as live:
        with raw(live) as first, raw(live) as second, raw(live) as third:
            refused = is_cut_off(third)
            first.close()
            second.sendall(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
            served = second.recv(12)
        with raw(live) as fourth:
            fourth.sendall(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
            again = fourth.recv(12)

    assert refused
    assert [served, again] == [b"HTTP/1.1 200"] * 2


def test_a_socket_counts_until_it_is_closed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bottleimp.server.api.connection_limits.is_loopback", lambda _host: False)
    with running(tmp_path, max_connections=2) as live:
        table, cookie = live.new_table("classic/3")
        with live.client(table, cookie) as client:
            client.receive()
            with raw(live), raw(live) as third:
                refused = is_cut_off(third)
        ends = time.monotonic() + PATIENCE
        while (waited := newcomer_waits(live)) == math.inf:
            assert time.monotonic() < ends

    assert refused
    assert waited < math.inf


def test_a_trusted_proxy_has_as_many_connections_as_it_needs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bottleimp.server.api.connection_limits.is_loopback", lambda _host: False)
    with (
        running(tmp_path, max_connections=1, trusted_proxies=(LOOPBACK,)) as live,
        raw(live),
        raw(live),
    ):
        assert newcomer_waits(live) < math.inf


def test_handshakes_of_pages_of_other_sites_are_counted_and_log_no_error(tmp_path: Path) -> None:
    errors = tmp_path / "errors"
    few = ("--request-burst", "3", "--requests-per-second", "1")
    with server_process(tmp_path / "data", *few, errors=errors) as server:
        statuses = foreign_statuses(server.live, 30)
        own = server.live.request("GET", "/healthz").status
        server.stop()

    assert set(statuses) == {403, 429}
    assert statuses[403] < statuses[429]
    assert own == 200
    assert errors.read_text() == ""

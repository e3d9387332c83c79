"""A server that is told to end or to restart leaves nobody with less than they had."""

import os
import re
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed

from bottleimp.protocol.messages import Pong, Welcome
from bottleimp.server.settings.config import LOOPBACK
from bottleimp.server.settings.listening import bind_socket
from tests.support.frames import of_type, shown_round
from tests.support.live_server import Live
from tests.support.patience import PATIENCE
from tests.support.server_process import arguments, environment, server_process

pytestmark = [
    pytest.mark.skipif(os.name == "nt", reason="needs signals of POSIX"),
    pytest.mark.slow,  # each starts a server and more
]

# What a service manager does before it starts the program: the socket becomes number 3.
HANDS_OVER = """
import os, sys
os.dup2(int(sys.argv[1]), 3)
os.set_inheritable(3, True)
os.environ |= {"LISTEN_PID": str(os.getpid()), "LISTEN_FDS": "1"}
os.execv(sys.executable, [sys.executable, *sys.argv[2:]])
"""
RESTART = 1012  # the close code that says: come back
SECONDS = 60  # far less than a table would play on


def test_who_is_connected_is_told_to_come_back(tmp_path: Path) -> None:
    with server_process(tmp_path) as server:
        table, cookie = server.live.new_table("classic/4")
        with server.live.client(table, cookie) as client:
            client.receive()
            server.process.terminate()
            with pytest.raises(ConnectionClosed) as closed:
                client.until(Pong)

    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == RESTART


def test_a_server_that_is_told_to_end_ends_soon_and_well(tmp_path: Path) -> None:
    with server_process(tmp_path) as server:
        table, cookie = server.live.new_table("matagot/6", pace="5000")
        with server.live.client(table, cookie) as client:
            client.receive()
            began = time.monotonic()
            status = server.stop()

    assert status == 0
    assert time.monotonic() - began < SECONDS


@pytest.mark.wide
def test_after_a_restart_in_place_sockets_go_on_where_they_stopped(tmp_path: Path) -> None:
    with server_process(tmp_path) as server:
        table, cookie = server.live.new_table("classic/4", pace="0")
        with server.live.client(table, cookie) as client:
            client.play_until(lambda view: shown_round(view).step > 5)
            client.catch_up()
            seq, view = client.seq, client.view
        server.process.send_signal(signal.SIGHUP)
        server.read_until_announced()
        with server.live.client(table, cookie, after=seq) as client:
            client.resume_from(seq, view)
            client.catch_up()
            client.play_round()

            assert of_type(client.frames, Welcome) == []
        status = server.stop()

    assert status == 0
    assert "Restarting." in server.said
    assert len(set(re.findall(r"is at (http://127\.0\.0\.1:\d+/)", server.said))) == 1


def health(live: Live) -> int:
    """The status of /healthz, asked again, as browsers do, by a line cut off unanswered."""
    try:
        return live.request("GET", "/healthz").status
    except ConnectionResetError:  # accepted in the very moment in which the old server ended
        return live.request("GET", "/healthz").status


def test_nobody_is_refused_while_a_server_restarts(tmp_path: Path) -> None:
    with server_process(tmp_path) as server:
        statuses = [health(server.live)]
        server.process.send_signal(signal.SIGHUP)
        reading = threading.Thread(target=server.read_until_announced)
        reading.start()
        while reading.is_alive():
            statuses.append(health(server.live))
            time.sleep(0.005)
        reading.join()
        server.stop()

    assert "Restarting." in server.said
    assert set(statuses) == {200}


@pytest.mark.wide
def test_a_slip_in_the_settings_does_not_end_a_server_that_is_to_restart(tmp_path: Path) -> None:
    file, errors = tmp_path / "bottleimp.toml", tmp_path / "errors"
    file.write_text("pace = 5\n")
    with server_process(tmp_path / "data", "--config", str(file), errors=errors) as server:
        file.write_text("paec = 5\n")
        server.process.send_signal(signal.SIGHUP)
        end = time.monotonic() + PATIENCE
        while not (said := errors.read_text()) and time.monotonic() < end:
            time.sleep(0.05)
        is_there = server.live.request("GET", "/healthz").status
        file.write_text("pace = 6\n")
        server.process.send_signal(signal.SIGHUP)
        server.read_until_announced()
        server.live.request("GET", "/healthz")
        status = server.stop()

    assert len(said.splitlines()) == 1
    assert "has no setting paec; did you mean pace?" in said
    assert (is_there, status) == (200, 0)
    assert server.said.count("Restarting.") == 1


def test_a_server_that_is_to_restart_keeps_its_data_folder(tmp_path: Path) -> None:
    folder = ["--data", str(tmp_path / "data"), "--check"]
    moved = subprocess.run(
        arguments(*folder, "--running-in", str(tmp_path / "elsewhere")), env=environment(),
        capture_output=True, text=True, check=False, timeout=PATIENCE,
    )  # fmt: skip

    stays = subprocess.run(
        arguments(*folder, "--running-in", str(tmp_path / "data")), env=environment(),
        capture_output=True, text=True, check=True, timeout=PATIENCE,
    )  # fmt: skip

    assert stays.stdout == "The settings are right.\n"
    assert moved.returncode == 2
    assert moved.stderr.startswith(f"Matches would be kept in {tmp_path / 'data'} instead of")


def test_a_check_refuses_a_folder_that_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    checked = subprocess.run(
        arguments("--data", str(tmp_path / "file" / "data"), "--check"),
        env={**environment(), "BOTTLEIMP_PACEE": "5"}, capture_output=True, text=True,
        check=False, timeout=PATIENCE,
    )  # fmt: skip
    named = subprocess.run(
        arguments("--data", str(tmp_path / "data"), "--check"),
        env={**environment(), "BOTTLEIMP_PACEE": "5"}, capture_output=True, text=True,
        check=True, timeout=PATIENCE,
    )  # fmt: skip

    assert checked.returncode == 2
    assert checked.stderr.endswith(f"cannot be made: {tmp_path / 'file'} is no folder.\n")
    assert "The variable BOTTLEIMP_PACEE is no setting" in named.stdout


def test_settings_are_checked_without_a_start(tmp_path: Path) -> None:
    line = arguments("--data", str(tmp_path / "data"), "--check")
    right = subprocess.run(
        line, env=environment(), capture_output=True, text=True, check=True, timeout=PATIENCE
    )
    wrong = subprocess.run(
        line, env={**environment(), "BOTTLEIMP_PACE": "fast"}, capture_output=True, text=True,
        check=False, timeout=PATIENCE,
    )  # fmt: skip

    assert right.stdout == "The settings are right.\n"
    assert wrong.returncode == 2
    assert wrong.stderr.startswith("The variable BOTTLEIMP_PACE must be a whole number")
    assert not (tmp_path / "data").exists()


def test_a_server_takes_all_files_that_it_may_open() -> None:
    program = (
        "import resource; from bottleimp.server.run import raise_file_limit;"
        "most = resource.RLIMIT_NOFILE; resource.setrlimit(most, (64, 512));"
        "raise_file_limit(); print(resource.getrlimit(most))"
    )
    said = subprocess.run(
        [sys.executable, "-c", program], env=environment(), capture_output=True, text=True,
        check=True, timeout=PATIENCE,
    )  # fmt: skip

    assert said.stdout == "(512, 512)\n"


@pytest.mark.wide
def test_a_server_can_restart_again_and_again(tmp_path: Path) -> None:
    with server_process(tmp_path) as server:
        number = server.process.pid
        for _ in range(3):
            server.process.send_signal(signal.SIGHUP)
            server.read_until_announced()

        assert server.live.request("GET", "/healthz").status == 200
        assert number == server.process.pid
        assert server.stop() == 0


def test_a_socket_from_a_service_manager_is_taken(tmp_path: Path) -> None:
    handed = bind_socket(0, LOOPBACK)
    number = handed.sock.fileno()
    program = arguments("--data", str(tmp_path), "--workers", "1")
    with subprocess.Popen(
        [sys.executable, "-c", HANDS_OVER, str(number), *program[1:]],
        env=environment(), pass_fds=(number,), stdout=subprocess.PIPE, text=True,
    ) as process:  # fmt: skip
        port = handed.sock.getsockname()[1]
        handed.sock.close()
        status = Live(port).request("GET", "/healthz").status
        process.terminate()
        said, _ = process.communicate()

    assert status == 200
    assert f"Bottle Imp is at http://127.0.0.1:{port}/" in said
    assert process.returncode == 0

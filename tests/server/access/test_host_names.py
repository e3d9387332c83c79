"""Under which names a server answers somebody nearby: no stranger's name may lead to it."""

import asyncio
import socket
from collections.abc import Iterator

import pytest
from starlette.requests import HTTPConnection
from starlette.responses import PlainTextResponse, Response
from starlette.types import Message, Receive, Scope, Send
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin

from bottleimp.protocol.messages import CommandRefused
from bottleimp.server.access.host_names import HostNameMiddleware
from bottleimp.server.settings.config import LOOPBACK
from tests.support.live_server import Live, running

WRONG_HOST = 421
STRANGERS_NAME = "evil.example"
OWN_NAME = "imp.home.example"
REBOUND = {"Host": f"{STRANGERS_NAME}:8019", "Origin": f"http://{STRANGERS_NAME}:8019"}


@pytest.fixture(scope="module")
def named(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    """A server that is told one name."""
    with running(tmp_path_factory.mktemp("data"), url=f"http://{OWN_NAME}:8019") as server:
        yield server


def test_a_page_whose_name_leads_here_makes_no_table(live: Live) -> None:
    answer = live.request("POST", "/tables", {"edition": "classic/4"}, REBOUND)

    assert answer.status == WRONG_HOST
    assert answer.text.startswith(f"This server does not go by the name {STRANGERS_NAME}. ")
    assert "set-cookie" not in answer.headers


def test_a_program_is_told_in_its_own_form(live: Live) -> None:
    answer = live.request("POST", "/api/guests", headers=REBOUND)
    refused = answer.read(CommandRefused)

    assert (answer.status, refused.code) == (WRONG_HOST, "wrong-host")
    assert refused.text.startswith(f"This server does not go by the name {STRANGERS_NAME}. ")


def test_a_page_whose_name_leads_here_opens_no_socket(live: Live) -> None:
    table, cookie = live.new_table("classic/4")
    address = f"ws://{STRANGERS_NAME}:8019/tables/{table}/socket"
    with (
        socket.create_connection((LOOPBACK, live.port)) as line,
        pytest.raises(InvalidStatus) as refused,
    ):
        connect(
            address, sock=line, origin=Origin(REBOUND["Origin"]),
            additional_headers={"Cookie": cookie},
        )  # fmt: skip

    assert refused.value.response.status_code == WRONG_HOST


def test_at_its_own_name_a_server_answers(named: Live) -> None:
    at_its_name = {"Host": f"{OWN_NAME}:8019", "Origin": f"http://{OWN_NAME}:8019"}
    answer = named.request("POST", "/tables", {"edition": "classic/4"}, at_its_name)

    assert answer.status == 303
    assert named.request("GET", "/", headers=REBOUND).status == WRONG_HOST


def test_behind_a_proxy_the_proxy_decides(tmp_path_factory: pytest.TempPathFactory) -> None:
    with running(tmp_path_factory.mktemp("data"), trusted_proxies=(LOOPBACK,)) as behind:
        assert behind.request("GET", "/", headers=REBOUND).status == 200


def test_who_comes_past_the_proxy_is_asked_for_the_name(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    with running(tmp_path_factory.mktemp("data"), trusted_proxies=("10.9.9.0/24",)) as behind:
        refused = behind.request("GET", "/", headers=REBOUND)

        assert refused.status == WRONG_HOST
        assert "content-security-policy" in refused.headers
        assert behind.request("GET", "/").status == 200


def answers(host: str, client: str, server: str = LOOPBACK) -> bool:
    """Whether a server at an address answers to this host when a client asks."""
    found = []

    async def served(_scope: Scope, _receive: Receive, _send: Send) -> None:
        found.append(True)

    def refuse(_connection: HTTPConnection, _name: str) -> Response:
        return PlainTextResponse("", WRONG_HOST)

    async def receive() -> Message:
        raise AssertionError

    async def send(_message: Message) -> None:
        found.append(False)

    headers = [(b"host", host.encode())]
    scope = {"type": "http", "client": (client, 5), "server": (server, 8019), "headers": headers}
    asyncio.run(HostNameMiddleware(served, "", refuse)(scope, receive, send))
    return found[0]


@pytest.mark.parametrize(
    "host",
    [
        "127.0.0.1:8019", "[::1]:8019", "192.168.1.7", "[fe80::1]:8019", "203.0.113.9:8019",
        "localhost:8019", "LOCALHOST", "imp.localhost", "imp.local:8019", "imp.local.:8019",
        "den", "den:8019", "imp.lan", "imp.home.arpa", "imp.internal", "Den.Fritz.Example:8019",
        "",
    ],
)  # fmt: skip
def test_a_phone_nearby_uses_an_address_or_a_local_name(
    monkeypatch: pytest.MonkeyPatch, host: str
) -> None:
    monkeypatch.setattr("socket.gethostname", lambda: "den.fritz.example")

    assert answers(host, "192.168.1.20")


@pytest.mark.parametrize(
    "host",
    [
        "evil.example", "evil.example:8019", "127.0.0.1.evil.example", "localhost.evil.example",
        "local.evil.example", "notlocal.com", "evil.example.", "den.evil.example", "1.2.3.4.5",
    ],
)  # fmt: skip
@pytest.mark.parametrize("client", ["127.0.0.1", "::1", "192.168.1.20", "10.1.2.3", "100.64.0.3"])
def test_nobody_nearby_is_answered_under_a_name_of_the_internet(host: str, client: str) -> None:
    assert not answers(host, client)


def test_devices_of_one_home_are_neighbours_by_ipv6_too() -> None:
    home, elsewhere = "2606:4700:1:2::", "2606:4700:1:3::"

    assert not answers("evil.example", home + "20", home + "1")
    assert answers("evil.example", elsewhere + "20", home + "1")


def test_who_comes_from_the_internet_may_use_any_name() -> None:
    assert answers("imp.example", "8.8.8.8")

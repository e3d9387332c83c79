"""Behind a proxy that speaks https: cookies, headers and origins, and who is believed."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.types import Message, Receive, Scope, Send
from websockets.exceptions import InvalidStatus

from bottleimp.server.access.addresses import is_loopback
from bottleimp.server.access.security import PlainAddressMiddleware
from bottleimp.server.settings.config import LOOPBACK
from tests.support.live_server import Live, running

HTTPS = {"X-Forwarded-Proto": "https", "X-Forwarded-For": "198.51.100.7"}
TABLE = {"edition": "classic/4"}
HOST = "imp.example"


@pytest.fixture(scope="module")
def behind(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    """A server that believes the proxy on its own machine."""
    folder = tmp_path_factory.mktemp("data")
    with running(folder, trusted_proxies=(LOOPBACK,)) as server:
        yield server


@pytest.fixture(scope="module")
def tunnelled(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    """A server that is told its public address and believes nobody."""
    with running(tmp_path_factory.mktemp("data"), url=f"https://{HOST}") as server:
        yield server


def cookie_of(live: Live, headers: dict[str, str]) -> str:
    return live.request("GET", "/", headers=headers).headers["set-cookie"]


def test_over_https_the_cookie_is_for_this_host_and_https_alone(behind: Live) -> None:
    cookie = cookie_of(behind, HTTPS)

    assert cookie.startswith("__Host-bottle_guest=")
    assert {"Secure", "HttpOnly", "SameSite=lax", "Path=/"} <= set(cookie.split("; "))
    assert "Domain" not in cookie


def test_on_plain_http_the_cookie_works_without_encryption(behind: Live) -> None:
    cookie = cookie_of(behind, {})

    assert cookie.startswith("bottle_guest=")
    assert {"HttpOnly", "SameSite=lax"} <= set(cookie.split("; "))
    assert "Secure" not in cookie


@pytest.mark.slow
def test_a_plain_cookie_counts_for_nothing_over_https(behind: Live) -> None:
    plain = behind.new_table("classic/4")[1]
    over_https = behind.request("GET", "/", headers={**HTTPS, "Cookie": plain})

    assert over_https.headers["set-cookie"].startswith("__Host-bottle_guest=")


def test_who_made_a_table_over_https_sits_there(behind: Live) -> None:
    made = behind.request("POST", "/tables", TABLE, HTTPS)
    table = made.headers["location"].removeprefix("/tables/")
    cookie = made.headers["set-cookie"].partition(";")[0]
    with behind.socket(table, cookie, **HTTPS) as socket:
        socket.send('{"t":"hello"}')

        assert '"you":0' in str(socket.recv(10))


def test_https_is_asked_for_again_over_https_alone(behind: Live) -> None:
    over_https = behind.request("GET", "/", headers=HTTPS).headers
    plain = behind.request("GET", "/").headers

    assert over_https["strict-transport-security"] == "max-age=31536000"
    assert "strict-transport-security" not in plain


def test_a_proxy_that_is_not_trusted_is_not_believed(live: Live) -> None:
    assert cookie_of(live, HTTPS).startswith("bottle_guest=")


def test_at_the_public_address_cookies_are_safe_whatever_the_tunnel_says(tunnelled: Live) -> None:
    assert cookie_of(tunnelled, {"Host": HOST}).startswith("__Host-bottle_guest=")
    assert cookie_of(tunnelled, {"Host": HOST.upper()}).startswith("__Host-bottle_guest=")
    assert cookie_of(tunnelled, {}).startswith("bottle_guest=")


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 303),  # a program says nothing of where it comes from
        ({"Origin": f"https://{HOST}"}, 303),
        ({"Origin": f"https://{HOST}", "Sec-Fetch-Site": "same-origin"}, 303),
        ({"Sec-Fetch-Site": "none"}, 303),
        ({"Origin": f"http://{HOST}"}, 403),  # somebody on the way, not us
        ({"Origin": f"https://{HOST}:8443"}, 403),
        ({"Origin": f"https://{HOST}.evil.example"}, 403),
        ({"Origin": f"https://sub.{HOST}"}, 403),
        ({"Origin": "https://evil.example"}, 403),
        ({"Origin": "null"}, 403),
        ({"Origin": ""}, 403),
        ({"Origin": "file://"}, 403),
        ({"Origin": f"ftp://{HOST}"}, 403),
        ({"Origin": "https://["}, 403),
        ({"Origin": f"https://{HOST}", "Sec-Fetch-Site": "cross-site"}, 403),
        ({"Origin": f"https://{HOST}", "Sec-Fetch-Site": "same-site"}, 403),
        ({"Origin": f"https://{HOST}", "Sec-Fetch-Site": "nonsense"}, 403),
    ],
)
def test_a_form_is_taken_from_our_own_pages_alone(
    tunnelled: Live, headers: dict[str, str], status: int
) -> None:
    sent = {"Host": HOST, **headers}

    assert status == tunnelled.request("POST", "/tables", TABLE, sent).status
    assert status == tunnelled.request("POST", "/settings", {"pace": "0"}, sent).status


@pytest.mark.parametrize(
    "origin",
    [
        "https://evil.example", "http://evil.example:80", "null", "", "https://[", "file://",
        f"https://{LOOPBACK}", f"http://{LOOPBACK}:1", "http://localhost", "chrome-extension://abc",
    ],
)  # fmt: skip
def test_a_socket_opens_for_our_own_pages_alone(live: Live, origin: str) -> None:
    table, cookie = live.new_table("classic/4")
    with (
        pytest.raises(InvalidStatus) as refused,
        live.socket(table, cookie, Origin=origin),
    ):
        pass

    assert refused.value.response.status_code == 403


@pytest.mark.parametrize("scheme", ["http", "https"])
def test_a_socket_opens_for_our_own_pages(live: Live, scheme: str) -> None:
    table, cookie = live.new_table("classic/4")
    with live.socket(table, cookie, Origin=f"{scheme}://{live.host}") as socket:
        socket.send('{"t":"hello"}')

        assert '"welcome"' in str(socket.recv(10))


def test_over_https_a_plain_page_of_the_same_name_opens_no_socket(behind: Live) -> None:
    table, cookie = behind.new_table("classic/4")
    with (
        pytest.raises(InvalidStatus) as refused,
        behind.socket(table, cookie, Origin=f"http://{behind.host}", **HTTPS),
    ):
        pass

    assert refused.value.response.status_code == 403


def test_a_refused_socket_carries_the_strict_headers_too(tmp_path: Path, live: Live) -> None:
    table, _ = live.new_table("classic/4")
    with (
        pytest.raises(InvalidStatus) as refused,
        live.socket(table, Origin="https://evil.example"),
    ):
        pass

    assert "default-src 'none'" in refused.value.response.headers["Content-Security-Policy"]


def test_a_proxy_is_believed_on_a_socket_for_both_kinds_of_addresses() -> None:
    seen = []

    async def served(scope: Scope, receive: Receive, send: Send) -> None:
        seen.append(scope["client"])

    for host in ("::ffff:127.0.0.1", "127.0.0.1", "::1", "2001:db8::1", "testclient"):
        scope = {"type": "http", "client": (host, 50000)}
        asyncio.run(PlainAddressMiddleware(served)(scope, nothing, nobody))

    assert [host for host, _ in seen] == [
        "127.0.0.1", "127.0.0.1", "::1", "2001:db8::1", "testclient",
    ]  # fmt: skip
    assert is_loopback("::ffff:127.0.0.1")
    assert not is_loopback("::ffff:192.0.2.1")


async def nothing() -> Message:
    raise AssertionError


async def nobody(_message: Message) -> None:
    raise AssertionError

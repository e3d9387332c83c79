"""What leads the terminal to a table, and who it is at each server."""

import errno
import os
import re
from pathlib import Path

import pytest

from bottleimp.client.errors import InvalidInvitation, RequestFailed
from bottleimp.client.invitation import Invitation
from bottleimp.client.server_api import ServerApi
from bottleimp.protocol.messages import JoinTable
from bottleimp.protocol.refusals import RefusalCode, Refused
from bottleimp.terminal.remote.tokens import load_tokens, save_token
from tests.support.live_server import Live
from tests.support.terminal.at_server import open_table

pytestmark = pytest.mark.slow  # a server runs


def test_a_code_and_every_link_lead_to_the_table() -> None:
    at = "https://example.org"

    assert Invitation("http://here:1", code="BCDFG") == Invitation.parse("BCDFG", "http://here:1/")
    assert Invitation(at, code="BCDFG") == Invitation.parse(f"{at}/j/BCDFG")
    assert Invitation(at, table="abc") == Invitation.parse(f"{at}/t/abc")
    assert Invitation(at, table="abc") == Invitation.parse(f"{at}/tables/abc/")
    assert Invitation(at, table="abc", key="k") == Invitation.parse(f"{at}/s/abc/k")
    assert ServerApi(at).socket_address("abc") == "wss://example.org/tables/abc/socket"


@pytest.mark.parametrize("link", ["ftp://example.org/t/abc", "https://example.org/rules"])
def test_other_links_are_refused(link: str) -> None:
    with pytest.raises(InvalidInvitation):
        Invitation.parse(link)


def test_a_code_is_looked_up_at_the_server(live: Live) -> None:
    table, cookie = open_table(live)
    with live.client(table, cookie) as client:
        client.until_view(bool)
        code = client.view.table.code

    assert code is not None
    assert table == Invitation.parse(code, f"http://{live.host}").resolve_table()


def test_a_code_of_no_table_is_said(live: Live) -> None:
    with pytest.raises(Refused) as refused:
        Invitation.parse("BBBBB", f"http://{live.host}").resolve_table()

    assert refused.value.code is RefusalCode.NOT_FOUND


def test_a_server_that_is_not_there_is_said() -> None:
    with pytest.raises(RequestFailed, match="cannot be reached"):
        Invitation.parse("BCDFG", "http://127.0.0.1:9").resolve_table()


def seat_link(live: Live, table: str, cookie: str) -> Invitation:
    """The link to the seat of a guest, as the page of the table makes it."""
    headers = {"Cookie": cookie, "Origin": f"http://{live.host}"}
    page = live.request("POST", f"/tables/{table}/seat", {}, headers)
    link = re.search(r"http://[^\"<]*/s/[^\"< ]+", page.text)
    assert link is not None
    made = Invitation.parse(link[0])
    return Invitation(f"http://{live.host}", table=made.table, key=made.key)


def test_a_seat_link_takes_the_seat_over(live: Live) -> None:
    table, cookie = open_table(live)
    found = seat_link(live, table, cookie)
    token = ServerApi(found.server).create_guest()

    assert table == found.resolve_table(token)
    with live.client(table, f"bottle_guest={token}") as client:
        client.until_view(bool)
        assert client.view.you == 0


def test_who_sits_at_the_table_is_led_there_by_the_link_to_another_seat(live: Live) -> None:
    table, cookie = open_table(live)
    found = seat_link(live, table, cookie)
    token = ServerApi(found.server).create_guest()
    with live.client(table, f"bottle_guest={token}") as client:
        client.receive()
        client.do(JoinTable, name="Bob")

    assert table == found.resolve_table(token)


def test_who_this_terminal_is_stays_with_its_owner(tmp_path: Path) -> None:
    save_token(tmp_path, "http://one", "a")
    save_token(tmp_path, "http://two", "b")

    assert load_tokens(tmp_path) == {"http://one": "a", "http://two": "b"}
    assert (tmp_path / "tokens.json").stat().st_mode & 0o777 == 0o600


def test_a_token_that_cannot_be_written_loses_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def disk_is_full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    save_token(tmp_path, "http://one", "a")
    with monkeypatch.context() as full:
        full.setattr(os, "fsync", disk_is_full)
        with pytest.raises(OSError, match="No space left"):
            save_token(tmp_path, "http://two", "b")

    assert load_tokens(tmp_path) == {"http://one": "a"}
    save_token(tmp_path, "http://two", "b")
    assert load_tokens(tmp_path) == {"http://one": "a", "http://two": "b"}


def test_damaged_tokens_are_passed_over(tmp_path: Path) -> None:
    (tmp_path / "tokens.json").write_text("[1", "utf-8")

    assert load_tokens(tmp_path) == {}

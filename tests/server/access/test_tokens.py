"""The server makes the tokens by which it knows its guests."""

import re
from pathlib import Path

import pytest

from bottleimp.protocol.messages import Hello, JoinTable
from bottleimp.server.access import guests
from bottleimp.server.storage.schema import guest
from bottleimp.server.storage.sqlite import open_database
from tests.support.http_player import ask
from tests.support.live_server import Client, Live, running

OWN = "Z" * 43  # made by a client
JOIN = {"t": "do", "id": "1", "k": "join", "name": "Zoe", "player": None}
FORM = re.compile(r"[A-Za-z0-9_-]{43}")


def free_table(live: Live) -> str:
    return live.new_table("classic/3", player_1="open", player_2="open")[0]


def token_in(cookie: str) -> str:
    return cookie.partition("=")[2].partition(";")[0]


def test_a_token_that_a_program_made_itself_is_refused(live: Live) -> None:
    table, bearer = free_table(live), f"Bearer {OWN}"
    asked = [
        ask(live, "POST", "/api/tables", {"edition": "classic/3"}, Authorization=bearer),
        ask(live, "POST", f"/api/tables/{table}/commands", JOIN, Authorization=bearer),
        ask(live, "GET", f"/api/tables/{table}/events", Authorization=bearer),
    ]

    assert [(answer.status, answer.code) for answer in asked] == [(401, "unknown-guest")] * 3


@pytest.mark.parametrize("header", [{"Authorization": f"Bearer {OWN}"}, {}])
def test_a_token_of_ones_own_takes_no_place_by_socket(live: Live, header: dict[str, str]) -> None:
    cookie = None if header else f"bottle_guest={OWN}"
    with live.socket(free_table(live), cookie, **header) as socket:
        client = Client(socket)
        client.send(Hello())
        refusal = client.refused(JoinTable, name="Zoe")

    assert refusal.code == "not-allowed"


def test_a_cookie_of_ones_own_is_replaced_by_one_of_the_server(live: Live) -> None:
    table = free_table(live)
    cookie = {"Cookie": f"bottle_guest={OWN}"}
    seen = [
        live.request("GET", "/", headers=cookie),
        live.request("GET", f"/tables/{table}", headers=cookie),
        live.request("POST", "/tables", {"edition": "classic/3"}, cookie),
        live.request("POST", "/quick", {"edition": "classic/3"}, cookie),
    ]
    tokens = [token_in(answer.headers["set-cookie"]) for answer in seen]

    assert all(FORM.fullmatch(token) for token in tokens)
    assert len({OWN, *tokens}) == 5


def test_a_token_of_the_server_is_kept(live: Live) -> None:
    token = live.new_token()
    cookie = {"Cookie": f"bottle_guest={token}"}
    page = live.request("GET", "/", headers=cookie)
    made = live.request("POST", "/tables", {"edition": "classic/3"}, cookie)

    assert "set-cookie" not in page.headers
    assert token == token_in(made.headers["set-cookie"])


@pytest.mark.slow
def test_tokens_outlive_the_server_that_made_them(tmp_path: Path) -> None:
    with running(tmp_path) as live:
        token = live.new_token()
    with running(tmp_path) as live:
        answer = ask(
            live, "POST", "/api/tables", {"edition": "classic/3"}, Authorization=f"Bearer {token}"
        )

    assert answer.status == 201


@pytest.mark.slow
def test_a_guest_from_before_tokens_were_signed_keeps_the_place(tmp_path: Path) -> None:
    with running(tmp_path) as live:
        table, cookie = live.new_table("classic/3", name="Zoe")
        made = guests.hash_token(token_in(cookie))
    with open_database(tmp_path).write_engine.begin() as connection:  # as if the old token were OWN
        old = guest.c.token_hash == made
        connection.execute(guest.update().where(old).values(token_hash=guests.hash_token(OWN)))
    with running(tmp_path) as live:
        page = live.request("GET", "/", headers={"Cookie": f"bottle_guest={OWN}"})
        rules = live.request("GET", "/rules", headers={"Cookie": f"bottle_guest={OWN}"})
        with live.client(table, f"bottle_guest={OWN}") as client:
            client.until_view(bool)

    assert ["set-cookie" in answer.headers for answer in (page, rules)] == [False, False]
    assert client.view.you == 0


def test_no_two_tokens_are_alike_and_none_fits_another_key() -> None:
    keys = [bytes([number]) * 32 for number in range(4)]
    tokens = [guests.generate_token(key) for key in keys for _ in range(50)]
    fitting = {
        n // 50: {k for k, key in enumerate(keys) if guests.is_signed(token, key)}
        for n, token in enumerate(tokens)
    }

    assert len(set(tokens)) == len(tokens)
    assert all(FORM.fullmatch(token) for token in tokens)
    assert {number: {number} for number in range(4)} == fitting

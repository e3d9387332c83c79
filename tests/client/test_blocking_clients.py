"""The synchronous clients: over a socket, and over plain HTTP."""

import asyncio
from urllib.error import URLError

import pytest

from bottleimp.client.blocking import BlockingTableClient
from bottleimp.client.errors import ClientError, InvalidInvitation, RequestFailed
from bottleimp.client.invitation import Invitation
from bottleimp.client.polling import PollingTableClient
from bottleimp.client.server_api import ServerApi, failure_reason
from bottleimp.client.table_client import TableClient
from bottleimp.protocol.http_bodies import NewTableRequest
from bottleimp.protocol.messages import RequestNextRound, SendChatMessage
from bottleimp.protocol.refusals import RefusalCode, Refused
from tests.client.test_table_client import is_asked, is_scored, new_table
from tests.support.client.relay import Relay
from tests.support.live_server import Live
from tests.support.patience import PATIENCE


@pytest.mark.slow
def test_a_round_is_played_without_async_though_the_line_is_cut(live: Live) -> None:
    with BlockingTableClient(*new_table(live)) as client:
        client.wait_for(is_asked, PATIENCE)
        client.drop_connection()
        while True:
            view = client.wait_for(lambda view: is_scored(view) or is_asked(view), PATIENCE)
            if is_scored(view):
                break
            assert view.round is not None
            answered = client.act(view.round.legal[: len(view.round.asks) or 1])
            client.wait_for(lambda _, seq=answered.seq: (client.seq or 0) >= seq, PATIENCE)  # type: ignore[misc]

        assert len(view.match.sheet) == 1
        with pytest.raises(Refused) as refused:
            client.send(SendChatMessage, phrase="no such phrase")

    assert refused.value.code is RefusalCode.BAD_WORDS


def test_waiting_ends_after_the_time_that_was_given(live: Live) -> None:
    with BlockingTableClient(*new_table(live)) as client, pytest.raises(TimeoutError):
        client.wait_for(lambda _: False, 0.01)


def test_a_round_is_played_over_plain_http(live: Live) -> None:
    server, table, token = new_table(live)
    client = PollingTableClient(ServerApi(server, token), table)
    view = client.fetch_events()
    while not is_scored(view):
        if is_asked(view):
            assert view.round is not None
            client.act(view.round.legal[: len(view.round.asks) or 1])
        view = client.fetch_events(wait=10)

    assert view == PollingTableClient(ServerApi(server, token), table).fetch_events()


@pytest.mark.slow
def test_a_command_without_an_answer_is_posted_again_and_done_once(live: Live) -> None:
    async def test() -> list[str | None]:
        address, table, token = new_table(live)
        async with (
            Relay(live.port) as relay,
            TableClient(address, table, token) as witness,
        ):
            client = PollingTableClient(ServerApi(relay.address, token), table)
            relay.loses_answers = True
            sending = asyncio.create_task(
                asyncio.to_thread(client.send, SendChatMessage, phrase="good-luck")
            )
            await witness.wait_for(lambda view: bool(view.talk))
            relay.loses_answers = False
            relay.cut()
            await sending
            view = await asyncio.to_thread(client.fetch_events)
            return [said.phrase for said in view.talk]

    assert asyncio.run(test()) == ["good-luck"]


def test_a_table_that_cannot_be_made_is_refused_in_words(live: Live) -> None:
    api = ServerApi(f"http://{live.host}").as_new_guest()
    with pytest.raises(Refused, match="classic/99") as refused:
        api.create_table(NewTableRequest(edition="classic/99"))

    assert refused.value.code is RefusalCode.BAD_TABLE


def test_a_table_needs_a_guest(live: Live) -> None:
    with pytest.raises(Refused) as refused:
        ServerApi(f"http://{live.host}").create_table(NewTableRequest())

    assert refused.value.code is RefusalCode.UNKNOWN_GUEST


def test_a_server_that_is_not_there_is_said() -> None:
    with pytest.raises(RequestFailed, match=r"127\.0\.0\.1:9 cannot be reached"):
        ServerApi("http://127.0.0.1:9").as_new_guest()


def test_why_no_server_answers_is_said_in_plain_words() -> None:
    refused = failure_reason(URLError(ConnectionRefusedError(111, "Connection refused")))
    slow = failure_reason(TimeoutError("timed out"))

    assert (refused, slow) == ("connection refused", "it does not answer in time")


def test_an_address_that_makes_no_sense_is_named() -> None:
    with pytest.raises(RequestFailed, match=r"The server 127\.0\.0\.1.* cannot be reached: \w"):
        ServerApi("http://127.0.0.1:port").as_new_guest()


@pytest.mark.parametrize("address", ["127.0.0.1:9", "localhost:8019", "ftp://x", "http", ""])
def test_an_address_begins_with_its_scheme(address: str) -> None:
    with pytest.raises(ClientError, match=f"^'{address}' is no address .* begins with http:// or"):
        ServerApi(address)


@pytest.mark.parametrize("address", ["http://x/", " HTTPS://x"])
def test_the_scheme_of_an_address_may_be_written_in_any_way(address: str) -> None:
    assert ServerApi(address).address == address.strip().rstrip("/")


def test_a_server_whose_address_is_cut_short_is_named() -> None:
    invitation = Invitation.parse("QWRTZ", "http://[::1")

    with pytest.raises(RequestFailed, match=r"The server http://\[::1 cannot be reached: \w"):
        invitation.resolve_table()


@pytest.mark.parametrize(
    "text", ["", "x!", "12345", "QWRT", "hello world", "http://a/x", "ftp://a", "http://[bad/t/abc"]
)
def test_what_is_neither_a_code_nor_a_link_is_refused(text: str) -> None:
    with pytest.raises(InvalidInvitation):
        Invitation.parse(text)


@pytest.mark.parametrize("text", ["QWRTZ", " qw rtz ", "qwr-tz"])
def test_a_code_that_no_table_has_is_named(live: Live, text: str) -> None:
    invitation = Invitation.parse(text, f"http://127.0.0.1:{live.port}")

    with pytest.raises(Refused, match="has the code QWRTZ"):
        invitation.resolve_table()


def test_a_client_that_is_never_opened_holds_nothing_that_must_be_closed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made: list[None] = []
    monkeypatch.setattr(asyncio, "new_event_loop", lambda: made.append(None))
    BlockingTableClient("http://127.0.0.1:1", "table")

    assert made == []


def test_a_client_that_is_not_open_says_so() -> None:
    client = BlockingTableClient("http://127.0.0.1:1", "table")
    with pytest.raises(ClientError, match="between `with` and its end"):
        client.wait_for(lambda _: True, timeout=5)
    with pytest.raises(ClientError, match="between `with` and its end"):
        client.act(["1"])
    with pytest.raises(ClientError, match="between `with` and its end"):
        client.request_hint()
    with client, pytest.raises(ClientError, match="for one `with`"):
        client.__enter__()

    with pytest.raises(ClientError, match="for one `with`"):
        client.__enter__()
    with pytest.raises(ClientError, match="between `with` and its end"):
        client.send(RequestNextRound, round=1)
    with pytest.raises(ClientError, match="between `with` and its end"):
        client.drop_connection()

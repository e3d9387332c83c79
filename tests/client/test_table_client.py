"""The client against a real server: it plays, survives lost lines, and says why it was refused."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import msgspec
import pytest
from websockets import Subprotocol
from websockets.asyncio import server
from websockets.asyncio.server import ServerConnection

from bottleimp.client.blocking import BlockingTableClient
from bottleimp.client.errors import (
    ClientError,
    ConnectionRejected,
    NoRoundInProgress,
    ProtocolError,
)
from bottleimp.client.server_api import ServerApi
from bottleimp.client.table_client import MAX_FAILURES_IN_A_ROW, TableClient
from bottleimp.protocol.http_bodies import NewTableRequest
from bottleimp.protocol.messages import (
    PROTOCOL,
    CommandRefused,
    Event,
    Hello,
    SendChatMessage,
    SetPace,
    Welcome,
    encode,
)
from bottleimp.protocol.refusals import RefusalCode, Refused
from bottleimp.protocol.views import View
from tests.client.test_view_tracker import views
from tests.support.client.relay import Relay
from tests.support.live_server import Live
from tests.support.patience import PATIENCE

AT_ONCE = 0.01  # seconds before the first attempt to connect again


def new_table(live: Live, edition: str = "classic/4") -> tuple[str, str, str]:
    """The address of the server, a new table there with computer players, and the host's token."""
    api = ServerApi(f"http://{live.host}").as_new_guest()
    wanted = NewTableRequest(edition=edition, name="Ada", pace=0, level="rules_of_thumb")
    assert api.token is not None
    return api.address, api.create_table(wanted).table, api.token


def run(test: Callable[[], Awaitable[None]]) -> None:
    """Runs a test in an event loop, no longer than is reasonable."""

    async def limited() -> None:
        async with asyncio.timeout(PATIENCE):
            await test()

    asyncio.run(limited())


def is_asked(view: View) -> bool:
    """Whether the client has to choose now."""
    return view.round is not None and bool(view.round.legal)


def is_scored(view: View) -> bool:
    """Whether the first round is over."""
    return bool(view.match.sheet)


async def play_round(client: TableClient, *, cuts: bool = False) -> View:
    """Plays the first legal cards until the round is scored; the view then.

    With cuts the line is cut before and after every command.
    """
    while True:
        view = await client.wait_for(lambda view: is_scored(view) or is_asked(view))
        if is_scored(view):
            return view
        assert view.round is not None
        if cuts:
            client.drop_connection()
        answered = await client.act(view.round.legal[: len(view.round.asks) or 1])
        if cuts:
            client.drop_connection()
        await client.wait_for(lambda _: (client.seq or 0) >= answered.seq)  # noqa: B023 - awaited


@pytest.mark.slow
@pytest.mark.parametrize("edition", ["classic/4", "classic/bright-house", "matagot/5-teams"])
def test_a_round_is_played_and_the_view_is_that_of_a_newcomer(live: Live, edition: str) -> None:
    async def test() -> None:
        address, table, token = new_table(live, edition)
        async with TableClient(address, table, token) as client:
            await play_round(client)
            async with TableClient(address, table, token) as newcomer:
                fresh = await newcomer.wait_for(lambda _: newcomer.is_connected)
                view = await client.wait_for(lambda _: client.seq == newcomer.seq)

        assert view == fresh

    run(test)


def test_the_line_may_be_cut_around_every_command(live: Live) -> None:
    async def test() -> None:
        async with TableClient(*new_table(live), initial_backoff=AT_ONCE) as client:
            view = await play_round(client, cuts=True)

        assert len(view.match.sheet) == 1
        assert view.round is not None
        assert len(view.round.tricks) == view.table.tricks

    run(test)


def test_a_command_whose_answer_is_lost_is_sent_again_and_done_once(live: Live) -> None:
    async def test() -> None:
        address, table, token = new_table(live)
        async with (
            Relay(live.port) as relay,
            TableClient(relay.address, table, token, initial_backoff=AT_ONCE) as client,
            TableClient(address, table, token) as witness,
        ):
            await client.wait_for(lambda _: client.is_connected)
            relay.loses_answers = True
            sending = asyncio.create_task(client.send(SendChatMessage, phrase="good-luck"))
            await witness.wait_for(lambda view: bool(view.talk))
            assert not sending.done()
            relay.loses_answers = False
            relay.cut()
            answered = await sending
            view = await client.wait_for(lambda view: bool(view.talk))

        assert answered.seq <= (client.seq or 0)
        assert [said.phrase for said in view.talk] == ["good-luck"]

    run(test)


@asynccontextmanager
async def client_of(
    serve: Callable[[ServerConnection], Awaitable[None]],
) -> AsyncIterator[TableClient]:
    """A client of a server that answers so."""
    protocols = [Subprotocol(PROTOCOL)]
    async with server.serve(serve, "127.0.0.1", 0, subprotocols=protocols) as at:
        address = f"http://127.0.0.1:{at.sockets[0].getsockname()[1]}"
        async with TableClient(address, "table", initial_backoff=AT_ONCE) as client:
            yield client


def test_a_missed_event_is_asked_for_on_a_new_connection() -> None:
    view = views("classic/3", None)[0]
    greetings: list[int | None] = []
    second = Event(seq=2, k="pace", set={"table.pace": 2})
    third = Event(seq=3, k="join", set={"you": 2})

    async def serve(socket: ServerConnection) -> None:
        greetings.append(msgspec.json.decode(await socket.recv(), type=Hello).after)
        sent = [second, third] if len(greetings) > 1 else [Welcome(1, view), third]
        for frame in sent:
            await socket.send(encode(frame), text=True)
        await socket.wait_closed()

    async def test() -> None:
        async with client_of(serve) as client:
            seen = await client.wait_for(lambda view: view.you == 2)

        assert seen.table.pace == 2
        assert greetings == [None, 1]

    run(test)


def test_a_server_that_cannot_be_understood_is_told_to_whoever_waits() -> None:
    async def serve(socket: ServerConnection) -> None:
        await socket.recv()
        await socket.send('{"t":"welcome","seq":1,"log":"x","view":{"future":true}}', text=True)
        await socket.wait_closed()

    async def test() -> None:
        async with client_of(serve) as client:
            with pytest.raises(ProtocolError):
                await client.wait_for(lambda _: True)
            with pytest.raises(ProtocolError):
                await client.send(SendChatMessage, phrase="hello")

        assert len(client.problems) == MAX_FAILURES_IN_A_ROW

    run(test)


def test_what_keeps_a_server_from_saving_is_told_until_the_next_event() -> None:
    view = views("classic/3", None)[0]
    goes_on = asyncio.Event()

    async def serve(socket: ServerConnection) -> None:
        await socket.recv()
        for frame in (
            Welcome(1, view),
            CommandRefused(None, "bad-message", "What?"),
            CommandRefused(None, "unavailable", "The table waits."),
        ):
            await socket.send(encode(frame), text=True)
        await goes_on.wait()
        await socket.send(encode(Event(seq=2, k="pace", set={"table.pace": 2})), text=True)
        await socket.wait_closed()

    async def test() -> None:
        async with client_of(serve) as client:
            await client.wait_for(lambda _: client.outage != "")
            told = client.outage
            goes_on.set()
            await client.wait_for(lambda view: view.table.pace == 2)

            assert told == "The table waits."
            assert client.outage == ""

    run(test)


def test_a_greeting_names_a_log_only_once_a_server_has_named_one() -> None:
    """A server of an earlier version refuses what it does not know."""
    assert encode(Hello()) == b'{"t":"hello"}'
    assert encode(Hello(3)) == b'{"t":"hello","after":3}'
    assert encode(Hello(3, "9a41c07e")) == b'{"t":"hello","after":3,"log":"9a41c07e"}'


def test_single_mishaps_between_good_connections_end_nothing() -> None:
    view = views("classic/3", None)[0]
    connections = 0

    async def serve(socket: ServerConnection) -> None:
        nonlocal connections
        connections += 1
        await socket.recv()
        good = encode(Welcome(connections, view))
        bad = b'{"t":"welcome","seq":1,"view":{"future":true}}'
        await socket.send(good if connections % 2 else bad, text=True)
        await socket.close()

    async def test() -> None:
        async with client_of(serve) as client:
            await client.wait_for(lambda _: (client.seq or 0) > 2 * MAX_FAILURES_IN_A_ROW)

        assert len(client.problems) >= MAX_FAILURES_IN_A_ROW
        assert client.rejection is None

    run(test)


def test_a_refusal_has_its_code_and_its_words(live: Live) -> None:
    async def test() -> None:
        async with TableClient(*new_table(live)) as client:
            await client.wait_for(lambda _: True)
            with pytest.raises(Refused, match="That cannot be said here") as refused:
                await client.send(SendChatMessage, phrase="no such phrase")

        assert refused.value.code is RefusalCode.BAD_WORDS

    run(test)


def test_somebody_who_watches_sees_no_hand_and_may_not_act(live: Live) -> None:
    async def test() -> None:
        address, table, _ = new_table(live)
        async with TableClient(address, table) as watcher:
            view = await watcher.wait_for(lambda view: view.round is not None)
            assert view.round is not None
            assert view.you is None
            assert {hand.cards for hand in view.round.hands if not hand.open} == {None}
            with pytest.raises(Refused) as refused:
                await watcher.send(SetPace, ms=500)

        assert refused.value.code is RefusalCode.NOT_ALLOWED

    run(test)


def test_a_table_that_does_not_exist_rejects_the_connection(live: Live) -> None:
    async def test() -> None:
        async with TableClient(f"http://{live.host}", "nosuchtable") as client:
            with pytest.raises(ConnectionRejected) as rejected:
                await client.wait_for(lambda _: True)
            with pytest.raises(ConnectionRejected):
                await client.join("Ada")

        assert rejected.value.status in (403, 404)

    run(test)


@pytest.mark.parametrize(
    "address",
    ["127.0.0.1:8019", "nonsense", "ftp://x", "http://", "http://[::1", "http://h:99999", ""],
)
def test_what_is_no_address_of_a_server_is_refused_at_once(address: str) -> None:
    with pytest.raises(ClientError, match="is no address of a server"):
        TableClient(address, "table")
    with pytest.raises(ClientError, match="is no address of a server"):
        BlockingTableClient(address, "table")


@pytest.mark.parametrize("told", ["on_change", "on_frame"])
@pytest.mark.parametrize("kind", [ValueError, OSError, ProtocolError])
def test_what_a_listener_raises_reaches_whoever_waits(
    live: Live, told: str, kind: type[Exception]
) -> None:
    def fail(*_: object) -> None:
        raise kind("a mistake of the listener")

    async def test() -> None:
        address, table, token = new_table(live)
        listener: dict[str, Any] = {told: fail}
        async with TableClient(address, table, token, **listener) as client:
            with pytest.raises(kind, match="a mistake of the listener"):
                await client.wait_for(lambda _: False)
            with pytest.raises(kind, match="a mistake of the listener"):
                await client.send(SetPace, ms=500)

    run(test)


def test_nobody_waits_for_a_client_that_is_closed(live: Live) -> None:
    async def test() -> None:
        async with TableClient(*new_table(live)) as client:
            await client.wait_for(lambda _: True)
            waiting = asyncio.create_task(client.wait_for(lambda _: False))
            await asyncio.sleep(0)
        with pytest.raises(ClientError, match="is closed"):
            await waiting
        with pytest.raises(ClientError, match="is closed"):
            await client.send(SetPace, ms=500)

        assert await client.wait_for(lambda _: True) is client.view
        async with client:
            await client.send(SetPace, ms=700)
            assert (await client.wait_for(lambda view: view.table.pace == 700)).table.pace == 700

    run(test)


def test_blanks_round_an_address_do_no_harm(live: Live) -> None:
    async def test() -> None:
        address, table, token = new_table(live)
        async with TableClient(f" {address}/ ", table, token) as client:
            await client.wait_for(lambda _: True)

    run(test)


def test_a_card_before_the_first_view_is_an_error_at_once() -> None:
    with pytest.raises(NoRoundInProgress):
        TableClient("http://127.0.0.1:9", "table").play_card("7")

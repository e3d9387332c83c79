"""People are told of their turn while they are away: once, and where they asked for it."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from bottleimp.game.round import Phase
from bottleimp.languages.language import ENGLISH, language_for
from bottleimp.server.push import turn_notices
from bottleimp.server.push.turn_notices import (
    AWAY_SECONDS,
    AwaitedTurn,
    TurnKind,
    TurnWatch,
    seconds_to_tell,
    turn_message,
)
from bottleimp.server.state.events import DAYS_PER_MOVE, TableSettings, TimeControl
from bottleimp.server.storage.erasure import erase_person
from bottleimp.server.storage.event_store import EventStore
from bottleimp.server.storage.sqlite import open_existing
from bottleimp.server.tables.table import Table
from tests.support.frames import is_scored
from tests.support.in_process import InProcessService, play_until, run_service
from tests.support.live_server import Answer, Live, running
from tests.support.services.push_service import PushReceiver, push_service, verified_claims
from tests.support.virtual_time import loop_clock, pass_time

pytestmark = pytest.mark.slow

GERMAN = language_for("de", "")
CONTACT = "mailto:host@imp.example"
OFTEN = TableSettings(clock=TimeControl(DAYS_PER_MOVE, days=3))


@pytest.fixture
def receiver(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[PushReceiver]:
    """A push service that this process trusts; people count as away at once."""
    monkeypatch.setattr(turn_notices, "AWAY_SECONDS", 0.05)
    monkeypatch.setattr(turn_notices, "RETRY_PAUSES", (0.05,) * 3)
    with push_service(tmp_path) as (found, certificate):
        monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
        yield found


@pytest.fixture
def live(tmp_path: Path, receiver: PushReceiver) -> Iterator[Live]:
    """A server that tells people by that service."""
    services = (receiver.host,)
    with running(tmp_path / "data", push_contact=CONTACT, push_services=services) as server:
        yield server


def subscribe(
    live: Live, cookie: str, content: object, method: str = "POST", **headers: str
) -> Answer:
    """What the page of a browser tells the server."""
    sent = {"Cookie": cookie, "Content-Type": "application/json", **headers}
    return live.request(method, "/push-subscription", body=json.dumps(content), headers=sent)


def new_table(live: Live) -> tuple[str, str]:
    """A table at which the visitor is to choose first, and has not come yet."""
    return live.new_table("classic/3", first_dealer="0")


def leave_waiting(live: Live, table: str, cookie: str, *subscriptions: object) -> None:
    """The person comes, is asked, perhaps subscribes, and goes: waited for, and away from then."""
    with live.client(table, cookie) as client:
        client.until_view(lambda _: client.is_asked)
        for each in subscriptions:
            assert subscribe(live, cookie, each).status == 204


# --- told -----------------------------------------------------------------------------------


def test_who_is_away_is_told_once_in_their_language(live: Live, receiver: PushReceiver) -> None:
    table, cookie = new_table(live)
    headers = {"Accept-Language": "de"}
    with live.client(table, cookie) as client:
        client.until_view(lambda _: client.is_asked)
        assert subscribe(live, cookie, receiver.subscription(), **headers).status == 204
        assert receiver.delivered == []
    (told,) = receiver.wait_for(1)
    leave_waiting(live, table, cookie)  # who looks and goes is not told again
    leave_waiting(live, *new_table(live), receiver.subscription("another"))
    messages = receiver.wait_for(2)

    assert [each.path for each in messages] == ["/phone", "/another"]
    assert len({len(each.body) for each in messages}) == 1  # in German and in English
    content = receiver.read(told)
    assert content.pop("icon").startswith("/static/app-icon-192")
    assert content == {
        "title": "Klassisch, 3 Spieler", "body": GERMAN.gettext("It is your turn."),
        "path": f"/tables/{table}", "tag": table,
    }  # fmt: skip
    assert verified_claims(told.headers["authorization"])["sub"] == CONTACT
    assert told.headers["content-encoding"] == "aes128gcm"
    assert table not in str(told.headers)


def test_the_next_turn_is_told_too(live: Live, receiver: PushReceiver) -> None:
    table, cookie = new_table(live)
    for count in (1, 2):
        with live.client(table, cookie) as client:
            client.until_view(lambda _: client.is_asked)
            subscribe(live, cookie, receiver.subscription())
            client.act()
            client.until_view(lambda _: client.is_asked)
        assert len(receiver.wait_for(count)) == count


@pytest.mark.wide
def test_one_of_several_servers_tells(
    receiver: PushReceiver, tmp_path: Path, postgresql: str
) -> None:
    settings = {"database": postgresql, "push_contact": CONTACT, "push_services": (receiver.host,)}
    with (
        running(tmp_path / "one", **settings) as one,
        running(tmp_path / "other", **settings) as other,
    ):
        table, cookie = new_table(one)
        with one.client(table) as here, other.client(table) as there:  # both have the table open
            with one.client(table, cookie) as client, other.client(table, cookie):
                client.until_view(lambda _: client.is_asked)
                subscribe(other, cookie, receiver.subscription())
            receiver.wait_for(1)
            second, another = new_table(other)
            leave_waiting(one, second, another, receiver.subscription("another"))
            receiver.wait_for(2)
            for watcher in (here, there):
                watcher.catch_up()

    assert [each.path for each in receiver.delivered] == ["/phone", "/another"]
    keys = {verified_claims(each.headers["authorization"])["key"] for each in receiver.delivered}
    assert len(keys) == 1


def test_nobody_is_told_without_asking_or_any_more(live: Live, receiver: PushReceiver) -> None:
    leave_waiting(live, *new_table(live))
    table, cookie = new_table(live)
    with live.client(table, cookie) as client:
        client.until_view(lambda _: client.is_asked)
        subscribe(live, cookie, receiver.subscription())
        assert subscribe(live, cookie, receiver.subscription(), "DELETE").status == 204
    leave_waiting(live, *new_table(live), receiver.subscription("last"))

    assert [each.path for each in receiver.wait_for(1)] == ["/last"]


def test_nobody_forgets_the_address_of_somebody_else(live: Live, receiver: PushReceiver) -> None:
    (table, cookie), (_, stranger) = new_table(live), new_table(live)
    with live.client(table, cookie) as client:
        client.until_view(lambda _: client.is_asked)
        subscribe(live, cookie, receiver.subscription())
        assert subscribe(live, stranger, receiver.subscription(), "DELETE").status == 204

    assert receiver.wait_for(1)


# --- services that refuse -------------------------------------------------------------------


def test_an_address_that_is_gone_is_forgotten(
    live: Live, receiver: PushReceiver, tmp_path: Path
) -> None:
    receiver.answers["/old"] = 410, {}
    table, cookie = new_table(live)
    leave_waiting(live, table, cookie, receiver.subscription("new"), receiver.subscription("old"))
    receiver.wait_for(2)
    with live.client(table, cookie) as client:
        client.until_view(lambda _: client.is_asked)
        client.act()
        client.until_view(lambda _: client.is_asked)

    assert sorted(each.path for each in receiver.wait_for(3)) == ["/new", "/new", "/old"]


def test_a_service_that_is_busy_is_asked_again(live: Live, receiver: PushReceiver) -> None:
    receiver.answers["/phone"] = 503, {}
    table, cookie = new_table(live)
    leave_waiting(live, table, cookie, receiver.subscription())
    receiver.wait_for(2)
    receiver.answers.clear()
    told = len(receiver.wait_for(3))
    subscribe(live, cookie, receiver.subscription())  # whatever is on its way has come by then

    assert told <= len(receiver.delivered) <= 4


def test_no_service_sends_the_server_elsewhere(live: Live, receiver: PushReceiver) -> None:
    elsewhere = {"Location": f"https://{receiver.host}/elsewhere"}
    receiver.answers |= {f"/{status}": (status, elsewhere) for status in (301, 302, 303, 307, 308)}
    table, cookie = new_table(live)
    subscriptions = [receiver.subscription(path[1:]) for path in receiver.answers]
    leave_waiting(live, table, cookie, *subscriptions)
    receiver.wait_for(len(receiver.answers))

    assert {each.path for each in receiver.delivered} == set(receiver.answers)


# --- who may subscribe ----------------------------------------------------------------------


def test_only_guests_who_have_sat_down_and_pages_of_this_site_subscribe(
    live: Live, receiver: PushReceiver
) -> None:
    _, cookie = new_table(live)
    wanted = receiver.subscription()
    foreign = {"Origin": "https://evil.example"}

    assert subscribe(live, "", wanted).status == 401
    assert subscribe(live, live.new_cookie(), wanted).status == 401
    assert subscribe(live, cookie, wanted, **foreign).status == 403
    assert subscribe(live, cookie, wanted, "DELETE", **foreign).status == 403
    assert subscribe(live, cookie, {**wanted, "endpoint": "https://evil.example/"}).status == 400
    for wrong in (7, f"https://{receiver.host}/a\0"):
        assert subscribe(live, cookie, {"endpoint": wrong}, "DELETE").status == 400


def test_a_server_without_a_contact_knows_nothing_of_it(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        _, cookie = server.new_table("classic/3")
        page = server.request("GET", "/settings")
        answer = subscribe(server, cookie, {})

    assert "data-push" not in page.text
    assert answer.status == 404


def test_pages_name_the_key_with_which_a_browser_subscribes(
    live: Live, receiver: PushReceiver
) -> None:
    table, cookie = new_table(live)
    leave_waiting(live, table, cookie, receiver.subscription())
    (told,) = receiver.wait_for(1)
    key = verified_claims(told.headers["authorization"])["key"]

    assert f'data-push="{key}"' in live.request("GET", f"/tables/{table}").text


def test_of_an_erased_person_no_address_is_left(
    live: Live, receiver: PushReceiver, tmp_path: Path
) -> None:
    table, cookie = new_table(live)
    leave_waiting(live, table, cookie, receiver.subscription())
    receiver.wait_for(1)
    database = open_existing(tmp_path / "data")
    store = EventStore(database)
    found = store.game(table)
    assert found is not None
    (guest,) = found.holders.values()
    before = store.subscriptions(guest)
    erase_person(database, guest)
    after = store.subscriptions(guest)
    store.close()

    assert len(before) == 1
    assert after == []
    for path in (tmp_path / "data").glob("bottleimp.sqlite3"):
        assert receiver.host.encode() not in path.read_bytes()


# --- when -----------------------------------------------------------------------------------


def test_people_are_away_only_after_a_while(tmp_path: Path) -> None:
    told: list[tuple[float, AwaitedTurn]] = []

    async def wait(service: InProcessService) -> None:
        ann = await service.table("classic/3", "oo", OFTEN)
        ben = await service.joined(ann.table, "Ben")
        cem = await service.joined(ann.table, "Cem")
        clock = loop_clock()

        def tell(_table: Table, awaited: AwaitedTurn) -> None:
            told.append((clock.monotonic(), awaited))

        watch = TurnWatch(ann.table, tell)
        ann.table.change_listeners.append(watch.update)
        watch.update()
        await pass_time(3600)
        assert told == []  # all of them are here
        ben.go()
        await pass_time(AWAY_SECONDS - 1)
        ben.come()
        await pass_time(3600)
        assert told == []
        gone = clock.monotonic()
        ben.go()
        await cem.act()
        await pass_time(3600)
        assert [(at - gone, each.guest) for at, each in told] == [(AWAY_SECONDS, ben.guest)]
        ben.come()
        people = [ann, ben, cem]
        await play_until(people, lambda view: view.round is not None and view.round.phase == "play")
        for person in people:
            person.go()
        await pass_time(3600)
        assert len(told) == 2  # a card is waited for from one of them
        assert told[1][1].turn != told[0][1].turn
        left = seconds_to_tell(ann.table, told[1][1].player)
        assert 0 < left < 3 * 86400
        assert left % 60 == 0  # whatever the clock says

    run_service(tmp_path, wait)


def test_nobody_is_told_for_whom_a_computer_plays(tmp_path: Path) -> None:
    told: list[AwaitedTurn] = []

    async def wait(service: InProcessService) -> None:
        ann = await service.table("classic/3", "oc")
        ben = await service.joined(ann.table, "Ben")  # who is not waited for at this table
        watch = TurnWatch(ann.table, lambda _table, awaited: told.append(awaited))
        ann.table.change_listeners.append(watch.update)
        ben.go()
        await ann.until(lambda view: view.players[ben.you].stand_in is not None)
        await pass_time(3600)

    run_service(tmp_path, wait)
    assert told == []


def test_with_days_people_are_told_that_a_round_and_the_match_are_over(tmp_path: Path) -> None:
    told: list[tuple[str, str, str]] = []
    noted: list[tuple[str, str]] = []

    async def play(service: InProcessService) -> None:
        ann = await service.table("matagot/devils-eye,rounds=2", "o", OFTEN)
        ben = await service.joined(ann.table, "Ben")
        names = {ann.guest: "Ann", ben.guest: "Ben"}

        def tell(table: Table, awaited: AwaitedTurn) -> None:
            body = turn_message(table, awaited.kind, ENGLISH).body
            told.append((names[awaited.guest], awaited.turn, body))

        def note(seen: AwaitedTurn) -> None:
            noted.append((names[seen.guest], seen.turn))

        watch = TurnWatch(ann.table, tell, note)
        ann.table.change_listeners.append(watch.update)
        for count in (1, 2):
            await play_until([ann, ben], lambda _view: ends_with_the_next_card(ann.table))
            (late,) = ann.table.state.players_to_act
            last, other = (ann, ben) if late == ann.you else (ben, ann)
            other.go()
            await last.act()
            await pass_time(3600)
            last.go()  # who has seen the end is not told
            await pass_time(3600)
            ends = ("1/round", "The round is over."), ("2/match", "The match is over.")
            assert told[count - 1 :] == [(names[other.guest], *ends[count - 1])]
            assert noted[-1] == (names[last.guest], ends[count - 1][0])
            ann.come()
            ben.come()
            if count == 1:
                await ann.next()
                await ben.next()
        await pass_time(2 * 86400)
        again = TurnWatch(ann.table, tell)  # as where the table is read again
        ann.table.change_listeners.append(again.update)
        ann.go()
        ben.go()
        await pass_time(3600)
        assert len(told) == 2  # the match is over for long

    run_service(tmp_path, play)


def ends_with_the_next_card(table: Table) -> bool:
    """Whether one card of the round is left."""
    played = table.state.current_round
    return played.phase is Phase.PLAY and played.play(played.legal_actions[0]).is_over


def test_without_days_nobody_is_told_that_a_round_is_over(tmp_path: Path) -> None:
    told: list[AwaitedTurn] = []

    async def play(service: InProcessService) -> None:
        ann = await service.table("classic/lopaka", "o")
        ben = await service.joined(ann.table, "Ben")
        watch = TurnWatch(ann.table, lambda _table, awaited: told.append(awaited))
        ann.table.change_listeners.append(watch.update)
        await play_until([ann, ben], is_scored)
        ben.go()
        await pass_time(AWAY_SECONDS * 2)

    run_service(tmp_path, play)
    assert told == []


def test_the_message_is_the_same_whatever_the_cards_are(tmp_path: Path) -> None:
    messages, cards = set(), set()

    async def deal(service: InProcessService) -> None:
        for _ in range(5):
            ann = await service.table("classic/3", "oo")
            await service.joined(ann.table, "Ben")
            await service.joined(ann.table, "Cem")
            cards.add(str(ann.current_round.hands))
            made = turn_message(ann.table, TurnKind.CHOICE, ENGLISH)
            messages.add((made.title, made.body, made.icon))

    run_service(tmp_path, deal)
    assert len(cards) > 1
    assert len(messages) == 1

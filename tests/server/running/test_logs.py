"""What a server logs helps its host and tells nobody a card, a token or a seed."""

import asyncio
import io
import json
import logging
import re
import sqlite3
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import make_url

from bottleimp.protocol.messages import PlayCard
from bottleimp.server.settings import log_output
from bottleimp.server.settings.log_output import EXTRA_FIELDS
from bottleimp.server.storage.database import connection_failure
from bottleimp.server.storage.event_store import EventStore
from bottleimp.server.storage.postgresql import open_postgresql
from bottleimp.server.storage.sqlite import FILE_NAME
from tests.support.frames import shown_round
from tests.support.json_values import Json
from tests.support.server_process import ServerProcess, server_process
from tests.support.services.postgresql import database_away, run_as_owner

ALWAYS = {"at", "severity", "logger", "event"}
# These count things; that a count equals the number on a card says nothing.
NUMBERS = {"seq", "count", "ms", "status"}


@pytest.fixture
def written() -> Iterator[io.StringIO]:
    """What is logged in this test, as JSON lines from the debug level on."""
    root, own = logging.getLogger(), logging.getLogger(log_output.PACKAGE_LOGGER)
    before = root.handlers[:], root.level, own.level
    stream = io.StringIO()
    log_output.configure_logging("debug", "json", stream)
    yield stream
    root.handlers[:] = before[0]
    root.setLevel(before[1])
    own.setLevel(before[2])


def lines(stream: io.StringIO) -> list[Json]:
    return [json.loads(line) for line in stream.getvalue().splitlines()]


def logged(server: ServerProcess) -> list[str]:
    """The lines on the error output of a server that has stopped."""
    assert server.errors is not None
    return server.errors.read_text(encoding="utf-8").splitlines()


@pytest.mark.slow
def test_a_round_at_the_debug_level_leaves_no_secret_in_the_log(tmp_path: Path) -> None:
    with server_process(
        tmp_path, "--log-level", "debug", "--log-format", "json", errors=tmp_path / "log"
    ) as server:
        table, cookie = server.live.new_table("matagot/4", pace="0", name="Ada of the Log")
        with server.live.client(table, cookie) as client:
            client.play_until(lambda view: shown_round(view).phase == "play")
            client.refused(PlayCard, round=1, step=0, card="no card")
            client.play_round()
            client.send_raw("{not a frame, but the card 18.5")
            client.catch_up()
            labels = set(client.current_round.played)
        server.live.request(
            "POST", "/tables", {"edition": "classic/4"}, {"Origin": "http://x.example"}
        )
        server.live.request("GET", f"/tables/{table}/nothing?card=18.5")
        server.stop()
    written = [json.loads(line) for line in logged(server)]
    connection = sqlite3.connect(tmp_path / FILE_NAME)
    secrets = [str(row[0]) for row in connection.execute("SELECT seed FROM secret")]
    secrets += [str(row[0]) for row in connection.execute("SELECT token_hash FROM guest")]
    secrets += [str(row[0]) for row in connection.execute("SELECT id FROM guest")]
    secrets += [str(row[0]) for row in connection.execute("SELECT value FROM seed_key")]
    connection.close()
    text = "\n".join(map(json.dumps, written))
    told = [
        str(v) for line in written for k, v in line.items() if k not in NUMBERS | {"at", "table"}
    ]

    assert {"a command was answered", "a request was answered"} <= {w["event"] for w in written}
    assert len(labels) > 30
    assert [label for label in labels if any(names(said, label) for said in told)] == []
    assert [secret for secret in secrets if secret in text] == []
    assert cookie.partition("=")[2] not in text
    assert "Ada of the Log" not in text
    assert {key for line in written for key in line} - ALWAYS - {*EXTRA_FIELDS, "error"} == set()


def names(said: str, label: str) -> bool:
    """Whether the text holds the label as a word of its own."""
    return re.search(rf"(?<![\w.]){re.escape(label)}(?![\w.])", said) is not None


def test_of_an_error_its_kind_and_place_are_logged_but_not_its_text(written: io.StringIO) -> None:
    def plays(card: str) -> None:
        raise ValueError(f"the card {card} may not be played")

    try:
        plays("18.5")
    except ValueError:
        logging.getLogger("bottleimp.server.api.websocket").exception("a command failed")

    (line,) = lines(written)
    assert line["event"] == "a command failed"
    assert line["severity"] == "error"
    assert line["error"][0].startswith("ValueError in test_logs.py: plays:")
    assert "18.5" not in written.getvalue()


def test_what_a_library_says_is_logged_without_its_values(written: io.StringIO) -> None:
    other = logging.getLogger("asyncio")
    other.error("Task exception was never retrieved\nfuture: <Task play(18.5)>")
    other.error("Executing %r took long", "play(18.5)")
    logging.getLogger("uvicorn.error").debug("< TEXT 'the card 18.5'")

    assert [line["event"] for line in lines(written)] == [
        "Task exception was never retrieved",
        "Executing %r took long",
    ]


def test_a_fact_that_is_none_of_those_listed_is_left_out(written: io.StringIO) -> None:
    facts = {"table": "t1", "card": "18.5", "seq": 3}
    logging.getLogger("bottleimp.server.tables.table").info("something", extra=facts)

    (line,) = lines(written)
    assert (line["table"], line["seq"]) == ("t1", 3)
    assert "card" not in line


def test_a_line_for_people_says_when_how_grave_and_what() -> None:
    record = logging.makeLogRecord(
        {"name": "bottleimp.x", "levelname": "WARNING", "msg": "it rains", "table": "t1"}
    )

    assert re.fullmatch(
        r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d warning it rains table=t1",
        log_output.TextFormatter().format(record),
    )


SERVICE = 'connection failed: connection to server at "10.0.0.5", port 5432 failed: '


@pytest.mark.parametrize(
    ("message", "told"),
    [
        (
            SERVICE + 'FATAL:  password authentication failed for user "ada"',
            "FATAL: password authentication failed for user",
        ),
        (
            SERVICE + "FATAL:  Passwort-Authentifizierung für Benutzer »ada« fehlgeschlagen",
            "FATAL: Passwort-Authentifizierung für Benutzer fehlgeschlagen",
        ),
        (SERVICE + "Connection refused\n\tIs the server running there?", "Connection refused"),
        (
            "failed to resolve host 'db.example': [Errno -2] Name or service not known",
            "failed to resolve host: [Errno -2] Name or service not known",
        ),
        ("", ""),
    ],
)
def test_why_there_is_no_connection_is_told_without_names(message: str, told: str) -> None:
    assert connection_failure(message) == told


@pytest.mark.slow
def test_the_log_says_why_the_database_cannot_be_reached(
    written: io.StringIO, postgresql: str
) -> None:
    store, name = EventStore(open_postgresql(postgresql)), make_url(postgresql).database
    with database_away(postgresql):
        asyncio.run(store.try_writing())
    run_as_owner(f"ALTER DATABASE {name} SET default_transaction_read_only = on")
    asyncio.run(store.try_writing())
    store.close()

    reasons = [line["reason"] for line in lines(written) if line["event"] == "writing failed"]
    assert reasons == [
        "FATAL: database is not currently accepting connections",
        "ReadOnlySqlTransaction 25006",
    ]


@pytest.mark.wide
@pytest.mark.slow
def test_only_what_is_grave_enough_is_logged(tmp_path: Path) -> None:
    with server_process(tmp_path, errors=tmp_path / "log") as server:
        table, cookie = server.live.new_table("classic/3", pace="0")
        with server.live.client(table, cookie) as client:
            client.play_round()
        server.stop()

    # On a busy machine a player may be late, which is grave enough.
    assert [line for line in logged(server) if not line.endswith("reason=late")] == []


def test_lines_of_several_threads_stay_whole(written: io.StringIO) -> None:
    own = logging.getLogger("bottleimp.server.storage.event_store")

    def write() -> None:
        for number in range(50):
            own.debug("a line", extra={"count": number})

    threads = [threading.Thread(target=write) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert len(lines(written)) == 200

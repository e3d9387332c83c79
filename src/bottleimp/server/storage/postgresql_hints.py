"""Hints between servers by LISTEN and NOTIFY, gathered for a moment outside of other transactions.

A NOTIFY holds a lock of the whole database until its transaction has ended, so it must not be part
of one that writes events.
"""

import logging
import queue
import threading
import time
from collections.abc import Callable, Iterator
from itertools import islice

import msgspec
from sqlalchemy import Connection, text
from sqlalchemy.exc import SQLAlchemyError

from bottleimp.server.state.server_directory import Hint
from bottleimp.server.storage.database import Database

log = logging.getLogger(__name__)

CHANNEL = "bottleimp"
GATHERING = 0.01  # seconds in which hints are put together
RETRY_DELAY = 1.0  # seconds until a connection that broke is made anew
LISTEN_INTERVAL = 0.5  # seconds after which a listener looks whether it is to end
MAX_TABLES = 60  # in one message, which PostgreSQL limits to 8,000 bytes
NOTIFY = text("SELECT pg_notify(:channel, :payload)")

encode_hint = msgspec.json.Encoder().encode
decode_hint = msgspec.json.Decoder(Hint).decode


class PostgresqlHints:
    """A thread that sends, and one that listens; both go on when the database comes back."""

    def __init__(self, database: Database) -> None:
        self._engine = database.write_engine.execution_options(isolation_level="AUTOCOMMIT")
        self._waiting: queue.SimpleQueue[Hint | None] = queue.SimpleQueue()
        self._is_closing = threading.Event()
        self._is_listening = True  # or has not tried to yet
        self._threads: list[threading.Thread] = []

    def start(self, on_hint: Callable[[Hint], None]) -> None:
        """Calls with each hint of any server from now on, in a thread of its own."""
        self._threads = [
            threading.Thread(target=self._run_sender, name="hints", daemon=True),
            threading.Thread(
                target=self._run_listener, args=[on_hint], name="listener", daemon=True
            ),
        ]
        for thread in self._threads:
            thread.start()

    def publish(self, hint: Hint) -> None:
        """Sends a hint soon; never waits."""
        self._waiting.put(hint)

    def close(self) -> None:
        """Sends and calls no more."""
        self._is_closing.set()
        self._waiting.put(None)
        for thread in self._threads:
            thread.join()

    def _run_sender(self) -> None:
        while (first := self._waiting.get()) is not None:
            time.sleep(GATHERING)
            try:
                with self._engine.connect() as connection:
                    for hint in batched_hints(self._gathered(first)):
                        payload = encode_hint(hint).decode()
                        connection.execute(NOTIFY, {"channel": CHANNEL, "payload": payload})
            except SQLAlchemyError as problem:  # the others look anyway
                log.debug("a hint could not be sent", extra={"reason": type(problem).__name__})

    def _gathered(self, first: Hint) -> Hint:
        positions, presence = dict(first.positions), set(first.presence)
        thinking = dict(first.thinking)
        while True:
            try:
                more = self._waiting.get_nowait()
            except queue.Empty:
                break
            if more is None:
                self._waiting.put(None)
                break
            positions.update(more.positions)
            presence.update(more.presence)
            thinking.update(more.thinking)
        return Hint(first.server, positions, sorted(presence), thinking)

    def _run_listener(self, on_hint: Callable[[Hint], None]) -> None:
        while not self._is_closing.is_set():
            try:
                with self._engine.connect() as connection:
                    self._listen(connection, on_hint)
            except Exception as problem:  # of the driver's own kinds too, which have no parent here
                if self._is_listening:  # and not at each try
                    log.warning("hints cannot be heard", extra={"reason": type(problem).__name__})
                self._is_listening = False
                self._is_closing.wait(RETRY_DELAY)

    def _listen(self, connection: Connection, on_hint: Callable[[Hint], None]) -> None:
        connection.exec_driver_sql(f"LISTEN {CHANNEL}")
        self._is_listening = True
        driver = connection.connection.driver_connection
        assert driver is not None  # it is open
        while not self._is_closing.is_set():
            for notification in driver.notifies(timeout=LISTEN_INTERVAL):
                try:
                    hint = decode_hint(notification.payload)
                except msgspec.MsgspecError:  # of another program, or of another version
                    continue
                on_hint(hint)


def batched_hints(hint: Hint) -> Iterator[Hint]:
    """The same in messages that are short enough."""
    positions, presence = iter(hint.positions.items()), iter(hint.presence)
    thinking = iter(hint.thinking.items())
    while True:
        some = Hint(
            hint.server,
            dict(islice(positions, MAX_TABLES)),
            tuple(islice(presence, MAX_TABLES)),
            dict(islice(thinking, MAX_TABLES)),
        )
        if not (some.positions or some.presence or some.thinking):
            return
        yield some

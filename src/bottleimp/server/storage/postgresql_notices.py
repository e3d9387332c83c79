"""Notices between servers by LISTEN and NOTIFY, gathered for a moment outside other transactions.

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

from bottleimp.server.state.server_directory import ChangeNotice
from bottleimp.server.storage.database import Database, failure_reason

log = logging.getLogger(__name__)

CHANNEL = "bottleimp"
NOTICE_DELAY = 0.01  # seconds in which notices are put together
RETRY_DELAY = 1.0  # seconds until a connection that broke is made anew
LISTEN_INTERVAL = 0.5  # seconds after which a listener looks whether it is to end
MAX_TABLES = 60  # in one message, which PostgreSQL limits to 8,000 bytes
NOTIFY = text("SELECT pg_notify(:channel, :payload)")

encode_notice = msgspec.json.Encoder().encode
decode_notice = msgspec.json.Decoder(ChangeNotice).decode


class PostgresqlNotices:
    """A thread that sends, and one that listens; both go on when the database comes back."""

    def __init__(self, database: Database) -> None:
        self._engine = database.write_engine.execution_options(isolation_level="AUTOCOMMIT")
        self._waiting: queue.SimpleQueue[ChangeNotice | None] = queue.SimpleQueue()
        self._is_closing = threading.Event()
        self._failure: str | None = None  # why notices cannot be heard
        self._threads: list[threading.Thread] = []

    def start(self, on_notice: Callable[[ChangeNotice], None]) -> None:
        """Calls with each notice of any server from now on, in a thread of its own."""
        self._threads = [
            threading.Thread(target=self._run_sender, name="notices", daemon=True),
            threading.Thread(
                target=self._run_listener, args=[on_notice], name="listener", daemon=True
            ),
        ]
        for thread in self._threads:
            thread.start()

    def publish(self, notice: ChangeNotice) -> None:
        """Sends a notice soon; never waits."""
        self._waiting.put(notice)

    def close(self) -> None:
        """Sends and calls no more."""
        self._is_closing.set()
        self._waiting.put(None)
        for thread in self._threads:
            thread.join()

    def _run_sender(self) -> None:
        while (first := self._waiting.get()) is not None:
            time.sleep(NOTICE_DELAY)
            try:
                with self._engine.connect() as connection:
                    for notice in batched_notices(self._gathered(first)):
                        payload = encode_notice(notice).decode()
                        connection.execute(NOTIFY, {"channel": CHANNEL, "payload": payload})
            except SQLAlchemyError as problem:  # the others look anyway
                log.debug("a notice could not be sent", extra={"reason": failure_reason(problem)})

    def _gathered(self, first: ChangeNotice) -> ChangeNotice:
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
        return ChangeNotice(first.server, positions, sorted(presence), thinking)

    def _run_listener(self, on_notice: Callable[[ChangeNotice], None]) -> None:
        while not self._is_closing.is_set():
            try:
                with self._engine.connect() as connection:
                    self._listen(connection, on_notice)
            except Exception as problem:  # of the driver's own kinds too, which have no parent here
                before, self._failure = self._failure, failure_reason(problem)
                if self._failure != before:  # and not at each try
                    log.warning("notices cannot be heard", extra={"reason": self._failure})
                self._is_closing.wait(RETRY_DELAY)

    def _listen(self, connection: Connection, on_notice: Callable[[ChangeNotice], None]) -> None:
        connection.exec_driver_sql(f"LISTEN {CHANNEL}")
        self._failure = None
        driver = connection.connection.driver_connection
        assert driver is not None  # it is open
        while not self._is_closing.is_set():
            for notification in driver.notifies(timeout=LISTEN_INTERVAL):
                try:
                    notice = decode_notice(notification.payload)
                except msgspec.MsgspecError:  # of another program, or of another version
                    continue
                on_notice(notice)


def batched_notices(notice: ChangeNotice) -> Iterator[ChangeNotice]:
    """The same in messages that are short enough."""
    positions, presence = iter(notice.positions.items()), iter(notice.presence)
    thinking = iter(notice.thinking.items())
    while True:
        some = ChangeNotice(
            notice.server,
            dict(islice(positions, MAX_TABLES)),
            tuple(islice(presence, MAX_TABLES)),
            dict(islice(thinking, MAX_TABLES)),
        )
        if not (some.positions or some.presence or some.thinking):
            return
        yield some

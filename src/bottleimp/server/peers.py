"""This server among others with the same database: it sees what they write, and who is there.

Any server takes any command of any table, and the log decides who was first.  What happens without
anybody's command, as when a computer player is to act, falls to one server for each table; the
others stand by and do it a little later if that one does not.
"""

import asyncio
import contextlib
import hashlib
import logging
import secrets
import time
from collections import Counter
from collections.abc import Callable, Coroutine, Iterable, Mapping
from dataclasses import replace
from functools import partial

from bottleimp.async_tasks import cancel_all
from bottleimp.protocol.refusals import StorageUnavailable
from bottleimp.server.settings.clock import SharedClock
from bottleimp.server.state.server_directory import (
    ChangeNotice,
    Connections,
    NoticeChannel,
    ServerDirectory,
    ServerNews,
    ServerReport,
    ThinkingNotice,
)
from bottleimp.server.tables.peer_link import PeerLink, RegistryPeerLink
from bottleimp.server.tables.registry import TableRegistry
from bottleimp.server.tables.table import Table
from bottleimp.server.tables.uptime import Uptime

log = logging.getLogger(__name__)

SERVER_ID_BYTES = 8
EXCHANGE_INTERVAL = 2.0  # seconds
EXCHANGE_TIMEOUT = 5.0  # seconds for which somebody waits for news
LONGEST_IGNORANCE = 5.0  # seconds after which nothing is done without looking for news
PRESENCE_DELAY = 0.02  # seconds in which people who come and go are put together
LONGEST_ABSENCE = 6.0  # seconds after which other servers no longer count as heard of
LONGEST_SILENCE = 30.0  # seconds after which others may have forgotten what a server said
CLOCK_ANSWER, CLOCK_DIFFERENCE = 0.5, 1.0  # seconds
STANDBY_DELAY = 2.0  # seconds, times how many servers come first
UNREACHABLE = "The database cannot be reached."


class PeerServers:
    """Follows what the other servers do, and says what this one does."""

    def __init__(
        self,
        directory: ServerDirectory,
        channel: NoticeChannel,
        registry: TableRegistry,
        uptime: Uptime,
        on_failure: Callable[[Exception], None],
        clock: SharedClock | None = None,
    ) -> None:
        """`on_failure` is called when the database can no longer be reached.

        `clock` follows the clock of the database, where one is given.
        """
        self._clock = clock
        self._is_clock_wrong = False  # that of this machine
        self._on_failure = on_failure
        self.id = secrets.token_hex(SERVER_ID_BYTES)
        self._directory = directory
        self._channel = channel
        self._registry = registry
        self._uptime = uptime
        self._alive = frozenset({self.id})
        self._told: dict[str, Connections] = {}  # who is connected here, by table
        self._is_known = False  # whether the others have that, and have not forgotten it
        self._is_started = self._is_failing = self._is_stopping = False
        self._failure = ""  # why the database could not be reached the last time
        self._known_at = 0.0  # when the news was read that is known here, in seconds since 1970
        self._last_exchange = 0  # the number of the one that began last
        self._known_exchange = 0  # the number of the one whose news is known
        self._asking: asyncio.Task[None] | None = None
        self._wanted = asyncio.Event()
        self._following: asyncio.Task[None] | None = None
        self._others: set[asyncio.Task[None]] = set()  # what else is under way
        self._newest: dict[str, int] = {}  # the last event known, of tables that are being read
        self._database: str | None = None  # which one it was at the last exchange
        self._outdated: set[str] = set()  # tables whose logs are others than were read
        self._owes_take_over = False  # whether tables of servers that ended are not opened yet

    @property
    def alive_count(self) -> int:
        """How many servers with the same database were heard of lately, itself included."""
        is_recent = abs(time.time() - self._known_at) <= LONGEST_ABSENCE
        return len(self._alive) if is_recent else 1

    async def start(self) -> None:
        """Learns which servers there are, and follows them; raises what the database raised."""
        self._registry.peers = RegistryPeerLink(self._is_first_for, self._is_alone)
        self._registry.open_listeners.append(self._watch_presence)
        try:
            await self._exchange()
        except StorageUnavailable as problem:
            raise (problem.__cause__ or problem) from None  # whoever starts a server is told why
        self._is_started = True
        loop = asyncio.get_running_loop()

        def on_notice(notice: ChangeNotice) -> None:
            with contextlib.suppress(RuntimeError):  # the loop has ended
                loop.call_soon_threadsafe(self._take_notice, notice)

        self._channel.start(on_notice)
        self._following = asyncio.create_task(self._follow())

    async def stop_following(self) -> None:
        """Does nothing more about what others do; they are not told yet that this one ends."""
        self._is_stopping = True
        ending = [*self._others, *([] if self._following is None else [self._following])]
        await cancel_all(*ending)

    async def stop(self) -> None:
        """Says that this server ends, so that the others need not wait to find out."""
        await self.stop_following()
        if self._asking is not None:  # else it would say after the end that this one is alive
            await asyncio.gather(self._asking, return_exceptions=True)
        try:
            await asyncio.to_thread(self._directory.leave, self.id)
            self._channel.publish(ChangeNotice(self.id, presence=sorted(self._told)))
        except Exception:  # they find out
            log.exception("the other servers could not be told that this one ends")
        await asyncio.to_thread(self._channel.close)

    def note_commit(self, positions: Mapping[str, int]) -> None:
        """Tells the others which tables have changed; called in any thread."""
        self._channel.publish(ChangeNotice(self.id, positions))

    # --- what others do -----------------------------------------------------------------

    async def _follow(self) -> None:
        while True:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(EXCHANGE_INTERVAL):
                    await self._wanted.wait()
            await asyncio.sleep(PRESENCE_DELAY)
            self._wanted.clear()
            # While the database is away nothing is known; when it is back, all is read again.
            try:
                await self._exchange_in_time()
            except TimeoutError as problem:  # it goes on, and somebody is told meanwhile
                self._note_failure(problem)
            except StorageUnavailable:  # which is told
                continue

    async def _require_news(self, opened_after: int) -> None:
        """Learns what is new if that was not just done, as after a sleep.

        Of a table that was opened after that exchange nothing was known before.  Raises
        StorageUnavailable.
        """
        for _ in range(2):  # the first may have begun before the sleep
            is_recent = abs(time.time() - self._known_at) <= LONGEST_IGNORANCE
            if is_recent and self._known_exchange > opened_after:
                return
            try:
                await self._exchange_in_time()
            except TimeoutError as problem:
                raise StorageUnavailable(UNREACHABLE) from problem

    async def _exchange_in_time(self) -> None:
        """Exchanges news; raises StorageUnavailable, or TimeoutError where that takes too long.

        Whatever else goes wrong, when the news is taken in, is logged and ends nothing.
        """
        try:
            async with asyncio.timeout(EXCHANGE_TIMEOUT):
                await self._exchange()
        except (StorageUnavailable, TimeoutError):
            raise
        except Exception:
            log.exception("the news of other servers could not be taken in")

    async def _exchange(self) -> None:
        """Exchanges news; who comes while that is under way waits for it."""
        if self._asking is None or self._asking.done():
            self._asking = asyncio.create_task(self._exchange_once())
        await asyncio.shield(self._asking)

    async def _exchange_once(self) -> None:
        began, began_at = time.time(), time.monotonic()
        self._last_exchange = number = self._last_exchange + 1
        tables = {table.id: table for table in self._registry.open_tables()}
        known = {table.id: table.seq for table in tables.values()}
        here: dict[str, Connections] = {
            table.id: table.presence.connections
            for table in tables.values()
            if table.presence.connections
        }
        if abs(began - self._known_at) > LONGEST_SILENCE:
            self._is_known = False
        told = self._told if self._is_known else {}
        changed = {
            name: here.get(name, {})
            for name in here.keys() | told.keys()
            if here.get(name) != told.get(name)
        }
        report = ServerReport(
            self.id, changed, tuple(tables),
            is_complete=not self._is_known, is_first=not self._is_started,
        )  # fmt: skip
        self._is_known = False  # unless it comes back
        try:
            news = await asyncio.to_thread(self._directory.exchange, report)
        except Exception as problem:
            self._note_failure(problem)
            raise StorageUnavailable(UNREACHABLE) from problem
        self._told, self._is_known, self._known_at = here, True, began
        self._known_exchange = number
        self._follow_clock(news.time_ms, began_at, time.monotonic())
        if changed:
            self._channel.publish(ChangeNotice(self.id, presence=sorted(changed)))
        self._uptime.replace_gaps(news.outages)
        was_failing, self._is_failing = self._is_failing, False
        if was_failing:  # the others may not have been able to say that they are alive
            log.warning("the database can be reached again")
            news = replace(news, alive=news.alive | self._alive, presence=None)
        self._notice_deaths(news.alive)
        is_other = self._database not in (None, news.database)
        self._database = news.database
        self._outdated &= tables.keys()
        for table in tables.values():
            if is_other or 0 < news.positions.get(table.id, 0) < known[table.id]:
                self._outdated.add(table.id)
            if table.id in self._outdated:
                self._begin(self._read_anew(table))
            self._take_news(table, news)

    def _follow_clock(self, time_ms: int | None, began: float, ended: float) -> None:
        """Takes the time of the database, unless the answer was too long under way to tell it."""
        if self._clock is None or time_ms is None:
            return
        if self._is_started and ended - began > CLOCK_ANSWER:
            return
        ahead = self._clock.follow(time_ms, (began + ended) / 2)
        was_wrong, self._is_clock_wrong = self._is_clock_wrong, abs(ahead) > CLOCK_DIFFERENCE
        if self._is_clock_wrong and not was_wrong:
            text = "the clock of this machine differs from that of the database, which counts"
            log.warning(text, extra={"seconds": round(ahead, 1)})

    def _note_failure(self, problem: Exception) -> None:
        was_failing, self._is_failing = self._is_failing, True
        if not was_failing:
            self._on_failure(problem)
        before, self._failure = self._failure, self._directory.failure_reason(problem)
        if not was_failing or self._failure != before:
            extra = {"reason": self._failure}
            log.error("the database cannot be reached", extra=extra, exc_info=problem)

    def _notice_deaths(self, alive: frozenset[str]) -> None:
        dead = self._alive - alive - {self.id}
        self._alive = alive | {self.id}
        if dead:
            log.warning("other servers have ended", extra={"count": len(dead)})
        if dead or self._owes_take_over:
            self._owes_take_over = False
            self._begin(self._take_over())

    async def _take_over(self) -> None:
        """Opens the tables that servers which ended may have looked after."""
        try:
            await self._registry.resume_unfinished()
            await self._registry.resume_with_clock()
        except Exception:
            self._owes_take_over = True  # after the next exchange
            log.exception("tables of servers that ended could not be opened")

    def _take_news(self, table: Table, news: ServerNews) -> None:
        newest = news.positions.get(table.id, 0)
        if newest > table.seq:
            self._refresh(table, newest)
        if news.presence is None:
            return
        elsewhere = news.presence.get(table.id, {})
        connected = Counter[str]()
        for connections in elsewhere.values():
            connected.update(connections)
        table.presence.set_elsewhere(connected)
        attended = {*elsewhere, self.id} if table.presence.connections else set(elsewhere)
        # Where nobody is connected, whoever has the table in memory acts: others need not have it.
        order = ordered_servers(table.id, attended or {self.id})
        place = order.index(self.id) if self.id in order else len(order)
        if table.peers.standby_delay != place * STANDBY_DELAY:
            table.peers.standby_delay = place * STANDBY_DELAY
            table.notify_listeners()

    def _take_notice(self, notice: ChangeNotice) -> None:
        if notice.server == self.id:
            return
        for name, seq in notice.positions.items():
            table = self._registry.find_open(name)
            if table is not None and table.seq < seq:
                self._refresh(table, seq)
        if any(self._registry.find_open(name) is not None for name in notice.presence):
            self._wanted.set()
        for name, thinking in notice.thinking.items():
            table = self._registry.find_open(name)
            if table is not None and table.is_in_use:
                self._begin(self._show_thinking(table, thinking))

    def _refresh(self, table: Table, newest: int) -> None:
        """Has a table read what is new, up to that event at least; one reading at a time."""
        is_under_way = table.id in self._newest
        self._newest[table.id] = max(newest, self._newest.get(table.id, 0))
        if not is_under_way:
            self._begin(self._read_news_of(table))

    async def _read_news_of(self, table: Table) -> None:
        try:
            while table.seq < self._newest[table.id]:
                if not await table.refresh():
                    break  # it was rewritten, or another copy was put back
        except Exception:
            log.exception("what is new at a table cannot be read", extra={"table": table.id})
        finally:
            del self._newest[table.id]

    async def _read_anew(self, table: Table) -> None:
        """Has a table read its whole log, which is another one than it was.

        So it is where a copy of the database has taken over that did not have the last events yet.
        """
        try:
            await table.reload()
        except Exception:  # tried again after the next exchange
            log.exception("a table cannot be read anew", extra={"table": table.id})
        else:
            self._outdated.discard(table.id)

    async def _show_thinking(self, table: Table, thinking: ThinkingNotice) -> None:
        try:
            await table.refresh()  # the player thinks about what is there now
        except Exception:  # which is told where the table itself is read
            return
        if table.seq == thinking.seq:  # else the player has played meanwhile
            table.announce_thinking(thinking.player, is_warming_up=thinking.is_warming_up)

    def _begin(self, what: Coroutine[None, None, None]) -> None:
        if self._is_stopping:
            what.close()
            return
        task = asyncio.create_task(what)
        self._others.add(task)
        task.add_done_callback(self._others.discard)

    # --- what this one does -------------------------------------------------------------

    def _watch_presence(self, table: Table) -> None:
        def look() -> None:
            if table.presence.connections != self._told.get(table.id, {}):
                self._wanted.set()

        def tell_thinking(thinking: ThinkingNotice) -> None:
            if not self._is_alone():
                self._channel.publish(ChangeNotice(self.id, thinking={table.id: thinking}))

        table.change_listeners.append(look)
        table.peers = PeerLink(
            # Until the news is there, another server may have people at the table.
            standby_delay=0.0 if self._is_alone() else STANDBY_DELAY,
            require_news=partial(self._require_news, self._last_exchange),
            tell_thinking=tell_thinking,
        )
        self._wanted.set()

    def _is_alone(self) -> bool:
        return len(self._alive) == 1

    def _is_first_for(self, table: str) -> bool:
        return ordered_servers(table, self._alive)[0] == self.id


def ordered_servers(table: str, servers: Iterable[str]) -> list[str]:
    """The servers in the order in which they look after a table; another order for each table."""

    def weight(server: str) -> bytes:
        return hashlib.sha256(f"{table} {server}".encode()).digest()

    return sorted(servers, key=weight)

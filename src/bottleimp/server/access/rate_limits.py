"""How much one connection, one seat, one table or one address may ask of the server."""

import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from starlette.requests import HTTPConnection, Request
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from bottleimp.protocol.refusals import Code, Refused
from bottleimp.server.access.security import address_of, is_from_elsewhere, is_local
from bottleimp.server.settings.config import AN_HOUR, ServerSettings
from bottleimp.server.tables.registry import TableService
from bottleimp.server.tables.table import Table

# What pages consist of, and what machines look at, is asked for often by people who mean well.
UNCOUNTED = ("/static/", "/healthz", "/readyz", "/metrics")
MOST_KEPT = 10_000  # buckets; the one that was used longest ago is forgotten first


@dataclass
class Bucket:
    """Lets so many messages through at once, and so many a second after that."""

    size: int
    a_second: float
    level: float = field(init=False)
    filled: float = field(init=False)

    def __post_init__(self) -> None:
        self.level, self.filled = self.size, time.monotonic()

    def lets_through(self) -> bool:
        """Whether one more message may pass now."""
        now = time.monotonic()
        self.level = min(self.size, self.level + (now - self.filled) * self.a_second)
        self.filled = now
        if self.level < 1:
            return False
        self.level -= 1
        return True


class Buckets:
    """A bucket for everybody who asks, by seat or by address."""

    def __init__(self, size: int, a_second: float) -> None:
        self._size = size
        self._a_second = a_second
        self._buckets: OrderedDict[Hashable | None, Bucket] = OrderedDict()

    def take(self, key: Hashable | None) -> None:
        """Counts one message; raises Refused with `too-fast`; None is not counted."""
        if not self.lets_through(key):
            raise Refused(Code.TOO_FAST)

    def lets_through(self, key: Hashable | None) -> bool:
        """Counts one message; whether it may pass; None is not counted."""
        if key is None:
            return True
        bucket = self._buckets.get(key)
        if bucket is None:
            bucket = self._buckets[key] = Bucket(self._size, self._a_second)
            if len(self._buckets) > MOST_KEPT:
                self._buckets.popitem(last=False)
        self._buckets.move_to_end(key)
        return bucket.lets_through()

    def give_back(self, key: Hashable | None) -> None:
        """Takes back that the last message was counted."""
        bucket = self._buckets.get(key)
        if bucket is not None:
            bucket.level += 1


class Lines:
    """How many sockets, streams and waiting requests each address has open."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._open: Counter[str] = Counter()

    def require_room(self, address: str | None) -> None:
        """Raises Refused with `too-many` where the address has as many as it may."""
        if address is not None and self._open[address] >= self._most:
            raise Refused(Code.TOO_MANY)

    @contextmanager
    def one_more(self, address: str | None) -> Iterator[None]:
        """Counts a line while it is open; None is not counted."""
        if address is None:
            yield
            return
        self._open[address] += 1
        try:
            yield
        finally:
            self._open[address] -= 1
            if not self._open[address]:
                del self._open[address]


class Limits:
    """The limits of one server that hold across connections."""

    def __init__(self, settings: ServerSettings) -> None:
        self.requests = Buckets(settings.most_requests_at_once, settings.requests_a_second)
        self.seats = Buckets(settings.most_messages_at_once, settings.messages_a_second)
        self.addresses = Buckets(
            settings.most_address_messages_at_once, settings.address_messages_a_second
        )
        self._tables = Buckets(
            settings.most_table_commands_at_once, settings.table_commands_a_second
        )
        self._codes = Buckets(settings.wrong_codes_an_hour, settings.wrong_codes_an_hour / AN_HOUR)
        self.lines = Lines(settings.most_lines)

    def take_request(self, connection: HTTPConnection, *, is_foreign: bool) -> None:
        """Counts a request or a handshake; raises Refused when they come too fast from there.

        What pages of other sites ask is counted by itself, on this machine too: the person in
        whose browser such a page is open means nothing by it.
        """
        counts = ("foreign", address_of(connection)) if is_foreign else counted(connection)
        self.requests.take(counts)

    def take_command(self, table: Table, guest: str) -> None:
        """Counts a command; raises Refused when it comes too fast, for the guest or the table.

        Whoever only watches takes nothing from those who play.
        """
        self.seats.take((table.id, guest))
        self._tables.take((table.id, table.player_of(guest) is None))

    async def table_with_code(
        self, connection: HTTPConnection, code: str, service: TableService
    ) -> Table | None:
        """The table with a typed code; raises Refused where too many wrong ones came from there."""
        address = counted(connection)
        if not self._codes.lets_through(address):  # before looking, so that many at once fail
            raise Refused(Code.TOO_MANY)
        table = await service.with_code(code)
        if table is not None:
            self._codes.give_back(address)
        return table


class RequestLimit:
    """Answers requests that come too fast from one address; a page's own files are not counted."""

    def __init__(
        self, app: ASGIApp, limits: Limits, answer: Callable[[Request, Refused], Response]
    ) -> None:
        self._app = app
        self._limits = limits
        self._answer = answer

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and not scope["path"].startswith(UNCOUNTED):
            request = Request(scope, receive)
            try:
                self._limits.take_request(request, is_foreign=is_from_elsewhere(request))
            except Refused as refusal:
                await self._answer(request, refusal)(scope, receive, send)
                return
        await self._app(scope, receive, send)


def counted(connection: HTTPConnection) -> str | None:
    """The address by which a visitor is counted; None for someone on this machine itself."""
    return None if is_local(connection) else address_of(connection)

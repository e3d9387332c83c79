"""How much one connection, one seat, one table or one address may ask of the server."""

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from starlette.requests import HTTPConnection, Request
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from bottleimp.protocol.messages import AnyCommand, SendChatMessage
from bottleimp.protocol.refusals import RefusalCode, Refused
from bottleimp.server.access.addresses import client_network
from bottleimp.server.access.security import is_cross_site, is_local
from bottleimp.server.settings.clock import SYSTEM_CLOCK, Clock
from bottleimp.server.settings.config import HOUR_SECONDS, ServerSettings
from bottleimp.server.tables.registry import TableRegistry
from bottleimp.server.tables.table import Table
from bottleimp.server.tables.token_bucket import TokenBuckets

# What pages consist of, and what machines look at, is asked for often by people who mean well.
UNLIMITED_PATHS = frozenset({"/healthz", "/readyz", "/metrics"})
UNLIMITED_FOLDER = "/static/"
CHAT_BURST, CHAT_PER_SECOND = 20, 0.5  # messages of a guest at all tables together
ONLOOKER_BURST = 5  # commands of an onlooker at once
ONLOOKERS_AT_FULL_RATE = 100  # so many reach the limit of all onlookers together


class StreamLimit:
    """How many sockets, streams and waiting requests each address has open."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._open: Counter[str] = Counter()

    @contextmanager
    def open_line(self, address: str | None) -> Iterator[None]:
        """Counts a line while it is open; None is not counted.

        Raises Refused with `too-many` where the address has as many as it may.
        """
        if address is None:
            yield
            return
        if self._open[address] >= self._most:
            raise Refused(RefusalCode.TOO_MANY)
        self._open[address] += 1
        try:
            yield
        finally:
            self._open[address] -= 1
            if not self._open[address]:
                del self._open[address]


class RateLimits:
    """The limits of one server that hold across connections."""

    def __init__(self, settings: ServerSettings, clock: Clock = SYSTEM_CLOCK) -> None:
        self.requests = TokenBuckets(settings.request_burst, settings.requests_per_second, clock)
        self.seats = TokenBuckets(settings.message_burst, settings.messages_per_second, clock)
        self.addresses = TokenBuckets(
            settings.address_message_burst, settings.address_messages_per_second, clock
        )
        self._tables = TokenBuckets(
            settings.table_command_burst, settings.table_commands_per_second, clock
        )
        # Onlookers can do little but sit down, so a few commands each are enough.
        self._onlookers = TokenBuckets(
            ONLOOKER_BURST, settings.table_commands_per_second / ONLOOKERS_AT_FULL_RATE, clock
        )
        self._messages = TokenBuckets(CHAT_BURST, CHAT_PER_SECOND, clock)
        self._codes = TokenBuckets(
            settings.wrong_codes_per_hour, settings.wrong_codes_per_hour / HOUR_SECONDS, clock
        )
        self.streams = StreamLimit(settings.max_streams)

    def take_request(self, connection: HTTPConnection, *, is_foreign: bool) -> None:
        """Counts a request or a handshake; raises Refused when they come too fast from there.

        What pages of other sites ask is counted by itself, on this machine too: the person in
        whose browser such a page is open means nothing by it.
        """
        counts = (
            ("foreign", client_network(connection)) if is_foreign else limited_network(connection)
        )
        self.requests.take(counts)

    def take_command(self, table: Table, guest: str, command: AnyCommand) -> None:
        """Counts a command; raises Refused when it comes too fast, for the guest or the table.

        What is said stays in the log for ever, so it is counted over all tables of a guest too.
        Onlookers take nothing from those who play, and hardly anything from each other: each of
        them has a small share of what onlookers may ask of a table together.
        """
        self.seats.take((table.id, guest))
        is_onlooker = table.player_of(guest) is None
        if is_onlooker:
            self._onlookers.take((table.id, guest))
        self._tables.take((table.id, is_onlooker))
        if isinstance(command, SendChatMessage):
            self._messages.take(guest)

    async def table_with_code(
        self, connection: HTTPConnection, code: str, registry: TableRegistry
    ) -> Table | None:
        """The table with a typed code; raises Refused where too many wrong ones came from there."""
        address = limited_network(connection)
        if not self._codes.try_take(address):  # before looking, so that many at once fail
            raise Refused(RefusalCode.TOO_MANY)
        table = await registry.find_by_code(code, client_network(connection))
        if table is not None:
            self._codes.refund(address)
        return table


class RequestLimitMiddleware:
    """Answers requests that come too fast from one address; a page's own files are not counted."""

    def __init__(
        self, app: ASGIApp, limits: RateLimits, answer: Callable[[Request, Refused], Response]
    ) -> None:
        self._app = app
        self._limits = limits
        self._answer = answer

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and not is_unlimited(scope["path"]):
            request = Request(scope, receive)
            try:
                self._limits.take_request(request, is_foreign=is_cross_site(request))
            except Refused as refusal:
                await self._answer(request, refusal)(scope, receive, send)
                return
        await self._app(scope, receive, send)


def is_unlimited(path: str) -> bool:
    """Whether requests for the path are not counted."""
    return path in UNLIMITED_PATHS or path.startswith(UNLIMITED_FOLDER)


def limited_network(connection: HTTPConnection) -> str | None:
    """The address by which a visitor is counted; None for someone on this machine itself."""
    return None if is_local(connection) else client_network(connection)

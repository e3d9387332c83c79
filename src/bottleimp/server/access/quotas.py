"""Who may make tables and guests now: so many an hour from one address, so many in all.

A guest is counted once: on being given a token, or else on first sitting down.  Someone on this
machine itself, asking without a proxy between, is not counted by address.
"""

import logging
from collections import OrderedDict
from enum import Enum

from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection

from bottleimp.protocol.messages import JoinTable, RequestRematch
from bottleimp.protocol.refusals import RefusalCode, Refused
from bottleimp.server.access import guests
from bottleimp.server.access.addresses import client_network
from bottleimp.server.access.security import is_local
from bottleimp.server.engines.pool import WorkerPool
from bottleimp.server.settings.clock import SYSTEM_CLOCK, Clock
from bottleimp.server.settings.config import DAY_SECONDS, HOUR_SECONDS, ServerSettings
from bottleimp.server.settings.metrics import make_counter
from bottleimp.server.state.storage_interface import Guest, Storage
from bottleimp.server.tables.table import Table

log = logging.getLogger(__name__)

DAY_MS = DAY_SECONDS * 1000
MAX_ADDRESSES = 10_000  # remembered; the one unheard of for longest is forgotten first
MAX_COUNTED_GUESTS = 10_000  # guests remembered as counted, who may not have sat down yet


class QuotaReason(Enum):
    """Why nothing is made now."""

    GUESTS_OF_ADDRESS = "guests-of-address"
    TABLES_OF_ADDRESS = "tables-of-address"
    TABLES_OF_GUEST = "tables-of-guest"
    TABLES = "tables"
    BUSY = "busy"


# How each is said over HTTP, and after how many seconds it is worth another try.
HTTP_ANSWERS = {
    QuotaReason.GUESTS_OF_ADDRESS: (429, 600),
    QuotaReason.TABLES_OF_ADDRESS: (429, 600),
    QuotaReason.TABLES_OF_GUEST: (409, None),
    QuotaReason.TABLES: (503, 600),
    QuotaReason.BUSY: (503, 60),
}
CODE_OF_STATUS = {  # how programs are told, by the status
    409: RefusalCode.TOO_MANY_TABLES,
    429: RefusalCode.TOO_MANY,
    503: RefusalCode.BUSY,
}


class HourlyLimit:
    """Lets so many things through in an hour for each address; all of them at once if need be."""

    def __init__(self, per_hour: int, clock: Clock = SYSTEM_CLOCK) -> None:
        self._per_hour = per_hour
        self._clock = clock
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def has_left(self, address: str) -> bool:
        """Whether one more may pass now; it is not counted."""
        return self._left_at(address, self._clock.monotonic()) >= 1

    def try_take(self, address: str) -> bool:
        """Whether one more may pass now; if so, it is counted."""
        now = self._clock.monotonic()
        left = self._left_at(address, now)
        passes = left >= 1
        self._left[address] = (left - 1 if passes else left), now
        self._left.move_to_end(address)
        if len(self._left) > MAX_ADDRESSES:
            self._left.popitem(last=False)
        return passes

    def _left_at(self, address: str, now: float) -> float:
        left, at = self._left.get(address, (float(self._per_hour), now))
        return min(self._per_hour, left + (now - at) * self._per_hour / HOUR_SECONDS)


class Quotas:
    """Decides whether a table or a guest may be made."""

    def __init__(
        self,
        store: Storage,
        pool: WorkerPool,
        settings: ServerSettings,
        clock: Clock = SYSTEM_CLOCK,
    ) -> None:
        self._clock = clock
        self._store = store
        self._pool = pool
        self._settings = settings
        self._tables = HourlyLimit(settings.tables_per_hour, clock)
        self._guests = HourlyLimit(settings.guests_per_hour, clock)
        self._counted: OrderedDict[str, None] = OrderedDict()
        self.refusals = make_counter(
            "bottleimp_refused_total", "Tables and guests that were not made, by reason.", "reason"
        )

    def guest_refusal(
        self, connection: HTTPConnection, token: str | None = None
    ) -> QuotaReason | None:
        """Why no new guest comes from there now; if None, the one with the token is counted.

        Without a token it is a guest who is given one only later, with an answer.
        """
        known = None if token is None else guests.new_guest(token).id
        if known in self._counted or is_local(connection):
            return None
        if not self._guests.try_take(client_network(connection)):
            return self._record_refusal(QuotaReason.GUESTS_OF_ADDRESS)
        if known is not None:
            self._counted[known] = None
            if len(self._counted) > MAX_COUNTED_GUESTS:
                self._counted.popitem(last=False)
        return None

    async def table_refusal(
        self, connection: HTTPConnection, guest: str | None, *, has_computers: bool
    ) -> QuotaReason | None:
        """Why this guest, None for one not known yet, makes no table now; if None, it is counted.

        A guest not known yet is counted as a new one too.
        """
        refusal = await self.uncounted_table_refusal(connection, guest, has_computers=has_computers)
        return refusal or self.count_table(connection)

    async def uncounted_table_refusal(
        self, connection: HTTPConnection, guest: str | None, *, has_computers: bool
    ) -> QuotaReason | None:
        """The same for a table that is not made yet, and so not counted."""
        if has_computers and self._pool.waiting > self._settings.max_waiting_choices:
            return self._record_refusal(QuotaReason.BUSY)
        if await self._count(None, DAY_MS) >= self._settings.max_tables:
            return self._record_refusal(QuotaReason.TABLES)
        if guest is None:
            refusal = self.guest_refusal(connection, self._signed_token(connection))
            if refusal is not None:
                return refusal
        elif await self._count(guest, None) >= self._settings.max_tables_per_guest:
            return self._record_refusal(QuotaReason.TABLES_OF_GUEST)
        if is_local(connection) or self._tables.has_left(client_network(connection)):
            return None
        return self._record_refusal(QuotaReason.TABLES_OF_ADDRESS)

    def count_table(self, connection: HTTPConnection) -> QuotaReason | None:
        """Counts a table that is about to be made; why there is none if it is one too many."""
        if is_local(connection) or self._tables.try_take(client_network(connection)):
            return None
        return self._record_refusal(QuotaReason.TABLES_OF_ADDRESS)

    async def require_for_command(
        self,
        connection: HTTPConnection,
        table: Table,
        guest: str,
        command: JoinTable | RequestRematch,
    ) -> None:
        """Counts what a command would make: a guest or a table; raises Refused if none is made."""
        if isinstance(command, JoinTable):
            await self.require_new_guest(connection)
        elif creates_rematch(table, guest):
            has_computers = len(table.state.seating.seated_players) < table.state.edition.players
            refusal = await self.table_refusal(connection, guest, has_computers=has_computers)
            if refusal is not None:
                raise refusal_error(refusal)

    async def require_new_guest(self, connection: HTTPConnection) -> None:
        """Counts a new guest who is about to sit down; raises Refused where there is none now."""
        token = self._signed_token(connection)
        if token is None or await guests.known_guest(connection, self._store) is not None:
            return
        self.require_guest(connection, token)

    def require_guest(self, connection: HTTPConnection, token: str) -> None:
        """Counts a new guest with this token; raises Refused where there is none now."""
        refusal = self.guest_refusal(connection, token)
        if refusal is not None:
            raise refusal_error(refusal)

    async def _count(self, guest: str | None, within: int | None) -> int:
        since = 0 if within is None else self._clock.time_ms() - within
        return await self._store.read(lambda store: store.count_unfinished(guest, since))

    def _signed_token(self, connection: HTTPConnection) -> str | None:
        """The token of a visitor whom the storage does not know."""
        return guests.accepted_token(connection, self._store.secret_key, None)

    def _record_refusal(self, refusal: QuotaReason) -> QuotaReason:
        self.refusals.labels(refusal.value).inc()
        log.info("nothing was made", extra={"reason": refusal.value})
        return refusal

    # --- for pages ----------------------------------------------------------------------

    def require_guest_or_http_error(self, connection: HTTPConnection) -> None:
        """Counts a new guest; raises HTTPException if there is none now."""
        raise_http_error(self.guest_refusal(connection, self._signed_token(connection)))

    async def require_table_or_http_error(
        self, connection: HTTPConnection, guest: Guest | None, *, has_computers: bool
    ) -> None:
        """Counts a new table; raises HTTPException if there is none now."""
        known = None if guest is None else guest.id
        raise_http_error(await self.table_refusal(connection, known, has_computers=has_computers))

    async def require_quick_match_or_http_error(
        self, connection: HTTPConnection, guest: Guest
    ) -> None:
        """Raises HTTPException if the guest may make no table for a quick match; counts none."""
        raise_http_error(
            await self.uncounted_table_refusal(connection, guest.id, has_computers=True)
        )

    def count_table_or_http_error(self, connection: HTTPConnection) -> None:
        """Counts a table that is about to be made; raises HTTPException if it is one too many."""
        raise_http_error(self.count_table(connection))


def creates_rematch(table: Table, guest: str) -> bool:
    """Whether a table is made if the guest asks for a rematch."""
    state = table.state
    is_over = state.is_ended and not state.is_closed
    return is_over and state.rematch is None and table.player_of(guest) is not None


def refusal_error(refusal: QuotaReason) -> Refused:
    """The refusal as programs are told of it."""
    status, wait = HTTP_ANSWERS[refusal]
    return Refused(CODE_OF_STATUS[status], retry_after=wait)


def raise_http_error(refusal: QuotaReason | None) -> None:
    """Raises HTTPException for a refusal."""
    if refusal is not None:
        status, wait = HTTP_ANSWERS[refusal]
        raise HTTPException(status, headers={"Retry-After": str(wait)} if wait else None)

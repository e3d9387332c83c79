"""How many connections are open, from where, and for how long each of them may take.

An address may have so many; a proxy that the host trusts and this machine itself speak for many
people and are not counted.  Where nearly all files that the process may open are in use, whoever
has kept the server waiting for longest makes room for a newcomer.
"""

import asyncio
import logging
import sys
from collections import Counter, OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass

from bottleimp.server.access.addresses import (
    is_loopback,
    is_within,
    network_of,
    parse_networks,
    plain_address,
)
from bottleimp.server.settings.config import ServerSettings

if sys.platform != "win32":
    import resource

log = logging.getLogger(__name__)

RESERVED_FILES = 96  # files for the database, player processes, and lines that are just accepted
RESERVED_FILES_DIVISOR = 8  # one part in so many, where that is more
MIN_CONNECTIONS = 16  # connections, however few files there are
MAX_ON_WINDOWS = 500  # select() there takes 512


@dataclass(frozen=True)
class RequestTimeouts:
    """Seconds: for a header, for a body, and for a client to read what was written."""

    header: float
    body: float
    write: float


class ConnectionLimits:
    """The open connections of one server."""

    def __init__(self, settings: ServerSettings, most: int | None = None) -> None:
        """`most` are open at once; as many as the system allows if it is not given."""
        self.timeouts = RequestTimeouts(
            settings.header_timeout, settings.body_timeout, settings.write_timeout
        )
        self._most_of_address = settings.max_connections
        self._proxies = parse_networks(settings.trusted_proxies)
        self._most = max_connections() if most is None else most
        self._open: dict[asyncio.Transport, str | None] = {}
        self._by_address: Counter[str] = Counter()
        # Those from which no whole request has come, or none after the last answer, oldest first.
        self._idle: OrderedDict[asyncio.Transport, None] = OrderedDict()

    def __len__(self) -> int:
        return len(self._open)

    def add(self, transport: asyncio.Transport) -> bool:
        """Counts a new connection; False where there is no room for it."""
        address = self._counted_network(transport)
        if address is not None and self._by_address[address] >= self._most_of_address:
            log.info("a connection was refused", extra={"reason": "connections of address"})
            return False
        if len(self._open) >= self._most and not self._evict_oldest_idle():
            log.warning("a connection was refused", extra={"reason": "connections"})
            return False
        self._open[transport] = address
        self._idle[transport] = None
        if address is not None:
            self._by_address[address] += 1
        return True

    def remove(self, transport: asyncio.Transport) -> None:
        """Counts it no more."""
        self._idle.pop(transport, None)
        address = self._open.pop(transport, None)
        if address is not None:
            self._by_address[address] -= 1
            if not self._by_address[address]:
                del self._by_address[address]

    def mark_active(self, transport: asyncio.Transport) -> None:
        """A whole request has come."""
        self._idle.pop(transport, None)

    def mark_idle(self, transport: asyncio.Transport) -> None:
        """The answer is written, and the next request may come."""
        if transport in self._open:
            self._idle[transport] = None

    def _evict_oldest_idle(self) -> bool:
        if not self._idle:
            return False
        oldest, _ = self._idle.popitem(last=False)
        self.remove(oldest)
        oldest.abort()
        return True

    def _counted_network(self, transport: asyncio.Transport) -> str | None:
        """Whom a connection is counted for; None for those who speak for many people."""
        peer: object = transport.get_extra_info("peername")
        host = plain_address(str(peer[0])) if isinstance(peer, Sequence) and peer else ""
        if is_loopback(host) or not host or is_within(host, self._proxies):
            return None
        return network_of(host)


def max_connections() -> int:
    """How many connections this process can have, with some files left for itself."""
    if sys.platform == "win32":
        return MAX_ON_WINDOWS
    most, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    if most == resource.RLIM_INFINITY:
        return sys.maxsize
    return max(MIN_CONNECTIONS, most - max(RESERVED_FILES, most // RESERVED_FILES_DIVISOR))

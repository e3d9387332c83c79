"""How much one connection, one seat or one address may ask of the server."""

import time
from collections import Counter, OrderedDict
from collections.abc import Hashable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from starlette.requests import HTTPConnection

from bottleimp.server.config import ServerSettings
from bottleimp.server.refusals import Code, Refused
from bottleimp.server.security import address_of, is_local

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
        self._buckets: OrderedDict[Hashable, Bucket] = OrderedDict()

    def take(self, key: Hashable | None) -> None:
        """Counts one message; raises Refused with `too-fast`; None is not counted."""
        if key is None:
            return
        bucket = self._buckets.get(key)
        if bucket is None:
            bucket = self._buckets[key] = Bucket(self._size, self._a_second)
            if len(self._buckets) > MOST_KEPT:
                self._buckets.popitem(last=False)
        self._buckets.move_to_end(key)
        if not bucket.lets_through():
            raise Refused(Code.TOO_FAST)


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
        self.lines = Lines(settings.most_lines)


def counted(connection: HTTPConnection) -> str | None:
    """The address by which a visitor is counted; None for someone on this machine itself."""
    return None if is_local(connection) else address_of(connection)

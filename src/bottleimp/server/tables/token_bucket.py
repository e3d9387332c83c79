"""Token buckets: so many messages at once, and so many a second after that."""

from collections import OrderedDict
from collections.abc import Hashable

from bottleimp.protocol.refusals import RefusalCode, Refused
from bottleimp.server.settings.clock import SYSTEM_CLOCK, Clock

MAX_BUCKETS = 10_000  # buckets; the one that was used longest ago is forgotten first


class TokenBucket:
    """Lets so many messages through at once, and so many a second after that."""

    def __init__(self, size: int, tokens_per_second: float, clock: Clock = SYSTEM_CLOCK) -> None:
        self._size = size
        self._tokens_per_second = tokens_per_second
        self._clock = clock
        self._tokens: float = size
        self._updated_at = clock.monotonic()

    def try_take(self) -> bool:
        """Whether one more message may pass now."""
        now = self._clock.monotonic()
        added = (now - self._updated_at) * self._tokens_per_second
        self._tokens, self._updated_at = min(self._size, self._tokens + added), now
        if self._tokens < 1:
            return False
        self._tokens -= 1
        return True

    def refund(self) -> None:
        """Takes back that the last message was counted."""
        self._tokens += 1


class TokenBuckets:
    """One bucket for each key, such as a seat or an address."""

    def __init__(
        self,
        size: int,
        tokens_per_second: float,
        clock: Clock = SYSTEM_CLOCK,
        *,
        max_buckets: int = MAX_BUCKETS,
    ) -> None:
        self._size = size
        self._tokens_per_second = tokens_per_second
        self._clock = clock
        self._max_buckets = max_buckets
        self._buckets: OrderedDict[Hashable | None, TokenBucket] = OrderedDict()

    def take(self, key: Hashable | None) -> None:
        """Counts one message; raises Refused with `too-fast`; None is not counted."""
        if not self.try_take(key):
            raise Refused(RefusalCode.TOO_FAST)

    def try_take(self, key: Hashable | None) -> bool:
        """Counts one message; whether it may pass; None is not counted."""
        if key is None:
            return True
        bucket = self._buckets.get(key)
        if bucket is None:
            bucket = TokenBucket(self._size, self._tokens_per_second, self._clock)
            self._buckets[key] = bucket
            if len(self._buckets) > self._max_buckets:
                self._buckets.popitem(last=False)
        self._buckets.move_to_end(key)
        return bucket.try_take()

    def refund(self, key: Hashable | None) -> None:
        """Takes back that the last message was counted."""
        bucket = self._buckets.get(key)
        if bucket is not None:
            bucket.refund()

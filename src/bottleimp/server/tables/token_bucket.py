"""Token buckets: so many messages at once, and so many a second after that."""

import time
from collections import OrderedDict
from collections.abc import Hashable
from dataclasses import dataclass, field

from bottleimp.protocol.refusals import RefusalCode, Refused

MAX_BUCKETS = 10_000  # buckets; the one that was used longest ago is forgotten first


@dataclass
class TokenBucket:
    """Lets so many messages through at once, and so many a second after that."""

    size: int
    tokens_per_second: float
    tokens: float = field(init=False)
    updated_at: float = field(init=False)

    def __post_init__(self) -> None:
        self.tokens, self.updated_at = self.size, time.monotonic()

    def try_take(self) -> bool:
        """Whether one more message may pass now."""
        now = time.monotonic()
        self.tokens = min(self.size, self.tokens + (now - self.updated_at) * self.tokens_per_second)
        self.updated_at = now
        if self.tokens < 1:
            return False
        self.tokens -= 1
        return True


class TokenBuckets:
    """A bucket for everybody who asks, by seat or by address."""

    def __init__(self, size: int, tokens_per_second: float) -> None:
        self._size = size
        self._a_second = tokens_per_second
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
            bucket = self._buckets[key] = TokenBucket(self._size, self._a_second)
            if len(self._buckets) > MAX_BUCKETS:
                self._buckets.popitem(last=False)
        self._buckets.move_to_end(key)
        return bucket.try_take()

    def refund(self, key: Hashable | None) -> None:
        """Takes back that the last message was counted."""
        bucket = self._buckets.get(key)
        if bucket is not None:
            bucket.tokens += 1

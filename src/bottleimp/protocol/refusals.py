"""Why a command is refused: the codes of `no`, and what storage cannot do, each in one sentence."""

from enum import Enum

from bottleimp.errors import BottleImpError, IllegalAction, Reason


class Code(Enum):
    """The codes of `no`: what the rules forbid (as `Reason`), then what the table forbids."""

    NOT_HELD = Reason.NOT_HELD.value
    MUST_FOLLOW = Reason.MUST_FOLLOW.value
    WRONG_HAND = Reason.WRONG_HAND.value
    NOT_YOUR_TURN = Reason.NOT_YOUR_TURN.value
    NOT_THIS_PHASE = Reason.NOT_THIS_PHASE.value
    ALREADY_COMMITTED = Reason.ALREADY_COMMITTED.value
    WRONG_COUNT = Reason.WRONG_COUNT.value
    DRIVEN = Reason.DRIVEN.value
    ROUND_OVER = Reason.ROUND_OVER.value
    STALE = "stale"
    BAD_MESSAGE = "bad-message"
    UNKNOWN_COMMAND = "unknown-command"
    NOT_ALLOWED = "not-allowed"
    ROUND_NOT_OVER = "round-not-over"
    MATCH_OVER = "match-over"
    MATCH_NOT_OVER = "match-not-over"
    TABLE_CLOSED = "table-closed"
    SEATED = "seated"
    NOT_FREE = "not-free"
    TABLE_FULL = "table-full"
    BAD_NAME = "bad-name"
    NAME_TAKEN = "name-taken"
    REMOVED = "removed"
    NOT_HOST = "not-host"
    NOBODY_THERE = "nobody-there"
    IS_HERE = "is-here"
    NO_SUCH_LEVEL = "no-such-level"
    PLAYED_FOR = "played-for"
    TIME_UP = "time-up"
    NO_TALK = "no-talk"
    BAD_WORDS = "bad-words"
    ALREADY_BEGUN = "already-begun"
    NO_HINTS = "no-hints"
    TOO_FAST = "too-fast"
    TOO_MANY = "too-many"
    TOO_LARGE = "too-large"
    NOT_JSON = "not-json"
    NOT_FOUND = "not-found"
    UNKNOWN_GUEST = "unknown-guest"
    ANOTHER_SITE = "another-site"
    BAD_TABLE = "bad-table"
    BUSY = "busy"
    SERVER_ERROR = "server-error"


# Nothing that happens meanwhile makes these commands right.
LASTING = frozenset({
    Code.BAD_MESSAGE, Code.UNKNOWN_COMMAND, Code.TABLE_CLOSED, Code.BAD_NAME, Code.NO_SUCH_LEVEL,
    Code.BAD_WORDS, Code.TOO_FAST, Code.TOO_MANY,
})  # fmt: skip


class Refused(BottleImpError):
    """A command that changed nothing; has .code."""

    def __init__(self, code: Code, message: str | None = None) -> None:
        super().__init__(message or code.value)
        self.code = code

    @classmethod
    def by_rule(cls, refusal: IllegalAction) -> "Refused":
        """The same refusal, as the table says it."""
        return cls(Code(refusal.reason.value), str(refusal))


class StorageError(BottleImpError):
    """The data folder or its database cannot be used; the message is one plain sentence."""


class DamagedLog(StorageError):
    """The log of the table `table` cannot be read or does not fold; `how` says why."""

    def __init__(self, table: str, how: str) -> None:
        super().__init__(f"The log of table {table} is damaged: {how}")
        self.table = table
        self.how = how


class Conflict(BottleImpError):
    """Another writer was first; read again and decide again."""

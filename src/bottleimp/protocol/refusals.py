"""Why a command is refused: the codes of `no`, and what storage cannot do, each in one sentence."""

from enum import Enum

from bottleimp.errors import BottleImpError, IllegalAction, RefusalReason


class RefusalCode(Enum):
    """The codes of `no`: what the rules forbid (as `RefusalReason`), then the table."""

    NOT_HELD = RefusalReason.NOT_HELD.value
    MUST_FOLLOW = RefusalReason.MUST_FOLLOW.value
    WRONG_HAND = RefusalReason.WRONG_HAND.value
    NOT_YOUR_TURN = RefusalReason.NOT_YOUR_TURN.value
    NOT_THIS_PHASE = RefusalReason.NOT_THIS_PHASE.value
    ALREADY_COMMITTED = RefusalReason.ALREADY_COMMITTED.value
    WRONG_COUNT = RefusalReason.WRONG_COUNT.value
    DRIVEN = RefusalReason.DRIVEN.value
    ROUND_OVER = RefusalReason.ROUND_OVER.value
    STALE = "stale"
    NOT_CERTAIN = "not-certain"
    TOO_LATE = "too-late"
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
    TOO_MANY_TABLES = "too-many-tables"
    TOO_LARGE = "too-large"
    NOT_JSON = "not-json"
    NOT_FOUND = "not-found"
    NO_SUCH_ROUND = "no-such-round"
    NO_SUCH_PLAYER = "no-such-player"
    NO_CHOICE = "no-choice"
    UNKNOWN_GUEST = "unknown-guest"
    ANOTHER_SITE = "another-site"
    WRONG_HOST = "wrong-host"
    BAD_TABLE = "bad-table"
    BAD_RECORD = "bad-record"
    NO_RECORD = "no-record"
    UNFINISHED_RECORD = "unfinished-record"
    SEVERAL_MATCHES = "several-matches"
    BUSY = "busy"
    UNAVAILABLE = "unavailable"
    SERVER_ERROR = "server-error"


# Nothing that happens meanwhile makes these commands right.
PERMANENT_REFUSALS = frozenset({
    RefusalCode.BAD_MESSAGE, RefusalCode.UNKNOWN_COMMAND, RefusalCode.TABLE_CLOSED,
    RefusalCode.BAD_NAME, RefusalCode.NO_SUCH_LEVEL, RefusalCode.BAD_WORDS, RefusalCode.TOO_FAST,
    RefusalCode.TOO_MANY,
})  # fmt: skip


class Refused(BottleImpError):
    """A command that changed nothing; has .code.

    `.retry_after` has the seconds until it is worth another try, where more is known than the code
    says.
    """

    def __init__(
        self, code: RefusalCode, message: str | None = None, *, retry_after: int | None = None
    ) -> None:
        super().__init__(message or code.value)
        self.code = code
        self.retry_after = retry_after

    @property
    def is_permanent(self) -> bool:
        """Whether nothing that happens meanwhile makes the command right."""
        return self.code in PERMANENT_REFUSALS

    @classmethod
    def from_illegal_action(cls, refusal: IllegalAction) -> "Refused":
        """The same refusal, as the table says it."""
        return cls(RefusalCode(refusal.reason.value), str(refusal))


class StorageError(BottleImpError):
    """The data folder or its database cannot be used; the message is one plain sentence."""


class StorageUnavailable(StorageError):
    """The database cannot be reached for now; nothing is wrong with what it holds."""


class DamagedLog(StorageError):
    """The log of the table `table` cannot be read or does not fold; `detail` says why."""

    def __init__(self, table: str, detail: str) -> None:
        super().__init__(f"The log of table {table} is damaged: {detail}")
        self.table = table
        self.detail = detail


class WriteConflict(BottleImpError):
    """Another writer was first; read again and decide again."""

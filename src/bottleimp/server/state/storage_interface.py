"""What the server asks of its storage: one small interface, and the values that pass through it.

Behind it stands `storage`, with SQLite or PostgreSQL.
Any process may write to any game: whoever finds another was first gets WriteConflict, reads what is
new and decides again.
"""

from collections.abc import Callable, Collection, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field
from typing import Protocol, TypeVar

from bottleimp.server.state.events import LogEvent

# The states in which a game is.
GATHERING, PLAYING = UNFINISHED = ("gathering", "playing")
OVER, CLOSED = "over", "closed"

GUEST_ID_BYTES = 8

QueryResult = TypeVar("QueryResult")


@dataclass(frozen=True)
class Guest:
    """A visitor with a name; known by the hash of the token in the cookie."""

    id: str
    token_hash: str = field(repr=False)
    name: str


NO_GUEST = Guest("", "", "")  # a visitor without a cookie


@dataclass(frozen=True)
class NewGame:
    """A table to be made: seeds by round, and which guest holds which player's place."""

    id: str
    edition: str
    seeds: tuple[bytes, ...] = field(repr=False)
    holders: dict[int, Guest]


@dataclass(frozen=True)
class TableListing:
    """What lists of tables say of one: its code while it is not over, and places by their kind."""

    code: str | None = None
    is_listed: bool = False
    open_places: int = 0
    seated_people: int = 1


@dataclass(frozen=True)
class AppendEvents:
    """Events that follow event `after` of a game; `status` and `round` are those after them.

    `rewriting` is the last rewriting of the log that the writer has read: whoever knows another one
    may not write, since what was erased might come back.

    `guests` are those who sit down; `holders` who holds which place, where that has changed;
    `vacated_places` the players whose keys no longer count: the place has gone to somebody else, or
    has moved to another device.
    """

    game: str
    after: int
    events: tuple[LogEvent, ...]
    status: str
    round: int
    new_game: NewGame | None = None
    listing: TableListing = TableListing()
    guests: tuple[Guest, ...] = ()
    holders: dict[int, str] | None = None
    vacated_places: tuple[int, ...] = ()
    rewriting: int = 0


@dataclass(frozen=True)
class SetPlaceKey:
    """The hash of the only key to a place from now on, if the guest holds it by then."""

    game: str
    player: int
    guest: str
    key_hash: str = field(repr=False)


@dataclass(frozen=True)
class StoredSubscription:
    """Where a browser takes messages while no page is open, and in which language.

    `receiver_key` and `auth_secret` are its keys, in base64 as addresses write it.
    """

    endpoint: str = field(repr=False)
    receiver_key: str = field(repr=False)
    auth_secret: str = field(repr=False)
    language: str


@dataclass(frozen=True)
class SaveSubscription:
    """Messages to a guest go there too from now on; `at` is in ms since 1970."""

    guest: str
    subscription: StoredSubscription
    at: int


@dataclass(frozen=True)
class DropSubscription:
    """No message goes there any more; of one guest alone if it is named."""

    endpoint: str = field(repr=False)
    guest: str | None = None


@dataclass(frozen=True)
class ClaimTurnNotice:
    """A guest is told of this turn at a game; WriteConflict if that has been done.

    WriteConflict too where there is no such guest, or no longer.
    """

    game: str
    guest: str
    turn: str


@dataclass(frozen=True)
class ReleaseTurnNotice:
    """The guest could not be told of this turn: whoever can may claim it again."""

    game: str
    guest: str
    turn: str


StorageWrite = (
    AppendEvents
    | SetPlaceKey
    | SaveSubscription
    | DropSubscription
    | ClaimTurnNotice
    | ReleaseTurnNotice
)


@dataclass(frozen=True)
class StoredGame:
    """All that is stored of a game."""

    id: str
    edition: str
    events: tuple[LogEvent, ...]
    seeds: tuple[bytes, ...] = field(repr=False)
    holders: dict[int, str]  # player -> guest
    secret_key: bytes | None = field(default=None, repr=False)  # of the seeds of tables to come
    log_name: str | None = None  # the same at all servers; None: another one at each reading
    rewriting: int = 0  # the number of the last rewriting of the log; 0 where there was none


@dataclass(frozen=True)
class GameSummary:
    """A game in a list; `changed_at` is in ms since 1970."""

    id: str
    edition: str
    round: int
    changed_at: int


@dataclass(frozen=True)
class ListedTable:
    """A table on the list: how many people sit there, and how many places are free.

    `status` is `gathering` or `playing`; there places, those of computer players too, may be
    taken between rounds.
    """

    id: str
    code: str
    edition: str
    status: str
    round: int
    seated_people: int
    open_places: int
    changed_at: int  # ms since 1970


class StorageReader(Protocol):
    """What can be asked; every answer may have to wait for the disk."""

    def game(self, game_id: str) -> StoredGame | None:
        """All that is stored of a game, or None."""

    def events(self, game_id: str, after: int) -> tuple[LogEvent, ...]:
        """The events of a game that follow the event `after`."""

    def guest(self, token_hash: str) -> Guest | None:
        """The guest with this token, or None."""

    def guest_by_id(self, guest_id: str) -> Guest:
        """The guest with this id, who must exist."""

    def place_keys(self, game_id: str) -> dict[int, str]:
        """The hashes of the keys to a table's places, by player."""

    def subscriptions(self, guest_id: str) -> Sequence[StoredSubscription]:
        """Where messages to a guest go while no page is open."""

    def rewritten_after(self, after: int) -> dict[int, str]:
        """The games whose log was rewritten, by the number of each rewriting after that one."""

    def game_with_code(self, code: str) -> str | None:
        """The unfinished game with the code."""

    def unfinished_games(self, guest_id: str | None, limit: int) -> Sequence[GameSummary]:
        """The games still being played, of one guest or of all, the latest first."""

    def finished_games(self, guest_id: str, limit: int) -> Sequence[GameSummary]:
        """The matches of a guest that were played to their end, the latest first."""

    def games_with_clock(self, limit: int) -> Sequence[str]:
        """The games being played with a clock, the latest first."""

    def count_unfinished(self, guest_id: str | None, since: int) -> int:
        """How many games that changed since then are being played, of one guest or of all."""

    def attended_games(self, games: Collection[str]) -> frozenset[str]:
        """Those of the games at which somebody is connected to a server that shares the database.

        Where only one server uses it, nobody is noted there.
        """

    def listed_tables(self, since: int, limit: int, edition: str | None) -> Sequence[ListedTable]:
        """Listed tables that changed since then: gathering ones first, then with free places.

        Of one edition (as `Edition.text`), or of all.
        """


class Storage(Protocol):
    """Where games are kept."""

    @property
    def secret_key(self) -> bytes:
        """The key from which the seeds of new tables follow."""

    async def append(self, *changes: StorageWrite) -> None:
        """Writes the changes together or not at all, and returns when they are safe.

        Raises WriteConflict when another writer was first, StorageError when nothing can be
        written.
        """

    def exclusive(self, purpose: str) -> AbstractAsyncContextManager[None]:
        """Waits until no other server with the same database does this, and keeps it so.

        Raises StorageUnavailable when the database cannot be reached.
        """

    async def read(self, question: Callable[[StorageReader], QueryResult]) -> QueryResult:
        """The answer to a question, found without holding up anything else.

        Raises StorageUnavailable when the database cannot be read for now.
        """

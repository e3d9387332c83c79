"""The facts that a table's log holds: the only truth, from which everything else is folded.

A fact says what happened, never what follows from it.  Each kind has a version; a log of any
released version is read by `read_fact` for ever.
"""

from collections.abc import Callable
from dataclasses import dataclass

import msgspec
from msgspec import Struct

from bottleimp.game.fair_deal import SEED_ALONE
from bottleimp.server.refusals import StorageError

LOG_VERSION = 1


class Participant(Struct, frozen=True):
    """Someone at the table: `human`, `computer` (with the name of its player) or `driven`."""

    name: str
    kind: str
    level: str | None = None


class Created(Struct, frozen=True, tag="create"):
    """A table was made; participants are listed clockwise, a driven one last.

    `commitment` is that of the first round, and `contributions` (by player) what was given for it
    before there was a table.
    """

    edition: str
    participants: tuple[Participant, ...]
    first_dealer: int
    pace: int
    commitment: str | None = None
    contributions: tuple[str | None, ...] = ()


class Started(Struct, frozen=True, tag="start"):
    """A round was dealt from the seed whose SHA-256 is the commitment (in hex).

    `mixing` is the way in which contributions came into it, see `game.fair_deal`.
    """

    round: int
    commitment: str
    mixing: int = SEED_ALONE


class Contributed(Struct, frozen=True, tag="seed"):
    """A player's part in the deal of the round to come; secret until it begins."""

    player: int
    round: int
    value: str


class Committed(Struct, frozen=True, tag="commit"):
    """A player made all choices of the running stage; secret until the stage is done."""

    player: int
    actions: tuple[str, ...]


class Exchanged(Struct, frozen=True, tag="exchange"):
    """Everybody has chosen: cards are picked up, or hands laid open."""

    stage: int


class CardPlayed(Struct, frozen=True, tag="play"):
    """A player or a driven seat played a card."""

    player: int
    card: str


class Scored(Struct, frozen=True, tag="score"):
    """A round is over; its seed (in hex) is secret no longer, and the next one is promised."""

    round: int
    seed: str
    next_commitment: str | None = None


class Ended(Struct, frozen=True, tag="end"):
    """The match is over; the first seed of a rematch, at that table, is promised."""

    table: str | None = None
    commitment: str | None = None


class Paced(Struct, frozen=True, tag="pace"):
    """Milliseconds between automatic plays from now on."""

    ms: int


class Closed(Struct, frozen=True, tag="close"):
    """The table was left by its last player."""


class Rematched(Struct, frozen=True, tag="rematch"):
    """The same players go on at another table."""

    table: str


Fact = (
    Created
    | Started
    | Contributed
    | Committed
    | Exchanged
    | CardPlayed
    | Scored
    | Ended
    | Paced
    | Closed
    | Rematched
)

TABLE = "table"  # the actor of what follows by itself


@dataclass(frozen=True)
class LogEvent:
    """A fact in its place: `seq` counts from 1 at every table, `at` is in ms since 1970.

    `actor` is the guest or automatic player who caused it, `command` the id of a guest's command.
    """

    seq: int
    at: int
    actor: str
    command: str | None
    fact: Fact


def kind_of(fact: Fact) -> str:
    """The word that stands for the kind of fact, in the log and on the wire."""
    return str(fact.__struct_config__.tag)


read_json: Callable[[str], Fact] = msgspec.json.Decoder(Fact).decode
write_json = msgspec.json.Encoder().encode


def write_fact(fact: Fact) -> str:
    """The fact as JSON."""
    return write_json(fact).decode()


def read_fact(version: int, body: str) -> Fact:
    """The fact that `write_fact` of that version wrote; raises StorageError."""
    if version > LOG_VERSION:
        raise StorageError(
            f"The log has events of version {version}; this program reads up to {LOG_VERSION}."
        )
    try:
        return read_json(body)
    except msgspec.MsgspecError as problem:
        raise StorageError(f"The log has an event that cannot be read: {problem}.") from problem

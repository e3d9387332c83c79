"""The facts that a table's log holds: the only truth, from which everything else is folded.

A fact says what happened, never what follows from it.  Each kind has a version; a log of any
released version is read by `read_fact` for ever.  Every field says who may see it, see
`FieldVisibility`.
"""

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import Annotated, TypeVar

import msgspec
from msgspec import Struct

from bottleimp.game.fair_deal import SEED_ALONE
from bottleimp.protocol.refusals import StorageError

LOG_VERSION = 4
HUMAN, COMPUTER, DRIVEN, OPEN = "human", "computer", "driven", "open"
ANYONE, NOBODY, LAST_ROUND_HANDS = "anyone", "nobody", "hands-late"  # who may watch
PHRASES_ONLY, FREE_TEXT, CHAT_OFF = "presets", "free", "off"  # what may be said
NO_CLOCK, PER_MOVE, TIME_BANK, DAYS_PER_MOVE = "none", "move", "bank", "days"  # kinds of clock
SOLO_ONLY, ALWAYS, NEVER = "alone", "always", "never"  # when hints are given
DEFAULT_GRACE = 90  # seconds
LEGACY_LEVEL = "rules_of_thumb"  # where a log names none


FieldType = TypeVar("FieldType")


class FieldVisibility(Enum):
    """Who may see a field of a fact as soon as it is in the log; a field without a tag, nobody.

    `OWNER` is the player or guest of whom the fact is.  What is not for everybody may become so by
    a later fact: choices when cards are picked up, contributions when the round begins.
    """

    EVERYBODY = "everybody"  # to whom the table is shown
    OWNER = "owner"
    SERVER = "server"


Public = Annotated[FieldType, FieldVisibility.EVERYBODY]
OwnerOnly = Annotated[FieldType, FieldVisibility.OWNER]
ServerOnly = Annotated[FieldType, FieldVisibility.SERVER]


class Participant(Struct, frozen=True):
    """A place at the table: `human`, `computer` (of a level), `driven`, or `open` while free.

    `stand_in` is the level of the computer player that plays for a person meanwhile.
    """

    name: Public[str]
    kind: Public[str]
    level: Public[str | None] = None
    stand_in: Public[str | None] = None


class TimeControl(Struct, frozen=True):
    """How long people may think: `seconds` a `move`, a `bank` with `increment`, `days`, `none`."""

    kind: Public[str] = NO_CLOCK
    seconds: Public[int] = 0
    bank: Public[int] = 0
    increment: Public[int] = 0
    days: Public[int] = 0


class TableSettings(Struct, frozen=True):
    """What the maker of a table chose, besides the edition.

    `level` is that of computer players who come later, stand-ins too; `grace` is in seconds.
    `partners_talk` allows talk even while a round with sides is being played.
    `fills_after` are the seconds until free places go to computer players by themselves.
    `hints` says when those who play are given some: always, never, or who plays alone.
    `starts_when_full`: the match begins by itself when the last place is taken.
    """

    is_listed: Public[bool] = False
    watch: Public[str] = ANYONE
    talk: Public[str] = PHRASES_ONLY
    clock: Public[TimeControl] = TimeControl()
    grace: Public[int] = DEFAULT_GRACE
    level: Public[str] = LEGACY_LEVEL
    starts_when_full: Public[bool] = True
    fills_after: Public[int | None] = None
    hints: Public[str] = SOLO_ONLY
    partners_talk: Public[bool] = False


class TableCreated(Struct, frozen=True, tag="create"):
    """A table was made; participants are listed clockwise, a driven one last.

    `first_dealer` is None where it follows from the first round's seed and contributions;
    `RoundStarted` then says who it is.  `commitment` is that of the first round, and
    `contributions` (by player) what was given for it before there was a table; `is_offered` says
    that the commitment was shown before that.  Logs up to version 2 name a dealer, and do not say
    what was shown.

    The guest who made the table holds the host's place if that is human; without a host (as in
    logs of version 1) the first person is.  While places are open nothing is dealt.
    """

    edition: Public[str]
    participants: Public[tuple[Participant, ...]]
    first_dealer: Public[int | None]
    pace: Public[int]
    commitment: Public[str | None] = None
    contributions: ServerOnly[tuple[str | None, ...]] = ()
    host: Public[int | None] = None
    code: Public[str | None] = None
    settings: Public[TableSettings] = TableSettings()
    is_offered: Public[bool] = False


class PlayerJoined(Struct, frozen=True, tag="join"):
    """The acting guest took a free place, or that of a computer player; or another name there."""

    player: Public[int]
    name: Public[str]


class PlayerLeft(Struct, frozen=True, tag="leave"):
    """A person gave the place up: it is free, and a computer player's once a round is played."""

    player: Public[int]


class ComputerPlayerSeated(Struct, frozen=True, tag="fill"):
    """A computer player sits there from now on, or plays at another level."""

    player: Public[int]
    level: Public[str]
    name: Public[str]


class PlaceOpened(Struct, frozen=True, tag="open"):
    """The host made a computer player's place free."""

    player: Public[int]


class PlayerRemoved(Struct, frozen=True, tag="remove"):
    """The host sent a person away, who may not come back to this table; the place is as if left."""

    player: Public[int]


class HostTransferred(Struct, frozen=True, tag="hand"):
    """Another person is the host now."""

    player: Public[int]


class PlacesSwapped(Struct, frozen=True, tag="swap"):
    """Before the match, those at two places changed seats: people, computer players or nobody."""

    player: Public[int]
    other: Public[int]


class MatchStarted(Struct, frozen=True, tag="begin"):
    """Nobody else is waited for; computer players take the free places."""


class PlayerReplaced(Struct, frozen=True, tag="replace"):
    """A computer player plays for a person who is away; the person keeps the place."""

    player: Public[int]


class PlayerReturned(Struct, frozen=True, tag="return"):
    """The person plays again."""

    player: Public[int]


class PlaceTakenOver(Struct, frozen=True, tag="move"):
    """The acting guest, who has the key of the place, plays there now in place of the former one.

    The same person at another device: no computer player plays for them any longer.
    """

    player: Public[int]


class PlayerTimedOut(Struct, frozen=True, tag="timeout"):
    """A person's time is up; a computer player makes the choice that is owed."""

    player: Public[int]


class ServerResumed(Struct, frozen=True, tag="resume"):
    """The server is there again after so many ms, which are on nobody's clock."""

    away: Public[int]


class ChatMessageSent(Struct, frozen=True, tag="say"):
    """A person said a set phrase, or something in free words."""

    player: Public[int]
    phrase: Public[str | None] = None
    text: Public[str | None] = None


class MessageReported(Struct, frozen=True, tag="report"):
    """A person reported what somebody else said to the host of the server.

    `message` is its number among all lines of the table; nobody at the table learns which.
    """

    player: ServerOnly[int]
    message: ServerOnly[int]


class PlayerReady(Struct, frozen=True, tag="ready"):
    """A person asked for the next round, where several have to."""

    player: Public[int]


class RoundStarted(Struct, frozen=True, tag="start"):
    """A round was dealt from the seed whose SHA-256 is the commitment (in hex).

    `mixing` is the way in which contributions came into it, see `game.fair_deal`; `dealer` the
    first dealer, if the seed decides that.
    """

    round: Public[int]
    commitment: Public[str]
    mixing: Public[int] = SEED_ALONE
    dealer: Public[int | None] = None


class EntropyContributed(Struct, frozen=True, tag="seed"):
    """A player's part in the deal of the round to come; secret until it begins."""

    player: Public[int]
    round: Public[int]
    value: OwnerOnly[str]


class ChoicesCommitted(Struct, frozen=True, tag="commit"):
    """A player made all choices of the running stage; secret until the stage is done."""

    player: Public[int]
    actions: OwnerOnly[tuple[str, ...]]


class StageCompleted(Struct, frozen=True, tag="exchange"):
    """Everybody has chosen: cards are picked up, or hands laid open."""

    stage: Public[int]


class CardPlayed(Struct, frozen=True, tag="play"):
    """A player or a driven seat played a card."""

    player: Public[int]
    card: Public[str]


class RestClaimed(Struct, frozen=True, tag="claim"):
    """A player claimed the tricks to come: `rest`, all of them; `last`, whoever takes the last one.

    The server plays the cards, each of which is an event of its own.
    """

    player: Public[int]
    claim: Public[str]


class ActionUndone(Struct, frozen=True, tag="undo"):
    """A player took back the last card on the table, or all choices of the running stage."""

    player: Public[int]
    card: Public[str | None] = None


class RoundScored(Struct, frozen=True, tag="score"):
    """A round is over; its seed (in hex) is secret no longer, and the next one is promised."""

    round: Public[int]
    seed: Public[str]
    next_commitment: Public[str | None] = None


class MatchEnded(Struct, frozen=True, tag="end"):
    """The match is over; the first seed of a rematch, at that table, is promised."""

    table: Public[str | None] = None
    commitment: Public[str | None] = None


class PaceChanged(Struct, frozen=True, tag="pace"):
    """Milliseconds between automatic plays from now on."""

    ms: Public[int]


class SettingsChanged(Struct, frozen=True, tag="allow"):
    """The host changed how people may talk or when hints are given; None stays as it was."""

    talk: Public[str | None] = None
    hints: Public[str | None] = None
    partners_talk: Public[bool | None] = None


class TableClosed(Struct, frozen=True, tag="close"):
    """The table was left by its last player."""


class RematchCreated(Struct, frozen=True, tag="rematch"):
    """The same players go on at another table."""

    table: Public[str]


# These say who sits where, and for whom a computer player plays; `seating` folds them.
SeatingFact = (
    PlayerJoined
    | PlayerLeft
    | ComputerPlayerSeated
    | PlaceOpened
    | PlayerRemoved
    | HostTransferred
    | PlayerReplaced
    | PlayerReturned
    | PlaceTakenOver
    | PlacesSwapped
)
TableFact = (
    TableCreated
    | RoundStarted
    | EntropyContributed
    | ChoicesCommitted
    | StageCompleted
    | CardPlayed
    | RestClaimed
    | ActionUndone
    | RoundScored
    | MatchEnded
    | PaceChanged
    | SettingsChanged
    | TableClosed
    | RematchCreated
    | MatchStarted
    | PlayerReady
    | PlayerTimedOut
    | ServerResumed
    | ChatMessageSent
    | MessageReported
)
Fact = TableFact | SeatingFact

TABLE_ACTOR = "table"  # the actor of what follows by itself


@dataclass(frozen=True)
class LogEvent:
    """A fact in its place: `seq` counts from 1 at every table, `at` is in ms since 1970.

    `actor` is the guest or automatic player who caused it, `command` the id of a guest's command.
    """

    seq: Public[int]
    at: Public[int]
    actor: ServerOnly[str]
    command: OwnerOnly[str | None]
    fact: Fact  # whose fields have tags of their own


def fact_kind(fact: Fact) -> str:
    """The word that stands for the kind of fact, in the log and on the wire."""
    return str(fact.__struct_config__.tag)


decode_fact: Callable[[str], Fact] = msgspec.json.Decoder(Fact).decode
encode_fact = msgspec.json.Encoder().encode


def write_fact(fact: Fact) -> str:
    """The fact as JSON."""
    return encode_fact(fact).decode()


def read_fact(version: int, body: str) -> Fact:
    """The fact that `write_fact` of that version wrote; raises StorageError."""
    if version > LOG_VERSION:
        raise StorageError(
            f"The log has events of version {version}; this program reads up to {LOG_VERSION}."
        )
    try:
        return decode_fact(body)
    except msgspec.MsgspecError as problem:
        raise StorageError(f"The log has an event that cannot be read: {problem}.") from problem

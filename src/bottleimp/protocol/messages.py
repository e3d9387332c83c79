"""Every frame of the protocol `bottle.v1`, checked when it is read.

A frame is a JSON object with the tag `t`, and a command (`t` is `do`) also has a tag `k`.
"""

from collections.abc import Callable
from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct

from bottleimp.game.fair_deal import CONTRIBUTION
from bottleimp.protocol.hint_messages import HintReply
from bottleimp.protocol.refusals import RefusalCode, Refused
from bottleimp.protocol.view_changes import ViewChanges
from bottleimp.protocol.views import View

PROTOCOL = "bottle.v1"
MAX_FRAME_BYTES = 8192  # in one frame from a client
MAX_PACE_MS = 5000  # milliseconds between automatic plays
MAX_CHAT_LENGTH = 200  # letters of one line in free words

# Not every database can hold a NUL.
CommandId = Annotated[str, Meta(min_length=1, max_length=64, pattern="^[^\\x00]+$")]
ActionLabel = Annotated[str, Meta(min_length=1, max_length=8)]
Contribution = Annotated[str, Meta(pattern=f"^{CONTRIBUTION.pattern}\\Z")]
PlayerName = Annotated[str, Meta(max_length=100)]
PlayerLevel = Annotated[str, Meta(min_length=1, max_length=64)]
PlayerNumber = Annotated[int, Meta(ge=0, le=7)]
PhraseId = Annotated[str, Meta(min_length=1, max_length=32)]
ChatText = Annotated[str, Meta(min_length=1, max_length=MAX_CHAT_LENGTH)]
ChatPolicyInput = Literal["presets", "free", "off"]
HintPolicyInput = Literal["alone", "always", "never"]
SmallInteger = Annotated[int, Meta(ge=0, le=1_000_000)]
SafeInteger = Annotated[int, Meta(ge=0, le=2**53)]


class Hello(
    Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag_field="t", tag="hello"
):
    """The first frame: the last event the client has applied, and the `log` of that `welcome`."""

    after: SafeInteger | None = None
    log: Annotated[str, Meta(max_length=32)] | None = None


class Ping(Struct, frozen=True, forbid_unknown_fields=True, tag_field="t", tag="ping"):
    """Asks for `pong` with the same `ts`."""

    ts: Annotated[int, Meta(ge=0, le=2**53)] | Annotated[float, Meta(ge=0, le=2**53)] = 0


class Command(Struct, frozen=True, forbid_unknown_fields=True, tag_field="k"):
    """What a player wants; `id` makes it safe to send twice."""

    t: Literal["do"]
    id: CommandId


class CommitChoices(Command, frozen=True, forbid_unknown_fields=True, tag_field="k", tag="commit"):
    """All choices of the running stage, in the order in which they are asked."""

    round: SmallInteger
    stage: SmallInteger
    actions: Annotated[list[ActionLabel], Meta(max_length=16)]


class PlayCard(Command, frozen=True, forbid_unknown_fields=True, tag_field="k", tag="play"):
    """A card; `step` is how many cards have been played in the round."""

    round: SmallInteger
    step: SmallInteger
    card: ActionLabel


class ClaimRest(Command, frozen=True, forbid_unknown_fields=True, tag_field="k", tag="claim"):
    """All tricks to come, where they are certain; `step` as in `play`."""

    round: SmallInteger
    step: SmallInteger


class UndoAction(Command, frozen=True, forbid_unknown_fields=True, tag_field="k", tag="undo"):
    """Take back your last card or your choices; `stage` in the exchange, `step` in play."""

    round: SmallInteger
    stage: SmallInteger | None = None
    step: SmallInteger | None = None


class RequestHint(Command, frozen=True, forbid_unknown_fields=True, tag_field="k", tag="hint"):
    """What a strong player would do in your place; `stage` in the exchange, `step` in play."""

    round: SmallInteger
    stage: SmallInteger | None = None
    step: SmallInteger | None = None


class ContributeEntropy(
    Command, frozen=True, forbid_unknown_fields=True, tag_field="k", tag="seed"
):
    """Your part in the deal of the round to come: anything random."""

    round: SmallInteger
    value: Contribution


class RequestNextRound(Command, frozen=True, forbid_unknown_fields=True, tag_field="k", tag="next"):
    """On to the round after this one."""

    round: SmallInteger


class RequestRematch(
    Command, frozen=True, forbid_unknown_fields=True, tag_field="k", tag="rematch"
):
    """A new table like this; if it `gathers` and others had places, its host begins the match."""

    gathers: bool = False


class LeaveTable(Command, frozen=True, forbid_unknown_fields=True, tag_field="k", tag="leave"):
    """Give your place up; the last person closes the table."""


class JoinTable(Command, frozen=True, forbid_unknown_fields=True, tag_field="k", tag="join"):
    """Take a place: a free one, or between rounds that of a computer player.

    Before the match, whoever has a place takes another name with this.
    """

    name: PlayerName = ""
    player: PlayerNumber | None = None


class ReturnToPlace(Command, frozen=True, forbid_unknown_fields=True, tag_field="k", tag="return"):
    """Take your place back from the computer player that plays for you."""


class SeatComputerPlayer(
    Command, frozen=True, forbid_unknown_fields=True, tag_field="k", tag="fill"
):
    """The host: a computer player in a free place, or another level for one."""

    player: PlayerNumber
    level: PlayerLevel


class OpenPlace(Command, frozen=True, forbid_unknown_fields=True, tag_field="k", tag="open"):
    """The host: make the place of a computer player free."""

    player: PlayerNumber


class RemovePlayer(Command, frozen=True, forbid_unknown_fields=True, tag_field="k", tag="remove"):
    """The host: send a person away."""

    player: PlayerNumber


class TransferHost(Command, frozen=True, forbid_unknown_fields=True, tag_field="k", tag="hand"):
    """The host: make another person the host."""

    player: PlayerNumber


class SwapPlaces(Command, frozen=True, forbid_unknown_fields=True, tag_field="k", tag="swap"):
    """Before the match: your place and one without a person change; the host: any two."""

    player: PlayerNumber
    other: PlayerNumber


class StartMatch(Command, frozen=True, forbid_unknown_fields=True, tag_field="k", tag="begin"):
    """The host: wait for nobody else."""


class ReplacePlayer(Command, frozen=True, forbid_unknown_fields=True, tag_field="k", tag="replace"):
    """The host: let a computer player play for a person who is away."""

    player: PlayerNumber


class SendChatMessage(Command, frozen=True, forbid_unknown_fields=True, tag_field="k", tag="say"):
    """Something to the others: the id of a set phrase, or where it is allowed free words."""

    phrase: PhraseId | None = None
    text: ChatText | None = None


class ReportMessage(Command, frozen=True, forbid_unknown_fields=True, tag_field="k", tag="report"):
    """Tells the host of the server of what somebody said; `message` is its `n`."""

    message: SmallInteger


class SetPace(Command, frozen=True, forbid_unknown_fields=True, tag_field="k", tag="pace"):
    """Milliseconds between automatic plays."""

    ms: Annotated[int, Meta(ge=0, le=MAX_PACE_MS)]


class ChangeSettings(Command, frozen=True, forbid_unknown_fields=True, tag_field="k", tag="allow"):
    """The host: how people may talk, and between rounds when hints are given; null as before.

    `partners_talk` says whether they may also while a round with sides is played; between rounds.
    """

    talk: ChatPolicyInput | None = None
    hints: HintPolicyInput | None = None
    partners_talk: bool | None = None


SeatingCommand = (
    JoinTable
    | LeaveTable
    | ReturnToPlace
    | SeatComputerPlayer
    | OpenPlace
    | RemovePlayer
    | TransferHost
    | SwapPlaces
    | StartMatch
    | ReplacePlayer
)
AnyCommand = (
    CommitChoices
    | PlayCard
    | ClaimRest
    | UndoAction
    | RequestHint
    | ContributeEntropy
    | RequestNextRound
    | RequestRematch
    | SetPace
    | ChangeSettings
    | SendChatMessage
    | ReportMessage
    | SeatingCommand
)
COMMAND_TAGS = (
    "commit", "play", "claim", "undo", "hint", "seed", "next", "rematch", "pace", "allow", "say",
    "report",
    "join", "leave", "return", "fill", "open", "remove", "hand", "swap", "begin", "replace",
)  # fmt: skip


class Envelope(Struct, frozen=True):
    """The tags of a frame and its id, read before the rest is checked."""

    t: str
    k: str | None = None


class CommandIdOnly(Struct, frozen=True):
    """The id of a command that may otherwise be wrong."""

    id: CommandId


decode_envelope = msgspec.json.Decoder(Envelope).decode
decode_id = msgspec.json.Decoder(CommandIdOnly).decode
decode_greeting: Callable[[str | bytes], Hello | Ping] = msgspec.json.Decoder(Hello | Ping).decode
decode_command: Callable[[str | bytes], AnyCommand] = msgspec.json.Decoder(AnyCommand).decode


def decode_client_frame(text: str | bytes) -> Hello | Ping | AnyCommand:
    """The frame that a client sent; raises Refused with `bad-message` or `unknown-command`."""
    try:
        envelope = decode_envelope(text)
        if envelope.t != "do":
            return decode_greeting(text)
        if envelope.k is not None and envelope.k not in COMMAND_TAGS:
            raise Refused(RefusalCode.UNKNOWN_COMMAND)
        return decode_command(text)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as problem:
        raise Refused(RefusalCode.BAD_MESSAGE, str(problem)) from problem


def decode_command_id(text: str | bytes) -> str | None:
    """The id in a frame that is otherwise wrong, or None where it has none."""
    try:
        return decode_id(text).id
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return None


# --- from the server ------------------------------------------------------------------------


class Welcome(Struct, frozen=True, tag_field="t", tag="welcome"):
    """The whole view after event `seq` of the `log`; `removed`: the host sent the viewer away."""

    seq: int
    view: View
    log: str = ""
    removed: bool = False


class TrickOutcome(Struct, frozen=True):
    """What the last card of a trick brought about; the prices are null where it sold no bottle."""

    taker: int
    bottle: int | None
    owner_before: int | None
    price_before: str | None
    price: str | None


class Event(Struct, frozen=True, kw_only=True, tag_field="t", tag="ev", omit_defaults=True):
    """An event as one viewer may know it; `set` holds the paths of the view that changed.

    Which facts stand beside `k` depends on it; see the reference.
    """

    seq: int
    k: str
    round: int | None = None
    stage: int | None = None
    player: int | None = None
    other: int | None = None
    card: str | None = None
    claim: str | None = None
    hand: int | None = None
    trick: TrickOutcome | None = None
    commitment: str | None = None
    seed: str | None = None
    ms: int | None = None
    table: str | None = None
    name: str | None = None
    level: str | None = None
    phrase: str | None = None
    text: str | None = None
    talk: str | None = None
    hints: str | None = None
    partners_talk: bool | None = None
    set: ViewChanges


class CommandAccepted(Struct, frozen=True, tag_field="t", tag="ok", omit_defaults=True):
    """A command was accepted; `seq` is the first event it caused."""

    id: str
    seq: int
    table: str | None = None


class CommandRefused(Struct, frozen=True, tag_field="t", tag="no"):
    """A command was refused and changed nothing."""

    id: str | None
    code: str
    text: str


class Pong(Struct, frozen=True, tag_field="t", tag="pong"):
    """The answer to `ping`; `now` is the server's time in ms since 1970, by which clocks go."""

    ts: int | float
    now: int = 0


class PlayerThinking(Struct, frozen=True, tag_field="t", tag="thinking", omit_defaults=True):
    """A computer player is being asked; passes without a number.

    While code for the player is compiled, `prepares` is true and a simpler player plays for it.
    """

    player: int
    prepares: bool = False


class PresenceUpdate(Struct, frozen=True, tag_field="t", tag="present"):
    """Which people are connected, and how many others watch; passes without a number."""

    players: list[int]
    watchers: int


ServerFrame = (
    Welcome
    | Event
    | CommandAccepted
    | HintReply
    | CommandRefused
    | Pong
    | PlayerThinking
    | PresenceUpdate
)

encode = msgspec.json.Encoder().encode
decode_server_frame: Callable[[str | bytes], ServerFrame] = msgspec.json.Decoder(ServerFrame).decode

"""Every frame of the protocol `bottle.v1`, checked when it is read.

A frame is one JSON object with the tag `t`; a command (`t` is `do`) has a second tag `k`.
Unknown fields, wrong types and anything too long are refused.  The reference for people is
`docs/reference/protocol.md`.
"""

from collections.abc import Callable
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from bottleimp.game.fair_deal import CONTRIBUTION
from bottleimp.server.refusals import Code, Refused
from bottleimp.server.view import View

PROTOCOL = "bottle.v1"
MOST_BYTES = 8192  # in one frame from a client
SLOWEST_PACE = 5000  # milliseconds between automatic plays

CommandId = Annotated[str, Meta(min_length=1, max_length=64)]
Label = Annotated[str, Meta(min_length=1, max_length=8)]
Contribution = Annotated[str, Meta(pattern=f"^{CONTRIBUTION.pattern}\\Z")]
Count = Annotated[int, Meta(ge=0, le=1_000_000)]
Number = Annotated[int, Meta(ge=0, le=2**53)]


# --- from the client ------------------------------------------------------------------------


class Hello(Struct, frozen=True, forbid_unknown_fields=True, tag_field="t", tag="hello"):
    """The first frame; `after` is the last event the client has applied."""

    after: Number | None = None


class Ping(Struct, frozen=True, forbid_unknown_fields=True, tag_field="t", tag="ping"):
    """Asks for `pong` with the same `ts`."""

    ts: Annotated[float, Meta(ge=0, le=2**53)] = 0


class Command(Struct, frozen=True, forbid_unknown_fields=True, tag_field="k"):
    """What a player wants; `id` makes it safe to send twice."""

    t: Literal["do"]
    id: CommandId


class Commit(Command, frozen=True, forbid_unknown_fields=True, tag_field="k", tag="commit"):
    """All choices of the running stage, in the order in which they are asked."""

    round: Count
    stage: Count
    actions: Annotated[list[Label], Meta(max_length=16)]


class Play(Command, frozen=True, forbid_unknown_fields=True, tag_field="k", tag="play"):
    """A card; `step` is how many cards have been played in the round."""

    round: Count
    step: Count
    card: Label


class Seed(Command, frozen=True, forbid_unknown_fields=True, tag_field="k", tag="seed"):
    """Your part in the deal of the round to come: anything random."""

    round: Count
    value: Contribution


class Next(Command, frozen=True, forbid_unknown_fields=True, tag_field="k", tag="next"):
    """On to the round after this one."""

    round: Count


class Rematch(Command, frozen=True, forbid_unknown_fields=True, tag_field="k", tag="rematch"):
    """A new table with the same settings."""


class Leave(Command, frozen=True, forbid_unknown_fields=True, tag_field="k", tag="leave"):
    """Close the table."""


class Pace(Command, frozen=True, forbid_unknown_fields=True, tag_field="k", tag="pace"):
    """Milliseconds between automatic plays."""

    ms: Annotated[int, Meta(ge=0, le=SLOWEST_PACE)]


AnyCommand = Commit | Play | Seed | Next | Rematch | Leave | Pace
COMMANDS = ("commit", "play", "seed", "next", "rematch", "leave", "pace")


class Envelope(Struct, frozen=True):
    """The tags of a frame and its id, read before the rest is checked."""

    t: str
    k: str | None = None


class Identified(Struct, frozen=True):
    """The id of a command that may otherwise be wrong."""

    id: CommandId


read_envelope = msgspec.json.Decoder(Envelope).decode
read_id = msgspec.json.Decoder(Identified).decode
read_greeting: Callable[[str | bytes], Hello | Ping] = msgspec.json.Decoder(Hello | Ping).decode
read_command: Callable[[str | bytes], AnyCommand] = msgspec.json.Decoder(AnyCommand).decode


def client_frame(text: str | bytes) -> Hello | Ping | AnyCommand:
    """The frame that a client sent; raises Refused with `bad-message` or `unknown-command`."""
    try:
        envelope = read_envelope(text)
        if envelope.t != "do":
            return read_greeting(text)
        if envelope.k is not None and envelope.k not in COMMANDS:
            raise Refused(Code.UNKNOWN_COMMAND)
        return read_command(text)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as problem:
        raise Refused(Code.BAD_MESSAGE, str(problem)) from problem


def command_id(text: str | bytes) -> str | None:
    """The id in a frame that is otherwise wrong, or None where it has none."""
    try:
        return read_id(text).id
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return None


# --- from the server ------------------------------------------------------------------------


class Welcome(Struct, frozen=True, tag_field="t", tag="welcome"):
    """The whole view after event `seq`."""

    seq: int
    view: View


class TrickFacts(Struct, frozen=True):
    """What the last card of a trick brought about."""

    taker: int
    bottle: int | None
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
    card: str | None = None
    hand: int | None = None
    trick: TrickFacts | None = None
    commitment: str | None = None
    seed: str | None = None
    ms: int | None = None
    table: str | None = None
    # Values are parts of the view: their types are those of the fields of `View`.
    set: dict[str, Any]


class Ok(Struct, frozen=True, tag_field="t", tag="ok", omit_defaults=True):
    """A command was accepted; `seq` is the first event it caused."""

    id: str
    seq: int
    table: str | None = None


class No(Struct, frozen=True, tag_field="t", tag="no"):
    """A command was refused and changed nothing."""

    id: str | None
    code: str
    text: str


class Pong(Struct, frozen=True, tag_field="t", tag="pong"):
    """The answer to `ping`."""

    ts: float


class Thinking(Struct, frozen=True, tag_field="t", tag="thinking"):
    """A computer player is being asked; passes without a number."""

    player: int


ServerFrame = Welcome | Event | Ok | No | Pong | Thinking

encode = msgspec.json.Encoder().encode

"""What comes over the wire, as the types of the protocol: frames, and the view kept from them."""

import json
from collections.abc import Iterable
from typing import TypeVar

import msgspec

from bottleimp.client.view_tracker import ViewTracker
from bottleimp.protocol.messages import (
    AnyCommand,
    Event,
    ServerFrame,
    Welcome,
    decode_server_frame,
    encode,
)
from bottleimp.protocol.views import RoundResultView, RoundView, View

Frame = TypeVar("Frame", bound=ServerFrame)
Body = TypeVar("Body")


def read_frame(text: str | bytes) -> ServerFrame:
    """The frame that the server sent; it must hold exactly the fields of its type."""
    frame = decode_server_frame(text)
    assert json.loads(encode(frame)) == json.loads(text)
    return frame


def read_body(text: str | bytes, kind: type[Body]) -> Body:
    """The body of an answer; it must hold exactly the fields of its type."""
    body = msgspec.json.decode(text, type=kind)
    assert json.loads(encode(body)) == json.loads(text)
    return body


def build_command(kind: type[AnyCommand], **fields: object) -> AnyCommand:
    """The command with these fields, `id` among them; the server has to check it again."""
    return msgspec.convert({"t": "do", "k": kind.__struct_config__.tag, **fields}, kind)


def events(frames: Iterable[ServerFrame]) -> list[Event]:
    """The events among the frames."""
    return of_type(frames, Event)


def of_type(frames: Iterable[ServerFrame], kind: type[Frame]) -> list[Frame]:
    """The frames of this type."""
    return [frame for frame in frames if isinstance(frame, kind)]


def shown_round(view: View) -> RoundView:
    """The round that the view shows; there must be one."""
    assert view.round is not None
    return view.round


def shown_result(view: View) -> RoundResultView:
    """The score of the round that the view shows; it must be over."""
    result = shown_round(view).result
    assert result is not None
    return result


def is_scored(view: View) -> bool:
    """Whether the round that is shown is over and scored."""
    return view.round is not None and view.round.result is not None


def first_choices(shown: RoundView) -> list[str]:
    """The first card that may be played, or the first choices that answer what is asked."""
    return shown.legal[: len(shown.asks) or 1]


class TrackedView:
    """The view that somebody has from the frames that came; no event may be missing or double."""

    def __init__(self) -> None:
        self.tracker = ViewTracker()
        self.frames: list[ServerFrame] = []

    def apply(self, frame: ServerFrame) -> None:
        """Keeps the frame, and applies it where it changes the view."""
        self.frames.append(frame)
        if isinstance(frame, Event):
            assert self.tracker.apply(frame), (frame, self.seq)
        elif isinstance(frame, Welcome):
            self.tracker.apply(frame)

    def resume_from(self, seq: int, view: View) -> None:
        """Takes over what somebody had seen up to an event."""
        self.tracker.seq, self.tracker.view = seq, view

    @property
    def events(self) -> list[Event]:
        """The events that came."""
        return events(self.frames)

    @property
    def has_view(self) -> bool:
        """Whether a first view came."""
        return self.tracker.view is not None

    @property
    def view(self) -> View:
        """The last view; one must have come."""
        assert self.tracker.view is not None
        return self.tracker.view

    @property
    def seq(self) -> int:
        """The number of the last event in the view; 0 before the first."""
        return self.tracker.seq or 0

    @property
    def current_round(self) -> RoundView:
        """The round that is shown; there must be one."""
        return shown_round(self.view)

"""Someone who is told of a table's events over HTTP, as pages or as a stream."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import ExitStack

import msgspec
from msgspec import Struct
from starlette.responses import StreamingResponse
from starlette.types import Receive, Scope, Send

from bottleimp.languages.language import Language


class FrameTag(Struct, frozen=True):
    """What tells a numbered frame from others."""

    t: str
    seq: int | None = None


decode_frame_tag = msgspec.json.Decoder(FrameTag).decode


def is_numbered(frame: bytes) -> bool:
    """Whether the frame is an event or the whole view."""
    return decode_frame_tag(frame).t in ("ev", "welcome")


class CountedStream(StreamingResponse):
    """A stream of events, which counts as one line of its address until it ends."""

    media_type = "text/event-stream"

    def __init__(self, content: AsyncIterator[bytes], line: ExitStack) -> None:
        """`line` is open already, and is closed with the stream."""
        super().__init__(content)
        self._line = line

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Sends the stream."""
        with self._line:
            await super().__call__(scope, receive, send)


class EventListener:
    """Someone who asks for events over HTTP; too many that are not fetched end it."""

    def __init__(self, guest: str, language: Language, most: int) -> None:
        self.guest = guest
        self.language = language
        self.frames: asyncio.Queue[bytes] = asyncio.Queue()
        self.is_slow = False
        self._most = most

    def close(self) -> None:
        """Nothing more is sent: who waits for a frame gets an empty one."""
        self.frames.put_nowait(b"")

    def send(self, frame: bytes) -> None:
        """Takes a frame; never waits."""
        if self.frames.qsize() >= self._most:
            self.is_slow = True
        else:
            self.frames.put_nowait(frame)

    def take_numbered_frames(self) -> list[bytes]:
        """The numbered frames that have come."""
        frames = []
        while not self.frames.empty():
            frames.append(self.frames.get_nowait())
        return [frame for frame in frames if frame and is_numbered(frame)]

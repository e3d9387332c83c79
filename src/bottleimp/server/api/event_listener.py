"""Someone who is told of a table's events over HTTP, as pages or as a stream."""

import asyncio

import msgspec
from msgspec import Struct

from bottleimp.languages.language import Language


class FrameTag(Struct, frozen=True):
    """What tells a numbered frame from others."""

    t: str
    seq: int | None = None


decode_frame_tag = msgspec.json.Decoder(FrameTag).decode


def is_numbered(frame: bytes) -> bool:
    """Whether the frame is an event or the whole view."""
    return decode_frame_tag(frame).t in ("ev", "welcome")


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

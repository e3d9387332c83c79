"""Frames that nobody should send: mutated ones, ones of others, and nonsense.

Only here are frames plain JSON: the types of the protocol cannot hold what is wrong.
"""

import json
import random
from collections.abc import Callable, Sequence

from bottleimp.protocol.messages import COMMAND_TAGS, MAX_FRAME_BYTES
from tests.support.json_values import Json

Frame = str | bytes

LABELS = ("1", "7", "18.5", "19", "37", "open-1", "open-2", "imp", "")
# What is put in the place of a value: wrong types, and numbers and texts at and past every bound.
WILD: tuple[object, ...] = (
    None, True, False, -1, 0, 1, 2, 5, 16, 17, 5000, 5001, 10**6, 10**6 + 1, 2**53, 2**53 + 1,
    2**63, 2**64, 10**400, 0.5, -0.0, 1e308, "", "a", "7", "x" * 64, "x" * 65, "\x00", "é" * 64,
    "\u202e",
    "\U0001f47f", [], {}, ["7"], ["7"] * 16, ["7"] * 17, [[["7"]]], {"a": {"b": []}}, "do", "hello",
    "rules_of_thumb", "human", "__class__", "'; DROP TABLE event; --", "<script>", "%s%n", "../..",
)  # fmt: skip
SHARDS = (b"\x00", b"\\ud800", b"\\u0000", b"{", b"]")
NAMES = ("Ann", "Bo", "You", "Lopaka", "A|B", "", " ", "x" * 24, "x" * 25, "Аnn", "\u202ennA")
# How often each kind of frame is sent, of a hundred.
SHARES = {"mutated": 45, "broken": 25, "strange": 20, "repeated": 8, "nonsense": 2}


def command(draw: random.Random, kind: str) -> Json:
    """A command of some kind, well formed, right or wrong."""
    number = draw.choice((0, 1, 1, 1, 2, 3))
    fields: dict[str, Callable[[], Json]] = {
        "commit": lambda: {
            "round": number,
            "stage": draw.randrange(3),
            "actions": [draw.choice(LABELS) for _ in range(draw.randrange(6))],
        },
        "play": lambda: {"round": number, "step": draw.randrange(40), "card": draw.choice(LABELS)},
        "seed": lambda: {"round": number, "value": f"{draw.getrandbits(128):032x}"},
        "next": lambda: {"round": number},
        "say": lambda: draw.choice(
            ({"phrase": "hello"}, {"text": "Hello"}, {"text": "a\u202eb"}, {"phrase": "x"}, {})
        ),
        "pace": lambda: {"ms": draw.randrange(2)},
        "join": lambda: {
            "name": draw.choice(NAMES),
            "player": draw.choice((None, *range(7))),
        },
        "fill": lambda: {"player": draw.randrange(7), "level": draw.choice(("uniform", "none"))},
        "rematch": dict,
        "leave": dict,
        "return": dict,
        "begin": dict,
    }
    make = fields.get(kind, lambda: {"player": draw.randrange(7)})
    return {"t": "do", "id": f"{draw.getrandbits(40):x}", "k": kind, **make()}


class Hostile:
    """Draws frames; `seen` are commands that somebody really sent."""

    def __init__(self, draw: random.Random) -> None:
        self.draw = draw
        self.seen: list[Json] = []

    def frame(self) -> Frame:
        """The next frame."""
        (kind,) = self.draw.choices(list(SHARES), list(SHARES.values()))
        frame: Frame = getattr(self, kind)()
        return frame

    def base(self) -> Json:
        """A frame to begin with."""
        if self.seen and self.draw.random() < 0.5:
            return dict(self.draw.choice(self.seen[-50:]))
        greetings: Sequence[Json] = ({"t": "hello", "after": 3}, {"t": "ping", "ts": 1})
        kind = self.draw.choice((*COMMAND_TAGS, "greeting"))
        # Whoever leaves has nothing more to spoil, and a host who is gone spoils nothing either.
        if kind in ("leave", "remove", "hand") and self.draw.random() < 0.9:
            kind = "play"
        return dict(self.draw.choice(greetings)) if kind == "greeting" else command(self.draw, kind)

    def strange(self) -> Frame:
        """A frame as it should be, that means nothing here or is not this sender's to send."""
        return json.dumps(self.base())

    def repeated(self) -> Frame:
        """A command that was sent before, by this guest or by another."""
        return json.dumps(self.draw.choice(self.seen[-50:])) if self.seen else self.strange()

    def mutated(self) -> Frame:
        """A frame with a field that is gone, new, of another type or out of bounds."""
        frame = self.base()
        for _ in range(self.draw.choice((1, 1, 1, 2, 3))):
            key = self.draw.choice((*frame, "why", "__proto__", "id", "k", "t"))
            match self.draw.randrange(4):
                case 0:
                    frame.pop(key, None)
                case 1:
                    frame[key] = [frame.get(key)]
                case _:
                    frame[key] = self.draw.choice(WILD)
        return json.dumps(frame, ensure_ascii=self.draw.random() < 0.5)

    def broken(self) -> Frame:
        """A frame whose bytes were flipped, cut, doubled or mixed with others."""
        content = bytearray(json.dumps(self.base()).encode())
        place = self.draw.randrange(len(content) + 1)
        match self.draw.randrange(6):
            case 0:
                content[place - 1] ^= 1 << self.draw.randrange(8)
            case 1:
                del content[place:]
            case 2:
                content[place:place] = self.draw.randbytes(self.draw.randrange(1, 9))
            case 3:
                content *= 2
            case 4:
                content[place:place] = self.draw.choice(SHARDS)
            case _:
                content[place:place] = b"[" * self.draw.randrange(MAX_FRAME_BYTES - len(content))
        return bytes(content)

    def nonsense(self) -> Frame:
        """Bytes of no meaning; now and then too many."""
        size = self.draw.choice((0, 1, 7, 100, 1000, MAX_FRAME_BYTES, MAX_FRAME_BYTES + 1))
        return self.draw.randbytes(size)

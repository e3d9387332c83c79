"""The view of a table, kept up to date from the frames of the server; no input and no output."""

from functools import cache

import msgspec
from msgspec.structs import replace

from bottleimp.client.errors import ProtocolError
from bottleimp.protocol.messages import Event, Welcome
from bottleimp.protocol.view_changes import PARTIAL_UPDATE_PARTS, ViewChanges
from bottleimp.protocol.views import View


class ViewTracker:
    """The last view, the number of its last event and its log; None before the first frame."""

    def __init__(self) -> None:
        self.view: View | None = None
        self.seq: int | None = None
        self.log: str | None = None

    def apply(self, frame: Welcome | Event) -> bool:
        """Applies a frame; whether it was new.

        An event that has been applied already is passed over, so the server may send it twice.
        Raises ProtocolError when an event before this one is missing or a value has a wrong type;
        then the view is as it was, and a new connection brings what is missing.
        """
        if isinstance(frame, Welcome):
            self.seq, self.view, self.log = frame.seq, frame.view, frame.log or None
            return True
        if self.view is None or self.seq is None:
            raise ProtocolError(f"Event {frame.seq} came before the first view.")
        if frame.seq <= self.seq:
            return False
        if frame.seq != self.seq + 1:
            raise ProtocolError(f"Event {frame.seq} came after {self.seq}.")
        self.view = apply_changes(self.view, frame.set)
        self.seq = frame.seq
        return True


def apply_changes(view: View, changes: ViewChanges) -> View:
    """The view after an event; what did not change is shared with the view before.

    Paths that this version does not know are passed over.  Raises ProtocolError for a value of a
    wrong type, and for a change within a part that is null.
    """
    types = path_types()
    for path, raw in changes.items():
        if path not in types:
            continue
        try:
            value = msgspec.convert(raw, types[path])
        except msgspec.ValidationError as problem:
            raise ProtocolError(f"{path}: {problem}") from problem
        part, _, name = path.partition(".")
        if name:
            before = getattr(view, part)
            if before is None:
                raise ProtocolError(f"{path} changed, but there is no {part}.")
            value = replace(before, **{name: value})
        view = replace(view, **{part: value})
    return view


@cache
def path_types() -> dict[str, object]:
    """The type of every part of a view that may change, by its path."""
    found: dict[str, object] = {field.name: field.type for field in msgspec.structs.fields(View)}
    for part, kind in PARTIAL_UPDATE_PARTS.items():
        found |= {f"{part}.{field.name}": field.type for field in msgspec.structs.fields(kind)}
    return found

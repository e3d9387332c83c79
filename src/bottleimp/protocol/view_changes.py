"""How two views differ: the values that are new, by their paths."""

from typing import Any

from msgspec import Struct
from msgspec.structs import astuple

from bottleimp.protocol.views import MatchView, RoundView, TableView, View

# The parts of a view whose fields may change one by one.
PARTIAL_UPDATE_PARTS: dict[str, type[Struct]] = {
    "table": TableView,
    "match": MatchView,
    "round": RoundView,
}

PART_PATHS = {
    part: tuple(f"{part}.{name}" for name in kind.__struct_fields__)
    for part, kind in PARTIAL_UPDATE_PARTS.items()
}

# Values are parts of a view, of any of the types above.
ViewChanges = dict[str, Any]


def view_changes(before: View, after: View) -> ViewChanges:
    """The paths whose value is new: `part`, or `part.field` where only some fields changed.

    A round that has just been dealt comes whole, and the match with it.
    """
    is_new_round = (
        before.round is None or after.round is None or before.round.number != after.round.number
    )
    found: ViewChanges = {}
    for part, old, new in zip(View.__struct_fields__, astuple(before), astuple(after), strict=True):
        if is_new_round and part in ("match", "round") and before.round is not after.round:
            found[part] = new
        elif old is new:
            continue
        elif part in PARTIAL_UPDATE_PARTS and old is not None and new is not None:
            for path, was, value in zip(PART_PATHS[part], astuple(old), astuple(new), strict=True):
                if was is not value and was != value:
                    found[path] = value
        elif old != new:
            found[part] = new
    return found

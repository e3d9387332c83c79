"""What was chosen for one edition, carried over to another that is chosen after it.

The form for a new table says in `shown` which edition's options it shows.  A browser without
script may send it with another edition: then the table is one of the edition that was chosen.
"""

from collections.abc import Mapping
from typing import Protocol

SHOWN_EDITION_FIELD = "shown"


class AvailableOptions(Protocol):
    """The options of an edition, as the form offers them."""

    @property
    def defaults(self) -> dict[str, str]:
        """What holds where nothing else is chosen, by field; only fields that depend on it."""

    def is_available(self, field: str, value: str) -> bool:
        """Whether this can be chosen for the edition."""

    @property
    def other_players(self) -> range:
        """The players besides the one who makes the table."""


def carry_over(
    fields: Mapping[str, str], previous: AvailableOptions, wanted: AvailableOptions
) -> tuple[dict[str, str], list[str]]:
    """What of the fields holds for the wanted edition, and the fields that had to be left out.

    What was as usual for the edition that was shown becomes what is usual for the other.
    """
    kept, left_out = {}, []
    for field, value in fields.items():
        if field not in previous.defaults:
            kept[field] = value
        elif value == previous.defaults[field]:
            continue
        elif wanted.is_available(field, value):
            kept[field] = value
        else:
            left_out.append(field)
    # Places that only the other edition has go to whom the last of the others went to.
    last = fields.get(f"player_{len(previous.other_players)}")
    if last is not None:
        for player in wanted.other_players:
            kept.setdefault(f"player_{player}", last)
    return kept, left_out

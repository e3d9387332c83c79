"""What was chosen for one edition, carried over to another that is chosen after it.

The form for a new table says in `shown` which edition's options it shows.  A browser without
script may send it with another edition: then the table is one of the edition that was chosen.
"""

from collections.abc import Mapping
from typing import Protocol

SHOWN = "shown"


class Offer(Protocol):
    """The options of an edition, as the form offers them."""

    @property
    def usual(self) -> dict[str, str]:
        """What holds where nothing else is chosen, by field; only fields that depend on it."""

    def offers(self, field: str, value: str) -> bool:
        """Whether this can be chosen for the edition."""

    @property
    def others(self) -> range:
        """The players besides the one who makes the table."""


def carry_over(
    fields: Mapping[str, str], shown: Offer, wanted: Offer
) -> tuple[dict[str, str], list[str]]:
    """What of the fields holds for the wanted edition, and the fields that had to be left out.

    What was as usual for the edition that was shown becomes what is usual for the other.
    """
    kept, left_out = {}, []
    for field, value in fields.items():
        if field not in shown.usual:
            kept[field] = value
        elif value == shown.usual[field]:
            continue
        elif wanted.offers(field, value):
            kept[field] = value
        else:
            left_out.append(field)
    # Places that only the other edition has go to whom the last of the others went to.
    last = fields.get(f"player_{len(shown.others)}")
    if last is not None:
        for player in wanted.others:
            kept.setdefault(f"player_{player}", last)
    return kept, left_out

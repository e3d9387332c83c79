"""The deal of the day: it follows from the date alone, so it is the same at every table."""

import hashlib
from datetime import date

from bottleimp.game.deal import Deal
from bottleimp.rules.editions import edition

FIRST_DAY = date(2026, 11, 1)

EDITIONS = (  # by the day of the week, from Monday on
    "classic/4",
    "classic/3",
    "classic/lopaka",
    "classic/4",
    "classic/3",
    "matagot/5",
    "classic/bright-house",
)


def daily_deal(day: date) -> Deal:
    """The cards of a day, in the edition of its day of the week.

    The seed is the SHA-256 of `bottleimp daily deal ` and the date as in ISO 8601.  So whoever
    knows the program knows all cards in advance: it is for fun, and nothing depends on it.

    >>> from datetime import date
    >>> daily_deal(date(2026, 12, 1)).edition.key
    'classic/3'
    """
    seed = hashlib.sha256(f"bottleimp daily deal {day.isoformat()}".encode()).digest()
    return Deal.from_seed(edition(EDITIONS[day.weekday()]), seed)

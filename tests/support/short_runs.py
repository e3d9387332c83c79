"""What tests that take their time leave to `./check --long`, so that `./check` stays short."""

from collections.abc import Collection, Iterable

import pytest

from bottleimp.analysis.arena.contests import edition_of_each_mode
from bottleimp.rules.editions import edition_keys

# One for each kind of thing to show: an open row, two hands, teams, four sides.
ONE_OF_EACH_KIND = (
    "classic/3", "classic/lopaka", "classic/bright-house", "matagot/4-teams",
    "matagot/6-teams-2211",
)  # fmt: skip


def sparing(keys: Iterable[object], short: Collection[object]) -> list[object]:
    """The keys as parameters of a test, `long` those that are not for the short run."""
    return [
        pytest.param(key, id=str(key), marks=() if key in short else pytest.mark.long)
        for key in keys
    ]


# For tests that take a while with each edition; the second to last has two bottles.
KINDS = sparing(edition_keys(), (*ONE_OF_EACH_KIND, "matagot/5", "matagot/devils-eye"))
# For the others: the editions that are left out are the same modes with other cards.
EDITIONS = sparing(edition_keys(), edition_of_each_mode())

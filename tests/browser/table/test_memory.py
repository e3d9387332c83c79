"""A long evening at one table takes no more memory than a short one."""

from statistics import median

import pytest

from tests.support.browser.page_memory import MemoryProbe
from tests.support.browser.table_page import TablePage

pytestmark = [pytest.mark.browser, pytest.mark.slow]
ROUNDS = 12
WARM = 3  # rounds after which everything has been shown once
NODES_OF_A_ROW = 100  # each round adds a row to the score sheet
MOST_MEGABYTES = 0.5


def test_twelve_rounds_leave_nothing_behind(table: TablePage) -> None:
    table.sit_down("classic/4", length=f"rounds={ROUNDS}", pace="50")
    probe = MemoryProbe(table.page)
    after = []
    for number in range(1, ROUNDS + 1):
        table.until("next", "end")
        after.append(probe.measure())
        if number < ROUNDS:
            table.page.locator("[data-act=next]").click()
    first, last = after[WARM - 1 : WARM + 2], after[-4:-1]  # the end of the match looks different

    def growth(name: str) -> float:
        before, now = ([float(getattr(one, name)) for one in part] for part in (first, last))
        return median(now) - median(before)

    rounds = ROUNDS - WARM - 2
    assert growth("listeners") <= 0, after
    assert growth("nodes") <= rounds * NODES_OF_A_ROW, after
    assert growth("megabytes") <= MOST_MEGABYTES, after

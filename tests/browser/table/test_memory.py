"""A long evening at one table takes no more memory than a short one."""

from statistics import median

import pytest

from tests.support.browser.page_memory import MemoryProbe
from tests.support.browser.table_page import TablePage

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.wide]
ROUNDS = 12
WARM = 3  # rounds after which everything has been shown once
SPARE_NODES = 10  # a round
MOST_MEGABYTES = 0.5
# Each round adds a row to the score sheet: elements, texts, and the marks that lit-html leaves.
NODES_OF_A_ROW = """() => {
  const walker = document.createTreeWalker(document.querySelector(".sheet tbody tr"));
  let nodes = 1;
  while (walker.nextNode()) nodes += 1;
  return nodes;
}"""


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

    rounds = (ROUNDS - 2) - (WARM + 1)  # from the middle of the first to that of the last
    row = table.page.evaluate(NODES_OF_A_ROW)
    assert growth("listeners") <= 0, after
    assert growth("nodes") <= rounds * (row + SPARE_NODES), (row, after)
    assert growth("megabytes") <= MOST_MEGABYTES, after

"""Two bottles among six players: whoever owns them, they lie on no card of the trick."""

from itertools import product

import pytest

from tests.browser.table.test_no_scrolling import DRESS, NEXT_PICTURE, OVERLAP_PX, OVERLAPS
from tests.support.browser.table_page import TablePage

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.wide]

SIZES = ((1366, 633), (1024, 768), (1280, 800))
# Gives the bottles to these seats.
OWN = """(seats) => {
  for (const [number, bottle] of document.querySelectorAll(".table-surface .bottle").entries()) {
    const kept = [...bottle.classList].filter((one) => !/^(seat-.|unowned|left|right)$/.test(one));
    const side = seats[0] === seats[1] ? ["left", "right"][number] : "";
    bottle.className = [...kept, `seat-${seats[number]}`, side].join(" ");
  }
}"""


def test_a_bottle_lies_on_no_card_whoever_owns_it(table: TablePage) -> None:
    table.sit_down("matagot/6")
    table.until("play")
    found: dict[tuple[int, ...], list[str]] = {}
    for width, height in SIZES:
        table.page.set_viewport_size({"width": width, "height": height})
        table.page.evaluate(DRESS, ["light", "normal"])
        for owners in product(range(6), repeat=2):
            table.page.evaluate(OWN, list(owners))
            table.page.evaluate(NEXT_PICTURE)
            faults = [f for f in table.page.evaluate(OVERLAPS, OVERLAP_PX) if "place" in f]
            found |= {(width, height, *owners): faults} if faults else {}

    assert found == {}

"""At a table without aids the page shows the trick on the table, and no earlier one."""

import re

import pytest
from playwright.sync_api import expect

from tests.support.browser.table_page import TablePage

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.wide]


def test_earlier_tricks_are_shown_when_the_round_is_over(table: TablePage) -> None:
    table.sit_down("classic/3,no-aids")
    headline = table.page.locator(".trick .headline")
    for _ in range(3):
        table.until("play")
        table.by_mouse("play")
    table.until("play")
    told = headline.inner_text()
    marked = table.page.locator(".number-line .cell.played").count()
    panels = table.page.locator(".past-trick").count()
    taken = table.page.get_by_text("taken in this round:").count()
    table.until("next")

    # The new trick, or what became of the last one while it lies there.
    assert re.search(r"Trick 4 of 11| takes? | buys? ", told)
    assert (marked, taken) == (0, 0)
    assert panels <= 1
    expect(table.page.locator(".number-line .cell.played")).to_have_count(33)

"""A hint covers nothing, and where it comes in the exchange nothing moves."""

from typing import Any

import pytest
from playwright.sync_api import ViewportSize, expect

from tests.support.browser.table_page import TablePage
from tests.support.patience import PATIENCE_MS

pytestmark = [pytest.mark.browser, pytest.mark.slow]

SIDEWAYS = (740, 360)
SIZES = ((375, 667), SIDEWAYS, (1366, 633))
# What the words of a hint lie over, and whether they end beyond the screen.
COVERED = """() => {
  const hint = document.querySelector(".status.hint").getBoundingClientRect();
  const covers = (box) => box.height > 0 &&
    box.left < hint.right - 1 && box.right > hint.left + 1 &&
    box.top < hint.bottom - 1 && box.bottom > hint.top + 1;
  const others = document.querySelectorAll(
    ".player, .number-line, .open-hands, .headline, .place, .bottle, .target, .buttons, .holder");
  return [
    ...[...others].filter((one) => covers(one.getBoundingClientRect())).map((one) => one.className),
    ...(hint.top < 0 || hint.bottom > innerHeight ? ["the edge of the screen"] : []),
  ];
}"""
# The button that asks for a hint explains it afterwards, in the same place.
PLACES = """() => [...document.querySelectorAll(".target, .prompt > .buttons > button, .holder")]
  .map((one) => {
    const { x, y, width, height } = one.getBoundingClientRect();
    const name = one.matches(".hint-button") ? "Hint" : one.innerText;
    return [name, x, y, width, height].join(" ");
  })"""


def ask(table: TablePage) -> None:
    """Asks for a hint and waits for it."""
    table.page.get_by_role("button", name="Hint").click()
    expect(table.page.locator(".status.hint")).to_contain_text("Hint (", timeout=PATIENCE_MS)


def show(table: TablePage, size: tuple[int, int]) -> None:
    """Gives the screen this size."""
    width, height = size
    table.page.set_viewport_size(ViewportSize(width=width, height=height))


@pytest.mark.wide
@pytest.mark.parametrize("edition", ["classic/4", "classic/lopaka", "matagot/6"])
def test_a_hint_lies_over_nothing_on_a_phone_held_sideways(table: TablePage, edition: str) -> None:
    show(table, SIDEWAYS)
    table.sit_down(edition)
    table.wanted()
    ask(table)
    found: dict[str, Any] = {"exchange": table.page.evaluate(COVERED)}
    table.until("play")
    ask(table)
    found["play"] = table.page.evaluate(COVERED)

    assert found == {"exchange": [], "play": []}


@pytest.mark.wide
@pytest.mark.parametrize("size", SIZES, ids=["upright", "sideways", "laptop"])
@pytest.mark.parametrize("edition", ["classic/4", "matagot/6", "matagot/devils-eye"])
def test_nothing_moves_when_a_hint_comes_in_the_exchange(
    table: TablePage, edition: str, size: tuple[int, int]
) -> None:
    show(table, size)
    table.sit_down(edition)
    table.wanted()
    table.page.mouse.move(0, 0)
    before = table.page.evaluate(PLACES)
    ask(table)

    assert before == table.page.evaluate(PLACES)
    assert table.page.evaluate(COVERED) == []

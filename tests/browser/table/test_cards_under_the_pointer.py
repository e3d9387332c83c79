"""A card under the pointer keeps its paper, so that its number can be read while one aims."""

import pytest

from tests.support.browser.table_page import TablePage

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.wide]

PAPER = """(card) => {
  const { backgroundColor, backgroundImage, color } = getComputedStyle(card);
  return [backgroundColor, backgroundImage, color];
}"""


@pytest.mark.parametrize("colours", ["light", "dark"])
def test_a_card_looks_the_same_under_the_pointer(table: TablePage, colours: str) -> None:
    table.page.emulate_media(color_scheme="dark" if colours == "dark" else "light")
    table.sit_down("classic/4")
    card = table.page.locator(".own-hand .usable").first
    table.page.mouse.move(1, 1)
    before = card.evaluate(PAPER)

    card.hover()

    assert card.evaluate("(card) => card.matches(':hover')")
    assert card.evaluate(PAPER) == before

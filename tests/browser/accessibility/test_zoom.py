"""Guide and lessons in large print and at zoom: what is to be pressed lies free."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from tests.browser.conftest import watched
from tests.support.browser.table_page import TablePage

pytestmark = [pytest.mark.browser, pytest.mark.slow]

# Width and height in CSS pixels, and the print: 1366 by 633 at 200 %, 1280 by 1024 at 400 %.
VIEWS = {
    "zoom-200": (683, 317, "normal"),
    "zoom-400": (320, 256, "normal"),
    "large-sideways": (740, 360, "large"),
    "large-smallest": (320, 568, "large"),
}
# Cards and buttons of which even the middle lies under something else, or out of reach.
COVERED = """() => {
  const found = [];
  const all = ".target, .own-hands [data-card], .prompt button, .teacher button, .guide button";
  for (const one of document.querySelectorAll(all)) {
    if (!one.checkVisibility() || one.closest(".invisible")) continue;
    one.scrollIntoView({ block: "center" });
    const { left, top, width, height } = one.getBoundingClientRect();
    const spots = [[0.5, 0.5], [0.5, 0.15], [0.15, 0.15]];
    const isFree = spots.some(([x, y]) => {
      const above = document.elementFromPoint(left + x * width, top + y * height);
      return above !== null && (one.contains(above) || above.contains(one) && above.matches("li"));
    });
    if (!isFree) found.push(`${one.className} ${one.textContent.trim()}`);
  }
  return found;
}"""


@pytest.fixture
def visitor(
    request: pytest.FixtureRequest, browser: Browser, address: str, complaints: list[str]
) -> Iterator[TablePage]:
    """A visitor with this view."""
    width, height, print_size = VIEWS[request.node.callspec.params["view"]]
    with browser.new_context(
        viewport={"width": width, "height": height}, reduced_motion="reduce"
    ) as context:
        cookie = {"name": "bottle_settings", "value": f"print={print_size}", "url": address}
        context.add_cookies([cookie])  # type: ignore[list-item]
        yield TablePage(watched(context, complaints), address)
    assert complaints == []


@pytest.mark.parametrize("view", VIEWS)
def test_nothing_of_a_guided_exchange_is_covered(visitor: TablePage, view: str) -> None:
    del view  # the visitor's
    page = visitor.page
    page.goto(visitor.address)
    page.get_by_role("button", name="Play a first round with the guide").click()
    page.locator(".guide").wait_for()
    page.locator(".target").first.wait_for()

    assert page.evaluate(COVERED) == []


@pytest.mark.wide
@pytest.mark.parametrize("view", VIEWS)
@pytest.mark.parametrize("lesson", ["following", "passing"])
def test_nothing_of_a_lesson_is_covered(visitor: TablePage, view: str, lesson: str) -> None:
    del view  # the visitor's
    page = visitor.page
    page.goto(f"{visitor.address}/learn/{lesson}")
    page.locator(".own-hands [data-card]").first.wait_for()

    assert page.evaluate(COVERED) == []

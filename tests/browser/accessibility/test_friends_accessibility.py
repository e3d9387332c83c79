"""No page and no phase on the way to a table with others has a known barrier."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from tests.browser.accessibility.test_accessibility import barriers
from tests.browser.conftest import DESK, PHONE, visitor, watched
from tests.support.browser.company import open_table, sit_down
from tests.support.browser.table_page import TablePage

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.wide]


@pytest.fixture(params=["light desk", "dark phone"])
def ada(request: pytest.FixtureRequest, browser: Browser, address: str) -> Iterator[TablePage]:
    """The host at a light desk, then with a dark phone."""
    colours, place = request.param.split()
    width, height = DESK if place == "desk" else PHONE
    with browser.new_context(
        viewport={"width": width, "height": height}, color_scheme=colours, reduced_motion="reduce"
    ) as context:
        yield TablePage(watched(context, []), address)


def test_the_way_to_a_table_has_no_barrier(ada: TablePage) -> None:
    found = []
    for path in ("/join", "/join?code=nope", "/new?friends=yes&edition=classic/4"):
        ada.page.goto(ada.address + path)
        found += look(ada, path)

    assert found == []


def test_a_table_with_others_has_no_barrier(browser: Browser, ada: TablePage, address: str) -> None:
    found = []
    code = open_table(ada, "classic/3", player_2="rules_of_thumb", start="host")
    found += look(ada, "alone")
    with visitor(browser, address, []) as bea:
        bea.page.goto(f"{address}/j/{code}")
        bea.page.get_by_role("button", name="Sit here").first.wait_for()
        found += look(bea, "free places")
        sit_down(bea, "Bea")
        ada.page.get_by_text("Bea", exact=True).first.wait_for()
        found += look(ada, "in company")
        bea.page.goto("about:blank")
        ada.page.get_by_role("button", name="Begin the match").click()
        ada.page.locator(".presence-bar").wait_for()
        found += look(ada, "somebody is away")
        menu(ada, "People")
        found += look(ada, "people")
        ada.page.keyboard.press("Escape")
        menu(ada, "Leave")
        found += look(ada, "leaving")
        bea.page.goto(f"{ada.page.url}/seat")
        found += look(bea, "seat")
        bea.page.get_by_role("button", name="Make the link").click()
        link = bea.page.get_by_label("Link to your place").input_value()
        found += look(bea, "seat link")
        with visitor(browser, address, []) as elsewhere:
            elsewhere.page.goto(link)
            found += look(elsewhere, "take over")

    assert found == []


def look(someone: TablePage, where: str) -> list[str]:
    """The barriers here, and what is wider than the screen."""
    found = [f"{where}: {barrier}" for barrier in barriers(someone.page)]
    return found + ([f"{where}: too wide"] if someone.overflow() > 0 else [])


def menu(someone: TablePage, name: str) -> None:
    """Opens a window of the table."""
    if someone.page.get_by_role("button", name="Menu").is_visible():
        someone.page.get_by_role("button", name="Menu").click()
    someone.page.get_by_role("button", name=name).click()

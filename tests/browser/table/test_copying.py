"""Links are copied with a click, over plain http in a local network too, and it is said."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.conftest import NEIGHBOUR, visitor
from tests.support.browser.company import open_table
from tests.support.browser.table_page import TablePage
from tests.support.server_process import ServerProcess

pytestmark = [pytest.mark.browser, pytest.mark.slow]

COPIED = "The link is copied."
PASTE_FIELD = """() => {
  const field = document.createElement("textarea");
  field.id = "paste";
  document.body.append(field);
  field.focus();
}"""


def pasted(someone: TablePage) -> str:
    """What the clipboard holds."""
    someone.page.evaluate(PASTE_FIELD)
    someone.page.keyboard.press("Control+v")
    return someone.page.locator("#paste").input_value()


def is_trusted(someone: TablePage) -> bool:
    """Whether the browser gives the page a clipboard."""
    return bool(someone.page.evaluate("navigator.clipboard !== undefined"))


@pytest.fixture(params=["127.0.0.1", NEIGHBOUR])
def host(
    request: pytest.FixtureRequest, browser: Browser, server: ServerProcess, complaints: list[str]
) -> Iterator[TablePage]:
    """Somebody who has opened a table at an address that the browser trusts, and at another."""
    address = f"http://{request.param}:{server.live.port}"
    with visitor(browser, address, complaints) as someone:
        open_table(someone, "classic/3", start="host")
        assert (request.param != NEIGHBOUR) == is_trusted(someone)
        yield someone
    assert complaints == []


def test_the_invitation_is_copied_and_that_is_shown_and_said(host: TablePage) -> None:
    link = host.page.get_by_label("Link to this table").input_value()
    host.page.get_by_role("button", name="Copy the link").click()
    shown = host.page.locator(".share .copied")
    expect(shown).to_have_text(COPIED)
    expect(shown).to_be_visible()
    expect(host.page.locator("#announcements")).to_contain_text(COPIED)
    expect(host.page.get_by_role("button", name="Copy the link")).to_be_focused()

    assert link == pasted(host)


@pytest.mark.wide
def test_the_link_to_a_place_is_copied_too(host: TablePage) -> None:
    host.page.goto(f"{host.page.url}/seat")
    host.page.get_by_role("button", name="Make the link").click()
    link = host.page.get_by_label("Link to your place").input_value()
    host.page.get_by_role("button", name="Copy the link").click()
    expect(host.page.get_by_role("status")).to_have_text(COPIED)

    assert link == pasted(host)

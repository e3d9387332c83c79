"""Dialogs open and close as asked, however quickly one follows another."""

import pytest
from playwright.sync_api import expect

from tests.support.browser.table_page import BUTTON, TablePage

pytestmark = [pytest.mark.browser, pytest.mark.slow]

# Closes a dialog and opens another before the browser has told that the first is closed:
# it tells so with its next picture, and a slow one takes its time over that.
CLOSE_AND_OPEN = f"""async () => {{
  const button = {BUTTON};
  const window = document.querySelector("dialog.window");
  button("Settings").click();
  await Promise.resolve();
  button("Done").click();
  await Promise.resolve();
  const isClosed = !window.open;
  const told = new Promise((resolve) => window.addEventListener("close", resolve));
  button("Keys").click();
  await told;
  await new Promise((resolve) => setTimeout(resolve));
  return isClosed;
}}"""


@pytest.mark.wide
def test_a_dialog_opened_right_after_another_stays_open(table: TablePage) -> None:
    table.sit_down("classic/4")
    table.until("play")

    assert table.page.evaluate(CLOSE_AND_OPEN)

    window = table.page.locator("dialog.window")
    expect(window.get_by_role("heading", name="Keys", exact=True)).to_be_visible()
    table.page.keyboard.press("Escape")
    expect(window).to_be_hidden()

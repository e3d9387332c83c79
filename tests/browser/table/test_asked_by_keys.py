"""What a key asks for is shown to everybody, and not only said to those who listen."""

import pytest
from playwright.sync_api import expect

from tests.browser.table.test_panels import handheld  # noqa: F401 - a fixture
from tests.support.browser.table_page import TablePage

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.wide]


@pytest.mark.parametrize(
    ("key", "words"),
    [("w", "The bottle costs 19; nobody owns it yet."), ("t", "No trick has been taken yet.")],
)
def test_what_stands_is_shown_until_escape(table: TablePage, key: str, words: str) -> None:
    table.sit_down("classic/4")
    table.page.keyboard.press(key)
    note = table.page.locator(".read-out")
    expect(note).to_be_visible()
    expect(note).to_contain_text(words)
    expect(table.page.locator("#announcements")).to_contain_text(words)
    table.page.keyboard.press("Escape")

    expect(note).to_be_hidden()


def test_what_stands_is_within_a_phone_and_goes_at_a_tap(
    handheld: TablePage,  # noqa: F811
) -> None:
    handheld.sit_down("classic/4", first_dealer="1")
    handheld.until("play", act=handheld.by_touch)
    handheld.page.keyboard.press("w")
    note = handheld.page.locator(".read-out")
    expect(note).to_be_in_viewport(ratio=1)
    assert note.evaluate("element => element.scrollHeight - element.clientHeight") == 0
    handheld.page.touchscreen.tap(5, 5)

    expect(note).to_be_hidden()


def test_a_claim_that_is_refused_at_ones_turn_is_explained_to_the_eye(table: TablePage) -> None:
    table.sit_down("classic/4")
    table.until("play", act=table.by_mouse)
    table.page.mouse.move(0, 0)
    table.page.keyboard.press("c")

    expect(table.page.locator(".prompt .status")).to_contain_text("Nothing can be claimed now")

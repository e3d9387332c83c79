"""Single keys are listed, changed, switched off and brought back."""

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.support.browser.table_page import TablePage

pytestmark = [pytest.mark.browser, pytest.mark.slow]

STORED = "() => localStorage.getItem('bottle_keys')"
NOT_STORED = """(() => {
  const store = Storage.prototype.setItem;
  Storage.prototype.setItem = function (name, value) {
    if (name === "bottle_keys") throw new DOMException("full", "QuotaExceededError");
    store.call(this, name, value);
  };
})()"""

CLOSE_AND_PRESS = """(key) => {
  document.querySelector("dialog").close(); // as Escape does; the event for it comes later
  document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
}"""


def open_keys(page: Page) -> Locator:
    """Opens the dialog with all keys."""
    page.keyboard.press("?")
    dialog = page.get_by_role("dialog", name="Keys")
    expect(dialog).to_be_visible()
    return dialog


def change_key(page: Page, action: str, key: str) -> None:
    """Presses Change for the action, then the key."""
    page.get_by_role("button", name=f"Change: {action}").press("Enter")
    expect(page.locator(".new-key")).to_be_focused()
    page.keyboard.press(key)


def press(page: Page, key: str) -> None:
    """Presses the key at the table."""
    page.keyboard.press("Escape")
    expect(page.locator("dialog[open]")).to_have_count(0)
    page.keyboard.press(key)


def test_a_key_is_changed_and_stays_changed(table: TablePage) -> None:
    table.sit_down("classic/4")
    page = table.page
    dialog = open_keys(page)
    change_key(page, "say where things stand", "z")

    expect(dialog.get_by_role("status")).to_have_text("Z is the key now: say where things stand.")
    expect(page.get_by_role("button", name="Change: say where things stand")).to_be_focused()
    told = page.locator("#announcements p", has_text="The bottle costs")
    press(page, "w")
    press(page, "z")
    expect(told).to_have_count(1)
    page.reload()
    page.locator(".target").first.wait_for()
    page.keyboard.press("z")
    expect(told).to_have_count(1)


@pytest.mark.parametrize(
    ("key", "shown"),
    [("w", "#announcements p:has-text('The bottle costs')"), ("?", "dialog[open]")],
)
def test_a_key_right_after_a_window_is_closed_is_not_lost(
    table: TablePage, key: str, shown: str
) -> None:
    table.sit_down("classic/4")
    page = table.page
    open_keys(page)
    page.evaluate(CLOSE_AND_PRESS, key)

    expect(page.locator(shown)).to_have_count(1)
    page.wait_for_timeout(200)  # meanwhile the browser says that the window was closed
    expect(page.locator(shown)).to_have_count(1)


@pytest.mark.wide
def test_a_key_that_is_taken_is_refused_by_its_name(table: TablePage) -> None:
    table.sit_down("classic/4")
    page = table.page
    dialog = open_keys(page)
    for key, words in (
        ("n", "N is taken: go on after a trick"),
        ("g", "G is taken: hear the next idea of the guide"),
        ("7", "This key has a fixed meaning."),
        (" ", "This key has a fixed meaning."),
    ):
        change_key(page, "ask for a hint", key)
        expect(dialog.get_by_role("status")).to_contain_text(words)
        expect(page.locator(".new-key")).to_be_focused()
        page.keyboard.press("Escape")
        expect(page.get_by_role("button", name="Change: ask for a hint")).to_be_focused()

    expect(dialog).to_be_visible()
    assert page.evaluate(STORED) is None


@pytest.mark.wide
def test_the_keys_of_buttons_follow_the_change_and_the_switch(table: TablePage) -> None:
    table.sit_down("classic/4")
    page = table.page
    undo, sound = page.locator("[data-act=undo]"), page.locator(".sound-button")
    expect(undo).to_have_attribute("aria-keyshortcuts", "U")
    dialog = open_keys(page)
    change_key(page, "undo", "z")
    expect(undo).to_have_attribute("aria-keyshortcuts", "Z")
    expect(sound).to_have_attribute("aria-keyshortcuts", "V")

    dialog.get_by_role("checkbox").click()
    expect(page.locator("#table [aria-keyshortcuts]")).to_have_count(0)
    press(page, "v")
    expect(sound).to_have_attribute("aria-pressed", "true")
    dialog_button = page.get_by_role("button", name="Keys", exact=True)
    if not dialog_button.is_visible():
        page.get_by_role("button", name="Menu").click()
    dialog_button.click()
    dialog.get_by_role("checkbox").click()
    press(page, "v")
    expect(sound).to_have_attribute("aria-pressed", "false")


@pytest.mark.wide
def test_without_single_keys_digits_work_on_the_cards_alone(table: TablePage) -> None:
    table.sit_down("classic/4")
    page = table.page
    open_keys(page).get_by_role("checkbox").click()
    page.keyboard.press("Escape")
    page.evaluate("document.activeElement.blur()")
    number = page.locator(".own-hand [data-card]").last.get_attribute("data-card") or ""
    page.keyboard.type(number)
    assert table.focused() == "nowhere"
    page.locator(".own-hand [data-card]").first.focus()
    page.keyboard.type(number)

    assert table.focused() == number


@pytest.mark.wide
def test_all_keys_go_back_to_the_defaults(table: TablePage) -> None:
    table.sit_down("classic/4")
    page = table.page
    open_keys(page)
    change_key(page, "undo", "z")
    expect(page.locator(".keys.changeable kbd", has_text="Z")).to_have_count(1)
    page.get_by_role("button", name="Back to defaults").click()

    expect(page.locator(".keys.changeable kbd", has_text="Z")).to_have_count(0)
    assert page.evaluate(STORED) is None


@pytest.mark.wide
def test_keys_can_be_changed_where_they_are_not_stored(table: TablePage) -> None:
    table.page.add_init_script(NOT_STORED)
    table.sit_down("classic/4")
    page = table.page
    open_keys(page)
    change_key(page, "turn the sounds off or on", "z")
    press(page, "z")

    expect(page.locator(".sound-button")).to_have_attribute("aria-pressed", "false")


@pytest.mark.wide
def test_the_keys_of_a_lesson_follow_the_change(table: TablePage) -> None:
    page = table.page
    page.goto(f"{table.address}/learn/following")
    page.locator(".own-hands [data-card]").first.wait_for()
    teacher = page.locator(".lesson-words")
    words = teacher.inner_text()
    open_keys(page)
    change_key(page, "go on after a trick, in a lesson or a replay", "z")
    expect(page.locator(".lesson-keys")).to_contain_text("Z goes on")
    press(page, "n")
    expect(teacher).to_have_text(words, use_inner_text=True)
    page.keyboard.press("z")

    expect(teacher).not_to_have_text(words, use_inner_text=True)


@pytest.mark.wide
def test_the_key_of_the_guide_is_changed(table: TablePage) -> None:
    page = table.page
    page.goto(table.address)
    page.get_by_role("button", name="Play a first round with the guide").click()
    page.locator(".guide").wait_for()
    page.locator(".target").first.wait_for()
    words = page.locator(".guide-words")
    first = words.inner_text()
    open_keys(page)
    change_key(page, "hear the next idea of the guide", "z")
    expect(page.locator("[data-guide=on]")).to_have_attribute("aria-keyshortcuts", "Z")
    press(page, "g")
    expect(words).to_have_text(first)
    page.keyboard.press("z")

    expect(words).not_to_have_text(first)

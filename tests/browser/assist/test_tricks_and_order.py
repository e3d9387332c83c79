"""All tricks and the order of the hand are one tap away, on phones too."""

import pytest
from playwright.sync_api import expect

from tests.support.browser.table_page import TablePage

pytestmark = [pytest.mark.browser, pytest.mark.slow]


def second_trick(someone: TablePage, edition: str) -> None:
    """Plays until the visitor is to play to the second trick or a later one."""
    someone.sit_down(edition)
    for _ in range(2):
        someone.until("play")
        someone.by_mouse("play")
    someone.until("play")


def test_a_tap_opens_all_tricks_and_escape_gives_the_focus_back(phone: TablePage) -> None:
    phone.page.context.add_cookies(
        [{"name": "bottle_settings", "value": "confirm=never", "url": phone.address}]
    )
    second_trick(phone, "classic/4")
    phone.page.locator("[data-act=tricks]").tap()
    expect(phone.page.locator("dialog .past-trick")).to_have_count(2)
    expect(phone.page.locator("dialog h2")).to_have_text("Tricks so far")
    phone.page.keyboard.press("Escape")

    expect(phone.page.locator("dialog[open]")).to_have_count(0)
    assert phone.focused() == "tricks"


@pytest.mark.wide
def test_a_key_opens_all_tricks(table: TablePage) -> None:
    second_trick(table, "classic/3")
    table.page.keyboard.press("l")

    expect(table.page.locator("dialog .past-trick")).to_have_count(2)


@pytest.mark.wide
def test_a_table_without_aids_shows_no_earlier_trick_in_the_dialog(table: TablePage) -> None:
    second_trick(table, "classic/3,no-aids")
    table.page.keyboard.press("l")

    assert table.page.locator("dialog .past-trick").count() <= 1


SUITS = ("low", "mid", "high")
SUIT_OF_EACH = """(all) => all.map((one) =>
  [one.dataset.card, ["low", "mid", "high"].find((suit) => one.classList.contains(suit))])"""


@pytest.mark.wide
def test_a_tap_at_the_hand_sorts_it_by_suit_and_back(phone: TablePage) -> None:
    phone.sit_down("classic/4")
    cards = phone.page.locator(".own-hands [data-card]")
    by_number = cards.evaluate_all("(all) => all.map((one) => one.dataset.card)")
    suits = dict(cards.evaluate_all(SUIT_OF_EACH))
    phone.page.get_by_role("button", name="Sort by suit").tap()
    by_suit = cards.evaluate_all("(all) => all.map((one) => one.dataset.card)")
    phone.page.get_by_role("button", name="Sort by number").tap()
    again = cards.evaluate_all("(all) => all.map((one) => one.dataset.card)")

    assert by_number == sorted(by_number, key=float)
    assert by_suit == sorted(by_number, key=lambda card: (SUITS.index(suits[card]), float(card)))
    assert again == by_number


@pytest.mark.wide
def test_a_tap_beside_the_low_button_opens_all_tricks_on_a_phone_held_sideways(
    phone: TablePage,
) -> None:
    phone.page.set_viewport_size({"width": 844, "height": 390})
    second_trick(phone, "matagot/5")
    button = phone.page.locator("[data-act=tricks]").bounding_box()
    assert button is not None
    below = button["y"] + max(button["height"], 36)
    phone.page.touchscreen.tap(button["x"] + button["width"] / 2, below)

    expect(phone.page.locator("dialog .past-trick")).not_to_have_count(0)

"""Cards are dragged to the table and to places of the exchange; other drops put them back."""

import pytest
from playwright.sync_api import Locator, expect

from tests.support.browser.table_page import TablePage

pytestmark = [pytest.mark.browser, pytest.mark.slow]


def drag(table: TablePage, card: Locator, to: Locator) -> None:
    """Drags a card to the middle of something, in a few steps, and drops it there."""
    pick_up(table, card, to)
    table.page.mouse.up()


def pick_up(table: TablePage, card: Locator, to: Locator) -> None:
    """Drags a card to the middle of something, in a few steps."""
    card.hover(position={"x": 20, "y": 40})  # waits until it is at rest: before, it moves away
    start, end = card.bounding_box(), to.bounding_box()
    assert start is not None
    assert end is not None
    mouse = table.page.mouse
    mouse.down()
    mouse.move(start["x"] + 30, start["y"], steps=3)
    mouse.move(end["x"] + end["width"] / 2, end["y"] + end["height"] / 2, steps=5)


@pytest.mark.wide
def test_a_card_is_dragged_to_the_place_of_the_exchange_that_it_is_dropped_on(
    table: TablePage,
) -> None:
    table.sit_down("classic/4")
    assert table.wanted() == "exchange"
    card = table.page.locator(".own-hands .usable").last
    label = card.get_attribute("data-card")
    drag(table, card, table.page.locator("[data-slot='2']"))

    expect(table.page.locator("[data-slot='2'] [data-flip]")).to_have_attribute(
        "data-flip", str(label)
    )
    expect(table.page.locator(".target.vacant")).to_have_count(2)


@pytest.mark.parametrize("confirm", ["never", "always"])
def test_a_card_dragged_to_the_table_is_played_at_once(table: TablePage, confirm: str) -> None:
    table.page.context.add_cookies(
        [{"name": "bottle_settings", "value": f"confirm={confirm}", "url": table.address}]
    )
    table.sit_down("classic/4")
    table.until("play")
    card = table.page.locator(".own-hands .usable").first
    label = card.get_attribute("data-card")
    drag(table, card, table.page.locator(".trick .place").first)

    expect(table.page.locator(f".own-hands [data-card='{label}']")).to_have_count(0)


@pytest.mark.wide
def test_a_card_dropped_beside_the_table_is_back_in_the_hand(table: TablePage) -> None:
    table.sit_down("classic/4")
    table.until("play")
    card = table.page.locator(".own-hands .usable").first
    label = card.get_attribute("data-card")
    drag(table, card, table.page.locator(".bar h1"))

    expect(card).to_have_attribute("data-card", str(label))
    expect(table.page.locator(".dragged, .premoved, .raised")).to_have_count(0)
    assert card.evaluate("(one) => one.style.translate") == ""


@pytest.mark.wide
def test_a_card_drawn_anew_while_it_is_dragged_is_played(table: TablePage) -> None:
    table.sit_down("classic/4")
    table.until("play")
    card = table.page.locator(".own-hands .usable").first
    label = card.get_attribute("data-card")
    pick_up(table, card, table.page.locator(".trick .place").first)
    card.evaluate("(one) => one.classList.remove('dragged', 'droppable')")  # as a drawing does
    table.page.mouse.up()

    expect(table.page.locator(f".own-hands [data-card='{label}']")).to_have_count(0)


@pytest.mark.wide
def test_a_card_released_outside_the_window_does_not_follow_the_mouse(table: TablePage) -> None:
    table.sit_down("classic/4")
    table.until("play")
    card = table.page.locator(".own-hands .usable").first
    card.hover()
    # Of a button that is released outside the window, the page hears nothing.
    pressed = {"isPrimary": True, "button": 0, "buttons": 1, "pointerId": 1}
    card.dispatch_event("pointerdown", pressed)
    table.page.locator(".table-surface").hover()

    expect(table.page.locator(".dragged")).to_have_count(0)


@pytest.mark.wide
def test_a_card_is_dragged_where_all_text_is_selected(table: TablePage) -> None:
    table.sit_down("classic/4")
    table.until("play")
    card = table.page.locator(".own-hands .usable").first
    label = card.get_attribute("data-card")
    table.page.keyboard.press("Control+a")
    drag(table, card, table.page.locator(".trick .place").first)

    expect(table.page.locator(f".own-hands [data-card='{label}']")).to_have_count(0)

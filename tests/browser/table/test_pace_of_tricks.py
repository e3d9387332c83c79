"""Finished tricks that stay until a tap: nothing is lost, nothing is played unseen."""

import pytest
from playwright.sync_api import expect

from tests.support.browser.table_page import TablePage

pytestmark = [pytest.mark.browser, pytest.mark.slow]

GO_ON = "[data-act=go-on]"
# Whether a finished trick waits for a tap, or the visitor is to play, or the round is over.
STATE = """() => {
  const has = (selector) => document.querySelector(selector) !== null;
  if (has("[data-act=go-on]")) return "held";
  if (has("[data-act=show-score]")) return "last trick";
  if (has("[data-act=next]")) return "over";
  return has(".to-play .usable") ? "play" : null;
}"""


def hold_tricks(table: TablePage) -> None:
    """Sits down at a table where the visitor lets tricks stay until a tap."""
    table.sit_down("classic/4")
    table.page.get_by_role("button", name="Settings").click()
    table.page.get_by_text("Until I tap", exact=True).click()
    table.page.keyboard.press("Escape")
    table.until("play")


def until_held(table: TablePage) -> None:
    """Plays cards until a finished trick waits for a tap."""
    while (now := table.page.wait_for_function(STATE).json_value()) != "held":
        assert now == "play"
        table.by_mouse("play")


@pytest.mark.wide
def test_a_whole_round_with_a_tap_after_every_trick_loses_nothing(table: TablePage) -> None:
    hold_tricks(table)
    seen = []
    while (now := str(table.page.wait_for_function(STATE).json_value())) != "over":
        seen.append(now)
        if now == "held":
            expect(table.page.locator(".trick.taken .place.empty")).to_have_count(0)
            table.page.locator(GO_ON).click()
        elif now == "last trick":
            table.page.locator("[data-act=show-score]").click()
        else:
            table.by_mouse("play")
    cards = table.page.locator(".dealt .minis .mini").count()

    assert "held" in seen
    assert seen[-1] == "last trick"
    assert seen.count("play") == 8
    assert cards == 36
    expect(table.page.locator(".scores tbody tr")).to_have_count(4)


@pytest.mark.parametrize("way", ["button", "tap on the table", "key"])
def test_the_table_goes_on_by_button_tap_or_key(table: TablePage, way: str) -> None:
    hold_tricks(table)
    until_held(table)
    if way == "button":
        table.page.locator(GO_ON).click()
    elif way == "key":
        table.page.keyboard.press("n")
    else:
        table.page.locator(".table-surface").click()

    expect(table.page.locator(GO_ON)).to_have_count(0)
    expect(table.page.locator(".to-play .usable").first).to_be_visible()


@pytest.mark.wide
def test_nobody_is_said_to_think_while_a_trick_waits(table: TablePage) -> None:
    hold_tricks(table)
    until_held(table)

    expect(table.page.locator(".player:is(.turn, .thinks), .player .dots")).to_have_count(0)
    expect(table.page.locator(".players")).not_to_contain_text("to play")
    expect(table.page.locator(".players")).not_to_contain_text("thinking")
    table.page.keyboard.press("w")
    expect(table.page.locator(".read-out")).to_contain_text("The trick waits until you go on.")


@pytest.mark.wide
def test_a_tap_on_a_card_ends_the_hold_and_plays_nothing_unseen(table: TablePage) -> None:
    hold_tricks(table)
    until_held(table)
    held = table.page.locator("[data-card]").count()
    # The card cannot be played as far as the page shows; a click does not wait for that.
    table.page.locator("[data-card]").last.click(force=True)

    expect(table.page.locator(GO_ON)).to_have_count(0)
    expect(table.page.locator("[data-card]")).to_have_count(held)


@pytest.mark.wide
def test_the_host_at_another_screen_does_not_wait(ada: TablePage, bea: TablePage) -> None:
    """The hold is one browser's own: a second page of the same table goes on at once."""
    hold_tricks(ada)
    bea.page.goto(ada.page.url)
    until_held(ada)
    shown = ada.page.locator(".past-trick").count()

    expect(ada.page.locator(GO_ON)).to_be_visible()
    expect(bea.page.locator(".trick .place:not(.empty)").first).to_be_visible()
    assert shown >= 1

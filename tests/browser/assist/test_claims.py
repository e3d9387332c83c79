"""What is certain can be claimed with a button or a key, in every mode."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from bottleimp.rules.editions import edition, edition_keys
from tests.support.browser.table_page import WANTED, TablePage
from tests.support.short_runs import ONE_OF_EACH_KIND, sparing

pytestmark = [pytest.mark.browser, pytest.mark.slow]

# `claim` where the rest of the round can be claimed; else what is wanted of the visitor.
CLAIM = f"""() => document.querySelector("[data-act=claim]") !== null ? "claim" : ({WANTED})()"""


def until_claim(table: TablePage, act: Callable[[str], None]) -> None:
    """Plays until a claim is offered, the last trick at the latest that the visitor comes to."""
    while (now := str(table.page.wait_for_function(CLAIM).json_value())) != "claim":
        act(now)


@pytest.mark.parametrize("key", sparing(edition_keys(), ONE_OF_EACH_KIND))
def test_the_rest_of_a_round_is_claimed_and_scored(table: TablePage, key: str) -> None:
    table.sit_down(key)
    until_claim(table, table.by_mouse)
    expect(table.page.locator("#announcements")).to_contain_text(
        re.compile("Only one trick is left|certainly yours")
    )
    table.page.locator("[data-act=claim]").click()

    assert table.wanted() in ("next", "end")
    expect(table.page.locator(".sheet tbody tr")).to_have_count(1)
    expect(table.page.locator("#announcements")).to_contain_text("You")
    tricks = table.page.locator(".past-trick").count()
    assert tricks == edition(key).tricks


def test_a_claim_by_key_keeps_the_focus(table: TablePage) -> None:
    table.sit_down("classic/4")
    until_claim(table, table.by_mouse)
    table.page.keyboard.press("h")
    table.page.keyboard.press("c")

    table.until("next", act=table.by_keyboard)
    assert table.focused() == "next"


def test_what_is_not_certain_is_not_offered_and_the_key_says_so(table: TablePage) -> None:
    table.sit_down("classic/4")
    table.until("play", act=table.by_mouse)
    table.page.keyboard.press("c")

    expect(table.page.locator("[data-act=claim]")).to_have_count(0)
    expect(table.page.locator("#announcements p").last).to_contain_text(
        "Nothing can be claimed now"
    )

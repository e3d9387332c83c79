"""The deal of the day is played to its end, told to friends, and looked at again."""

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.accessibility.test_accessibility import barriers
from tests.browser.conftest import phone_context, watched

pytestmark = [pytest.mark.browser, pytest.mark.slow]

DAY = "/daily/2026-11-03"  # of three
FIRST_TRY = "Bottle Imp, deal of November 3, 2026. Points: "


def play_out(page: Page) -> None:
    """Makes the first of all choices until the round is over."""
    card = page.locator(".own-hands [data-card][aria-disabled=false]").first
    confirm = page.locator("[data-act=commit][aria-disabled=false]")
    over = page.locator("[data-act=replay]")
    card.wait_for()
    for _ in range(3):
        card.press("Enter")
    confirm.press("Enter")
    expect(page.locator("[data-act=commit]")).to_have_count(0)
    card.or_(over).first.wait_for()
    while over.count() == 0:
        label = card.get_attribute("data-card")
        card.press("Enter")
        expect(page.locator(f".own-hands [data-card='{label}']")).to_have_count(0)
        card.or_(over).first.wait_for()


@pytest.mark.parametrize("size", [(1280, 800), (320, 568)])
def test_the_deal_of_a_day_is_played_and_played_again(
    size: tuple[int, int], browser: Browser, address: str, complaints: list[str]
) -> None:
    with phone_context(browser, size) as context:
        page = watched(context, complaints)
        page.goto(f"{address}{DAY}")
        panel = page.locator("#daily")
        expect(panel).to_contain_text("How many points do you make?")
        expect(panel).to_contain_text("November 3, 2026 · Classic, 3 players")
        page.locator(".own-hands [data-card]").first.wait_for()
        assert barriers(page) == []
        play_out(page)
        expect(panel.get_by_role("status").first).to_contain_text("A strong computer player")
        result = panel.get_by_label("Your first try, to tell others")
        expect(result).to_have_value(re.compile("^" + re.escape(FIRST_TRY)))
        first = result.input_value()
        assert barriers(page) == []
        panel.get_by_role("button", name="Copy").click()
        expect(panel).to_contain_text(re.compile(r"The result is (copied|selected)\."))
        page.keyboard.press("Escape")
        panel.get_by_role("button", name="Try again").click()
        expect(panel).to_contain_text("How many points do you make?")
        play_out(page)
        expect(result).to_have_value(first)

        panel.get_by_role("button", name="Replay with advice").click()
        expect(page).to_have_url(re.compile(r"/replay/rounds/1\?player=0"))
        expect(page.locator(".replay [data-act=see] option:checked")).to_have_text("You")
    assert complaints == []


def test_the_front_page_leads_to_the_deal_of_today(browser: Browser, address: str) -> None:
    with browser.new_context() as context:
        page = context.new_page()
        page.goto(address)
        page.get_by_role("link", name="Deal of the day").click()

        expect(page.locator("#daily h1")).to_have_text("Deal of the day")
        page.locator(".own-hands [data-card]").first.wait_for()
        expect(page.get_by_role("link", name="Today")).to_have_count(0)
        page.get_by_role("link", name="The day before").click()
        expect(page.get_by_role("link", name="Today")).to_be_visible()

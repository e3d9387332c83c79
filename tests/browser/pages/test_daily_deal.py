"""The deal of the day is played to its end, told to friends, and looked at again."""

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.accessibility.test_accessibility import barriers
from tests.browser.conftest import phone_context, watched
from tests.support.browser.table_page import TablePage

pytestmark = [pytest.mark.browser, pytest.mark.slow]

DAY = "/daily/2026-11-03"  # of three
FIRST_TRY = "Bottle Imp, deal of November 3, 2026. Points: "


# The parts of the result that cannot be seen whole.
HIDDEN_PARTS = """() => {
  const parts = ["label", "input", "button"].map((part) => `.daily-result ${part}`);
  const shown = [".lesson-result", ...parts, ".daily-note"];
  return shown.filter((selector) => {
    const part = document.querySelector(`#daily ${selector}`);
    if (part === null) return false;
    const { left, right, top, bottom, height } = part.getBoundingClientRect();
    const places = [[left + 3, top + 3], [right - 3, top + 3], [(left + right) / 2, bottom - 3]];
    return height > 0 && places.some(([x, y]) => {
      const found = document.elementFromPoint(x, y);
      return found === null || !(part.contains(found) || found.contains(part));
    });
  });
}"""


def choose_three(page: Page) -> None:
    """Makes the first of all choices in the exchange."""
    card = page.locator(".own-hands [data-card][aria-disabled=false]").first
    card.wait_for()
    for _ in range(3):
        card.press("Enter")
    page.locator("[data-act=commit][aria-disabled=false]").press("Enter")
    expect(page.locator("[data-act=commit]")).to_have_count(0)


def play_out(page: Page) -> None:
    """Makes the first of all choices until the round is over."""
    choose_three(page)
    play_on(page)


def play_on(page: Page) -> None:
    """Plays the first of all cards until the round is over."""
    card = page.locator(".own-hands [data-card][aria-disabled=false]").first
    over = page.locator("[data-act=replay]")
    card.or_(over).first.wait_for()
    while over.count() == 0:
        label = card.get_attribute("data-card")
        card.press("Enter")
        expect(page.locator(f".own-hands [data-card='{label}']")).to_have_count(0)
        card.or_(over).first.wait_for()


@pytest.mark.parametrize("size", [(1280, 800), (320, 568), (360, 640), (844, 390)])
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
        assert page.evaluate(HIDDEN_PARTS) == []
        panel.get_by_role("button", name="Copy").click()
        expect(panel).to_contain_text(re.compile(r"The result is (copied|selected)\."))
        assert page.evaluate(HIDDEN_PARTS) == []
        panel.get_by_role("button", name="Try again").click()
        expect(panel).to_contain_text("You have played this deal. Points: ")
        expect(result).to_have_value(first)  # before the first card, too
        assert page.evaluate(HIDDEN_PARTS) == []
        play_out(page)
        expect(result).to_have_value(first)

        expect(panel.get_by_role("button", name="Replay with advice")).to_be_focused()
        page.keyboard.press("Enter")
        expect(page).to_have_url(re.compile(rf"{DAY}/rounds/1\?player=0"))
        expect(page.locator(".replay [data-act=see] option:checked")).to_have_text("You")
        page.get_by_role("link", name="Back to the deal of the day").click()
        expect(panel.get_by_role("button", name="Replay with advice")).to_be_visible()
        expect(result).to_have_value(first)
    assert complaints == []


@pytest.mark.wide
def test_a_new_try_begins_with_an_empty_exchange_and_is_not_the_first(
    table: TablePage,
) -> None:
    page = table.page
    page.goto(f"{table.address}{DAY}")
    choose_three(page)
    page.get_by_role("button", name="Try again").click()
    expect(page.locator("[data-act=commit]")).to_have_attribute("aria-disabled", "true")
    expect(page.locator(".own-hands [data-card]")).to_have_count(12)
    play_out(page)

    expect(page.get_by_label("Your result, to tell others")).to_be_visible()
    expect(page.get_by_label("Your first try, to tell others")).to_have_count(0)


def test_a_page_that_is_loaded_anew_goes_on_with_the_round_and_the_first_try(
    table: TablePage,
) -> None:
    page = table.page
    page.goto(f"{table.address}{DAY}")
    choose_three(page)
    page.locator(".own-hands [data-card][aria-disabled=false]").first.press("Enter")
    expect(page.locator(".own-hands [data-card]")).to_have_count(10)
    card = page.locator(".own-hands [data-card][aria-disabled=false]").first
    card.wait_for()
    hand = page.locator(".own-hands").inner_text()
    page.reload()
    card.wait_for()
    expect(page.locator(".own-hands")).to_have_text(hand, use_inner_text=True)
    expect(page.locator("#daily")).to_contain_text("you may try as often as you like")
    play_on(page)
    expect(page.get_by_label("Your first try, to tell others")).to_be_visible()

    words = page.locator(".lesson-result").inner_text()
    page.reload()
    expect(page.locator(".lesson-result")).to_have_text(words)
    expect(page.get_by_role("button", name="Replay with advice")).to_be_visible()


@pytest.mark.wide
def test_a_round_that_the_server_no_longer_continues_begins_anew(
    table: TablePage, complaints: list[str]
) -> None:
    page = table.page
    page.goto(f"{table.address}{DAY}")
    choose_three(page)
    page.evaluate("""() => {
      const tries = JSON.parse(localStorage.bottle_daily_tries);
      for (const one of Object.values(tries)) one.actions = ["38"];
      localStorage.bottle_daily_tries = JSON.stringify(tries);
    }""")
    page.reload()
    expect(page.locator("#daily")).to_contain_text("cannot be continued: it begins anew.")
    expect(page.locator(".own-hands [data-card]")).to_have_count(12)
    choose_three(page)
    expect(page.locator("#daily")).not_to_contain_text("cannot be continued")

    complaints[:] = [each for each in complaints if "status of 4" not in each]


@pytest.mark.wide
def test_what_cannot_be_kept_is_said(table: TablePage, complaints: list[str]) -> None:
    page = table.page
    page.goto(f"{table.address}{DAY}")
    play_out(page)
    page.evaluate("""() => {
      Storage.prototype.setItem = () => {
        throw new DOMException("full", "QuotaExceededError");
      };
    }""")
    page.get_by_role("button", name="Replay with advice").click()
    expect(page.locator("#daily")).to_contain_text("The replay needs browser storage")
    page.route("**/record", lambda route: route.abort())
    page.get_by_role("button", name="Replay with advice").click()

    expect(page.locator("#daily")).to_contain_text("The server did not answer. Try again.")
    complaints[:] = [each for each in complaints if "ERR_FAILED" not in each]


@pytest.mark.wide
def test_a_busy_server_is_asked_again(table: TablePage, complaints: list[str]) -> None:
    refusal = {"t": "no", "id": None, "code": "busy", "text": "The server is busy."}
    page = table.page
    page.route("**/api/daily/**", lambda route: route.fulfill(status=503, json=refusal))
    page.goto(f"{table.address}{DAY}")
    expect(page.locator("#table")).to_contain_text("The server is busy. Trying again in a moment")
    page.unroute("**/api/daily/**")

    page.locator(".own-hands [data-card]").first.wait_for()
    complaints[:] = [each for each in complaints if "503" not in each]


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

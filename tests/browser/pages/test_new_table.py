"""The form for a new table in a browser: it follows the edition, and is short on a phone."""

import pytest
from playwright.sync_api import Browser, Route, expect

from tests.browser.conftest import phone_context, visitor, watched
from tests.support.browser.table_page import TablePage

pytestmark = [pytest.mark.browser, pytest.mark.slow]

PHONE = (375, 667)
MOST_SCREENS = 2
# The first words after the names of computer players that go on in a second line.
BROKEN_WORDS = r"""() => [...document.querySelectorAll(".levels dd")].map((one) => {
  const range = document.createRange();
  const word = one.firstChild.data.match(/^\s*\S+/)[0];
  range.setStart(one.firstChild, word.length - word.trim().length);
  range.setEnd(one.firstChild, word.length);
  return [word, new Set([...range.getClientRects()].map(({ top }) => top)).size];
}).filter(([, lines]) => lines > 1)"""
NO_STORAGE = """for (const name of ["localStorage", "sessionStorage"]) {
  Object.defineProperty(window, name, {
    configurable: true,
    get() {
      throw new DOMException("denied", "SecurityError");
    },
  });
}"""


def test_the_form_shows_the_options_of_the_edition_that_is_chosen(table: TablePage) -> None:
    table.page.goto(f"{table.address}/new?edition=classic/4")
    table.page.get_by_label("Your name").fill("Ada")
    table.page.get_by_label("Player 3").select_option(label="Rules of thumb")
    table.page.get_by_text("Cards, dealer and speed").click()
    table.page.get_by_label("Edition").focus()
    table.page.get_by_label("Edition").select_option(label="Matagot 2024, 6 players, three pairs")
    teams = table.page.get_by_label("Seat and score teams as Board Game Arena does")
    expect(teams).to_be_visible()
    expect(table.page.get_by_role("status")).to_have_text(
        "These are the options of Matagot 2024, 6 players, three pairs."
    )
    expect(table.page.get_by_label("Player 3")).to_have_value("rules_of_thumb")
    expect(table.page.get_by_label("Player 6")).to_be_visible()
    expect(table.page.get_by_label("Edition")).to_be_focused()
    table.page.get_by_role("button", name="Deal the cards").click()

    expect(table.page.locator(".bar h1")).to_have_text("Matagot 2024, 6 players, three pairs")
    expect(table.page.locator(".player.you .name")).to_have_text("Ada")


def test_whoever_goes_back_finds_all_that_was_chosen(table: TablePage) -> None:
    page = table.page
    page.goto(f"{table.address}/new?edition=classic/4")
    page.get_by_label("Edition").select_option(label="Classic, 3 players")
    page.get_by_label("Your name").fill("Ada")
    page.get_by_role("button", name="Deal the cards").click()
    page.locator(".board").wait_for()
    page.go_back()

    expect(page.get_by_label("Edition")).to_have_value("classic/3")
    expect(page.get_by_label("Your name")).to_have_value("Ada")


def test_two_clicks_on_a_slow_line_make_one_table(table: TablePage) -> None:
    page, posted = table.page, []

    def answer(route: Route) -> None:
        posted.append(route.request.url)
        page.wait_for_timeout(500)  # a slow line
        route.continue_()

    page.route("**/tables", answer)
    page.goto(f"{table.address}/new?edition=classic/4")
    page.evaluate(
        """() => {
          const button = document.querySelector("form.new-table button:not([formmethod])");
          button.click();
          setTimeout(() => button.click(), 100);
        }"""
    )
    page.locator(".board").wait_for()

    assert len(posted) == 1


def test_a_browser_that_allows_no_storage_shows_table_and_lesson(
    browser: Browser, address: str
) -> None:
    with browser.new_context() as context:
        context.add_init_script(NO_STORAGE)
        page = context.new_page()
        page.goto(f"{address}/learn/following")
        page.locator(".own-hands [data-card]").first.wait_for()
        page.goto(f"{address}/new?edition=classic/4")
        page.get_by_role("button", name="Deal the cards").click()
        page.locator(".own-hands [data-card]").first.wait_for()


@pytest.mark.wide
def test_without_script_too_the_edition_that_is_chosen_is_dealt(
    browser: Browser, address: str, complaints: list[str]
) -> None:
    with browser.new_context(java_script_enabled=False) as context:
        page = watched(context, complaints)
        page.goto(f"{address}/new?edition=classic/4")
        page.get_by_label("Edition").select_option(label="Classic, 3 players")
        page.get_by_role("button", name="Deal the cards").click()
        expect(page).to_have_title("Classic, 3 players")
        page.goto(f"{address}/new?edition=classic/4")
        page.get_by_label("Edition").select_option(label="Matagot 2024, 6 players")
        page.get_by_role("button", name="Show its options").click()

        expect(page.get_by_label("Edition")).to_have_value("matagot/6")
        expect(page.get_by_label("Player 6")).to_be_visible()
    assert complaints == []


@pytest.mark.wide
@pytest.mark.parametrize("query", ["", "?friends=yes", "?edition=matagot/6-teams-222"])
def test_the_form_is_short_on_a_phone(
    browser: Browser, address: str, complaints: list[str], query: str
) -> None:
    with visitor(browser, address, complaints, PHONE) as phone:
        phone.page.goto(f"{address}/new{query}")

        height = phone.page.evaluate("document.documentElement.scrollHeight")
        assert height <= MOST_SCREENS * PHONE[1]
        assert phone.overflow() <= 0
    assert complaints == []


def test_words_on_a_phone_end_in_dots_or_at_a_space(browser: Browser, address: str) -> None:
    with phone_context(browser, (320, 568), locale="de") as context:
        page = context.new_page()
        page.goto(f"{address}/new")
        page.locator(".about-levels > summary").click()

        expect(page.locator("select[name=hints]")).to_have_css("text-overflow", "ellipsis")
        assert page.evaluate(BROKEN_WORDS) == []


@pytest.mark.wide
def test_the_strength_of_opponents_is_changed_at_once_at_the_table(table: TablePage) -> None:
    table.sit_down("classic/3", level="first_evening")
    table.page.get_by_role("button", name="People").click()
    window = table.page.get_by_role("dialog")
    window.get_by_label("Who sits at place 2").select_option(label="Rules of thumb")

    expect(window.locator(".seat .kind").nth(1)).to_contain_text("Rules of thumb")
    assert window.get_by_role("option", name="Free place").count() == 0


@pytest.mark.wide
def test_the_number_of_rounds_is_asked_for_where_it_counts(table: TablePage) -> None:
    table.page.set_viewport_size({"width": 1366, "height": 633})
    table.page.goto(f"{table.address}/new?edition=classic/4")
    expect(table.page.get_by_role("button", name="Deal the cards")).to_be_in_viewport()
    number = table.page.get_by_label("Number of rounds")
    expect(number).to_be_hidden()
    table.page.get_by_label("The match ends").select_option("rounds")
    number.fill("7")
    table.page.get_by_role("button", name="Deal the cards").click()

    expect(table.page.locator(".bar")).to_contain_text("1 of 7")

"""The guide through a first round: told to the end, skipped, and resumed."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.accessibility.test_accessibility import barriers
from tests.browser.conftest import DESK, phone_context, watched
from tests.browser.table.test_motion import SLOW_REVEAL
from tests.support.browser.table_page import TablePage

pytestmark = [pytest.mark.browser, pytest.mark.slow]

SMALLEST = (320, 568)
WAITING = "[data-act=go-on], [data-act=show-score], [data-act=next]"  # for the key N
WAYS = ("mouse", "touch", "keyboard")
OVERFLOW = """() => [...document.querySelectorAll("#table, .board, .guide")]
  .map((part) => part.scrollHeight - part.clientHeight)"""
# Whether the panel covers a card, the prompt or the trick.
COVERS = """() => {
  const panel = document.querySelector(".guide").getBoundingClientRect();
  return [...document.querySelectorAll(".own-hands, .prompt, .middle")].some((part) => {
    const { left, right, top, bottom } = part.getBoundingClientRect();
    return left < panel.right && panel.left < right && top < panel.bottom && panel.top < bottom;
  });
}"""

# Presses in the same moment in which a play has put other words in the place of some.
PRESS_AT_CHANGES = """() => {
  const words = () => document.querySelector(".guide-words")?.textContent;
  const button = () => document.querySelector("[data-guide=on]");
  window.pressed = [];
  let [last, wasIdea] = [words(), button() !== null];
  new MutationObserver(() => {
    const now = words();
    if (now !== last && wasIdea && button() !== null) {
      button().click();
      window.pressed.push([now, words()]);
    }
    [last, wasIdea] = [words(), button() !== null];
  }).observe(document.body, { childList: true, subtree: true, characterData: true });
}"""


# As in a browser whose storage is full.
FULL_STORAGE = """Storage.prototype.setItem = () => {
  throw new DOMException("full", "QuotaExceededError");
};"""


@pytest.fixture
def newcomer(
    request: pytest.FixtureRequest, browser: Browser, address: str, complaints: list[str]
) -> Iterator[TablePage]:
    """Someone who has never played; `way` among the parameters of the test says with what."""
    touch = hasattr(request.node, "callspec") and request.node.callspec.params["way"] == "touch"
    width, height = SMALLEST if touch else DESK
    with browser.new_context(
        viewport={"width": width, "height": height},
        has_touch=touch,
        is_mobile=touch,
        reduced_motion="reduce",
    ) as context:
        yield TablePage(watched(context, complaints), address)
    assert complaints == []


def begin(newcomer: TablePage, name: str = "Play now") -> None:
    """Opens a table from the front page."""
    newcomer.page.goto(newcomer.address)
    newcomer.page.get_by_role("button", name=name, exact=True).click()
    newcomer.page.locator(".guide").wait_for()
    newcomer.page.locator(".target").first.wait_for()


@pytest.mark.parametrize("way", WAYS)
def test_a_guided_round_is_played_to_its_end(newcomer: TablePage, way: str) -> None:
    begin(newcomer, "Play now" if way == "mouse" else "Play a first round with the guide")
    page, told = newcomer.page, []

    def read() -> None:
        """Reads all ideas that are due."""
        while page.locator("[data-guide=on]").count():
            words = page.locator(".guide-words").inner_text()
            if words not in told:
                told.append(words)
            assert [page.evaluate(COVERS), *page.evaluate(OVERFLOW)] == [False, 0, 0, 0], words
            if way == "keyboard":
                page.keyboard.press("g" if page.locator(WAITING).count() else "n")
            elif way == "touch":
                page.locator("[data-guide=on]").tap()
            else:
                page.locator("[data-guide=on]").click()

    def act(wanted: str) -> None:
        read()
        {"mouse": newcomer.by_mouse, "touch": newcomer.by_touch}.get(way, newcomer.by_keyboard)(
            wanted
        )

    newcomer.until("next", act=act)
    expect(page.locator(".guide-words")).to_contain_text("the Imp's Trick")
    read()

    expect(page.locator(".guide")).to_have_count(0)
    assert any("Imp's Trick" in words for words in told)
    assert any(" was led" in words or "you lead" in words for words in told)
    assert len(told) == len(set(told)) >= 6


def test_the_guide_is_skipped_and_switched_on_again(newcomer: TablePage) -> None:
    begin(newcomer)
    page = newcomer.page
    first = page.locator(".guide-words").inner_text()
    page.get_by_role("button", name="End guide").press("Enter")

    expect(page.locator(".guide")).to_have_count(0)
    expect(page.get_by_role("status").filter(has_text="The guide has ended.")).to_be_in_viewport()
    assert newcomer.focused() not in ("nowhere", "BODY")
    page.keyboard.press("Escape")
    expect(page.locator(".read-out:visible")).to_have_count(0)
    page.reload()
    page.locator(".target").first.wait_for()
    expect(page.locator(".guide")).to_have_count(0)
    page.get_by_role("button", name="Guide", exact=True).click()
    expect(page.locator(".guide-words")).to_have_text(first)


def test_the_guide_begins_and_begins_again_where_nothing_can_be_stored(
    newcomer: TablePage,
) -> None:
    newcomer.page.add_init_script(FULL_STORAGE)
    begin(newcomer, "Play a first round with the guide")
    page = newcomer.page
    words = page.locator(".guide-words")
    first = words.inner_text()
    page.locator("[data-guide=on]").click()
    expect(words).not_to_have_text(first)
    page.get_by_role("button", name="Guide", exact=True).click()

    expect(words).to_have_text(first)
    assert "#" not in page.url


@pytest.mark.wide
def test_the_guide_goes_on_after_a_reload(newcomer: TablePage) -> None:
    begin(newcomer)
    page = newcomer.page
    words = page.locator(".guide-words")
    first = words.inner_text()
    page.locator("[data-guide=on]").click()
    expect(words).not_to_have_text(first)
    second = words.inner_text()
    page.reload()

    expect(words).to_have_text(second)


@pytest.mark.wide
def test_an_idea_is_tied_to_what_it_is_about(newcomer: TablePage) -> None:
    begin(newcomer)

    expect(newcomer.page.locator("[data-guided]")).to_have_attribute(
        "aria-describedby", "guide-words"
    )
    assert barriers(newcomer.page) == []


@pytest.mark.wide
def test_who_has_played_gets_no_guide_unasked(newcomer: TablePage) -> None:
    begin(newcomer)
    page = newcomer.page
    page.goto(newcomer.address)
    page.get_by_role("button", name="New match", exact=True).click()
    page.locator(".target").first.wait_for()

    expect(page.locator(".guide")).to_have_count(0)


@pytest.mark.wide
def test_why_opens_what_each_card_wins_or_risks(newcomer: TablePage) -> None:
    newcomer.sit_down("classic/4")
    page = newcomer.page
    newcomer.until("play")
    page.keyboard.press("i")
    why = page.get_by_role("button", name="Why?")
    why.press("Enter")
    rows = page.locator(".hint-rows")

    expect(rows).to_be_focused()
    expect(rows.locator("li")).to_have_count(page.locator(".to-play .usable").count())
    expect(rows.locator("li.hinted")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(rows).to_be_hidden()
    expect(why).to_be_focused()


@pytest.mark.wide
def test_words_that_have_just_changed_are_not_ticked_off(newcomer: TablePage) -> None:
    begin(newcomer)
    newcomer.page.evaluate(PRESS_AT_CHANGES)
    newcomer.until("next", act=newcomer.by_mouse)
    pressed = newcomer.page.evaluate("window.pressed")

    assert pressed
    assert all(before == after for before, after in pressed)


@pytest.mark.parametrize("language", ["en-GB", "de-DE", "fr-FR"])
def test_the_first_words_are_read_without_scrolling_on_the_smallest_phone(
    browser: Browser, address: str, complaints: list[str], language: str
) -> None:
    with phone_context(browser, SMALLEST, locale=language) as context:
        newcomer = TablePage(watched(context, complaints), address)
        newcomer.page.goto(address)
        newcomer.page.locator("button[name=guide]").first.tap()
        newcomer.page.locator(".guide [data-guide=on]").wait_for()

        assert newcomer.page.evaluate(OVERFLOW) == [0, 0, 0]
    assert complaints == []


def test_the_guide_says_that_a_finished_trick_waits(newcomer: TablePage) -> None:
    begin(newcomer)
    newcomer.until("go-on")
    page = newcomer.page
    while page.locator("[data-guide=on]").count():
        page.locator("[data-guide=on]").click()

    expect(page.locator(".guide-words")).to_have_text("The trick waits until you go on.")
    expect(page.get_by_role("status").filter(has_text="Play on.")).to_have_count(0)
    expect(page.locator("#announcements")).to_contain_text("The trick waits until you go on.")


@pytest.mark.wide
def test_the_guide_says_that_the_round_is_over_while_the_imps_trick_opens(
    newcomer: TablePage,
) -> None:
    newcomer.page.add_init_script(SLOW_REVEAL)
    begin(newcomer)
    page = newcomer.page
    newcomer.set_pace("Fast")  # at once, nothing would open
    newcomer.until("show-score")
    page.locator("[data-act=show-score]").click()
    expect(page.locator(".imps-reveal")).to_be_visible()

    expect(page.locator(".guide-words")).to_have_text("The round is over: look at the score.")

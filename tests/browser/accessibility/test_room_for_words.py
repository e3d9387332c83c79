"""Names, cards and hints have room of their own on the screen of a laptop."""

import pytest
from playwright.sync_api import Browser, ViewportSize, expect

from tests.browser.conftest import phone_context, watched
from tests.browser.table.test_no_scrolling import NEXT_PICTURE, OVERLAP_PX, OVERLAPS
from tests.support.browser.table_page import ACT, TablePage
from tests.support.patience import PATIENCE_MS

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.wide]

LAPTOP = ViewportSize(width=1366, height=633)
# Names that a badge lies on, and badges that leave their player's frame.
BADLY_PLACED = """() => [...document.querySelectorAll(".player")].flatMap((player) => {
  const frame = player.getBoundingClientRect();
  const name = player.querySelector(".name").getBoundingClientRect();
  return [...player.querySelectorAll(".badge")].filter((badge) => {
    const box = badge.getBoundingClientRect();
    const covers = box.left < name.right && box.right > name.left &&
      box.top < name.bottom - 1 && box.bottom > name.top + 1;
    return covers || box.top < frame.top || box.left < frame.left || box.right > frame.right;
  }).map((badge) => `${player.innerText}: ${badge.innerText}`);
})"""
CARDS_BEYOND = """() => {
  const right = document.querySelector(".board").getBoundingClientRect().right;
  return [...document.querySelectorAll(".own-hands .card")].filter((card) =>
    card.getBoundingClientRect().right > right).map((card) => card.dataset.card);
}"""
LINE_AND_HINT = """() => [".number-line", ".status.hint"].map((one) => {
  const { top, bottom } = document.querySelector(one).getBoundingClientRect();
  return { top, bottom };
})"""


@pytest.mark.parametrize("edition", ["matagot/5", "matagot/6"])
def test_badges_cover_no_name_and_a_hint_no_number(table: TablePage, edition: str) -> None:
    table.page.set_viewport_size(LAPTOP)
    table.sit_down(edition)
    assert table.page.evaluate(BADLY_PLACED) == []
    table.page.get_by_role("button", name="Hint").click()
    expect(table.page.locator(".status.hint")).to_contain_text(": give", timeout=PATIENCE_MS)
    line, hint = table.page.evaluate(LINE_AND_HINT)

    assert line["bottom"] <= hint["top"] + 1 or hint["bottom"] <= line["top"] + 1
    table.until("play")
    assert table.page.evaluate(BADLY_PLACED) == []


def test_a_hint_shows_on_a_card_that_was_received(table: TablePage) -> None:
    table.sit_down("classic/3")
    table.until("play")
    table.page.get_by_role("button", name="Hint").click()
    hinted = table.page.locator(".card.hinted")
    expect(hinted).to_have_count(1, timeout=PATIENCE_MS)

    expect(hinted.locator(".received-mark")).to_have_count(0)
    assert hinted.evaluate("card => getComputedStyle(card).outlineStyle") == "dashed"


def test_two_hands_end_within_the_table(table: TablePage) -> None:
    table.page.set_viewport_size(LAPTOP)
    table.sit_down("classic/bright-house")
    explain = table.page.locator(".explain:not(.cost):visible")
    expect(explain).to_contain_text("First hand: choose a card for ")
    table.until("commit")
    table.by_mouse("commit")
    expect(explain).to_contain_text("Second hand: choose a card for ")

    assert table.page.evaluate(CARDS_BEYOND) == []


@pytest.mark.parametrize("edition", ["matagot/6-teams-222", "classic/4"])
def test_the_title_has_room_beside_the_speaker_on_the_smallest_phone(
    phone: TablePage, edition: str
) -> None:
    phone.sit_down(edition)
    title = phone.page.locator(".bar h1")
    speaker = phone.page.get_by_role("button", name="Sounds").bounding_box()
    bar = phone.page.locator(".bar").bounding_box()

    assert title.evaluate("node => node.scrollWidth - node.clientWidth") == 0
    assert title.evaluate("node => node.scrollHeight - node.clientHeight") == 0
    assert speaker is not None
    assert bar is not None
    assert bar["height"] < 1.5 * speaker["height"]
    expect(phone.page.get_by_role("button", name="Details")).to_be_visible()


BEYOND_THE_SCREEN = """() => [...document.querySelectorAll("button, a, .status, .prompt p, h1, h2")]
  .filter((one) => one.checkVisibility() && one.innerText.trim() !== "")
  .filter((one) => {
    const { left, right } = one.getBoundingClientRect();
    return left < -1 || right > innerWidth + 1;
  }).map((one) => one.innerText)"""


@pytest.mark.parametrize("edition", ["classic/4", "matagot/6-teams-222", "classic/bright-house"])
@pytest.mark.parametrize(
    ("language", "title", "confirm"),
    [("de-DE", "Flaschenteufel", "Bestätigen"), ("fr-FR", "Le Diable en bouteille", "Confirmer")],
)
def test_longer_words_stay_on_the_smallest_screen(
    browser: Browser,
    address: str,
    complaints: list[str],
    language: str,
    title: str,
    confirm: str,
    edition: str,
) -> None:
    """German and French ones are a third longer than the English ones."""
    with browser.new_context(
        viewport={"width": 320, "height": 568}, locale=language, reduced_motion="reduce"
    ) as context:
        guest = TablePage(watched(context, complaints), address)
        guest.page.goto(address)
        expect(guest.page.get_by_role("heading", level=1)).to_have_text(title)
        assert guest.page.evaluate(BEYOND_THE_SCREEN) == []
        guest.sit_down(edition)
        expect(guest.page.get_by_role("button", name=confirm)).to_be_visible()
        for phase in ("exchange", "play", "next"):
            guest.until(phase)
            assert guest.page.evaluate(BEYOND_THE_SCREEN) == []


PROMPT_BEYOND_THE_SCREEN = """() => [...document.querySelectorAll(".prompt button")]
  .filter((one) => one.checkVisibility())
  .filter((one) => {
    const { left, right } = one.getBoundingClientRect();
    return left < 0 || right > innerWidth;
  }).map((one) => one.innerText)"""


@pytest.mark.parametrize("size", [(320, 640), (360, 740), (390, 844), (740, 360)])
@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_buttons_in_large_print_stay_on_a_phone(
    browser: Browser, address: str, complaints: list[str], language: str, size: tuple[int, int]
) -> None:
    large_print = f"print=large&lang={language}"
    with phone_context(browser, size, reduced_motion="reduce") as context:
        context.add_cookies([{"name": "bottle_settings", "value": large_print, "url": address}])
        guest = TablePage(watched(context, complaints), address)
        guest.sit_down("classic/3")
        for phase in ("commit", "play"):
            guest.until(phase)
            assert guest.page.evaluate(PROMPT_BEYOND_THE_SCREEN) == []
        guest.page.locator(".usable").first.tap()
        expect(guest.page.locator(".raised-buttons")).to_be_visible()
        assert guest.page.evaluate(PROMPT_BEYOND_THE_SCREEN) == []


LINES_FOR_SALE = """() => {
  const range = document.createRange();
  range.selectNodeContents(document.querySelector(".bottle.for-sale .sale"));
  return new Set([...range.getClientRects()].map((one) => one.top)).size;
}"""


@pytest.mark.parametrize("language", ["de-DE", "fr-FR"])
def test_the_words_at_a_bottle_for_sale_are_not_broken(
    browser: Browser, address: str, complaints: list[str], language: str
) -> None:
    with browser.new_context(
        viewport={"width": 320, "height": 568}, locale=language, reduced_motion="reduce"
    ) as context:
        guest = TablePage(watched(context, complaints), address)
        guest.sit_down("matagot/5")
        guest.until("play")

        assert guest.page.evaluate(LINES_FOR_SALE) <= 2
    assert complaints == []


# Gives every player the clock of the first who has one; the plates that their numbers leave.
CLOCKS_BEYOND_PLATES = """() => {
  const clock = document.querySelector(".player .clock");
  return [...document.querySelectorAll(".player")].filter((plate) => {
    const numbers = plate.querySelector(".numbers");
    if (!numbers.querySelector(".clock")) numbers.prepend(clock.cloneNode(true));
    return numbers.getBoundingClientRect().bottom > plate.getBoundingClientRect().bottom + 2;
  }).map((plate) => plate.innerText);
}"""


@pytest.mark.parametrize("width", [320, 360])
@pytest.mark.parametrize("edition", ["classic/4", "matagot/5"])
def test_the_numbers_beside_a_clock_stay_on_their_plate(
    phone: TablePage, edition: str, width: int
) -> None:
    phone.sit_down(edition, clock="move=30")
    phone.until("play")
    phone.page.set_viewport_size({"width": width, "height": 568})

    assert phone.page.evaluate(CLOCKS_BEYOND_PLATES) == []


COVERED_INITIALS = """() => [...document.querySelectorAll(".player .avatar")].filter((avatar) => {
  const { left, right, top, bottom } = avatar.getBoundingClientRect();
  return [...avatar.closest(".player").querySelectorAll(".badge:not(.has-bottle)")].some((one) => {
    const box = one.getBoundingClientRect();
    return box.left < (left + right) / 2 && box.right > left && box.top < bottom &&
      box.bottom > top;
  });
}).map((avatar) => avatar.textContent.trim())"""


def test_two_badges_leave_the_initials_free(phone: TablePage) -> None:
    phone.sit_down("matagot/5-teams", first_dealer="4")
    phone.until("commit")

    assert phone.page.evaluate(COVERED_INITIALS) == []


CUT_LABELS = """() => [...document.querySelectorAll(".asks .ask-text")]
  .filter((one) => one.checkVisibility({ visibilityProperty: true }))
  .filter((one) => one.scrollWidth > one.clientWidth)
  .map((one) => one.innerText)"""


@pytest.mark.parametrize("edition", ["classic/4", "matagot/devils-eye"])
@pytest.mark.parametrize("language", ["en-GB", "de-DE", "fr-FR"])
def test_the_label_above_a_chosen_card_is_not_cut(
    browser: Browser, address: str, complaints: list[str], language: str, edition: str
) -> None:
    with browser.new_context(locale=language, reduced_motion="reduce") as context:
        guest = TablePage(watched(context, complaints), address)
        guest.sit_down(edition)
        guest.until("commit")
        for width, height in ((320, 640), (390, 844), (640, 320), (844, 390), (1280, 800)):
            guest.page.set_viewport_size({"width": width, "height": height})
            guest.page.evaluate(NEXT_PICTURE)
            assert guest.page.evaluate(CUT_LABELS) == [], (width, height)
            assert guest.page.evaluate(OVERLAPS, OVERLAP_PX) == [], (width, height)
    assert complaints == []


def test_a_long_sentence_about_the_turn_keeps_off_the_cards_on_a_phone(
    browser: Browser, address: str, complaints: list[str]
) -> None:
    with phone_context(browser, (390, 844), locale="de-DE") as context:
        phone = TablePage(watched(context, complaints), address)
        phone.sit_down("classic/4")
        status = phone.page.locator(".status.turn")
        while phone.until("play", "end") == "play" and "freie Wahl" not in status.inner_text():
            phone.page.evaluate(f"({ACT})()")
        words = status.bounding_box()
        prompt = phone.page.locator(".prompt").bounding_box()

    assert words is not None
    assert prompt is not None
    assert words["y"] + words["height"] <= prompt["y"] + prompt["height"]
    assert complaints == []

"""The hand with its points, open hands and the number line are seen, and letters can be read."""

from typing import Any, NamedTuple

import pytest

from tests.support.browser.table_page import TablePage

pytestmark = [pytest.mark.browser, pytest.mark.slow]

EDITIONS = (
    "classic/4",
    "classic/lopaka",
    "classic/bright-house",
    "matagot/6",
    "matagot/devils-eye",
)
LEAST_LETTER_PX = 11
# Sticky parts may be rounded to whole pixels.
ROUNDING_PX = 1


class Look(NamedTuple):
    """A screen, the size setting of the table, and the text size of the browser in per cent."""

    width: int
    height: int
    print: str = "normal"
    text: int = 100


LARGE_PRINT = Look(1366, 768, print="large")
LARGE_TEXT = Look(1366, 768, text=200)
LAPTOP = Look(1366, 633)
SIDEWAYS = Look(740, 360)
PHONE = Look(375, 667)
SMALL_PHONE = Look(320, 640)
LOOKS = (LARGE_PRINT, LARGE_TEXT, LAPTOP, SIDEWAYS, PHONE, SMALL_PHONE)
# On the smallest phone the number line may have to be scrolled to.
WITH_NUMBER_LINE = (LARGE_PRINT, LAPTOP, SIDEWAYS, PHONE)

DRESS = """([print, text]) => {
  document.documentElement.dataset.print = print;
  document.documentElement.style.fontSize = text === 100 ? "" : `${text}%`;
}"""
# The boxes on the screen once the page is drawn; what lies behind the hand counts as not seen.
MEASURE = """async () => {
  const frame = () => new Promise(requestAnimationFrame);
  const drawn = () => frame().then(frame);
  await drawn();
  document.body.scrollTo(0, 0);
  await drawn();
  const boxes = (selector) => [...document.querySelectorAll(selector)]
    .map((element) => element.getBoundingClientRect()).filter((box) => box.height > 0);
  const lowest = (selector) => Math.max(0, ...boxes(selector).map((box) => box.bottom));
  const cards = boxes(".mine .holder");
  const covers = boxes(".own-hands, .mine:has(.own-hand)").map((box) => box.top);
  const letters = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
    const at = text.parentElement;
    if (text.data.trim() === "" || at.closest(".visually-hidden, noscript")) continue;
    if (!at.checkVisibility()) continue;
    if (at.getBoundingClientRect().width <= 1) continue;
    letters.push(parseFloat(getComputedStyle(at).fontSize));
  }
  const coins = [...document.querySelectorAll(".mine .coins i, .mine .coins.many")];
  const isCovered = (coin) => {
    const { left, right, top, bottom } = coin.getBoundingClientRect();
    const at = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    return at !== null && at.closest(".card") !== coin.closest(".card");
  };
  return {
    covered: coins.filter(isCovered).length,
    cards: cards.length,
    highest: Math.min(innerHeight, ...cards.map((box) => box.top)),
    lowest: lowest(".mine .holder"),
    rightmost: Math.max(0, ...cards.map((box) => box.right)),
    line: lowest(".number-line"),
    open: lowest(".open-hands"),
    seen: Math.min(innerHeight, ...covers),
    letter: Math.min(...letters),
  };
}"""


def measured(someone: TablePage, look: Look) -> dict[str, Any]:
    """Where things are on such a screen."""
    someone.page.set_viewport_size({"width": look.width, "height": look.height})
    someone.page.evaluate(DRESS, [look.print, look.text])
    found: dict[str, Any] = someone.page.evaluate(MEASURE)
    return found


def faults(someone: TablePage, look: Look) -> list[str]:
    """What is not seen on such a screen."""
    found = measured(someone, look)
    faults = []
    if found["cards"] and not 0 <= found["highest"] <= found["lowest"] <= look.height:
        faults.append(f"the hand is at {found['highest']} to {found['lowest']}")
    if found["rightmost"] > look.width:
        faults.append(f"the hand reaches to {found['rightmost']}")
    if found["covered"]:
        faults.append(f"{found['covered']} coins of the hand are covered")
    if found["open"] > found["seen"] + ROUNDING_PX:
        faults.append(f"open hands reach to {found['open']}, seen is {found['seen']}")
    if look in WITH_NUMBER_LINE and found["line"] > found["seen"] + ROUNDING_PX:
        faults.append(f"the number line reaches to {found['line']}, seen is {found['seen']}")
    if found["letter"] < LEAST_LETTER_PX:
        faults.append(f"there are letters of {found['letter']} px")
    if someone.overflow() > 0:
        faults.append(f"the page is {someone.overflow()} px too wide")
    return faults


@pytest.mark.wide
@pytest.mark.parametrize("edition", EDITIONS)
def test_the_hand_is_seen_on_every_screen_and_in_every_phase(
    table: TablePage, edition: str
) -> None:
    table.sit_down(edition)
    found: dict[str, list[str]] = {}
    seen: list[str] = []

    def act(wanted: str) -> None:
        moment = f"{wanted} {seen.count(wanted) + 1}"
        seen.append(wanted)
        if moment in ("exchange 1", "commit 1", "open 1", "play 1", "play 3"):
            for look in LOOKS:
                found[f"{moment}, {look}"] = faults(table, look)
            measured(table, Look(1280, 800))
        table.by_mouse(wanted)

    while seen.count("play") < 3:
        act(table.wanted())

    assert {moment: missing for moment, missing in found.items() if missing} == {}


@pytest.mark.wide
@pytest.mark.parametrize("look", [SIDEWAYS, PHONE], ids=["sideways", "upright"])
def test_cards_stay_where_they_are_while_one_is_raised(phone: TablePage, look: Look) -> None:
    phone.sit_down("classic/4")
    phone.until("play")
    measured(phone, look)
    places = "[...document.querySelectorAll('.fan')].map((fan) => fan.getBoundingClientRect().top)"
    before = phone.page.evaluate(places)
    phone.page.locator(".usable").first.tap()
    phone.page.locator(".raised-buttons").wait_for()

    assert before == phone.page.evaluate(places)


@pytest.mark.wide
def test_each_hand_is_shown_once_while_it_is_chosen_which_lies_open(table: TablePage) -> None:
    table.sit_down("classic/bright-house")
    table.until("open")
    choice = table.page.locator("[data-choice]")

    assert choice.count() == 2
    assert table.page.locator("[data-card]").count() == 0


@pytest.mark.wide
def test_a_larger_text_lays_the_hand_out_anew(table: TablePage) -> None:
    table.sit_down("matagot/devils-eye")
    measured(table, Look(1280, 800, text=200))

    assert faults(table, Look(1280, 800)) == []

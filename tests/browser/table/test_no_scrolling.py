"""The table fits every screen: nothing scrolls, overlaps or is cut off; letters can be read."""

from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Page

from bottleimp.rules import edition_keys
from tests.support.browser.table_page import TablePage

pytestmark = [pytest.mark.browser, pytest.mark.slow]

LEAST_LETTER_PX = 11
LEAST_TARGET_PX = 24
ROUNDING_PX = 2
OVERLAP_PX = 3


class Look(NamedTuple):
    """A screen, a theme and the size setting of the table."""

    width: int
    height: int
    theme: str = "light"
    print: str = "normal"


SMALL = ((320, 568), (375, 667), (640, 320), (740, 360), (1366, 633))
LARGE = ((360, 740), (414, 896), (768, 1024), (844, 390), (1024, 768), (1920, 1080), (2560, 1440))
TIGHTEST = (Look(320, 568, print="large"), Look(640, 320), Look(740, 360), Look(1366, 633))
LOOKS = (
    *(Look(*size) for size in SMALL),
    Look(320, 568, print="large"),
    Look(375, 667, theme="dark", print="large"),
    Look(640, 320, print="large"),
    Look(2560, 1440),
)
ALL_LOOKS = tuple(
    Look(*size, theme=theme, print=letters)
    for size in (*SMALL, *LARGE)
    for theme in ("light", "dark")
    for letters in ("normal", "large")
)
# One for each number of players, with two hands, an open hand and two bottles.
FEW = ("classic/4", "classic/lopaka", "matagot/devils-eye", "matagot/6")
REST = tuple(key for key in edition_keys() if key not in FEW)
MOMENTS = ("exchange 1", "exchange 2", "commit 1", "open 1", "play 1", "play 2", "play 4")

DRESS = """([theme, print]) => {
  document.documentElement.dataset.theme = theme;
  document.documentElement.dataset.print = print;
}"""
# What scrolls, what leaves the screen or the felt, letters and buttons that are too small.
FAULTS = """async ([letter, target, rounding]) => {
  const frame = () => new Promise(requestAnimationFrame);
  await frame().then(frame);
  const faults = new Set();
  const name = (element) => [...element.classList].slice(0, 2).join(".") || element.tagName;
  const isSeen = (element) => {
    const { width, height } = element.getBoundingClientRect();
    const drawn = { visibilityProperty: true, opacityProperty: true };
    return width > 1 && height > 1 && element.checkVisibility(drawn);
  };
  for (const one of document.querySelectorAll("html, body, #table, .table, .board, .score")) {
    const x = one.scrollWidth - one.clientWidth, y = one.scrollHeight - one.clientHeight;
    if (Math.max(x, y) > rounding) faults.add(`${name(one)} scrolls by ${x} and ${y}`);
  }
  const leaves = (box, frame) =>
    box.left < frame.left - rounding || box.top < frame.top - rounding ||
    box.right > frame.right + rounding || box.bottom > frame.bottom + rounding;
  const screen = new DOMRect(0, 0, innerWidth, innerHeight);
  const rows = ".bar, .presence-bar, .table-surface, .number-line, .prompt, .prompt *, .holder";
  for (const one of document.querySelectorAll(rows)) {
    if (isSeen(one) && leaves(one.getBoundingClientRect(), screen)) {
      faults.add(`${name(one)} leaves the screen`);
    }
  }
  const felt = document.querySelector(".table-surface").getBoundingClientRect();
  for (const one of document.querySelectorAll(".player, .place, .ask, .bottle, .open-hand")) {
    if (!one.closest(".table-surface, .score") || one.closest(".dealt") || !isSeen(one)) continue;
    if (leaves(one.getBoundingClientRect(), felt)) faults.add(`${name(one)} leaves the felt`);
  }
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
    const at = text.parentElement;
    if (text.data.trim() === "" || at.closest(".visually-hidden, noscript")) continue;
    if (!isSeen(at)) continue;
    const size = parseFloat(getComputedStyle(at).fontSize);
    if (size < letter) faults.add(`letters of ${size} px in ${name(at)}`);
  }
  for (const one of document.querySelectorAll("#table button, #table a.button")) {
    const { width, height } = one.getBoundingClientRect();
    if (isSeen(one) && Math.min(width, height) < target) faults.add(`${name(one)} is too small`);
  }
  return [...faults];
}"""
# What lies on something else on the felt: plates, cards, bottles, labels, buttons; labels on the
# number or the points of their own card; badges on the numbers of their own plate; names cut off.
OVERLAPS = """(rounding) => {
  const name = (element) => [...element.classList].slice(0, 2).join(".") || element.tagName;
  const drawn = { visibilityProperty: true, opacityProperty: true };
  const isSeen = (element) => element.checkVisibility(drawn) && element.offsetParent !== null &&
    element.getBoundingClientRect().width > 1;
  const kinds = ".player, .place, .ask, .bottle-figure, .winning-label, .ask-text, .open-hand, " +
    ".which, .tricks-button, .headline > *";
  const parts = [...document.querySelectorAll(`.table-surface :is(${kinds})`)].filter(isSeen);
  const whole = (element) => element.closest(".place, .ask, .bottle, .headline") ?? element;
  const seat = (element) => [...element.classList].find((one) => one.startsWith("seat-"));
  // A bottle may take the place of its owner's avatar.
  const isInPlace = (plate, bottle) => plate.matches(".player") && bottle.matches(".bottle") &&
    seat(plate) === seat(bottle) && !plate.querySelector(".avatar").checkVisibility(drawn);
  const faults = new Set();
  for (const [index, one] of parts.entries()) {
    for (const other of parts.slice(index + 1)) {
      if (whole(one) === whole(other) || isInPlace(one, whole(other))) continue;
      const box = one.getBoundingClientRect(), on = other.getBoundingClientRect();
      const wide = Math.min(box.right, on.right) - Math.max(box.left, on.left);
      const high = Math.min(box.bottom, on.bottom) - Math.max(box.top, on.top);
      if (Math.min(wide, high) > rounding) faults.add(`${name(one)} lies on ${name(other)}`);
    }
  }
  const marks = ".place .winning-label, .ask .ask-text, .player .badge:not(.has-bottle)";
  for (const label of document.querySelectorAll(marks)) {
    if (!isSeen(label)) continue;
    const on = label.closest(".player") ?? whole(label);
    for (const one of on.querySelectorAll(".card :is(.number, .coins:not(:empty)), .numbers > *")) {
      if (!isSeen(one)) continue;
      const box = label.getBoundingClientRect(), on = one.getBoundingClientRect();
      const wide = Math.min(box.right, on.right) - Math.max(box.left, on.left);
      const high = Math.min(box.bottom, on.bottom) - Math.max(box.top, on.top);
      if (Math.min(wide, high) > 1) faults.add(`${name(label)} covers ${name(one)}`);
    }
  }
  for (const one of document.querySelectorAll(".player .name")) {
    if (isSeen(one) && one.scrollWidth > one.clientWidth + 1) faults.add("a name is cut off");
  }
  return [...faults];
}"""
# Cards of the hand of which less than the least target can be reached.
COVERED = """(target) => [...document.querySelectorAll(".fan")].flatMap((fan) => {
  const boxes = [...fan.children].map((one) => one.getBoundingClientRect());
  return boxes.filter((box, place) => {
    const next = boxes[place + 1];
    return next !== undefined && next.top === box.top && next.left - box.left < target - 0.5;
  }).map((box) => box.left);
})"""
# Has everybody taken a number of points that has two digits.
TWO_DIGITS = """() => {
  const shown = ".player .worth > :not(.coin, .visually-hidden)";
  for (const points of document.querySelectorAll(shown)) points.lastChild.data = "36";
}"""
NEXT_PICTURE = "() => new Promise((done) => requestAnimationFrame(() => setTimeout(done)))"


def faults(page: Page, look: Look) -> list[str]:
    """What does not fit on such a screen."""
    page.set_viewport_size({"width": look.width, "height": look.height})
    page.evaluate(DRESS, [look.theme, look.print])
    page.evaluate(NEXT_PICTURE)
    limits = [LEAST_LETTER_PX, LEAST_TARGET_PX, ROUNDING_PX]
    found: list[str] = page.evaluate(FAULTS, limits)
    overlaps: list[str] = page.evaluate(OVERLAPS, OVERLAP_PX)
    covered: list[Any] = page.evaluate(COVERED, LEAST_TARGET_PX)
    return [*found, *overlaps, *(["cards of the hand are covered"] if covered else [])]


def faults_of_a_round(table: TablePage, edition: str, looks: tuple[Look, ...]) -> dict[str, Any]:
    """Plays a round; what does not fit in any phase, by moment and screen."""
    table.sit_down(edition)
    seen: list[str] = []
    found: dict[str, list[str]] = {}

    def look_at(moment: str) -> None:
        for look in looks:
            found[f"{moment}, {look}"] = faults(table.page, look)
        table.page.set_viewport_size({"width": 1280, "height": 800})
        table.page.evaluate(DRESS, ["system", "normal"])

    def act(wanted: str) -> None:
        moment = f"{wanted} {seen.count(wanted) + 1}"
        seen.append(wanted)
        if moment in MOMENTS:
            look_at(moment)
        table.by_mouse(wanted)

    look_at(table.until("next", "end", act=act))
    return {moment: faults for moment, faults in found.items() if faults}


@pytest.mark.parametrize("edition", FEW)
def test_the_table_fits_the_tightest_screens_in_every_phase(table: TablePage, edition: str) -> None:
    assert faults_of_a_round(table, edition, TIGHTEST) == {}


@pytest.mark.wide
@pytest.mark.parametrize("edition", FEW)
def test_the_table_fits_every_screen_in_every_phase(table: TablePage, edition: str) -> None:
    assert faults_of_a_round(table, edition, LOOKS) == {}


@pytest.mark.wide
@pytest.mark.long
@pytest.mark.parametrize("edition", [*FEW, *REST])
def test_every_edition_fits_every_screen_theme_and_print(table: TablePage, edition: str) -> None:
    assert faults_of_a_round(table, edition, ALL_LOOKS) == {}


@pytest.mark.parametrize(
    ("edition", "dealer"), [("matagot/6-teams-2211", 3), ("matagot/4-teams", 2)]
)
def test_points_of_two_digits_leave_room_for_two_badges(
    table: TablePage, edition: str, dealer: int
) -> None:
    table.sit_down(edition, first_dealer=str(dealer))  # who is above, and alone
    table.until("play")
    table.page.evaluate(TWO_DIGITS)

    looks = [Look(*size, print="large") for size in ((320, 568), (360, 640), (390, 844))]
    assert {look: found for look in looks if (found := faults(table.page, look))} == {}


@pytest.mark.wide
@pytest.mark.parametrize("edition", ["classic/4", "matagot/6"])
def test_large_print_makes_no_card_on_a_flat_felt_much_smaller(
    table: TablePage, edition: str
) -> None:
    table.sit_down(edition)
    table.until("play")
    card_width = "() => document.querySelector('.trick .place').getBoundingClientRect().width"
    for width, height in ((740, 360), (844, 390), (683, 384)):
        table.page.set_viewport_size({"width": width, "height": height})
        widths = {}
        for letters in ("normal", "large"):
            table.page.evaluate(DRESS, ["light", letters])
            table.page.evaluate(NEXT_PICTURE)
            widths[letters] = table.page.evaluate(card_width)

        assert widths["large"] > 0.85 * widths["normal"]


@pytest.mark.wide
def test_a_closed_table_fits_every_screen(table: TablePage) -> None:
    table.sit_down("classic/4")
    table.page.get_by_role("button", name="Leave").click()
    table.page.get_by_role("button", name="End the match").click()
    table.page.get_by_text("This table is closed.").first.wait_for()

    assert {look: found for look in LOOKS if (found := faults(table.page, look))} == {}

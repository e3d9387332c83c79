"""Cards that were passed are seen to come, and are marked until the first trick is over."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.table.test_panels import handheld  # noqa: F401 - a fixture
from tests.support.browser.table_page import TablePage

pytestmark = [pytest.mark.browser, pytest.mark.slow]

PACE = "2000"  # ms: time to look before anybody leads
# Notes for each card that flies face down into the reader's hand how far it comes from.
FLIGHTS = """() => {
  window.flights = {};
  const run = Element.prototype.animate;
  Element.prototype.animate = function (frames, options) {
    if (this.dataset.flying) window.flights[this.dataset.flying] = frames[0].transform;
    return run.call(this, frames, options);
  };
}"""

# Marks every card of the hand with a long name; by how much each mark covers the next one.
COVERED_MARKS = """() => {
  const mark = document.querySelector(".received-mark");
  const cards = [...document.querySelectorAll(".own-hands .card")];
  for (const card of cards) {
    card.querySelector(".received-mark")?.remove();
    card.append(mark.cloneNode());
    card.lastElementChild.textContent = "\u2193Kalaimanuia";
  }
  const boxes = cards.map((card) => card.lastElementChild.getBoundingClientRect());
  return boxes.slice(1).map((box, place) => boxes[place].top === box.top
    ? Math.max(0, boxes[place].right - box.left) : 0);
}"""


def heard(table: TablePage, sentence: str) -> None:
    """Waits until a screen reader is told just this."""
    said = table.page.locator("#announcements p").get_by_text(sentence, exact=True)
    said.last.wait_for(state="attached")


def exchange(table: TablePage) -> set[str]:
    """Passes the first cards; returns those that have come into the hand."""
    held = table.page.locator("[data-card]")
    before = set(held.evaluate_all("cards => cards.map((card) => card.dataset.card)"))
    table.until("commit")
    table.by_mouse("commit")
    table.page.locator(".phase-play .trick").wait_for()  # the others take their time
    return set(held.evaluate_all("cards => cards.map((card) => card.dataset.card)")) - before


def marked(table: TablePage) -> set[str]:
    """The cards that carry the mark."""
    cards = table.page.locator("[data-card]:has(.received-mark)")
    return set(cards.evaluate_all("cards => cards.map((card) => card.dataset.card)"))


def check_marks(table: TablePage) -> None:
    """Goes through exchange and first trick, and looks at the marks."""
    received = exchange(table)
    assert len(received) >= 2
    assert received == marked(table)
    for card in received:
        name = table.page.locator(f"[data-card='{card}']").get_attribute("aria-label") or ""
        assert ", received from " in name
    assert ", received from " not in (
        table.page.locator("[data-card]:not(:has(.received-mark))").first.get_attribute(
            "aria-label"
        )
        or ""
    )
    table.until("play")
    table.page.locator(".usable").first.click()
    if table.page.locator(".raised-buttons").count():
        table.page.locator("[data-act=play]").click()
    expect(table.page.locator(".past-trick").first).to_be_attached()
    expect(table.page.locator("[data-card] .received-mark")).to_have_count(0)


@pytest.mark.wide
def test_received_cards_are_marked_until_the_first_trick_is_over(table: TablePage) -> None:
    table.sit_down("classic/4")
    check_marks(table)


@pytest.mark.wide
def test_received_cards_are_marked_on_phones_too(phone: TablePage) -> None:
    phone.sit_down("classic/4")
    check_marks(phone)


@pytest.mark.wide
def test_cards_come_from_those_who_passed_them_and_nobody_leads_at_once(table: TablePage) -> None:
    table.sit_down("classic/4", pace=PACE, first_dealer="0")  # another player leads
    table.page.evaluate(FLIGHTS)
    received = exchange(table)
    flights = table.page.evaluate("window.flights")

    assert received <= set(flights)
    assert all(flights[card].startswith("translate(") for card in received)
    expect(table.page.locator(".status")).to_contain_text("You received ")


@pytest.mark.wide
@pytest.mark.parametrize("visitor", ["table", "phone"])
def test_a_card_out_of_turn_says_whose_turn_it_is(
    visitor: str, request: pytest.FixtureRequest
) -> None:
    someone: TablePage = request.getfixturevalue(visitor)
    someone.page.context.add_cookies(
        [{"name": "bottle_settings", "value": "premove=no", "url": someone.address}]
    )
    someone.sit_down("classic/4", pace=PACE, first_dealer="0")
    exchange(someone)
    name = someone.page.locator(".player.turn .name").inner_text()
    someone.page.locator("[data-card]").first.click(force=True)

    expect(someone.page.locator(".status.reason")).to_have_text(f"It is {name}'s turn.")
    heard(someone, f"It is {name}'s turn.")


@pytest.mark.wide
def test_what_is_clicked_in_vain_in_the_exchange_is_answered(table: TablePage) -> None:
    table.sit_down("classic/4")
    explain = table.page.locator(".explain:not(.cost)")
    expect(explain).to_have_text("Choose a card for the Imp's Trick (1 of 3).")
    table.by_mouse("exchange")
    expect(explain).to_have_text(re.compile(r"Choose a card for \w+ \(2 of 3\)\."))
    table.page.locator("[data-act=commit]").click(force=True)
    heard(table, "Choose 2 more cards.")
    table.until("commit")
    table.page.locator("[data-card]").first.click()
    expect(explain).to_have_text("Everything is chosen. Confirm your choice, or take it back.")


@pytest.mark.wide
@pytest.mark.parametrize("size", [(375, 667), (740, 360), (320, 568)])
def test_marks_of_neighbouring_cards_lie_beside_one_another(
    table: TablePage, size: tuple[int, int]
) -> None:
    width, height = size
    table.page.set_viewport_size({"width": width, "height": height})
    table.page.emulate_media(reduced_motion="reduce")  # the cards lie still
    table.sit_down("matagot/5", pace=PACE)
    exchange(table)

    assert max(table.page.evaluate(COVERED_MARKS)) <= 1


@pytest.mark.wide
def test_a_hand_is_laid_out_alike_after_a_reload(handheld: TablePage) -> None:  # noqa: F811
    handheld.sit_down("classic/4", pace="0")
    exchange(handheld)
    rows = handheld.page.locator(".own-hands .fan")
    look = "list => list.style.getPropertyValue('--rows')"
    before = rows.evaluate(look)
    handheld.page.reload()
    handheld.page.locator(".own-hands [data-card]").first.wait_for()

    assert rows.evaluate(look) == before

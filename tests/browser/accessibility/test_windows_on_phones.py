"""On a phone one thing scrolls, windows close beside them, and a lost network is told at once."""

import re

import pytest
from playwright.sync_api import Locator, Page, WebSocketRoute, expect

from tests.browser.table.test_panels import handheld  # noqa: F401 - a fixture
from tests.support.browser.table_page import TablePage

pytestmark = [pytest.mark.browser, pytest.mark.slow]

SCROLLED_BESIDE = """() => document.documentElement.scrollHeight - innerHeight"""
SIDEWAYS_SCROLL = """() => {
  const board = document.querySelector(".board");
  return board.scrollWidth - board.clientWidth;
}"""
# What has more content than height and can be scrolled.
SCROLLING = """() => [...document.querySelectorAll("*")]
  .filter((one) => ["auto", "scroll"].includes(getComputedStyle(one).overflowY))
  .filter((one) => one.scrollHeight > one.clientHeight)
  .map((one) => one.classList[0] ?? one.tagName)"""

# What lies over the title of a window while the window is scrolled.
LAID_OVER_TITLE = """() => {
  const dialog = document.querySelector("dialog.window");
  const title = dialog.querySelector("h2");
  const { left, top, height } = title.getBoundingClientRect();
  const over = new Set();
  for (let y = 0; y < dialog.scrollHeight; y += 8) {
    dialog.scrollTo(0, y);
    for (const x of [8, 24, 40, 56]) {
      const at = document.elementFromPoint(left + x, top + height / 2);
      if (at.closest(".legend")) over.add(at.className.baseVal ?? at.className);
    }
  }
  return [...over];
}"""
# The height of the fade over what goes on below the lower edge of a window.
FADED_ABOVE_FOOT = """(element) => {
  const fade = getComputedStyle(element.querySelector("footer"), "::before");
  return element.scrollHeight > element.clientHeight ? parseFloat(fade.height) : 1;
}"""
# By how much the fade covers the last question.
COVERED_AT_THE_END = """(element) => {
  const foot = element.querySelector("footer");
  const fade = parseFloat(getComputedStyle(foot, "::before").height);
  const last = [...element.querySelectorAll(".choice, .checkbox")].at(-1);
  return last.getBoundingClientRect().bottom - (foot.getBoundingClientRect().top - fade);
}"""
# By how much the line about the connection covers plates of players.
COVERED_PLATES = """() => {
  const line = document.querySelector(".connection-line").getBoundingClientRect();
  const plates = [...document.querySelectorAll(".player")].map((one) =>
    one.getBoundingClientRect().top);
  return line.bottom - Math.min(...plates);
}"""

# By how much the line about the connection covers the headline of the felt.
COVERED_HEADLINE = """() => {
  const line = document.querySelector(".connection-line").getBoundingClientRect();
  return line.bottom - document.querySelector(".headline").getBoundingClientRect().top;
}"""


@pytest.mark.wide
def test_the_page_scrolls_in_one_place_alone(handheld: TablePage) -> None:  # noqa: F811
    handheld.sit_down("classic/4", friends="yes", player_1="open")
    expect(handheld.page.locator(".waiting-room")).to_be_visible()

    assert handheld.page.evaluate(SCROLLED_BESIDE) == 0
    assert handheld.page.evaluate(SCROLLING) == ["board"]


def test_the_table_itself_does_not_scroll(handheld: TablePage) -> None:  # noqa: F811
    handheld.sit_down("classic/4")
    expect(handheld.page.locator(".exchange")).to_be_visible()

    assert handheld.page.evaluate(SCROLLED_BESIDE) == 0
    assert handheld.page.evaluate(SCROLLING) == []


def test_the_waiting_room_does_not_scroll_sideways_on_the_smallest_phone(
    phone: TablePage,
) -> None:
    phone.sit_down("matagot/5", friends="yes", player_1="open")
    expect(phone.page.locator(".waiting-room")).to_be_visible()

    assert phone.page.evaluate(SIDEWAYS_SCROLL) == 0


@pytest.mark.wide
def test_the_entries_of_the_menu_are_easy_to_touch_on_the_smallest_phone(
    phone: TablePage,
) -> None:
    phone.sit_down("classic/4")
    phone.page.get_by_role("button", name="Menu").tap()
    entry = phone.page.get_by_role("button", name="Settings").bounding_box()

    assert entry is not None
    assert entry["height"] >= 44


@pytest.mark.wide
def test_a_window_closes_on_a_tap_beside_it_and_not_on_one_inside(
    handheld: TablePage,  # noqa: F811
) -> None:
    handheld.sit_down("classic/4")
    handheld.page.keyboard.press("?")
    window = handheld.page.locator("dialog.window")
    expect(window).to_be_visible()
    window.locator("h2").tap()
    expect(window).to_be_visible()
    handheld.page.touchscreen.tap(3, 3)

    expect(window).to_be_hidden()


@pytest.mark.wide
def test_no_sign_slides_over_the_title_of_the_legend(handheld: TablePage) -> None:  # noqa: F811
    handheld.sit_down("classic/4")
    handheld.page.get_by_role("button", name="Menu").tap()
    handheld.page.get_by_role("button", name="Signs").tap()
    expect(handheld.page.locator("dialog.window")).to_be_visible()

    assert handheld.page.evaluate(LAID_OVER_TITLE) == []


@pytest.mark.wide
def test_the_head_of_a_long_window_stays_in_sight(handheld: TablePage) -> None:  # noqa: F811
    handheld.sit_down("classic/4")
    handheld.page.keyboard.press("?")
    window = handheld.page.locator("dialog.window")
    expect(window).to_be_visible()
    window.evaluate("element => element.scrollTo(0, element.scrollHeight)")

    expect(window.get_by_role("button", name="Close", exact=True)).to_be_in_viewport(ratio=1)


@pytest.mark.wide
@pytest.mark.parametrize("name", ["Settings", "Signs", "People"])
def test_a_window_with_more_below_fades_over_a_button_that_stays_in_sight(
    handheld: TablePage,  # noqa: F811
    name: str,
) -> None:
    handheld.sit_down("classic/4")
    handheld.page.get_by_role("button", name="Menu").tap()
    handheld.page.get_by_role("button", name=name).tap()
    window = handheld.page.locator("dialog.window")
    done = window.get_by_role("button", name="Done")

    expect(done).to_be_in_viewport(ratio=1)
    assert window.evaluate(FADED_ABOVE_FOOT) > 0
    done.tap()
    expect(window).to_be_hidden()


@pytest.mark.wide
def test_the_fade_covers_nothing_at_the_end_of_a_window(
    handheld: TablePage,  # noqa: F811
) -> None:
    handheld.sit_down("classic/4")
    handheld.page.get_by_role("button", name="Menu").tap()
    handheld.page.get_by_role("button", name="Settings").tap()
    window = handheld.page.locator("dialog.window")
    window.evaluate("element => element.scrollTo(0, element.scrollHeight)")

    assert window.evaluate(COVERED_AT_THE_END) <= 1


@pytest.mark.wide
def test_the_settings_end_with_a_button_that_closes_them(
    handheld: TablePage,  # noqa: F811
) -> None:
    handheld.sit_down("classic/4")
    handheld.page.get_by_role("button", name="Menu").tap()
    handheld.page.get_by_role("button", name="Settings").tap()
    window = handheld.page.locator("dialog.window")
    window.get_by_label("Large print").tap()
    window.get_by_role("button", name="Done").tap()

    expect(window).to_be_hidden()
    expect(handheld.page.locator("html")).to_have_attribute("data-print", "large")


@pytest.mark.wide
def test_the_rules_lead_back_to_the_table(handheld: TablePage) -> None:  # noqa: F811
    handheld.sit_down("classic/4")
    address = handheld.page.url
    handheld.page.get_by_role("button", name="Menu").tap()
    with handheld.page.context.expect_page() as opened:
        handheld.page.get_by_role("link", name="Rules").tap()
    back = opened.value.get_by_role("link", name="Back to the table")
    expect(back).to_have_count(2)  # at the top and at the end
    expect(back.first).to_be_in_viewport(ratio=1)
    expect(handheld.page.locator("#tools")).to_be_hidden()
    with opened.value.expect_event("close"):  # the table is still open in its own tab
        back.first.tap()

    expect(handheld.page).to_have_url(address)


@pytest.mark.wide
def test_the_rules_lead_to_a_table_that_is_open_no_more(handheld: TablePage) -> None:  # noqa: F811
    handheld.sit_down("classic/4")
    address = handheld.page.url
    rules = str(handheld.page.locator("#tools a").get_attribute("href"))
    handheld.page.goto(handheld.address + rules)
    handheld.page.get_by_role("link", name="Back to the table").first.tap()

    expect(handheld.page).to_have_url(address)
    expect(handheld.page.locator(".own-hand")).to_be_visible()


def forget_lost_network(complaints: list[str]) -> None:
    """Leave out what the browser says of attempts to connect while there was no network."""
    complaints[:] = [words for words in complaints if "ERR_INTERNET_DISCONNECTED" not in words]


def test_a_lost_network_is_told_at_once(
    handheld: TablePage,  # noqa: F811
    complaints: list[str],
) -> None:
    handheld.sit_down("classic/4")
    expect(handheld.page.locator(".exchange")).to_be_visible()
    handheld.page.context.set_offline(True)
    expect(handheld.page.locator(".connection-line").first).to_be_visible()
    handheld.page.context.set_offline(False)

    expect(handheld.page.locator(".connection-line")).to_have_count(0)
    forget_lost_network(complaints)


def cut_off(page: Page) -> Locator:
    """Cuts the page off from the network; the line that says so."""
    page.context.set_offline(True)
    line = page.locator(".connection-line")
    expect(line).to_have_text("The connection is lost. Trying again…")
    return line


@pytest.mark.wide
def test_a_lost_connection_is_told_beside_the_headline_on_a_phone_held_sideways(
    handheld: TablePage,  # noqa: F811
    complaints: list[str],
) -> None:
    handheld.page.set_viewport_size({"width": 844, "height": 390})
    handheld.sit_down("classic/4", first_dealer="3")
    handheld.until("play", act=handheld.by_touch)
    line = cut_off(handheld.page)

    expect(line).to_be_in_viewport(ratio=1)
    assert handheld.page.evaluate(COVERED_HEADLINE) <= 0
    forget_lost_network(complaints)


@pytest.mark.wide
def test_a_card_that_waits_for_a_connection_is_put_back_and_another_is_played(
    handheld: TablePage,  # noqa: F811
    complaints: list[str],
) -> None:
    handheld.sit_down("classic/4", first_dealer="3")  # the visitor leads
    handheld.until("play", act=handheld.by_touch)
    page = handheld.page
    cards = [str(one.get_attribute("data-card")) for one in page.locator(".usable").all()]
    line = cut_off(page)
    for card in (cards[0], cards[-1]):
        page.locator(f"[data-card='{card}']").tap()
        page.locator("[data-act=play]").tap()
        expect(line).to_have_text("Connection lost: your card waits.")
        marked = page.locator(".card.premoved")
        expect(marked).to_have_attribute("data-card", card)
        expect(marked).to_have_attribute("aria-label", re.compile("waits for the connection$"))
        if card == cards[0]:
            page.locator("[data-act=put-back]").tap()
            expect(marked).to_have_count(0)
            expect(line).to_have_text("The connection is lost. Trying again…")
    page.context.set_offline(False)
    expect(line).to_have_count(0)

    expect(page.locator(f"[data-card='{cards[-1]}']")).to_have_count(0)
    expect(page.locator(f"[data-card='{cards[0]}']")).to_have_count(1)
    forget_lost_network(complaints)


@pytest.mark.wide
def test_a_card_that_has_been_sent_is_not_put_back(
    handheld: TablePage,  # noqa: F811
) -> None:
    held: list[str | bytes] = []

    def hold_back_cards(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()
        socket.on_message(
            lambda text: held.append(text) if '"k":"play"' in str(text) else server.send(text)
        )

    page = handheld.page
    page.route_web_socket("**/socket*", hold_back_cards)
    handheld.sit_down("classic/4", first_dealer="3")
    handheld.until("play", act=handheld.by_touch)
    card = page.locator(".usable").first
    raised = page.locator(".holder.raised")
    card.tap()
    expect(raised).to_have_count(1)
    page.keyboard.press("Escape")
    expect(raised).to_have_count(0)
    card.tap()
    page.locator("[data-act=play]").tap()
    expect(page.locator("[data-act=put-back]")).to_have_attribute("aria-disabled", "true")
    page.keyboard.press("Escape")

    expect(raised).to_have_count(1)
    assert len(held) == 1


@pytest.mark.wide
def test_a_table_is_left_after_a_card_that_waits(
    handheld: TablePage,  # noqa: F811
    complaints: list[str],
) -> None:
    handheld.sit_down("classic/4", first_dealer="3")
    handheld.until("play", act=handheld.by_touch)
    page = handheld.page
    line = cut_off(page)
    page.locator(".usable").first.tap()
    page.locator("[data-act=play]").tap()
    expect(line).to_have_text("Connection lost: your card waits.")
    page.get_by_role("button", name="Menu").tap()
    page.get_by_role("button", name="Leave").tap()
    page.locator("dialog [data-act=leave]").tap()
    expect(page.locator(".status")).to_contain_text("Connection lost: your request waits.")
    expect(line).to_have_text("Connection lost: your card waits.")
    page.context.set_offline(False)

    expect(page.get_by_text("This table is closed")).to_have_count(1)
    forget_lost_network(complaints)


@pytest.mark.wide
def test_a_card_played_without_a_connection_is_said_to_wait(
    handheld: TablePage,  # noqa: F811
    complaints: list[str],
) -> None:
    handheld.sit_down("classic/4", first_dealer="1")
    handheld.until("play", act=handheld.by_touch)
    page = handheld.page
    line = cut_off(page)
    page.locator(".usable").first.tap()
    play = page.locator("[data-act=play]")
    unplayable = page.locator(".own-hands .unplayable").count()
    expect(line).to_be_in_viewport(ratio=1)  # beside the buttons that the raised card brings
    play.tap()

    expect(line).to_have_text("Connection lost: your card waits.")
    assert page.evaluate(COVERED_PLATES) <= 1
    expect(play).to_have_attribute("aria-busy", "true")
    expect(page.locator(".own-hands .unplayable")).to_have_count(unplayable)
    page.context.set_offline(False)
    expect(line).to_have_count(0)
    expect(play).to_have_count(0)
    forget_lost_network(complaints)

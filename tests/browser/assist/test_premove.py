"""A card chosen ahead is marked, can be taken back, and is played or dropped on one's turn."""

import json
import re

import pytest
from playwright.sync_api import Locator, Page, WebSocket, expect

from bottleimp.rules.editions import edition_keys
from tests.support.browser.table_page import ACT, WANTED, TablePage
from tests.support.short_runs import ONE_OF_EACH_KIND, sparing

pytestmark = [pytest.mark.browser, pytest.mark.slow]

# `ahead` while others play cards; else what is wanted of the visitor.
AHEAD = f"""() => document.querySelector(".phase-play:not(.to-play) .own-hands .card") !== null
  ? "ahead" : ({WANTED})()"""
DROPPED = "chosen ahead, cannot be played now."
# Clicks the last card that can be chosen ahead; its number, once it is marked.
CLICK_AHEAD = """async () => {
  const card = [...document.querySelectorAll(".own-hands .card.ahead")].at(-1)?.dataset.card;
  document.querySelector(`.own-hands [data-card="${card}"]`)?.click();
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  return document.querySelector(`.card.premoved[data-card="${card}"]`) && card;
}"""
TRIES = 20
# What became of the card that was chosen ahead.
OUTCOME = """([label, words]) => {
  const held = document.querySelector(`.own-hands [data-card="${label}"]`) !== null;
  const said = document.querySelector(".status")?.textContent.includes(words) ?? false;
  return !held ? "played" : said ? "dropped" : null;
}"""

# Whether it is still marked, or has been played or dropped by now.
MARKED_OR_DONE = f"""([label, words]) =>
  document.querySelector(`.card.premoved[data-card="${{label}}"]`) !== null ||
  ({OUTCOME})([label, words]) !== null"""
# On the visitor's turn, stores a card that cannot be played as the one chosen ahead; its number.
STORE_ILLEGAL = """() => {
  const card = document.querySelector(".to-play .own-hands .card:not(.usable)")?.dataset.card;
  const { table } = document.querySelector("#table").dataset;
  if (card) sessionStorage.setItem(`bottle_premove ${table}`, JSON.stringify([1, card]));
  return card;
}"""


def sent_by(page: Page) -> list[dict[str, object]]:
    """The frames that the page sends, as they come."""
    frames: list[dict[str, object]] = []

    def watch(socket: WebSocket) -> None:
        socket.on("framesent", lambda frame: frames.append(json.loads(frame)))

    page.on("websocket", watch)
    return frames


def slow_down(table: TablePage) -> None:
    """Plays until the first card is asked for, then lets the others take their time."""
    table.until("play")
    table.set_pace("Very slow")


def until_others_play(table: TablePage) -> None:
    """Plays until others are to play."""
    while table.page.wait_for_function(AHEAD).json_value() != "ahead":
        table.page.evaluate(ACT)


def plays(frames: list[dict[str, object]]) -> list[object]:
    """The cards that were sent."""
    return [frame["card"] for frame in frames if frame.get("k") == "play"]


def card(table: TablePage, label: object) -> Locator:
    """A card in the visitor's hand."""
    return table.page.locator(f".own-hands [data-card='{label}']")


def choose_ahead(table: TablePage) -> str:
    """Chooses the visitor's last card ahead while others play; its number."""
    for _ in range(TRIES):  # the visitor's turn may come before the click
        until_others_play(table)
        if label := table.page.evaluate(CLICK_AHEAD):
            return str(label)
    raise AssertionError("no card that was clicked was marked")


@pytest.mark.parametrize("edition", sparing(edition_keys(), ONE_OF_EACH_KIND))
def test_a_card_chosen_ahead_is_played_or_dropped_with_the_reason(
    table: TablePage, edition: str
) -> None:
    frames = sent_by(table.page)
    table.sit_down(edition)
    slow_down(table)
    for _ in range(2):
        label = choose_ahead(table)
        table.set_pace("At once")
        outcome = table.page.wait_for_function(OUTCOME, arg=[label, DROPPED]).json_value()

        assert (plays(frames)[-1] == label) == (outcome == "played")
        expect(table.page.locator(".card.premoved")).to_have_count(0)
        table.set_pace("Very slow")


@pytest.mark.wide
def test_a_card_chosen_ahead_survives_a_reload_of_the_page(table: TablePage) -> None:
    frames = sent_by(table.page)
    table.sit_down("classic/4")
    slow_down(table)
    label = choose_ahead(table)
    table.page.reload()
    table.page.locator(".own-hands .card").first.wait_for()
    table.page.wait_for_function(MARKED_OR_DONE, arg=[label, DROPPED])
    table.set_pace("At once")
    outcome = table.page.wait_for_function(OUTCOME, arg=[label, DROPPED]).json_value()

    assert (plays(frames)[-1] == label) == (outcome == "played")


@pytest.mark.wide
def test_a_card_that_does_not_fit_any_longer_after_a_reload_says_why(table: TablePage) -> None:
    table.sit_down("classic/4")
    held = table.page.locator(".own-hands .card")
    while table.until("play") and not (stored := table.page.evaluate(STORE_ILLEGAL)):
        count = held.count()
        table.page.evaluate(ACT)
        expect(held).to_have_count(count - 1)
    table.page.reload()

    expect(table.page.locator(".status")).to_contain_text(
        re.compile(rf"^\s*{stored}.*{DROPPED}.*follow")
    )
    expect(table.page.locator("#announcements p").last).to_contain_text(DROPPED)
    expect(table.page.locator(".card.premoved")).to_have_count(0)
    stored_now = table.page.evaluate("() => Object.keys(sessionStorage)")
    assert not [key for key in stored_now if "premove" in key]


@pytest.mark.wide
def test_a_card_chosen_ahead_is_marked_and_announced_and_nobody_learns_of_it(
    table: TablePage,
) -> None:
    frames = sent_by(table.page)
    table.sit_down("classic/4")
    slow_down(table)
    until_others_play(table)
    before = len(frames)
    label = choose_ahead(table)

    expect(card(table, label)).to_have_attribute("aria-pressed", "true")
    expect(card(table, label)).to_have_accessible_name(re.compile("chosen ahead$"))
    expect(table.page.locator("#announcements p").last).to_contain_text("is chosen ahead.")
    expect(table.page.locator(".status.ahead")).to_contain_text("as soon as it is your turn")
    assert len(frames) == before


@pytest.mark.wide
@pytest.mark.parametrize("way", ["click", "button", "Escape", "u"])
def test_a_card_chosen_ahead_can_be_taken_back(table: TablePage, way: str) -> None:
    table.sit_down("classic/4")
    slow_down(table)
    label = choose_ahead(table)
    if way == "click":
        card(table, label).click()
    elif way == "button":
        table.page.locator("[data-act=cancel-premove]").click()
    else:
        table.page.keyboard.press(way)

    expect(table.page.locator(".card.premoved")).to_have_count(0)
    expect(table.page.locator("#announcements p").last).to_contain_text(
        "is not chosen ahead any longer."
    )
    expect(card(table, label)).to_have_count(1)


@pytest.mark.wide
def test_another_card_takes_the_place_of_the_one_chosen_ahead(table: TablePage) -> None:
    table.sit_down("classic/4")
    slow_down(table)
    choose_ahead(table)
    first = table.page.locator(".own-hands .card.ahead").first
    first.focus()
    table.page.keyboard.press("Enter")

    expect(table.page.locator(".card.premoved")).to_have_count(1)
    expect(first).to_have_class(re.compile(r"\bpremoved\b"))


@pytest.mark.wide
def test_a_finger_needs_two_taps_to_choose_a_card_ahead(phone: TablePage) -> None:
    phone.sit_down("classic/4")
    slow_down(phone)
    until_others_play(phone)
    chosen = phone.page.locator(".own-hands .card.ahead").first
    chosen.tap()
    expect(phone.page.locator(".holder.raised")).to_have_count(1)
    expect(phone.page.locator(".card.premoved")).to_have_count(0)
    chosen.tap()

    expect(phone.page.locator(".card.premoved")).to_have_count(1)
    assert phone.overflow() == 0


@pytest.mark.wide
def test_nothing_can_be_chosen_ahead_where_the_setting_is_off(table: TablePage) -> None:
    table.page.context.add_cookies(
        [{"name": "bottle_settings", "value": "premove=no", "url": table.address}]
    )
    table.sit_down("classic/4")
    slow_down(table)
    until_others_play(table)
    table.page.evaluate("document.querySelector('.own-hands .card').click()")

    expect(table.page.locator("#announcements")).to_contain_text("'s turn.")
    expect(table.page.locator(".card.ahead, .card.premoved")).to_have_count(0)


@pytest.mark.wide
def test_clicks_while_a_play_is_on_its_way_count(table: TablePage) -> None:
    table.sit_down("classic/4")
    table.until("play")
    labels = table.page.evaluate(
        """() => {
          const legal = document.querySelector(".own-hands .card.usable");
          const other = [...document.querySelectorAll(".own-hands .card")]
            .find((one) => one !== legal);
          legal.click();
          other.click();
          return [legal.dataset.card, other.dataset.card];
        }"""
    )
    outcome = table.page.wait_for_function(OUTCOME, arg=[labels[1], DROPPED]).json_value()

    assert outcome in ("played", "dropped")
    expect(card(table, labels[0])).to_have_count(0)


@pytest.mark.wide
def test_escape_that_closes_what_is_read_out_takes_no_card_back(table: TablePage) -> None:
    table.sit_down("classic/4")
    slow_down(table)
    choose_ahead(table)
    table.page.keyboard.press("w")
    expect(table.page.locator(".read-out:visible")).to_have_count(1)
    table.page.keyboard.press("Escape")
    expect(table.page.locator(".read-out:visible")).to_have_count(0)

    expect(table.page.locator("#announcements")).not_to_contain_text(
        "is not chosen ahead any longer."
    )

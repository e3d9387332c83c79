"""Asking a strong player, and choosing whom to play against."""

import re

import pytest
from playwright.sync_api import expect

from tests.support.browser.table_page import TablePage
from tests.support.patience import PATIENCE_MS

pytestmark = [pytest.mark.browser, pytest.mark.slow]

SENTENCES = re.compile(r"\.(?= |$)")  # their ends
PLAY_AND_WHY = re.compile(r": play the \S+ of (yellow|blue|red)\. [A-Z].+\.")


def hinted_places(table: TablePage) -> list[str]:
    """The cards in the slots as a hint says where they go: "the 20 to the Imp's Trick"."""
    labels = [str(one.get_attribute("aria-label")) for one in table.page.locator(".target").all()]
    return [
        f"the {card.split(',')[0]} to {place}"
        for place, card in (label.split(": ", 1) for label in labels)
    ]


def test_a_hint_is_said_and_marked_and_left_to_the_reader(table: TablePage) -> None:
    table.sit_down("classic/4")
    table.page.get_by_role("button", name="Hint").click()
    hint = table.page.locator(".status.hint")
    expect(hint).to_contain_text(": give", timeout=PATIENCE_MS)
    given = hint.inner_text()

    expect(table.page.locator(".holder .card.hinted")).to_have_count(3)
    expect(table.page.locator(".target.vacant")).to_have_count(3)
    assert {
        card.get_attribute("data-hint") for card in table.page.locator(".card.hinted").all()
    } == {"\u2776", "\u2777", "\u2778"}
    assert [len(SENTENCES.findall(given)), given.strip()[-1]] == [2, "."], given
    for _ in range(3):  # in whatever order the hinted cards are chosen
        table.page.locator(".holder .card.hinted").last.click()
    expect(table.page.locator(".target.vacant")).to_have_count(0)
    expect(hint).to_have_count(0)  # it gives way to what is to be done now
    assert [slot in given for slot in hinted_places(table)] == [True, True, True], given
    table.until("play")
    table.page.keyboard.press("i")
    expect(hint).to_have_text(PLAY_AND_WHY, timeout=PATIENCE_MS)
    expect(table.page.get_by_role("button", name="hinted")).to_have_count(1)
    table.by_mouse("play")
    expect(table.page.locator(".card.hinted")).to_have_count(0)


@pytest.mark.wide
def test_a_hint_comes_back_after_a_card_that_cannot_be_played(phone: TablePage) -> None:
    phone.sit_down("classic/4", first_dealer="1")
    page, illegal = phone.page, phone.page.locator(".own-hands .unplayable")
    while phone.until("play", act=phone.by_touch) and illegal.count() == 0:
        phone.by_touch("play")
    page.get_by_role("button", name="Hint").tap()
    hint = page.locator(".status.hint")
    expect(hint).to_contain_text(": play", timeout=PATIENCE_MS)
    given = hint.inner_text()
    illegal.first.tap(force=True)  # it counts as disabled
    expect(page.locator("#announcements p").last).to_contain_text("You must follow")

    expect(hint).to_have_text(given)


@pytest.mark.wide
def test_the_level_chosen_last_is_offered_first(table: TablePage) -> None:
    table.page.goto(table.address)
    opponents = table.page.get_by_label("Your opponents")
    opponents.select_option(label="Rules of thumb")
    table.page.get_by_role("button", name="Play now").click()
    table.page.locator(".board").wait_for()
    table.page.goto(table.address)

    expect(opponents).to_have_value("rules_of_thumb")

"""Every edition can be played in the browser: by mouse, by touch, by keyboard alone."""

import pytest
from playwright.sync_api import expect

from bottleimp.knowledge.titles import DRIVEN_NAME
from bottleimp.rules.editions import edition_keys
from tests.support.browser.table_page import TablePage
from tests.support.short_runs import ONE_OF_EACH_KIND, sparing

pytestmark = [pytest.mark.browser, pytest.mark.slow]

MATCH = "classic/lopaka"
OTHERS = sparing([key for key in edition_keys() if key != MATCH], ONE_OF_EACH_KIND)


@pytest.mark.wide
@pytest.mark.parametrize(
    ("edition", "rounds"),
    [(MATCH, 2), pytest.param("classic/3", 3, marks=pytest.mark.long)],
)
def test_a_whole_match_is_played_by_mouse_to_its_winner_and_another_begins(
    table: TablePage, edition: str, rounds: int
) -> None:
    table.sit_down(edition)
    table.until("end", act=table.by_mouse)
    expect(table.page.locator(".sheet tbody tr")).to_have_count(rounds)
    scores = table.page.locator(".ranking tbody tr").all_inner_texts()
    totals = {
        name.strip(): int(row[-1].replace("\u2212", "-"))
        for _place, name, *row in (line.split("\t") for line in scores)
    }
    most = max(total for name, total in totals.items() if name != DRIVEN_NAME)
    winners = [name for name in totals if name != DRIVEN_NAME and totals[name] == most]
    title = table.page.locator(".score.final h2").inner_text()
    before = table.page.url
    with table.page.expect_navigation(url="**/tables/*"):
        table.page.locator("[data-act=rematch]").click()

    assert len(totals) == 3
    assert all(name in title for name in winners)
    assert ("share" in title) == (len(winners) > 1)
    assert before != table.page.url
    assert table.wanted() == "exchange"


@pytest.mark.wide
@pytest.mark.parametrize("edition", OTHERS)
def test_a_whole_round_of_every_other_edition_is_played_by_mouse(
    table: TablePage, edition: str
) -> None:
    table.sit_down(edition)
    table.until("next", act=table.by_mouse)

    expect(table.page.locator(".sheet tbody tr")).to_have_count(1)


def test_a_whole_round_is_played_by_keyboard_alone(table: TablePage) -> None:
    table.page.goto(table.address)
    for _ in range(10):
        table.page.keyboard.press("Tab")
        if table.page.evaluate("document.activeElement.matches('.play-now')"):
            break
    table.page.keyboard.press("Enter")
    table.until("next", act=table.by_keyboard)
    table.page.keyboard.press("n")

    expect(table.page.locator(".bar .what p")).to_contain_text("Round 2")


@pytest.mark.wide
def test_the_focus_is_never_lost_while_a_round_is_played(table: TablePage) -> None:
    table.sit_down("classic/4")
    table.page.keyboard.press("h")
    places = []

    def act(wanted: str) -> None:
        places.append(table.focused())
        table.by_keyboard(wanted)

    table.until("next", act=act)

    assert "nowhere" not in places
    assert table.focused() == "next"


@pytest.mark.wide
def test_the_focus_goes_to_the_hand_that_is_asked_for(table: TablePage) -> None:
    table.sit_down("classic/bright-house")
    table.until("commit", act=table.by_keyboard)
    table.by_keyboard("commit")

    expect(table.page.locator(".target.vacant")).to_have_count(2)
    expect(table.page.locator(".card.usable:focus")).to_have_count(1)


def test_a_whole_round_is_played_by_touch_on_the_smallest_phone(phone: TablePage) -> None:
    phone.sit_down("classic/4")
    widths = []

    def act(wanted: str) -> None:
        widths.append(phone.overflow())
        phone.by_touch(wanted)

    phone.until("next", act=act)

    assert {*widths, phone.overflow()} == {0}


@pytest.mark.wide
def test_places_of_the_exchange_have_numbers_on_the_screen_and_for_the_keys(
    table: TablePage,
) -> None:
    table.sit_down("matagot/4-teams")
    table.until("exchange")
    numbers = table.page.locator(".target .slot-number").all_inner_texts()
    table.page.keyboard.press("h")
    card = table.focused()
    table.page.keyboard.press("Shift+Digit2")

    assert numbers == ["\u2776", "\u2777", "\u2778"]
    expect(table.page.locator(f"[data-slot='1'] [data-flip='{card}']")).to_have_count(1)
    expect(table.page.locator(".target.vacant")).to_have_count(2)

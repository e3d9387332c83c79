"""What the table shows and how it answers."""

import re

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.conftest import DESK, watched
from tests.support.browser.table_page import TablePage

pytestmark = [pytest.mark.browser, pytest.mark.slow]


@pytest.mark.wide
def test_the_first_own_card_is_played_within_three_kinds_of_click(table: TablePage) -> None:
    table.page.goto(table.address)
    table.page.get_by_role("button", name="Play now").click()
    table.until("play", act=table.by_mouse)
    table.by_mouse("play")

    expect(table.page.locator(".number-line .cell.played").first).to_be_visible()


def test_a_card_that_may_not_be_played_says_why_and_stays(table: TablePage) -> None:
    table.sit_down("classic/4")
    barred = table.page.locator(".card.unplayable")
    while table.until("play") and barred.count() == 0:
        table.by_mouse("play")
    held = table.page.locator("[data-card]").count()
    # After the last click the pointer may rest on this card: then it asks by moving.
    barred.first.hover()
    barred.first.hover(position={"x": 8, "y": 8})

    expect(table.page.locator(".status.reason")).to_contain_text("You must follow ")
    barred.first.click(force=True)
    assert held == table.page.locator("[data-card]").count()


def test_the_exchange_can_be_undone_until_it_is_confirmed(table: TablePage) -> None:
    table.sit_down("classic/4")
    table.until("commit")
    table.page.get_by_role("button", name="Undo").click()

    expect(table.page.locator(".target.vacant")).to_have_count(1)
    expect(table.page.locator("[data-act=commit]")).to_have_attribute("aria-disabled", "true")


def test_a_pointer_that_rests_on_a_card_asks_by_moving(table: TablePage) -> None:
    table.sit_down("classic/4")
    barred = table.page.locator(".card.unplayable")
    while table.until("play") and barred.count() == 0:
        table.by_mouse("play")
    barred.first.hover()
    barred.first.evaluate("card => { card.focus(); card.blur(); }")
    expect(table.page.locator(".status.reason")).to_have_count(0)

    barred.first.hover(position={"x": 8, "y": 8})

    expect(table.page.locator(".status.reason")).to_contain_text("You must follow ")


@pytest.mark.wide
def test_a_slot_can_be_filled_out_of_turn(table: TablePage) -> None:
    table.sit_down("classic/4")
    table.page.locator("[data-slot='2']").click()
    table.page.locator(".usable").first.click()

    expect(table.page.locator("[data-slot='2'] .card")).to_be_visible()
    expect(table.page.locator(".target.vacant")).to_have_count(2)


@pytest.mark.wide
def test_digits_lead_to_a_card(table: TablePage) -> None:
    table.sit_down("classic/4")
    card = table.page.locator("[data-card]").last.get_attribute("data-card") or ""
    table.page.keyboard.type(card)

    assert card == table.focused()


@pytest.mark.wide
def test_what_was_passed_and_received_stays_in_sight(table: TablePage) -> None:
    table.sit_down("classic/4")
    table.until("play")

    expect(table.page.locator(".passes > div")).to_have_count(5)


def test_the_score_lays_the_imps_trick_open_and_says_who_owned_the_bottle(table: TablePage) -> None:
    table.sit_down("classic/4")
    table.until("next")

    expect(table.page.locator(".laid .card")).to_have_count(4)
    expect(table.page.locator(".scores td").get_by_text("owner")).to_have_count(1)


@pytest.mark.wide
def test_events_are_told_to_screen_readers(table: TablePage) -> None:
    table.sit_down("classic/4")
    table.until("next")

    expect(table.page.locator("#announcements")).to_contain_text(re.compile("The round is over"))


@pytest.mark.parametrize("size", [(844, 390), (320, 568)], ids=["sideways", "small"])
@pytest.mark.parametrize("edition", ["classic/3", "matagot/devils-eye", "matagot/6"])
def test_bottle_trick_and_hand_fit_on_the_screen_of_a_phone(
    table: TablePage, edition: str, size: tuple[int, int]
) -> None:
    width, height = size
    table.page.set_viewport_size({"width": width, "height": height})
    table.sit_down(edition)
    table.until("play")
    top = table.page.locator(".table-surface").bounding_box()
    hand = table.page.locator(".own-hands").bounding_box()

    assert top is not None
    assert hand is not None
    assert hand["y"] + hand["height"] - top["y"] <= height


def test_who_only_hears_the_table_is_told_when_to_play(table: TablePage) -> None:
    table.sit_down("classic/4")
    table.until("play")

    expect(table.page.locator("#announcements p").last).to_contain_text("Your turn")


@pytest.mark.wide
def test_a_card_can_be_clicked_while_others_move(table: TablePage) -> None:
    table.sit_down("classic/4", pace="300")
    table.until("play")
    held = table.page.locator("[data-card]").count()
    for _ in range(3):
        table.until("play", act=table.by_mouse)
        table.by_mouse("play")

    expect(table.page.locator("[data-card]")).to_have_count(held - 3)


@pytest.mark.wide
def test_settings_are_remembered_in_this_browser(table: TablePage) -> None:
    table.sit_down("classic/4")
    table.page.get_by_role("button", name="Settings").click()
    table.page.get_by_label("Dark").check()
    table.page.get_by_label("Large print").check()
    table.page.goto(table.address)

    expect(table.page.locator("html")).to_have_attribute("data-theme", "dark")
    expect(table.page.locator("html")).to_have_attribute("data-print", "large")


def test_leaving_asks_first_and_then_closes_the_table(table: TablePage) -> None:
    table.sit_down("classic/4")
    table.page.get_by_role("button", name="Leave").click()
    table.page.get_by_role("button", name="End the match").click()

    expect(table.page.get_by_role("main").get_by_text("This table is closed.")).to_have_count(1)
    expect(table.page.get_by_role("main").get_by_role("link", name="Front page")).to_be_visible()
    expect(table.page.get_by_role("main").get_by_role("link", name="New match")).to_be_visible()
    expect(table.page.locator("[data-act=commit]")).to_have_count(0)


def test_a_stranger_sees_the_table_but_no_hand(
    table: TablePage, browser: Browser, complaints: list[str]
) -> None:
    table.sit_down("classic/4")
    width, height = DESK
    with browser.new_context(viewport={"width": width, "height": height}) as context:
        page = watched(context, complaints)
        page.goto(table.page.url)

        expect(page.get_by_text("You are watching.")).to_be_visible()
        assert page.locator("[data-card]").count() == 0


@pytest.mark.wide
def test_a_match_can_be_continued_from_the_front_page(table: TablePage) -> None:
    table.sit_down("classic/4")
    table.page.goto(table.address)
    table.page.get_by_role("link", name="Continue").first.click()

    assert table.wanted() == "exchange"

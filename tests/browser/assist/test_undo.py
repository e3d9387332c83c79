"""Choices and cards are taken back as long as nobody has seen them."""

import pytest
from playwright.sync_api import expect

from tests.browser.assist.test_premove import slow_down, until_others_play
from tests.support.browser.company import open_table, play_until, sit_down
from tests.support.browser.table_page import TablePage

pytestmark = [pytest.mark.browser, pytest.mark.slow]

AFTER_THE_LEAD = """() => document.querySelector("[data-act=undo-last]") !== null"""


def test_a_card_is_taken_back_before_a_computer_player_follows(table: TablePage) -> None:
    table.sit_down("classic/4")
    while True:  # the last card of a trick stands, so another trick is played then
        slow_down(table)
        held = table.page.locator(".own-hands .card").count()
        table.by_mouse("play")
        expect(table.page.locator(".own-hands .card")).to_have_count(held - 1)
        if table.page.evaluate(AFTER_THE_LEAD):
            break
        table.set_pace("At once")
    table.page.keyboard.press("u")

    expect(table.page.locator(".own-hands .card")).to_have_count(held)
    expect(table.page.locator("#announcements")).to_contain_text("is back in your hand.")
    assert table.wanted() == "play"


@pytest.mark.wide
def test_choices_are_taken_back_beside_another_person(ada: TablePage, bea: TablePage) -> None:
    code = open_table(ada, "classic/3", player_2="rules_of_thumb")
    bea.page.goto(f"{ada.address}/j/{code}")
    sit_down(bea, "Bea")
    play_until("commit", ada, bea, who=ada)
    ada.by_mouse("commit")
    ada.page.locator("[data-act=undo-last]").click()

    assert ada.wanted() == "commit"  # the cards lie where they lay
    expect(bea.page.locator("#announcements")).to_contain_text("Ada chooses again.")


@pytest.mark.wide
def test_what_another_person_has_seen_stands(ada: TablePage, bea: TablePage) -> None:
    code = open_table(ada, "classic/3", player_2="rules_of_thumb")
    bea.page.goto(f"{ada.address}/j/{code}")
    sit_down(bea, "Bea")
    play_until("play", ada, bea, who=ada)
    ada.by_mouse("play")
    until_others_play(ada)

    expect(ada.page.locator("[data-act=undo-last]")).to_have_count(0)

"""Who Lopaka is, how cards are tapped, and what the end of a round shows."""

import pytest
from playwright.sync_api import expect

from tests.support.browser.table_page import TablePage

pytestmark = [pytest.mark.browser, pytest.mark.slow]

LOPAKA = "Nobody controls Lopaka, the third player: he leads his highest card"
SIGNS = (
    "white: the price of a bottle at first; no card has this number",
    "owned a bottle at the end",
    "received in the exchange, and from whom",
    "dashed frame: the card that a hint names",
)


@pytest.mark.wide
def test_lopaka_is_introduced_when_the_first_round_begins(table: TablePage) -> None:
    table.sit_down("classic/lopaka")
    table.wanted()

    expect(table.page.locator(".introduction")).to_contain_text(LOPAKA)
    expect(table.page.locator("#announcements")).to_contain_text(LOPAKA)
    table.until("next")
    expect(table.page.locator(".introduction")).to_have_count(0)
    table.by_mouse("next")
    table.page.locator(".exchange").wait_for()
    expect(table.page.locator(".introduction")).to_have_count(0)


@pytest.mark.wide
def test_only_tables_with_lopaka_speak_of_him(table: TablePage) -> None:
    table.sit_down("classic/3")
    table.wanted()

    expect(table.page.locator(".introduction")).to_have_count(0)


@pytest.mark.wide
def test_one_tap_plays_a_card_where_the_second_is_switched_off(phone: TablePage) -> None:
    phone.page.goto(f"{phone.address}/settings")
    group = phone.page.get_by_role("group", name="Tap a card twice to play it")
    expect(group.get_by_label("On touch screens")).to_be_checked()
    with phone.page.expect_response("**/settings"):
        group.get_by_label("Never").check()
    phone.sit_down("classic/4")
    phone.until("play")
    card = phone.page.locator(".usable").first
    number = card.get_attribute("data-card")
    card.tap()

    expect(phone.page.locator(f"[data-card='{number}']")).to_have_count(0)


def test_the_first_tap_raises_a_card_unless_that_is_switched_off(phone: TablePage) -> None:
    phone.sit_down("classic/4")
    phone.until("play")
    phone.page.locator(".usable").first.tap()

    expect(phone.page.locator(".holder.raised")).to_have_count(1)


@pytest.mark.wide
def test_no_prose_repeats_the_scores(table: TablePage) -> None:
    table.sit_down("classic/4")
    table.until("next")

    expect(table.page.locator(".scores tbody tr")).to_have_count(4)
    expect(table.page.locator(".score")).not_to_contain_text("The tricks taken.")
    expect(table.page.locator(".score")).not_to_contain_text("The Imp's Trick held")


@pytest.mark.wide
def test_where_partners_score_together_the_table_of_scores_says_with_whom(
    table: TablePage,
) -> None:
    table.sit_down("matagot/4-teams")
    table.until("next")
    remarks = table.page.locator(".scores small").all_inner_texts()
    sums = [words for words in remarks if "=" in words or words.startswith("Imp's Trick")]

    assert len([words for words in remarks if words.startswith("with ")]) == 2
    assert remarks.count("counts double") == 2
    assert len(sums) == 4
    expect(table.page.locator(".why li")).to_have_count(4)
    table.page.get_by_text("Why these scores").click()
    expect(table.page.locator(".why li").first).to_be_visible()


@pytest.mark.wide
@pytest.mark.parametrize("size", [(375, 667), (740, 360), (1366, 633)])
def test_who_was_dealt_what_is_scrolled_into_view(table: TablePage, size: tuple[int, int]) -> None:
    width, height = size
    table.page.set_viewport_size({"width": width, "height": height})
    table.sit_down("classic/4")
    table.until("next")
    table.page.locator(".dealt summary").focus()
    table.page.keyboard.press("Enter")

    expect(table.page.locator(".dealt .dealt-hand").nth(1)).to_be_in_viewport(ratio=0.9)


@pytest.mark.wide
def test_every_sign_of_the_table_is_explained(table: TablePage) -> None:
    table.sit_down("classic/4")
    table.page.get_by_role("button", name="Signs").click()
    window = table.page.get_by_role("dialog", name="Signs")

    for words in SIGNS:
        expect(window.get_by_text(words, exact=True)).to_be_visible()

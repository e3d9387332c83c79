"""What the signs mean, and what the Imp's Trick costs, is said on the page itself."""

import pytest
from playwright.sync_api import expect

from tests.support.browser.table_page import TablePage

pytestmark = [pytest.mark.browser, pytest.mark.slow]

COST = "scores nothing for tricks and loses the points of the Imp's Trick"
EXPLAINED = (
    "dealer",
    "plays alone, and all points count double",
    "filled: in your hand",
    "struck through: played",
    "dotted edge: you put it into the Imp's Trick",
    "golden edge: the price of a bottle",
)


@pytest.mark.wide
def test_a_finger_reaches_the_meaning_of_the_signs(phone: TablePage) -> None:
    phone.sit_down("matagot/5-teams")
    phone.page.get_by_role("button", name="Menu").tap()
    phone.page.get_by_role("button", name="Signs").tap()
    window = phone.page.get_by_role("dialog", name="Signs")

    for words in EXPLAINED:
        expect(window.get_by_text(words, exact=True)).to_be_visible()


@pytest.mark.wide
def test_keys_reach_the_meaning_of_the_signs(table: TablePage) -> None:
    table.sit_down("classic/4")
    table.page.get_by_role("button", name="Signs").focus()
    table.page.keyboard.press("Enter")

    window = table.page.get_by_role("dialog", name="Signs")
    expect(window.get_by_text("filled: in your hand")).to_be_visible()
    table.page.keyboard.press("Escape")
    expect(window).to_be_hidden()


@pytest.mark.wide
def test_only_signs_of_this_table_are_explained(table: TablePage) -> None:
    table.sit_down("classic/4")
    table.page.get_by_role("button", name="Signs").click()
    window = table.page.get_by_role("dialog", name="Signs")

    expect(window.get_by_text("dealer", exact=True)).to_be_visible()
    expect(window.get_by_text("count double")).to_have_count(0)
    expect(window.get_by_text("half card")).to_have_count(0)


def test_the_signs_are_explained_beside_the_table(table: TablePage) -> None:
    table.sit_down("classic/4")

    details = table.page.get_by_role("complementary", name="Details")
    expect(details.get_by_text("struck through: played")).to_have_count(1)


@pytest.mark.wide
@pytest.mark.parametrize("edition", ["classic/4", "matagot/6", "matagot/4-teams"])
def test_it_is_said_where_cards_are_put_there_what_the_imps_trick_costs(
    table: TablePage, edition: str
) -> None:
    table.sit_down(edition)
    table.until("exchange")

    expect(table.page.locator(".prompt")).to_contain_text(COST)
    slot = table.page.locator(".to-imp .target").first
    assert slot.get_attribute("aria-describedby") == "imp-cost"


@pytest.mark.wide
@pytest.mark.parametrize(
    ("edition", "are_named"), [("matagot/4-teams", True), ("matagot/4-teams,bga-teams", False)]
)
def test_the_cost_names_partners_only_where_they_share_it(
    table: TablePage, edition: str, are_named: bool
) -> None:
    table.sit_down(edition)
    table.until("exchange")
    said = table.page.locator("#imp-cost").inner_text()

    assert ("every partner" in said) is are_named

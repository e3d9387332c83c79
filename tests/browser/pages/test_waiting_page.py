"""The page of a table that waits for its people: whom to invite, and when the match begins."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.table.test_panels import handheld  # noqa: F401 - a fixture
from tests.support.browser.company import open_table, sit_down
from tests.support.browser.table_page import TablePage

pytestmark = [pytest.mark.browser, pytest.mark.slow]


def test_the_host_sees_the_invitation_without_scrolling(
    handheld: TablePage,  # noqa: F811
) -> None:
    open_table(handheld, "matagot/6", pace="0", length="cycles=1")
    invitation = handheld.page.get_by_role("region", name="Invite friends")

    expect(invitation.locator(".spoken-code")).to_be_in_viewport(ratio=1)
    expect(handheld.page.get_by_label("Link to this table")).to_be_in_viewport(ratio=1)
    expect(invitation.get_by_role("button", name="Copy the link")).to_be_in_viewport(ratio=1)


@pytest.mark.wide
def test_a_host_with_a_phone_sees_who_has_sat_down_and_how_to_begin(
    handheld: TablePage,  # noqa: F811
    bea: TablePage,
) -> None:
    code = open_table(handheld, "classic/4")
    foot = handheld.page.locator(".waiting-room-foot")
    bea.page.goto(f"{bea.address}/j/{code}")
    sit_down(bea, "Bea")

    expect(foot.locator(".news")).to_have_text(re.compile("Bea has sat down .2 of 4 places"))
    expect(foot.locator(".news")).to_be_in_viewport(ratio=1)
    expect(foot.get_by_role("button", name="Begin the match")).to_be_in_viewport(ratio=1)
    foot.get_by_role("button", name="Close").tap()
    expect(foot.locator(".news")).to_have_count(0)


@pytest.mark.wide
def test_a_match_says_who_has_left_and_who_plays_on(ada: TablePage, bea: TablePage) -> None:
    code = open_table(ada, "classic/3", player_2="rules_of_thumb", start="host")
    bea.page.goto(f"{bea.address}/j/{code}")
    sit_down(bea, "Bea")
    ada.page.get_by_role("button", name="Begin the match").click()
    bea.page.locator(".board .players .player").first.wait_for()
    bea.page.get_by_role("button", name="Leave", exact=True).click()
    bea.page.get_by_role("button", name="Give up my place").click()

    expect(ada.page.locator(".presence-bar .news")).to_have_text(
        re.compile(r"Bea has left\. \w+ \(computer\) plays on\.")
    )


@pytest.mark.wide
def test_everybody_is_told_that_the_match_begins_by_itself(ada: TablePage, bea: TablePage) -> None:
    code = open_table(ada, "classic/4", player_3="rules_of_thumb", level="regular")
    lead = ada.page.locator(".waiting-room .lead")
    expect(lead).to_have_text(
        "Invite others: the match begins by itself when the last place is taken. If you begin it"
        " earlier, computer players (Regular) take the free places."
    )
    bea.page.goto(f"{bea.address}/j/{code}")
    expect(bea.page.locator(".waiting-room .lead")).to_contain_text(
        "The match begins by itself when the last place is taken."
    )
    sit_down(bea, "Bea")
    expect(bea.page.locator(".waiting-room .lead")).to_have_text(
        "The match begins by itself when the last place is taken, or earlier if Ada begins it."
    )


@pytest.mark.wide
def test_who_takes_the_last_place_knows_that_the_match_begins(
    ada: TablePage, bea: TablePage
) -> None:
    code = open_table(ada, "classic/3", player_2="rules_of_thumb")
    bea.page.goto(f"{bea.address}/j/{code}")

    expect(bea.page.locator(".waiting-room .lead")).to_contain_text(
        "The match begins as soon as you sit down."
    )


@pytest.mark.wide
def test_no_match_is_said_to_begin_by_itself_where_the_host_begins_it(
    ada: TablePage, bea: TablePage
) -> None:
    code = open_table(ada, "classic/3", player_2="rules_of_thumb", start="host")
    expect(ada.page.locator(".waiting-room .lead")).to_contain_text(
        "The match waits until you begin it"
    )
    bea.page.goto(f"{bea.address}/j/{code}")
    expect(bea.page.locator(".waiting-room .lead")).to_have_text(
        "Say what you are called and choose a place."
    )


# Types into the field with the name until it goes, and then another letter at once.
TYPE_ON = """() => {
  const field = document.activeElement;
  const press = (target, key) =>
    target.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
  const timer = setInterval(() => {
    if (field.isConnected) return press(field, "a");
    clearInterval(timer);
    press(document.body, "v");
    window.isTyped = true;
  }, 10);
}"""


@pytest.mark.wide
def test_a_name_typed_on_when_the_match_begins_is_no_command(
    ada: TablePage, bea: TablePage
) -> None:
    code = open_table(ada, "classic/3", player_2="rules_of_thumb", start="host")
    bea.page.goto(f"{bea.address}/j/{code}")
    sit_down(bea, "Bea")
    bea.page.get_by_label("Your name").focus()
    bea.page.evaluate(TYPE_ON)
    ada.page.get_by_role("button", name="Begin the match").click()
    bea.page.wait_for_function("() => window.isTyped")

    expect(bea.page.locator(".sound-button")).to_have_attribute("aria-pressed", "true")


@pytest.mark.wide
def test_no_line_breaks_in_the_option_that_opens_the_table_to_phones(
    handheld: TablePage,  # noqa: F811
) -> None:
    open_table(handheld, "classic/3")
    option = handheld.page.locator(".share .note code")
    text = option.evaluate("one => one.textContent")
    for width in range(320, 400, 4):
        handheld.page.set_viewport_size({"width": width, "height": 800})
        assert option.evaluate("one => one.getClientRects().length") == 1, width

    assert text == "--lan"

"""Several people play at one table, from the invitation to the last score."""

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.conftest import visitor
from tests.support.browser.company import open_table, play_until, sit_down
from tests.support.browser.table_page import TablePage

pytestmark = [pytest.mark.browser, pytest.mark.slow]

# Ada is the host, Bea a friend, and the third place is a computer player's.
WITH_COMPUTER = {"player_2": "rules_of_thumb"}


def test_friends_meet_by_code_and_play_a_round(ada: TablePage, bea: TablePage) -> None:
    code = open_table(ada, "classic/3", **WITH_COMPUTER)
    bea.page.goto(bea.address)
    bea.page.get_by_label("Join with a code").fill(f" {code[:2].lower()} {code[2:]}")
    bea.page.get_by_role("button", name="Join", exact=True).click()
    sit_down(bea, "Bea")
    play_until("next", ada, bea)

    expect(ada.page.locator(".sheet tbody tr")).to_have_count(1)
    assert {"Ada", "Bea"} < set(ada.page.locator(".players .name").all_inner_texts())
    ada.by_mouse("next")
    expect(ada.page.get_by_text("Waiting for Bea")).to_be_visible()
    expect(ada.page.locator(".wanted")).to_contain_text("The next round begins in ")
    bea.by_mouse("next")
    expect(ada.page.locator(".bar .what p")).to_contain_text("Round 2")


def test_a_link_leads_to_the_table_and_the_host_begins(ada: TablePage, bea: TablePage) -> None:
    open_table(ada, "classic/3", start="host")
    bea.page.goto(ada.page.get_by_label("Link to this table").input_value())
    sit_down(bea, "Bea")
    expect(bea.page.get_by_text("Ada begins the match.")).to_be_visible()
    ada.page.get_by_role("button", name="Begin the match").click()

    expect(bea.page.locator(".board .own-hand")).to_be_visible()
    expect(ada.page.locator(".player")).to_have_count(3)


def test_partners_are_seen_before_the_match_and_friends_change_places(
    ada: TablePage, bea: TablePage
) -> None:
    code = open_table(ada, "matagot/4-teams", start="host")
    bea.page.goto(f"{bea.address}/j/{code}")
    sit_down(bea, "Bea")
    places = bea.page.get_by_role("list", name="Places at the table").get_by_role("listitem")
    expect(places.nth(0)).to_contain_text("partner: Place 3")
    bea.page.get_by_role("button", name="Move here: Place 3").click()
    expect(places.nth(0)).to_contain_text("partner: Bea")
    expect(bea.page.get_by_text("You sit at place 3 now.").first).to_be_visible()
    expect(ada.page.get_by_text("Bea sits at place 3 now.").first).to_be_visible()

    ada.page.get_by_text("More about Bea").click()
    ada.page.get_by_role("button", name="Bea changes places with Ada").click()
    expect(places.nth(0)).to_contain_text("Bea")
    expect(places.nth(0)).to_contain_text("you")
    ada.page.get_by_role("button", name="Begin the match").click()
    expect(ada.page.locator(".you .name").first).to_have_text("Ada")


def test_keys_pass_through_levels_and_the_focus_stays_at_the_places(ada: TablePage) -> None:
    open_table(ada, "matagot/4-teams", player_3="rules_of_thumb")
    keys, level = ada.page.keyboard, ada.page.get_by_label("Who sits at place 2")
    places = ada.page.get_by_role("list", name="Places at the table").get_by_role("listitem")
    level.focus()
    keys.press("ArrowDown")
    keys.press("ArrowDown")
    chosen = level.evaluate("select => select.selectedOptions[0].textContent.trim()")
    expect(places.nth(1)).to_contain_text("nobody sits here yet")
    keys.press("Enter")
    expect(places.nth(1)).to_contain_text(f"computer player: {chosen}")

    level.focus()
    keys.press("ArrowUp")
    chosen = level.evaluate("select => select.selectedOptions[0].textContent.trim()")
    keys.press("Tab")
    expect(places.nth(1)).to_contain_text(f"computer player: {chosen}")

    ada.page.get_by_role("button", name="Move here: Place 3").focus()
    keys.press("Enter")
    expect(places.nth(2)).to_be_focused()
    expect(places.nth(2)).to_contain_text("Ada")


def test_a_level_that_keys_have_come_to_stays_while_somebody_sits_down(
    ada: TablePage, bea: TablePage
) -> None:
    code = open_table(ada, "matagot/4-teams", start="host")
    level = ada.page.get_by_label("Who sits at place 2")
    places = ada.page.get_by_role("list", name="Places at the table").get_by_role("listitem")
    level.focus()
    ada.page.keyboard.press("ArrowDown")
    ada.page.keyboard.press("ArrowDown")
    chosen = level.input_value()
    bea.page.goto(f"{bea.address}/j/{code}")
    sit_down(bea, "Bea", "Sit here: Place 3")
    expect(places.nth(2)).to_contain_text("Bea")

    assert level.input_value() == chosen != "open"
    ada.page.keyboard.press("Enter")
    expect(places.nth(1)).to_contain_text("computer player:")


@pytest.mark.wide
def test_a_closed_browser_in_mid_trick_loses_nothing(
    browser: Browser, address: str, complaints: list[str], ada: TablePage
) -> None:
    code = open_table(ada, "classic/3", first_dealer="2", **WITH_COMPUTER)
    with visitor(browser, address, complaints) as bea:
        bea.page.goto(f"{address}/j/{code}")
        sit_down(bea, "Bea")
        expect(bea.page.locator(".own-hand")).to_be_visible()
        table = bea.page.url
        bea.page.get_by_role("button", name="People").click()
        bea.page.get_by_role("link", name="Continue on another device").click()
        bea.page.get_by_role("button", name="Make the link").click()
        link = bea.page.get_by_label("Link to your place").input_value()
        bea.page.goto(table)
        play_until("play", ada, bea, who=bea)
        assert bea.page.locator(".trick:not(.taken) .place .card").count() == 1
        before = hand(bea)
    with visitor(browser, address, complaints) as elsewhere:
        elsewhere.page.goto(link)
        with elsewhere.page.expect_request(link) as posted:
            elsewhere.page.get_by_role("button", name="Take over here").click()
        sent = posted.value.all_headers()
        elsewhere.page.locator(".board").wait_for()

        # The form is known for the server's own, and nobody reads the key in it.
        assert ("POST", address) == (posted.value.method, sent["origin"])
        assert sent["referer"] == f"{address}/"

        assert before == hand(elsewhere)
        elsewhere.by_mouse("play")
        play_until("next", ada, elsewhere)


@pytest.mark.wide
def test_a_computer_plays_for_who_is_away_until_they_are_back(
    browser: Browser, address: str, complaints: list[str], ada: TablePage
) -> None:
    code = open_table(ada, "classic/3", **WITH_COMPUTER)
    with visitor(browser, address, complaints) as bea:
        bea.page.goto(f"{address}/j/{code}")
        sit_down(bea, "Bea")
        table = bea.page.url
        bea.page.locator(".own-hand").wait_for()
        bea.page.goto("about:blank")
        ada.page.get_by_role("button", name="Let a computer play for Bea").click()
        expect(ada.page.locator(".presence-bar")).to_have_text("A computer player plays for Bea.")
        bea.page.goto(table)
        bea.page.get_by_role("button", name="I am back: take over").click()

        expect(ada.page.locator(".presence-bar")).to_have_count(0)
        play_until("next", ada, bea)


@pytest.mark.wide
def test_who_watches_sits_down_by_itself_after_the_round(ada: TablePage, bea: TablePage) -> None:
    code = open_table(ada, "classic/3", **WITH_COMPUTER)
    ada.page.get_by_role("button", name="Begin the match").click()
    ada.page.locator(".own-hand").wait_for()
    bea.page.goto(f"{bea.address}/j/{code}")
    bea.page.get_by_label("Your name").fill("Bea")
    bea.page.get_by_role("button", name="Sit down after this round").click()
    expect(bea.page.get_by_role("button", name="Rather watch")).to_be_visible()
    play_until("next", ada)

    expect(bea.page.locator(".you .name").first).to_have_text("Bea")


@pytest.mark.wide
def test_the_host_changes_how_people_talk_and_who_gets_hints(
    ada: TablePage, bea: TablePage
) -> None:
    code = open_table(ada, "classic/3", **WITH_COMPUTER)
    bea.page.goto(f"{bea.address}/j/{code}")
    options = bea.page.locator(".table-options")
    expect(options).to_contain_text("Hints if only one person plays")
    ada.page.get_by_label("Hints").select_option(label="Hints for everybody")
    expect(options).to_contain_text("Hints for everybody")
    assert bea.page.get_by_label("Hints").count() == 0
    sit_down(bea, "Bea")
    play_until("play", bea, ada, who=bea)
    ada.page.get_by_role("button", name="People").click()
    expect(
        ada.page.get_by_text("Hints for everybody. This can be changed between two rounds.")
    ).to_be_visible()
    ada.page.locator("dialog").get_by_label("Talk").select_option(label="Free talk")
    bea.page.get_by_role("button", name="Talk").click()

    expect(bea.page.get_by_label("In your own words")).to_be_visible()


@pytest.mark.wide
def test_a_friend_joins_with_keys_alone(ada: TablePage, bea: TablePage) -> None:
    code = open_table(ada, "classic/3", **WITH_COMPUTER)
    keys = bea.page.keyboard
    bea.page.goto(f"{bea.address}/join")
    tab_to(bea, "#code")
    keys.type(code.lower())
    keys.press("Enter")
    bea.page.locator(".waiting-room").wait_for()
    tab_to(bea, "#own-name")
    keys.type("Bea")
    tab_to(bea, "[data-act=sit]")
    keys.press("Enter")
    play_until("exchange", bea)
    bea.by_keyboard("exchange")

    assert bea.focused() != "nowhere"
    expect(bea.page.locator(".target:not(.vacant)")).to_have_count(1)


@pytest.mark.wide
def test_who_gives_up_the_place_comes_to_the_front_page_and_the_match_goes_on(
    ada: TablePage, bea: TablePage
) -> None:
    code = open_table(ada, "classic/3", **WITH_COMPUTER)
    bea.page.goto(f"{bea.address}/j/{code}")
    sit_down(bea, "Bea")
    ada.page.locator(".own-hand").wait_for()
    ada.page.get_by_role("button", name="Leave").click()
    expect(ada.page.locator("dialog")).to_contain_text("takes it for the rest of the match")
    ada.page.get_by_role("button", name="Give up my place").click()

    expect(ada.page).to_have_url(f"{ada.address}/")
    play_until("next", bea)


@pytest.mark.wide
def test_who_leaves_a_table_that_waits_comes_to_the_front_page(
    ada: TablePage, bea: TablePage
) -> None:
    code = open_table(ada, "classic/4")
    bea.page.goto(f"{bea.address}/j/{code}")
    sit_down(bea, "Bea")
    bea.page.get_by_role("button", name="Leave").click()
    bea.page.get_by_role("button", name="Leave the table").click()

    expect(bea.page).to_have_url(f"{bea.address}/")
    expect(ada.page.locator(".seat.kind-open")).to_have_count(3)


@pytest.mark.wide
def test_who_loses_the_place_to_another_device_is_told_calmly(
    browser: Browser, address: str, complaints: list[str], ada: TablePage
) -> None:
    ada.sit_down("classic/3")
    table = ada.page.url
    ada.page.get_by_role("button", name="People").click()
    ada.page.get_by_role("link", name="Continue on another device").click()
    ada.page.get_by_role("button", name="Make the link").click()
    link = ada.page.get_by_label("Link to your place").input_value()
    ada.page.goto(table)
    ada.page.locator(".own-hand").wait_for()
    with visitor(browser, address, complaints) as elsewhere:
        elsewhere.page.goto(link)
        elsewhere.page.get_by_role("button", name="Take over here").click()
        elsewhere.page.locator(".own-hand").wait_for()

    expect(ada.page.locator(".presence-bar")).to_contain_text("You play on another device now.")
    expect(ada.page.locator(".status.refused")).to_have_count(0)


def hand(someone: TablePage) -> list[str]:
    """The cards that the visitor holds."""
    cards = someone.page.locator(".own-hand [data-card]").all()
    return [card.get_attribute("data-card") or "" for card in cards]


def tab_to(someone: TablePage, selector: str) -> None:
    """Presses Tab until this has the focus."""
    for _ in range(20):
        someone.page.keyboard.press("Tab")
        if someone.page.evaluate("wanted => document.activeElement.matches(wanted)", selector):
            return
    raise AssertionError(f"{selector} is never reached")


def test_who_is_sent_away_is_told_so_and_offered_no_place(ada: TablePage, bea: TablePage) -> None:
    code = open_table(ada, "classic/3", start="host")
    bea.page.goto(f"{bea.address}/j/{code}")
    sit_down(bea, "Bea")
    ada.page.locator(".host-actions summary").click()
    ada.page.get_by_role("button", name="Remove Bea").click()
    told = bea.page.get_by_text("The host has removed you from this table.")
    expect(told.first).to_be_visible()
    expect(bea.page.get_by_role("button", name="Sit here")).to_have_count(0)
    bea.page.reload()

    expect(told.first).to_be_visible()
    expect(bea.page.get_by_role("button", name="Sit here")).to_have_count(0)

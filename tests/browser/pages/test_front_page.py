"""The front page: own matches to go on with, to discard and to look back at; a quick match."""

import re

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.conftest import watched
from tests.support.browser.table_page import TablePage

pytestmark = [pytest.mark.browser, pytest.mark.slow]


@pytest.mark.wide
def test_the_ways_to_learn_are_in_sight_on_a_phone(table: TablePage) -> None:
    table.page.set_viewport_size({"width": 375, "height": 667})
    table.page.goto(table.address)

    hero = table.page.locator(".hero")
    first_round = hero.get_by_role("button", name="Play a first round with the guide")
    expect(first_round).to_be_in_viewport(ratio=1)
    expect(hero.get_by_role("link", name="Learn to play")).to_be_in_viewport(ratio=1)


def test_the_price_of_the_bottle_lies_on_no_word_of_the_smallest_phone(
    browser: Browser, address: str, complaints: list[str]
) -> None:
    with browser.new_context(viewport={"width": 320, "height": 568}, locale="de-DE") as context:
        page = watched(context, complaints)
        page.goto(address)
        tag = page.locator(".hero .tag").bounding_box()
        lead = page.locator(".hero .lead").bounding_box()
        assert tag is not None
        assert lead is not None

        assert tag["y"] + tag["height"] <= lead["y"]
    assert complaints == []


@pytest.mark.wide
def test_a_match_is_discarded_from_the_front_page(table: TablePage) -> None:
    for _ in range(5):
        table.sit_down("classic/3")
    table.page.goto(table.address)
    matches = table.page.locator(".match")
    expect(table.page.locator(".match:visible")).to_have_count(3)
    table.page.get_by_text("2 older matches").click()
    expect(table.page.locator(".match:visible")).to_have_count(5)
    matches.first.locator("summary").click()
    table.page.get_by_role("button", name="Discard this match").first.click()

    expect(matches).to_have_count(4)


@pytest.mark.wide
def test_a_finished_match_stays_on_the_front_page(table: TablePage) -> None:
    table.sit_down("classic/lopaka", length="cycles=1")
    while table.until("next", "end") == "next":
        table.by_mouse("next")
    sheet = table.page.locator(".sheet tfoot, .sheet").first.inner_text()
    url = table.page.url
    table.page.goto(table.address)
    shown = table.page.get_by_role("region", name="Finished matches").locator(".match")
    expect(shown).to_have_count(1)
    expect(shown).to_contain_text(re.compile("won|shared the win"))
    points = shown.locator("span").nth(1).inner_text().split()[1].strip(",")
    assert points in sheet
    shown.get_by_role("link").click()

    expect(table.page.locator(".score.final")).to_be_visible()
    expect(table.page.get_by_role("link", name="Save the record (text file)")).to_be_visible()
    expect(table.page.get_by_role("link", name="Were the deals fair?")).to_be_visible()
    expect(table.page.locator('a[title="Rules (in a new tab)"]')).to_have_attribute(
        "target", "_blank"
    )
    assert url == table.page.url


@pytest.mark.wide
def test_a_quick_match_counts_down_to_see_and_to_hear(ada: TablePage) -> None:
    ada.page.goto(ada.address)
    ada.page.get_by_role("button", name="Quick match").click()
    countdown = ada.page.locator(".countdown")
    expect(countdown).to_contain_text("Computer players take the free places in")
    expect(ada.page.locator("#announcements")).to_contain_text(
        "Computer players take the free places in"
    )
    first = countdown.inner_text()
    expect(countdown).not_to_have_text(first)

    expect(ada.page.locator(".own-hand")).to_be_visible(timeout=20_000)


def test_a_setting_on_its_page_is_saved_at_once(table: TablePage) -> None:
    table.page.goto(f"{table.address}/settings")
    table.page.get_by_text("Dark", exact=True).click()
    expect(table.page.get_by_role("status")).to_have_text("Saved.")
    expect(table.page.locator("html")).to_have_attribute("data-theme", "dark")
    expect(table.page.get_by_role("button", name="Save")).to_have_count(0)
    table.page.reload()

    expect(table.page.locator("html")).to_have_attribute("data-theme", "dark")
    expect(table.page.get_by_role("radio", name="Dark")).to_be_checked()


@pytest.mark.wide
def test_the_question_before_discarding_is_in_sight_and_covers_nothing(phone: TablePage) -> None:
    for _ in range(3):
        phone.sit_down("classic/3")
    phone.page.goto(phone.address)
    last = phone.page.locator(".match").last
    summary, question = last.locator("summary"), last.locator("form")
    summary.evaluate("(at) => at.scrollIntoView({ block: 'end' })")
    summary.tap()

    expect(question).to_be_in_viewport(ratio=1)
    card, box = last.locator("a").bounding_box(), question.bounding_box()
    assert card is not None
    assert box is not None
    assert card["y"] + card["height"] <= box["y"]


@pytest.mark.wide
def test_a_second_click_on_discard_ends_nothing_and_continues_nothing(table: TablePage) -> None:
    table.sit_down("classic/3")
    table.page.goto(table.address)
    summary = table.page.locator(".match summary").first
    summary.scroll_into_view_if_needed()
    before = summary.bounding_box()
    summary.click()
    assert before == summary.bounding_box()
    table.page.get_by_role("button", name="Keep it").click()

    expect(table.page.get_by_role("button", name="Keep it")).to_be_hidden()
    expect(table.page.locator(".match")).to_have_count(1)
    table.page.get_by_role("link", name="Continue: Classic, 3 players").first.click()
    expect(table.page.locator(".own-hand")).to_be_visible()

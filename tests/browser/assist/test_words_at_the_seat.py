"""What is said shows at the speaker's seat; it can be reported, and its author blocked for good."""

import pytest
from playwright.sync_api import expect

from tests.support.browser.company import open_table, sit_down
from tests.support.browser.table_page import TablePage

pytestmark = [pytest.mark.browser, pytest.mark.slow]


def meet(ada: TablePage, bea: TablePage) -> None:
    """Both sit at a table that has begun."""
    code = open_table(ada, "classic/3", player_2="rules_of_thumb", talk="free")
    bea.page.goto(f"{ada.address}/j/{code}")
    sit_down(bea, "Bea")
    ada.page.locator("[data-anchor]").first.wait_for()


def say(someone: TablePage, words: str) -> None:
    """Says something in free words."""
    someone.page.get_by_role("button", name="Talk").click()
    someone.page.get_by_label("In your own words").fill(words)
    someone.page.keyboard.press("Enter")


@pytest.mark.wide
def test_a_bubble_shows_at_the_seat_of_the_speaker_for_a_moment(
    ada: TablePage, bea: TablePage
) -> None:
    meet(ada, bea)
    say(bea, "What a hand")
    bubble = ada.page.locator(".speech-bubble")
    expect(bubble).to_have_text("What a hand")
    place, seat = bubble.bounding_box(), ada.page.locator("[data-anchor='1']").bounding_box()
    assert place is not None
    assert seat is not None

    assert abs(place["x"] - seat["x"]) < seat["width"] + place["width"]
    expect(ada.page.locator("#announcements")).to_contain_text("Bea: What a hand")
    expect(ada.page.locator("#announcements p", has_text="What a hand")).to_have_count(1)
    expect(bubble).to_have_count(0)


@pytest.mark.wide
def test_a_line_is_reported_and_its_author_blocked_at_every_table(
    ada: TablePage, bea: TablePage
) -> None:
    meet(ada, bea)
    say(bea, "You cheat")
    ada.page.get_by_role("button", name="Talk").click()
    ada.page.locator(".line-actions summary").click()
    ada.page.locator("[data-act=report]").click()
    expect(ada.page.locator("[data-act=report]")).to_have_text("Reported")
    expect(ada.page.locator("#announcements")).to_contain_text("Reported.")
    ada.page.locator("[data-act=block]").click()
    expect(ada.page.locator("#chat .lines")).to_have_count(0)
    ada.page.reload()
    ada.page.get_by_role("button", name="Talk").click()

    expect(ada.page.locator("#chat")).to_contain_text("Nothing has been said yet.")
    expect(ada.page.locator("#chat")).not_to_contain_text("You cheat")

"""People talk beside the table, see how much time is left, and let forced cards play themselves."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from bottleimp.knowledge.phrases import PHRASES
from tests.browser.accessibility.test_accessibility import barriers
from tests.browser.conftest import PHONE, visitor
from tests.support.browser.company import open_table, play_until, sit_down
from tests.support.browser.table_page import WANTED, TablePage
from tests.support.patience import PATIENCE_MS

pytestmark = [pytest.mark.browser, pytest.mark.slow]

# A mouse is too slow for a choice whose time may run out under it.
PLAY_AT_ONCE = """() => {
  const card = document.querySelector(".to-play .usable");
  card?.click();
  return card !== null;
}"""
PLAY_ONE_OF_MANY = """() => {
  if (document.querySelectorAll(".own-hand [data-card]").length > 1) {
    document.querySelector(".to-play .usable")?.click();
  }
}"""
EMOJI = tuple(phrase.emoji for phrase in PHRASES.values() if phrase.emoji)
WITH_COMPUTER = {"player_2": "rules_of_thumb", "talk": "free", "clock": "move=60"}


@pytest.fixture
def bea(browser: Browser, address: str, complaints: list[str]) -> Iterator[TablePage]:
    """A friend with a small phone."""
    with visitor(browser, address, complaints, PHONE) as someone:
        yield someone


def meet(ada: TablePage, bea: TablePage, **fields: str) -> None:
    """Both sit at a table."""
    code = open_table(ada, "classic/3", **WITH_COMPUTER, **fields)
    bea.page.goto(f"{ada.address}/j/{code}")
    sit_down(bea, "Bea")


@pytest.mark.wide
def test_faces_need_no_font_with_emoji(ada: TablePage, bea: TablePage) -> None:
    meet(ada, bea)
    ada.page.get_by_role("button", name="Talk").click()
    buttons = ada.page.locator(".emotes button")
    expect(buttons.locator("svg.face")).to_have_count(buttons.count())
    ada.page.get_by_role("button", name="laughs").click()

    expect(bea.page.locator(".speech-bubble svg.face")).to_be_visible()
    bea.page.get_by_role("button", name="Talk 1 new line").click()
    expect(bea.page.locator("#chat .lines svg.face")).to_be_visible()
    expect(bea.page.locator("#chat .lines")).to_contain_text("laughs")
    assert [sign for sign in EMOJI if sign in bea.page.locator("#chat").inner_text()] == []


@pytest.mark.wide
def test_the_newest_message_is_in_sight(ada: TablePage, bea: TablePage) -> None:
    meet(ada, bea)
    ada.page.get_by_role("button", name="Talk").click()
    for number in range(4):
        words = f"This is message {number}, " + "as long as a message on a small phone " * 4
        ada.page.get_by_label("In your own words").fill(words)
        ada.page.keyboard.press("Enter")
        expect(ada.page.get_by_label("In your own words")).to_have_value("")
    bea.page.get_by_role("button", name="Talk").click()

    newest = bea.page.locator("#chat .lines li").last
    expect(newest).to_contain_text("This is message 3")
    expect(newest).to_be_in_viewport(ratio=0.9)


def test_people_talk_in_phrases_and_words_and_hear_whom_they_like(
    ada: TablePage, bea: TablePage
) -> None:
    meet(ada, bea)
    ada.page.get_by_role("button", name="Talk").click()
    ada.page.get_by_role("button", name="Good luck").click()
    expect(bea.page.locator("#announcements")).to_contain_text("Ada: Good luck")
    talk = bea.page.get_by_role("button", name="Talk 1 new line")
    expect(talk).to_be_visible()
    assert bea.page.locator("#chat").count() == 0  # nothing opens by itself
    talk.click()
    expect(bea.page.locator("#chat .lines")).to_contain_text("Ada: Good luck")

    bea.page.get_by_label("In your own words").fill("You too")
    bea.page.keyboard.press("Enter")
    expect(ada.page.locator("#chat .lines")).to_contain_text("Bea: You too")
    expect(bea.page.get_by_label("In your own words")).to_have_value("")

    bea.page.get_by_text("Whom you hear").click()
    bea.page.get_by_label("Not Ada, at this table").check()
    expect(bea.page.locator("#chat .lines")).not_to_contain_text("Good luck")
    box = bea.page.locator("#chat").bounding_box()
    assert box is not None
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= PHONE[0]
    assert barriers(bea.page) == []
    bea.page.get_by_role("button", name="Close").click()
    expect(bea.page.locator("#chat")).to_have_count(0)
    expect(bea.page.get_by_role("button", name="Talk")).to_be_focused()


@pytest.mark.wide
def test_everybody_sees_a_clock_run_down(ada: TablePage, bea: TablePage) -> None:
    meet(ada, bea)
    clock = ada.page.locator(".player.you .clock")
    expect(clock).to_contain_text("0:5")
    expect(bea.page.locator(".clock").first).to_be_visible()
    assert barriers(ada.page) == []
    play_until("next", ada, bea)
    expect(ada.page.locator(".clock")).to_have_count(0)  # nobody owes anything


@pytest.mark.wide
def test_who_lets_the_time_run_out_is_helped_once(ada: TablePage, bea: TablePage) -> None:
    code = open_table(ada, "classic/3", player_2="rules_of_thumb", clock="move=5")
    bea.page.goto(f"{ada.address}/j/{code}")
    sit_down(bea, "Bea")
    expect(ada.page.locator(".clock.short").first).to_contain_text("hurry")
    expect(ada.page.locator("#announcements")).to_contain_text(
        "Your time is up", timeout=PATIENCE_MS
    )

    # The next choice is Ada's own again: she plays as soon as she may.
    ada.page.wait_for_function(PLAY_AT_ONCE)
    expect(ada.page.locator("#announcements")).to_contain_text("You play")


@pytest.mark.wide
def test_a_forced_card_plays_itself_where_that_is_wished(ada: TablePage) -> None:
    ada.page.add_init_script("localStorage.setItem('bottle_forced', '1')")
    ada.sit_down("classic/3")
    hand = ada.page.locator(".own-hand [data-card]")
    while hand.count() != 1 and (now := ada.page.evaluate(WANTED)) != "next":
        if now == "play":
            ada.page.evaluate(PLAY_ONE_OF_MANY)
        elif now is not None:
            ada.by_mouse(str(now))
        ada.page.wait_for_timeout(20)
    # The last card is the only one: it is played without anybody's doing, maybe already.
    expect(ada.page.locator(".sheet tbody tr")).to_have_count(1)


@pytest.mark.wide
def test_a_rematch_with_clocks_waits_for_those_who_read_the_score(
    ada: TablePage, bea: TablePage
) -> None:
    code = open_table(ada, "classic/lopaka", length="rounds=1", clock="move=60")
    bea.page.goto(f"{ada.address}/j/{code}")
    sit_down(bea, "Bea")
    play_until("end", ada, bea)
    ada.page.get_by_role("button", name="Play again").click()

    expect(ada.page.locator(".lead")).to_contain_text("not everybody is here yet")
    bea.page.get_by_role("link", name="Go to the next match").click()
    expect(ada.page.locator(".lead")).to_contain_text("Everybody is here. Begin when you like.")
    ada.page.get_by_role("button", name="Begin the match").click()
    expect(bea.page.locator(".own-hand").first).to_be_visible()


@pytest.mark.wide
def test_with_days_the_score_says_when_the_next_round_begins(table: TablePage) -> None:
    table.sit_down("classic/3", clock="days=2")
    table.until("next")

    expect(table.page.locator(".score .wanted")).to_contain_text("the next round begins on")
    table.page.locator("[data-act=next]").click()
    expect(table.page.locator(".score .wanted")).to_have_count(0)

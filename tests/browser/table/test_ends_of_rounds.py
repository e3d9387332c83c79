"""The last trick of a round is seen as long as any other; then comes the score."""

import pytest
from playwright.sync_api import expect

from tests.browser.table.test_panels import handheld  # noqa: F401 - a fixture
from tests.support.browser.table_page import WANTED, TablePage
from tests.support.patience import PATIENCE_MS

pytestmark = [pytest.mark.browser, pytest.mark.slow]

PACE = 300
# Notes when the last card lies on the table, and when the score takes the place of the trick.
TIMES = """() => {
  window.times = {};
  const look = () => {
    const all = document.querySelectorAll(".place");
    const empty = document.querySelectorAll(".place.empty");
    const cards = document.querySelectorAll("[data-card]").length;
    const full = all.length > 0 && empty.length === 0 && cards === 0;
    if (full) window.times.full ??= performance.now();
    if (document.querySelector(".score")) window.times.score ??= performance.now();
  };
  new MutationObserver(look).observe(document.querySelector("#table"), {
    attributes: true, childList: true, subtree: true,
  });
}"""
# Gives the players of the score long names.
NAME_AT_LENGTH = """() => {
  for (const one of document.querySelectorAll(".scores tbody th")) {
    one.textContent = "Maximilianewilhelmina";
  }
}"""
# By how many pixels the score is wider than the felt.
BEYOND_THE_FELT = """() => {
  const score = document.querySelector(".score");
  return score.scrollWidth - score.clientWidth;
}"""
# By how many pixels the Imp's Trick lies below what is seen of the score.
IMPS_TRICK_BELOW_THE_SCORE = """() => {
  const bottom = (one) => document.querySelector(one).getBoundingClientRect().bottom;
  return bottom(".score .imps") - bottom(".score");
}"""
HEADINGS = """() => [...document.querySelectorAll("main h2, main h3")]
  .filter((one) => getComputedStyle(one).visibility !== "hidden")
  .map((one) => one.textContent.trim())"""

# Goes on to the end of the match like someone whose focus is on what is pressed.
TO_THE_END = f"""async (patience) => {{
  const limit = performance.now() + patience;
  const places = {{ exchange: ".usable", play: ".to-play .usable" }};
  for (;;) {{
    const wanted = ({WANTED})();
    if (wanted === "end") return;
    if (performance.now() > limit) throw new Error(`wanted: ${{wanted}}`);
    const button = document.querySelector(places[wanted] ?? `[data-act=${{wanted}}]`);
    button?.focus();
    button?.click();
    await new Promise((resolve) => setTimeout(resolve, 10));
  }}
}}"""


def last_card(table: TablePage, speed: str) -> None:
    """Plays a round until the visitor is to play the last card; then the others go at a speed."""
    table.sit_down("classic/3")
    held = table.page.locator("[data-card]")
    while table.until("play") and held.count() > 1:
        table.by_mouse("play")
    table.page.get_by_role("button", name="Settings").click()
    table.page.get_by_text(speed, exact=True).click()
    expect(table.page.get_by_label(speed, exact=True)).to_be_checked()
    table.page.keyboard.press("Escape")
    table.page.evaluate(TIMES)


@pytest.mark.wide
@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_the_last_trick_is_seen_as_long_as_any_other(table: TablePage, motion: str) -> None:
    table.page.emulate_media(reduced_motion=motion)  # type: ignore[arg-type]
    last_card(table, "Fast")
    table.by_mouse("play")
    expect(table.page.locator(".score")).to_be_visible()
    times = table.page.evaluate("window.times")

    assert times["score"] - times["full"] >= 2 * PACE
    expect(table.page.locator("[data-act=next]")).to_be_enabled()


@pytest.mark.wide
def test_who_does_not_want_to_wait_sees_the_score_at_once(table: TablePage) -> None:
    last_card(table, "Very slow")
    table.by_mouse("play")
    table.page.get_by_role("button", name="Show the score").click()
    expect(table.page.locator(".score")).to_be_visible()
    times = table.page.evaluate("window.times")

    assert times["score"] - times["full"] < 6000


@pytest.mark.wide
def test_the_key_for_the_next_round_shows_the_score_first(table: TablePage) -> None:
    last_card(table, "Very slow")
    table.by_mouse("play")
    table.page.get_by_role("button", name="Show the score").wait_for()
    table.page.keyboard.press("n")

    expect(table.page.locator(".score h2")).to_have_text("Round 1 is over")


@pytest.mark.wide
def test_no_heading_of_a_hand_stands_above_nothing_at_the_end(table: TablePage) -> None:
    table.sit_down("classic/bright-house")
    table.until("next")

    assert [words for words in table.page.evaluate(HEADINGS) if "hand" in words] == []


@pytest.mark.wide
def test_the_end_of_a_match_is_seen_whole_on_a_desk(table: TablePage) -> None:
    table.sit_down("classic/4", length="rounds=2")
    table.page.evaluate(TO_THE_END, PATIENCE_MS)

    expect(table.page.locator(".score.final h2")).to_be_in_viewport(ratio=1)
    expect(table.page.locator(".score.final .totals-graph")).to_be_in_viewport(ratio=1)


@pytest.mark.wide
def test_the_end_of_a_match_starts_at_its_headline_on_a_phone(
    handheld: TablePage,  # noqa: F811
) -> None:
    handheld.sit_down("classic/3", length="rounds=2")
    handheld.page.set_viewport_size({"width": 375, "height": 300})  # the buttons are further down
    handheld.page.evaluate(TO_THE_END, PATIENCE_MS)

    assert handheld.focused() == "rematch"
    assert handheld.page.evaluate("document.querySelector('.score').scrollTop") == 0
    expect(handheld.page.locator(".score.final h2")).to_be_in_viewport(ratio=1)


@pytest.mark.wide
def test_a_long_name_pushes_no_points_off_the_felt(phone: TablePage) -> None:
    phone.sit_down("matagot/5")
    phone.until("next")
    phone.page.evaluate(NAME_AT_LENGTH)

    assert phone.page.evaluate(BEYOND_THE_FELT) == 0


@pytest.mark.wide
def test_the_buttons_of_the_score_have_full_height_on_an_upright_phone(phone: TablePage) -> None:
    phone.page.set_viewport_size({"width": 360, "height": 740})
    phone.sit_down("classic/4")
    phone.until("next")
    button = phone.page.locator(".score [data-act=next]").bounding_box()

    assert button is not None
    assert button["height"] >= 44


@pytest.mark.wide
def test_the_places_stand_beside_the_buttons_on_a_phone_held_sideways(phone: TablePage) -> None:
    phone.page.set_viewport_size({"width": 844, "height": 390})
    phone.sit_down("classic/4", length="rounds=1")
    phone.until("end")
    places = phone.page.locator(".score .scores").bounding_box()
    buttons = phone.page.locator(".score .buttons").first.bounding_box()

    assert places is not None
    assert buttons is not None
    assert abs(places["y"] - buttons["y"]) <= 8


@pytest.mark.wide
@pytest.mark.parametrize("edition", ["matagot/5", "matagot/6-teams-222"])
def test_the_imps_trick_is_seen_whole_at_the_end_on_a_phone_held_sideways(
    phone: TablePage, edition: str
) -> None:
    phone.page.set_viewport_size({"width": 667, "height": 375})
    phone.sit_down(edition, length="rounds=1")
    phone.until("end")

    assert phone.page.evaluate(IMPS_TRICK_BELOW_THE_SCORE) <= 0

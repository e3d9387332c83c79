"""What is certain can be claimed with a button or a key, in every mode."""

import re

import pytest
from playwright.sync_api import Page, expect

from bottleimp.rules.editions import edition, edition_keys
from tests.support.browser.table_page import ACT, TablePage
from tests.support.patience import PATIENCE_MS
from tests.support.short_runs import ONE_OF_EACH_KIND, sparing

pytestmark = [pytest.mark.browser, pytest.mark.slow]

# Plays until a claim is offered, in the last trick of the round at the latest.
PLAY_UNTIL_CLAIM = f"""async (patience) => {{
  const limit = performance.now() + patience;
  while (document.querySelector("[data-act=claim]") === null) {{
    if (performance.now() > limit) throw new Error("no claim is offered");
    ({ACT})();
    await new Promise((resolve) => setTimeout(resolve, 10));
  }}
}}"""
# Notes each line above the hand and each announcement from now on, and how many cards lay in the
# trick when it had changed.
WATCH = """() => {
  window.lines = [];
  window.heard = [];
  window.laid = [];
  const known = new Set(document.querySelectorAll("#announcements p"));
  new MutationObserver(() => {
    const note = (list, value) => list.at(-1) !== value && list.push(value);
    note(window.lines, document.querySelector(".status")?.textContent.trim() ?? "");
    note(window.laid, document.querySelectorAll(".trick .place:not(.empty)").length);
    for (const said of document.querySelectorAll("#announcements p")) {
      if (!known.has(said)) window.heard.push(said.textContent);
      known.add(said);
    }
  }).observe(document.querySelector("#table"), {
    attributes: true, characterData: true, childList: true, subtree: true,
  });
}"""
# Pauses while a claim is shown would last for minutes; those that begin after the skip do not.
SLOW_CLAIM = """(() => {
  const later = window.setTimeout;
  window.setTimeout = (call, ms, ...all) => {
    const isShown = document.querySelector("[data-act=show-score]") !== null;
    return later(call, isShown && !window.skipped ? 1000 * ms : ms, ...all);
  };
})()"""
CLAIMED = re.compile(r"You (claim all \d tricks to come|play out the last trick)")
OUTCOME = re.compile(r"takes? the (last )?(\d )?(trick|tricks).*\d points?\.")


def until_claim(table: TablePage) -> None:
    """Plays until a claim is offered."""
    table.page.evaluate(PLAY_UNTIL_CLAIM, PATIENCE_MS)


def noted(page: Page, name: str) -> list[str]:
    """What `WATCH` has noted under this name."""
    return list(page.evaluate(f"window.{name}"))


@pytest.mark.parametrize("key", sparing(edition_keys(), ONE_OF_EACH_KIND))
def test_the_rest_of_a_round_is_claimed_and_scored(table: TablePage, key: str) -> None:
    table.sit_down(key)
    until_claim(table)
    expect(table.page.locator("#announcements")).to_contain_text(
        re.compile("Only one trick is left|certainly yours")
    )
    table.page.locator("[data-act=claim]").click()

    assert table.wanted() in ("next", "end")
    expect(table.page.locator(".sheet tbody tr")).to_have_count(1)
    expect(table.page.locator("#announcements")).to_contain_text("You")
    tricks = table.page.locator(".past-trick").count()
    assert tricks == edition(key).tricks


@pytest.mark.wide
@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
@pytest.mark.parametrize("key", ["classic/3", "classic/4"])
def test_the_tricks_of_a_claim_are_shown_card_by_card_and_told_once(
    table: TablePage, key: str, motion: str
) -> None:
    table.page.emulate_media(reduced_motion=motion)  # type: ignore[arg-type]
    table.sit_down(key)
    until_claim(table)
    table.set_pace("Fast")
    table.page.evaluate(WATCH)
    table.page.locator("[data-act=claim]").click()
    table.until("next")
    lines, heard = noted(table.page, "lines"), noted(table.page, "heard")
    told = [words for words in heard if CLAIMED.search(words) or OUTCOME.search(words)]
    shown = [words for words in lines if CLAIMED.search(words) or OUTCOME.search(words)]
    laid = [int(count) for count in noted(table.page, "laid")]
    players = edition(key).players

    assert [bool(CLAIMED.search(words)) for words in told] == [True, False]
    assert [bool(CLAIMED.search(words)) for words in shown] == [True, False]
    assert {*range(players - 1, players + 1)} <= set(laid)
    others = [CLAIMED.sub("", words) for words in heard]
    assert not [words for words in others if re.search(r"\bplays? [^.]*\.|your turn", words)]


@pytest.mark.wide
@pytest.mark.parametrize("way", ["button", "tap on the table", "key"])
def test_the_tricks_of_a_claim_are_skipped(table: TablePage, way: str) -> None:
    table.page.add_init_script(SLOW_CLAIM)
    table.sit_down("classic/4")
    until_claim(table)
    table.set_pace("Fast")
    table.page.locator("[data-act=claim]").click()
    skip = table.page.locator("[data-act=show-score]")
    expect(skip).to_be_visible()
    expect(table.page.locator(".status")).to_contain_text(CLAIMED)
    table.page.evaluate("window.skipped = true")
    if way == "button":
        skip.click()
    elif way == "key":
        table.page.keyboard.press("n")
    else:
        table.page.locator(".table-surface").click()

    assert table.wanted() == "next"
    expect(table.page.locator(".scores tbody tr")).to_have_count(4)


@pytest.mark.wide
def test_a_claim_by_key_keeps_the_focus(table: TablePage) -> None:
    table.sit_down("classic/4")
    until_claim(table)
    table.set_pace("Fast")
    table.page.keyboard.press("h")
    table.page.keyboard.press("c")
    expect(table.page.locator("[data-act=show-score]")).to_be_visible()
    assert table.focused() not in ("nowhere", "BODY")

    assert table.wanted() == "next"
    assert table.focused() == "next"


@pytest.mark.wide
def test_what_is_not_certain_is_not_offered_and_the_key_says_so(table: TablePage) -> None:
    table.sit_down("classic/4")
    table.until("play")
    table.page.keyboard.press("c")

    expect(table.page.locator("[data-act=claim]")).to_have_count(0)
    expect(table.page.locator("#announcements p").last).to_contain_text(
        "Nothing can be claimed now"
    )

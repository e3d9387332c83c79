"""Four cards clicked within half a second: no click is lost, and the table comes to rest."""

import pytest
from playwright.sync_api import Page

from tests.support.browser.table_page import TablePage

pytestmark = [pytest.mark.browser, pytest.mark.slow]

LISTEN = """() => {
  window.heard = [];
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes) {
      for (const node of addedNodes) {
        if (node instanceof Element && node.closest("#announcements")) {
          window.heard.push(node.textContent);
        }
      }
    }
  }).observe(document.body, { childList: true, subtree: true });
}"""
# Clicks four cards of the hand, 100 ms apart, wherever they lie by then; their names.
CLICK_FOUR = """async () => {
  const labels = [...document.querySelectorAll(".own-hands [data-card]")];
  const legal = labels.filter((one) => one.matches(".usable"));
  const chosen = [...legal.slice(0, 1), ...labels.filter((one) => one !== legal[0])].slice(0, 4)
    .map((one) => [one.dataset.card, one.getAttribute("aria-label").split(",").slice(0, 2).join()]);
  for (const [label] of chosen) {
    document.querySelector(`.own-hands [data-card="${label}"]`)?.click();
    await new Promise((done) => setTimeout(done, 100));
  }
  return chosen;
}"""
AT_REST = "() => document.getAnimations().every((one) => one.playState !== 'running')"


def heard(page: Page) -> str:
    """Everything that a screen reader was told since `LISTEN`."""
    return " ".join(page.evaluate("window.heard"))


@pytest.mark.wide
def test_four_clicks_within_half_a_second_all_count(table: TablePage) -> None:
    table.sit_down("classic/4")
    table.until("play")
    table.page.evaluate(LISTEN)
    cards = table.page.evaluate(CLICK_FOUR)
    table.page.wait_for_function(AT_REST)
    told = heard(table.page)

    first = cards[0][1]
    assert f"You play {first}." in told or f"You lead with {first}." in told
    for label, name in cards[1:]:  # chosen ahead, played at once, or said why not
        held = table.page.locator(f".own-hands [data-card='{label}']").count()
        assert name in told or not held or "You must follow" in told


@pytest.mark.wide
def test_a_table_with_many_quick_plays_comes_to_rest(table: TablePage) -> None:
    table.sit_down("classic/4")
    table.until("play")
    for _ in range(2):
        table.page.evaluate(CLICK_FOUR)
    table.page.wait_for_function(AT_REST)

    assert table.page.locator(".layer > *:not(.one-letter)").count() == 0
    assert table.page.locator(".dragged").count() == 0
    table.until("next")

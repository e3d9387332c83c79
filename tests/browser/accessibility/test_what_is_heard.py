"""What a screen reader is told: the task, what was put where, and how a round ends."""

import re
from collections.abc import Iterator
from itertools import pairwise

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.support.browser.company import open_table
from tests.support.browser.table_page import TablePage

pytestmark = [pytest.mark.browser, pytest.mark.slow]

CARD = r"\d+(½)?, (yellow|blue|red)"
TITLES = """() => {
  window.titles = [document.title];
  new MutationObserver((records) => {
    for (const record of records) {
      for (const node of record.addedNodes) window.titles.push(node.textContent);
    }
  }).observe(document.querySelector("title"), { childList: true });
}"""
# A rule that axe does not look at by itself.
SIGNS = {"exclude": [[".card"], [".target"], [".which"]]}  # signs of cards stand for words
LABELS = {"runOnly": {"type": "rule", "values": ["label-content-name-mismatch"]}}


def misnamed(page: Page) -> Iterator[str]:
    """Buttons and links whose accessible name lacks the words that are seen on them."""
    for violation in Axe().run(page, SIGNS, LABELS).response["violations"]:
        for node in violation["nodes"]:
            yield f"{node['target']} {node['html']}"


def heard(table: TablePage, words: str) -> None:
    """Waits until a screen reader is told something of this form."""
    said = table.page.locator("#announcements p").filter(has_text=re.compile(words))
    said.last.wait_for(state="attached")


@pytest.mark.wide
def test_the_exchange_is_told_step_by_step(table: TablePage) -> None:
    table.sit_down("classic/4")
    heard(table, r"Choose 3 cards\. 1 for the Imp's Trick; 1 for .+; 1 for .+\.")
    table.by_mouse("exchange")
    heard(table, rf"^{CARD}, for .+\. Choose 2 more cards\. 1 for .+\.$")
    table.page.get_by_role("button", name="Undo").click()
    heard(table, rf"^{CARD}, is back in your hand\. Choose 3 cards\.")
    table.until("commit")
    heard(table, r"Everything is chosen\. Confirm your choice")
    table.page.keyboard.press("w")
    heard(table, rf"The bottle costs .+You have chosen: {CARD}, for .+; {CARD}, for ")
    table.by_mouse("commit")
    table.until("play")
    heard(table, r"You received the \d+ of (yellow|blue|red) from ")


@pytest.mark.wide
def test_the_task_is_told_again_to_who_comes_back(table: TablePage) -> None:
    table.sit_down("classic/4")
    table.by_mouse("exchange")
    table.page.reload()

    heard(table, r"Choose 2 more cards\. 1 for ")


@pytest.mark.wide
def test_the_end_of_a_round_is_told_with_its_scores(table: TablePage) -> None:
    table.sit_down("classic/3")
    table.until("next")

    heard(table, r"^The round is over\. The Imp's Trick held .+ You score .+; \w+ .+\.$")


@pytest.mark.wide
def test_the_name_of_the_page_is_written_only_when_it_is_another(table: TablePage) -> None:
    table.sit_down("classic/4")
    table.page.evaluate(TITLES)
    table.until("next")
    titles = table.page.evaluate("window.titles")

    assert len(titles) > 3
    assert [one for one, after in pairwise(titles) if one == after] == []


@pytest.mark.wide
def test_every_button_is_called_what_stands_on_it(ada: TablePage, bea: TablePage) -> None:
    open_table(ada, "classic/4")
    bea.page.goto(ada.page.url)
    expect(bea.page.get_by_role("button", name="Sit here").first).to_be_visible()

    assert [*misnamed(ada.page), *misnamed(bea.page)] == []


@pytest.mark.wide
def test_every_button_of_a_round_is_called_what_stands_on_it(table: TablePage) -> None:
    seen: dict[str, list[str]] = {}

    def act(wanted: str) -> None:
        if wanted not in seen:
            seen[wanted] = list(misnamed(table.page))
        table.by_mouse(wanted)

    table.sit_down("classic/bright-house")
    table.until("next", act=act)

    assert {wanted: found for wanted, found in seen.items() if found} == {}

"""The browser takes part in every deal, and repeats them all afterwards."""

import pytest
from playwright.sync_api import expect

from tests.browser.table_page import TablePage
from tests.server.live import Live
from tests.server.process import ServerProcess

pytestmark = [pytest.mark.browser, pytest.mark.slow]

RIGHT = [
    "The seed is the one that was promised.",
    "The deal follows from the seed and what 1 player contributed.",
    "This browser was shown the same promise before the round.",
    "What this browser contributed is mixed in.",
]


def play_two_rounds(live: Live, page: TablePage) -> None:
    """Plays in the visitor's place, while the visitor's own page looks on and contributes."""
    table = page.page.url.rpartition("/")[2]
    cookies = page.page.context.cookies()
    cookie = next(f"{c['name']}={c['value']}" for c in cookies if "guest" in c["name"])
    with live.client(table, cookie) as client:
        client.play_round()
        client.until_view(lambda view: view["fair"]["next"]["given"] == [0])
        client.do("next", round=1)
        client.until_view(lambda view: view["round"]["number"] == 2)
        client.play_round()


def test_the_browser_contributes_to_every_deal_and_finds_it_fair(
    table: TablePage, server: ServerProcess
) -> None:
    table.page.goto(table.address)
    table.page.locator(".play-now").click()
    table.page.locator(".board").wait_for()
    play_two_rounds(server.live, table)
    table.page.goto(f"{table.address}/t/{table.page.url.rpartition('/')[2]}/verify")

    expect(table.page.get_by_role("status")).to_have_text(
        "Every deal is the one that was promised."
    )
    for section in table.page.locator("#verify section").all():
        assert [f"\u2713 {sentence}" for sentence in RIGHT] == section.locator(
            "li"
        ).all_inner_texts()
    expect(table.page.locator("#verify section")).to_have_count(2)


def test_a_promise_that_was_not_kept_is_found_out(table: TablePage, server: ServerProcess) -> None:
    table.page.goto(table.address)
    table.page.evaluate("localStorage.clear()")
    table.page.locator(".play-now").click()
    table.page.locator(".board").wait_for()
    play_two_rounds(server.live, table)
    table.page.evaluate(
        """() => {
            const kept = JSON.parse(localStorage.getItem("bottle_promises"));
            kept.forEach((one) => { one.commitment = "0".repeat(64); });
            localStorage.setItem("bottle_promises", JSON.stringify(kept));
        }"""
    )
    table.page.goto(f"{table.address}/t/{table.page.url.rpartition('/')[2]}/verify")

    expect(table.page.get_by_role("status")).to_have_text(
        "Not every deal is the one that was promised."
    )

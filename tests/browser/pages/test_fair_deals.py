"""The browser takes part in every deal, and repeats them all afterwards."""

import pytest
from playwright.sync_api import expect

from bottleimp.protocol.messages import RequestNextRound
from tests.browser.table.test_no_scrolling import LEAST_TARGET_PX
from tests.support.browser.table_page import TablePage
from tests.support.frames import shown_round
from tests.support.live_server import Live
from tests.support.server_process import ServerProcess

pytestmark = [pytest.mark.browser, pytest.mark.slow]

RIGHT = [
    "The seed has the SHA-256 in the file.",
    "The deal follows from the seed and what 1 player contributed.",
    "Dealer, names, plays and scores follow the rules.",
    "This browser was shown the same promise before the round.",
    "What this browser contributed is mixed in.",
    "Cards, plays and scores are those that this browser saw.",
]
PROVEN = (
    "Every promise that this browser saw was kept, and what the browser contributed is in every"
    " deal."
)
BOTH_SEEN = """() => {
  const last = JSON.parse(localStorage.getItem("bottle_seen")).at(-1);
  return last.round === 2 && last.scores !== null;
}"""
WRONG = "Something is wrong with this match: see below."
OPEN = "Nothing is wrong, but it is not proven that nobody chose the deals."


def play_two_rounds(live: Live, page: TablePage) -> None:
    """Plays in the visitor's place, while the visitor's own page looks on and contributes."""
    table = page.page.url.rpartition("/")[2]
    cookies = page.page.context.cookies()
    cookie = next(f"{c['name']}={c['value']}" for c in cookies if "guest" in c["name"])
    with live.client(table, cookie) as client:
        client.play_round()
        client.until_view(lambda view: view.fair.next is not None and view.fair.next.given == [0])
        client.do(RequestNextRound, round=1)
        client.until_view(lambda view: shown_round(view).number == 2)
        client.play_round()


def test_the_browser_contributes_to_every_deal_and_finds_it_fair(
    table: TablePage, server: ServerProcess
) -> None:
    table.page.goto(table.address)
    table.page.locator("button.play-now").click()
    table.page.locator("[data-guide=skip]").click()  # it would wait for taps
    play_two_rounds(server.live, table)
    table.page.goto(f"{table.address}/t/{table.page.url.rpartition('/')[2]}/verify")

    expect(table.page.get_by_role("status")).to_have_text("Yes. Nobody could choose these deals.")
    expect(table.page.get_by_text(PROVEN)).to_be_visible()
    expect(table.page.get_by_text("promised a seed by its hash")).to_be_hidden()
    table.page.get_by_text("What was checked, round by round").click()
    for section in table.page.locator("#verify section").all():
        assert [f"\u2713 {sentence}" for sentence in RIGHT] == section.locator(
            "li"
        ).all_inner_texts()
    expect(table.page.locator("#verify section")).to_have_count(2)


@pytest.mark.wide
def test_a_promise_that_was_not_kept_is_found_out(table: TablePage, server: ServerProcess) -> None:
    table.page.goto(table.address)
    table.page.evaluate("localStorage.clear()")
    table.page.locator("button.play-now").click()
    table.page.locator("[data-guide=skip]").click()  # it would wait for taps
    play_two_rounds(server.live, table)
    table.page.evaluate(
        """() => {
            const kept = JSON.parse(localStorage.getItem("bottle_promises"));
            kept.forEach((one) => { one.commitment = "0".repeat(64); });
            localStorage.setItem("bottle_promises", JSON.stringify(kept));
        }"""
    )
    table.page.goto(f"{table.address}/t/{table.page.url.rpartition('/')[2]}/verify")

    expect(table.page.get_by_role("status")).to_have_text(WRONG)


@pytest.mark.wide
def test_a_play_that_was_told_otherwise_is_found_out(
    table: TablePage, server: ServerProcess
) -> None:
    table.page.goto(table.address)
    table.page.locator("button.play-now").click()
    table.page.locator("[data-guide=skip]").click()  # it would wait for taps
    play_two_rounds(server.live, table)
    table.page.wait_for_function(BOTH_SEEN)  # the page looks on, and may be a moment behind
    seen = table.page.evaluate(
        """() => {
            const kept = JSON.parse(localStorage.getItem("bottle_seen"));
            const counts = kept.slice(-2).map((one) => one.plays.length);
            kept.at(-1).plays.reverse();
            localStorage.setItem("bottle_seen", JSON.stringify(kept));
            return counts;
        }"""
    )
    table.page.goto(f"{table.address}/t/{table.page.url.rpartition('/')[2]}/verify")

    expect(table.page.get_by_role("status")).to_have_text(WRONG)
    expect(table.page.get_by_text("This browser saw other cards, plays or scores.")).to_have_count(
        1
    )
    assert seen[0] == seen[1] > 0


@pytest.mark.wide
def test_who_comes_back_to_an_offer_gets_another(table: TablePage, server: ServerProcess) -> None:
    table.page.goto(table.address)
    used = table.page.locator(".play-now input[name=offer], form input[name=offer]").first
    offer = used.input_value()
    commitment = table.page.locator("[data-commitment]").first.get_attribute("data-commitment")
    table.page.locator("button.play-now").click()
    table.page.locator("[data-guide=skip]").click()  # it would wait for taps
    first = table.page.url
    table.page.goto(table.address)
    # As a browser shows a page again that it has kept.
    table.page.evaluate(
        """([offer, commitment]) => {
            for (const each of document.querySelectorAll("input[name=offer]")) {
                each.value = offer;
            }
            for (const each of document.querySelectorAll("[data-commitment]")) {
                each.dataset.commitment = commitment;
            }
        }""",
        [offer, commitment],
    )
    with table.page.expect_navigation(url="**/tables/*"):
        table.page.locator("button.play-now").click()
    play_two_rounds(server.live, table)
    second = table.page.url
    table.page.goto(f"{table.address}/t/{second.rpartition('/')[2]}/verify")

    expect(table.page.get_by_text(PROVEN)).to_be_visible()
    assert first != second


@pytest.mark.wide
def test_who_watched_sees_that_the_promises_were_kept(
    table: TablePage, server: ServerProcess
) -> None:
    made, cookie = server.live.new_table("classic/3")
    with server.live.client(made, cookie) as client:
        table.page.goto(f"{table.address}/tables/{made}")
        table.page.locator(".board").wait_for()
        client.play_round()
        expect(table.page.locator(".score")).to_be_visible()
        table.page.wait_for_function(
            """table => JSON.parse(localStorage.getItem("bottle_promises") ?? "[]")
                .some((one) => one.table === table && one.round === 2)""",
            arg=made,
        )
        client.do(RequestNextRound, round=1)
        client.until_view(lambda view: shown_round(view).number == 2)
        client.play_round()
    table.page.goto(f"{table.address}/t/{made}/verify")
    second = table.page.locator("#verify section").nth(1)

    expect(second).to_contain_text("This browser was shown the same promise before the round.")
    expect(second).to_contain_text("Cards, plays and scores are those that this browser saw.")


@pytest.mark.wide
def test_a_browser_that_was_not_there_is_told_what_is_not_proven(
    table: TablePage, server: ServerProcess
) -> None:
    made, cookie = server.live.new_table("classic/3", first_dealer="1")
    with server.live.client(made, cookie) as client:
        client.play_round()
    table.page.goto(f"{table.address}/t/{made}/verify")

    expect(table.page.get_by_role("status")).to_have_text(OPEN)
    expect(table.page.locator("#verify > ul > li")).to_have_text(
        [
            "? Round 1: this browser did not see the promise before the deal.",
            "? Round 1: no player contributed, so whoever runs the server chose the seed.",
            "? The first dealer was named when the table was made, not drawn from the seed.",
        ]
    )


@pytest.mark.wide
def test_the_links_below_the_check_are_as_high_as_a_finger_needs(
    phone: TablePage, server: ServerProcess
) -> None:
    made, cookie = server.live.new_table("classic/3")
    with server.live.client(made, cookie) as client:
        client.play_round()
    phone.page.goto(f"{phone.address}/t/{made}/verify")

    for name in ("The file with all finished rounds", "Back to the table"):
        box = phone.page.get_by_role("link", name=name).bounding_box()
        assert box is not None
        assert box["height"] >= LEAST_TARGET_PX

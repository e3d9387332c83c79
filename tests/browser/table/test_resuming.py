"""A table outlives a reload of the page and the death of the server."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.conftest import watched
from tests.support.browser.table_page import TablePage
from tests.support.server_process import server_process

pytestmark = [pytest.mark.browser, pytest.mark.slow]


def test_a_reload_in_mid_trick_shows_the_same_table(table: TablePage) -> None:
    table.sit_down("classic/4", first_dealer="1")
    while table.until("play"):
        if table.page.locator(".trick:not(.taken) .place .card").count() > 0:
            break
        table.by_mouse("play")
    before = table.shown()
    table.page.reload()
    table.page.locator(".board").wait_for()

    assert before == table.shown()


@pytest.mark.wide
def test_a_reload_in_mid_exchange_keeps_the_chosen_cards(table: TablePage) -> None:
    table.sit_down("classic/bright-house")
    table.by_mouse("exchange")
    expect(table.page.locator(".player.waited")).to_have_count(1)
    before = table.shown()
    table.page.reload()
    table.page.locator(".board").wait_for()

    expect(table.page.locator(".target:not(.vacant)")).to_have_count(1)
    assert before == table.shown()


@pytest.mark.wide
def test_cards_chosen_in_one_stage_are_not_chosen_in_the_next(table: TablePage) -> None:
    table.sit_down("classic/bright-house")
    table.until("commit")
    table.by_mouse("commit")
    expect(table.page.locator(".target.vacant")).to_have_count(2)
    table.page.reload()

    expect(table.page.locator(".target.vacant")).to_have_count(2)


@pytest.mark.wide
def test_a_server_killed_in_mid_exchange_comes_back_with_the_same_table(
    browser: Browser, tmp_path: Path
) -> None:
    with browser.new_context() as context, server_process(tmp_path, "--pace", "0") as server:
        port = str(server.live.port)
        table = TablePage(watched(context, []), f"http://127.0.0.1:{port}")
        table.sit_down("matagot/5")
        expect(table.page.locator(".player.waited")).to_have_count(1)
        table.by_mouse("exchange")
        before = table.shown()
        server.kill()
        expect(table.page.locator(".connection-line")).to_be_visible()
        with server_process(tmp_path, "--pace", "0", "--port", port):
            expect(table.page.locator(".connection-line")).to_have_count(0)
            resumed = table.shown()
            table.until("next")

    assert before == resumed


@pytest.mark.wide
def test_a_card_clicked_while_the_server_is_away_is_played_when_it_is_back(
    browser: Browser, tmp_path: Path
) -> None:
    with browser.new_context() as context, server_process(tmp_path, "--pace", "0") as server:
        port = str(server.live.port)
        table = TablePage(watched(context, []), f"http://127.0.0.1:{port}")
        table.sit_down("classic/3")
        table.until("play")
        held = table.page.locator("[data-card]").count()
        server.kill()
        expect(table.page.locator(".connection-line")).to_be_visible()
        expect(table.page.locator("#announcements p").last).to_contain_text(
            "The connection is lost"
        )
        table.by_mouse("play")
        with server_process(tmp_path, "--pace", "0", "--port", port):
            expect(table.page.locator("[data-card]")).to_have_count(held - 1)


@pytest.mark.wide
def test_a_page_says_that_its_table_is_there_no_more(browser: Browser, tmp_path: Path) -> None:
    with browser.new_context() as context, server_process(tmp_path / "one") as server:
        port = str(server.live.port)
        table = TablePage(watched(context, []), f"http://127.0.0.1:{port}")
        table.sit_down("classic/3")
        server.kill()
        with server_process(tmp_path / "another", "--port", port):
            status = table.page.locator(".connection-line")
            expect(status).to_have_text("There is no such table here any more.")

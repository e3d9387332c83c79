"""Several people at one table, each with a browser of their own."""

import time
from urllib.parse import urlencode

from playwright.sync_api import expect

from tests.support.browser.table_page import ACT, POST, WANTED, TablePage
from tests.support.patience import PATIENCE

PAUSE_MS = 20


def open_table(host: TablePage, edition: str, **fields: str) -> str:
    """Makes a table with free places; its code."""
    host.page.goto(f"{host.address}/new?{urlencode({'edition': edition, 'friends': 'yes'})}")
    chosen = {
        "edition": edition, "friends": "yes", "pace": "0", "length": "cycles=1", "name": "Ada",
        **fields,
    }  # fmt: skip
    with host.page.expect_navigation(url="**/tables/*"):
        host.page.evaluate(POST, ["/tables", chosen])
    return host.page.locator(".spoken-code b").inner_text()


def sit_down(guest: TablePage, name: str, place: str = "Sit here") -> None:
    """Takes the first free place under the name."""
    guest.page.get_by_label("Your name").fill(name)
    guest.page.get_by_role("button", name=place).first.click()
    expect(guest.page.locator(".you .name")).to_have_text(name)


def play_until(
    wanted: str, *people: TablePage, who: TablePage | None = None, patience: float = PATIENCE
) -> None:
    """Everybody does the first thing that can be done, until `who` (or all) are asked for this."""
    end = time.monotonic() + patience
    while True:
        asked = [someone.page.evaluate(WANTED) for someone in people]
        met = [now == wanted for now in asked]
        if all(met) if who is None else met[people.index(who)]:
            return
        assert time.monotonic() < end, (wanted, asked)
        rests = True
        for someone, now in zip(people, asked, strict=True):
            if now is not None and (now != wanted or who is not None):
                someone.page.evaluate(ACT)
                rests = False
        if rests:
            people[0].page.wait_for_timeout(PAUSE_MS)

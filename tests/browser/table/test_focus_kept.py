"""The focus is never lost, however many events the table shows."""

import json

import pytest
from playwright.sync_api import WebSocket

from tests.support.browser.table_page import WANTED, TablePage
from tests.support.patience import PATIENCE_MS

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.wide]

# Notes each change of the page after which nothing of the table has the focus.
WATCH = """() => {
  window.lost = [];
  new MutationObserver((changes) => {
    const at = document.activeElement;
    if (at !== document.body && document.querySelector("#table").contains(at)) return;
    window.lost.push(document.querySelector(".status")?.textContent ?? "");
  }).observe(document.querySelector("#table"), {
    attributes: true, childList: true, subtree: true,
  });
}"""
# Does what is wanted as a key does, on the element with the focus, until the round is over.
PLAY_ROUND = f"""async (patience) => {{
  const limit = performance.now() + patience;
  const places = {{ exchange: ".usable", play: ".to-play .usable" }};
  let isPlayed = false;
  for (;;) {{
    const wanted = ({WANTED})();
    if (wanted === "next" && isPlayed) return;
    if (performance.now() > limit) throw new Error(`wanted: ${{wanted}}`);
    const target = document.querySelector(places[wanted] ?? `[data-act=${{wanted}}]`);
    target?.focus();
    target?.click();
    isPlayed ||= wanted === "play";
    await new Promise((resolve) => setTimeout(resolve, 5));
  }}
}}"""


@pytest.mark.parametrize("updates", [100, pytest.param(1_000, marks=pytest.mark.long)])
def test_the_focus_is_never_lost_over_many_updates(table: TablePage, updates: int) -> None:
    events: list[str] = []

    def watch(socket: WebSocket) -> None:
        socket.on("framereceived", lambda frame: events.append(json.loads(frame)["t"]))

    table.page.on("websocket", watch)
    table.sit_down("classic/4", length="rounds=50")
    table.until("exchange")
    table.page.locator(".own-hands .usable").first.focus()
    table.page.evaluate(WATCH)
    while events.count("ev") < updates:
        table.page.evaluate(PLAY_ROUND, PATIENCE_MS)

    assert table.page.evaluate("window.lost") == []
    assert table.focused() == "next"

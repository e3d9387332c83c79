"""The service worker: pages without a connection, and notifications that lead to the table."""

import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import phone_context, watched
from tests.support.browser.table_page import TablePage
from tests.support.patience import PATIENCE
from tests.support.server_process import ServerProcess, server_process

pytestmark = [pytest.mark.browser, pytest.mark.slow]

IS_KEPT = """async ([path, text]) => {
  const kept = await caches.match(path);
  return kept !== undefined && (await kept.text()).includes(text);
}"""
# A page that believes itself hidden, with a service worker that may notify: a headless browser has
# no place for notifications and forbids them.
SEEMS_HIDDEN = """(() => {
  window.hidden = false;
  window.shown = [];
  Object.defineProperty(Document.prototype, "hidden", { get: () => window.hidden });
  Object.defineProperty(Notification, "permission", { get: () => "granted" });
  Notification.requestPermission = () => Promise.resolve("granted");
  const worker = ServiceWorkerRegistration.prototype;
  worker.showNotification = (title, options) => {
    const close = () => { window.shown = window.shown.filter((one) => one.tag !== options.tag); };
    close();
    window.shown.push({ title, ...options, close });
    return Promise.resolve();
  };
  worker.getNotifications = () => Promise.resolve(window.shown);
})()"""


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[ServerProcess]:
    """A server that a test may end."""
    with server_process(tmp_path, "--pace", "0") as running:
        yield running


@pytest.fixture
def page(browser: Browser, own_server: ServerProcess) -> Iterator[Page]:
    """A page on a phone whose service worker is in charge; lost connections are no complaints."""
    with phone_context(browser) as context:
        page = watched(context, [])
        page.goto(f"http://127.0.0.1:{own_server.live.port}/")
        page.wait_for_function("() => navigator.serviceWorker.controller !== null")
        yield page


def wait_until_kept(page: Page, path: str, text: str) -> None:
    """Waits until the page at this path is kept, and says this."""
    limit = time.monotonic() + PATIENCE
    while not page.evaluate(IS_KEPT, [path, text]):
        assert time.monotonic() < limit, f"{path} with {text!r} is not kept"
        page.wait_for_timeout(50)


def test_rules_that_were_read_can_be_read_while_the_server_is_away(
    page: Page, own_server: ServerProcess
) -> None:
    address = f"http://127.0.0.1:{own_server.live.port}"
    page.goto(f"{address}/rules/classic/3")
    wait_until_kept(page, "/rules/classic/3", "<h1")
    heading = page.locator("h1").inner_text()
    colour = page.evaluate("getComputedStyle(document.body).backgroundColor")
    own_server.kill()
    page.goto(f"{address}/rules")
    page.goto(f"{address}/rules/classic/3?table=0123456789abcdef")

    expect(page.locator("h1")).to_have_text(heading)
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == colour


@pytest.mark.wide
def test_a_page_that_cannot_be_had_loads_by_itself_when_the_server_is_back(
    page: Page, own_server: ServerProcess, tmp_path: Path
) -> None:
    port = str(own_server.live.port)
    table = TablePage(page, f"http://127.0.0.1:{port}")
    table.sit_down("classic/4")
    seat = page.url
    own_server.kill()
    page.reload()
    expect(page.get_by_role("heading", name="No connection")).to_be_visible()
    assert page.url == seat
    with server_process(tmp_path, "--pace", "0", "--port", port):
        page.locator(".board").wait_for()


@pytest.mark.wide
def test_what_is_kept_speaks_the_language_that_was_chosen(page: Page) -> None:
    address = page.url.rstrip("/")
    wait_until_kept(page, "/offline", "No connection")
    page.goto(f"{address}/settings")
    with page.expect_navigation():  # the page comes again in its new language
        page.get_by_label("Deutsch").check()

    wait_until_kept(page, "/offline", "Keine Verbindung")
    wait_until_kept(page, "/rules", 'lang="de"')


def test_nothing_of_a_table_or_of_the_visitor_is_kept(page: Page) -> None:
    address = page.url.rstrip("/")
    TablePage(page, address).sit_down("classic/4")
    for path in ("/matches", "/settings", "/new", "/rules/classic/4"):
        page.goto(f"{address}{path}")
    wait_until_kept(page, "/rules/classic/4", "<h1")
    kept = page.evaluate(
        """async () => {
          const caches_ = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
          const requests = await Promise.all(caches_.map((cache) => cache.keys()));
          return requests.flat().map(({ url }) => new URL(url).pathname);
        }"""
    )

    pages = {path for path in kept if not path.startswith("/static/")}
    assert pages == {"/offline", "/rules", "/rules/classic/4"}


@pytest.mark.wide
def test_the_service_worker_notifies_of_a_turn_and_takes_it_back(page: Page) -> None:
    address = page.url.rstrip("/")
    page.add_init_script(SEEMS_HIDDEN)
    table = TablePage(page, address)
    table.sit_down("classic/4", first_dealer="3")  # the visitor leads, so others play next
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Notify me of my turn").check()
    page.keyboard.press("Escape")
    table.until("play")
    page.evaluate("window.hidden = true")
    table.by_mouse("play")
    page.wait_for_function("() => window.shown.length === 1")
    tag, path = page.evaluate("[window.shown[0].tag, window.shown[0].data]")
    page.evaluate("window.hidden = false; document.dispatchEvent(new Event('visibilitychange'))")

    assert path == f"/tables/{tag}"
    page.wait_for_function("() => window.shown.length === 0")


@pytest.mark.wide
def test_what_the_server_had_shown_goes_when_the_table_is_seen_again(page: Page) -> None:
    page.add_init_script(SEEMS_HIDDEN)
    table = TablePage(page, page.url.rstrip("/"))
    table.sit_down("classic/4")
    table.until("play")
    tag = page.url.rpartition("/")[2]
    page.evaluate(
        "(tag) => navigator.serviceWorker.getRegistration().then((found) =>"
        " found.showNotification('It is your turn.', { tag }))",
        tag,
    )
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")

    page.wait_for_function("() => window.shown.length === 0")

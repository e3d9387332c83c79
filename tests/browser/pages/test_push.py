"""Messages that reach a closed page: the page subscribes, and the service worker shows them."""

import json
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from playwright.sync_api import Browser, CDPSession, Page, expect
from sqlalchemy import select

from bottleimp.server.storage.schema import push_subscription
from bottleimp.server.storage.sqlite import open_existing
from tests.browser.conftest import phone_context, watched
from tests.support.browser.table_page import TablePage
from tests.support.patience import PATIENCE
from tests.support.server_process import ServerProcess, server_process
from tests.support.services.push_service import encoded

pytestmark = [pytest.mark.browser, pytest.mark.slow]

ENDPOINT = "https://push.example/abc"
KEYS = {"p256dh": encoded(b"\4" + bytes(64)), "auth": encoded(bytes(16))}
# Chromium subscribes with a service in the net, and has none without a screen: what that service
# gives is made up, all else is as it is.
SUBSCRIBES = """(subscription) => {
  let found = null;
  Object.defineProperty(Notification, "permission", { get: () => "granted" });
  Notification.requestPermission = () => Promise.resolve("granted");
  PushManager.prototype.getSubscription = () => Promise.resolve(found);
  PushManager.prototype.subscribe = (options) => {
    found = {
      options: { applicationServerKey: options.applicationServerKey.buffer },
      toJSON: () => subscription,
      unsubscribe: () => { found = null; return Promise.resolve(true); },
    };
    return Promise.resolve(found);
  };
}"""
# A worker that may show notifications, and notes which.  A browser without a screen has no badges
# either, and ends a worker that asks for one.
NOTIFIES = """() => {
  globalThis.shown = [];
  globalThis.closed = [];
  Object.defineProperty(navigator, "setAppBadge", { value: undefined });
  ServiceWorkerRegistration.prototype.showNotification = (title, options) => {
    globalThis.shown.push({ title, ...options });
    return Promise.resolve();
  };
  ServiceWorkerRegistration.prototype.getNotifications = ({ tag }) =>
    Promise.resolve([{ close: () => globalThis.closed.push(tag) }]);
}"""


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[ServerProcess]:
    """A server that tells people by a service that takes messages from nobody."""
    options = ("--push-contact", "mailto:host@imp.example", "--push-services", "push.example")
    with server_process(tmp_path, "--pace", "0", *options) as running:
        yield running


@pytest.fixture
def page(browser: Browser, own_server: ServerProcess, complaints: list[str]) -> Iterator[Page]:
    """A page on a phone whose service worker is in charge."""
    with phone_context(browser) as context:
        subscription = json.dumps({"endpoint": ENDPOINT, "keys": KEYS})
        context.add_init_script(f"({SUBSCRIBES})({subscription})")
        page = watched(context, complaints)
        page.goto(f"http://127.0.0.1:{own_server.live.port}/")
        page.wait_for_function("() => navigator.serviceWorker.controller !== null")
        yield page
    assert complaints == []


def endpoints(folder: Path) -> list[str]:
    """Where the server would send messages."""
    with closing(open_existing(folder)) as database, database.read_engine.begin() as connection:
        return list(connection.execute(select(push_subscription.c.endpoint)).scalars())


def choose(page: Page, *, is_on: bool) -> None:
    """Sets the switch for notifications at the table."""
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Settings").click()
    switch = page.get_by_label("Notify me of my turn while I look at another page, or have closed")
    with page.expect_response("**/push-subscription") as told:
        switch.set_checked(is_on)
    assert told.value.status == 204
    page.keyboard.press("Escape")


def registered(page: Page, session: CDPSession) -> str:
    """What Chromium calls the service worker that is registered for the site."""
    found: list[str] = []
    session.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda event: found.extend(one["registrationId"] for one in event["registrations"]),
    )
    session.send("ServiceWorker.enable")
    limit = time.monotonic() + PATIENCE
    while not found:
        assert time.monotonic() < limit
        page.wait_for_timeout(20)
    return found[0]


def test_a_table_subscribes_for_as_long_as_the_user_wants(page: Page, tmp_path: Path) -> None:
    table = TablePage(page, page.url.rstrip("/"))
    table.sit_down("classic/3")
    choose(page, is_on=True)
    assert endpoints(tmp_path) == [ENDPOINT]
    with page.expect_response("**/push-subscription"):  # another visit tells it again
        page.reload()
        table.until("play")
    choose(page, is_on=False)

    assert endpoints(tmp_path) == []


@pytest.mark.wide
def test_a_visitor_who_sits_nowhere_is_told_of_nothing(
    page: Page, complaints: list[str], tmp_path: Path
) -> None:
    page.goto(page.url + "settings")
    with page.expect_response("**/push-subscription") as told:
        page.get_by_label("Notify me of my turn").check()
    expect(page.locator(".saved")).to_have_text("Saved.")

    assert told.value.status == 401
    assert endpoints(tmp_path) == []
    assert [complaint for complaint in complaints if "401" not in complaint] == []
    complaints.clear()


@pytest.mark.wide
def test_the_service_worker_shows_what_the_server_sends_and_takes_it_back_where_it_is_seen(
    page: Page,
) -> None:
    address = page.url.rstrip("/")
    (worker,) = page.context.service_workers
    worker.evaluate(NOTIFIES)
    message = {
        "title": "Classic, 4 players", "body": "It is your turn.", "path": "/tables/abc",
        "tag": "abc", "icon": "/static/icon.svg",
    }  # fmt: skip
    session = page.context.new_cdp_session(page)
    registration = registered(page, session)
    seen = {"path": "/", "tag": "seen"}  # where the user looks
    for changed in ({}, seen, {"tag": "last"}):
        data = json.dumps(message | changed)
        pushed = {"origin": address, "registrationId": registration, "data": data}
        session.send("ServiceWorker.deliverPushMessage", pushed)
    worker.evaluate("""async () => {
      while (globalThis.shown.length < 3 || globalThis.closed.length < 1) {
        await new Promise((done) => setTimeout(done, 20));
      }
    }""")
    shown, closed = worker.evaluate("() => [globalThis.shown, globalThis.closed]")

    assert [(one["tag"], one["silent"]) for one in shown] == [
        ("abc", False), ("seen", True), ("last", False)
    ]  # fmt: skip
    assert closed == ["seen"]
    assert shown[0] == {
        "title": "Classic, 4 players", "body": "It is your turn.", "tag": "abc",
        "icon": "/static/icon.svg", "data": "/tables/abc", "renotify": True, "silent": False,
    }  # fmt: skip

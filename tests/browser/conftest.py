"""A Chromium, a server and visitors for the tests of this folder."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Literal

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from scripts import chromium
from tests.support.browser.table_page import TablePage
from tests.support.patience import PATIENCE_MS
from tests.support.server_process import ServerProcess, server_process

DESK = (1280, 800)
PHONE = (320, 640)
# A name that browsers do not trust over http, as they do not trust those of a local network.
NEIGHBOUR = "table.lan"
NEIGHBOUR_IS_HERE = f"--host-resolver-rules=MAP {NEIGHBOUR} 127.0.0.1"


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """One Chromium for all tests of a process; what is expected may take its time."""
    expect.set_options(timeout=PATIENCE_MS)
    with sync_playwright() as playwright:
        found = chromium.find_chromium()
        assert found is not None
        running = playwright.chromium.launch(
            executable_path=str(found), args=[*chromium.launch_arguments(), NEIGHBOUR_IS_HERE]
        )
        yield running
        running.close()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """One server for all tests that do not end it."""
    with server_process(tmp_path_factory.mktemp("data"), "--pace", "0") as running:
        yield running


@pytest.fixture(scope="session")
def address(server: ServerProcess) -> str:
    """Where the server is."""
    return f"http://127.0.0.1:{server.live.port}"


def watched(context: BrowserContext, complaints: list[str]) -> Page:
    """A page whose errors are noted; breaches of the content policy are among them."""
    context.set_default_timeout(PATIENCE_MS)
    page = context.new_page()
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on(
        "console",
        lambda message: (
            complaints.append(message.text) if message.type in ("error", "warning") else None
        ),
    )
    return page


def phone_context(
    browser: Browser,
    size: tuple[int, int] = PHONE,
    *,
    locale: str | None = None,
    reduced_motion: Literal["reduce"] | None = None,
) -> BrowserContext:
    """A phone of this size, without cookies."""
    width, height = size
    return browser.new_context(
        viewport={"width": width, "height": height}, locale=locale,
        has_touch=True, is_mobile=True, reduced_motion=reduced_motion,
    )  # fmt: skip


@contextmanager
def visitor(
    browser: Browser, address: str, complaints: list[str], size: tuple[int, int] = DESK
) -> Iterator[TablePage]:
    """Someone with a browser, without cookies."""
    width, height = size
    with browser.new_context(
        viewport={"width": width, "height": height}, reduced_motion="reduce"
    ) as context:
        yield TablePage(watched(context, complaints), address)


def told(someone: TablePage, complaints: list[str]) -> None:
    """Writes what the page showed in the end: pytest shows it where the test failed."""
    shown = someone.page.locator("body").inner_text()
    sys.stdout.write("\n".join([someone.page.url, shown, *complaints, ""]))


@pytest.fixture
def complaints() -> list[str]:
    """What the browser complained about; must be empty in the end."""
    return []


@pytest.fixture
def table(browser: Browser, address: str, complaints: list[str]) -> Iterator[TablePage]:
    """A visitor at a desk."""
    width, height = DESK
    with browser.new_context(viewport={"width": width, "height": height}) as context:
        someone = TablePage(watched(context, complaints), address)
        yield someone
        told(someone, complaints)
    assert complaints == []


@pytest.fixture
def phone(browser: Browser, address: str, complaints: list[str]) -> Iterator[TablePage]:
    """A visitor with the smallest phone, held upright."""
    with phone_context(browser) as context:
        someone = TablePage(watched(context, complaints), address)
        yield someone
        told(someone, complaints)
    assert complaints == []


@pytest.fixture
def ada(browser: Browser, address: str, complaints: list[str]) -> Iterator[TablePage]:
    """Who invites others."""
    with visitor(browser, address, complaints) as someone:
        yield someone
    assert complaints == []


@pytest.fixture
def bea(browser: Browser, address: str, complaints: list[str]) -> Iterator[TablePage]:
    """A friend of hers."""
    with visitor(browser, address, complaints) as someone:
        yield someone

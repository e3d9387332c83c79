"""A WebKit, as in Safari, driven by WebDriver over HTTP on a screen of no machine.

https://www.w3.org/TR/webdriver2/ describes the commands.
"""

import http.client
import json
import os
import socket
import subprocess
import time
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from bottleimp.server.settings.config import LOOPBACK
from scripts.webkit import WebKitPrograms
from tests.support.browser.other_browser import POLL, OtherBrowser, Source, end_process
from tests.support.patience import PATIENCE

SETTINGS = "[Settings]\ngtk-enable-animations=0\n"  # so pages hear that little should move
SCREEN = "1400x1000x24"
# Evaluated before anything else: what the page complains of from then on.
HEARD = """(window.complaints ??= (() => {
  const complaints = [];
  addEventListener("error", (event) => complaints.push(event.message));
  addEventListener("unhandledrejection", (event) => complaints.push(String(event.reason)));
  return complaints;
})())"""


class WebKit(OtherBrowser):
    """One window of a running WebKit."""

    def __init__(self, address: str, browser: Path) -> None:
        super().__init__()
        self._address = urlsplit(address)
        options = {"binary": str(browser), "args": ["--automation"]}
        wanted = {"alwaysMatch": {"webkitgtk:browserOptions": options}}
        session = self._request("POST", "/session", {"capabilities": wanted})["sessionId"]
        self._session = f"/session/{session}"

    def _request(self, method: str, path: str, body: Mapping[str, object] | None = None) -> Any:
        """What the driver answers."""
        connection = http.client.HTTPConnection(
            str(self._address.hostname), self._address.port, timeout=PATIENCE
        )
        text = None if body is None else json.dumps(body)
        connection.request(method, path, text, {"Content-Type": "application/json"})
        answer = connection.getresponse()
        value = json.loads(answer.read())["value"]
        connection.close()
        if answer.status != http.HTTPStatus.OK:
            raise AssertionError(f"{method} {path}: {value['error']}: {value['message']}")
        return value

    def command(self, path: str, **parameters: object) -> Any:
        """What the driver answers to a command."""
        return self._request("POST", f"{self._session}{path}", parameters)

    def open(self, address: str) -> None:
        """Opens a page and waits until it has been loaded."""
        self.command("/url", url=address)

    def resize(self, width: int, height: int) -> None:
        """Gives the window so much room, or as little as it can do with."""
        self.command("/window/rect", width=width, height=height)

    def evaluate(self, expression: str) -> Any:
        """The value of an expression in the page, a promise awaited; it must fit into JSON."""
        script = f"""return (async () => {{
          const complaints = {HEARD}.splice(0);
          return JSON.stringify([(await ({expression})) ?? null, complaints]);
        }})()"""
        answer, complaints = json.loads(self.command("/execute/sync", script=script, args=[]))
        self.complaints += complaints
        return answer

    def find(self, selector: str) -> dict[str, Any]:
        """The first element, as pointers are told of it."""
        return dict(self.command("/element", using="css selector", value=selector))

    def perform(self, source: Source) -> None:
        """Does what the actions of one source of input say."""
        self.command("/actions", actions=[source])

    def close(self) -> None:
        """Closes the window."""
        self._request("DELETE", self._session)


@contextmanager
def running_webkit(programs: WebKitPrograms, folder: Path) -> Iterator[WebKit]:
    """A WebKit that keeps everything in the folder, ended afterwards."""
    settings = folder / "gtk-3.0" / "settings.ini"
    settings.parent.mkdir()
    settings.write_text(SETTINGS, encoding="utf-8")
    with ExitStack() as stack:
        display = stack.enter_context(running_screen(programs.screen))
        environment = {
            **os.environ,
            "DISPLAY": f":{display}",
            "HOME": str(folder),
            "XDG_CONFIG_HOME": str(folder),
            "LIBGL_ALWAYS_SOFTWARE": "1",
            # A container may make no namespaces; the pages are ours.
            "WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS": "1",
        }
        with socket.create_server((LOOPBACK, 0)) as free:
            port = free.getsockname()[1]
        with (folder / "output.txt").open("wb") as target:
            driver = subprocess.Popen(
                [programs.driver, f"--host={LOOPBACK}", f"--port={port}"],
                env=environment, stdout=target, stderr=subprocess.STDOUT,
            )  # fmt: skip
        stack.callback(end_process, driver)
        wait_until_listening(port, driver)
        webkit = WebKit(f"http://{LOOPBACK}:{port}", programs.browser)
        stack.callback(webkit.close)
        yield webkit


@contextmanager
def running_screen(program: Path) -> Iterator[int]:
    """The number of a display that no machine shows."""
    reading, writing = os.pipe()
    screen = subprocess.Popen(
        [program, "-displayfd", str(writing), "-screen", "0", SCREEN, "-nolisten", "tcp"],
        pass_fds=[writing], stderr=subprocess.DEVNULL,
    )  # fmt: skip
    os.close(writing)
    try:
        with os.fdopen(reading) as said:
            yield int(said.readline())
    finally:
        end_process(screen)


def wait_until_listening(port: int, process: subprocess.Popen[bytes]) -> None:
    """Waits until somebody answers at the port."""
    limit = time.monotonic() + PATIENCE
    while process.poll() is None and time.monotonic() < limit:
        try:
            socket.create_connection((LOOPBACK, port)).close()
        except ConnectionRefusedError:
            time.sleep(POLL)
        else:
            return
    raise AssertionError("the driver of WebKit does not listen")

"""A Firefox, driven by WebDriver BiDi over its own socket: no driver stands between.

https://w3c.github.io/webdriver-bidi/ describes the commands.
"""

import json
import re
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from websockets.sync.client import ClientConnection, connect

from tests.support.browser.other_browser import POLL, OtherBrowser, Source, end_process
from tests.support.patience import PATIENCE

# Beside what Firefox sets by itself where it is driven: it talks to nobody but the page.
PREFERENCES = {
    "app.normandy.enabled": False,
    "app.update.disabledForTesting": True,
    "browser.safebrowsing.malware.enabled": False,
    "browser.safebrowsing.phishing.enabled": False,
    "browser.shell.checkDefaultBrowser": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "extensions.update.enabled": False,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "ui.prefersReducedMotion": 1,
}
LISTENING = re.compile(r"WebDriver BiDi listening on (ws://\S+)")

Reply = dict[str, Any]  # whatever the command says


class Firefox(OtherBrowser):
    """One window of a running Firefox."""

    def __init__(self, socket: ClientConnection) -> None:
        super().__init__()
        self._socket = socket
        self._number = 0
        self.command("session.new", capabilities={})
        # The tab that Firefox opens by itself has no focus, so that keys would press no button.
        self._context = self.command("browsingContext.create", type="tab")["context"]
        self.command("session.subscribe", events=["log.entryAdded"])

    def command(self, method: str, **parameters: object) -> Reply:
        """What Firefox answers to a command; events that come before are noted."""
        self._number += 1
        self._socket.send(json.dumps({"id": self._number, "method": method, "params": parameters}))
        while True:
            message: Reply = json.loads(self._socket.recv(timeout=PATIENCE))
            if message["type"] == "event":
                self._note(message["params"])
            elif message["id"] == self._number:
                if message["type"] == "error":
                    raise AssertionError(f"{method}: {message['error']}: {message['message']}")
                return dict(message["result"])

    def _note(self, entry: Reply) -> None:
        if entry.get("level") in ("error", "warn"):
            self.complaints.append(str(entry.get("text")))

    def open(self, address: str) -> None:
        """Opens a page and waits until it has been loaded."""
        self.command(
            "browsingContext.navigate", context=self._context, url=address, wait="complete"
        )

    def resize(self, width: int, height: int) -> None:
        """Gives the page so much room."""
        self.command(
            "browsingContext.setViewport",
            context=self._context,
            viewport={"width": width, "height": height},
        )

    def evaluate(self, expression: str) -> Any:
        """The value of an expression in the page, a promise awaited; it must fit into JSON."""
        answer = self.command(
            "script.evaluate",
            expression=f"(async () => JSON.stringify((await ({expression})) ?? null))()",
            target={"context": self._context},
            awaitPromise=True,
        )
        if answer["type"] == "exception":
            raise AssertionError(answer["exceptionDetails"]["text"])
        return json.loads(answer["result"]["value"])

    def find(self, selector: str) -> dict[str, Any]:
        """The first element, as pointers are told of it."""
        found = self.command(
            "browsingContext.locateNodes",
            context=self._context,
            locator={"type": "css", "value": selector},
            maxNodeCount=1,
        )["nodes"]
        assert found, selector
        return {"type": "element", "element": {"sharedId": found[0]["sharedId"]}}

    def perform(self, source: Source) -> None:
        """Does what the actions of one source of input say."""
        self.command("input.performActions", context=self._context, actions=[source])


@contextmanager
def running_firefox(executable: Path, folder: Path) -> Iterator[Firefox]:
    """A Firefox with a profile of its own in the folder, ended afterwards."""
    profile = folder / "profile"
    profile.mkdir()
    lines = (f'user_pref("{name}", {json.dumps(value)});' for name, value in PREFERENCES.items())
    (profile / "user.js").write_text("\n".join(lines), encoding="utf-8")
    output = folder / "output.txt"
    command = [
        str(executable), "--headless", "--no-remote", "--new-instance",
        "--profile", str(profile), "--remote-debugging-port", "0",
    ]  # fmt: skip
    with output.open("wb") as target:
        process = subprocess.Popen(command, stdout=target, stderr=subprocess.STDOUT)
    try:
        address = f"{address_of(process, output)}/session"
        with connect(address, max_size=None, open_timeout=PATIENCE) as socket:
            yield Firefox(socket)
    finally:
        end_process(process)


def address_of(process: subprocess.Popen[bytes], output: Path) -> str:
    """Where a Firefox that has just been started listens."""
    limit = time.monotonic() + PATIENCE
    while time.monotonic() < limit and process.poll() is None:
        said = output.read_text(encoding="utf-8", errors="replace")
        if found := LISTENING.search(said):
            return found[1]
        time.sleep(POLL)
    raise AssertionError(output.read_text(encoding="utf-8", errors="replace"))

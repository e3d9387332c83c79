"""A Firefox, driven by WebDriver BiDi over its own socket: no driver stands between.

https://w3c.github.io/webdriver-bidi/ describes the commands.
"""

import json
import re
import subprocess
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from websockets.sync.client import ClientConnection, connect

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
POLL = 0.05  # seconds between two looks at the page or at what Firefox has written

Reply = dict[str, Any]  # whatever the command says


class Firefox:
    """One window of a running Firefox."""

    def __init__(self, socket: ClientConnection) -> None:
        self._socket = socket
        self._number = 0
        self.complaints: list[str] = []  # errors and warnings of the pages
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

    def wait_for(self, function: str) -> Any:
        """What a function of the page answers as soon as that is something.

        It is asked again and again: a page that is left never answers a question that waits.
        """
        limit = time.monotonic() + PATIENCE
        while time.monotonic() < limit:
            if answer := self.evaluate(f"({function})()"):
                return answer
            time.sleep(POLL)
        raise AssertionError(f"waited in vain for {function}")

    def click(self, selector: str) -> None:
        """Clicks the first element with the mouse, at its middle."""
        found = self.command(
            "browsingContext.locateNodes",
            context=self._context,
            locator={"type": "css", "value": selector},
            maxNodeCount=1,
        )["nodes"]
        assert found, selector
        element = {"type": "element", "element": {"sharedId": found[0]["sharedId"]}}
        self._act(
            {
                "type": "pointer",
                "id": "mouse",
                "actions": [
                    {"type": "pointerMove", "x": 0, "y": 0, "origin": element},
                    {"type": "pointerDown", "button": 0},
                    {"type": "pointerUp", "button": 0},
                ],
            }
        )

    def press(self, key: str) -> None:
        """Presses a key; special keys by their code points, see `KEYS`."""
        value = KEYS.get(key, key)
        steps = [{"type": kind, "value": value} for kind in ("keyDown", "keyUp")]
        self._act({"type": "key", "id": "keyboard", "actions": steps})

    def _act(self, source: Mapping[str, object]) -> None:
        self.command("input.performActions", context=self._context, actions=[source])


# https://w3c.github.io/webdriver/#keyboard-actions
KEYS = {"Enter": "\ue007", "Tab": "\ue004", "ArrowLeft": "\ue012", "ArrowRight": "\ue014"}


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
        process.terminate()
        try:
            process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def address_of(process: subprocess.Popen[bytes], output: Path) -> str:
    """Where a Firefox that has just been started listens."""
    limit = time.monotonic() + PATIENCE
    while time.monotonic() < limit and process.poll() is None:
        said = output.read_text(encoding="utf-8", errors="replace")
        if found := LISTENING.search(said):
            return found[1]
        time.sleep(POLL)
    raise AssertionError(output.read_text(encoding="utf-8", errors="replace"))

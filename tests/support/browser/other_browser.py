"""What a test does in a browser that is no Chromium, whichever way it is driven."""

import subprocess
import time
from abc import ABC, abstractmethod
from typing import Any

from tests.support.patience import PATIENCE

POLL = 0.05  # seconds between two looks
# https://w3c.github.io/webdriver/#keyboard-actions
KEYS = {"Enter": "\ue007", "Tab": "\ue004", "ArrowLeft": "\ue012", "ArrowRight": "\ue014"}
Source = dict[str, Any]  # of input, as WebDriver has it


class OtherBrowser(ABC):
    """One window of a running browser."""

    def __init__(self) -> None:
        self.complaints: list[str] = []  # errors of the pages

    @abstractmethod
    def open(self, address: str) -> None:
        """Opens a page and waits until it has been loaded."""

    @abstractmethod
    def resize(self, width: int, height: int) -> None:
        """Gives the page so much room, or the least that the browser does with."""

    @abstractmethod
    def evaluate(self, expression: str) -> Any:
        """The value of an expression in the page, a promise awaited; it must fit into JSON."""

    @abstractmethod
    def find(self, selector: str) -> dict[str, Any]:
        """The first element, as pointers are told of it."""

    @abstractmethod
    def perform(self, source: Source) -> None:
        """Does what the actions of one source of input say."""

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
        element = self.find(selector)
        actions = [
            {"type": "pointerMove", "x": 0, "y": 0, "origin": element},
            {"type": "pointerDown", "button": 0},
            {"type": "pointerUp", "button": 0},
        ]
        self.perform({"type": "pointer", "id": "mouse", "actions": actions})

    def press(self, key: str) -> None:
        """Presses a key; special keys by their code points, see `KEYS`."""
        value = KEYS.get(key, key)
        steps = [{"type": kind, "value": value} for kind in ("keyDown", "keyUp")]
        self.perform({"type": "key", "id": "keyboard", "actions": steps})


def end_process(process: subprocess.Popen[bytes]) -> None:
    """Ends the process, by force if need be."""
    process.terminate()
    try:
        process.wait(PATIENCE)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()

"""Firefox and WebKit play a round too, by mouse and by keyboard, without a complaint of a page."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest

from scripts.firefox import find_firefox
from scripts.webkit import find_webkit
from tests.support.browser.firefox import running_firefox
from tests.support.browser.other_browser import OtherBrowser
from tests.support.browser.table_page import FOCUSED, OVERFLOW, WANTED
from tests.support.browser.webkit import running_webkit

pytestmark = [pytest.mark.browser, pytest.mark.slow]

EDITION = "classic/3"
PHONE, DESK = (375, 667), (1280, 800)
NEW_TABLE = """(() => {
  const form = document.querySelector("form[action='/tables']");
  for (const [name, value] of [["pace", "0"], ["level", "rules_of_thumb"]]) {
    form.querySelector(`[type=hidden][name=${name}], select[name=${name}]`)?.remove();
    for (const one of form.querySelectorAll(`[name=${name}]`)) one.disabled = true;
    const input = document.createElement("input");
    Object.assign(input, { type: "hidden", name, value });
    form.append(input);
  }
  form.submit();
})()"""

of_each_size = pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])


@pytest.fixture(scope="module")
def started_firefox(tmp_path_factory: pytest.TempPathFactory) -> Iterator[OtherBrowser]:
    """A Firefox, started once."""
    found = find_firefox()
    assert found is not None
    with running_firefox(found, tmp_path_factory.mktemp("firefox")) as running:
        yield running


@pytest.fixture(scope="module")
def started_webkit(tmp_path_factory: pytest.TempPathFactory) -> Iterator[OtherBrowser]:
    """A WebKit, started once."""
    found = find_webkit()
    assert found is not None
    with running_webkit(found, tmp_path_factory.mktemp("webkit")) as running:
        yield running


@pytest.fixture
def firefox(started_firefox: OtherBrowser) -> Iterator[OtherBrowser]:
    """The window of the Firefox."""
    with without_complaints(started_firefox):
        yield started_firefox


@pytest.fixture
def webkit(started_webkit: OtherBrowser) -> Iterator[OtherBrowser]:
    """The window of the WebKit."""
    with without_complaints(started_webkit):
        yield started_webkit


@contextmanager
def without_complaints(at: OtherBrowser) -> Iterator[None]:
    """The pages must not complain meanwhile."""
    at.complaints.clear()
    yield
    assert at.complaints == []


def sit_down(at: OtherBrowser, address: str, size: tuple[int, int]) -> None:
    """Opens a table with quick players."""
    at.resize(*size)
    at.open(f"{address}/new?edition={EDITION}")
    at.evaluate(NEW_TABLE)
    at.wait_for("() => document.querySelector('.board') !== null")


def play_round(at: OtherBrowser, act: Callable[[str], None]) -> list[tuple[int, str]]:
    """Plays a round; how wide the page was and what had the focus at each moment."""
    seen: list[tuple[int, str]] = []
    while (wanted := at.wait_for(WANTED)) not in ("next", "end"):
        act(str(wanted))
        seen.append((at.evaluate(f"({OVERFLOW})()"), at.evaluate(f"({FOCUSED})()")))
    return seen


def play_by_mouse(at: OtherBrowser, address: str, size: tuple[int, int]) -> None:
    """A round by mouse, in which the page is never wider than the window."""
    sit_down(at, address, size)

    def act(wanted: str) -> None:
        cards = wanted in ("exchange", "play")
        at.click(".own-hands .usable" if cards else f"[data-act={wanted}]")

    seen = play_round(at, act)

    assert len(seen) > 12
    assert {width for width, _ in seen} == {0}
    assert at.evaluate("document.querySelectorAll('.scores tbody tr').length") == 3


def play_by_keyboard(at: OtherBrowser, address: str) -> None:
    """A round by keyboard, in which the focus is never lost."""
    sit_down(at, address, DESK)

    def act(wanted: str) -> None:
        at.press("y" if wanted == "commit" else "h")
        if wanted == "commit":
            return
        for _ in range(20):
            if at.evaluate("document.activeElement.matches('.usable')"):
                break
            at.press("ArrowRight")
        at.press("Enter")

    seen = play_round(at, act)

    assert "nowhere" not in {focused for _, focused in seen}
    assert at.evaluate(f"({FOCUSED})()") == "next"


@pytest.mark.firefox
@of_each_size
def test_a_round_is_played_in_firefox_by_mouse(
    firefox: OtherBrowser, address: str, size: tuple[int, int]
) -> None:
    play_by_mouse(firefox, address, size)


@pytest.mark.firefox
@pytest.mark.wide
def test_a_round_is_played_in_firefox_by_keyboard_and_keeps_the_focus(
    firefox: OtherBrowser, address: str
) -> None:
    play_by_keyboard(firefox, address)


@pytest.mark.webkit
@of_each_size
def test_a_round_is_played_in_webkit_by_mouse(
    webkit: OtherBrowser, address: str, size: tuple[int, int]
) -> None:
    play_by_mouse(webkit, address, size)


@pytest.mark.webkit
@pytest.mark.wide
def test_a_round_is_played_in_webkit_by_keyboard_and_keeps_the_focus(
    webkit: OtherBrowser, address: str
) -> None:
    play_by_keyboard(webkit, address)

"""Firefox plays a round too, by mouse and by keyboard, without a complaint of the page."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from scripts.firefox import find_firefox
from tests.support.browser.firefox import Firefox, running_firefox
from tests.support.browser.table_page import FOCUSED, OVERFLOW, WANTED

pytestmark = [pytest.mark.browser, pytest.mark.firefox, pytest.mark.slow]

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


@pytest.fixture(scope="module")
def started(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Firefox]:
    """A Firefox, started once."""
    found = find_firefox()
    assert found is not None
    with running_firefox(Path(found), tmp_path_factory.mktemp("firefox")) as running:
        yield running


@pytest.fixture
def firefox(started: Firefox) -> Iterator[Firefox]:
    """The window; pages must not have complained."""
    started.complaints.clear()
    yield started
    assert started.complaints == []


def sit_down(firefox: Firefox, address: str, size: tuple[int, int]) -> None:
    """Opens a table with quick players."""
    firefox.resize(*size)
    firefox.open(f"{address}/new?edition={EDITION}")
    firefox.evaluate(NEW_TABLE)
    firefox.wait_for("() => document.querySelector('.board') !== null")


def play_round(firefox: Firefox, act: Callable[[str], None]) -> list[tuple[int, str]]:
    """Plays a round; how wide the page was and what had the focus at each moment."""
    seen: list[tuple[int, str]] = []
    while (wanted := firefox.wait_for(WANTED)) not in ("next", "end"):
        act(str(wanted))
        seen.append((firefox.evaluate(f"({OVERFLOW})()"), firefox.evaluate(f"({FOCUSED})()")))
    return seen


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
def test_a_round_is_played_in_firefox_by_mouse(
    firefox: Firefox, address: str, size: tuple[int, int]
) -> None:
    sit_down(firefox, address, size)

    def act(wanted: str) -> None:
        cards = wanted in ("exchange", "play")
        firefox.click(".own-hands .usable" if cards else f"[data-act={wanted}]")

    seen = play_round(firefox, act)

    assert len(seen) > 12
    assert {width for width, _ in seen} == {0}
    assert firefox.evaluate("document.querySelectorAll('.scores tbody tr').length") == 3


@pytest.mark.wide
def test_a_round_is_played_in_firefox_by_keyboard_and_keeps_the_focus(
    firefox: Firefox, address: str
) -> None:
    sit_down(firefox, address, DESK)

    def act(wanted: str) -> None:
        firefox.press("y" if wanted == "commit" else "h")
        if wanted == "commit":
            return
        for _ in range(20):
            if firefox.evaluate("document.activeElement.matches('.usable')"):
                break
            firefox.press("ArrowRight")
        firefox.press("Enter")

    seen = play_round(firefox, act)

    assert "nowhere" not in {focused for _, focused in seen}
    assert firefox.evaluate(f"({FOCUSED})()") == "next"

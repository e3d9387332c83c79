"""Axe finds nothing, and buttons keep their words: every phase, theme and size of three modes."""

from collections.abc import Iterator
from itertools import product
from typing import Literal, NamedTuple

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.accessibility.test_accessibility import barriers
from tests.browser.accessibility.test_what_is_heard import misnamed
from tests.browser.conftest import watched
from tests.support.browser.table_page import TablePage

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.wide]


class Theme(NamedTuple):
    """What the browser asks for, and the settings of the table."""

    colours: Literal["light", "dark"] = "light"
    contrast: Literal["no-preference", "more"] = "no-preference"
    forced: Literal["none", "active"] = "none"
    print: str = "normal"


THEMES = {
    "light": Theme(),
    "dark": Theme(colours="dark"),
    "contrast": Theme(contrast="more"),
    "forced": Theme(colours="dark", forced="active"),
    "large": Theme(print="large"),
    "dark-large": Theme(colours="dark", print="large"),
}
SIZES = {"phone": (375, 667), "laptop": (1366, 633)}
EDITIONS = ("classic/3", "matagot/4-teams", "matagot/devils-eye")
# Mode, size and the themes in which each phase is looked at.
LOOKS = [
    pytest.param("classic/3", "phone", ("contrast",)),
    *(
        pytest.param(edition, size, tuple(THEMES), marks=pytest.mark.long)
        for edition, size in product(EDITIONS, SIZES)
    ),
]
SET_PRINT = "print => { document.documentElement.dataset.print = print; }"
SHOW = """(name) => {
  const button = [...document.querySelectorAll(".tools button, [data-act=tricks]")]
    .find((one) => one.matches(name));
  button?.click();
  return button !== undefined;
}"""
BUTTONS = {
    "settings": ".tool-list button:first-of-type",
    "keys": ".keys-button",
    "tricks": "[data-act=tricks]",
}


@pytest.fixture
def visitor(
    request: pytest.FixtureRequest, browser: Browser, address: str, complaints: list[str]
) -> Iterator[TablePage]:
    """A visitor with a screen of this size."""
    width, height = SIZES[request.node.callspec.params["size"]]
    with browser.new_context(
        viewport={"width": width, "height": height}, reduced_motion="reduce"
    ) as context:
        yield TablePage(watched(context, complaints), address)
    assert complaints == []


def barriers_in(page: Page, themes: tuple[str, ...]) -> list[str]:
    """What axe finds in these themes."""
    found = []
    for name in themes:
        theme = THEMES[name]
        page.emulate_media(
            color_scheme=theme.colours, contrast=theme.contrast, forced_colors=theme.forced
        )
        page.evaluate(SET_PRINT, theme.print)
        # Forced colours are the system's; a script reads those of the style sheet beside them.
        without = ("color-contrast",) if theme.forced == "active" else ()
        found += [f"{name}: {barrier}" for barrier in barriers(page, without=without)]
    return found


def faults_in_dialogs(page: Page, themes: tuple[str, ...]) -> Iterator[str]:
    """The faults of each dialog."""
    for name, button in BUTTONS.items():
        if page.evaluate(SHOW, button):
            page.locator("dialog.window[open]").wait_for()
            for fault in (*misnamed(page), *barriers_in(page, themes)):
                yield f"{name}: {fault}"
            page.keyboard.press("Escape")
            page.locator("dialog.window[open]").wait_for(state="detached")


@pytest.mark.parametrize(("edition", "size", "themes"), LOOKS)
def test_no_phase_of_a_match_has_a_fault_in_any_theme(
    visitor: TablePage, edition: str, size: str, themes: tuple[str, ...]
) -> None:
    del size  # the visitor's
    page = visitor.page
    seen: dict[str, list[str]] = {}

    def look() -> list[str]:
        return [*misnamed(page), *barriers_in(page, themes)]

    def act(wanted: str) -> None:
        has_tricks = page.locator("[data-act=tricks]").count() > 0
        if has_tricks and "dialogs" not in seen:
            seen["dialogs"] = [*faults_in_dialogs(page, themes)]
        phase = f"{wanted} later" if has_tricks else wanted
        if phase not in seen:
            seen[phase] = look()
        visitor.by_mouse(wanted)

    visitor.sit_down(edition, length="rounds", rounds="1")
    visitor.until("end", act=act)
    seen["end"] = look()

    assert {"exchange", "commit", "play", "play later", "dialogs", "end"} <= set(seen)
    assert {phase: found for phase, found in seen.items() if found} == {}

"""No page and no phase of the table has a known barrier, in any size or colour."""

from collections.abc import Iterator

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page

from tests.browser.conftest import DESK, PHONE, watched
from tests.support.browser.table_page import TablePage

pytestmark = [pytest.mark.browser, pytest.mark.slow]

ONE_OF_EACH_PAGE = [
    "/",
    "/matches",
    "/new",
    "/rules",
    "/rules/classic/4",
    "/settings",
    "/learn",
    "/learn/following",
    "/nothing-here",
]
OTHER_PAGES = [
    "/new?edition=matagot/5-teams",
    "/rules/matagot/6-teams-2211",
    "/rules/matagot/6,target=300",
    "/rules/classic/9",
]

# Where each edition is looked at in the short run; in the long run everywhere.
SEEN_SHORTLY = {"matagot/6-teams-222": "light desk", "classic/bright-house": "dark phone"}
SEEN = [
    pytest.param(
        place, edition, marks=() if SEEN_SHORTLY.get(edition) == place else pytest.mark.long
    )
    for place in ("light desk", "dark phone")
    for edition in ("classic/4", *SEEN_SHORTLY)
]


def barriers(page: Page, *, without: tuple[str, ...] = ()) -> list[str]:
    """What axe finds, apart from these rules, one line for each place."""
    rules = {rule: {"enabled": False} for rule in without}
    # To describe all that is as it should be would take three times as long.
    options = {"rules": rules, "resultTypes": ["violations"]}
    found = Axe().run(page, options=options).response["violations"]
    return [
        f"{violation['id']}: {' '.join(node['target'])} {node['failureSummary']}"
        for violation in found
        for node in violation["nodes"]
    ]


@pytest.fixture(params=["light desk", "dark phone"])
def visitor(request: pytest.FixtureRequest, browser: Browser, address: str) -> Iterator[TablePage]:
    """A visitor at a light desk, then one with a dark phone."""
    colours, place = request.param.split()
    width, height = DESK if place == "desk" else PHONE
    with browser.new_context(
        viewport={"width": width, "height": height},
        color_scheme=colours,
        reduced_motion="reduce",
    ) as context:
        yield TablePage(watched(context, []), address)


@pytest.mark.parametrize(
    "paths",
    [
        pytest.param(ONE_OF_EACH_PAGE, id="one of each"),
        pytest.param(OTHER_PAGES, id="others", marks=pytest.mark.wide),
    ],
)
def test_no_page_has_a_barrier(visitor: TablePage, paths: list[str]) -> None:
    found = []
    for path in paths:
        visitor.page.goto(visitor.address + path)
        found += [f"{path}: {barrier}" for barrier in barriers(visitor.page)]

    assert found == []


@pytest.mark.wide
def test_no_page_is_wider_than_the_screen(visitor: TablePage) -> None:
    wide = []
    for path in (*ONE_OF_EACH_PAGE, *OTHER_PAGES):
        visitor.page.goto(visitor.address + path)
        if visitor.overflow() > 0:
            wide.append(path)

    assert wide == []


@pytest.mark.parametrize(("visitor", "edition"), SEEN, indirect=["visitor"])
def test_no_phase_of_a_table_has_a_barrier(visitor: TablePage, edition: str) -> None:
    seen: dict[str, list[str]] = {}

    def act(wanted: str) -> None:
        if wanted not in seen:
            seen[wanted] = barriers(visitor.page)
        visitor.by_mouse(wanted)

    visitor.sit_down(edition)
    act(visitor.until("next", act=act))

    assert {wanted: found for wanted, found in seen.items() if found} == {}


def test_the_windows_of_a_table_have_no_barrier(visitor: TablePage) -> None:
    visitor.sit_down("classic/4")
    found = []
    for name in ("Settings", "Leave"):
        if visitor.page.get_by_role("button", name="Menu").is_visible():
            visitor.page.get_by_role("button", name="Menu").click()
        visitor.page.get_by_role("button", name=name).click()
        found += barriers(visitor.page)
        visitor.page.keyboard.press("Escape")

    assert found == []

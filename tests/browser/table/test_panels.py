"""Details and talk over a small table take the focus, leave the hand free, close beside them."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.conftest import phone_context, watched
from tests.support.browser.company import open_table, play_until, sit_down
from tests.support.browser.table_page import TablePage

pytestmark = [pytest.mark.browser, pytest.mark.slow]

SIZES = {"upright": (375, 667), "sideways": (740, 360)}
FOCUS_IS_IN = "(panel) => document.activeElement.closest(panel) !== null"
OVERLAP = """(panel) => Math.max(0, document.querySelector(panel).getBoundingClientRect().bottom
  - document.querySelector(".own-hands .card").getBoundingClientRect().top)"""


@pytest.fixture(params=SIZES)
def handheld(
    request: pytest.FixtureRequest, browser: Browser, address: str, complaints: list[str]
) -> Iterator[TablePage]:
    """A visitor with a phone, held upright or sideways."""
    with phone_context(browser, SIZES[request.param], reduced_motion="reduce") as context:
        yield TablePage(watched(context, complaints), address)
    assert complaints == []


@pytest.mark.wide
def test_the_details_take_the_focus_and_leave_the_hand_free(handheld: TablePage) -> None:
    handheld.sit_down("classic/4")
    handheld.until("play")
    handheld.page.get_by_role("button", name="Details").tap()

    assert handheld.page.evaluate(FOCUS_IS_IN, "#side")
    assert handheld.page.evaluate(OVERLAP, "#side") == 0


@pytest.mark.wide
def test_the_details_close_on_a_tap_beside_them(handheld: TablePage) -> None:
    handheld.sit_down("classic/4")
    handheld.until("play")
    handheld.page.get_by_role("button", name="Details").tap()
    handheld.page.locator("#side").tap(position={"x": 20, "y": 90})
    expect(handheld.page.locator("#side")).to_be_visible()
    handheld.page.locator(".own-hands .usable").first.tap()

    expect(handheld.page.locator("#side")).to_be_hidden()


@pytest.mark.wide
def test_the_focus_goes_back_when_the_details_are_closed(handheld: TablePage) -> None:
    handheld.sit_down("classic/4")
    handheld.until("play")
    for close in (
        lambda: handheld.page.keyboard.press("Escape"),
        lambda: handheld.page.locator(".drawer-close").tap(),
    ):
        handheld.page.get_by_role("button", name="Details").tap()
        close()
        expect(handheld.page.locator("#side")).to_be_hidden()
        assert handheld.page.evaluate(FOCUS_IS_IN, ".drawer-button")


@pytest.mark.wide
def test_the_talk_leaves_the_hand_free_and_closes_beside_it(
    handheld: TablePage, ada: TablePage
) -> None:
    code = open_table(ada, "classic/3", player_2="rules_of_thumb", talk="free")
    handheld.page.goto(f"{ada.address}/j/{code}")
    sit_down(handheld, "Bea")
    play_until("play", ada, handheld, who=handheld)
    button = handheld.page.get_by_role("button", name="Talk")
    button.tap()
    assert handheld.page.evaluate(FOCUS_IS_IN, "#chat")
    assert handheld.page.evaluate(OVERLAP, "#chat") == 0
    handheld.page.get_by_label("In your own words").fill("Hello")
    handheld.page.keyboard.press("Escape")
    expect(handheld.page.locator("#chat")).to_have_count(0)
    assert handheld.page.evaluate(FOCUS_IS_IN, ".chat-button")

    button.tap()
    handheld.page.locator(".own-hands .usable").first.tap()
    expect(handheld.page.locator("#chat")).to_have_count(0)


@pytest.mark.wide
def test_the_talk_leaves_the_details_free_on_a_laptop(ada: TablePage, bea: TablePage) -> None:
    bea.page.set_viewport_size({"width": 1366, "height": 633})
    code = open_table(ada, "classic/3", player_2="rules_of_thumb", talk="free")
    bea.page.goto(f"{ada.address}/j/{code}")
    sit_down(bea, "Bea")
    play_until("play", ada, bea, who=bea)
    bea.page.get_by_role("button", name="Talk").click()

    talk = bea.page.locator("#chat").bounding_box()
    details = bea.page.locator("#side").bounding_box()
    assert talk is not None
    assert details is not None
    assert details["y"] + details["height"] <= talk["y"] + 1
    assert details["height"] > 150
    assert abs(talk["x"] - details["x"]) <= 1

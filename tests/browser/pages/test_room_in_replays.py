"""In the replay of a round the felt has its room on every phone, and nothing on it overlaps."""

import pytest
from playwright.sync_api import Browser, Route, expect

from bottleimp.protocol.messages import RequestNextRound
from tests.browser.conftest import DESK, phone_context, visitor, watched
from tests.browser.pages.test_replay import FELT, go_to, sit_down_as
from tests.browser.table.test_no_scrolling import NEXT_PICTURE, OVERLAP_PX, OVERLAPS
from tests.support.browser.table_page import TablePage
from tests.support.http_player import Program
from tests.support.server_process import ServerProcess

pytestmark = [pytest.mark.browser, pytest.mark.slow]

PHONES = ((320, 568), (360, 640), (390, 844), (640, 320), (667, 375), (844, 390))
# Halves under the next card of the hand, words of two bottles that touch, and a score too wide.
HIDDEN = """() => {
  const box = (one) => one.getBoundingClientRect();
  const isCovered = (half) => {
    const { right, top, bottom } = box(half);
    return !half.closest(".card").contains(
      document.elementFromPoint(right - 3, (top + bottom) / 2));
  };
  const [one, other] = [...document.querySelectorAll(".bottle.unowned .sale")].map(box);
  const score = document.querySelector(".score");
  const overlap = (one, other) =>
    Math.min(one.right, other.right) > Math.max(one.left, other.left) + 1 &&
    Math.min(one.bottom, other.bottom) > Math.max(one.top, other.top) + 1;
  return [
    ...[...document.querySelectorAll(".own-hands .half")].filter(isCovered).map(() => "a half"),
    ...one && other && one.width > 1 && overlap(one, other) ? ["words of bottles"] : [],
    ...score && score.scrollWidth > score.clientWidth + 2 ? ["the score"] : [],
  ];
}"""
# Two cards on the felt, played or of an open hand, one of which hides the other.
HIDDEN_CARDS = """() => {
  const felt = document.querySelector(".table-surface");
  const cards = [...felt.querySelectorAll(".open-hand .mini, .place .card")];
  const boxes = cards.map((card) => card.getBoundingClientRect());
  return boxes.some((one, place) => boxes.slice(place + 1).some((other) =>
    Math.min(one.right, other.right) - Math.max(one.left, other.left) > one.width / 3 &&
    Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > one.height / 2));
}"""
# By how much the sticky way covers the words about the step, and the page itself is scrolled.
COVERED_STEP = """() => {
  const box = (part) => document.querySelector(`.replay ${part}`).getBoundingClientRect();
  return [Math.max(0, Math.round(box(".way").bottom - box(".where").top)), scrollY];
}"""
WIDTH_OF_GRAPH = """() => document.querySelector(".totals-graph > svg").clientWidth"""
LEAST_GRAPH_PX = 300


@pytest.mark.wide
@pytest.mark.parametrize(
    "edition", ["matagot/5", "matagot/6", "classic/lopaka", "classic/bright-house"]
)
def test_the_felt_has_a_third_of_a_phone_and_nothing_overlaps(
    edition: str, browser: Browser, address: str, complaints: list[str], server: ServerProcess
) -> None:
    program = Program(server.live)
    program.make(edition, name="Ada")
    program.play_round()
    found = {}
    with phone_context(browser, locale="de", reduced_motion="reduce") as context:
        table = TablePage(watched(context, complaints), address)
        page = table.page
        sit_down_as(program, table)
        page.locator("[data-act=replay]").click()
        page.locator(".replay .way").wait_for()
        last = int(page.locator(".replay input[type=range]").get_attribute("max") or 0)
        for width, height in PHONES:
            page.set_viewport_size({"width": width, "height": height})
            for step in (1, 6, 12, 24, last):
                go_to(page, step)
                page.evaluate(NEXT_PICTURE)
                faults = [*page.evaluate(OVERLAPS, OVERLAP_PX), *page.evaluate(HIDDEN)]
                if page.evaluate(FELT)[1] < height / 3:
                    faults.append("the felt is small")
                if table.overflow() > 0:
                    faults.append("the page scrolls sideways")
                if faults:
                    found[width, height, step] = faults
    assert found == {}
    assert complaints == []


@pytest.mark.wide
@pytest.mark.parametrize("size", [(375, 667), (320, 640), (740, 360)])
@pytest.mark.parametrize(
    ("edition", "steps"), [("classic/4", (4, 5, 9)), ("classic/bright-house", (6, 7, 11))]
)
def test_no_card_of_a_trick_is_hidden(
    edition: str,
    steps: tuple[int, ...],
    size: tuple[int, int],
    browser: Browser,
    address: str,
    complaints: list[str],
    server: ServerProcess,
) -> None:
    program = Program(server.live)
    program.make(edition, name="Ada")
    program.play_round()
    with visitor(browser, address, complaints, size) as table:
        page = table.page
        sit_down_as(program, table)
        page.locator("[data-act=replay]").click()
        page.locator(".replay .way").wait_for()
        for step in steps:  # three and four cards of a trick
            go_to(page, step)
            expect(page.locator(".table-surface .place .card")).to_have_count(
                4 - (step == steps[0])
            )
            assert page.evaluate(HIDDEN_CARDS) is False
    assert complaints == []


@pytest.mark.wide
@pytest.mark.parametrize(
    ("edition", "size"), [("matagot/6-teams-222", DESK), ("classic/3", (844, 390))]
)
def test_the_end_of_a_match_has_its_width(
    edition: str,
    size: tuple[int, int],
    browser: Browser,
    address: str,
    complaints: list[str],
    server: ServerProcess,
) -> None:
    program = Program(server.live)
    program.make(edition, name="Ada", length="rounds=2")
    program.play_round()
    program.do(RequestNextRound, round=1)
    program.play_round()
    with phone_context(browser, size, locale="de", reduced_motion="reduce") as context:
        table = TablePage(watched(context, complaints), address)
        page = table.page
        sit_down_as(program, table)
        page.goto(f"{address}/tables/{program.table}/rounds/2")
        page.locator(".replay .way").wait_for()
        go_to(page, int(page.locator(".replay input[type=range]").get_attribute("max") or 0))
        page.locator(".score.final .totals-graph").wait_for()

        assert page.evaluate(HIDDEN) == []
        assert page.evaluate(WIDTH_OF_GRAPH) > LEAST_GRAPH_PX
    assert complaints == []


@pytest.mark.wide
@pytest.mark.parametrize("size", [(320, 568), (360, 640), (844, 390), (1280, 800)])
def test_the_words_about_a_step_stay_in_sight_above_long_advice(
    size: tuple[int, int],
    browser: Browser,
    address: str,
    complaints: list[str],
    server: ServerProcess,
) -> None:
    def lengthen(route: Route) -> None:
        answer = route.fetch()
        advice = answer.json()
        route.fulfill(response=answer, json={**advice, "reason": "It wins the trick. " * 20})

    program = Program(server.live)
    program.make("classic/bright-house", name="Ada")
    program.play_round()
    with phone_context(browser, size, reduced_motion="reduce") as context:
        table = TablePage(watched(context, complaints), address)
        page = table.page
        page.route("**/advice/**", lengthen)
        sit_down_as(program, table)
        page.locator("[data-act=replay]").click()
        page.locator(".replay .way").wait_for()
        page.locator("[data-act=advice]").check()
        given = page.locator(".replay .advice", has_text="It wins the trick. It wins")
        nothing = page.locator(".replay .advice", has_text="There was nothing to choose here.")
        for step in range(2, 12):  # the first choice of a card among several
            go_to(page, step)
            if not page.locator(".replay .what").inner_text().startswith("You "):
                continue
            given.or_(nothing).wait_for()
            if given.count():
                break

        assert page.evaluate(COVERED_STEP) == [0, 0]
    assert complaints == []

"""Every lesson can be completed by mouse, by touch and by keyboard, and can be lost."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from bottleimp.lessons import COURSE, Lesson, Outcome, lesson_named
from tests.browser.accessibility.test_accessibility import barriers
from tests.browser.conftest import DESK, phone_context, watched
from tests.browser.table.test_no_scrolling import OVERLAP_PX, OVERLAPS
from tests.support.browser.lesson_page import LessonPage, Way
from tests.support.browser.table_page import TablePage

pytestmark = [pytest.mark.browser, pytest.mark.slow]

PHONE, SIDEWAYS = (375, 667), (740, 360)
# What lies over the bottle, or beyond what part of it leaves the felt.
COVERS_OF_THE_BOTTLE = """() => {
  const box = (one) => one.getBoundingClientRect();
  const bottle = box(document.querySelector(".bottle-figure"));
  const felt = box(document.querySelector(".table-surface"));
  const leaves = bottle.left < felt.left || bottle.right > felt.right + 1 ||
    bottle.top < felt.top || bottle.bottom > felt.bottom + 4;
  const covers = [...document.querySelectorAll(".place, .ask, .player")].filter((one) => {
    const { left, right, top, bottom } = box(one);
    return Math.min(right, bottle.right) - Math.max(left, bottle.left) > 1 &&
      Math.min(bottom, bottle.bottom) - Math.max(top, bottle.top) > 1;
  }).map((one) => one.className);
  return leaves ? ["the edge", ...covers] : covers;
}"""
# Cards on which the price of the bottle lies.
COVERED_BY_THE_PRICE = """() => {
  const price = document.querySelector(".bottle-figure .tag").getBoundingClientRect();
  return [...document.querySelectorAll(".place .card")].filter((one) => {
    const { left, right, top, bottom } = one.getBoundingClientRect();
    return Math.min(right, price.right) - Math.max(left, price.left) > 1 &&
      Math.min(bottom, price.bottom) - Math.max(top, price.top) > 1;
  }).map((one) => one.innerText);
}"""
# The rows in which the buttons of the panel stand.
ROWS_OF_BUTTONS = """() => new Set([...document.querySelectorAll(".teacher .buttons button")]
  .map((one) => one.getBoundingClientRect().top)).size"""
CARD_WIDTH = """() => document.querySelector(":is(.place, .ask)").getBoundingClientRect().width"""
WAYS = ("mouse", "touch", "keyboard")
# In the short run each way goes through two lessons, in the long run through all.
IN_SHORT = {
    ("following", "mouse"),
    ("bright-house", "mouse"),
    ("price", "touch"),
    ("passing", "touch"),
    ("low-cards", "keyboard"),
    ("lopaka", "keyboard"),
}
CASES = [
    pytest.param(
        lesson,
        way,
        marks=() if (lesson.key, way) in IN_SHORT else pytest.mark.long,
        id=f"{lesson.key}-{way}",
    )
    for lesson in COURSE
    for way in WAYS
]
FOLLOWING, BUYING, PASSING = COURSE[0], COURSE[2], COURSE[5]


@pytest.fixture
def learner(
    request: pytest.FixtureRequest, browser: Browser, address: str, complaints: list[str]
) -> Iterator[LessonPage]:
    """A learner; `way` among the parameters of the test says with what."""
    way: Way = "mouse"
    if hasattr(request.node, "callspec"):
        way = request.node.callspec.params.get("way", way)
    width, height = PHONE if way == "touch" else DESK
    with browser.new_context(
        viewport={"width": width, "height": height},
        has_touch=way == "touch",
        is_mobile=way == "touch",
        reduced_motion="reduce",
    ) as context:
        yield LessonPage(watched(context, complaints), address, way)
    assert complaints == []


@pytest.mark.parametrize(("lesson", "way"), CASES)
def test_a_lesson_is_completed(learner: LessonPage, lesson: Lesson, way: str) -> None:
    learner.open(lesson)
    for number in range(len(lesson.exercises)):
        if number:
            learner.press("go-on")
        expect(learner.page.locator(".lesson-step")).to_contain_text(f"Exercise {number + 1} of")
        learner.read()
        learner.play(lesson, number, Outcome.REACHED)
        assert learner.words.inner_text()

    expect(learner.words).to_contain_text("You have finished this lesson.")
    learner.page.goto(f"{learner.address}/learn")
    expect(learner.page.get_by_text("1 of 14 lessons finished")).to_be_visible()


@pytest.mark.wide
@pytest.mark.parametrize("lesson", [FOLLOWING, COURSE[-1]], ids=["first", "last"])
def test_a_lesson_leads_on_to_a_first_round(learner: LessonPage, lesson: Lesson) -> None:
    last = len(lesson.exercises) - 1
    learner.open(lesson, last + 1)
    learner.read()
    first_round = learner.page.get_by_role("button", name="Play a first round")
    expect(first_round).to_have_count(0)
    learner.play(lesson, last, Outcome.REACHED)
    expect(first_round).to_have_class("primary" if lesson is COURSE[-1] else "quiet")
    first_round.click()

    expect(learner.page.locator(".guide")).to_be_visible()
    expect(learner.page.locator(".target").first).to_be_visible()


@pytest.mark.wide
def test_the_list_of_lessons_leads_on_to_a_first_round(learner: LessonPage) -> None:
    learner.page.goto(f"{learner.address}/learn")
    learner.page.get_by_role("button", name="Play a first round with the guide").click()

    expect(learner.page.locator(".guide")).to_be_visible()


@pytest.mark.parametrize("way", WAYS)
def test_an_exercise_is_missed_and_tried_again(learner: LessonPage, way: str) -> None:
    learner.open(FOLLOWING)
    learner.read()
    learner.play(FOLLOWING, 0, Outcome.MISSED)
    expect(learner.words).to_contain_text("26 is lower than Keawe's 29")
    learner.press("try-again")
    expect(learner.words).to_contain_text("Goal: Take this trick.")
    learner.play(FOLLOWING, 0, Outcome.REACHED)
    learner.press("back")
    expect(learner.words).to_contain_text("Everyone plays one card")


@pytest.mark.wide
@pytest.mark.parametrize(
    ("lesson", "way_on"),
    [(FOLLOWING, "Next lesson: The price of the bottle"), (COURSE[-1], "All lessons")],
    ids=["first", "last"],
)
def test_the_last_exercise_can_be_left_when_it_is_missed(
    learner: LessonPage, lesson: Lesson, way_on: str
) -> None:
    last = len(lesson.exercises) - 1
    learner.open(lesson, last + 1)
    learner.read()
    learner.play(lesson, last, Outcome.MISSED)

    expect(learner.page.locator("[data-act=try-again]")).to_be_visible()
    expect(learner.page.locator("[data-act=go-on]")).to_have_text(way_on)
    expect(learner.words).not_to_contain_text("You have finished this lesson.")


def test_a_card_that_may_not_be_played_is_explained(learner: LessonPage) -> None:
    learner.open(FOLLOWING)
    learner.read()
    learner.page.locator('.own-hands [data-card="25"]').click(force=True)

    expect(learner.page.locator(".status")).to_contain_text("follow")
    expect(learner.page.locator(".lesson-words.open")).to_be_visible()


def test_cards_wait_until_the_last_words_are_read(learner: LessonPage) -> None:
    learner.open(FOLLOWING)
    cards = learner.page.locator(".own-hands .usable")
    expect(cards).to_have_count(0)
    learner.page.locator('.own-hands [data-card="26"]').click(force=True)
    expect(learner.page.locator(".own-hands [data-card]")).to_have_count(3)
    learner.read()
    expect(cards).to_have_count(2)


@pytest.mark.wide
def test_an_exercise_is_resumed_at_its_address(learner: LessonPage) -> None:
    learner.open(FOLLOWING, 3)
    expect(learner.page.locator(".lesson-step")).to_contain_text("Exercise 3 of 3")
    learner.press("back")
    learner.page.reload()

    expect(learner.page.locator(".lesson-step")).to_contain_text("Exercise 2 of 3")


@pytest.mark.wide
def test_the_focus_leads_on(learner: LessonPage) -> None:
    learner.open(FOLLOWING)
    focused = learner.page.locator(":focus")
    learner.page.locator("[data-act=go-on]").focus()
    learner.page.keyboard.press("Enter")  # the last text: the button is gone
    expect(focused).to_have_attribute("data-card", "26")
    learner.page.keyboard.press("ArrowRight")
    learner.page.keyboard.press("Enter")
    expect(focused).to_have_text("Next exercise")
    learner.page.keyboard.press("Enter")
    expect(focused).to_have_text("Continue")


@pytest.mark.wide
def test_choices_of_one_exercise_are_not_carried_into_another(learner: LessonPage) -> None:
    learner.open(PASSING, 2)
    learner.choose("1")
    expect(learner.page.locator(".target.vacant")).to_have_count(2)
    learner.press("back")

    expect(learner.page.locator(".lesson-step")).to_contain_text("Exercise 1 of 3")
    expect(learner.page.locator(".target.vacant")).to_have_count(3)


@pytest.mark.wide
def test_the_front_page_the_rules_and_the_end_of_a_match_lead_to_the_lessons(
    table: TablePage,
) -> None:
    for path in ("/", "/rules", "/rules/classic/4"):
        table.page.goto(table.address + path)
        expect(table.page.get_by_role("link", name="Learn to play")).to_be_visible()
    table.sit_down("classic/3", length="rounds=1")
    table.until("end")

    expect(table.page.get_by_role("link", name="Learn to play")).to_be_visible()


@pytest.mark.wide
@pytest.mark.parametrize("lesson", [FOLLOWING, COURSE[1], PASSING], ids=lambda one: one.key)
def test_the_bottle_stands_free_beside_large_cards_on_a_phone_held_sideways(
    browser: Browser, address: str, complaints: list[str], lesson: Lesson
) -> None:
    with phone_context(browser, SIDEWAYS) as context:
        learner = LessonPage(watched(context, complaints), address, "touch")
        learner.open(lesson)
        expect(learner.page.locator(".bottle-figure")).to_be_visible()

        assert learner.page.evaluate(COVERS_OF_THE_BOTTLE) == []
        assert learner.page.evaluate(CARD_WIDTH) >= 48
    assert complaints == []


@pytest.mark.wide
@pytest.mark.parametrize("size", [(320, 568), (360, 640)])
def test_the_price_of_a_bottle_covers_no_card_on_a_small_phone(
    browser: Browser, address: str, complaints: list[str], size: tuple[int, int]
) -> None:
    with phone_context(browser, size) as context:
        learner = LessonPage(watched(context, complaints), address, "touch")
        learner.open(BUYING)
        expect(learner.page.locator(".bottle-figure .tag")).to_be_visible()

        assert learner.page.evaluate(COVERED_BY_THE_PRICE) == []
    assert complaints == []


@pytest.mark.wide
@pytest.mark.parametrize(
    ("size", "least"), [((320, 568), 40), ((844, 390), 54), ((932, 430), 54)], ids=str
)
def test_the_trick_of_a_lesson_lies_free_on_a_phone(
    browser: Browser, address: str, complaints: list[str], size: tuple[int, int], least: int
) -> None:
    found = {}
    with phone_context(browser, size, reduced_motion="reduce") as context:
        learner = LessonPage(watched(context, complaints), address, "touch")
        for lesson in COURSE:
            if lesson.key not in {"price", "two-bottles", "devils-eye"}:
                continue
            learner.open(lesson)
            learner.read()
            found[lesson.key] = learner.page.evaluate(OVERLAPS, OVERLAP_PX)
            assert learner.page.evaluate(CARD_WIDTH) >= least
    assert complaints == []
    assert not any(found.values()), found


@pytest.mark.wide
def test_the_buttons_of_a_finished_exercise_take_one_row_of_the_smallest_phone(
    browser: Browser, address: str, complaints: list[str]
) -> None:
    with phone_context(browser, (320, 568), locale="de-DE") as context:
        learner = LessonPage(watched(context, complaints), address, "touch")
        learner.open(FOLLOWING)
        learner.read()
        learner.choose("31")
        expect(learner.words).to_contain_class("reached")

        assert learner.page.evaluate(ROWS_OF_BUTTONS) == 1
    assert complaints == []


@pytest.mark.wide
def test_what_is_said_is_announced(learner: LessonPage) -> None:
    learner.open(FOLLOWING)

    expect(learner.words).to_have_role("status")
    learner.read()
    learner.choose("31")
    expect(learner.words).to_contain_text("Goal reached.")
    expect(learner.page.locator("#announcements")).to_contain_text("You take the trick")


@pytest.mark.wide
@pytest.mark.parametrize("size", [DESK, (320, 568), (740, 360)], ids=str)
@pytest.mark.parametrize("colours", ["light", "dark"])
def test_the_pages_of_lessons_have_no_barrier(
    browser: Browser, address: str, colours: str, size: tuple[int, int]
) -> None:
    width, height = size
    found: dict[str, list[str]] = {}
    with browser.new_context(
        viewport={"width": width, "height": height},
        color_scheme="dark" if colours == "dark" else "light",
        reduced_motion="reduce",
    ) as context:
        learner = LessonPage(watched(context, []), address, "mouse")
        learner.page.goto(f"{address}/learn")
        found["list"] = barriers(learner.page)
        for key in ("following", "passing", "two-bottles"):
            lesson = lesson_named(key)
            assert lesson is not None
            learner.open(lesson)
            found[f"{key} begins"] = barriers(learner.page)
            learner.read()
            learner.play(lesson, 0, Outcome.MISSED)
            found[f"{key} ends"] = barriers(learner.page)
            wide = learner.page.evaluate(
                "() => document.documentElement.scrollWidth - window.innerWidth"
            )
            found[f"{key} is too wide"] = ["yes"] if wide > 0 else []

    assert {where: each for where, each in found.items() if each} == {}


TABLE_WAITS = "#table :is([data-act=go-on], [data-act=show-score])"


def keep_tricks(learner: LessonPage) -> None:
    """Lets finished tricks stay until a tap."""
    learner.page.context.add_cookies(
        [{"name": "bottle_settings", "value": "tricks=tap", "url": learner.address}]
    )


@pytest.mark.wide
def test_the_trick_that_ends_an_exercise_waits_for_no_tap(learner: LessonPage) -> None:
    keep_tricks(learner)
    learner.open(FOLLOWING)
    learner.read()
    learner.play(FOLLOWING, 0, Outcome.REACHED)

    expect(learner.page.locator(TABLE_WAITS)).to_have_count(0)


@pytest.mark.wide
def test_one_key_goes_on_with_the_table_and_then_with_the_lesson(learner: LessonPage) -> None:
    keep_tricks(learner)
    last = len(FOLLOWING.exercises) - 1  # a whole round, so that its score follows the last trick
    learner.open(FOLLOWING, last + 1)
    learner.read()
    learner.play(FOLLOWING, last, Outcome.REACHED)
    waits = learner.page.locator(TABLE_WAITS)
    expect(waits).to_be_visible()
    learner.page.keyboard.press("n")
    expect(waits).to_have_count(0)
    expect(learner.page.locator(".lesson-step")).to_contain_text("Exercise 3 of 3")

    with learner.page.expect_navigation():
        learner.page.keyboard.press("n")

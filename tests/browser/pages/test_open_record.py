"""A record that was saved as a file is opened and replayed, on a phone and by keyboard alone."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from bottleimp.protocol.http_bodies import MAX_RECORD_FILE_BYTES
from bottleimp.protocol.messages import RequestNextRound
from tests.browser.accessibility.test_accessibility import barriers
from tests.browser.conftest import phone_context, watched
from tests.support.browser.table_page import TablePage
from tests.support.http_player import Program
from tests.support.server_process import ServerProcess

pytestmark = [pytest.mark.browser, pytest.mark.slow]

STEPS = 35  # of a round of three: the exchange, 33 cards and the score
# What reaches over the right edge of the screen; the page hides what does.
CUT_OFF = """() => [...document.querySelectorAll("form *, .replay *")]
  .filter((one) => one.getBoundingClientRect().right > innerWidth)
  .map((one) => one.outerHTML)"""

# How much of the panel under the way is taken by advice, as a part of 1.
SEEN_OF_ADVICE = """() => {
  const box = (selector) => document.querySelector(selector).getBoundingClientRect();
  const [top, { bottom }] = [box(".replay .way").bottom, box(".replay")];
  const advice = box(".replay .advice");
  return (Math.min(bottom, advice.bottom) - Math.max(top, advice.top)) / (bottom - top);
}"""
MOST_OF_A_PANEL = 0.7


@pytest.fixture(scope="module")
def file(server: ServerProcess, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The record of two rounds of Ada and two computer players."""
    program = Program(server.live)
    program.make("classic/3", name="Ada")
    program.play_round()
    program.do(RequestNextRound, round=1)
    program.play_round()
    saved = tmp_path_factory.mktemp("records") / "match.txt"
    record = server.live.request("GET", f"/tables/{program.table}/record").text
    saved.write_text(record, encoding="utf-8")
    return saved


def open_file(page: Page, file: Path) -> None:
    """Chooses the file and presses the button."""
    page.get_by_label("Record of a match").set_input_files(file)
    page.get_by_role("button", name="Open").click()


def go_to_page(visitor: TablePage) -> Page:
    """From the visitor's own matches to the page."""
    visitor.page.goto(f"{visitor.address}/matches")
    visitor.page.get_by_role("link", name="Open a record").click()
    return visitor.page


def go_to_replay(visitor: TablePage, file: Path) -> Page:
    """To the first round of the file."""
    page = go_to_page(visitor)
    open_file(page, file)
    page.locator(".replay .what").wait_for()
    return page


def see(page: Page, name: str) -> None:
    """Looks at the round from somebody's place."""
    page.locator(".replay [data-act=see]").select_option(label=name)


def test_a_file_is_replayed_on_a_phone(phone: TablePage, file: Path) -> None:
    page = go_to_page(phone)
    assert barriers(page) == []
    assert page.evaluate(CUT_OFF) == []
    open_file(page, file)
    expect(page.locator(".replay .what")).to_have_text("The cards are dealt.")
    expect(page.locator(".replay h1")).to_have_text("Round 1 Classic, 3 players")
    expect(page).to_have_title("Round 1: Classic, 3 players")
    assert barriers(page) == []
    see(page, "Ada")
    expect(page.locator(".own-hands [data-card]")).to_have_count(12)
    expect(page).to_have_url(re.compile(r"/replay/rounds/1\?player=\d#0$"))
    page.locator(".replay input[type=range]").fill(str(STEPS))

    expect(page.locator(".replay .what")).to_have_text("The round is over.")
    expect(page.get_by_role("link", name="Play on from here")).to_have_count(0)
    expect(page.get_by_role("link", name="Back to the table")).to_have_count(0)
    assert page.evaluate(CUT_OFF) == []


@pytest.mark.wide
def test_the_other_rounds_of_a_file_are_seen_from_the_same_place(
    table: TablePage, file: Path
) -> None:
    page = go_to_page(table)
    open_file(page, file)
    see(page, "Ada")
    expect(page).to_have_url(re.compile(r"player=\d"))
    page.get_by_role("link", name="Next round").click()
    expect(page.locator(".replay h1")).to_contain_text("Round 2")
    expect(page.locator(".own-hands [data-card]")).to_have_count(12)
    expect(page.locator(".replay [data-act=see] option:checked")).to_have_text("Ada")
    page.get_by_role("link", name="Previous round").click()

    expect(page.locator(".replay h1")).to_contain_text("Round 1")
    page.reload()
    expect(page.locator(".replay .what")).to_have_text("The cards are dealt.")
    page.get_by_role("link", name="Open another record").click()
    expect(page.get_by_role("heading", name="Open a record")).to_be_visible()


@pytest.mark.wide
def test_advice_is_given_on_the_choices_in_a_file(table: TablePage, file: Path) -> None:
    page = go_to_page(table)
    open_file(page, file)
    see(page, "Ada")
    page.locator(".replay [data-act=advice]").check()
    page.locator("[data-act=go-on]").click()

    expect(page.locator(".replay .advice b")).to_have_text(re.compile("would have"))


@pytest.mark.wide
@pytest.mark.parametrize("size", [(1280, 800), (320, 640)])
def test_a_round_of_a_file_is_played_on(
    size: tuple[int, int], browser: Browser, address: str, file: Path, complaints: list[str]
) -> None:
    with phone_context(browser, size) as context:
        page = watched(context, complaints)
        page.goto(f"{address}/replay")
        open_file(page, file)
        see(page, "Ada")
        page.locator(".replay input[type=range]").fill(str(STEPS - 6))
        page.get_by_role("link", name="Play on from here").click()
        panel = page.locator("#variation .lesson-words")
        expect(panel).to_contain_text("Choose again from here.")
        assert barriers(page) == []
        assert page.evaluate(CUT_OFF) == []
        page.get_by_role("button", name="Let a strong player go on").click()
        expect(panel).to_contain_text("In the round itself")
        page.get_by_role("link", name="Back to the replay").click()

        expect(page).to_have_url(re.compile(r"/replay/rounds/1\?player=\d#\d+$"))
        expect(page.locator(".replay [data-act=see] option:checked")).to_have_text("Ada")
    assert complaints == []


@pytest.mark.wide
def test_a_choice_that_the_file_lacks_is_not_played_on(
    table: TablePage, file: Path, complaints: list[str]
) -> None:
    page = go_to_replay(table, file)
    page.goto(f"{table.address}/replay/rounds/7/variations/1?player=0")

    expect(page.locator("#variation")).to_contain_text("No round with this number is over.")
    page.goto(f"{table.address}/replay")
    page.evaluate("sessionStorage.clear()")
    page.goto(f"{table.address}/replay/rounds/1/variations/1?player=0")
    expect(page.get_by_role("alert")).to_contain_text("This tab does not keep the file")
    complaints[:] = [each for each in complaints if "404" not in each]


@pytest.mark.wide
def test_a_file_is_opened_by_keyboard(table: TablePage, file: Path) -> None:
    page = go_to_page(table)
    expect(page.get_by_label("Record of a match")).to_be_visible()  # the script shows the form
    page.get_by_label("Record of a match").set_input_files(file)
    page.get_by_label("Record of a match").focus()
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="Open")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(".replay .what")).to_have_text("The cards are dealt.")
    page.keyboard.press("ArrowRight")

    expect(page.locator(".replay .where")).to_have_text("The exchange")


@pytest.mark.wide
@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"Bottle Imp record 1\nEdition: nothing\n", "line 2, column 10"),
        (b"\xff\xfe", "cannot be read as text"),
        (b"#" * (MAX_RECORD_FILE_BYTES + 1), "too large"),
    ],
)
def test_the_page_says_why_a_file_cannot_be_opened(
    phone: TablePage, tmp_path: Path, content: bytes, said: str, complaints: list[str]
) -> None:
    page = go_to_page(phone)
    wrong = tmp_path / "wrong.txt"
    wrong.write_bytes(content)
    open_file(page, wrong)

    expect(page.get_by_role("alert")).to_contain_text(said)
    field = page.get_by_label("Record of a match")
    expect(field).to_have_attribute("aria-invalid", "true")
    expect(field).to_have_accessible_description(re.compile(re.escape(said)))
    assert barriers(page) == []
    assert page.evaluate(CUT_OFF) == []
    field.set_input_files([])
    expect(field).not_to_have_attribute("aria-invalid", "true")
    # Chromium notes every answer that refuses something.
    complaints[:] = [each for each in complaints if "422" not in each]


def test_a_round_of_a_file_that_is_not_kept_leads_to_the_page(table: TablePage) -> None:
    table.page.goto(f"{table.address}/replay/rounds/1")

    expect(table.page.get_by_role("heading", name="Open a record")).to_be_visible()
    expect(table.page.get_by_role("alert")).to_contain_text("This tab does not keep the file")


@pytest.mark.wide
def test_a_file_opens_at_the_place_of_a_player(table: TablePage, file: Path) -> None:
    page = go_to_page(table)
    open_file(page, file)

    expect(page).to_have_url(re.compile(r"/replay/rounds/1\?player=0#0$"))
    expect(page.locator(".own-hands [data-card]")).to_have_count(12)
    page.locator(".replay [data-act=see]").select_option("")
    expect(page.locator(".own-hands")).to_have_count(0)
    page.reload()
    expect(page.locator(".replay .what")).to_have_text("The cards are dealt.")
    expect(page.locator(".replay [data-act=see]")).to_have_value("")


@pytest.mark.wide
def test_a_round_that_the_file_lacks_leads_to_the_first(
    table: TablePage, file: Path, complaints: list[str]
) -> None:
    page = go_to_replay(table, file)
    page.goto(f"{table.address}/replay/rounds/7")

    expect(page).to_have_url(re.compile(r"/replay/rounds/1\?player=0#0$"))
    expect(page.locator(".replay .what")).to_have_text("The cards are dealt.")
    complaints[:] = [each for each in complaints if "404" not in each]


@pytest.mark.wide
def test_a_place_that_cannot_be_fetched_leaves_the_replay(
    table: TablePage, file: Path, complaints: list[str]
) -> None:
    page = go_to_replay(table, file)
    refusal = {"code": "busy", "text": "The server is busy; try again later."}
    page.route("**/api/replays?**", lambda route: route.fulfill(status=503, json=refusal))
    see(page, "Somebody watching")
    expect(page.get_by_role("alert")).to_have_text(refusal["text"])
    expect(page.locator(".replay .what")).to_have_text("The cards are dealt.")
    again = page.get_by_role("button", name="Try again")
    again.click()
    expect(again).to_be_focused()
    page.unroute("**/api/replays?**")
    again.press("Enter")

    expect(page.locator(".replay [data-act=see]")).to_be_focused()
    expect(page.locator(".own-hands")).to_have_count(0)
    expect(again).to_have_count(0)
    complaints[:] = [each for each in complaints if "503" not in each]


@pytest.mark.wide
def test_the_page_says_that_a_file_is_being_read(table: TablePage, file: Path) -> None:
    page = go_to_page(table)
    held: list[Route] = []
    page.route("**/api/replays", lambda route: held.append(route))  # noqa: PLW0108 - marked by it
    with page.expect_request("**/api/replays"):  # the browser reads the file before it sends it
        open_file(page, file)
    button = page.get_by_role("button", name="Open")
    expect(page.get_by_role("status")).to_have_text("The file is being read.")
    expect(button).to_have_attribute("aria-disabled", "true")
    held[0].continue_()

    expect(page.locator(".replay .what")).to_have_text("The cards are dealt.")


def test_no_form_takes_a_file_without_javascript(browser: Browser, address: str) -> None:
    with browser.new_context(java_script_enabled=False) as context:
        page = context.new_page()
        page.goto(f"{address}/replay")

        expect(page.get_by_role("heading", name="Open a record")).to_be_visible()
        expect(page.locator("form.open-record")).to_be_hidden()


@pytest.mark.wide
def test_a_long_name_stays_in_the_panel(phone: TablePage, tmp_path: Path, file: Path) -> None:
    page = go_to_page(phone)
    named = tmp_path / "named.txt"
    named.write_text(file.read_text(encoding="utf-8").replace("Ada", "A" * 60), encoding="utf-8")
    open_file(page, named)
    see(page, "Somebody watching")

    for step in range(2, 5):
        page.locator(".replay input[type=range]").fill(str(step))
        assert page.locator(".replay").evaluate("(one) => one.scrollWidth - one.clientWidth") == 0


@pytest.mark.parametrize("size", [(360, 640), (390, 844)])
def test_new_advice_is_in_sight_on_a_phone(
    size: tuple[int, int], browser: Browser, address: str, file: Path, complaints: list[str]
) -> None:
    advice = {
        "chosen": [], "actions": ["5"], "targets": [], "level": "imp", "stands_in": False,
        "reason": "So it is. " * 40, "rows": [], "notes": [], "settled": False,
    }  # fmt: skip
    with phone_context(browser, size) as context:
        page = watched(context, complaints)
        page.goto(f"{address}/replay")
        open_file(page, file)
        page.route("**/advice/**", lambda route: route.fulfill(json=advice))
        page.locator(".replay [data-act=advice]").check()
        page.locator("[data-act=go-on]").click()
        expect(page.locator(".replay .advice")).to_contain_text("So it is.")

        assert page.evaluate(SEEN_OF_ADVICE) >= MOST_OF_A_PANEL
    assert complaints == []

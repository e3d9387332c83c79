"""A finished round is replayed step by step, by mouse, by touch and by keyboard."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Locator, Page, Route, expect

from bottleimp.protocol.messages import RequestNextRound
from tests.browser.accessibility.test_accessibility import barriers
from tests.browser.conftest import DESK, visitor
from tests.browser.table.test_no_scrolling import OVERLAP_PX, OVERLAPS
from tests.support.browser.table_page import TablePage
from tests.support.http_player import Program
from tests.support.server_process import ServerProcess

pytestmark = [pytest.mark.browser, pytest.mark.slow]

PLAYS = 33  # of a round of three, between the exchange and the score
# Whether something lies on the last words about a step.
COVERED_WORDS = """() => {
  const words = document.querySelector(".replay .lesson-words");
  const range = document.createRange();
  range.selectNodeContents(words);
  const { left, bottom } = [...range.getClientRects()].at(-1);
  return !words.contains(document.elementFromPoint(left + 2, bottom - 3));
}"""
# What is cut off or covered among the controls of the panel, by its action.
OUT_OF_REACH = """() => [...document.querySelectorAll(".replay [data-act], .replay a")]
  .filter((one) => {
    one.scrollIntoView({ block: "nearest" });
    const { left, right, top, bottom } = one.getBoundingClientRect();
    const at = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    return left < 0 || right > innerWidth || !(one === at || one.contains(at));
  }).map((one) => one.dataset.act ?? one.textContent)"""
# By how many pixels the felt moves while the round goes from step to step.
FELT = """() => {
  const { top, height } = document.querySelector(".table-surface").getBoundingClientRect();
  return [top, height];
}"""


@pytest.fixture(scope="module")
def player(server: ServerProcess) -> Program:
    """A guest who has played one round of a table for three."""
    program = Program(server.live)
    program.make("classic/3", name="Ada")
    program.play_round()
    return program


def sit_down_as(program: Program, table: TablePage) -> None:
    """Makes the browser the same guest as the program, and opens its table."""
    cookie = {"name": "bottle_guest", "value": program.guest_token, "url": table.address}
    table.page.context.add_cookies([cookie])  # type: ignore[list-item]
    table.page.goto(f"{table.address}/tables/{program.table}")


@pytest.fixture
def onlooker(
    request: pytest.FixtureRequest,
    browser: Browser,
    address: str,
    complaints: list[str],
    player: Program,
) -> Iterator[TablePage]:
    """The player, who looks at the replay of that round; on a screen of the size that is asked."""
    size = getattr(request, "param", DESK)
    with visitor(browser, address, complaints, size) as table:
        sit_down_as(player, table)
        table.page.locator("[data-act=replay]").click()
        table.page.locator(".replay .way").wait_for()
        yield table
    assert complaints == []


def words(page: Page) -> Locator:
    """What the panel says of the step."""
    return page.locator(".replay .what")


def go_to(page: Page, step: int) -> None:
    """Moves the slider to a step."""
    page.locator(".replay input[type=range]").fill(str(step))


def test_a_round_is_walked_through_from_the_deal_to_the_score(onlooker: TablePage) -> None:
    page = onlooker.page
    expect(words(page)).to_have_text("The cards are dealt.")
    expect(page.locator(".own-hands [data-card]")).to_have_count(12)
    said = [words(page).inner_text()]
    for _ in range(PLAYS + 2):
        page.locator("[data-act=go-on]").click()
        expect(words(page)).not_to_have_text(said[-1], use_inner_text=True)
        said.append(words(page).inner_text())

    assert said[1].startswith("The cards are exchanged. You received ")
    assert "You gave " in said[1]
    assert sum("lead with" in each or "leads with" in each for each in said) == 11
    assert sum("take the trick" in each or "takes the trick" in each for each in said) == 11
    assert said[-1] == "The round is over."
    expect(page.locator(".score h2").first).to_have_text("Round 1 is over")
    expect(page.locator("[data-act=go-on]")).to_have_attribute("aria-disabled", "true")
    assert page.url.endswith(f"#{PLAYS + 2}")
    expect(page.locator(".score .buttons")).to_be_hidden()


@pytest.mark.wide
def test_the_replay_shows_what_the_table_showed(onlooker: TablePage) -> None:
    page = onlooker.page
    go_to(page, PLAYS + 2)
    replayed = page.locator(".score table").inner_text()
    page.get_by_role("link", name="Back to the table").click()
    page.locator("[data-act=next]").wait_for()

    assert page.locator(".score table").inner_text() == replayed


@pytest.mark.wide
def test_the_address_names_whose_view_is_shown(onlooker: TablePage) -> None:
    page = onlooker.page
    expect(page).to_have_url(re.compile(r"\?player=0#0$"))
    go_to(page, 4)

    expect(page).to_have_url(re.compile(r"\?player=0#4$"))


@pytest.mark.wide
def test_a_round_that_cannot_be_drawn_was_fetched_all_the_same(
    onlooker: TablePage, complaints: list[str]
) -> None:
    page = onlooker.page
    page.route("**/rounds/1", lambda route: route.fulfill(json={"steps": None}))
    with page.expect_event("pageerror"):
        page.locator("[data-act=see]").select_option("")

    expect(page.locator("#replay")).not_to_contain_text("The round could not be fetched.")
    complaints.clear()


def test_nothing_can_be_played_in_a_replay(onlooker: TablePage) -> None:
    page = onlooker.page
    go_to(page, 4)
    before = page.locator(".own-hands [data-card]").count()
    for card in page.locator(".own-hands [data-card]").all()[:3]:
        card.click(force=True)
    page.keyboard.press("y")

    expect(page.locator(".own-hands [data-card]")).to_have_count(before)
    expect(page.locator(".raised, .premoved, .usable")).to_have_count(0)
    expect(page.locator(".own-hands [data-card][aria-disabled=false]")).to_have_count(0)


def test_a_replay_leaves_alone_what_is_kept_of_its_table(onlooker: TablePage) -> None:
    page = onlooker.page
    table = page.evaluate("document.querySelector('#replay').dataset.table")
    key = f"bottle_premove {table}"
    page.evaluate("(key) => sessionStorage.setItem(key, '[1,\"5\"]')", key)
    page.reload()
    go_to(page, 4)
    page.locator("[data-act=see]").select_option("")

    kept = page.evaluate("(key) => sessionStorage.getItem(key)", key)
    expect(page).to_have_title("Round 1: Classic, 3 players")
    assert kept == '[1,"5"]'
    expect(page.locator(".premoved")).to_have_count(0)
    expect(page.get_by_text("You are watching")).to_have_count(0)
    expect(page.get_by_role("button", name="Sit down")).to_have_count(0)


def test_the_keys_go_forward_and_back(onlooker: TablePage) -> None:
    page = onlooker.page
    page.keyboard.press("n")
    page.keyboard.press("n")
    expect(page.locator(".replay .where")).to_have_text("Trick 1, card 1")
    page.keyboard.press("b")
    expect(page.locator(".replay .where")).to_have_text("The exchange")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".replay .where")).to_have_text("Trick 1, card 1")
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".replay .where")).to_have_text("The exchange")
    page.locator(".replay input[type=range]").focus()
    page.keyboard.press("End")
    expect(words(page)).to_have_text("The round is over.")
    page.keyboard.press("Home")
    expect(words(page)).to_have_text("The cards are dealt.")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".replay input[type=range]")).to_have_attribute(
        "aria-valuetext", "The exchange"
    )


def test_a_key_shows_advice_and_the_list_names_the_keys_of_a_replay(onlooker: TablePage) -> None:
    page = onlooker.page
    page.goto(page.url.partition("#")[0] + "#999")
    page.reload()
    expect(words(page)).to_have_text("The round is over.")
    assert page.url.endswith(f"#{PLAYS + 2}")
    advice = page.locator("[data-act=advice]")
    for is_shown in (True, False):
        page.keyboard.press("i")
        expect(advice).to_be_checked(checked=is_shown)
    page.keyboard.press("?")
    keys = page.locator("dialog[open] .keys")
    expect(keys.first).to_contain_text("show or hide advice in a replay")
    expect(page.locator("dialog[open]")).not_to_contain_text("exchange")


def test_a_reader_hears_what_happens_at_the_table(
    browser: Browser, address: str, complaints: list[str], server: ServerProcess
) -> None:
    program = Program(server.live)
    program.make("classic/3", name="Ada")
    program.play_round()
    with visitor(browser, address, complaints) as table:
        page = table.page
        sit_down_as(program, table)
        page.locator("[data-act=replay]").click()
        page.locator(".replay .way").wait_for()
        expect(page.locator(".replay .news")).to_have_text("")
        program.do(RequestNextRound, round=1)
        expect(page.locator(".replay .news")).to_have_text("The table is waiting for you.")
        expect(page.get_by_role("link", name="Next round")).to_have_count(0)
        program.play_round()
        expect(page.locator(".replay .news")).to_have_text("")
        page.get_by_role("link", name="Next round").click()
        expect(page.get_by_role("heading", name="Round 2")).to_be_visible()
    assert complaints == []


@pytest.mark.wide
def test_tricks_are_skipped_and_the_round_runs_by_itself(onlooker: TablePage) -> None:
    page = onlooker.page
    for place in ("The exchange", "Trick 1, card 3", "Trick 2, card 3"):
        page.locator("[data-act=on-trick]").click()
        expect(page.locator(".replay .where")).to_have_text(place)
    page.locator("[data-act=back-trick]").click()
    expect(page.locator(".replay .where")).to_have_text("Trick 1, card 3")
    page.get_by_role("button", name="Run").click()
    expect(page.locator(".replay .where")).to_have_text("Trick 2, card 1")
    page.get_by_role("button", name="Stop").click()
    expect(page.get_by_role("button", name="Run")).to_be_visible()


def test_the_round_is_seen_from_every_place(onlooker: TablePage) -> None:
    page = onlooker.page
    go_to(page, 3)
    hands = page.locator(".all-hands dl > div")
    page.locator(".all-hands summary").click()
    assert page.locator(".all-hands dd > *").count() == PLAYS - 2
    first = hands.first.locator("dt").inner_text()
    for place in ("1", "2"):
        page.locator("[data-act=see]").select_option(place)
        expect(page.locator(f".player.you[data-anchor='{place}']")).to_be_visible()
        own = page.locator(".own-hands [data-card]")
        expect(own).to_have_count(hands.first.locator("dd > *").count())
        assert hands.first.locator("dt").inner_text() != first
    expect(page.locator(".place-lost, .status.refused, .status.reason")).to_have_count(0)
    page.locator("[data-act=see]").select_option("")
    expect(page.locator(".own-hands")).to_have_count(0)
    expect(page.locator("[data-act=advice]")).to_have_count(0)
    panel = page.locator(".replay")
    expect(panel).to_contain_text("Choose a player under “Seen by” to see a hand and advice.")
    expect(panel.locator(".lesson-keys")).not_to_contain_text("advice")
    page.reload()
    expect(page.locator("[data-act=see]")).to_have_value("")
    expect(page.locator(".replay .where")).to_have_text("Trick 1, card 2")


@pytest.mark.wide
def test_advice_is_given_on_the_own_choices(onlooker: TablePage) -> None:
    page = onlooker.page
    page.locator("[data-act=advice]").check()
    page.locator("[data-act=go-on]").click()
    advice = page.locator(".replay .advice")
    expect(advice).to_contain_text(" would have ")
    expect(advice).not_to_contain_text("A stronger player is being prepared.")
    first = advice.inner_text()
    go_to(page, 0)
    expect(advice).to_have_text("There was nothing to choose here.")
    search = page.locator("[data-act=search]")
    search.click()
    expect(search).to_have_text("Next doubtful choice")
    if page.locator(".search-words").inner_text() == "":
        expect(page.locator(".replay .advice.different")).to_be_visible()
    go_to(page, 1)
    expect(advice).to_have_text(first, use_inner_text=True)


@pytest.mark.wide
def test_a_search_for_a_doubtful_choice_can_be_stopped(onlooker: TablePage) -> None:
    page = onlooker.page
    held: list[Route] = []
    page.route("**/advice/**", lambda route: held.append(route))  # noqa: PLW0108 - marked by it
    search = page.locator("[data-act=search]")
    words = page.locator(".search-words")
    search.click()
    expect(search).to_have_text("Stop looking")
    expect(words).to_contain_text("Looking at ")
    search.click()
    expect(search).to_have_text("Next doubtful choice")
    expect(words).to_be_empty()
    with page.expect_response("**/advice/**"):
        held[0].continue_()
    expect(page.locator(".replay .where")).to_have_text("The deal")
    assert len(held) == 1


@pytest.mark.parametrize("onlooker", [(320, 568), (844, 390)], indirect=True)
def test_the_felt_and_the_words_of_a_step_lie_free(onlooker: TablePage) -> None:
    page = onlooker.page
    for step in (5, 9, 14):
        go_to(page, step)
        assert page.evaluate(OVERLAPS, OVERLAP_PX) == []
        assert page.evaluate(COVERED_WORDS) is False


def play_on(page: Page) -> Locator:
    """Plays the round on from its last choices; the words of the panel there."""
    go_to(page, PLAYS - 2)
    page.locator("[data-act=vary]").click()
    return page.locator("#variation .lesson-words")


@pytest.mark.parametrize("onlooker", [DESK, (320, 640)], indirect=True)
def test_a_round_is_played_on_in_another_way(onlooker: TablePage) -> None:
    page = onlooker.page
    panel = play_on(page)
    expect(panel).to_contain_text("Choose again from here.")
    assert barriers(page) == []
    playable = page.locator(".own-hands [data-card][aria-disabled=false]")
    over = page.locator("[data-act=try-again].primary")
    playable.first.wait_for()
    page.get_by_role("button", name="Hint", exact=True).click()
    expect(page.locator("#table")).to_contain_text(re.compile(r"Hint \(.+\): play the"))
    assert onlooker.overflow() <= 0
    for _ in range(2):
        playable.or_(over).first.wait_for()
        while over.count() == 0:
            label = playable.first.get_attribute("data-card")
            playable.first.press("Enter")
            expect(page.locator(f".own-hands [data-card='{label}']")).to_have_count(0)
            playable.or_(over).first.wait_for()
        expect(panel).to_contain_text("In the round itself")
        assert onlooker.overflow() <= 0
        page.keyboard.press("r")
        expect(panel).to_contain_text("Choose again from here.")
    page.get_by_role("link", name="Back to the replay").click()
    expect(page.locator(".replay .where")).to_contain_text("Trick")


@pytest.mark.wide
@pytest.mark.parametrize("onlooker", [DESK, (320, 640)], indirect=True)
def test_a_strong_player_plays_the_round_on(onlooker: TablePage) -> None:
    page = onlooker.page
    panel = play_on(page)
    page.get_by_role("button", name="Let a strong player go on").click()
    expect(panel).to_contain_text("In the round itself")
    assert onlooker.overflow() <= 0
    expect(page.locator("[data-act=follow-advice]")).to_have_count(0)
    page.get_by_role("button", name="Try again").click()
    expect(panel).to_contain_text("Choose again from here.")
    expect(page.get_by_role("button", name="Let a strong player go on")).to_be_visible()
    assert barriers(page) == []


@pytest.mark.parametrize("onlooker", [DESK, (375, 667), (740, 360), (320, 640)], indirect=True)
def test_every_control_is_in_reach_and_the_felt_stays(onlooker: TablePage) -> None:
    page = onlooker.page
    places = set()
    for step in (1, 4, 5, 9):
        go_to(page, step)
        places.add(tuple(page.evaluate(FELT)))
        assert page.evaluate(OUT_OF_REACH) == []
    assert len(places) == 1
    assert onlooker.overflow() <= 0
    assert barriers(page) == []


@pytest.mark.wide
def test_every_finished_round_is_reached_from_the_score_sheet(
    browser: Browser, address: str, complaints: list[str], server: ServerProcess
) -> None:
    program = Program(server.live)
    program.make("classic/3", name="Ada")
    program.play_round()
    program.do(RequestNextRound, round=1)
    program.play_round()
    with visitor(browser, address, complaints) as table:
        page = table.page
        sit_down_as(program, table)
        page.locator(".sheet").get_by_role("link", name="Replay round 1").click()
        expect(page.get_by_role("heading", name="Round 1")).to_be_visible()
        page.get_by_role("link", name="Next round").click()
        expect(page.get_by_role("heading", name="Round 2")).to_be_visible()
        expect(page.get_by_role("link", name="Previous round")).to_be_visible()
        expect(page.get_by_role("link", name="Next round")).to_have_count(0)
    assert complaints == []

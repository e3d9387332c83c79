"""The focus is never lost: after dialogs, in the exchange, at ends, claims and takeovers."""

import pytest
from playwright.sync_api import expect

from tests.support.browser.company import open_table, play_until, sit_down
from tests.support.browser.table_page import TablePage

pytestmark = [pytest.mark.browser, pytest.mark.slow]

# Notes every moment at which the focus was nowhere after a change of the page.
WATCH = """() => {
  window.lost = [];
  const look = () => {
    if (document.activeElement === document.body) window.lost.push(document.title);
  };
  new MutationObserver(() => requestAnimationFrame(look)).observe(document.body, {
    attributes: true, childList: true, subtree: true,
  });
}"""
LOST = "() => window.lost"
FOCUS_ON = "(selector) => document.activeElement.matches(selector)"
DIALOGS = ("Settings", "Signs", "Keys", "People", "Leave")


def open_menu(table: TablePage) -> None:
    """Opens the menu, where there is one."""
    menu = table.page.locator(".menu-button")
    if menu.is_visible():
        menu.focus()
        table.page.keyboard.press("Enter")


@pytest.mark.wide
@pytest.mark.parametrize("size", [(1280, 800), (375, 667)])
def test_a_closed_dialog_gives_the_focus_back(table: TablePage, size: tuple[int, int]) -> None:
    width, height = size
    table.page.set_viewport_size({"width": width, "height": height})
    table.sit_down("classic/4")
    table.until("play")
    page = table.page
    for name in DIALOGS:
        open_menu(table)
        page.locator(".tools").get_by_role("button", name=name).press("Enter")
        window = page.locator("dialog.window")
        expect(window).to_be_visible()
        assert page.evaluate("document.activeElement.closest('dialog') !== null"), name
        page.keyboard.press("Escape")
        expect(window).to_be_hidden()
        assert table.focused() not in ("nowhere", "BODY"), name
        page.wait_for_function("document.activeElement.checkVisibility()")


@pytest.mark.wide
@pytest.mark.parametrize("edition", ["classic/3", "matagot/devils-eye"])
def test_the_focus_is_never_nowhere_in_a_round(table: TablePage, edition: str) -> None:
    table.sit_down(edition)
    table.page.keyboard.press("h")
    table.page.evaluate(WATCH)
    table.until("next", act=table.by_keyboard)

    assert table.page.evaluate(LOST) == []
    assert table.focused() in ("next", "score")
    table.page.keyboard.press("n")
    table.wanted()
    assert table.page.evaluate(LOST) == []


# Whether the card with the frame can be played, the line above, and whether it is the last card.
AT_TURN = """() => {
  const at = document.activeElement;
  const isLast = at === [...document.querySelectorAll("[data-card]")].at(-1);
  const [status, kind] = document.querySelector(".status").classList; // then perhaps: long
  return [at.classList.contains("usable"), `${status} ${kind}`, isLast];
}"""


def test_a_turn_begins_on_a_playable_card_and_says_whose_it_is(table: TablePage) -> None:
    table.sit_down("classic/4")
    table.page.keyboard.press("h")
    turns: list[list[object]] = []

    def act(wanted: str) -> None:
        if wanted == "play":
            turns.append(table.page.evaluate(AT_TURN))
        table.by_keyboard(wanted)

    table.until("next", act=act)

    assert [turn[:2] for turn in turns] == [[True, "status turn"]] * 8


@pytest.mark.wide
def test_the_frame_stays_at_the_start_of_a_turn_while_keys_move_it(table: TablePage) -> None:
    table.page.clock.set_fixed_time("2026-01-01")  # every key was pressed just now
    table.sit_down("classic/4")
    turns: list[list[object]] = []

    def act(wanted: str) -> None:
        if wanted == "play":
            turns.append(table.page.evaluate(AT_TURN))
        table.by_keyboard(wanted)
        table.page.keyboard.press("End")

    table.until("next", act=act)

    # Before the first turn cards have come in, perhaps behind the one with the frame.  What the
    # line says depends on whether the last key came before the turn or after it had begun.
    assert [last for _, _, last in turns[1:]] == [True] * 7


@pytest.mark.wide
def test_the_focus_is_kept_by_a_claim_and_by_the_last_trick(table: TablePage) -> None:
    table.sit_down("classic/3")
    page = table.page
    page.keyboard.press("h")
    page.evaluate(WATCH)

    def act(wanted: str) -> None:
        if page.locator("[data-act=claim]").count():
            page.locator("[data-act=claim]").press("Enter")
        else:
            table.by_keyboard(wanted)

    table.until("next", act=act)

    assert page.evaluate(LOST) == []
    assert table.focused() in ("next", "score")


@pytest.mark.wide
def test_the_focus_is_kept_while_a_computer_takes_over_and_gives_back(
    ada: TablePage, bea: TablePage
) -> None:
    code = open_table(ada, "classic/3", player_2="rules_of_thumb")
    bea.page.goto(f"{bea.address}/j/{code}")
    sit_down(bea, "Bea")
    play_until("play", ada, bea, who=bea)
    table = bea.page.url
    bea.page.goto("about:blank")
    replace = ada.page.locator("[data-act=replace]")
    replace.wait_for()
    replace.press("Enter")
    expect(replace).to_have_count(0)
    assert ada.focused() not in ("nowhere", "BODY")
    bea.page.goto(table)
    bea.page.locator("[data-act=return]").press("Enter")
    expect(bea.page.locator("[data-act=return]")).to_have_count(0)

    assert bea.focused() not in ("nowhere", "BODY")


@pytest.mark.wide
@pytest.mark.parametrize("start", ["host", "full"])
def test_the_focus_goes_from_the_waiting_room_to_a_card(
    ada: TablePage, bea: TablePage, start: str
) -> None:
    code = open_table(ada, "classic/3", player_2="rules_of_thumb", start=start)
    ada.page.get_by_role("button", name="Copy the link").focus()
    bea.page.goto(f"{bea.address}/j/{code}")
    if start == "host":
        sit_down(bea, "Bea")
        bea.page.get_by_role("button", name="Copy the link").focus()
        ada.page.get_by_role("button", name="Begin the match").press("Enter")
    else:
        bea.page.get_by_label("Your name").fill("Bea")
        bea.page.get_by_role("button", name="Sit here").first.press("Enter")

    for someone in (ada, bea):
        expect(someone.page.locator(".own-hands [data-card]:focus")).to_have_count(1)

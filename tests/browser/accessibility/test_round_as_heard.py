"""A whole round as a screen reader tells it: complete, in order, and without flooding."""

import re
from itertools import pairwise

import pytest

from tests.support.browser.screen_reader import Listener, computed_name
from tests.support.browser.table_page import TablePage

pytestmark = [pytest.mark.browser, pytest.mark.slow]

# The longest are the end of a round with six players, and a chosen exchange.
MOST_CHARACTERS = 320
# Besides the plays: the deal, the steps of the exchange, a claim, the end.
MOST_OTHERS = 14
TAKEN = re.compile(r"takes? (?:the trick|it)|buys? the bottle for|keeps? the bottle;")
TURN = re.compile(r"Your turn|You lead\.")

ROUNDS = [
    ("classic/3", "all"),
    ("classic/3", "turns"),
    pytest.param("classic/3", "short", marks=pytest.mark.long),
    pytest.param("matagot/4-teams", "all", marks=pytest.mark.long),
    pytest.param("matagot/6-teams-222", "all", marks=pytest.mark.long),
    pytest.param("matagot/devils-eye", "turns", marks=pytest.mark.long),
]


@pytest.mark.parametrize(("edition", "announced"), ROUNDS)
def test_a_round_is_heard_whole_and_in_order(
    table: TablePage, edition: str, announced: str
) -> None:
    listener = Listener(table, announced)
    heard = listener.play_round(edition)
    told = listener.reader.announcements
    plays = listener.plays

    names = "|".join({name for name, _ in plays})
    played = re.compile(rf"({names})(?:: | plays? | leads? with )(\d+½?, \w+)")

    assert [one.text for one in heard if one.kind == "lost"] == []
    assert [play for text in told for play in played.findall(text)] == plays
    tricks = listener.view["table"]["tricks"]
    assert sum(len(TAKEN.findall(text)) for text in told) >= tricks
    own = sum(name == "You" for name, _ in plays)
    assert sum(TURN.search(text) is not None for text in told) == own
    assert [one for one, after in pairwise(told) if one == after] == []
    assert [text for text in told if len(text) > MOST_CHARACTERS] == []
    assert len(told) <= len(plays) + MOST_OTHERS
    assert told[-1].startswith("The round is over.")


@pytest.mark.wide
def test_names_are_noted_as_chromium_computes_them(table: TablePage) -> None:
    listener = Listener(table)
    compared: list[tuple[str, str]] = []

    def act(wanted: str) -> None:
        listener.act(wanted)
        name, focused = "", list[str]()
        # The focus may go on meanwhile, and is told of a moment later.
        while not focused or name != computed_name(table.page):
            name = computed_name(table.page)
            focused += [one.name for one in listener.reader.listen() if one.kind == "focus"]
        compared.append((focused[-1], name))

    table.sit_down("classic/3")
    table.until("play", act=act)

    assert len(compared) >= 4
    assert [pair for pair in compared if pair[0] != pair[1]] == []


@pytest.mark.wide
def test_what_happens_behind_a_dialog_is_heard_in_it(table: TablePage) -> None:
    listener = Listener(table)
    table.sit_down("classic/3", pace="300")
    table.until("commit")
    table.page.keyboard.press("y")
    table.page.keyboard.press("?")
    table.page.locator("#announcements-in-dialog p", has_text="exchanged").wait_for(
        state="attached"
    )

    heard = [one for one in listener.reader.listen() if "are exchanged" in one.text]
    assert sorted(one.kind for one in heard) == ["lost", "says"]

"""Two to six people, each with a browser of their own, play every mode; and some get lost."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack

import pytest
from playwright.sync_api import Browser, expect

from bottleimp.rules.editions import edition, edition_keys
from tests.browser.conftest import visitor
from tests.support.browser.company import open_table, play_until, sit_down
from tests.support.browser.table_page import TablePage
from tests.support.short_runs import sparing

pytestmark = [pytest.mark.browser, pytest.mark.slow]

NAMES = ("Ada", "Bea", "Cem", "Dora", "Emil", "Fay")
PATIENCE = 300.0  # seconds for a round of six people
# How many people play each mode; computer players have the places that are left.
PEOPLE = {
    "classic/lopaka": 2,
    "classic/bright-house": 2,
    "matagot/devils-eye": 2,
    "classic/3": 2,
    "classic/4": 3,
    "matagot/4-teams": 4,
    "matagot/5": 3,
    "matagot/5-teams": 5,
    "matagot/6": 6,
    "matagot/6-teams-222": 4,
    "matagot/6-teams-2211": 2,
}
LEVEL = "rules_of_thumb"
QUICK = ("classic/bright-house", "classic/4")

Meet = Callable[..., list[TablePage]]


@pytest.fixture
def meet(browser: Browser, address: str, complaints: list[str]) -> Iterator[Meet]:
    """Brings so many people to a table of an edition; computer players sit at the other places."""
    with ExitStack() as visits:

        def meeting(key: str, count: int, **fields: str) -> list[TablePage]:
            people = [
                visits.enter_context(visitor(browser, address, complaints)) for _ in range(count)
            ]
            others = {f"player_{n}": LEVEL for n in range(count, edition(key).players)}
            code = open_table(people[0], key, level=LEVEL, **others, **fields)
            for person, name in zip(people[1:], NAMES[1:], strict=False):
                person.page.goto(f"{address}/j/{code}")
                sit_down(person, name)
            return people

        yield meeting
    assert complaints == []


@pytest.mark.wide
def test_every_mode_is_played_by_people_here() -> None:
    keys = edition_keys()
    modes = {key.partition("/")[2] for key in keys}

    assert modes == {key.partition("/")[2] for key in PEOPLE}
    assert {*range(2, 7)} == set(PEOPLE.values())


@pytest.mark.wide
@pytest.mark.parametrize("key", sparing(PEOPLE, QUICK))
def test_people_and_computer_players_play_a_round_together(key: str, meet: Meet) -> None:
    people = meet(key, PEOPLE[key])
    play_until("next", *people, patience=PATIENCE)

    sheets = [person.page.locator(".sheet tbody tr").inner_text() for person in people]
    assert [sheets[0]] * len(people) == sheets


def lose(ada: TablePage, bea: TablePage) -> str:
    """Bea is gone, and Ada lets a computer play for her; where Bea was."""
    table = bea.page.url
    bea.page.goto("about:blank")
    ada.page.get_by_role("button", name="Let a computer play for Bea").click()
    expect(ada.page.locator(".presence-bar")).to_have_text("A computer player plays for Bea.")
    return table


def take_over(ada: TablePage, bea: TablePage, table: str) -> None:
    """Bea comes back and plays again."""
    bea.page.goto(table)
    bea.page.get_by_role("button", name="I am back: take over").click()
    expect(ada.page.locator(".presence-bar")).to_have_count(0)


@pytest.mark.wide
@pytest.mark.long
def test_who_is_lost_in_the_exchange_is_replaced_and_takes_over_again(meet: Meet) -> None:
    ada, bea = meet("classic/3", 2)
    play_until("exchange", ada, bea, patience=PATIENCE)
    table = lose(ada, bea)
    play_until("play", ada, patience=PATIENCE)  # so a computer has passed Bea's cards
    take_over(ada, bea, table)

    play_until("next", ada, bea, patience=PATIENCE)


@pytest.mark.wide
@pytest.mark.long
@pytest.mark.parametrize("key", ["classic/bright-house", "matagot/devils-eye", "classic/lopaka"])
def test_who_is_lost_in_a_mode_for_two_is_replaced_and_takes_over_again(
    key: str, meet: Meet
) -> None:
    ada, bea = meet(key, 2)
    play_until("play", ada, bea, who=bea, patience=PATIENCE)
    before = cards_played(ada)
    table = lose(ada, bea)
    play_until("play", ada, patience=PATIENCE)
    assert cards_played(ada) > before
    take_over(ada, bea, table)

    play_until("next", ada, bea, patience=PATIENCE)


@pytest.mark.wide
def test_who_is_lost_in_mid_trick_is_replaced_and_takes_over_again(meet: Meet) -> None:
    ada, bea = meet("classic/3", 2, first_dealer="2")
    play_until("play", ada, bea, who=bea, patience=PATIENCE)
    assert on_table(bea) == 1
    table = lose(ada, bea)
    play_until("play", ada, patience=PATIENCE)  # so a computer has played Bea's card
    take_over(ada, bea, table)

    play_until("next", ada, bea, patience=PATIENCE)


def on_table(someone: TablePage) -> int:
    """How many cards of the running trick lie on the table."""
    return someone.page.locator(".trick:not(.taken) .place .card").count()


def cards_played(someone: TablePage) -> int:
    """How many cards have been played in this round, as the number line tells."""
    return someone.page.locator(".number-line .cell.played").count()

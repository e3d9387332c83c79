"""The screens of each phase, line by line, as they stand in `screens/`.

Run with BOTTLEIMP_UPDATE_SCREENS=1 to write them anew; read the difference before you keep it.
"""

import asyncio

import pytest
from textual.content import Content

from bottleimp.game.deal import Deal
from bottleimp.game.match import Match
from bottleimp.game.round import Phase, Round
from bottleimp.knowledge.observation import observe
from bottleimp.languages.language import languages
from bottleimp.rules.editions import edition
from bottleimp.terminal.screens.overlays import PAGE_COLUMNS
from bottleimp.terminal.session.session import Scene
from bottleimp.terminal.text.catalogue import terminal_catalogue
from bottleimp.terminal.text.words import SceneText
from bottleimp.terminal.widgets.results import render_result, render_score_sheet
from bottleimp.terminal.widgets.seat_grid import SeatGrid
from tests.support.terminal.sitting import sitting

pytestmark = pytest.mark.slow  # each plays up to a moment


def show(tmp_path, name, edition, *keys, until=None):
    """Compares the screen after playing so far and pressing these keys."""

    async def shown() -> None:
        async with sitting(tmp_path, edition, seed=4) as at:
            if until is not None:
                await at.play_until(until)
            elif edition is not None:
                await at.asked()
            await at.press(*keys)
            await at.pilot.pause()
            at.looks_as(name)

    asyncio.run(shown())


def after_tricks(number):
    """The person's turn in a later trick, with cards on the table."""
    return lambda scene: (
        len(scene.observation.tricks) >= number and len(scene.observation.plays) > 0
    )


def test_the_first_screen(tmp_path):
    show(tmp_path, "start", None)


def test_the_exchange_as_it_begins(tmp_path):
    show(tmp_path, "exchange", "classic/4")


def test_the_exchange_with_two_cards_chosen(tmp_path):
    show(tmp_path, "exchange-two-chosen", "classic/4", "enter", "right", "enter")


def test_the_exchange_to_be_confirmed(tmp_path):
    show(tmp_path, "exchange-ready", "matagot/5", "enter", "enter", "enter")


def test_the_exchange_from_a_second_hand(tmp_path):
    show(tmp_path, "exchange-devils-eye", "matagot/devils-eye", "enter", "enter", "enter")


def test_the_choice_of_the_open_hand(tmp_path):
    phase = Phase.CHOICE
    show(
        tmp_path, "choice", "classic/bright-house", "2",
        until=lambda scene: scene.observation.phase is phase,
    )  # fmt: skip


def test_a_trick_under_way(tmp_path):
    show(tmp_path, "trick", "classic/4", until=after_tricks(2))


def test_a_trick_with_an_open_hand(tmp_path):
    show(tmp_path, "trick-lopaka", "classic/lopaka", until=after_tricks(3))


def test_a_trick_with_two_hands_each(tmp_path):
    show(tmp_path, "trick-devils-eye", "matagot/devils-eye", until=after_tricks(3))


def test_a_trick_with_two_bottles_and_six_players(tmp_path):
    show(tmp_path, "trick-six", "matagot/6", until=after_tricks(4))


def test_the_score_of_a_round_in_teams(tmp_path):
    show(tmp_path, "score-teams", "matagot/6-teams-2211", until=lambda scene: scene.is_over)


def test_the_score_of_a_round_with_cards_dealt_into_the_imps_trick(tmp_path):
    show(tmp_path, "score-lopaka", "classic/lopaka", until=lambda scene: scene.is_over)


def test_the_help_page(tmp_path):
    show(tmp_path, "help", "classic/3", "question_mark")


def test_the_end_of_a_match(tmp_path):
    async def shown() -> None:
        async with sitting(tmp_path, "classic/lopaka,cycles=1", seed=4) as at:
            await at.play_round()
            await at.press("enter")
            await at.play_round()
            at.looks_as("end")

    asyncio.run(shown())


TABLE_COLUMNS, RESULT_COLUMNS = 78, 76  # between the margins, and beside the scroll bar


def rounds_to_the_end(key):
    """A round after each of its actions."""
    played = Round(Deal.from_seed(edition(key), 1))
    while not played.is_over:
        yield played
        seat = (played.waiting_seats or (played.position.turn,))[0]
        played = played.play(played.legal_actions_for(seat)[-1], seat)
    yield played


def longest_line(*tables: Content) -> int:
    """The columns of the longest line."""
    return max(line.cell_length for table in tables for line in table.split("\n"))


@pytest.mark.parametrize("key", ["classic/4", "matagot/devils-eye", "matagot/6-teams-2211"])
@pytest.mark.parametrize("letter", ["M", "漢"], ids=["Latin", "Chinese"])
@pytest.mark.parametrize("language", languages(), ids=lambda language: language.code)
def test_tables_with_the_longest_names_fit(key, letter, language):
    of, catalogue = edition(key), terminal_catalogue(language)
    *_, last = played = list(rounds_to_the_end(key))
    names = tuple(letter * 24 for _ in range(of.seats))
    match = Match(of, of.players - 1).after(last.scores)
    scenes = [Scene(observe(one, 0), match, names, tuple(range(of.seats))) for one in played]

    seats = [SeatGrid(scene, catalogue, TABLE_COLUMNS).render() for scene in scenes]
    assert longest_line(*seats) <= TABLE_COLUMNS
    sheet = render_score_sheet(scenes[-1], catalogue, PAGE_COLUMNS)
    assert longest_line(sheet) <= PAGE_COLUMNS
    result = render_result(SceneText(scenes[-1], catalogue), RESULT_COLUMNS)
    _, table, *_ = "\n".join(line.plain for line in result.split("\n")).split("\n\n")
    assert longest_line(*map(Content, table.split("\n"))) <= RESULT_COLUMNS

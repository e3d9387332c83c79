"""How high the last price can be: the solver against brute force, and the page with its records."""

import re
from random import Random

import pytest

from bottleimp.game.notation import read_record
from bottleimp.rules.edition import Edition
from bottleimp.rules.editions import edition
from bottleimp.rules.position import Position
from bottleimp.rules.turns import advance, after_play
from bottleimp.solving import solver
from bottleimp.solving.last_price import highest_last_price
from bottleimp.solving.objectives import last_price_objective
from bottleimp.solving.transposition_table import TranspositionTable
from tests.support.small_decks import SMALL
from tests.support.solving.brute_force import last_price
from tests.support.solving.small_games import GAMES, Game
from tests.support.sources import repository

PAGE = repository.ROOT / "docs" / "explanation" / "highest-last-price.md"
ONE_BOTTLE = [game for game in GAMES if game.bottles == 1]
RECORDS = {3: ("classic-3.txt", "14"), 4: ("classic-4.txt", "15")}


@pytest.fixture(autouse=True)
def layouts_of_one_shape_share_their_code(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solver, "freeze_layout", lambda layout: layout)


@pytest.mark.parametrize("game", ONE_BOTTLE, ids=lambda game: game.name)
def test_the_last_price_is_what_brute_force_finds(game: Game) -> None:
    layout = game.layout
    memory = TranspositionTable(entry_count=1 << 12)
    few_plays = 3 if sum(game.sizes) > 9 else 0
    for seed in range(20):
        position = game.position(seed, few_plays + seed % 6)
        seats = range(len(layout.side))
        raising = (frozenset(seats), frozenset(), frozenset({seed % len(seats)}))[seed % 3]
        found = solver.solve(layout, position, last_price_objective(layout, raising), table=memory)

        assert found.value == last_price(layout, position, raising)
        for action, value in found.values.items():
            assert last_price(layout, after_play(layout, position, action), raising) == value


def test_with_two_bottles_no_last_price_is_solved() -> None:
    game = next(game for game in GAMES if game.bottles == 2)

    with pytest.raises(ValueError, match="two last prices"):
        solver.solve_value(game.layout, game.position(0, 0), last_price_objective(game.layout))


def dealt_out(playing: Edition, draw: Random) -> Position:
    """The first lead after any deal and any exchange, both drawn together."""
    cards = [card.place for card in playing.deck.cards]
    draw.shuffle(cards)
    each = playing.tricks
    piles = [cards[seat * each : (seat + 1) * each] for seat in range(playing.seats)]
    imps_trick = cards[playing.seats * each :]
    template = playing.initial_position(tuple(() for _ in playing.hands), ())
    hands = tuple(sum(1 << card for card in pile) for pile in piles)
    passed = (*template.passed[:-1], sum(1 << card for card in imps_trick))
    made = len(playing.passes)
    return template._replace(hands=hands, passed=passed, passes_made=made, turn=0)


@pytest.mark.parametrize("mode", ["3", "4"])
def test_on_small_decks_the_bound_is_reached_and_never_passed(mode: str) -> None:
    playing = SMALL[mode]
    layout, draw = playing.layout, Random(7)
    bound = highest_last_price(playing)
    objective = last_price_objective(layout)
    found = set()
    for _ in range(400):
        found.add(solver.solve_value(layout, dealt_out(playing, draw), objective))

    assert max(place for place in found if place is not None) == bound


@pytest.mark.parametrize("seats", RECORDS)
def test_the_record_reaches_the_bound(seats: int) -> None:
    name, label = RECORDS[seats]
    text = (PAGE.with_suffix("") / name).read_text(encoding="utf-8")
    played = read_record(text).round
    deck = played.edition.deck

    assert deck.label_at(highest_last_price(played.edition)) == label
    assert deck.label_at(played.position.prices[0]) == label
    assert played.edition.key == f"classic/{seats}"
    assert text in PAGE.read_text(encoding="utf-8")


@pytest.mark.parametrize("seats", RECORDS)
def test_the_solver_reaches_it_from_the_middle_of_the_record(seats: int) -> None:
    name, _ = RECORDS[seats]
    played = read_record((PAGE.with_suffix("") / name).read_text(encoding="utf-8")).round
    layout, position = played.layout, played.deal.initial_position
    tricks = 2  # of eleven; with fewer the search takes longer than a test may
    for action in played.actions[: len(played.edition.passes) + tricks * seats]:
        position = advance(layout, position, action)

    found = solver.solve_value(layout, position, last_price_objective(layout))

    assert found == played.position.prices[0]


def test_the_page_names_the_bound_of_every_edition_with_one_bottle() -> None:
    rows = re.findall(r"\| `(\S+)` .*\| (\S+) \|$", PAGE.read_text(encoding="utf-8"), re.MULTILINE)

    assert rows
    for key, label in rows:
        playing = edition(key)
        assert playing.deck.label_at(highest_last_price(playing)) == label

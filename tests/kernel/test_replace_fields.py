"""`_replace` of a position, compiled as in plain Python."""

import inspect

import pytest

from bottleimp.game.deal import Deal
from bottleimp.kernel.compile.jit import jit
from bottleimp.kernel.compile.replace_fields import replace_fields
from bottleimp.rules.editions import edition
from bottleimp.rules.position import Position

OPENING = Deal.from_seed(edition("classic/3"), 3).initial_position


@jit
def with_turn_and_hands(position: Position, turn: int, hands: tuple[int, ...]) -> Position:
    return position._replace(turn=turn, hands=hands)


@jit
def with_nothing_changed(position: Position) -> Position:
    return position._replace()


@jit
def with_every_field_changed(position: Position, other: Position) -> Position:
    return position._replace(
        hands=other.hands, passed=other.passed, won=other.won, prices=other.prices,
        owners=other.owners, open_hands=other.open_hands, passes_made=other.passes_made,
        choices_made=other.choices_made, plays_made=other.plays_made, trick=other.trick,
        led_suit=other.led_suit, taker=other.taker, turn=other.turn,
    )  # fmt: skip


def test_every_field_of_a_position_can_be_replaced() -> None:
    _, *fields = inspect.signature(replace_fields).parameters

    assert tuple(fields) == Position._fields


@pytest.mark.slow
def test_fields_that_are_not_named_stay() -> None:
    changed = with_turn_and_hands(OPENING, 2, (1, 2, 4))

    assert changed == OPENING._replace(turn=2, hands=(1, 2, 4))
    assert with_nothing_changed(OPENING) == OPENING


@pytest.mark.slow
def test_every_field_takes_its_own_new_value() -> None:
    other = Position(
        hands=(101, 102, 103),
        passed=(104, 105, 106, 107),
        won=(108, 109, 110),
        prices=(111,),
        owners=(112,),
        open_hands=113,
        passes_made=114,
        choices_made=115,
        plays_made=116,
        trick=117,
        led_suit=118,
        taker=119,
        turn=120,
    )

    assert with_every_field_changed(OPENING, other) == other

import pytest

from bottleimp.kernel.perft import (
    STARTS,
    action_name,
    perft,
    perft_divide,
    perft_lines,
    python_perft,
    start_position,
)
from bottleimp.rules.cardsets import lowest
from bottleimp.rules.editions import edition
from bottleimp.rules.position import is_passing
from bottleimp.rules.turns import advance, legal_actions

CLASSIC = edition("classic/3")


def test_play_is_counted_from_passes_of_the_lowest_cards() -> None:
    """Dealt one by one, forehand holds 1, 4, 7 and so on, the next 2, 5, 8."""
    position = start_position(CLASSIC, "play")

    assert {card.label for card in CLASSIC.deck.cards_of(position.passed[-1])} == {"1", "2", "3"}


def test_three_passes_from_twelve_cards_have_as_many_orders() -> None:
    lines = list(perft_lines(CLASSIC, 3))

    assert lines[:3] == ["exchange 1 12", "exchange 2 132", "exchange 3 1320"]


@pytest.mark.slow
@pytest.mark.parametrize("name", STARTS)
def test_the_counts_under_each_action_add_up(name: str) -> None:
    position = start_position(CLASSIC, name)
    parts = perft_divide(CLASSIC.layout, position, 5)

    assert perft(CLASSIC.layout, position, 5) == sum(parts.values())
    assert parts == perft_divide(CLASSIC.layout, position, 5, python_perft)


def test_a_divided_count_names_each_action_and_ends_with_the_sum() -> None:
    lines = list(perft_lines(edition("classic/bright-house"), 1, divide=True))

    assert lines[0] == "exchange Y1 1"
    assert lines[9] == "exchange 1 9"


def test_a_choice_of_the_open_hand_is_named_by_its_hand() -> None:
    one = edition("classic/bright-house")
    position = start_position(one, "exchange")
    while is_passing(one.layout, position):
        position = advance(one.layout, position, lowest(legal_actions(one.layout, position)))
    names = [action_name(one, action) for action in perft_divide(one.layout, position, 1)]

    assert names == ["first", "second"]


def test_after_the_last_card_there_are_no_more_sequences() -> None:
    assert (
        python_perft(CLASSIC.layout, start_position(CLASSIC, "play")._replace(hands=(0, 0, 0)), 1)
        == 0
    )

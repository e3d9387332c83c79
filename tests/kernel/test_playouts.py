import numpy as np
import pytest

from bottleimp.game.deal import Deal
from bottleimp.kernel.compile.jit import jit
from bottleimp.kernel.playouts import (
    mean_scores,
    playout,
    playout_scores,
    redeal_cards,
    round_scores,
)
from bottleimp.kernel.policies import register_policy, uniform_action
from bottleimp.kernel.rng import RngState, playout_stream, seed_word
from bottleimp.rules.cardsets import holds, lowest, members, size
from bottleimp.rules.decks import card_set
from bottleimp.rules.editions import edition
from bottleimp.rules.position import Layout, Position, is_over
from bottleimp.rules.scoring import scores
from bottleimp.rules.turns import advance, legal_actions

CLASSIC = edition("classic/4")
OPENING = Deal.from_seed(CLASSIC, 2024).initial_position


def lowest_legal(layout: Layout, position: Position, stream: RngState) -> int:
    return lowest(legal_actions(layout, position))


@jit
def redeal(opening: Position, stream: RngState) -> Position:
    return redeal_cards(opening, stream)


LOWEST = register_policy("lowest in a test", lowest_legal)


def lowest_all_the_way(layout: Layout, position: Position) -> Position:
    while not is_over(position):
        position = advance(layout, position, lowest(legal_actions(layout, position)))
    return position


def test_a_playout_ends_the_round() -> None:
    end = playout(CLASSIC.layout, OPENING, seed_word(1))

    assert is_over(end)
    assert isinstance(end, Position)


def test_a_playout_is_the_same_for_the_same_stream_only() -> None:
    ends = [playout(CLASSIC.layout, OPENING, seed_word(seed)) for seed in (1, 1, 2)]

    assert ends[0] == ends[1] != ends[2]


def test_a_playout_goes_on_from_the_middle_of_a_trick() -> None:
    middle = OPENING
    for _ in range(18):
        middle = advance(CLASSIC.layout, middle, lowest(legal_actions(CLASSIC.layout, middle)))
    end = playout(CLASSIC.layout, middle, seed_word(3))

    assert (2, middle.passed[-1]) == (middle.plays_made, end.passed[-1])
    assert is_over(end)


def test_a_finished_round_stays_as_it_is() -> None:
    end = playout(CLASSIC.layout, OPENING, seed_word(3))

    assert end == playout(CLASSIC.layout, end, seed_word(4))


def test_the_scores_are_those_of_the_playouts_one_by_one() -> None:
    table = playout_scores(CLASSIC.layout, OPENING, seed=5, playouts=20)
    singly = [
        scores(CLASSIC.layout, playout(CLASSIC.layout, OPENING, playout_stream(5, number)))
        for number in range(20)
    ]

    assert singly == [tuple(row) for row in table]


@pytest.mark.parametrize("threads", [2, 3, 7])
def test_the_scores_do_not_depend_on_the_number_of_threads(threads: int) -> None:
    alone = playout_scores(CLASSIC.layout, OPENING, seed=5, playouts=1001)
    together = playout_scores(CLASSIC.layout, OPENING, seed=5, playouts=1001, threads=threads)

    assert np.array_equal(alone, together)


def test_more_threads_than_playouts_do_no_harm() -> None:
    assert playout_scores(CLASSIC.layout, OPENING, seed=5, playouts=1, threads=4).shape == (1, 4)


@pytest.mark.slow
@pytest.mark.parametrize("key", ["matagot/5-teams", "classic/lopaka"])
def test_whole_rounds_are_dealt_anew_with_all_cards(key: str) -> None:
    one = edition(key)
    opening = Deal.in_order(one).initial_position
    deals = [redeal(opening, seed_word(seed)) for seed in range(200)]
    sizes = {tuple(size(cards) for cards in (*deal.hands, deal.passed[-1])) for deal in deals}
    together = {sum((*deal.hands, deal.passed[-1])) for deal in deals}

    assert {(*(hand.size for hand in one.hands), one.left_over)} == sizes
    assert {card_set(one.deck.cards)} == together
    assert len(set(deals)) == 200


@pytest.mark.slow
def test_every_card_is_dealt_to_every_hand_about_equally_often() -> None:
    """Chi-squared with 105 degrees of freedom stays below 158 in 999 of 1000 tries."""
    deals = [redeal(OPENING, seed_word(seed)) for seed in range(4000)]
    cards = list(members(card_set(CLASSIC.deck.cards)))
    counts = [
        [sum(holds(deal.hands[hand], card) for deal in deals) for card in cards]
        for hand in range(4)
    ]

    assert sum((count - 1000) ** 2 / 1000 for row in counts for count in row) < 158


def test_the_scores_of_whole_rounds_do_not_depend_on_the_number_of_threads() -> None:
    alone = round_scores(CLASSIC.layout, OPENING, seed=5, rounds=501)
    together = round_scores(CLASSIC.layout, OPENING, seed=5, rounds=501, threads=2)

    assert np.array_equal(alone, together)


def test_no_playouts_give_no_scores() -> None:
    assert playout_scores(CLASSIC.layout, OPENING, seed=5, playouts=0, threads=2).shape == (0, 4)


def test_a_mean_score_is_the_mean_of_the_scores() -> None:
    table = playout_scores(CLASSIC.layout, OPENING, seed=6, playouts=300)

    assert tuple(table.sum(axis=0) / 300) == mean_scores(
        CLASSIC.layout, OPENING, seed=6, playouts=300
    )


def test_a_playout_may_follow_another_policy() -> None:
    expected = lowest_all_the_way(CLASSIC.layout, OPENING)

    assert playout(CLASSIC.layout, OPENING, seed_word(1), LOWEST) == expected


def test_two_policies_of_one_name_are_refused() -> None:
    with pytest.raises(ValueError, match="called uniform already"):
        register_policy("uniform", uniform_action)

"""Worlds against an exact list of all of them, on decks small enough to list."""

from collections import Counter
from collections.abc import Iterator
from itertools import islice
from random import Random

import numpy as np
import pytest

from bottleimp.game.deal import Deal
from bottleimp.game.round import Phase, Round
from bottleimp.kernel.sampling.worlds import sample_worlds, world_constraints_of
from bottleimp.knowledge.inference import Inference
from bottleimp.knowledge.observation import Observation, observe
from bottleimp.knowledge.world_enumeration import all_worlds, world_count
from bottleimp.rules.cardsets import size
from bottleimp.rules.edition import Edition
from bottleimp.rules.editions import edition, edition_keys
from tests.support.random_rounds import asked_in_turn
from tests.support.small_decks import SMALL

DRAWN = 6_000
MOST_WORLDS = 800


def is_even(counts: Counter[tuple[int, ...]], worlds: int) -> bool:
    """Whether the counts pass a chi-squared test at about one in a hundred thousand."""
    expected = sum(counts.values()) / worlds
    squared = sum((count - expected) ** 2 / expected for count in counts.values())
    squared += (worlds - len(counts)) * expected
    freedom = worlds - 1
    if not freedom:
        return True
    # Wilson and Hilferty: the cube root of chi-squared is nearly normal.
    spread = 2 / (9 * freedom)
    return bool(((squared / freedom) ** (1 / 3) - (1 - spread)) / spread**0.5 < 4.3)


def asked(playing: Edition, seed: int) -> Iterator[Observation]:
    """What the seats that decide see in turn when anything is played."""
    for played, seat in asked_in_turn(playing, seed):
        if seat not in playing.driven:
            yield observe(played, seat)


@pytest.mark.slow
@pytest.mark.parametrize("mode", SMALL)
def test_worlds_are_drawn_evenly_from_all_that_fit(mode: str) -> None:
    compared = 0
    for seed in range(3):
        for observation in asked(SMALL[mode], seed):
            worlds = world_count(observation)
            if 1 < worlds <= MOST_WORLDS:
                drawn = sample_worlds(observation, seed=seed, worlds=DRAWN)
                counts = Counter(tuple(row) for row in drawn.tolist())
                assert set(counts) <= set(all_worlds(observation))
                assert is_even(counts, worlds)
                compared += 1

    assert compared > 8


def test_draws_that_favour_half_of_the_worlds_by_a_tenth_are_not_even() -> None:
    worlds = [(number,) for number in range(100)]
    draws = Random(1).choices(worlds, [11, 9] * 50, k=2 * DRAWN)

    assert not is_even(Counter(draws), len(worlds))


@pytest.mark.parametrize("key", edition_keys())
def test_the_kernel_counts_as_many_worlds_as_there_are(key: str) -> None:
    for observation in islice(asked(edition(key), 12), 2, None, 9):
        unseen = world_constraints_of(observation)
        counted = unseen.completions[(0, *(size(int(cards)) for cards in unseen.suit_cards))]

        assert counted == pytest.approx(world_count(observation), rel=1e-12)


@pytest.mark.parametrize("key", edition_keys())
def test_the_true_world_is_among_those_that_may_be_drawn(key: str) -> None:
    for played, seat in asked_in_turn(edition(key), 11):
        observation = observe(played, seat)
        worlds = sample_worlds(observation, seed=1, worlds=50)
        inference = Inference(observation)
        for hand, shown in enumerate(observation.hand_sizes):
            held = worlds[:, hand]
            assert {size(int(cards)) for cards in held} == {shown}
            assert not np.any(held & ~inference.possible_hands[hand])


def test_a_suit_that_a_hand_did_not_follow_is_never_dealt_to_it() -> None:
    played = Round(Deal.from_seed(SMALL["3"], 5))
    random = Random(5)
    seen = 0
    while not played.is_over:
        if played.phase is Phase.PLAY and played.turn is not None:
            observation = observe(played, played.turn)
            lacking = Inference(observation).voids
            worlds = sample_worlds(observation, seed=2, worlds=200)
            for hand in range(3):
                seen += bool(lacking[hand])
                assert not np.any(worlds[:, hand] & lacking[hand])
        played = played.play(random.choice(played.legal_actions))

    assert seen > 0


def test_the_same_seed_draws_the_same_worlds() -> None:
    observation = observe(Round(Deal.from_seed(edition("matagot/5"), 3)), 2)

    first = sample_worlds(observation, seed=9, worlds=100)
    np.testing.assert_array_equal(first, sample_worlds(observation, seed=9, worlds=100))
    assert not np.array_equal(first, sample_worlds(observation, seed=10, worlds=100))

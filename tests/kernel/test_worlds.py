"""Worlds against an exact list of all of them, on decks small enough to list."""

from collections import Counter
from itertools import combinations
from random import Random

import numpy as np
import pytest

from bottleimp.game.deal import Deal
from bottleimp.game.round import Phase, Round
from bottleimp.kernel.worlds import drawn_worlds
from bottleimp.knowledge.inference import Inference
from bottleimp.knowledge.observation import Observation, observe
from bottleimp.rules.cardsets import members, size
from bottleimp.rules.decks import CLASSIC, card_set, only
from bottleimp.rules.edition import Edition
from bottleimp.rules.editions import MODES, edition, edition_keys, one_each
from bottleimp.rules.seating import Hand, Opens

LABELS = ["1", "4", "5", "8", "11", "15", "20", "22", "24", "29", "32", "37"]
DRAWN = 4000
MOST_WORLDS = 400


def tiny(name: str, mode: str, hands: tuple[Hand, ...], left_over: int = 0) -> Edition:
    """A mode with twelve cards."""
    like = MODES[mode]
    return Edition(
        key=f"tiny/{name}",
        deck=only(CLASSIC, "tiny", LABELS),
        hands=hands,
        passes=like.passes,
        plays=like.plays,
        sides=like.sides,
        fates=like.sides,
        weights=like.weights,
        controllers=like.controllers,
        left_over=left_over,
    )


SMALL = (
    tiny("three", "3", one_each(4, 4, 4)),
    tiny("lopaka", "lopaka", (Hand(0, 3), Hand(1, 3, Opens.AT_PLAY), Hand(2, 3)), left_over=3),
    tiny("house", "bright-house", tuple(Hand(s, 3, Opens.BY_CHOICE) for s in (0, 0, 1, 1))),
    tiny(
        "eye",
        "devils-eye",
        (Hand(0, 1, Opens.AT_PLAY), Hand(0, 5), Hand(1, 1, Opens.AT_PLAY), Hand(1, 5)),
    ),
)


def all_worlds(observation: Observation) -> set[tuple[int, ...]]:
    """Every way to place the unseen cards, by trying them all."""
    edition, inference = observation.edition, Inference(observation)
    lacking = inference.voids
    own_discards = card_set(observation.discards)
    worlds: set[tuple[int, ...]] = set()

    def place(hand: int, left: frozenset[int], hands: tuple[int, ...]) -> None:
        if hand == len(edition.hands):
            worlds.add((*hands, own_discards | sum(1 << card for card in left)))
            return
        known = inference.known[hand]
        wanted = observation.hand_sizes[hand] - size(known)
        allowed = [card for card in left if not lacking[hand] >> card & 1]
        for chosen in combinations(allowed, wanted):
            cards = known | sum(1 << card for card in chosen)
            place(hand + 1, left - set(chosen), (*hands, cards))

    place(0, frozenset(members(inference.unseen)), ())
    return worlds


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


@pytest.mark.parametrize("playing", SMALL, ids=lambda e: e.mode)
@pytest.mark.parametrize("seed", range(3))
def test_worlds_are_drawn_evenly_from_all_that_fit(playing: Edition, seed: int) -> None:
    random = Random(seed)
    played = Round(Deal.shuffled(playing, seed))
    compared = 0
    while not played.is_over:
        seat = random.choice(played.waiting) if played.waiting else played.turn
        assert seat is not None
        observation = observe(played, seat)
        possible = all_worlds(observation)
        if len(possible) <= MOST_WORLDS and seat not in playing.driven:
            drawn = drawn_worlds(observation, seed=seed, worlds=DRAWN)
            counts = Counter(tuple(row) for row in drawn.tolist())
            assert set(counts) <= possible
            assert is_even(counts, len(possible))
            compared += 1
        played = played.play(random.choice(played.legal_for(seat)), seat)

    assert compared > 3


@pytest.mark.parametrize("key", edition_keys())
def test_the_true_world_is_among_those_that_may_be_drawn(key: str) -> None:
    random = Random(11)
    played = Round(Deal.shuffled(edition(key), 11))
    while not played.is_over:
        seat = random.choice(played.waiting) if played.waiting else played.turn
        assert seat is not None
        observation = observe(played, seat)
        worlds = drawn_worlds(observation, seed=1, worlds=50)
        inference = Inference(observation)
        for hand, shown in enumerate(observation.hand_sizes):
            held = worlds[:, hand]
            assert {size(int(cards)) for cards in held} == {shown}
            assert not np.any(held & ~inference.in_hand[hand])
        played = played.play(random.choice(played.legal_for(seat)), seat)


def test_a_suit_that_a_hand_did_not_follow_is_never_dealt_to_it() -> None:
    played = Round(Deal.shuffled(SMALL[0], 5))
    random = Random(5)
    seen = 0
    while not played.is_over:
        if played.phase is Phase.PLAY and played.turn is not None:
            observation = observe(played, played.turn)
            lacking = Inference(observation).voids
            worlds = drawn_worlds(observation, seed=2, worlds=200)
            for hand in range(3):
                seen += bool(lacking[hand])
                assert not np.any(worlds[:, hand] & lacking[hand])
        played = played.play(random.choice(played.legal))

    assert seen > 0


def test_the_same_seed_draws_the_same_worlds() -> None:
    observation = observe(Round(Deal.shuffled(edition("matagot/5"), 3)), 2)

    first = drawn_worlds(observation, seed=9, worlds=100)
    np.testing.assert_array_equal(first, drawn_worlds(observation, seed=9, worlds=100))
    assert not np.array_equal(first, drawn_worlds(observation, seed=10, worlds=100))

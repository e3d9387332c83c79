"""Levels notice less and are content with less; none is careless beyond what it says."""

from dataclasses import replace
from itertools import pairwise
from random import Random

import numpy as np
import pytest

from bottleimp.analysis.arena.head_to_head import head_to_head
from bottleimp.errors import UnknownName
from bottleimp.game.actions import action_number
from bottleimp.game.deal import Deal
from bottleimp.game.round import Phase, Round
from bottleimp.kernel.encoding.features import features_of
from bottleimp.kernel.encoding.info_state import info_state_of
from bottleimp.kernel.encoding.schema import action_count
from bottleimp.knowledge.observation import Observation, observe
from bottleimp.players.decisions import DecisionBatch
from bottleimp.players.feature_layout import FeatureLayout, forget_history
from bottleimp.players.levels import LEVELS, Level, LevelPlayer, acceptable_actions, level_by_name
from bottleimp.players.network import PRINTED_POINTS_PER_UNIT
from bottleimp.players.player import SeatPlayer
from bottleimp.rules.cardsets import members
from bottleimp.rules.editions import edition
from tests.support.players.networks import drawn_network, with_wide_gaps
from tests.support.redealing import redealt

KEYS = ("classic/4", "matagot/5", "classic/lopaka", "classic/bright-house", "matagot/devils-eye")


def seen_in(key: str, seed: int) -> list[tuple[Round, Observation]]:
    """All real choices of a round played at random."""
    random, played = Random(seed), Round(Deal.from_seed(edition(key), seed))
    found = []
    while (seat := played.turn) is not None:
        if len(played.legal_actions) > 1:
            found.append((played, observe(played, seat)))
        played = played.play(random.choice(played.legal_actions))
    return found


def set_bits(features: np.ndarray, part: slice) -> set[int]:
    return set(np.flatnonzero(features[part]).tolist())


@pytest.mark.slow
@pytest.mark.parametrize("key", KEYS)
def test_the_layout_says_where_the_features_are_written(key: str) -> None:
    layout = FeatureLayout(edition(key))
    for _, seen in seen_in(key, 1):
        features, info_state = features_of(seen), info_state_of(seen)
        seats = [(info_state.seat + k) % seen.edition.seats for k in range(seen.edition.seats)]
        assert [set(members(info_state.played[s])) for s in seats] == [
            set_bits(features, part) for part in layout.played
        ]
        assert [set(members(info_state.on_table[s])) for s in seats] == [
            set_bits(features, part) for part in layout.on_table
        ]
        assert set(members(info_state.unseen)) == set_bits(features, layout.unseen)
        assert set(members(info_state.discards)) == set_bits(features, layout.discards)
        assert [{price} for price in info_state.prices] == [
            set_bits(features, p) for p in layout.prices
        ]
        first = seen.edition.hands_of(info_state.seat)[0]
        hands = range(len(seen.edition.hands))
        is_open = [(first + k) % len(hands) in seen.open_hands for k in hands]
        assert is_open == [bool(features[flag]) for flag in layout.open_hand_flags]
        lacking = sum(info_state.voids[hand] != 0 for hand in range(len(seen.edition.hands)))
        assert bool(lacking) == bool(set_bits(features, layout.voids))


@pytest.mark.slow
@pytest.mark.parametrize("key", KEYS)
def test_without_memory_only_own_cards_the_table_and_open_hands_are_known(key: str) -> None:
    playing = edition(key)
    layout = FeatureLayout(playing)
    for _, seen in seen_in(key, 2):
        features, info_state = features_of(seen), info_state_of(seen)
        reduced = forget_history(playing, features[None, :])[0]
        table = {card for cards in info_state.on_table for card in members(cards)}
        own = set(members(info_state.discards))
        for hand in (*playing.hands_of(info_state.seat), *seen.open_hands):
            own |= set(members(info_state.hands[hand]))
        assert {card.place for card in playing.deck.cards} - own - table == set_bits(
            reduced, layout.unseen
        )
        first = playing.hands_of(info_state.seat)[0]
        for part, hand in enumerate(range(len(playing.hands_of(0)), len(playing.hands))):
            number = (first + hand) % len(playing.hands)
            shown = set(members(info_state.hands[number])) if number in seen.open_hands else set()
            assert set_bits(reduced, layout.known_other_hands[part]) == shown
        assert table == {card for part in layout.played for card in set_bits(reduced, part)}


@pytest.mark.slow
@pytest.mark.parametrize("name", LEVELS)
def test_a_level_takes_legal_cards_within_its_slack_and_sees_no_hidden_card(name: str) -> None:
    playing, random = edition("classic/4"), Random(4)
    network = drawn_network(playing)
    level = level_by_name(name)
    player = SeatPlayer(LevelPlayer(level, network), 5)
    for played, seen in seen_in("classic/4", 3):
        action = player.choose(seen)
        other = observe(redealt(played, seen.seat, random), seen.seat)
        assert action in seen.legal_actions
        assert action == player.choose(other)
        values = (
            network.values(features_of(seen)[None, :])[0] * PRINTED_POINTS_PER_UNIT
        )  # of gap worth 1
        legal = [action_number(playing, a) for a in seen.legal_actions]
        lost = values[legal].max() - values[action_number(playing, action)]
        assert lost <= level.max_loss


@pytest.mark.slow
@pytest.mark.parametrize("name", ["newcomer", "regular", "experienced"])
def test_a_level_counts_of_wide_gaps_what_they_are_worth(name: str) -> None:
    playing, level = edition("classic/4"), level_by_name(name)
    network = drawn_network(playing)
    wide = with_wide_gaps(network)
    seen = [one for seed in range(6) for _, one in seen_in("classic/4", seed)]
    asked = DecisionBatch.from_observations(seen, [0] * len(seen))
    features, legal = asked.features, asked.legal_mask

    good = acceptable_actions(level, network, playing, features, legal)
    of_wide = acceptable_actions(level, wide, playing, features, legal)
    calibrated = replace(wide, gap_worth=0.5)

    assert (of_wide != good).any()
    assert (acceptable_actions(level, calibrated, playing, features, legal) == good).all()


@pytest.mark.slow
@pytest.mark.parametrize("name", ["newcomer", "experienced"])
def test_a_level_tells_how_likely_it_plays_each_card(name: str) -> None:
    seen = [one for _, one in seen_in("classic/4", 8)][:6]
    player = LevelPlayer(level_by_name(name), drawn_network(edition("classic/4")))
    told = player.action_probabilities(DecisionBatch.from_observations(seen, [0] * len(seen)))
    counts = np.zeros_like(told)
    for seed in range(600):
        asked = DecisionBatch.from_observations(seen, [seed] * len(seen))
        counts[np.arange(len(seen)), player.choose_actions(asked)] += 1

    np.testing.assert_allclose(told.sum(axis=1), 1)
    assert (counts[told == 0] == 0).all()
    np.testing.assert_allclose(counts / 600, told, atol=0.1)


@pytest.mark.slow
def test_a_level_without_slack_plays_what_the_network_values_highest() -> None:
    playing = edition("classic/4")
    network = drawn_network(playing)
    exact = Level(0.0, has_memory=True, max_loss=0.0)
    for _, seen in seen_in("classic/4", 5):
        legal = np.zeros((1, action_count(playing)), bool)
        legal[0, [action_number(playing, a) for a in seen.legal_actions]] = True
        good = acceptable_actions(exact, network, playing, features_of(seen)[None, :], legal)
        values = np.where(legal, network.values(features_of(seen)[None, :]), -np.inf)
        assert [int(values.argmax())] == np.flatnonzero(good[0]).tolist()


@pytest.mark.slow
def test_lower_levels_find_more_cards_good_enough() -> None:
    playing = edition("classic/4")
    network = drawn_network(playing)
    counts = dict.fromkeys(LEVELS, 0)
    for _, seen in seen_in("classic/4", 6):
        if seen.phase is not Phase.EXCHANGE:
            continue
        legal = np.zeros((1, action_count(playing)), bool)
        legal[0, [action_number(playing, a) for a in seen.legal_actions]] = True
        for name, level in LEVELS.items():
            features = features_of(seen)[None, :]
            counts[name] += int(acceptable_actions(level, network, playing, features, legal).sum())

    for remembers in (False, True):
        alike = [counts[name] for name, level in LEVELS.items() if level.has_memory is remembers]
        assert sorted(alike, reverse=True) == alike


def test_an_unknown_level_is_refused() -> None:
    with pytest.raises(UnknownName, match="level"):
        level_by_name("grandmaster")


@pytest.mark.slow
@pytest.mark.parametrize(("lower", "higher"), list(pairwise(list(LEVELS)[::2])))
def test_levels_are_in_order(lower: str, higher: str) -> None:
    difference = (
        head_to_head(edition("classic/4"), higher, lower, deals=150, seed=3).results[0].difference
    )

    assert difference.low > 0

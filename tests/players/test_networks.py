"""The network player and the search on top of it, with weights that are drawn, not trained."""

from pathlib import Path
from random import Random

import numpy as np
import pytest

from bottleimp.errors import UnknownName
from bottleimp.game.actions import action_number
from bottleimp.game.deal import Deal
from bottleimp.game.round import Phase, Round
from bottleimp.kernel.encoding.features import features_of
from bottleimp.kernel.sampling.world_template import world_template_of
from bottleimp.kernel.search.one_ply import sample_uniform_worlds
from bottleimp.knowledge.observation import Observation, observe
from bottleimp.players.budget import Budget
from bottleimp.players.network import (
    GAP_WORTH,
    MIN_ROWS_TO_DEDUPLICATE,
    NetworkPlayer,
    StoredArray,
    load_network,
    network_from_arrays,
    unique_rows,
)
from bottleimp.players.player import SeatPlayer
from bottleimp.players.search.belief_search import WORLDS_PER_PRUNING, BeliefSearchPlayer
from bottleimp.players.search.beliefs import (
    OpponentModel,
    log_action_likelihood,
    replay_with_likelihoods,
    rounds_in_worlds,
)
from bottleimp.rules.cardsets import set_of
from bottleimp.rules.edition import Edition
from bottleimp.rules.editions import edition
from tests.support.players.networks import drawn_network, written
from tests.support.redealing import redealt

KEYS = ("classic/4", "classic/bright-house")
QUICK = Budget(12)


def moments(playing: Edition, seed: int) -> list[tuple[Round, Observation]]:
    """Some moments of a round at which a seat has a choice: one or two of each phase."""
    random, played = Random(seed), Round(Deal.from_seed(playing, seed))
    found: dict[tuple[Phase, int], tuple[Round, Observation]] = {}
    while not played.is_over:
        seat = played.turn
        assert seat is not None
        if len(played.legal_actions) > 1:
            kind = (played.phase, len(played.tricks) // 4 + len(played.pending[seat]))
            found[kind] = (played, observe(played, seat))
        played = played.play(random.choice(played.legal_actions))
    return list(found.values())


@pytest.mark.parametrize("key", KEYS)
def test_the_network_player_takes_the_legal_action_of_the_highest_value(key: str) -> None:
    playing = edition(key)
    network = drawn_network(playing)
    for _, observation in moments(playing, 1):
        action = SeatPlayer(NetworkPlayer(network), 0).choose(observation)
        values = network.values(features_of(observation)[None, :])[0]
        best = max(observation.legal_actions, key=lambda one: values[action_number(playing, one)])
        assert action == best


@pytest.mark.slow
@pytest.mark.parametrize("key", KEYS)
def test_thinking_gives_a_value_to_every_legal_action(key: str) -> None:
    playing = edition(key)
    imp = BeliefSearchPlayer(QUICK, drawn_network(playing))
    for _, observation in moments(playing, 2):
        verdict = imp.evaluate_actions(observation, 3)
        assert len(observation.legal_actions) == len(verdict.actions)
        assert np.isfinite(verdict.values).all()
        assert imp.choose(observation, 3) in observation.legal_actions


@pytest.mark.slow
@pytest.mark.parametrize("key", KEYS)
def test_thinking_is_repeatable_and_sees_no_hidden_card(key: str) -> None:
    playing, random = edition(key), Random(9)
    imp = BeliefSearchPlayer(QUICK, drawn_network(playing))
    for played, observation in moments(playing, 3):
        other = observe(redealt(played, observation.seat, random), observation.seat)
        expected = imp.evaluate_actions(observation, 3)
        for again in (imp.evaluate_actions(observation, 3), imp.evaluate_actions(other, 3)):
            np.testing.assert_array_equal(expected.values, again.values)
            np.testing.assert_array_equal(expected.world_counts, again.world_counts)


def test_weights_kept_in_bytes_are_scaled_column_by_column() -> None:
    network = drawn_network(edition("classic/4"))
    saved: dict[str, StoredArray] = {
        "entry": np.array([[127, -2], [0, 1]], np.int8),
        "entry.scale": np.array([[0.5, 2.0]], np.float16),
        "entry_bias": np.array([1.5, 2.5], np.float16),
        "exits": network.head_weights, "exit_biases": network.head_biases,
        "where": network.location_weights, "where_bias": network.location_bias,
    }  # fmt: skip
    read = network_from_arrays(saved)

    np.testing.assert_array_equal(np.array([[63.5, -4], [0, 2]], np.float32), read.input_weights)
    np.testing.assert_array_equal(np.array([1.5, 2.5], np.float32), read.input_bias)


def test_of_gaps_between_values_as_much_counts_as_the_file_says(tmp_path: Path) -> None:
    playing, rows = edition("classic/4"), 5
    network = drawn_network(playing)
    file = tmp_path / "4.npz"
    written(network, file)
    with np.load(file) as saved:
        arrays = dict(saved)
    plain = network_from_arrays(arrays)
    told = network_from_arrays({**arrays, GAP_WORTH: np.array([0.25], np.float16)})
    random = np.random.default_rng(3)
    features = (random.random((rows, len(network.input_weights))) < 0.1).astype(np.uint8)
    legal = random.random((rows, network.head_biases.shape[1])) < 0.5

    values = plain.values(features)
    as_they_are = plain.calibrated_values(features, legal)
    calibrated = told.calibrated_values(features, legal)

    assert (told.values(features) == values).all()
    np.testing.assert_allclose(as_they_are[legal], values[legal], rtol=1e-6)
    assert np.isneginf(calibrated[~legal]).all()
    best = as_they_are.max(axis=1)
    assert (calibrated.max(axis=1) == best).all()
    gaps = (best[:, None] - as_they_are)[legal]
    np.testing.assert_allclose((best[:, None] - calibrated)[legal], gaps / 4)


def test_a_network_that_is_not_there_is_refused_by_name() -> None:
    with pytest.raises(UnknownName, match="network"):
        load_network("7")


def test_rows_that_have_much_in_common_are_valued_as_each_alone() -> None:
    network, random = drawn_network(edition("classic/4")), np.random.default_rng(4)
    features = np.tile(random.integers(0, 2, len(network.input_weights), np.uint8), (20, 1))
    features[:, :30] = random.integers(0, 2, (20, 30))
    alone = np.concatenate([network.values(row[None, :]) for row in features])

    np.testing.assert_allclose(network.values(features), alone, rtol=1e-4, atol=1e-4)


def test_rows_that_are_alike_are_worked_out_once_and_answered_each() -> None:
    network, random = drawn_network(edition("classic/4")), np.random.default_rng(4)
    few = np.tile(random.integers(0, 2, len(network.input_weights), np.uint8), (3, 1))
    few[:, :30] = random.integers(0, 2, (3, 30))
    features = few[random.integers(0, 3, 2 * MIN_ROWS_TO_DEDUPLICATE)]

    worked_out, _ = network.last_hidden_layer(features)

    alone = np.concatenate([network.values(row[None, :]) for row in features])
    assert len(worked_out) == len(few)
    np.testing.assert_allclose(network.values(features), alone, rtol=1e-4, atol=1e-4)
    chances = np.concatenate(
        [network.location_log_probabilities(row[None, :], 5) for row in features]
    )
    np.testing.assert_allclose(
        network.location_log_probabilities(features, 5), chances, rtol=1e-4, atol=1e-4
    )


@pytest.mark.parametrize(
    ("rows", "kept"), [([[0, 1], [1, 0], [0, 1], [1, 1]], 3), ([[0, 1], [1, 0], [1, 1]], 3)]
)
def test_of_rows_that_are_alike_one_is_kept(rows: list[list[int]], kept: int) -> None:
    table = np.array(rows, np.float32)

    which, back = unique_rows(table)

    assert len(table[which]) == kept
    np.testing.assert_array_equal(table[which][back], table)


def test_unlike_rows_are_told_apart_even_if_their_marks_are_the_same() -> None:
    table = np.array([[0, 1e30], [0, -1e30], [1, 1e30], [1, 1e30]], np.float32)

    which, back = unique_rows(table)  # beside 1e30 the first column does not count

    np.testing.assert_array_equal(table[which][back], table)


class Passed:
    """A deadline that has passed."""

    def has_passed(self) -> bool:
        return True


def test_past_its_deadline_the_imp_answers_after_the_first_worlds() -> None:
    playing = edition("classic/4")
    imp = BeliefSearchPlayer(Budget(10_000, Passed()), drawn_network(playing))
    verdict = imp.evaluate_actions(moments(playing, 2)[-1][1], 3)

    assert set(verdict.world_counts.tolist()) == {WORLDS_PER_PRUNING}


def test_a_card_is_read_by_what_it_gives_away_and_by_chance() -> None:
    playing = edition("classic/4")
    network = drawn_network(playing)
    _, seen = moments(playing, 5)[-1]
    legal = [action_number(playing, action) for action in seen.legal_actions]
    rows = np.repeat(features_of(seen)[None, :], len(legal), axis=0)
    sets = np.full(len(legal), set_of(legal), np.int64)
    chances = np.exp(log_action_likelihood(network, rows, sets, np.array(legal), 0.1, 0.2))
    values = network.values(rows)[0, legal]

    assert chances.sum() == pytest.approx(1.0)
    assert chances.min() >= 0.2 / len(legal)
    assert np.argsort(values).tolist() == np.argsort(chances).tolist()


@pytest.mark.parametrize("key", KEYS)
def test_reading_the_past_ends_where_the_table_stands(key: str) -> None:
    playing = edition(key)
    network = drawn_network(playing)
    _, seen = moments(playing, 6)[-1]
    template = world_template_of(seen)
    worlds = sample_uniform_worlds(template, 5, 1)
    rounds, beliefs = replay_with_likelihoods(network, seen, template, worlds, 2, OpponentModel())

    np.testing.assert_array_equal(rounds_in_worlds(seen, template, worlds, 2).rows, rounds.rows)
    assert (beliefs.log_likelihood < 0).all()

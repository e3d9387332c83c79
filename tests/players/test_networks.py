"""The network player and the search on top of it, with weights that are drawn, not trained."""

from random import Random

import numpy as np
import pytest

from bottleimp.errors import UnknownName
from bottleimp.game.deal import Deal
from bottleimp.game.round import Phase, Round
from bottleimp.knowledge.observation import Observation, observe
from bottleimp.players.budget import Budget
from bottleimp.players.network import NetworkPlayer, Stored, network_from, network_named
from bottleimp.players.thinker import Imp
from bottleimp.rules.edition import Edition
from bottleimp.rules.editions import edition
from tests.players.networks import drawn_network
from tests.redealing import redealt

KEYS = ("classic/4", "classic/bright-house")
QUICK = Budget(12)


def moments(playing: Edition, seed: int) -> list[tuple[Round, Observation]]:
    """Some moments of a round at which a seat has a choice: one or two of each phase."""
    random, played = Random(seed), Round(Deal.shuffled(playing, seed))
    found: dict[tuple[Phase, int], tuple[Round, Observation]] = {}
    while not played.is_over:
        seat = played.turn
        assert seat is not None
        if len(played.legal) > 1:
            kind = (played.phase, len(played.tricks) // 4 + len(played.pending[seat]))
            found[kind] = (played, observe(played, seat))
        played = played.play(random.choice(played.legal))
    return list(found.values())


@pytest.mark.parametrize("key", KEYS)
def test_the_network_player_takes_the_legal_action_of_the_highest_value(key: str) -> None:
    playing = edition(key)
    network = drawn_network(playing)
    for _, observation in moments(playing, 1):
        assert NetworkPlayer(0, network).choose(observation) in observation.legal


@pytest.mark.slow
@pytest.mark.parametrize("key", KEYS)
def test_thinking_gives_a_value_to_every_legal_action(key: str) -> None:
    playing = edition(key)
    imp = Imp(3, QUICK, drawn_network(playing))
    for _, observation in moments(playing, 2):
        verdict = imp.verdict(observation)
        assert len(observation.legal) == len(verdict.actions)
        assert np.isfinite(verdict.values).all()
        assert imp.choose(observation) in observation.legal


@pytest.mark.slow
@pytest.mark.parametrize("key", KEYS)
def test_thinking_is_repeatable_and_sees_no_hidden_card(key: str) -> None:
    playing, random = edition(key), Random(9)
    imp = Imp(3, QUICK, drawn_network(playing))
    for played, observation in moments(playing, 3):
        other = observe(redealt(played, observation.seat, random), observation.seat)
        expected = imp.verdict(observation)
        for again in (imp.verdict(observation), imp.verdict(other)):
            np.testing.assert_array_equal(expected.values, again.values)
            np.testing.assert_array_equal(expected.worlds, again.worlds)


def test_weights_kept_in_bytes_are_scaled_column_by_column() -> None:
    network = drawn_network(edition("classic/4"))
    saved: dict[str, Stored] = {
        "entry": np.array([[127, -2], [0, 1]], np.int8),
        "entry.scale": np.array([[0.5, 2.0]], np.float16),
        "entry_bias": np.array([1.5, 2.5], np.float16),
        "exits": network.exits, "exit_biases": network.exit_biases,
        "where": network.where, "where_bias": network.where_bias,
    }  # fmt: skip
    read = network_from(saved)

    np.testing.assert_array_equal(np.array([[63.5, -4], [0, 2]], np.float32), read.entry)
    np.testing.assert_array_equal(np.array([1.5, 2.5], np.float32), read.entry_bias)


def test_a_network_that_is_not_there_is_refused_by_name() -> None:
    with pytest.raises(UnknownName, match="network"):
        network_named("7")


def test_rows_that_have_much_in_common_are_valued_as_each_alone() -> None:
    network, random = drawn_network(edition("classic/4")), np.random.default_rng(4)
    features = np.tile(random.integers(0, 2, len(network.entry), np.uint8), (20, 1))
    features[:, :30] = random.integers(0, 2, (20, 30))
    alone = np.concatenate([network.values(row[None, :]) for row in features])

    np.testing.assert_allclose(network.values(features), alone, rtol=1e-4, atol=1e-4)

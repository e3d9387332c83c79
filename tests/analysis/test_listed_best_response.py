"""The best response in the modes for two: the best there is where it looks to the end; blind."""

import json
from random import Random

import numpy as np
import pytest

from bottleimp.analysis.evaluation.exploitability import make_measurement, result_lines
from bottleimp.analysis.evaluation.listed_best_response import (
    POPULATION_KINDS,
    ListedBestResponse,
    ResponseTree,
)
from bottleimp.analysis.evaluation.responders import NetworkSource
from bottleimp.errors import BottleImpError
from bottleimp.kernel.relative_scores import mean_relative_scores
from bottleimp.kernel.round_batch import ROUND_OVER, RoundBatch
from bottleimp.kernel.sampling.world_template import world_template_of
from bottleimp.knowledge.observation import Observation, observe
from bottleimp.players.budget import Budget
from bottleimp.players.network import greedy_actions, network_for
from bottleimp.players.search.beliefs import select_rounds
from bottleimp.players.search.listed_worlds import ListedWorlds, list_worlds
from bottleimp.rules.cardsets import members
from bottleimp.rules.editions import edition
from tests.players.test_listed_search import late_choices
from tests.players.test_listed_worlds import KEYS
from tests.support.redealing import redealt

pytestmark = pytest.mark.slow

NO_LIMIT = 1 << 40
World = tuple[RoundBatch, float]  # one round and its chance
modes = pytest.mark.parametrize("key", KEYS)


def listed(seen: Observation) -> ListedWorlds:
    return list_worlds(network_for(seen.edition), seen, world_template_of(seen), POPULATION_KINDS)


def seat_of(seen: Observation) -> int:
    assert seen.seat is not None
    return seen.seat


def actions_of(seen: Observation) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    return np.array(seen.legal_action_numbers, np.int64)


def after_action(world: World, action: int, seat: int) -> World:
    """The world when the seat has acted and the network has played until it is asked again."""
    rounds = select_rounds(world[0], np.array([0]))
    rounds.step(np.array([action]))
    network = network_for(rounds.edition)
    while rounds.next_decisions() and rounds.turns[0] != seat:
        rounds.step(greedy_actions(network, rounds.features, rounds.legal))
    return rounds, world[1]


def best_of_all_ways(worlds: list[World], actions: list[int], seat: int) -> list[float]:
    """What each action is worth, one world after another: everything is tried to the end."""
    found = []
    for action in actions:
        total = 0.0
        alike: dict[bytes, list[World]] = {}
        for rounds, chance in (after_action(world, action, seat) for world in worlds):
            if rounds.turns[0] == ROUND_OVER:
                points = rounds.returns() / np.array(rounds.edition.weights)
                total += chance * float(mean_relative_scores(rounds.edition, points, (seat,))[0])
            else:
                alike.setdefault(rounds.features[0].tobytes(), []).append((rounds, chance))
        for group in alike.values():
            further = list(members(int(group[0][0].legal[0])))
            total += max(best_of_all_ways(group, further, seat))
        found.append(total)
    return found


@modes
def test_late_in_the_round_an_action_is_worth_the_best_that_can_follow(key: str) -> None:
    network = network_for(edition(key))
    choices = [seen for _, seen in late_choices(key, 3) if sum(seen.hand_sizes) <= 10]
    for seen in choices[:3]:
        worlds, actions = listed(seen), actions_of(seen)
        found = ResponseTree(network, seat_of(seen), NO_LIMIT).evaluate(
            worlds.rounds, worlds.chances, actions
        )
        one_by_one = [
            (select_rounds(worlds.rounds, np.array([number])), float(chance))
            for number, chance in enumerate(worlds.chances)
        ]

        expected = best_of_all_ways(one_by_one, actions.tolist(), seat_of(seen))
        np.testing.assert_allclose(found, expected)


@modes
def test_to_try_more_never_promises_less(key: str) -> None:
    network = network_for(edition(key))
    for _, seen in late_choices(key, 4)[:3]:
        worlds, actions = listed(seen), actions_of(seen)
        little, much = (
            ResponseTree(network, seat_of(seen), limit).evaluate(
                worlds.rounds, worlds.chances, actions
            )
            for limit in (0, 20_000)
        )

        assert (much >= little - 1e-9).all()


@modes
def test_hidden_cards_change_no_choice(key: str) -> None:
    random = Random(4)
    player = ListedBestResponse(Budget(500), network_for(edition(key)))
    for played, seen in late_choices(key, 5)[:4]:
        other = observe(redealt(played, seen.seat, random), seen.seat)

        assert player.choose(other, 1) == player.choose(seen, 1)


def test_whoever_knows_the_population_gains_over_it() -> None:
    key = "classic/bright-house"
    source = NetworkSource(key)
    measurement = make_measurement(key, "listed_best_response:100", "network", 1, 3, source)
    lines = [json.loads(text) for text in result_lines(measurement, range(2))]
    gains = [
        seated[seat] - line["alone"][seat]
        for line in lines
        for seat, seated in enumerate(line["with_responder"])
    ]

    assert np.mean(gains) > 0


def test_modes_for_more_players_are_refused() -> None:
    with pytest.raises(BottleImpError, match="listed_best_response needs two players"):
        make_measurement(
            "classic/4", "listed_best_response", "network", 1, 3, NetworkSource("classic/4")
        )

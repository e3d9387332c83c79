"""The best response in the modes for two: the best there is where it looks to the end; blind."""

import json
from random import Random

import numpy as np
import pytest

from bottleimp.analysis.evaluation.exploitability import make_measurement, result_lines
from bottleimp.analysis.evaluation.listed_best_response import (
    EPSILON,
    POPULATION_KINDS,
    ListedBestResponse,
    ResponseTree,
    answer_chances,
)
from bottleimp.analysis.evaluation.open_hand_evaluation import PlayerDecider
from bottleimp.analysis.evaluation.responders import (
    NetworkSource,
    create_decider,
    stochastic_player,
)
from bottleimp.errors import BottleImpError
from bottleimp.game.actions import action_from_number
from bottleimp.game.round import Round
from bottleimp.kernel.relative_scores import mean_relative_scores
from bottleimp.kernel.round_batch import ROUND_OVER, RoundBatch
from bottleimp.kernel.sampling.world_template import world_template_of
from bottleimp.knowledge.observation import Observation, observe
from bottleimp.players.budget import Budget
from bottleimp.players.decisions import DecisionBatch, StochasticPlayer
from bottleimp.players.levels import LevelPlayer, level_player
from bottleimp.players.network import greedy_actions, network_for
from bottleimp.players.search.listed_worlds import ListedWorlds, can_be_listed, list_worlds
from bottleimp.rules.cardsets import members
from bottleimp.rules.editions import edition
from tests.players.search.test_listed_search import LATE, deal_round, late_choices
from tests.players.search.test_listed_worlds import KEYS, true_world
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


def answers(rounds: RoundBatch, population: StochasticPlayer | None) -> list[tuple[int, float]]:
    """What the population may do in one round, and how likely it does."""
    if population is None:
        network = network_for(rounds.edition)
        return [(int(greedy_actions(network, rounds.features, rounds.legal)[0]), 1.0)]
    chances = answer_chances(population, rounds, np.array([0]))[0]
    return [(number, float(chances[number])) for number in np.flatnonzero(chances).tolist()]


def after_action(
    world: World, action: int, seat: int, population: StochasticPlayer | None
) -> list[World]:
    """The worlds when the seat has acted and the population played until it is asked again."""
    rounds = world[0].select(np.array([0]))
    rounds.step(np.array([action]))
    if not rounds.next_decisions() or rounds.turns[0] == seat:
        return [(rounds, world[1])]
    return [
        after
        for answer, chance in answers(rounds, population)
        for after in after_action((rounds, world[1] * chance), answer, seat, population)
    ]


def best_of_all_ways(
    worlds: list[World], actions: list[int], seat: int, population: StochasticPlayer | None
) -> list[float]:
    """What each action is worth, one world after another: everything is tried to the end."""
    found = []
    for action in actions:
        total = 0.0
        alike: dict[bytes, list[World]] = {}
        reached = [
            after for world in worlds for after in after_action(world, action, seat, population)
        ]
        for rounds, chance in reached:
            if rounds.turns[0] == ROUND_OVER:
                points = rounds.points()
                total += chance * float(mean_relative_scores(rounds.edition, points, (seat,))[0])
            else:
                alike.setdefault(rounds.features[0].tobytes(), []).append((rounds, chance))
        for group in alike.values():
            further = list(members(int(group[0][0].legal[0])))
            total += max(best_of_all_ways(group, further, seat, population))
        found.append(total)
    return found


@modes
@pytest.mark.parametrize("name", ["network", "experienced"])
def test_late_in_the_round_an_action_is_worth_the_best_that_can_follow(name: str, key: str) -> None:
    network, population = network_for(edition(key)), stochastic_player(name)
    most = 10 if population is None else 8  # cards in hands
    choices = [seen for _, seen in late_choices(key, 3) if sum(seen.hand_sizes) <= most]
    for seen in choices[:3]:
        worlds, actions = listed(seen), actions_of(seen)
        found = ResponseTree(network, seat_of(seen), NO_LIMIT, population).evaluate(
            worlds.rounds, worlds.chances, actions
        )
        one_by_one = [
            (worlds.rounds.select(np.array([number])), float(chance))
            for number, chance in enumerate(worlds.chances)
        ]

        expected = best_of_all_ways(one_by_one, actions.tolist(), seat_of(seen), population)
        np.testing.assert_allclose(found, expected)


def past_chance(played: Round, seat: int, population: StochasticPlayer) -> float:
    """How likely the population, which may do anything, did all that others than the seat did."""
    chance, again = 1.0, Round(played.deal)
    for action in played.actions:
        turn = again.turn
        assert turn is not None
        seen = observe(again, turn)
        if turn != seat and len(seen.legal_actions) > 1:
            asked = DecisionBatch.from_observations([seen], [0])
            own = population.action_probabilities(asked)[0, action]
            chance *= (1 - EPSILON) * own + EPSILON
        again = again.play(action_from_number(seen.edition, action))
    return chance


def choices_of(
    population: StochasticPlayer, key: str, seed: int
) -> list[tuple[Round, Observation]]:
    """The late choices of a round that the population plays in every seat, drawing its actions."""
    random, played, found = np.random.default_rng(seed), deal_round(key, seed), []
    while (seat := played.turn) is not None:
        seen = observe(played, seat)
        action = seen.legal_action_numbers[0]
        if len(seen.legal_actions) > 1:
            asked = DecisionBatch.from_observations([seen], [0])
            chances = population.action_probabilities(asked)[0]
            action = int(random.choice(len(chances), p=chances))
            if can_be_listed(seen) and sum(seen.hand_sizes) <= LATE:
                found.append((played, seen))
        played = played.play(action_from_number(seen.edition, action))
    return found


def test_worlds_are_as_likely_as_what_the_population_did_in_them() -> None:
    key, population = "classic/lopaka", level_player("occasional")
    player = ListedBestResponse(Budget(100), network_for(edition(key)), population)
    random = Random(2)
    for played, seen in choices_of(population, key, 2)[:2]:
        found = player.list_worlds(seen, world_template_of(seen))
        worlds = [tuple(world) for world in found.worlds.tolist()]
        likely: dict[tuple[int, ...], float] = {}
        for other in (played, *(redealt(played, seen.seat, random) for _ in range(60))):
            likely[true_world(other)] = past_chance(other, seat_of(seen), population)
        at = [worlds.index(world) for world in likely]
        expected = np.array(list(likely.values()))

        assert len(expected) > 1
        np.testing.assert_allclose(
            found.chances[at] / found.chances[at].sum(), expected / expected.sum(), atol=1e-6
        )


def test_the_responder_is_told_who_the_population_is() -> None:
    source = NetworkSource("classic/lopaka")
    told = {
        name: create_decider("listed_best_response", source, name)
        for name in ("attentive", "network", "perfect_information:20")
    }
    found = {
        name: decider.player.population
        for name, decider in told.items()
        if isinstance(decider, PlayerDecider) and isinstance(decider.player, ListedBestResponse)
    }

    assert isinstance(found["attentive"], LevelPlayer)
    assert found["network"] is found["perfect_information:20"] is None


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
@pytest.mark.parametrize("name", ["network", "attentive"])
def test_hidden_cards_change_no_choice(name: str, key: str) -> None:
    random = Random(4)
    population = stochastic_player(name)
    player = ListedBestResponse(Budget(500), network_for(edition(key)), population)
    for played, seen in late_choices(key, 5)[:4]:
        other = observe(redealt(played, seen.seat, random), seen.seat)

        assert player.choose(other, 1) == player.choose(seen, 1)


@pytest.mark.wide
def test_whoever_knows_the_population_gains_over_it() -> None:
    key = "matagot/devils-eye"
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

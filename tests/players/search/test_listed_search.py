"""What the search makes of all worlds: exact where it solves, the same again, and blind."""

from dataclasses import replace
from itertools import chain, islice
from random import Random

import numpy as np
import pytest

from bottleimp.game.deal import Deal
from bottleimp.game.round import Round
from bottleimp.kernel.sampling.world_template import world_template_of
from bottleimp.knowledge.observation import Observation, observe
from bottleimp.players.budget import Budget
from bottleimp.players.network import network_for
from bottleimp.players.perfect_information import PerfectInformationPlayer
from bottleimp.players.search.belief_search import BeliefSearchPlayer, SearchConfig
from bottleimp.players.search.listed_search import ListedSearch, ListedSearchConfig, weigh_gains
from bottleimp.players.search.listed_worlds import can_be_listed, list_worlds
from bottleimp.rules.editions import edition
from bottleimp.solving import UtilityMeasure, maximin_objective, solve
from tests.players.search.test_listed_worlds import KEYS, network_choices
from tests.support.redealing import redealt

BUDGET = Budget(300)
SOLVED_ALONE = ListedSearchConfig(value_shares=(1.0, 0.0, 0.0, 0.0), covered_chance=1.0)
LATE = 14  # cards in hands
modes = pytest.mark.parametrize("key", KEYS)


def late_choices(key: str, seed: int) -> list[tuple[Round, Observation]]:
    return [
        (played, seen)
        for played, seen in network_choices(edition(key), seed)
        if can_be_listed(seen) and sum(seen.hand_sizes) <= LATE
    ]


@pytest.mark.slow
@modes
def test_late_in_the_round_a_value_is_the_mean_of_solutions_in_all_worlds(key: str) -> None:
    layout = edition(key).layout
    player = BeliefSearchPlayer(BUDGET, config=SearchConfig(listed=SOLVED_ALONE))
    for _, seen in late_choices(key, 3)[:3]:
        found = player.evaluate_actions(seen, 0)
        template = world_template_of(seen)
        listed = list_worlds(network_for(seen.edition), seen, template)
        goal = maximin_objective(layout, template.seat, UtilityMeasure.GAIN)
        expected = np.zeros(len(found.actions))
        for world, chance in zip(listed.worlds.tolist(), listed.chances, strict=True):
            base = template.start.base
            position = base._replace(hands=tuple(world[:-1]), passed=(*base.passed[:-1], world[-1]))
            values = solve(layout, position, goal).values
            expected += chance * np.array([values[action] for action in found.actions], float)

        kept = found.world_counts == len(listed.worlds)
        np.testing.assert_allclose(found.values[kept], expected[kept])


@pytest.mark.slow
@modes
def test_neither_seed_nor_hidden_cards_change_a_value(key: str) -> None:
    random = Random(4)
    for played, seen in late_choices(key, 4):
        other = observe(redealt(played, seen.seat, random), seen.seat)
        expected = BeliefSearchPlayer(BUDGET).evaluate_actions(seen, 1)
        found = BeliefSearchPlayer(BUDGET).evaluate_actions(other, 2)

        np.testing.assert_array_equal(found.values, expected.values)


def choices_among_programs(key: str, seed: int) -> list[tuple[Round, Observation]]:
    """The late choices of a round of players that play out cards, and are known for it."""
    player, played, found = PerfectInformationPlayer(Budget(100)), deal_round(key, seed), []
    while (seat := played.turn) is not None:
        seen = observe(played, seat)
        if len(seen.legal_actions) > 1 and LATE < sum(seen.hand_sizes) <= LATE + 8:
            listed = list_worlds(network_for(seen.edition), seen, world_template_of(seen))
            if listed.playing_out >= ListedSearchConfig().trusted_chance:
                found.append((played, seen))
        played = played.play(player.choose(seen, seed))
    return found


def deal_round(key: str, seed: int) -> Round:
    return Round(Deal.from_seed(edition(key), seed))


@pytest.mark.wide
@modes
def test_programs_that_play_out_cards_are_known_and_networks_are_not_taken_for_them(
    key: str,
) -> None:
    trusted = [len(choices_among_programs(key, seed)) for seed in range(2)]
    mistaken = [
        list_worlds(network_for(seen.edition), seen, world_template_of(seen)).playing_out
        for seed in range(2)
        for _, seen in late_choices(key, seed)
    ]

    assert sum(trusted) >= 2
    assert np.mean(mistaken) < 0.15


@pytest.mark.slow
@modes
def test_foretold_answers_change_values_and_hidden_cards_do_not(key: str) -> None:
    random, config = Random(4), ListedSearchConfig(node_limit=1)
    alone = SearchConfig(listed=replace(config, foretold_answers=0))
    of_all_rounds = chain.from_iterable(choices_among_programs(key, seed) for seed in range(4))
    changed = 0
    for played, seen in islice(of_all_rounds, 6):
        other = observe(redealt(played, seen.seat, random), seen.seat)
        expected = BeliefSearchPlayer(BUDGET, config=SearchConfig(listed=config))
        found = BeliefSearchPlayer(BUDGET, config=SearchConfig(listed=config))
        without = BeliefSearchPlayer(BUDGET, config=alone)
        values = expected.evaluate_actions(seen, 1).values
        np.testing.assert_array_equal(found.evaluate_actions(other, 2).values, values)
        changed += (without.evaluate_actions(seen, 1).values != values).any()

    assert changed > 0


@pytest.mark.slow
def test_where_nothing_can_be_solved_at_once_the_leaves_are() -> None:
    key = "classic/bright-house"
    search = ListedSearch(
        network_for(edition(key)), ListedSearchConfig(node_limit=1, covered_chance=1.0)
    )
    _, seen = late_choices(key, 3)[0]
    actions = np.array(seen.legal_action_numbers, np.int64)
    found = search.evaluate(seen, world_template_of(seen), actions, np.zeros(len(actions)), BUDGET)

    assert np.isfinite(found.values).all()
    assert found.best_action in actions


def test_an_action_is_compared_in_the_worlds_in_which_it_was_tried() -> None:
    gains = np.array([[10.0, 8.0], [-20.0, np.nan]])
    values, errors = weigh_gains(gains, np.array([0.5, 0.25]), np.array([1.0, 0.0]))

    # The first is worth 0 in all and 1 more by the prior; the second 2 less where both were tried.
    np.testing.assert_allclose(values, [1.0, -2.0])
    np.testing.assert_allclose(errors, [0.0, 0.0])

"""Where two seats decide, all worlds are listed; what the opponent did says how likely each is."""

from collections.abc import Iterator
from itertools import pairwise

import numpy as np
import pytest

from bottleimp.game.actions import action_from_number
from bottleimp.game.deal import Deal
from bottleimp.game.round import Phase, Round
from bottleimp.kernel.encoding.features import features_of
from bottleimp.kernel.sampling.history_sampler import action_history_of, list_passes
from bottleimp.kernel.sampling.world_template import world_template_of
from bottleimp.knowledge.observation import Observation, observe
from bottleimp.knowledge.world_enumeration import all_worlds
from bottleimp.players.network import greedy_actions, network_for
from bottleimp.players.search.listed_worlds import ListedWorlds, can_be_listed, list_worlds
from bottleimp.rules.cardsets import set_of
from bottleimp.rules.edition import Edition
from bottleimp.rules.editions import edition

pytestmark = pytest.mark.slow

KEYS = ("classic/bright-house", "classic/lopaka", "matagot/devils-eye")
AT_FIRST_LEAD = {"classic/bright-house": 36, "classic/lopaka": 286, "matagot/devils-eye": 45}
modes = pytest.mark.parametrize("key", KEYS)


def network_choices(playing: Edition, seed: int) -> Iterator[tuple[Round, Observation]]:
    """The choices of a round in which every seat does what the network values highest."""
    network, played = network_for(playing), Round(Deal.from_seed(playing, seed))
    while (seat := played.turn) is not None:
        seen = observe(played, seat)
        action = seen.legal_action_numbers[0]
        if len(seen.legal_actions) > 1:
            legal = np.array([set_of(seen.legal_action_numbers)], np.int64)
            (action,) = greedy_actions(network, features_of(seen)[None, :], legal).tolist()
            yield played, seen
        played = played.play(action_from_number(playing, action))


def listed(seen: Observation) -> ListedWorlds:
    return list_worlds(network_for(seen.edition), seen, world_template_of(seen))


def true_world(played: Round) -> tuple[int, ...]:
    return (*played.position.hands, played.position.passed[len(played.edition.hands)])


@modes
def test_every_world_is_listed_once_with_a_chance_and_the_likeliest_come_first(key: str) -> None:
    for _, seen in network_choices(edition(key), 5):
        if not can_be_listed(seen):
            continue
        found = listed(seen)
        worlds = [tuple(world) for world in found.worlds.tolist()]

        assert sorted(worlds) == sorted(all_worlds(seen))
        assert found.chances.sum() == pytest.approx(1)
        assert all(one >= other for one, other in pairwise(found.chances.tolist()))
        assert len(found.rounds.rows) == len(worlds)


@modes
def test_all_choices_in_play_are_listed_and_none_before(key: str) -> None:
    seen_phases = set()
    for _, seen in network_choices(edition(key), 6):
        seen_phases.add(seen.phase)
        assert can_be_listed(seen) == (seen.phase is Phase.PLAY)
    assert {Phase.EXCHANGE, Phase.PLAY} <= seen_phases


@modes
def test_so_many_worlds_are_left_when_the_first_card_is_led(key: str) -> None:
    first = next(seen for _, seen in network_choices(edition(key), 7) if can_be_listed(seen))

    assert len(listed(first).worlds) == AT_FIRST_LEAD[key]


def test_with_more_seats_worlds_are_drawn_even_at_the_end() -> None:
    for _, seen in network_choices(edition("classic/3"), 8):
        assert not can_be_listed(seen)


@modes
def test_what_the_opponent_did_makes_the_true_world_likelier(key: str) -> None:
    gained = []
    for seed in range(2):
        for played, seen in network_choices(edition(key), seed):
            if can_be_listed(seen):
                found = listed(seen)
                worlds = [tuple(world) for world in found.worlds.tolist()]
                chance = found.chances[worlds.index(true_world(played))]
                gained.append(np.log(chance * len(worlds)))

    assert np.mean(gained) > 0.5  # nats; what was measured is 1.1 to 2.7


def test_discards_can_have_been_made_in_either_order() -> None:
    for played, seen in network_choices(edition("classic/bright-house"), 9):
        if can_be_listed(seen):
            worlds = np.array(all_worlds(seen), np.int64)
            which, passes = list_passes(seen, action_history_of(seen), worlds)
            steps = seen.edition.passes
            made = list(played.actions[: len(steps)])

            assert np.bincount(which).tolist() == [2] * len(worlds)
            assert made in passes.tolist()

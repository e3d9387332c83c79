"""All worlds, listed, against every way to hand the unseen cards out one by one."""

import pytest

from bottleimp.errors import BottleImpError
from bottleimp.game.deal import Deal
from bottleimp.game.round import Round
from bottleimp.knowledge.inference import Inference
from bottleimp.knowledge.observation import Observation, observe
from bottleimp.knowledge.world_enumeration import all_worlds, world_count
from bottleimp.rules.cardsets import members, size
from bottleimp.rules.decks import card_set
from bottleimp.rules.editions import edition
from tests.support.random_rounds import asked_in_turn
from tests.support.small_decks import SMALL

MOST_WORLDS = 800


def handed_out(observation: Observation) -> set[tuple[int, ...]]:
    """Every world, by giving each unseen card in turn to every place that may take it."""
    inference = Inference(observation)
    hands = len(observation.edition.hands)
    known = (*inference.known_cards, card_set(observation.discards))
    worlds = {known}
    for card in members(inference.unseen_cards):
        worlds = {
            (*world[:place], world[place] | 1 << card, *world[place + 1 :])
            for world in worlds
            for place in range(hands + 1)
            if place == hands
            or (
                size(world[place]) < observation.hand_sizes[place]
                and not inference.voids[place] >> card & 1
            )
        }
    return {
        world
        for world in worlds
        if all(size(world[h]) == observation.hand_sizes[h] for h in range(hands))
    }


@pytest.mark.slow
@pytest.mark.parametrize("mode", SMALL)
def test_each_world_is_listed_once(mode: str) -> None:
    compared = 0
    for seed in range(2):
        for played, seat in asked_in_turn(SMALL[mode], seed):
            observation = observe(played, seat)
            if world_count(observation) > MOST_WORLDS:
                continue
            listed = all_worlds(observation)
            assert handed_out(observation) == set(listed)
            assert len(listed) == len(set(listed)) == world_count(observation)
            compared += 1

    assert compared > 8


def test_too_many_worlds_are_refused_before_any_is_listed() -> None:
    observation = observe(Round(Deal.from_seed(edition("matagot/6"), 1)), 0)

    with pytest.raises(BottleImpError, match="worlds, more than the 100,000 that may be listed"):
        all_worlds(observation)


def test_whoever_lists_worlds_says_how_many_are_too_many() -> None:
    *_, (played, seat) = asked_in_turn(SMALL["3"], 1)
    observation = observe(played, seat)
    number = world_count(observation)

    assert number == len(all_worlds(observation, limit=number))
    with pytest.raises(BottleImpError, match=f"There are {number} worlds"):
        all_worlds(observation, limit=number - 1)


def test_the_first_player_of_four_sees_nothing_of_27_cards() -> None:
    observation = observe(Round(Deal.from_seed(edition("classic/4"), 1)), 0)

    assert world_count(observation) == 227_873_431_500  # 27! / 9!^3

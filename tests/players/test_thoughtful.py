"""`thoughtful` thinks as the imp does, and gives a quarter of its mind to what comes of it."""

from random import Random

import numpy as np
import pytest

from bottleimp.players.budget import Budget
from bottleimp.players.catalogue import create_player
from bottleimp.players.network import network_for
from bottleimp.players.search.belief_search import (
    THOUGHTFUL,
    BeliefSearchPlayer,
    SearchConfig,
    prior_values,
)
from bottleimp.rules.editions import edition
from tests.soak.peeking import choices

pytestmark = pytest.mark.slow

SEED = 5
AT_ONCE = Budget(8)  # worlds: so few that no action is dropped before the last
QUARTER = 0.25


@pytest.mark.parametrize("key", ["classic/4", "classic/bright-house"])
def test_it_values_a_card_between_its_first_idea_and_the_imp(key: str) -> None:
    playing = edition(key)
    positions = choices(playing, Random(1))
    for _ in range(12):
        _, seen = next(positions)
        imp, hesitant = (
            BeliefSearchPlayer(AT_ONCE, config=thought).evaluate_actions(seen, SEED)
            for thought in (SearchConfig(), THOUGHTFUL)
        )
        first = prior_values(seen, network_for(playing), np.array(imp.actions))

        between = QUARTER * imp.values + (1 - QUARTER) * first
        np.testing.assert_allclose(hesitant.values, between, atol=1e-3)


@pytest.mark.wide
def test_it_changes_its_first_idea_more_seldom_than_the_imp() -> None:
    playing = edition("classic/bright-house")
    positions = choices(playing, Random(2))
    changed = dict.fromkeys(("thoughtful:32", "imp:32"), 0)
    for _ in range(30):
        _, seen = next(positions)
        first = create_player("network", SEED).choose(seen)
        for name in changed:
            changed[name] += create_player(name, SEED).choose(seen) != first

    assert 0 < changed["thoughtful:32"] < changed["imp:32"]

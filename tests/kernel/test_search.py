"""Values of legal actions over worlds."""

import numpy as np
import pytest

from bottleimp.game.actions import action_number
from bottleimp.game.deal import Deal
from bottleimp.game.round import Round
from bottleimp.kernel.heuristics.policy import HEURISTIC_POLICY
from bottleimp.kernel.policies import UNIFORM_POLICY
from bottleimp.kernel.search.one_ply import OnePlySearch, action_values
from bottleimp.kernel.search.tree import TreeSearch
from bottleimp.knowledge.observation import Observation, observe
from bottleimp.rules.editions import edition

# Cards as they are held after the exchange, in classic/4, each seat's first three put away and
# passed; forehand has the 17, the next seat the 1.
HANDS = (
    "20 28 27 17 30 32 34 31 29",
    "8 10 24 1 12 25 36 37 21",
    "4 6 9 2 3 5 33 35 14",
    "11 16 13 7 15 18 22 23 26",
)


def exchanged() -> Round:
    """The round with these hands, the exchange done."""
    of = edition("classic/4")
    dealt = tuple(tuple(of.deck.card(label) for label in hand.split()) for hand in HANDS)
    rest = tuple(c for c in of.deck.cards if not any(c in hand for hand in dealt))
    played = Round(Deal(of, dealt, rest))
    for seat, hand in enumerate(HANDS):
        played = played.commit(seat, [of.deck.card(label) for label in hand.split()[:3]])
    return played


def after(cards: str) -> Observation:
    """What the seat to act sees after these plays."""
    played = exchanged()
    played = played.replay([played.edition.deck.card(label) for label in cards.split()])
    return observe(played, played.turn)


@pytest.mark.parametrize("policy", [UNIFORM_POLICY, HEURISTIC_POLICY], ids=["uniform", "heuristic"])
def test_the_1_is_best_dropped_under_a_card_that_buys(policy):
    seen = after("17")
    values = action_values(seen, policy=policy, worlds=200, seed=1)

    assert seen.edition.deck.card_at(int(np.nanargmax(values))).label == "1"


@pytest.mark.slow
def test_the_tree_drops_the_1_under_a_card_that_buys():
    seen = after("17")
    search = TreeSearch(seen, HEURISTIC_POLICY, 1, exploration=25.0, max_iterations=1000)
    search.simulate(0, 1000)

    assert seen.edition.deck.card_at(search.best_action).label == "1"


def test_what_is_not_legal_has_no_value():
    seen = after("31")
    values = action_values(seen, policy=HEURISTIC_POLICY, worlds=10, seed=1)

    legal = {action_number(seen.edition, action) for action in seen.legal_actions}
    assert len(legal) < len(seen.hand)
    assert legal == set(np.flatnonzero(~np.isnan(values)).tolist())


def test_the_same_worlds_give_the_same_values_however_they_are_portioned():
    seen = after("")
    whole, parts = OnePlySearch(seen, HEURISTIC_POLICY, 5), OnePlySearch(seen, HEURISTIC_POLICY, 5)
    whole.evaluate_all(0, 60)
    parts.evaluate_all(0, 7)
    parts.evaluate_all(7, 53)

    np.testing.assert_array_equal(whole.values, parts.values)


def test_the_same_walks_give_the_same_tree_however_they_are_portioned():
    seen = after("")
    whole, parts = (
        TreeSearch(seen, HEURISTIC_POLICY, 5, exploration=25.0, max_iterations=300)
        for _ in range(2)
    )
    whole.simulate(0, 300)
    parts.simulate(0, 41)
    parts.simulate(41, 259)

    np.testing.assert_array_equal(whole.visits, parts.visits)


def test_every_walk_takes_one_action_at_the_root():
    search = TreeSearch(after(""), HEURISTIC_POLICY, 6, exploration=25.0, max_iterations=300)
    search.simulate(0, 300)

    assert search.visits.sum() == 300


def test_playouts_in_turn_are_shared_out_evenly():
    seen = after("")
    search = OnePlySearch(seen, UNIFORM_POLICY, 7)
    search.evaluate_round_robin(0, 5)
    search.evaluate_round_robin(5, 11 * len(seen.legal_actions) - 5)

    assert {int(search.totals.counts[card.place]) for card in seen.hand} == {11}


def test_other_seeds_see_other_worlds():
    seen = after("")
    first = action_values(seen, policy=HEURISTIC_POLICY, worlds=20, seed=1)

    assert not np.array_equal(
        first, action_values(seen, policy=HEURISTIC_POLICY, worlds=20, seed=2)
    )

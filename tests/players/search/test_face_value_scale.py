"""Where cards count by face value, what is said in points as printed is counted in these."""

import numpy as np
import pytest

from bottleimp.analysis.arena.lineups import arena_deal
from bottleimp.game.round import Phase, Round
from bottleimp.kernel.heuristics.policy import HEURISTIC_POLICY
from bottleimp.kernel.search.tree import TreeSearch
from bottleimp.knowledge.observation import Observation, observe
from bottleimp.players.budget import Budget
from bottleimp.players.decision_seed import decision_seed
from bottleimp.players.ismcts import EXPLORATION, IsmctsPlayer
from bottleimp.players.network import network_for, points_per_printed_point
from bottleimp.players.search import beliefs
from bottleimp.players.search.belief_search import BeliefSearchPlayer
from bottleimp.players.search.listed_worlds import NETWORK_KINDS, ValueSource, log_chances
from bottleimp.rules.editions import edition

PRINTED, FACE_VALUE = "classic/4", "wikipedia/4"
SCALE = 6


def in_play(key: str, plays: int) -> Observation:
    """What a seat sees after so many cards, each the first that is legal."""
    playing = Round(arena_deal(edition(key), 3, 1))
    while playing.phase is not Phase.PLAY:
        seat = playing.waiting_seats[0]
        playing = playing.play(playing.legal_actions_for(seat)[0], seat)
    for _ in range(plays):
        assert playing.turn is not None
        playing = playing.play(playing.legal_actions[0], playing.turn)
    assert playing.turn is not None
    return observe(playing, playing.turn)


@pytest.mark.parametrize(("key", "scale"), [(PRINTED, 1), (FACE_VALUE, SCALE)])
def test_a_printed_point_is_so_many(key: str, scale: int) -> None:
    assert points_per_printed_point(edition(key)) == scale


@pytest.mark.parametrize("is_exchange", [False, True])
def test_opponents_are_told_apart_alike_by_either_scale(is_exchange: bool) -> None:
    random = np.random.default_rng(2)
    printed = random.normal(0, 8, (30, 5))
    actions = random.integers(0, 5, 30)
    by_scale = [
        log_chances(
            {ValueSource.NETWORK: scale * printed},
            actions,
            NETWORK_KINDS,
            scale,
            is_exchange=is_exchange,
        )
        for scale in (1, SCALE)
    ]

    assert by_scale[0] == pytest.approx(by_scale[1])


@pytest.mark.parametrize(("key", "scale"), [(PRINTED, 1), (FACE_VALUE, SCALE)])
def test_the_tree_explores_by_the_scale_of_the_edition(key: str, scale: int) -> None:
    seen = in_play(key, 9)
    chosen = IsmctsPlayer(Budget(300)).choose(seen, 4)
    search = TreeSearch(
        seen, HEURISTIC_POLICY, decision_seed(4, seen),
        exploration=scale * EXPLORATION, max_iterations=300,
    )  # fmt: skip
    search.simulate(0, 250)
    search.simulate(250, 50)

    assert chosen == seen.legal_actions[list(seen.legal_action_numbers).index(search.best_action)]


@pytest.mark.parametrize("key", [PRINTED, FACE_VALUE])
def test_cards_are_read_by_two_printed_points(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    temperatures = set()
    original = beliefs.log_action_likelihood

    def watched(*arguments: object) -> object:
        temperatures.add(arguments[4])
        return original(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(beliefs, "log_action_likelihood", watched)
    seen = in_play(key, 9)
    BeliefSearchPlayer(Budget(8), network_for(seen.edition)).evaluate_actions(seen, 1)

    assert temperatures == {0.1}  # of units of twenty printed points

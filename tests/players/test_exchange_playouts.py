"""Whoever reckons with playouts discards by them: that makes the true world likelier."""

import numpy as np
import pytest

from bottleimp.game.deal import Deal
from bottleimp.game.round import Phase, Round
from bottleimp.kernel.round_batch import RoundBatch, round_columns
from bottleimp.kernel.sampling.history_sampler import list_passes, write_histories
from bottleimp.kernel.sampling.world_observations import observe_in_world
from bottleimp.kernel.sampling.world_template import world_template_of
from bottleimp.knowledge.observation import Observation, observe
from bottleimp.knowledge.world_enumeration import all_worlds
from bottleimp.players.budget import Budget
from bottleimp.players.network import network_for
from bottleimp.players.perfect_information import PerfectInformationPlayer
from bottleimp.players.search.exchange_playouts import playout_values
from bottleimp.players.search.listed_worlds import NETWORK_KINDS, OPPONENT_KINDS, list_worlds
from bottleimp.rules.edition import Edition
from bottleimp.rules.editions import edition

pytestmark = pytest.mark.slow

FEW_STATES = ("classic/bright-house", "matagot/devils-eye")


def after_exchange(playing: Edition, seed: int) -> list[Round]:
    """A round of a player who reckons with playouts, before each action up to the first lead."""
    player = PerfectInformationPlayer(Budget(100))
    rounds = [Round(Deal.from_seed(playing, seed))]
    while rounds[-1].phase is not Phase.PLAY:
        seat = rounds[-1].turn
        assert seat is not None
        rounds.append(rounds[-1].play(player.choose(observe(rounds[-1], seat), seed)))
    return rounds


def pasts_of(seen: Observation) -> tuple[RoundBatch, np.ndarray]:
    """Rounds as they were dealt in every world and past, and their actions."""
    worlds = np.array(all_worlds(seen), np.int64)
    which, passes = list_passes(seen, worlds)
    rounds = RoundBatch.allocate(seen.edition, len(which))
    template = world_template_of(seen)
    return rounds, write_histories(seen, template, worlds[which], passes, 0, rounds.rows)


@pytest.mark.parametrize("key", [*FEW_STATES, "classic/lopaka"])
def test_a_row_shows_what_its_seat_saw(key: str) -> None:
    playing = edition(key)
    before = after_exchange(playing, 3)
    rounds, actions = pasts_of(observe(before[-1], 0))
    dealt = rounds.rows[:, round_columns(playing)["hands"]]
    is_true = (actions == np.array(before[-1].actions)).all(axis=1)
    is_true &= (dealt == np.array(before[0].position.hands)).all(axis=1)
    (true_row,) = np.flatnonzero(is_true).tolist()
    for step, played in enumerate(before[:-1]):
        assert played.turn is not None
        shown = observe_in_world(playing, rounds.rows[true_row], actions[true_row, :step])

        assert shown == observe(played, played.turn)


@pytest.mark.parametrize("key", FEW_STATES)
def test_legal_actions_have_a_value_and_others_have_none(key: str) -> None:
    before = after_exchange(edition(key), 4)
    rounds, actions = pasts_of(observe(before[-1], 0))
    deals = rounds.rows.copy()
    first = next(n for n, played in enumerate(before) if played.turn == 1)
    for step in range(first):
        rounds.step(actions[:, step])
    rounds.observe()
    rows = np.arange(len(rounds.rows))
    values = playout_values(rounds, rows, deals, actions[:, :first])
    assert values is not None
    numbers = np.arange(values.shape[1])

    np.testing.assert_array_equal(np.isfinite(values), rounds.legal[:, None] >> numbers & 1 == 1)
    assert values[np.isfinite(values)].std() > 1


def test_where_there_are_many_states_nothing_is_played_out() -> None:
    before = after_exchange(edition("classic/lopaka"), 5)
    rounds, actions = pasts_of(observe(before[-1], 0))
    deals = rounds.rows.copy()
    rounds.step(actions[:, 0])
    rounds.observe()

    assert playout_values(rounds, np.arange(len(deals)), deals, actions[:, :1]) is None


def test_a_player_who_reckons_with_playouts_is_read_better() -> None:
    playing, gained = edition("matagot/devils-eye"), []
    for seed in range(6):
        played = after_exchange(playing, seed)[-1]
        seen = observe(played, 0)
        world = (*played.position.hands, played.position.passed[len(playing.hands)])
        chances = []
        for kinds in (NETWORK_KINDS, OPPONENT_KINDS):
            found = list_worlds(network_for(playing), seen, world_template_of(seen), kinds)
            worlds = [tuple(row) for row in found.worlds.tolist()]
            chances.append(found.chances[worlds.index(world)])
        gained.append(np.log(chances[1] / chances[0]))

    assert np.mean(gained) > 0.2  # nats; what was measured over whole rounds is 0.9

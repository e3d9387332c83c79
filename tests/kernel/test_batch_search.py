"""One-ply search for many rounds at once finds what it finds for one observation."""

from collections.abc import Iterator
from random import Random

import numpy as np
import pytest

from bottleimp.game.deal import Deal
from bottleimp.game.round import Phase, Round
from bottleimp.kernel.arrays import FloatArray, IntArray
from bottleimp.kernel.compile.frozen_layout import freeze_layout
from bottleimp.kernel.heuristics.policy import HEURISTIC_POLICY
from bottleimp.kernel.rng import advance_state
from bottleimp.kernel.round_batch import RoundBatch
from bottleimp.kernel.sampling.world_template import world_template_of
from bottleimp.kernel.sampling.worlds import BINOMIALS, fill_worlds
from bottleimp.kernel.search.batch_one_ply import (
    play_start,
    play_values,
    row_seed,
)
from bottleimp.kernel.search.one_ply import add_playout_gains, no_gains
from bottleimp.knowledge.observation import Observation, observe
from bottleimp.rules.editions import edition
from tests.support.redealing import redealt

pytestmark = pytest.mark.slow

KEYS = (
    "classic/4",
    "classic/lopaka",
    "classic/bright-house",
    "matagot/devils-eye",
    "matagot/5-teams",
    "matagot/6",
)
modes = pytest.mark.parametrize("key", KEYS)
WORLDS = 12


def plays_of(key: str, seed: int) -> Iterator[tuple[Round, Observation]]:
    """The real decisions in play of a round of random actions."""
    random, played = Random(seed), Round(Deal.from_seed(edition(key), seed))
    while (seat := played.turn) is not None:
        if played.phase is Phase.PLAY and len(played.legal_actions) > 1:
            yield played, observe(played, seat)
        played = played.play(random.choice(played.legal_actions))


def batch_of(played: Round) -> RoundBatch:
    """The same round as the only row of a batch."""
    rounds = RoundBatch.at_positions(played.edition, [played.deal.initial_position])
    for action in played.actions:
        rounds.step(np.array([action], np.int64))
    return rounds


def values_of(rounds: RoundBatch) -> tuple[IntArray, FloatArray]:
    """What the seat to act knows, and what its cards are worth."""
    info_states = rounds.info_state_rows(np.array([0]))
    return info_states, play_values(
        rounds.edition, rounds.rows, info_states, policy=HEURISTIC_POLICY, worlds=WORLDS
    )


@modes
def test_rounds_in_worlds_begin_at_the_same_position(key: str) -> None:
    for played, seen in plays_of(key, 5):
        found = play_start(played.edition.layout, played.position)
        expected = world_template_of(seen).start
        assert (found.base, found.seat) == (expected.base, expected.seat)
        assert found.pending_actions.tolist() == expected.pending_actions.tolist() == []
        np.testing.assert_array_equal(found.returned, expected.returned)
        assert found.withheld_discards == expected.withheld_discards == 0


@modes
def test_the_values_are_those_of_the_observation(key: str) -> None:
    for played, seen in plays_of(key, 6):
        info_states, (found,) = values_of(batch_of(played))
        template = world_template_of(seen)
        with np.errstate(over="ignore"):  # words wrap around, as they do in compiled code
            seed = row_seed(info_states[0])
            after = advance_state(seed)
        worlds = np.empty((WORLDS, len(template.constraints.capacities)), np.int64)
        fill_worlds(template.constraints, BINOMIALS, seed, 0, worlds)
        totals = no_gains(len(found))
        add_playout_gains(
            HEURISTIC_POLICY, freeze_layout(played.edition.layout), template.start, worlds,
            np.full(WORLDS, template.info_state.legal, np.int64), 0, after, totals,
        )  # fmt: skip
        expected = np.where(totals.counts > 0, totals.gains / WORLDS, np.nan)
        np.testing.assert_array_equal(found, expected)


@modes
def test_no_hidden_card_changes_a_value(key: str) -> None:
    random, changed = Random(7), 0
    for played, seen in plays_of(key, 7):
        assert seen.seat is not None
        other = redealt(played, seen.seat, random)
        changed += other != played
        for one, two in zip(values_of(batch_of(played)), values_of(batch_of(other)), strict=True):
            assert one.tobytes() == two.tobytes()
    assert changed > 0

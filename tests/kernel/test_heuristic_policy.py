"""The heuristic playout policy: fair, and good enough to be worth its time."""

from random import Random

import numpy as np
import pytest

from bottleimp.game.deal import Deal
from bottleimp.game.round import Round
from bottleimp.kernel.compile.frozen_layout import freeze_layout
from bottleimp.kernel.compile.jit import jit
from bottleimp.kernel.heuristics.policy import HEURISTIC_POLICY
from bottleimp.kernel.policies import Policy, choose_action
from bottleimp.kernel.rng import RngState, seed_word
from bottleimp.rules.editions import edition
from bottleimp.rules.position import Layout, Position
from bottleimp.rules.turns import legal_actions
from tests.support.redealing import redealt


@jit
def one_choice(policy: Policy, layout: Layout, position: Position, stream: RngState) -> int:
    return choose_action(policy, layout, position, stream)


@pytest.mark.wide
@pytest.mark.slow
@pytest.mark.parametrize("key", ["classic/4", "matagot/devils-eye"])
def test_the_heuristic_policy_is_legal_and_the_same_whatever_the_others_hold(key: str) -> None:
    random, playing = Random(3), edition(key)
    layout = playing.layout
    for seed in range(10):
        played = Round(Deal.from_seed(playing, seed))
        while played.turn is not None:
            if not played.waiting_seats:
                other = redealt(played, played.turn, random)
                stream = seed_word(random.getrandbits(64))
                action = one_choice(
                    HEURISTIC_POLICY, freeze_layout(layout), played.position, stream
                )

                assert legal_actions(layout, played.position) >> action & 1
                assert action == one_choice(
                    HEURISTIC_POLICY, freeze_layout(layout), other.position, stream
                )
            seat = played.waiting_seats[0] if played.waiting_seats else played.turn
            played = played.play(random.choice(played.legal_actions_for(seat)), seat)


@pytest.mark.wide
def test_the_heuristic_policy_mostly_agrees_with_itself() -> None:
    """One action in ten is drawn, so the choice that comes most often is clear."""
    playing = edition("classic/4")
    played = Round(Deal.from_seed(playing, 4))
    while played.waiting_seats:
        played = played.play(
            played.legal_actions_for(played.waiting_seats[0])[0], played.waiting_seats[0]
        )
    choices = [
        one_choice(
            HEURISTIC_POLICY,
            freeze_layout(playing.layout),
            played.position,
            np.uint64(number * 7919),
        )
        for number in range(200)
    ]

    assert max(choices.count(choice) for choice in choices) > 160

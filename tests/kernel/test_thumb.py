"""The rule of thumb by which playouts go: fair, and good enough to be worth its time."""

from random import Random

import numpy as np
import pytest

from bottleimp.game.deal import Deal
from bottleimp.game.round import Round
from bottleimp.kernel.compile.frozen_layout import frozen
from bottleimp.kernel.compile.jit import compiled
from bottleimp.kernel.heuristics.policy import THUMB
from bottleimp.kernel.policies import Policy, chosen
from bottleimp.kernel.rng import Stream, seeded
from bottleimp.rules.editions import edition
from bottleimp.rules.position import Layout, Position
from bottleimp.rules.turns import legal_actions
from tests.support.redealing import redealt


@compiled
def one_choice(policy: Policy, layout: Layout, position: Position, stream: Stream) -> int:
    return chosen(policy, layout, position, stream)


@pytest.mark.parametrize("key", ["classic/4", "matagot/devils-eye"])
def test_the_rule_of_thumb_is_legal_and_the_same_whatever_the_others_hold(key: str) -> None:
    random, playing = Random(3), edition(key)
    layout = playing.layout
    for seed in range(10):
        played = Round(Deal.shuffled(playing, seed))
        while played.turn is not None:
            if not played.waiting:
                other = redealt(played, played.turn, random)
                stream = seeded(random.getrandbits(64))
                action = one_choice(THUMB, frozen(layout), played.position, stream)

                assert legal_actions(layout, played.position) >> action & 1
                assert action == one_choice(THUMB, frozen(layout), other.position, stream)
            seat = played.waiting[0] if played.waiting else played.turn
            played = played.play(random.choice(played.legal_for(seat)), seat)


def test_the_rule_of_thumb_mostly_agrees_with_itself() -> None:
    """One action in ten is drawn, so the choice that comes most often is clear."""
    playing = edition("classic/4")
    played = Round(Deal.shuffled(playing, 4))
    while played.waiting:
        played = played.play(played.legal_for(played.waiting[0])[0], played.waiting[0])
    choices = [
        one_choice(THUMB, frozen(playing.layout), played.position, np.uint64(number * 7919))
        for number in range(200)
    ]

    assert max(choices.count(choice) for choice in choices) > 160

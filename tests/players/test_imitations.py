"""Whoever plays out cards is read by a network that imitates such a player."""

import numpy as np
import pytest

from bottleimp.game.deal import Deal
from bottleimp.game.round import Phase, Round
from bottleimp.kernel.sampling.world_template import world_template_of
from bottleimp.knowledge.observation import observe
from bottleimp.players.budget import Budget
from bottleimp.players.network import imitation_for, network_for
from bottleimp.players.perfect_information import PerfectInformationPlayer
from bottleimp.players.search.listed_worlds import (
    NETWORK_KINDS,
    OPPONENT_KINDS,
    is_for_two,
    list_worlds,
)
from bottleimp.rules.edition import Edition
from bottleimp.rules.editions import edition, edition_keys

pytestmark = pytest.mark.slow

KEYS = ("classic/bright-house", "matagot/devils-eye")  # Lopaka tells too little in few rounds
LATER_PLAYS = 6  # after the first lead, when cards have told something as well


def play_round(playing: Edition, seed: int, plays: int) -> Round:
    """A round of a player that plays out cards, up to this many cards after the exchange."""
    player, played = PerfectInformationPlayer(Budget(100)), Round(Deal.from_seed(playing, seed))
    while played.phase is not Phase.PLAY or plays > 0 or played.turn in playing.driven:
        assert played.turn is not None
        plays -= played.phase is Phase.PLAY
        played = played.play(player.choose(observe(played, played.turn), seed))
    return played


def test_every_mode_for_two_has_an_imitation() -> None:
    for playing in map(edition, edition_keys()):
        assert (imitation_for(playing) is not None) == is_for_two(playing)


@pytest.mark.parametrize("key", KEYS)
def test_a_player_that_plays_out_cards_is_read_better(key: str) -> None:
    playing, gained = edition(key), []
    for seed in range(8):
        played = play_round(playing, seed, LATER_PLAYS * (seed % 2))
        seat = played.turn
        assert seat is not None
        seen = observe(played, seat)
        world = (*played.position.hands, played.position.passed[len(playing.hands)])
        chances = []
        for kinds in (NETWORK_KINDS, OPPONENT_KINDS):
            found = list_worlds(network_for(playing), seen, world_template_of(seen), kinds)
            worlds = [tuple(row) for row in found.worlds.tolist()]
            chances.append(found.chances[worlds.index(world)])
        gained.append(np.log(chances[1] / chances[0]))

    assert np.mean(gained) > 0.2  # nats; over many rounds it is 0.9 and more

"""Whoever plays out cards is read by a network that imitates it, and its cards by playouts."""

import numpy as np
import pytest

from bottleimp.game.actions import action_number
from bottleimp.game.deal import Deal
from bottleimp.game.round import Phase, Round
from bottleimp.kernel.round_batch import RoundBatch
from bottleimp.kernel.sampling.world_template import world_template_of
from bottleimp.knowledge.observation import observe
from bottleimp.players.budget import Budget
from bottleimp.players.network import imitation_for, network_for
from bottleimp.players.perfect_information import PerfectInformationPlayer
from bottleimp.players.search.listed_worlds import (
    NETWORK_KINDS,
    OPPONENT_KINDS,
    OpponentKind,
    ValueSource,
    is_for_two,
    list_worlds,
    log_chances,
    points_by_source,
)
from bottleimp.players.search.playout_reader import PlayoutReader
from bottleimp.rules.edition import Edition
from bottleimp.rules.editions import edition, edition_keys

pytestmark = pytest.mark.slow

KEYS = ("classic/lopaka", "classic/bright-house", "matagot/devils-eye")
LATER_PLAYS = 6  # after the first lead, when cards have told something as well
ROUNDS = 8
BY_IMITATION = tuple(
    kind for kind in OPPONENT_KINDS if kind.play_values is not ValueSource.PLAYOUTS
)
PLAYING_OUT, IMITATED = len(OPPONENT_KINDS) - 2, len(OPPONENT_KINDS) - 1
Kinds = tuple[OpponentKind, ...]


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


def nats_gained(played: Round, before: Kinds, after: Kinds) -> float:
    """How much likelier the true deal is thought by the latter kinds."""
    seat = played.turn
    assert seat is not None
    seen, playing = observe(played, seat), played.edition
    world = (*played.position.hands, played.position.passed[len(playing.hands)])
    chances = []
    for kinds in (before, after):
        found = list_worlds(network_for(playing), seen, world_template_of(seen), kinds)
        worlds = [tuple(row) for row in found.worlds.tolist()]
        chances.append(found.chances[worlds.index(world)])
    return float(np.log(chances[1] / chances[0]))


@pytest.mark.parametrize("key", KEYS[1:])  # Lopaka tells too little in few rounds
def test_a_player_that_plays_out_cards_is_read_better(key: str) -> None:
    gained = [
        nats_gained(
            play_round(edition(key), seed, LATER_PLAYS * (seed % 2)), NETWORK_KINDS, BY_IMITATION
        )
        for seed in range(ROUNDS)
    ]

    assert np.mean(gained) > 0.2  # over many rounds it is 0.9 and more


@pytest.mark.parametrize("key", KEYS)
def test_its_cards_are_foretold_better_by_playouts(key: str) -> None:
    playing = edition(key)
    player = PerfectInformationPlayer(Budget(100))
    gained = []
    for seed in range(ROUNDS // 2):
        played = Round(Deal.from_seed(playing, seed))
        rounds = RoundBatch.at_positions(playing, [played.deal.initial_position])
        while (seat := played.turn) is not None:
            chosen = player.choose(observe(played, seat), seed)
            action = np.array([action_number(playing, chosen)], np.int64)
            rounds.observe()
            if played.phase is Phase.PLAY and len(played.legal_actions) > 1:
                values = {
                    source: points_by_source(
                        source,
                        network_for(playing),
                        rounds,
                        np.array([0]),
                        PlayoutReader(),
                        np.array([True]),
                    )
                    for source in ValueSource
                }
                chances = log_chances(values, action, is_exchange=False)[:, 0]
                gained.append(chances[PLAYING_OUT] - chances[IMITATED])
            played = played.play(chosen)
            rounds.step(action)

    assert np.mean(gained) > 0.2  # nats a card; over many rounds it is 0.3 and more


@pytest.mark.wide
def test_whoever_plays_out_cards_is_read_better_by_playouts_in_lopaka() -> None:
    gained = [
        nats_gained(
            play_round(edition("classic/lopaka"), seed, plays), BY_IMITATION, OPPONENT_KINDS
        )
        for seed in range(ROUNDS)
        for plays in (LATER_PLAYS, LATER_PLAYS + 4)
    ]

    assert np.mean(gained) > 0.2  # over many rounds it is 0.6 and more

"""Rounds side by side come to what they come to one after another."""

import pytest

from bottleimp.analysis.arena import lineups
from bottleimp.analysis.arena.lineups import BatchDecisions, ScheduledRound, play_batch, play_rounds
from bottleimp.analysis.arena.whole_rounds import play_round
from bottleimp.game.round import Phase
from bottleimp.knowledge.observation import Observation
from bottleimp.players.catalogue import build_player
from bottleimp.players.network import NetworkPlayer, network_from_arrays
from bottleimp.players.player import SeatPlayer
from bottleimp.rules.cardsets import holds
from bottleimp.rules.editions import edition
from tests.support.players.drawn_weights import drawn_arrays
from tests.support.short_runs import sparing

# Compiling an edition takes seconds; the others are tested in the long run.
SHORTLY = ("classic/4", "classic/bright-house")
KEYS = sparing((*SHORTLY, "matagot/devils-eye", "classic/lopaka", "matagot/5-teams"), SHORTLY)


def wanted(key: str, name: str, deals: int = 8) -> list[ScheduledRound]:
    """Rounds in which this player has every seat."""
    return [ScheduledRound(number, (name,) * edition(key).seats) for number in range(deals)]


@pytest.mark.slow
@pytest.mark.parametrize("name", ["uniform", "rules_of_thumb"])
@pytest.mark.parametrize("key", KEYS)
def test_players_do_the_same_side_by_side(key, name, monkeypatch):
    of = edition(key)
    rounds = wanted(key, name)
    monkeypatch.setattr(lineups, "MIN_BATCH_ROUNDS", 1)
    together = play_rounds(of, 5, rounds)
    monkeypatch.setattr(lineups, "MIN_BATCH_ROUNDS", len(rounds) + 1)

    assert play_rounds(of, 5, rounds) == together


@pytest.mark.slow
@pytest.mark.parametrize("key", KEYS[:2])
def test_networks_do_the_same_side_by_side(key):
    of = edition(key)
    network = network_from_arrays(drawn_arrays(of))
    deals = {number: lineups.arena_deal(of, 5, number) for number in range(8)}
    players = tuple(SeatPlayer(NetworkPlayer(network), 0) for _ in range(of.seats))
    alone = tuple(lineups.round_outcome(play_round(deal, players)) for deal in deals.values())

    assert alone == play_batch(
        of, 5, wanted(key, "drawn"), deals, {"drawn": NetworkPlayer(network)}
    )


@pytest.mark.slow
def test_a_watcher_is_told_of_every_choice():
    told: list[BatchDecisions] = []
    play_rounds(
        edition("classic/bright-house"), 5, wanted("classic/bright-house", "uniform"), told.append
    )

    seen = {int(number) for one in told for number in one.rounds}
    assert set(range(8)) == seen
    assert all(
        holds(int(legal), int(action))
        for one in told
        for legal, action in zip(one.asked.legal, one.actions, strict=True)
    )


@pytest.mark.slow
def test_players_who_cannot_answer_for_many_rounds_play_one_after_another():
    of = edition("classic/lopaka")
    mixed = [ScheduledRound(0, ("flat_monte_carlo:2", "uniform", "uniform"))] * 40

    assert len(play_rounds(of, 5, mixed)) == 40


class Counting:
    """A player that counts how often it is asked."""

    def __init__(self, player, asked):
        self.player, self.asked = player, asked

    def choose_actions(self, decisions):
        self.asked.extend(decisions.observations)
        return self.player.choose_actions(decisions)


@pytest.mark.slow
def test_copies_that_see_the_same_are_asked_once_and_play_as_ever(monkeypatch):
    of, name = edition("classic/3"), "perfect_information:2"
    rounds = [
        ScheduledRound(0, tuple("uniform" if seat == responder else name for seat in range(3)))
        for responder in range(3)
    ]
    apart = [play_rounds(of, 5, [one])[0] for one in rounds]
    asked: list[Observation] = []
    monkeypatch.setattr(
        lineups,
        "build_player",
        lambda name: Counting(build_player(name), asked),
    )

    together = play_rounds(of, 5, rounds)

    assert list(together) == apart
    passes = sum(1 for seen in asked if seen.phase is Phase.EXCHANGE)
    assert passes == len(of.passes) * 2  # each seat once as the copy, once as the responder

"""What holds for players that search: they keep the rules, repeat themselves and do not peek."""

from collections.abc import Iterator
from random import Random

import pytest

from bottleimp.analysis.arena.statistics import estimate
from bottleimp.game.deal import Deal
from bottleimp.game.round import Phase, Round
from bottleimp.knowledge.observation import Observation, observe
from bottleimp.players.budget import Budget
from bottleimp.players.catalogue import create_player
from bottleimp.players.flat_monte_carlo import FlatMonteCarloPlayer
from bottleimp.players.ismcts import IsmctsPlayer
from bottleimp.players.perfect_information import PerfectInformationPlayer
from bottleimp.rules.edition import Edition
from bottleimp.rules.editions import edition, edition_keys
from tests.support.players.paired_deals import play_block
from tests.support.redealing import redealt
from tests.support.short_runs import sparing

SEARCHING = ("flat_monte_carlo:60", "perfect_information:8", "information_set:60")
# Compiling an edition takes seconds; the others are tested in the long run.
TYPICAL = ("classic/4", "classic/lopaka", "classic/bright-house", "matagot/devils-eye")
EDITIONS = sparing(edition_keys(), TYPICAL)
REDEALT = 6


def asked(of: Edition, random: Random) -> Iterator[tuple[Round, Observation]]:
    """A round at every choice of a player that is not forced, and what that player sees."""
    played = Round(Deal.from_seed(of, random.randrange(2**256)))
    while played.turn is not None:
        waiting = [seat for seat in range(of.seats) if played.legal_actions_for(seat)]
        seat = random.choice(waiting)
        if seat not in of.driven and len(played.legal_actions_for(seat)) > 1:
            yield played, observe(played, seat)
        played = played.play(random.choice(played.legal_actions_for(seat)), seat)


@pytest.mark.slow
@pytest.mark.parametrize("key", EDITIONS)
@pytest.mark.parametrize("name", SEARCHING)
def test_a_searching_player_does_what_is_legal_and_the_same_again_whatever_is_hidden(name, key):
    random = Random(f"{name} {key}")
    phases = set()
    for played, seen in asked(edition(key), random):
        phases.add(seen.phase)
        chosen = create_player(name, seed=3).choose(seen)
        other = observe(redealt(played, seen.seat, random), seen.seat)

        assert chosen in seen.legal_actions
        assert chosen == create_player(name, seed=3).choose(other)
    assert {Phase.EXCHANGE, Phase.PLAY} <= phases


def opening(key: str) -> Observation:
    """What the leader of the first trick sees right after a deal."""
    return observe(Round(Deal.from_seed(edition(key), 1)), 0)


class Passed:
    """A deadline that has passed."""

    def has_passed(self) -> bool:
        return True


@pytest.mark.parametrize("kind", [FlatMonteCarloPlayer, PerfectInformationPlayer, IsmctsPlayer])
def test_past_the_deadline_a_player_answers_with_what_it_has(kind):
    seen = opening("classic/4")

    assert kind(Budget(10**5, Passed())).choose(seen, 1) in seen.legal_actions


@pytest.mark.parametrize("kind", [FlatMonteCarloPlayer, PerfectInformationPlayer, IsmctsPlayer])
def test_a_deadline_that_does_not_pass_changes_no_choice(kind):
    class Never:
        def has_passed(self) -> bool:
            return False

    seen = opening("classic/4")

    assert kind(Budget(900)).choose(seen, 1) == kind(Budget(900, Never())).choose(seen, 1)


def test_one_world_is_enough_to_answer():
    seen = opening("classic/4")
    for name in ("flat_monte_carlo:1", "perfect_information:1", "information_set:1"):
        assert create_player(name, seed=4).choose(seen) in seen.legal_actions


def gain(one: str, other: str, key: str, deals: int) -> float:
    """The lower end of what one of the one gains among the other."""
    blocks = [play_block(edition(key), one, other, 73, n) for n in range(deals)]
    return estimate([found.difference for found in blocks]).low


@pytest.mark.wide
@pytest.mark.strength
@pytest.mark.parametrize(
    ("one", "other", "least"),
    [
        ("perfect_information_random:50", "uniform", 34),
        ("perfect_information:50", "perfect_information_random:50", 2.9),
        ("perfect_information:50", "flat_monte_carlo:500", 2.9),
    ],
)
def test_each_way_to_search_gains_what_it_should(one, other, least):
    assert gain(one, other, "matagot/4", 40) > least

"""What holds for every player: it keeps the rules, repeats itself, and sees only what it may."""

from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest

from bottleimp.game.deal import Deal
from bottleimp.game.round import Round
from bottleimp.knowledge.observation import Observation, observe
from bottleimp.players.catalogue import create_player
from bottleimp.rules.edition import Edition
from bottleimp.rules.editions import edition, edition_from_text, edition_keys
from tests.support.redealing import redealt
from tests.support.short_runs import EDITIONS, KINDS

LIGHT = ("uniform", "rules_of_thumb")  # quick enough to be asked thousands of times
OPTIONS = ("classic/lopaka,face-value", "matagot/5-teams,bga-teams", "matagot/3,deck=bambus1995")


def moments(of: Edition, random: Random) -> Iterator[tuple[Round, int]]:
    """A round at every choice, played at random, and a seat that may choose."""
    played = Round(Deal.from_seed(of, random.randrange(2**256)))
    while played.turn is not None:
        waiting = [seat for seat in range(of.seats) if played.legal_actions_for(seat)]
        seat = random.choice(waiting)
        yield played, seat
        played = played.play(random.choice(played.legal_actions_for(seat)), seat)


def asked(of: Edition, random: Random) -> Iterator[tuple[Round, Observation]]:
    """The rounds at choices of a player, and what that player sees."""
    for played, seat in moments(of, random):
        if seat not in of.driven:
            yield played, observe(played, seat)


@pytest.mark.parametrize("key", [*edition_keys(), *OPTIONS])
@pytest.mark.parametrize("name", LIGHT)
def test_a_player_only_does_what_the_rules_allow(name, key):
    random = Random(f"{name} {key}")
    player = create_player(name, seed=5)
    for _ in range(4):
        for _, seen in asked(edition_from_text(key), random):
            assert player.choose(seen) in seen.legal_actions


@pytest.mark.parametrize("key", EDITIONS)
@pytest.mark.parametrize("name", LIGHT)
def test_the_same_seed_does_the_same_again_whatever_was_asked_before(name, key):
    random = Random(f"{name} {key}")
    player = create_player(name, seed=8)
    seen = [observation for _, observation in asked(edition(key), random)]
    first = [player.choose(observation) for observation in seen]
    backwards = [create_player(name, seed=8).choose(observation) for observation in reversed(seen)]

    assert first == backwards[::-1]


@pytest.mark.parametrize("key", KINDS)
@pytest.mark.parametrize("name", LIGHT)
def test_hidden_cards_dealt_anew_change_no_choice(name, key):
    random = Random(f"{name} {key}")
    player = create_player(name, seed=13)
    for _ in range(2):
        for played, seen in asked(edition(key), random):
            other = observe(redealt(played, seen.seat, random), seen.seat)

            assert player.choose(seen) == player.choose(other)


def test_uniform_does_anything_that_is_legal_about_equally_often():
    seen = observe(Round(Deal.in_order(edition("classic/4"))), 0)
    rounds = 9_000
    chosen = Counter(create_player("uniform", seed).choose(seen) for seed in range(rounds))

    assert set(seen.legal_actions) == set(chosen)
    # Each is drawn 1,000 times on average, with a standard deviation of 30.
    assert all(850 < times < 1_150 for times in chosen.values())


def test_a_seed_may_be_any_whole_number():
    seen = observe(Round(Deal.in_order(edition("classic/4"))), 0)

    for seed in (-1, 0, 2**64, 2**256):
        assert create_player("uniform", seed).choose(seen) in seen.legal_actions

"""Hidden cards dealt anew change no choice, in any mode; with weights that are drawn."""

from collections.abc import Callable, Iterator
from functools import partial
from itertools import islice
from random import Random

import pytest

from bottleimp.analysis.contests import every_mode
from bottleimp.game.deal import Deal
from bottleimp.game.round import Round
from bottleimp.knowledge.observation import Observation, observe
from bottleimp.players.budget import Budget
from bottleimp.players.levels import LEVELS, Level, LevelPlayer
from bottleimp.players.network import Network, NetworkPlayer
from bottleimp.players.player import Player
from bottleimp.players.thinker import Imp
from bottleimp.rules.edition import Edition
from bottleimp.rules.editions import edition
from tests.players.networks import drawn_network
from tests.redealing import redealt

SEED = 11
ALL = 10_000  # positions in each mode, in the long form
modes = pytest.mark.parametrize("key", every_mode())


def imp(network: Network) -> Player:
    return Imp(SEED, Budget(3), network)


def bare(network: Network) -> Player:
    return NetworkPlayer(SEED, network)


def at_level(level: Level, network: Network) -> Player:
    return LevelPlayer(SEED, level, network)


LIGHT: dict[str, Callable[[Network], Player]] = {
    "network": bare,
    **{name: partial(at_level, level) for name, level in LEVELS.items()},
}


def choices(playing: Edition, random: Random) -> Iterator[tuple[Round, Observation]]:
    """Real choices, round after round without end, each with a round that looks the same."""
    while True:
        played = Round(Deal.shuffled(playing, random.randrange(2**256)))
        while (seat := played.turn) is not None:
            if len(played.legal) > 1 and seat not in playing.driven:
                yield redealt(played, seat, random), observe(played, seat)
            played = played.play(random.choice(played.legal))


def peeks(key: str, built: Callable[[Network], Player], count: int, every: int = 1) -> list[str]:
    """Where the player does something else once hidden cards are dealt anew."""
    playing = edition(key)
    player = built(drawn_network(playing))
    found = choices(playing, Random(f"{key} {count}"))
    return [
        f"{seen.seat} {seen.legal}"
        for other, seen in islice(found, 0, count * every, every)
        if player.choose(seen) != player.choose(observe(other, seen.seat))
    ]


@pytest.mark.slow
@modes
def test_no_light_player_sees_a_hidden_card(key: str) -> None:
    for built in LIGHT.values():
        assert [] == peeks(key, built, 30)


@pytest.mark.slow
@modes
def test_no_thought_sees_a_hidden_card(key: str) -> None:
    assert [] == peeks(key, imp, 5, every=7)


@pytest.mark.long
@modes
@pytest.mark.parametrize("name", LIGHT)
def test_no_light_player_sees_a_hidden_card_in_thousands_of_choices(key: str, name: str) -> None:
    assert [] == peeks(key, LIGHT[name], ALL)


@pytest.mark.long
@modes
def test_no_thought_sees_a_hidden_card_in_thousands_of_choices(key: str) -> None:
    assert [] == peeks(key, imp, ALL)

"""Positions by the thousand in which hidden cards are dealt anew: nobody may choose otherwise.

    python -m tests.soak.peeking --mode classic/4 --positions 10000

asks all players below at every position twice, once as it is and once with other hidden cards, and
says how far it is.  Without `--mode` all eleven modes come one after another.  `--first 3000`
begins with that position, so that a run can be shared or continued; whole hundreds, please.
A mode takes some five minutes of an idle core.
Networks have weights that are drawn, so that any feature that a hidden card sets would show;
`reference` has its own.  Searching players have tiny budgets.
"""

import argparse
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import partial
from random import Random

from bottleimp.analysis.arena.contests import edition_of_each_mode
from bottleimp.game.deal import Deal
from bottleimp.game.round import Round
from bottleimp.knowledge.observation import Observation, observe
from bottleimp.players.budget import Budget
from bottleimp.players.catalogue import create_player, plays_mode, style_player_names
from bottleimp.players.levels import LEVELS, Level, LevelPlayer
from bottleimp.players.network import Network, NetworkPlayer
from bottleimp.players.player import SeatPlayer
from bottleimp.players.search.belief_search import THOUGHTFUL, BeliefSearchPlayer, SearchConfig
from bottleimp.rules.edition import Edition
from bottleimp.rules.editions import edition_from_text
from tests.support.players.networks import drawn_network
from tests.support.redealing import redealt

SEED = 11
PART = 100  # positions that come from one generator
Built = Callable[[Network], SeatPlayer]


def imp(network: Network, thought: SearchConfig | None = None) -> SeatPlayer:
    """`imp` with three worlds, or one that thinks otherwise."""
    return SeatPlayer(BeliefSearchPlayer(Budget(3), network, thought), SEED)


def bare(network: Network) -> SeatPlayer:
    """`network`."""
    return SeatPlayer(NetworkPlayer(network), SEED)


def at_level(level: Level, network: Network) -> SeatPlayer:
    """A level."""
    return SeatPlayer(LevelPlayer(level, network), SEED)


def named(name: str, _: Network) -> SeatPlayer:
    """A player that has no network, or has its own."""
    return create_player(name, SEED)


# Quick enough to be asked dozens of times in every run of the tests.
LIGHT: dict[str, Built] = {
    "network": bare,
    **{name: partial(at_level, level) for name, level in LEVELS.items()},
    **{name: partial(named, name) for name in ("uniform", "rules_of_thumb", "reference")},
    **{name: partial(named, name) for name in style_player_names()},
}
SEARCHING = ("flat_monte_carlo:12", "perfect_information:3", "information_set:12")
PLAYERS: dict[str, Built] = {
    **LIGHT,
    **{name: partial(named, name) for name in SEARCHING},
    "thoughtful": partial(imp, thought=THOUGHTFUL),
    "imp": imp,
}


def playing_in(playing: Edition, players: dict[str, Built]) -> dict[str, SeatPlayer]:
    """Those of the players that play the mode, built."""
    network = drawn_network(playing)
    return {
        name: built(network) for name, built in players.items() if plays_mode(name, playing.mode)
    }  # a name with a budget stands for its kind


def choices(playing: Edition, random: Random) -> Iterator[tuple[Round, Observation]]:
    """Real choices, round after round without end, each with a round that looks the same."""
    while True:
        played = Round(Deal.from_seed(playing, random.randrange(2**256)))
        while (seat := played.turn) is not None:
            if len(played.legal_actions) > 1 and seat not in playing.driven:
                yield played, observe(played, seat)
            played = played.play(random.choice(played.legal_actions))


def pairs(playing: Edition, numbers: Iterable[int]) -> Iterator[tuple[Observation, Observation]]:
    """What is seen at the positions with these ascending numbers, and after a deal anew.

    Each number stands for one position, whichever others are asked for.
    """
    source: Iterator[tuple[int, Round, Observation]] = iter(())
    part = -1
    for number in numbers:
        if number // PART != part:
            part = number // PART
            found = choices(playing, Random(f"{playing.text} {part}"))
            source = ((part * PART + n, *one) for n, one in enumerate(found))
        _, played, seen = next(one for one in source if one[0] == number)
        other = redealt(played, seen.seat, Random(f"{playing.text} anew {number}"))
        yield seen, observe(other, seen.seat)


@dataclass
class Asked:
    """Who chose otherwise, and how much was asked."""

    playing: Edition
    players: dict[str, SeatPlayer]
    positions: int = 0
    peeks: list[str] = field(default_factory=list)

    def ask(self, numbers: Iterable[int]) -> None:
        """Ask all players at these positions."""
        for seen, other in pairs(self.playing, numbers):
            self.positions += 1
            for name, player in self.players.items():
                if player.choose(seen) != player.choose(other):
                    self.peeks.append(f"{name}, seat {seen.seat}: {seen.legal_actions}")


def peeks(key: str, players: dict[str, Built], numbers: Iterable[int]) -> list[str]:
    """Where a player does something else once hidden cards are dealt anew."""
    playing = edition_from_text(key)
    asked = Asked(playing, playing_in(playing, players))
    asked.ask(numbers)
    return asked.peeks


def main() -> int:
    """Ask, and say who chose otherwise; the exit status."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--mode", action="append", metavar="KEY", help="default every mode")
    parser.add_argument("--positions", type=int, default=10_000, help="in each mode")
    parser.add_argument("--first", type=int, default=0, help="number of the first position")
    parser.add_argument("--players", nargs="+", choices=PLAYERS, default=list(PLAYERS))
    options = parser.parse_args()
    found: list[str] = []
    for key in options.mode or edition_of_each_mode():
        playing = edition_from_text(key)
        asked = Asked(playing, playing_in(playing, {n: PLAYERS[n] for n in options.players}))
        began, last = time.perf_counter(), options.first + options.positions
        for start in range(options.first, last, PART):
            asked.ask(range(start, min(start + PART, last)))
            sys.stderr.write(f"\r{key}: {asked.positions} positions, {len(asked.peeks)} peeks")
        seconds = time.perf_counter() - began
        sys.stderr.write("\r")
        sys.stdout.write(
            f"{key}: {asked.positions} positions from {options.first} on,"
            f" {len(asked.players)} players, {len(asked.peeks)} peeks, {seconds:.0f} s\n"
        )
        sys.stdout.flush()
        found += asked.peeks
    sys.stdout.writelines(f"{one}\n" for one in found)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())

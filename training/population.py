"""The population: whoever holds seats beside the learner, and is not learned from.

They are the training half of the panel (`bottleimp.analysis.evaluation.panel`), past selves of the
learner, networks from files, and players that search.  Whoever serves for measuring alone is
refused.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from bottleimp.analysis.arena.lineups import decision_batch
from bottleimp.analysis.evaluation.open_hand_evaluation import OpenHandRounds
from bottleimp.kernel.arrays import IntArray
from bottleimp.kernel.round_batch import RoundBatch
from bottleimp.players.catalogue import build_player
from bottleimp.players.player import Player
from bottleimp.rules.edition import Edition
from training.acting import Actor, Transitions, best_actions
from training.drawn_styles import DrawnStylesPlayer
from training.network import TorchNetwork
from training.settings import check_population, check_responder_share, check_searchers, split_names

LEARNER = -1  # in the place of a member's number
POPULATION_STREAM = 1  # beside the seed of a unit, so that the learner's draws stay as they are
SEED_LIMIT = 1 << 62
PAST_SELVES = 2  # at the tables of one generation, at most


@dataclass
class Population:
    """The others at the table beside the learner: players by name, and networks that take the best.

    If there are both, each kind has half of the seats that the learner does not hold.  In rounds
    in which the learner is a responder it holds one seat, and copies of a single member hold all
    others: of a player, a network, or a player that searches.  Each kind has a share of its own; in
    rounds that fall to several, players that search come first, then networks.
    """

    share: float  # of the seats, as long as one is left for the learner
    names: Sequence[str]
    networks: Sequence[TorchNetwork] = ()  # on the device and in the number format of the learner
    responder_share: float = 0.0  # of the rounds in which the learner is a responder
    drawn_seed: int = 0  # of drawn styles, who then come up as often as all named players; 0: none
    responder_to_networks_share: float = 0.0  # of the rounds as a responder to a network
    responder_to_searchers_share: float = 0.0  # the same to one that searches
    searcher_names: Sequence[str] = ()  # who have no other seats
    players: tuple[Player, ...] = field(init=False)
    searchers: tuple[Player, ...] = field(init=False)

    def __post_init__(self) -> None:
        check_population(self.share, self.names)
        check_responder_share(self.responder_share, "players", has_members=bool(self.names))
        check_responder_share(
            self.responder_to_networks_share, "networks", has_members=bool(self.networks)
        )
        check_searchers(self.responder_to_searchers_share, self.searcher_names)
        drawn = [DrawnStylesPlayer(self.drawn_seed)] * len(self.names) if self.drawn_seed else []
        self.players = (*map(build_player, self.names), *drawn)
        self.searchers = tuple(map(build_player, self.searcher_names))

    def play_rounds(self, rounds: RoundBatch, actor: Actor, seed: int) -> list[Transitions]:
        """Play all rounds to their end; what is to be learned from, move by move."""
        random = np.random.default_rng([seed, POPULATION_STREAM])
        count = len(rounds.rows)
        who = self.draw_members(rounds.edition, count, random)
        seeds = random.integers(SEED_LIMIT, size=(count, rounds.edition.seats)).tolist()
        networks_end = len(self.players) + len(self.networks)
        tables = OpenHandRounds(rounds, (), seeds)  # which keep the history, for those that search
        step = tables.step if self.searchers else rounds.step
        kept: list[Transitions] = []
        while rounds.next_decisions():
            actions = np.full(count, -1, np.int64)
            live = np.flatnonzero(rounds.turns >= 0)
            asked = who[live, rounds.turns[live]]
            for member in np.unique(asked).tolist():
                rows = live[asked == member]
                if member == LEARNER:
                    kept.append(actor.explore(rounds, rows))
                    actions[rows] = kept[-1].actions.cpu().numpy()
                elif member < len(self.players):
                    decisions = decision_batch(rounds, rows, seeds)
                    actions[rows] = self.players[member].choose_actions(decisions)
                elif member < networks_end:
                    network = self.networks[member - len(self.players)]
                    features, legal = rounds.features[rows], rounds.legal[rows]
                    actions[rows] = best_actions(network, features, legal)
                else:
                    decisions = decision_batch(rounds, rows, seeds, tables.observation)
                    actions[rows] = self.searchers[member - networks_end].choose_actions(decisions)
            step(actions)
        return kept

    def draw_members(self, edition: Edition, count: int, random: np.random.Generator) -> IntArray:
        """For each round and seat the number of a member, or LEARNER; the learner has one or more.

        Players come first in the numbers, then networks, then players that search.
        """
        shape = (count, edition.seats)
        is_network = random.random(shape) < (0.5 if self.players else 1.0) * bool(self.networks)
        players = random.integers(max(len(self.players), 1), size=shape)
        networks = random.integers(max(len(self.networks), 1), size=shape)
        who = np.where(is_network, len(self.players) + networks, players)
        who[random.random(shape) >= self.share] = LEARNER
        deciding = [seat for seat in range(edition.seats) if seat not in edition.driven]
        own = np.array(deciding, np.int64)[random.integers(len(deciding), size=count)]
        without = np.flatnonzero((who[:, deciding] != LEARNER).all(axis=1))
        who[without, own[without]] = LEARNER
        for share, first, number in (
            (self.responder_share, 0, len(self.players)),
            (self.responder_to_networks_share, len(self.players), len(self.networks)),
            (
                self.responder_to_searchers_share,
                len(self.players) + len(self.networks),
                len(self.searcher_names),
            ),
        ):
            if share:
                is_responder = random.random(count) < share
                members = first + random.integers(number, size=count)
                who[is_responder] = members[is_responder, None]
                who[is_responder, own[is_responder]] = LEARNER
        return who


def past_selves(folder: Path, rounds: int) -> list[Path]:
    """The snapshots in a folder of training after so many rounds, in their order.

    Later ones, which a killed run may have left, are none yet.
    """
    marks = sorted(int(f.stem.removeprefix("snapshot-")) for f in folder.glob("snapshot-*.pt"))
    return [folder / f"snapshot-{mark}.pt" for mark in marks if mark <= rounds]


def choose_networks(
    folder: Path, rounds: int, named: str, random: np.random.Generator
) -> list[Path]:
    """The files of the networks of one generation: some past selves, and all that are named."""
    files = list(map(Path, split_names(named)))
    selves = past_selves(folder, rounds)
    drawn = random.permutation(len(selves))[:PAST_SELVES].tolist()
    return [*(selves[number] for number in sorted(drawn)), *files]

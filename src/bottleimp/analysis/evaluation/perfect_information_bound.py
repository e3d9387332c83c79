"""The all-seeing guest: it knows every card and what the hosts will do.

It is no player, since it reads hidden cards: it exists to say how much is left to be gained.
Every legal action is played out from the true cards, all seats doing what a network values
highest; once the guests hold few cards, all ways in which they can go on are tried instead.
Against hosts who play by that network its late choices are exact; before that it looks one
choice ahead, so what it gains is far beyond any player, and still less than could be gained.
(Exact play of all seats, as `solving` finds it, would answer another question: these hosts do not
play perfectly.)
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from bottleimp.analysis.evaluation.open_hand_evaluation import Seats, Tables
from bottleimp.kernel.encoding.info_state import CHOICES
from bottleimp.kernel.round_batch import NOT_ASKED, Numbers, Rounds
from bottleimp.players.batch_players import Floats, legal_table, taken
from bottleimp.players.network import Network, greedy
from bottleimp.rules.edition import Edition

DECISIONS_AT_ONCE = 128


def shares(edition: Edition, guests: Seats) -> Floats:
    """What every seat's points count: the mean of the guests less the mean of the others."""
    deciding = [seat for seat in range(edition.seats) if seat not in edition.driven]
    hosts = [seat for seat in deciding if seat not in guests]
    counts = np.zeros(edition.seats)
    counts[list(guests)] = 1 / len(guests)
    counts[hosts] = -1 / len(hosts)
    shared: Floats = counts / np.array(edition.weights)
    return shared


@dataclass(frozen=True)
class AllSeeing:
    """Decides for guests with all hands open, against hosts who play by the network."""

    network: Network
    tries_from: int  # cards in a guest's hands from which on everything is tried; 0 for never

    def decide(self, tables: Tables, rows: Numbers) -> Numbers:
        """The best action as far as it was played out; of equal ones the network's favourite."""
        parts = [
            self.decided(tables, rows[start : start + DECISIONS_AT_ONCE])
            for start in range(0, len(rows), DECISIONS_AT_ONCE)
        ]
        return np.concatenate(parts)

    def decided(self, tables: Tables, rows: Numbers) -> Numbers:
        """The same for a few rounds."""
        rounds = tables.rounds
        values = self.network.values(rounds.features[rows])
        may = legal_table(rounds.legal[rows], values.shape[1])
        which, actions = np.nonzero(may)
        tried = taken(rounds, rows[which])
        tried.act(actions.astype(np.int64))
        is_guest = np.zeros((len(rows), tables.edition.seats), bool)
        counts = np.zeros((len(rows), tables.edition.seats))
        for place, row in enumerate(rows.tolist()):
            is_guest[place, list(tables.guests[row])] = True
            counts[place] = shares(tables.edition, tables.guests[row])
        found = best_ends(self.network, tried, is_guest[which], counts[which], self.tries_from)
        best = np.full(may.shape, -np.inf)
        best[which, actions] = found
        is_best = best >= best.max(axis=1, keepdims=True)
        return np.asarray(np.where(is_best, values, -np.inf).argmax(axis=1), np.int64)


def best_ends(
    network: Network, rounds: Rounds, is_guest: npt.NDArray[np.bool_], counts: Floats,
    tries_from: int,
) -> Floats:  # fmt: skip
    """The best result of every round: guests try everything late, else all play by the network.

    `is_guest` says for each round and seat whether a guest sits there, `counts` what its points
    are worth.
    """
    origin = np.arange(len(rounds.rows))
    best = np.full(len(rounds.rows), -np.inf)
    while rounds.ask():
        over = rounds.turns == NOT_ASKED
        note_ends(rounds, over, origin, counts, best)
        live = np.flatnonzero(~over)
        turns = rounds.turns[live]
        few = cards_held(rounds, live, turns) <= tries_from
        tries = few & is_guest[origin[live], turns]
        may = legal_table(rounds.legal[live], rounds.edition.deck.size + CHOICES)
        plain = np.flatnonzero(~tries)
        if len(plain):
            at = live[plain]
            favourite = greedy(network, rounds.features[at], rounds.legal[at])
            may[plain] = False
            may[plain, favourite] = True
        which, actions = np.nonzero(may)
        origin = origin[live[which]]
        rounds = taken(rounds, live[which])
        rounds.act(actions.astype(np.int64))
    note_ends(rounds, np.ones(len(rounds.rows), bool), origin, counts, best)
    return best


def note_ends(
    rounds: Rounds, over: npt.NDArray[np.bool_], origin: Numbers, counts: Floats, best: Floats
) -> None:
    """Keep the best of the rounds that are over, each for the round that it comes from."""
    if over.any():
        ended = taken(rounds, np.flatnonzero(over))
        results = (ended.results() * counts[origin[over]]).sum(axis=1)
        np.maximum.at(best, origin[over], results)


def cards_held(rounds: Rounds, rows: Numbers, seats: Numbers) -> Numbers:
    """How many cards these seats hold in these rounds."""
    held = np.zeros(len(rows), np.int64)
    for number, hand in enumerate(rounds.edition.hands):
        held += np.bitwise_count(rounds.rows[rows, number]) * (seats == hand.seat)
    return held

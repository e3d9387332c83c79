"""Network against network on duplicate deals, many rounds at once."""

import sys
from pathlib import Path

import numpy as np

from bottleimp.analysis.arena.lineups import opposed_pairs, playing_sides
from bottleimp.kernel.encoding.info_state import CHOICES
from bottleimp.kernel.round_batch import Rounds
from bottleimp.players.network import Network, greedy, network_from
from bottleimp.rules.edition import Edition
from bottleimp.rules.editions import edition_from_text
from training.export import arrays, weights_in


def duel(a: Network, b: Network, edition: Edition, deals: int, seed: int) -> tuple[float, float]:
    """Mean gain of one side of A among B, and its standard error over deals."""
    groups = playing_sides(edition)
    rounds = Rounds.room(edition, deals)
    gains = np.zeros((len(groups), deals))
    for number, group in enumerate(groups):
        rounds.deal(seed, 0)
        while rounds.ask():
            live = np.flatnonzero(rounds.turns >= 0)
            actions = np.full(deals, -1, np.int64)
            is_a = np.isin(rounds.turns[live], group)
            for player, who in ((a, live[is_a]), (b, live[~is_a])):
                if len(who):
                    actions[who] = greedy(player, rounds.features[who], rounds.legal[who])
            rounds.act(actions)
        table = rounds.results() / np.array(edition.weights)
        others = [s for s in range(edition.seats) if s not in group and s not in edition.driven]
        gains[number] = table[:, list(group)].mean(axis=1) - table[:, others].mean(axis=1)
    per_deal = np.average(gains, axis=0, weights=opposed_pairs(edition))
    return float(per_deal.mean()), float(per_deal.std(ddof=1) / np.sqrt(deals))


def load(file: Path, actions: int) -> Network:
    """The network in a file: of the package's kind, a checkpoint (its average), or a snapshot."""
    if file.suffix == ".npz":
        with np.load(file) as saved:
            return network_from(dict(saved))
    return network_from(arrays(weights_in(file), actions))


if __name__ == "__main__":
    edition = edition_from_text(sys.argv[1])
    actions = edition.deck.size + CHOICES
    a, b = load(Path(sys.argv[2]), actions), load(Path(sys.argv[3]), actions)
    mean, error = duel(a, b, edition, int(sys.argv[4]), 12345)
    print(f"{mean:+.2f} +-{1.96 * error:.2f}")
    mean, error = duel(b, a, edition, int(sys.argv[4]), 12345)
    print(f"{mean:+.2f} +-{1.96 * error:.2f}")

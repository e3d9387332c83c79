"""Network against network on duplicate deals, many rounds at once.

`python -m training.duel classic/4 new.npz old.npz 2000`
"""

import argparse
from pathlib import Path

import numpy as np

from bottleimp.analysis.arena.lineups import opposed_pair_weights, playing_sides
from bottleimp.errors import BottleImpError
from bottleimp.kernel.encoding.schema import action_count
from bottleimp.kernel.relative_scores import mean_relative_scores
from bottleimp.kernel.round_batch import RoundBatch
from bottleimp.players.network import Network, greedy_actions, network_from_arrays
from bottleimp.rules.edition import Edition
from bottleimp.rules.editions import edition_from_text
from training.export import load_weights, network_arrays

SEED = 12345


def play_duel(
    a: Network, b: Network, edition: Edition, deals: int, seed: int
) -> tuple[float, float]:
    """Mean gain of one side of A among B, and its standard error over deals."""
    groups = playing_sides(edition)
    rounds = RoundBatch.allocate(edition, deals)
    gains = np.zeros((len(groups), deals))
    for number, group in enumerate(groups):
        rounds.deal(seed, 0)
        while rounds.next_decisions():
            live = np.flatnonzero(rounds.turns >= 0)
            actions = np.full(deals, -1, np.int64)
            is_a = np.isin(rounds.turns[live], group)
            for player, who in ((a, live[is_a]), (b, live[~is_a])):
                if len(who):
                    actions[who] = greedy_actions(player, rounds.features[who], rounds.legal[who])
            rounds.step(actions)
        points = rounds.points()
        gains[number] = mean_relative_scores(edition, points, group)
    per_deal = np.average(gains, axis=0, weights=opposed_pair_weights(edition))
    return float(per_deal.mean()), float(per_deal.std(ddof=1) / np.sqrt(deals))


def load_network_file(file: Path, actions: int) -> Network:
    """The network in a file: of the package's kind, a checkpoint (its average), or a snapshot."""
    if file.suffix == ".npz":
        with np.load(file) as saved:
            return network_from_arrays(dict(saved))
    return network_from_arrays(network_arrays(load_weights(file), actions))


def main() -> None:
    """Let two networks meet, each among copies of the other."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("edition", help="such as classic/4")
    parser.add_argument("new", type=Path, help="weights of the package's kind, or a checkpoint")
    parser.add_argument("old", type=Path, help="those of the other network")
    parser.add_argument("deals", type=int, help="two or more")
    parser.add_argument("--seed", type=int, default=SEED, help="fixes the deals")
    arguments = parser.parse_args()
    if arguments.deals < 2:
        parser.error(f"An interval takes two deals or more, not {arguments.deals}.")
    try:
        edition = edition_from_text(arguments.edition)
        actions = action_count(edition)
        new, old = (load_network_file(file, actions) for file in (arguments.new, arguments.old))
    except (BottleImpError, OSError, ValueError) as problem:
        parser.error(str(problem))
    for words, one, others in (("new among old", new, old), ("old among new", old, new)):
        mean, error = play_duel(one, others, edition, arguments.deals, arguments.seed)
        gain = round(mean, 2) + 0.0  # no minus before a zero
        print(f"{words}: {gain:+.2f} ±{1.96 * error:.2f} points a round", flush=True)


if __name__ == "__main__":
    main()

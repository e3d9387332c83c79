"""A weakness of known size, planted into a network, to see whether an exploiter finds it.

An exploiter that finds nothing among strong players tells nothing before it has found something
among weak ones.  The weak player here is a network with one bad habit: to a trick in which one of
the highest cards of the deck lies it adds its most valuable card above the price.  Whoever knows
that leads high cards.  `KnowingDecider` does this and plays like the network otherwise, so what it
gains among the weak players can be gained.  This prints its gain:

    python -m training.planted_weakness classic/4 src/bottleimp/players/networks/4.npz
"""

import argparse
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from bottleimp.analysis.arena.arena_report import format_estimate
from bottleimp.analysis.arena.statistics import Estimate, estimate
from bottleimp.analysis.arena.variance_reduction import read_edition_network
from bottleimp.analysis.evaluation.exploitability import responder_seats
from bottleimp.analysis.evaluation.open_hand_evaluation import (
    Decider,
    OpenHandRounds,
    PlayerDecider,
    play_out,
)
from bottleimp.kernel.arrays import FloatArray, IntArray
from bottleimp.kernel.encoding.packed_rows import row_columns
from bottleimp.kernel.encoding.schema import info_state_template
from bottleimp.kernel.relative_scores import mean_relative_scores
from bottleimp.players.network import NetworkPlayer
from bottleimp.rules.edition import Edition
from bottleimp.rules.editions import edition_from_text

HIGHEST_CARDS = 8  # that bring the weak player to throw in its most valuable card
DEALS, DEAL_SEED = 1000, 20_261_122  # by which the size of the weakness is measured


def rows_of(tables: OpenHandRounds, rows: IntArray) -> dict[str, IntArray]:
    """What the seats to act know, field by field, with a row for each of these rounds."""
    columns = row_columns(info_state_template(tables.edition))
    known = tables.rounds.info_state_rows(rows)
    return {name: known[:, column] for name, column in columns.items()}


def high_cards(edition: Edition) -> int:
    """The set of the highest cards of the deck."""
    return sum(1 << card.place for card in edition.deck.cards[-HIGHEST_CARDS:])


def cards_of_each(sets: IntArray, edition: Edition) -> IntArray:
    """Sets of cards as rows of 0 and 1: a column for each place of the deck."""
    return np.asarray(sets[:, None] >> np.arange(edition.deck.size) & 1, np.int64)


@dataclass(frozen=True)
class WeakDecider:
    """Has the bad habit; all other decisions are those of the decider given."""

    decider: Decider

    def decide(self, tables: OpenHandRounds, rows: IntArray) -> IntArray:
        """Under a high card its most valuable legal card above the price, the highest of these."""
        edition, fields = tables.edition, rows_of(tables, rows)
        trick = np.bitwise_or.reduce(fields["on_table"], axis=1)
        places = np.arange(edition.deck.size)
        above = places > fields["prices"].max(axis=1)[:, None]
        may = cards_of_each(fields["legal"][:, 0], edition) * above
        worth = np.zeros(edition.deck.size, np.int64)
        for card in edition.deck.cards:
            worth[card.place] = 1 + card.points
        most = (may * (worth * edition.deck.size + places)).argmax(axis=1)
        has_habit = (trick & high_cards(edition) != 0) & may.any(axis=1)
        return np.where(has_habit, most, self.decider.decide(tables, rows))


@dataclass(frozen=True)
class KnowingDecider:
    """Leads its highest card, if that is a high one, instead of another above the price."""

    decider: Decider

    def decide(self, tables: OpenHandRounds, rows: IntArray) -> IntArray:
        """The high card where the decider given would lead a card above the price."""
        edition, fields = tables.edition, rows_of(tables, rows)
        chosen = self.decider.decide(tables, rows)
        passes = np.bincount([step.seat for step in edition.passes], minlength=edition.seats)
        leads = (
            (fields["passes_made"] == passes[fields["seat"]])[:, 0]
            & (fields["plays_made"] == 0)[:, 0]
            & (fields["legal"] >> edition.deck.size == 0)[:, 0]
            & (chosen > fields["prices"].max(axis=1))
        )
        high = cards_of_each(fields["legal"][:, 0] & high_cards(edition), edition)
        highest = edition.deck.size - 1 - high[:, ::-1].argmax(axis=1)
        return np.where(leads & high.any(axis=1), highest, chosen)


def gain_over_population(
    edition: Edition, responder: Decider, population: Decider, deals: int = DEALS,
    seed: int = DEAL_SEED,
) -> Estimate:  # fmt: skip
    """What the responder makes more than the population's player in its seat, a round.

    In points relative to the others; deals of the arena, the responder in every seat in turn.
    """
    groups = responder_seats(edition, 1)

    def played(responding: Decider) -> FloatArray:
        tables = OpenHandRounds.from_arena(edition, seed, range(deals), groups)
        points = play_out(tables, responding, population)
        return np.array(
            [
                mean_relative_scores(edition, points[row], seats)
                for row, seats in enumerate(tables.responders)
            ]
        )

    gains = played(responder) - played(population)
    return estimate(gains.reshape(deals, -1).mean(axis=1).tolist())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("edition", help="such as classic/4")
    parser.add_argument("weights", type=Path, help="of the network, as the package reads them")
    parser.add_argument("--deals", type=int, default=DEALS)
    arguments = parser.parse_args()
    edition = edition_from_text(arguments.edition)
    network = PlayerDecider(NetworkPlayer(read_edition_network(edition, arguments.weights)))
    for name, responder in (("network", network), ("knows the habit", KnowingDecider(network))):
        gain = gain_over_population(edition, responder, WeakDecider(network), arguments.deals)
        print(f"{name}: {format_estimate(gain, '+.2f')} points a round")


if __name__ == "__main__":
    main()

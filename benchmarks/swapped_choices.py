"""What a first lead, a discard and a pass are worth: the same hand once with each legal card.

`python -m benchmarks.swapped_choices self_taught --edition classic/3 --deals 10000` deals cards,
lets the players come to one decision, goes on once with each card that may be chosen there, and
compares how the seat fares.  Hands are the same on both sides of every comparison, so it shows what
the card does, not from which hands it is chosen: data sets of rounds cannot tell these apart.
After the card everybody plays as always, so it is the worth among such players.

Deals are those of data sets of the same seed.
"""

import argparse
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from benchmarks.round_findings import Array, Mean, mean_of
from bottleimp.analysis.arena.lineups import decision_batch
from bottleimp.data.selfplay import deal_seed, player_seed
from bottleimp.errors import BottleImpError
from bottleimp.kernel.round_batch import RoundBatch
from bottleimp.players.catalogue import build_player, has_sequential_player
from bottleimp.players.player import Player
from bottleimp.rules.edition import Edition
from bottleimp.rules.editions import edition_from_text
from bottleimp.rules.seating import IMPS_TRICK

BATCH = 2048  # deals at a time
MIN_HANDS = 200  # with fewer a card has no row


@dataclass(frozen=True)
class Alternatives:
    """Rounds that part at one decision: row k is one card that may be chosen there."""

    deals: Array  # the number of the deal
    cards: Array
    is_own: Array  # whether the player itself chooses this card
    gains: Array  # of the seat that decides: its score less the mean of the others' scores

    def above_mean(self) -> Array:
        """How much more each card gains than the mean card of the same hand."""
        totals, counts = np.bincount(self.deals, self.gains), np.bincount(self.deals)
        means = totals / np.maximum(counts, 1)
        above: Array = self.gains - means[self.deals]
        return above

    def above_own(self) -> Array:
        """How much more each card gains than the player's own choice."""
        own = np.zeros(self.deals.max() + 1)
        own[self.deals[self.is_own]] = self.gains[self.is_own]
        above: Array = self.gains - own[self.deals]
        return above

    def by_card(self) -> dict[int, tuple[int, Mean, Mean]]:
        """For each card: how often it is chosen, what it gains above the mean card and the own."""
        above_mean, above_own = self.above_mean(), self.above_own()
        found = {}
        for card in np.unique(self.cards).tolist():
            rows = self.cards == card
            if rows.sum() >= MIN_HANDS:
                chosen = int(self.is_own[rows].sum())
                found[card] = chosen, mean_of(above_mean[rows]), mean_of(above_own[rows])
        return found


def choose(rounds: RoundBatch, player: Player, seeds: list[list[int]]) -> Array:
    """What the player does in each round; -1 where it is over."""
    actions = np.full(len(rounds.rows), -1, np.int64)
    live = np.flatnonzero(rounds.turns >= 0)
    if len(live):
        actions[live] = player.choose_actions(decision_batch(rounds, live, seeds))
    return actions


def alternatives(
    edition: Edition, name: str, decision: int, first: int, count: int, seed: int
) -> Alternatives:
    """Each card at a decision of these deals, counted from 0: the passes, then the first lead."""
    player, rounds = build_player(name), RoundBatch.allocate(edition, count)
    rounds.deal(deal_seed(seed), first)
    seeds = [
        [player_seed(seed, number, seat) for seat in range(edition.seats)]
        for number in range(first, first + count)
    ]
    rounds.next_decisions()
    for _ in range(decision):
        rounds.step(choose(rounds, player, seeds))
        rounds.next_decisions()
    own = choose(rounds, player, seeds)
    legal = rounds.legal[:, None] >> np.arange(edition.deck.size) & 1
    deals, cards = np.nonzero(legal)
    parted = RoundBatch.allocate(edition, len(deals))
    parted.rows[:] = rounds.rows[deals]
    parted.next_decisions()
    seats = parted.turns.copy()
    of_deals = [seeds[deal] for deal in deals.tolist()]
    actions = cards.astype(np.int64)
    while (actions >= 0).any():
        parted.step(actions)
        parted.next_decisions()
        actions = choose(parted, player, of_deals)
    scores = parted.returns().astype(np.float64)
    mine = scores[np.arange(len(deals)), seats]
    gains = mine - (scores.sum(axis=1) - mine) / (edition.seats - 1)
    return Alternatives(deals + first, cards, own[deals] == cards, gains)


def joined(parts: list[Alternatives]) -> Alternatives:
    """Several of them as one; the same deal counts anew where another seat decides."""
    after, deals = 0, []
    for part in parts:
        deals.append(part.deals - part.deals.min() + after)
        after = int(deals[-1].max()) + 1
    return Alternatives(
        np.concatenate(deals),
        np.concatenate([part.cards for part in parts]),
        np.concatenate([part.is_own for part in parts]),
        np.concatenate([part.gains for part in parts]),
    )


def decisions(edition: Edition) -> dict[str, list[int]]:
    """The questions, each with the numbers of its decisions."""
    found: dict[str, list[int]] = {}
    for number, step in enumerate(edition.passes):
        to = "put away"
        if step.target != IMPS_TRICK:
            is_left = (edition.hands[step.target].seat - step.seat) % edition.seats == 1
            to = "pass to the left" if is_left else "pass to the right"
        found.setdefault(to, []).append(number)
    return {"first lead": [len(edition.passes)], **found}


def report(edition: Edition, name: str, deals: int, seed: int) -> Iterator[str]:
    """Tables of Markdown, one for each question."""
    for question, numbers in decisions(edition).items():
        parts = [
            alternatives(edition, name, number, first, min(BATCH, deals - first), seed)
            for number in numbers
            for first in range(0, deals, BATCH)
        ]
        yield f"\n## {edition.text}, {name}: {question}, {deals * len(numbers):,} hands\n"
        yield "| card | chosen, % of hands with it | above the mean card | above the own choice |"
        yield "|---|---|---|---|"
        for card, (chosen, above_mean, above_own) in joined(parts).by_card().items():
            share = 100 * chosen / above_mean.count
            shown = edition.deck.card_at(card).name
            yield f"| {shown} | {share:.1f} | {above_mean} | {above_own} |"


def main() -> None:
    """Play and print."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else None)
    parser.add_argument("player", help="one that decides for many rounds at once")
    parser.add_argument("--edition", default="classic/3")
    parser.add_argument("--deals", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=2026)
    asked = parser.parse_args()
    edition = edition_from_text(asked.edition)
    if has_sequential_player([asked.player]) or edition.choosers or edition.driven:
        raise BottleImpError("Only players in lock-step, and editions of hidden hands alone.")
    for line in report(edition, asked.player, asked.deals, asked.seed):
        print(line, flush=True)


if __name__ == "__main__":
    main()

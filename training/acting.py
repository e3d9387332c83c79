"""What the learner does in rounds, mostly the best it knows, and what is learned from that."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import torch

from bottleimp.kernel.arrays import IntArray
from bottleimp.kernel.encoding.features import Features
from bottleimp.kernel.round_batch import RoundBatch
from bottleimp.players.decisions import legal_mask
from bottleimp.players.network import points_per_unit
from training.network import TorchNetwork
from training.targets import (
    Float32Array,
    LearnerDecisions,
    SettledResults,
    card_locations,
    lambda_returns,
)


@dataclass(frozen=True)
class ActingSettings:
    """How the learner acts in one generation, and how far results reach back."""

    temperature: float  # of the softmax, in units of value
    explore: float  # share of random actions
    trace: float


class Transitions(NamedTuple):
    """What the learner saw and did in some rounds at one time; tensors lie on its device."""

    features: torch.Tensor  # (row, width)
    actions: torch.Tensor  # (row,)
    card_locations: torch.Tensor  # (row, card): the place of a hidden card
    expected: torch.Tensor  # (row, head): result and own points, in units of value
    is_exploratory: torch.Tensor  # (row,): whether the action was a random one
    turns: IntArray  # the seats
    rounds: IntArray  # their numbers

    @property
    def decisions(self) -> LearnerDecisions:
        """As far as targets need it."""
        return LearnerDecisions(
            self.turns, self.rounds, self.expected.cpu().numpy(), self.is_exploratory.cpu().numpy()
        )


class TrainingBatch(NamedTuple):
    """What is to be learned, a row for each decision."""

    features: torch.Tensor  # (row, width)
    actions: torch.Tensor  # (row,)
    targets: torch.Tensor  # (row, head)
    card_locations: torch.Tensor  # (row, card)


@dataclass
class Actor:
    """The learner at the tables: its network, in the number format in which it acts."""

    network: TorchNetwork
    settings: ActingSettings
    generator: torch.Generator

    def play_rounds(
        self, rounds: RoundBatch, watch: Callable[[RoundBatch], None] | None = None
    ) -> list[Transitions]:
        """Play all rounds to their end; what is to be learned from, move by move.

        `watch` is shown the rounds at each of their decisions.
        """
        kept: list[Transitions] = []
        while rounds.next_decisions():
            if watch is not None:
                watch(rounds)
            live = np.flatnonzero(rounds.turns >= 0)
            kept.append(self.explore(rounds, live))
            actions = np.full(len(rounds.rows), -1, np.int64)
            actions[live] = kept[-1].actions.cpu().numpy()
            rounds.step(actions)
        return kept

    def explore(self, rounds: RoundBatch, live: IntArray) -> Transitions:
        """Actions of the learner in some rounds, mostly the best, with what a batch needs."""
        weights = self.network.entry.weight
        device = weights.device
        turns, features = rounds.turns[live], rounds.features[live]
        seen = torch.from_numpy(features).to(device)
        where = card_locations(rounds.edition, rounds.rows[live], turns, features)
        heads = self.network(seen.to(weights.dtype)).float()
        values = heads[:, 0]
        sets = torch.from_numpy(rounds.legal[live]).to(device)
        numbers = torch.arange(self.network.actions, device=device)
        is_legal = (sets[:, None] >> numbers & 1).bool()
        # Less the logarithm of an exponential draw: a draw from the distribution of Gumbel.
        noise = -torch.empty_like(values).exponential_(generator=self.generator).log()
        drawn = torch.rand(len(live), generator=self.generator, device=device)
        wild = drawn < self.settings.explore
        scored = torch.where(wild[:, None], noise, values + self.settings.temperature * noise)
        actions = scored.masked_fill(~is_legal, -torch.inf).argmax(dim=1)
        best = values.masked_fill(~is_legal, -torch.inf).argmax(dim=1)
        valued = torch.where(wild, best, actions)
        expected = heads[torch.arange(len(live), device=device), :2, valued]
        places = torch.from_numpy(where).to(device)
        found = Transitions(seen, actions, places, expected, wild, turns, live)
        self.take_note(rounds, found, values, is_legal)
        return found

    def take_note(
        self, rounds: RoundBatch, found: Transitions, values: torch.Tensor, is_legal: torch.Tensor
    ) -> None:
        """See what was done in some rounds, and why: values and what is legal (row, action)."""


def best_actions(network: TorchNetwork, features: Features, legal: IntArray) -> IntArray:
    """The legal action that the network values highest, a row for each choice."""
    weights = network.entry.weight
    seen = torch.from_numpy(features).to(weights.device, weights.dtype)
    values = network(seen)[:, 0].float().cpu().numpy()
    may = legal_mask(legal, network.actions)
    return np.asarray(np.where(may, values, -np.inf).argmax(axis=1), np.int64)


def build_batch(
    rounds: RoundBatch, kept: Sequence[Transitions], gains: Float32Array, trace: float,
    settled: Sequence[SettledResults] = (),
) -> TrainingBatch:  # fmt: skip
    """All that was kept, with targets; `gains` is what is learned to be large (round, seat).

    `settled` has such gains in points, too: those of rounds whose results were found on the way.
    """
    edition = rounds.edition
    unit = points_per_unit(edition)
    own = points_of(rounds) / np.array(edition.weights, np.float32) / unit
    owners = rounds.owners().astype(np.float32)
    turns = np.concatenate([k.turns for k in kept])
    index = np.concatenate([k.rounds for k in kept])
    results = np.stack([gains / unit, own], axis=2)
    in_units = [one._replace(gains=(one.gains / unit).astype(np.float32)) for one in settled]
    reached = lambda_returns([k.decisions for k in kept], results, trace, in_units)
    targets = np.concatenate([reached, owners[index, turns][:, None]], axis=1)
    features = torch.cat([k.features for k in kept])
    return TrainingBatch(
        features,
        torch.cat([k.actions for k in kept]),
        torch.from_numpy(targets).to(features.device),
        torch.cat([k.card_locations for k in kept]),
    )


def points_of(rounds: RoundBatch) -> Float32Array:
    """The points of every round and seat."""
    return rounds.returns().astype(np.float32)

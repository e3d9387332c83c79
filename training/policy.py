"""A policy gradient beside the values: what the network takes is made better, not only foretold.

The softmax of the network's values, at the temperature with which the learner acts, is its policy.
Actions that turned out better than a critic expected become likelier, within the bounds of a
clipped ratio (Schulman et al. 2017, Proximal Policy Optimization Algorithms); the values go on to
be learned from results as in `training.train`, which keeps them in points.

The critic sees all hands, so the luck of the deal is not taken for skill.  It serves training
alone: the network that is shipped sees what its seat sees.  A magnet, which follows the weights
slowly, holds the policy near what it was, and a little entropy keeps it from becoming sure too
soon.
"""

from collections.abc import Sequence
from copy import deepcopy
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import torch
from torch.nn import functional

from bottleimp.kernel.arrays import IntArray
from bottleimp.kernel.round_batch import RoundBatch, round_columns
from bottleimp.players.network import points_per_unit
from bottleimp.rules.edition import Edition
from training.acting import ActingSettings, Actor, TrainingBatch, Transitions
from training.network import Critic, TorchNetwork, follow_weights, take_step
from training.targets import Float32Array, LearnerDecisions, first_hands, lambda_returns
from training.trainer import SavedState, Trainer

POLICY, DISTANCE, ENTROPY = "policy", "distance", "entropy"


class HandBits:
    """Where all cards lie, as the critic sees it."""

    def __init__(self, edition: Edition) -> None:
        self.hands = len(edition.hands)
        self.cards = np.arange(edition.deck.size)
        self.first = first_hands(edition)
        self.columns = round_columns(edition)
        self.width = (2 * self.hands + 1) * edition.deck.size

    def bits(self, rows: IntArray, turns: IntArray) -> npt.NDArray[np.uint8]:
        """For each round (row, width): a bit for each hand and card that lies there.

        Hands are counted from the first one of the seat in turn; then come the cards passed to
        each hand and not picked up, and those in the imp's trick.
        """
        passed = rows[:, self.columns["passed"]]
        order = (self.first[turns][:, None] + np.arange(self.hands)) % self.hands
        parts = (rows[:, self.columns["hands"]], passed[:, : self.hands])
        turned = [np.take_along_axis(part, order, axis=1) for part in parts]
        sets = np.concatenate([*turned, passed[:, self.hands :]], axis=1)
        return (sets[:, :, None] >> self.cards & 1).astype(np.uint8).reshape(len(rows), -1)


class PolicyRecord(NamedTuple):
    """What the critic saw when the learner acted in some rounds, a row for each."""

    hands: torch.Tensor  # (row, width)
    is_legal: torch.Tensor  # (row, action)
    log_chances: torch.Tensor  # (row,): of the action that was taken
    expected: torch.Tensor  # (row,): by the network's values and its policy
    judged: torch.Tensor  # (row,): by the critic


class PolicyLessons(NamedTuple):
    """What the policy and the critic learn from, a row for each decision of the batch."""

    hands: torch.Tensor
    is_legal: torch.Tensor
    log_chances: torch.Tensor
    expected: torch.Tensor
    advantages: torch.Tensor  # (row,): with a mean of 0 and a deviation of 1
    returns: torch.Tensor  # (row,): what the critic is to say


@dataclass
class PolicyActor(Actor):
    """A learner that acts by its policy, with a critic that looks on."""

    critic: Critic
    hand_bits: HandBits
    records: list[PolicyRecord] = field(default_factory=list)  # one for each of its transitions

    def take_note(
        self, rounds: RoundBatch, found: Transitions, values: torch.Tensor, is_legal: torch.Tensor
    ) -> None:
        """Keep what the critic says."""
        log_chances = log_policy(values, is_legal, self.settings.temperature)
        expected = (log_chances.exp() * values).sum(dim=1)
        bits = self.hand_bits.bits(rounds.rows[found.rounds], found.turns)
        hands = torch.from_numpy(bits).to(values.device)
        seen = torch.cat([found.features, hands], dim=1)
        judged = expected + self.critic(seen.to(self.critic.exit.weight.dtype)).float()
        taken = log_chances.gather(1, found.actions[:, None])[:, 0]
        self.records.append(PolicyRecord(hands, is_legal, taken, expected, judged))


def log_policy(values: torch.Tensor, is_legal: torch.Tensor, temperature: float) -> torch.Tensor:
    """The log chance of every action (row, action); a large negative number if not legal."""
    scaled = (values / temperature).masked_fill(~is_legal, -torch.inf)
    return scaled.log_softmax(dim=1).masked_fill(~is_legal, -1e9)


def advantages(
    kept: Sequence[Transitions], judged: Sequence[Float32Array], results: Float32Array, trace: float
) -> tuple[Float32Array, Float32Array]:
    """By how much decisions turned out better than judged, and what they should be judged.

    `results` has what was reached (round, seat).  With a trace of 1 that alone counts; with a
    smaller one also what was judged at the seat's later decisions (Schulman et al. 2016,
    High-Dimensional Continuous Control Using Generalized Advantage Estimation).
    """
    decisions = [
        LearnerDecisions(one.turns, one.rounds, said[:, None], np.zeros(len(said), np.bool_))
        for one, said in zip(kept, judged, strict=True)
    ]
    wanted = lambda_returns(decisions, results[:, :, None], trace)[:, 0]
    return wanted - np.concatenate(judged), wanted


def policy_losses(
    values: torch.Tensor, far_values: torch.Tensor, actions: torch.Tensor, lessons: PolicyLessons,
    temperature: float, clip: float,
) -> torch.Tensor:  # fmt: skip
    """The clipped loss of the policy, how far it is from the magnet's, and minus its entropy."""
    own = log_policy(values, lessons.is_legal, temperature)
    far = log_policy(far_values, lessons.is_legal, temperature)
    ratio = (own.gather(1, actions[:, None])[:, 0] - lessons.log_chances).exp()
    within = ratio.clamp(1 - clip, 1 + clip)
    gain = torch.minimum(ratio * lessons.advantages, within * lessons.advantages)
    chances = own.exp()
    distance, spread = (chances * (own - far)).sum(dim=1), -(chances * own).sum(dim=1)
    return torch.stack([-gain.mean(), distance.mean(), -spread.mean()])


class PolicyTrainer(Trainer):
    """Learns values from results, and by a policy gradient which actions to take.

    Rounds are played in this process.  Raises ValueError for settings that it cannot have.
    """

    has_policy = True

    def check_settings(self) -> None:
        """Raises ValueError for settings that a policy gradient cannot have."""
        super().check_settings()
        s = self.settings
        if s.units > 1 or self.pool is not None:
            raise ValueError("For a policy gradient rounds are played in this process alone.")
        if not (s.policy > 0 and min(s.temperature, s.final_temperature) > 0):
            raise ValueError("A policy gradient needs a weight and a temperature above 0.")

    def add_parts(self, saved: SavedState | None) -> None:
        """Add critic and magnet: those of the checkpoint, if it has them, else new ones."""
        self.critic = Critic(self.network, HandBits(self.editions[0]).width)
        self.magnet = deepcopy(self.network)
        self.critic_optimiser = torch.optim.AdamW(
            self.critic.parameters(), lr=self.settings.critic_rate, weight_decay=0.0
        )
        self.lessons: PolicyLessons | None = None
        if saved is not None and "critic" in saved:
            self.critic.load_state_dict(saved["critic"])
            self.critic_optimiser.load_state_dict(saved["critic_optimiser"])
            self.magnet.load_state_dict(saved["magnet"])

    def state(self) -> SavedState:
        """What a checkpoint holds."""
        return super().state() | {
            "critic": self.critic.state_dict(),
            "critic_optimiser": self.critic_optimiser.state_dict(),
            "magnet": self.magnet.state_dict(),
        }

    @property
    def temperature(self) -> float:
        """That of the policy, in units of value."""
        return self.anneal(self.settings.temperature, self.settings.final_temperature)

    @property
    def loss_weights(self) -> dict[str, float]:
        """How much each loss counts; before the critic has learned for a while, the policy not."""
        s = self.settings
        is_ready = self.progress.rounds - self.schedule_start >= s.critic_rounds
        weight = s.policy if is_ready else 0.0
        extra = {POLICY: weight, DISTANCE: weight * s.magnet, ENTROPY: weight * s.entropy}
        return super().loss_weights | extra

    def make_actor(
        self, edition: Edition, fast: TorchNetwork, acting: ActingSettings,
        generator: torch.Generator,
    ) -> Actor:  # fmt: skip
        """A learner with the critic beside it."""
        judge = deepcopy(self.critic).to(self.precision)
        return PolicyActor(fast, acting, generator, judge, HandBits(edition))

    def look_back(
        self, actor: Actor, edition: Edition, kept: Sequence[Transitions], gains: Float32Array
    ) -> None:
        """Keep what the policy and the critic learn from these rounds in `lessons`."""
        assert isinstance(actor, PolicyActor)
        records = actor.records
        results = (gains / points_per_unit(edition)).astype(np.float32)
        judged = [one.judged.cpu().numpy() for one in records]
        gained, wanted = advantages(kept, judged, results, self.settings.policy_trace)
        gained = (gained - gained.mean()) / gained.std()
        hands, is_legal, log_chances, expected, _ = map(torch.cat, zip(*records, strict=True))
        self.lessons = PolicyLessons(
            hands, is_legal, log_chances, expected,
            torch.from_numpy(gained).to(self.device), torch.from_numpy(wanted).to(self.device),
        )  # fmt: skip

    def learn(self, batch: TrainingBatch) -> dict[str, float]:
        """As of any trainer; then the magnet follows."""
        found = super().learn(batch)
        follow_weights(self.magnet.state_dict(), self.network, self.settings.magnet_rate)
        return found

    def row_losses(self, batch: TrainingBatch, rows: torch.Tensor) -> torch.Tensor:
        """The losses in some rows; the critic learns from them on the way."""
        assert self.lessons is not None
        lessons = PolicyLessons(*(part[rows] for part in self.lessons))
        some = TrainingBatch(*(part[rows] for part in batch))
        self.teach_critic(some.features, lessons)
        heads, places = self.outputs(some)
        with torch.no_grad(), self.autocast():
            far = self.magnet(some.features.to(self.precision)).float()[:, 0]
        found = policy_losses(
            heads[:, 0], far, some.actions, lessons, self.temperature, self.settings.policy_clip
        )
        return torch.cat([self.value_losses(heads, places, some), found])

    def teach_critic(self, features: torch.Tensor, lessons: PolicyLessons) -> None:
        """One step towards what these decisions should have been judged."""
        seen = torch.cat([features, lessons.hands], dim=1).to(self.precision)
        with self.autocast():
            said = self.critic(seen).float() + lessons.expected
        loss = functional.mse_loss(said, lessons.returns)
        take_step(loss, self.critic, self.critic_optimiser)

"""PPO by self-play on the vector environment, in one file.

    pip install "bottleimp[envs]" torch
    python ppo.py --minutes 10
    bottleimp arena ppo:Trained rules_of_thumb --edition classic/3

All seats play by the same network, and each learns from what it scores above the others.  Every
minute one seat plays against rules of thumb; the points that it scores above them are printed.
In the end the weights are in `ppo.pt`, and `ppo:Trained` is a player like any other.
"""

import argparse
import json
import time
from pathlib import Path

import numpy as np
import numpy.typing as npt
import torch
from gymnasium.vector import AutoresetMode
from torch import nn

from bottleimp import edition
from bottleimp.envs import VectorEnv
from bottleimp.envs.gymnasium_v0 import BottleImpVectorEnv
from bottleimp.players import DecisionBatch

WEIGHTS = Path("ppo.pt")

ROUNDS = 1024  # in lock-step
SIZE = 256
EPOCHS, BATCH = 3, 4096
CLIP, TRACE, ENTROPY, VALUE_WEIGHT = 0.2, 0.95, 0.01, 0.5
RATE, FINAL_RATE = 7e-4, 1e-4
POINTS = 20.0  # of rewards, that a network sees as 1
EVALUATION_ROUNDS = 3000


class ActorCritic(nn.Module):
    """Features in; logits of actions and the expected reward out."""

    def __init__(self, features: int, actions: int) -> None:
        super().__init__()
        self.body = nn.Sequential(
            nn.Linear(features, SIZE), nn.ReLU(), nn.Linear(SIZE, SIZE), nn.ReLU()
        )
        self.policy, self.value = nn.Linear(SIZE, actions), nn.Linear(SIZE, 1)
        nn.init.zeros_(self.policy.weight)

    def forward(
        self, features: torch.Tensor, mask: torch.Tensor
    ) -> tuple[torch.Tensor, torch.Tensor]:
        """The log probability of each action, and the value."""
        inner = self.body(features.float())
        logits = self.policy(inner).masked_fill(mask == 0, -1e9)
        return logits.log_softmax(dim=1), self.value(inner)[:, 0]


def play(env: VectorEnv, network: ActorCritic) -> tuple[torch.Tensor, ...]:
    """Play all rounds to their end: what was seen, legal, done, how likely, and what it gained."""
    step, kept = env.reset(), []
    scores = np.zeros_like(step.rewards)
    while True:
        live = np.flatnonzero(step.seats >= 0)
        if not len(live):
            break
        seen, mask = torch.from_numpy(step.features[live]), torch.from_numpy(step.action_mask[live])
        with torch.inference_mode():
            logs, values = network(seen, mask)
            noise = -torch.empty_like(logs).exponential_().log()
            drawn = (logs + noise).argmax(dim=1)  # the Gumbel trick
            likely = logs.gather(1, drawn[:, None])[:, 0]
        kept.append((live, step.seats[live].copy(), seen, mask, drawn, likely, values.numpy()))
        actions = np.full(env.num_envs, -1)
        actions[live] = drawn.numpy()
        step = env.step(actions)
        scores += step.rewards
    following, advantage = scores / POINTS, np.zeros_like(scores)
    gains, targets = [], []
    for live, seats, *_, values in reversed(kept):
        advantage[live, seats] = following[live, seats] - values + TRACE * advantage[live, seats]
        following[live, seats] = values
        gains.append(torch.from_numpy(advantage[live, seats]))
        targets.append(gains[-1] + torch.from_numpy(values))
    columns = [torch.cat([one[column] for one in kept]) for column in (2, 3, 4, 5)]
    return (*columns, torch.cat(gains[::-1]), torch.cat(targets[::-1]))


def learn(
    network: ActorCritic, optimiser: torch.optim.Optimizer, batch: tuple[torch.Tensor, ...]
) -> None:
    """A few passes of the clipped surrogate over all decisions."""
    seen, masks, actions, before, gains, targets = batch
    gains = (gains - gains.mean()) / gains.std()
    for _ in range(EPOCHS):
        for rows in torch.randperm(len(seen)).split(BATCH):
            logs, values = network(seen[rows], masks[rows])
            now = logs.gather(1, actions[rows, None])[:, 0]
            ratio = (now - before[rows]).exp()
            clipped = ratio.clamp(1 - CLIP, 1 + CLIP)
            surrogate = torch.min(ratio * gains[rows], clipped * gains[rows]).mean()
            entropy = -(logs.exp() * logs.clamp(min=-20)).sum(dim=1).mean()
            error = nn.functional.mse_loss(values, targets[rows])
            optimiser.zero_grad()
            (VALUE_WEIGHT * error - surrogate - ENTROPY * entropy).backward()
            nn.utils.clip_grad_norm_(network.parameters(), 0.5)
            optimiser.step()


def evaluate(key: str, network: ActorCritic, opponent: str, seed: int) -> tuple[float, float]:
    """The points of one seat above the others, which the opponent plays; and the standard error."""
    table = BottleImpVectorEnv(
        EVALUATION_ROUNDS, key, opponents=opponent, returns="relative_points",
        autoreset_mode=AutoresetMode.SAME_STEP,
    )  # fmt: skip
    seen, info = table.reset(seed=seed)
    gains, is_over = np.zeros(EVALUATION_ROUNDS), np.zeros(EVALUATION_ROUNDS, np.bool_)
    while not is_over.all():
        actions = best_actions(network, seen, info["action_mask"])
        seen, rewards, ended, _, info = table.step(actions)
        gains += np.where(is_over, 0, rewards)  # the first round of each row
        is_over |= ended
    return float(gains.mean()), float(gains.std() / len(gains) ** 0.5)


def best_actions(
    network: ActorCritic, seen: npt.NDArray[np.uint8], mask: npt.NDArray[np.generic]
) -> npt.NDArray[np.int64]:
    """In each row the action that the network likes best."""
    with torch.inference_mode():
        logs, _ = network(torch.from_numpy(seen), torch.from_numpy(mask))
    return np.asarray(logs.argmax(dim=1), np.int64)


class Trained:
    """The trained network as a player, wherever a player is named: `ppo:Trained`."""

    def __init__(self) -> None:
        saved = torch.load(WEIGHTS, weights_only=True)
        self.edition = saved["edition"]
        self.network = ActorCritic(saved["features"], saved["actions"])
        self.network.load_state_dict(saved["network"])

    def choose_actions(self, decisions: DecisionBatch) -> npt.NDArray[np.int64]:
        """For every row the number of the action that the network likes best."""
        if decisions.edition != edition(self.edition):
            raise ValueError(f"{WEIGHTS} was trained for {self.edition} alone.")
        return best_actions(self.network, decisions.features, decisions.legal_mask)


def main() -> None:
    """Train, and print how strong the network is."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--edition", default="classic/3")
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--opponent", default="rules_of_thumb", help="whom to measure against")
    parser.add_argument("--every", type=float, default=60, help="seconds of training between them")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--curve", type=Path, help="where the measurements go, as JSON")
    args = parser.parse_args()

    torch.manual_seed(args.seed)
    env = VectorEnv(args.edition, ROUNDS, returns="relative_points", autoreset="disabled")
    env.reset(seed=args.seed)
    network = ActorCritic(env.num_features, env.num_actions)
    optimiser = torch.optim.Adam(network.parameters(), lr=RATE)
    start, spent, due, decisions = time.monotonic(), 0.0, 0.0, 0
    curve: list[dict[str, float]] = []
    while spent < 60 * args.minutes or due <= spent:
        if spent >= due:
            before = time.monotonic()
            gain, error = evaluate(args.edition, network, args.opponent, args.seed)
            start += time.monotonic() - before  # measuring is no training
            due = min(due + args.every, 60 * args.minutes) if due < 60 * args.minutes else 1e9
            curve.append({"seconds": spent, "decisions": decisions, "gain": gain, "error": error})
            print(
                f"{spent / 60:5.1f} min, {decisions / 1e6:6.2f} M decisions:"
                f" {gain:+.2f} ± {error:.2f} points a round above {args.opponent}",
                flush=True,
            )
        done = min(1.0, spent / (60 * args.minutes))
        optimiser.param_groups[0]["lr"] = RATE * (FINAL_RATE / RATE) ** done
        batch = play(env, network)
        learn(network, optimiser, batch)
        decisions += len(batch[0])
        spent = time.monotonic() - start
    torch.save(
        {
            "edition": args.edition,
            "features": env.num_features,
            "actions": env.num_actions,
            "network": network.state_dict(),
        },
        WEIGHTS,
    )
    print(f"The weights are in {WEIGHTS}.")
    if args.curve:
        args.curve.write_text(json.dumps(curve))


if __name__ == "__main__":
    main()

"""Deep Monte-Carlo self-play for one edition: `python -m training.train classic/4 --minutes 28`.

Every seat plays by the same network, mostly the action of the highest value; when a round is
over, each action taken is regressed on the result of its seat.  Checkpoints are written often and
training resumes from them.
"""

import argparse
import json
import time
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import torch
from torch.nn import functional

from bottleimp.kernel.rounds import Rounds
from bottleimp.kernel.sights import CHOICES, points_step
from bottleimp.players.lamps import Lamps
from bottleimp.players.side_by_side import legal_table
from bottleimp.rules.edition import Edition
from bottleimp.rules.editions import edition_from_text
from training.export import weights_in
from training.network import STEPS, Network

SNAPSHOT_ROUNDS = 500_000
UNKNOWN = -1


@dataclass
class Settings:
    edition: str
    size: int = 256
    blocks: int = 2
    rounds: int = 2048
    batch: int = 4096
    rate: float = 1e-3
    final_rate: float = 5e-5
    explore: float = 0.05
    final_explore: float = 0.01
    temperature: float = 0.1  # of the softmax, in units of value
    final_temperature: float = 0.02
    trace: float = 0.95  # how far a result reaches back; 1 is plain Monte-Carlo
    final_trace: float = 0.5
    belief: float = 0.1  # weight of guessing where hidden cards lie
    planned: int = 6_000_000  # rounds over which the rates fall
    seed: int = 1


@dataclass
class Progress:
    rounds: int = 0
    seconds: float = 0.0
    curve: list[dict[str, float]] = field(default_factory=list)


def relative(edition: Edition, table: np.ndarray) -> np.ndarray:
    """Own result less the mean of the others outside the own side; driven seats left out."""
    seats = [s for s in range(edition.seats) if s not in edition.driven]
    out = np.zeros(table.shape, np.float32)
    per_player = table / np.array(edition.weights)
    for seat in range(edition.seats):
        others = [s for s in seats if edition.sides[s] != edition.sides[seat]]
        out[:, seat] = per_player[:, seat] - per_player[:, others].mean(axis=1)
    return out


def traced(kept: list[tuple[np.ndarray, ...]], results: np.ndarray, trace: float) -> np.ndarray:
    """For every decision its target: the result, softened by what the seat expected later.

    Going back from the end, a target is `trace` of the later target and the rest of what the
    network expected at the seat's next decision; where that was a random choice, all of it.
    """
    later = results.copy()  # (round, seat, head): the target of the seat's next decision
    targets: list[np.ndarray] = []
    for _, _, turns, live, expected, wild, _ in reversed(kept):
        now = later[live, turns]
        targets.append(now.copy())
        share = np.where(wild, 0.0, trace).astype(np.float32)[:, None]
        later[live, turns] = share * now + (1 - share) * expected
    return np.concatenate(targets[::-1]).astype(np.float32)


def places_of_cards(
    edition: Edition, rows: np.ndarray, turns: np.ndarray, features: np.ndarray
) -> np.ndarray:
    """For each round and card the place where it lies, if the seat to act cannot know it.

    Places are hands counted from the seat's own first, then the imp's trick; UNKNOWN for cards
    that the seat has seen, and everywhere before the exchange is over.
    """
    hands, seats, deck = len(edition.hands), edition.seats, edition.deck.size
    first = np.array([edition.hands_of(seat)[0] for seat in range(seats)])[turns]
    cards = np.arange(deck)
    passes_made = rows[:, 2 * hands + 1 + seats + 2 * edition.bottles + 1]
    unseen = features[:, Lamps(edition).unseen].astype(bool)
    is_asked = unseen & (passes_made == len(edition.passes))[:, None]
    where = np.full((len(rows), deck), UNKNOWN, np.int8)
    for hand in range(hands):
        is_in = (rows[:, hand, None] >> cards & 1).astype(bool)
        where = np.where(is_in, ((hand - first) % hands)[:, None], where)
    is_in = (rows[:, 2 * hands, None] >> cards & 1).astype(bool)
    return np.where(is_asked, np.where(is_in, hands, where), UNKNOWN).astype(np.int8)


class Trainer:
    def __init__(self, settings: Settings, folder: Path, start: Path | None = None) -> None:
        self.settings, self.folder = settings, folder
        self.editions = [edition_from_text(text) for text in settings.edition.split("+")]
        torch.manual_seed(settings.seed)
        self.random = np.random.default_rng(settings.seed)
        self.progress = Progress()
        edition = self.editions[0]
        self.actions = edition.deck.size + CHOICES
        width = Rounds.room(edition, 1).features.shape[1]
        places = len(edition.hands) + 1
        self.network = Network(width, self.actions, settings.size, settings.blocks, places)
        self.optimiser = torch.optim.AdamW(
            self.network.parameters(), lr=settings.rate, weight_decay=1e-4
        )
        self.average = {k: v.detach().clone() for k, v in self.network.state_dict().items()}
        self.player = Network(width, self.actions, settings.size, settings.blocks, places)
        if (folder / "checkpoint.pt").exists():
            self.resume()
        elif start is not None:
            self.begin_with(start)

    def begin_with(self, start: Path) -> None:
        """Take over the weights of another checkpoint or network, where the shapes are the same."""
        theirs = weights_in(start)
        own = self.network.state_dict()
        same = {k: w for k, w in theirs.items() if k in own and own[k].shape == w.shape}
        print(f"begins with {len(same)} of {len(own)} weights of {start}", flush=True)
        self.network.load_state_dict(same, strict=False)
        self.average = {k: v.detach().clone() for k, v in self.network.state_dict().items()}

    def resume(self) -> None:
        saved = torch.load(self.folder / "checkpoint.pt", weights_only=False)
        self.network.load_state_dict(saved["network"])
        self.optimiser.load_state_dict(saved["optimiser"])
        self.average = saved["average"]
        self.progress = Progress(**saved["progress"])
        self.random = np.random.default_rng([self.settings.seed, self.progress.rounds])

    def save(self) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)
        part = self.folder / "checkpoint.part"
        torch.save(
            {
                "network": self.network.state_dict(),
                "optimiser": self.optimiser.state_dict(),
                "average": self.average,
                "progress": vars(self.progress),
                "settings": vars(self.settings),
            },
            part,
        )
        part.replace(self.folder / "checkpoint.pt")
        mark = self.progress.rounds // SNAPSHOT_ROUNDS * SNAPSHOT_ROUNDS
        snapshot = self.folder / f"snapshot-{mark}.pt"
        if mark and not snapshot.exists():
            torch.save({k: v.to(torch.float16) for k, v in self.average.items()}, snapshot)
        (self.folder / "curve.json").write_text(json.dumps(self.progress.curve))

    def falling(self, first: float, last: float) -> float:
        done = min(1.0, self.progress.rounds / self.settings.planned)
        return first * (last / first) ** done

    def generation(self, edition: Edition) -> dict[str, float]:
        """Play rounds, then learn from each decision once."""
        rounds = Rounds.room(edition, self.settings.rounds)
        rounds.deal(int(self.random.integers(1 << 60)), 0)
        self.player.load_state_dict(self.network.state_dict())
        fast = self.player.to(torch.bfloat16)
        with torch.inference_mode():
            kept = self.play(rounds, fast)
        self.player = fast.float()
        losses = self.learn(*self.lessons(rounds, kept))
        self.progress.rounds += len(rounds.rows)
        return losses

    def play(self, rounds: Rounds, fast: Network) -> list[tuple[np.ndarray, ...]]:
        """Play all rounds to their end; what is to be learned from, move by move."""
        kept: list[tuple[np.ndarray, ...]] = []
        while rounds.ask():
            live = np.flatnonzero(rounds.turns >= 0)
            kept.append(self.explored(rounds, live, fast))
            actions = np.full(len(rounds.rows), -1, np.int64)
            actions[live] = kept[-1][1]
            rounds.act(actions)
        return kept

    def explored(self, rounds: Rounds, live: np.ndarray, fast: Network) -> tuple[np.ndarray, ...]:
        """Actions of the learner in some rounds, mostly the best, and all that lessons need.

        Features, actions, seats, rounds, what was expected, whether the action was a random one,
        and where the hidden cards lie.
        """
        s = self.settings
        features = rounds.features[live]
        out = fast(torch.from_numpy(features).to(torch.bfloat16))
        values = out[:, 0].float().numpy()
        legal = legal_table(rounds.legal[live], self.actions)
        noise = self.random.gumbel(size=values.shape).astype(np.float32)
        temperature = self.falling(s.temperature, s.final_temperature)
        scored = np.where(legal, values + temperature * noise, -np.inf)
        wild = self.random.random(len(live)) < self.falling(s.explore, s.final_explore)
        scored[wild] = np.where(legal[wild], noise[wild], -np.inf)
        actions = scored.argmax(axis=1)
        heads = out.float().numpy()
        best = np.where(legal, values, -np.inf).argmax(axis=1)
        valued = np.where(wild, best, actions)
        expected = heads[np.arange(len(live)), :2, valued]
        where = places_of_cards(rounds.edition, rounds.rows[live], rounds.turns[live], features)
        return features, actions, rounds.turns[live].copy(), live, expected, wild, where

    def gains(self, edition: Edition, table: np.ndarray) -> np.ndarray:
        """What is learned to be large, for every round and seat, from the results."""
        return relative(edition, table)

    def lessons(
        self, rounds: Rounds, kept: list[tuple[np.ndarray, ...]]
    ) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor, torch.Tensor]:
        """Features, actions, targets and places of hidden cards of all that was kept."""
        s, edition = self.settings, rounds.edition
        table = rounds.results().astype(np.float32)
        unit = STEPS * points_step(edition.layout)
        gain = self.gains(edition, table) / unit
        own = table / np.array(edition.weights, np.float32) / unit
        owners = rounds.owners().astype(np.float32)
        features = torch.from_numpy(np.concatenate([k[0] for k in kept]))
        actions = torch.from_numpy(np.concatenate([k[1] for k in kept]))
        turns = np.concatenate([k[2] for k in kept])
        index = np.concatenate([k[3] for k in kept])
        results = np.stack([gain, own], axis=2)
        reached = traced(kept, results, self.falling(s.trace, s.final_trace))
        target = np.concatenate([reached, owners[index, turns][:, None]], axis=1)
        where = torch.from_numpy(np.concatenate([k[6] for k in kept]))
        return features, actions, torch.from_numpy(target), where

    def learn(
        self,
        features: torch.Tensor,
        actions: torch.Tensor,
        target: torch.Tensor,
        where: torch.Tensor,
    ) -> dict[str, float]:
        s = self.settings
        order = torch.from_numpy(self.random.permutation(len(features)))
        rate = self.falling(s.rate, s.final_rate)
        for group in self.optimiser.param_groups:
            group["lr"] = rate
        sums = np.zeros(4)
        batches = 0
        for start in range(0, len(order) - s.batch + 1, s.batch):
            rows = order[start : start + s.batch]
            with torch.autocast("cpu", dtype=torch.bfloat16):
                out, places = self.network.both(features[rows].to(torch.bfloat16))
            chosen = out.float()[torch.arange(len(rows)), :, actions[rows]]
            wanted = target[rows]
            value = functional.smooth_l1_loss(chosen[:, 0], wanted[:, 0], beta=2.0)
            own = functional.mse_loss(chosen[:, 1], wanted[:, 1])
            stuck = functional.binary_cross_entropy_with_logits(chosen[:, 2], wanted[:, 2])
            hidden_cards = functional.cross_entropy(
                places.float().flatten(0, 1), where[rows].flatten().long(), ignore_index=UNKNOWN
            )
            loss = value + 0.25 * own + 0.25 * stuck + s.belief * hidden_cards
            self.optimiser.zero_grad(set_to_none=True)
            loss.backward()
            torch.nn.utils.clip_grad_norm_(self.network.parameters(), 1.0)
            self.optimiser.step()
            sums += [value.item(), own.item(), stuck.item(), hidden_cards.item()]
            batches += 1
        with torch.no_grad():
            for key, weight in self.network.state_dict().items():
                self.average[key].lerp_(weight, 0.05)
        names = ("value", "own", "stuck", "hidden")
        return dict(zip(names, (sums / max(batches, 1)).tolist(), strict=True))


def run(trainer: Trainer, seconds: float) -> None:
    """Train for so long, saving often; the curve gets a line every few generations."""
    begun = saved = time.monotonic()
    spent = trainer.progress.seconds
    number = 0
    while time.monotonic() - begun < seconds:
        edition = trainer.editions[number % len(trainer.editions)]
        losses = trainer.generation(edition)
        number += 1
        trainer.progress.seconds = spent + time.monotonic() - begun
        if number % 10 == 0:
            line = {
                "rounds": trainer.progress.rounds, "seconds": trainer.progress.seconds, **losses
            }  # fmt: skip
            trainer.progress.curve.append(line)
        if time.monotonic() - saved > SAVE_SECONDS:
            trainer.save()
            saved = time.monotonic()
    trainer.save()


# Which editions a mode's network learns from: generations take turns.
DIETS = {
    "4": "classic/4+matagot/4+classic/4+wikipedia/4+classic/4+bambus1995/4",
    "3": "classic/3+matagot/3+classic/3+wikipedia/3+classic/3+bambus1995/3",
    "lopaka": "classic/lopaka",
    "bright-house": "classic/bright-house",
    "devils-eye": "matagot/devils-eye",
    "4-teams": "matagot/4-teams",
    "5": "matagot/5",
    "5-teams": "matagot/5-teams",
    "6": "matagot/6",
    "6-teams-222": "matagot/6-teams-222",
    "6-teams-2211": "matagot/6-teams-2211",
}
SAVE_SECONDS = 60


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("modes", nargs="+", help="modes, or all; they take turns")
    parser.add_argument("--minutes", type=float, default=28)
    parser.add_argument("--slice", type=float, default=60, help="seconds a turn")
    parser.add_argument("--folder", type=Path, required=True)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--start", type=Path, help="a checkpoint of another mode to begin with")
    for name, value in vars(Settings("")).items():
        if name != "edition":
            parser.add_argument(f"--{name.replace('_', '-')}", type=type(value), default=value)
    arguments = parser.parse_args()
    torch.set_num_threads(arguments.threads)
    modes = list(DIETS) if arguments.modes == ["all"] else arguments.modes
    begun = time.monotonic()
    while time.monotonic() - begun < arguments.minutes * 60:
        for mode in modes:
            chosen = {n: getattr(arguments, n) for n in vars(Settings("")) if n != "edition"}
            settings = Settings(DIETS[mode], **chosen)
            trainer = Trainer(settings, arguments.folder / mode, arguments.start)
            run(trainer, arguments.slice)
            last = trainer.progress.curve[-1:] or [{"rounds": trainer.progress.rounds}]
            print(mode, json.dumps({k: round(v, 4) for k, v in last[0].items()}), flush=True)


if __name__ == "__main__":
    main()

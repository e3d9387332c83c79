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
from typing import NamedTuple

import numpy as np
import torch
from torch.nn import functional

from bottleimp.kernel.encoding.info_state import CHOICES, points_step
from bottleimp.kernel.round_batch import Numbers, Rounds
from bottleimp.players.network import network_from
from bottleimp.rules.edition import Edition
from bottleimp.rules.editions import edition_from_text
from training.duel import duel, load
from training.export import arrays, weights_in
from training.model_card import past_of
from training.network import STEPS, Network, device_named
from training.precision import NAMES, fastest_precision, precision_named
from training.provenance import NOTHING, Stretch, described, gone_on, here, stretches_in
from training.settings import DIETS, Settings
from training.targets import UNKNOWN, Choices, Floats, places_of_cards, relative, traced

SNAPSHOT_ROUNDS = 250_000
LOOK_DEALS = 2_000
LOOK_SEED = 20_261_121  # of the deals on which snapshots are compared
SAVE_SECONDS = 60
LOSSES = ("value", "own", "stuck", "hidden")


@dataclass
class Progress:
    rounds: int = 0
    seconds: float = 0.0
    curve: list[dict[str, float]] = field(default_factory=list)


class Kept(NamedTuple):
    """What the learner saw and did in some rounds at one time; tensors lie on its device."""

    features: torch.Tensor  # (row, width)
    actions: torch.Tensor  # (row,)
    where: torch.Tensor  # (row, card): the place of a hidden card
    expected: torch.Tensor  # (row, head): result and own points, in units of value
    wild: torch.Tensor  # (row,): whether the action was a random one
    turns: Numbers  # the seats
    rounds: Numbers  # their numbers

    @property
    def choices(self) -> Choices:
        """As far as targets need it."""
        return Choices(
            self.turns, self.rounds, self.expected.cpu().numpy(), self.wild.cpu().numpy()
        )


class Lessons(NamedTuple):
    """What is to be learned, a row for each decision, on the learner's device."""

    features: torch.Tensor  # (row, width)
    actions: torch.Tensor  # (row,)
    targets: torch.Tensor  # (row, head)
    where: torch.Tensor  # (row, card)


class Trainer:
    """What learns the editions of the settings, kept in a folder.

    Every `snapshots` rounds the averaged weights are laid aside; none are where that is 0.
    """

    takes_over_past = True  # whether it goes on where the card of what it begins with ends

    def __init__(
        self, settings: Settings, folder: Path, start: Path | None = None, *,
        device: torch.device | None = None, snapshots: int = SNAPSHOT_ROUNDS,
        commit: str | None = None, precision: torch.dtype | None = None,
    ) -> None:  # fmt: skip
        self.settings, self.folder, self.snapshots = settings, folder, snapshots
        self.device = device or torch.device("cpu")
        self.precision = precision or fastest_precision(self.device)
        self.editions = [edition_from_text(text) for text in settings.edition.split("+")]
        torch.manual_seed(settings.seed)
        self.random = np.random.default_rng(settings.seed)
        self.dice = torch.Generator(self.device).manual_seed(settings.seed)
        self.progress = Progress()
        self.planned_from = 0  # the round after which the rates begin to fall
        self.stretches: tuple[Stretch, ...] = ()
        edition = self.editions[0]
        self.actions = edition.deck.size + CHOICES
        width = Rounds.room(edition, 1).features.shape[1]
        places = len(edition.hands) + 1
        self.network = Network(width, self.actions, settings.size, settings.blocks, places)
        self.network.to(self.device)
        self.optimiser = torch.optim.AdamW(
            self.network.parameters(), lr=settings.rate, weight_decay=1e-4,
            fused=self.device.type == "cuda",
        )  # fmt: skip
        self.average = {k: v.detach().clone() for k, v in self.network.state_dict().items()}
        self.player = Network(width, self.actions, settings.size, settings.blocks, places)
        self.player.to(self.device)
        begun_with = NOTHING
        if (folder / "checkpoint.pt").exists():
            self.resume()
            begun_with = f"the checkpoint after {self.progress.rounds} rounds"
        elif start is not None:
            self.begin_with(start)
            begun_with = described(start)
        self.marked = self.mark
        now = here(
            vars(settings), begun_with, self.progress.rounds, str(self.device),
            torch.get_num_threads(), str(torch.__version__), commit=commit,
            precision=str(self.precision).removeprefix("torch."),
        )  # fmt: skip
        self.stretches = gone_on(self.stretches, now)

    @property
    def mark(self) -> int:
        """The number of rounds after which the latest snapshot is due; 0 for none."""
        return self.progress.rounds // self.snapshots * self.snapshots if self.snapshots else 0

    def begin_with(self, start: Path) -> None:
        """Take over the weights of another checkpoint or network, where the shapes are the same.

        Where all are and a model card beside the file tells how they came to be, this goes on.
        """
        theirs = weights_in(start)
        own = self.network.state_dict()
        same = {k: w for k, w in theirs.items() if k in own and own[k].shape == w.shape}
        past = past_of(start) if len(same) == len(own) else None
        if past is not None and self.takes_over_past:
            self.progress = Progress(past.rounds, past.seconds)
            self.planned_from, self.stretches = past.rounds, past.stretches
        print(f"begins with {len(same)} of {len(own)} weights of {start}", flush=True)
        self.network.load_state_dict(same, strict=False)
        self.average = {k: v.detach().clone() for k, v in self.network.state_dict().items()}

    def resume(self) -> None:
        # To the processor: the optimiser moves its part by itself.
        file = self.folder / "checkpoint.pt"
        saved = torch.load(file, map_location="cpu", weights_only=False)
        self.network.load_state_dict(saved["network"])
        self.optimiser.load_state_dict(saved["optimiser"])
        self.average = {k: v.to(self.device) for k, v in saved["average"].items()}
        self.progress = Progress(**saved["progress"])
        self.stretches = stretches_in(saved)
        self.planned_from = saved.get("planned_from", 0)
        seed = [self.settings.seed, self.progress.rounds]
        self.random = np.random.default_rng(seed)
        self.dice.manual_seed(int(self.random.integers(1 << 62)))

    def told(self) -> tuple[Stretch, ...]:
        """The stretches up to now."""
        before = sum(stretch.seconds for stretch in self.stretches[:-1])
        now = self.stretches[-1].until(self.progress.rounds, self.progress.seconds - before)
        return (*self.stretches[:-1], now)

    def save(self) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)
        self.stretches = self.told()
        if self.mark > self.marked:  # before the checkpoint, so that it is not left out for ever
            halves = {k: v.to("cpu", torch.float16) for k, v in self.average.items()}
            torch.save(halves, self.folder / f"snapshot-{self.mark}.pt")
            self.marked = self.mark
        part = self.folder / "checkpoint.part"
        torch.save(
            {
                "network": self.network.state_dict(),
                "optimiser": self.optimiser.state_dict(),
                "average": self.average,
                "progress": vars(self.progress),
                "planned_from": self.planned_from,
                "settings": vars(self.settings),
                "stretches": [stretch.saved() for stretch in self.stretches],
            },
            part,
        )
        part.replace(self.folder / "checkpoint.pt")
        (self.folder / "curve.json").write_text(json.dumps(self.progress.curve))

    def gained(self, deals: int) -> dict[str, float]:
        """What the averaged weights gain among those of the snapshot before, always on these deals.

        Points a round, with the standard error over deals, in the first edition of the mode;
        nothing where there is no snapshot.
        """
        marks = [int(f.stem.removeprefix("snapshot-")) for f in self.folder.glob("snapshot-*.pt")]
        before = max((mark for mark in marks if mark < self.mark), default=None)
        if before is None:
            return {}
        own = network_from(arrays(self.average, self.actions))
        other = load(self.folder / f"snapshot-{before}.pt", self.actions)
        gain, error = duel(own, other, self.editions[0], deals, LOOK_SEED)
        return {"gain": gain, "gain_error": error, "against": before}

    def falling(self, first: float, last: float) -> float:
        done = min(1.0, (self.progress.rounds - self.planned_from) / self.settings.planned)
        return first * float((last / first) ** done)

    def generation(self, edition: Edition) -> dict[str, float]:
        """Play rounds, then learn from each decision once."""
        rounds = Rounds.room(edition, self.settings.rounds)
        rounds.deal(int(self.random.integers(1 << 60)), 0)
        self.player.load_state_dict(self.network.state_dict())
        fast = self.player.to(self.precision)
        with torch.inference_mode():
            kept = self.play(rounds, fast)
        self.player = fast.float()
        losses = self.learn(self.lessons(rounds, kept))
        self.progress.rounds += len(rounds.rows)
        return losses

    def play(self, rounds: Rounds, fast: Network) -> list[Kept]:
        """Play all rounds to their end; what is to be learned from, move by move."""
        kept: list[Kept] = []
        while rounds.ask():
            live = np.flatnonzero(rounds.turns >= 0)
            kept.append(self.explored(rounds, live, fast))
            actions = np.full(len(rounds.rows), -1, np.int64)
            actions[live] = kept[-1].actions.cpu().numpy()
            rounds.act(actions)
        return kept

    def explored(self, rounds: Rounds, live: Numbers, fast: Network) -> Kept:
        """Actions of the learner in some rounds, mostly the best, and all that lessons need."""
        s = self.settings
        turns, features = rounds.turns[live], rounds.features[live]
        seen = torch.from_numpy(features).to(self.device)
        where = places_of_cards(rounds.edition, rounds.rows[live], turns, features)
        heads = fast(seen.to(self.precision)).float()
        values = heads[:, 0]
        sets = torch.from_numpy(rounds.legal[live]).to(self.device)
        numbers = torch.arange(self.actions, device=self.device)
        is_legal = (sets[:, None] >> numbers & 1).bool()
        # Less the logarithm of an exponential draw: a draw from the distribution of Gumbel.
        noise = -torch.empty_like(values).exponential_(generator=self.dice).log()
        temperature = self.falling(s.temperature, s.final_temperature)
        drawn = torch.rand(len(live), generator=self.dice, device=self.device)
        wild = drawn < self.falling(s.explore, s.final_explore)
        scored = torch.where(wild[:, None], noise, values + temperature * noise)
        actions = scored.masked_fill(~is_legal, -torch.inf).argmax(dim=1)
        best = values.masked_fill(~is_legal, -torch.inf).argmax(dim=1)
        valued = torch.where(wild, best, actions)
        expected = heads[torch.arange(len(live), device=self.device), :2, valued]
        places = torch.from_numpy(where).to(self.device)
        return Kept(seen, actions, places, expected, wild, turns, live)

    def gains(self, edition: Edition, table: Floats) -> Floats:
        """What is learned to be large, for every round and seat, from the results."""
        return relative(edition, table)

    def lessons(self, rounds: Rounds, kept: list[Kept]) -> Lessons:
        """All that was kept, with targets."""
        s, edition = self.settings, rounds.edition
        table = rounds.results().astype(np.float32)
        unit = STEPS * points_step(edition.layout)
        gain = self.gains(edition, table) / unit
        own = table / np.array(edition.weights, np.float32) / unit
        owners = rounds.owners().astype(np.float32)
        turns = np.concatenate([k.turns for k in kept])
        index = np.concatenate([k.rounds for k in kept])
        results = np.stack([gain, own], axis=2)
        choices = [k.choices for k in kept]
        reached = traced(choices, results, self.falling(s.trace, s.final_trace))
        targets = np.concatenate([reached, owners[index, turns][:, None]], axis=1)
        return Lessons(
            torch.cat([k.features for k in kept]),
            torch.cat([k.actions for k in kept]),
            torch.from_numpy(targets).to(self.device),
            torch.cat([k.where for k in kept]),
        )

    def learn(self, lessons: Lessons) -> dict[str, float]:
        """Learn from each decision once, in an order drawn by lot; the mean losses.

        Decisions that fill no batch any more are left out.
        """
        s = self.settings
        number = len(lessons.features)
        order = torch.randperm(number, generator=self.dice, device=self.device)
        rate = self.falling(s.rate, s.final_rate)
        for group in self.optimiser.param_groups:
            group["lr"] = rate
        weights = torch.tensor([1, 0.25, 0.25, s.belief], device=self.device)
        sums = torch.zeros(len(LOSSES), device=self.device)
        batches = 0
        for start in range(0, number - s.batch + 1, s.batch):
            rows = order[start : start + s.batch]
            losses = self.losses(Lessons(*(part[rows] for part in lessons)))
            self.optimiser.zero_grad(set_to_none=True)
            (losses @ weights).backward()
            torch.nn.utils.clip_grad_norm_(self.network.parameters(), 1.0)
            self.optimiser.step()
            sums += losses.detach()
            batches += 1
        with torch.no_grad():
            for key, weight in self.network.state_dict().items():
                self.average[key].lerp_(weight, 0.05)
        return dict(zip(LOSSES, (sums / max(batches, 1)).tolist(), strict=True))

    def losses(self, lessons: Lessons) -> torch.Tensor:
        """The four losses in a batch, as a vector."""
        is_half = self.precision is not torch.float32
        with torch.autocast(self.device.type, dtype=torch.bfloat16, enabled=is_half):
            out, places = self.network.both(lessons.features.to(self.precision))
        taken = torch.arange(len(lessons.actions), device=self.device)
        chosen = out.float()[taken, :, lessons.actions]
        wanted = lessons.targets
        return torch.stack(
            [
                functional.smooth_l1_loss(chosen[:, 0], wanted[:, 0], beta=2.0),
                functional.mse_loss(chosen[:, 1], wanted[:, 1]),
                functional.binary_cross_entropy_with_logits(chosen[:, 2], wanted[:, 2]),
                functional.cross_entropy(
                    places.float().flatten(0, 1), lessons.where.flatten().long(),
                    ignore_index=UNKNOWN,
                ),
            ]
        )  # fmt: skip


def run(trainer: Trainer, seconds: float, deals: int = LOOK_DEALS) -> None:
    """Train for so long, saving often; the curve gets a line every few generations.

    At each snapshot it gets a line with what was gained since the one before, over so many deals.
    The seconds of the progress are those of training alone.
    """
    begun = saved = time.monotonic()
    number = 0
    while (now := time.monotonic()) - begun < seconds:
        edition = trainer.editions[number % len(trainer.editions)]
        losses = trainer.generation(edition)
        number += 1
        trainer.progress.seconds += time.monotonic() - now
        is_due = trainer.mark > trainer.marked
        gained = trainer.gained(deals) if is_due else {}
        if number % 10 == 0 or gained:
            line = {
                "rounds": trainer.progress.rounds, "seconds": trainer.progress.seconds,
                **losses, **gained,
            }  # fmt: skip
            trainer.progress.curve.append(line)
        if is_due or time.monotonic() - saved > SAVE_SECONDS:
            trainer.save()
            saved = time.monotonic()
    trainer.save()


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("modes", nargs="+", help="modes, or all; they take turns")
    parser.add_argument("--minutes", type=float, default=28)
    parser.add_argument("--slice", type=float, default=60, help="seconds a turn")
    parser.add_argument("--folder", type=Path, required=True)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--start", type=Path, help="a checkpoint of another mode to begin with")
    parser.add_argument("--device", help="such as cpu or cuda; default: cuda where there is one")
    parser.add_argument("--precision", choices=NAMES, help="default: whichever is faster here")
    parser.add_argument("--commit", help="that of the code, where it runs without its repository")
    parser.add_argument(
        "--snapshots", type=int, default=SNAPSHOT_ROUNDS,
        help="rounds between snapshots, which are compared; 0: none",
    )  # fmt: skip
    parser.add_argument(
        "--deals", type=int, default=LOOK_DEALS, help="deals on which they are compared"
    )
    for name, value in vars(Settings("")).items():
        if name != "edition":
            parser.add_argument(f"--{name.replace('_', '-')}", type=type(value), default=value)
    arguments = parser.parse_args()
    torch.set_num_threads(arguments.threads)
    device = device_named(arguments.device)
    precision = precision_named(arguments.precision, device)
    print(f"computes in {precision} on {device}", flush=True)
    modes = list(DIETS) if arguments.modes == ["all"] else arguments.modes
    begun = time.monotonic()
    while time.monotonic() - begun < arguments.minutes * 60:
        for mode in modes:
            chosen = {n: getattr(arguments, n) for n in vars(Settings("")) if n != "edition"}
            settings = Settings(DIETS[mode], **chosen)
            trainer = Trainer(
                settings, arguments.folder / mode, arguments.start,
                device=device, snapshots=arguments.snapshots, commit=arguments.commit,
                precision=precision,
            )  # fmt: skip
            left = arguments.minutes * 60 - (time.monotonic() - begun)
            run(trainer, min(arguments.slice, left), arguments.deals)
            last = trainer.progress.curve[-1:] or [{"rounds": trainer.progress.rounds}]
            print(mode, json.dumps({k: round(v, 4) for k, v in last[0].items()}), flush=True)


if __name__ == "__main__":
    main()

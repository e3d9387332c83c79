"""What learns an edition by self-play: generation by generation, kept in checkpoints.

Every seat plays by the same network, mostly the action of the highest value; when a round is
over, each action taken is regressed on the result of its seat.
"""

import json
from collections.abc import Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch.nn import functional

from bottleimp.analysis.evaluation.panel import read_panel
from bottleimp.kernel.encoding.schema import action_count, feature_count
from bottleimp.kernel.round_batch import RoundBatch
from bottleimp.players.network import network_from_arrays
from bottleimp.rules.edition import Edition
from bottleimp.rules.editions import edition_from_text
from training.acting import (
    ActingSettings,
    Actor,
    TrainingBatch,
    Transitions,
    build_batch,
    points_of,
)
from training.duel import load_network_file, play_duel
from training.export import load_weights, network_arrays
from training.model_card import training_history_of
from training.network import TorchNetwork, follow_weights, take_step
from training.population import Population
from training.precision import fastest_precision
from training.provenance import (
    FROM_SCRATCH,
    TrainingPhase,
    append_phase,
    begin_phase,
    describe_weights,
    phases_in,
)
from training.settings import TrainingSettings, check_settings
from training.targets import UNKNOWN_LOCATION, Float32Array, SettledResults, relative_gains
from training.units import (
    MAX_SEED,
    NetworkCopy,
    RoundUnit,
    choose_population,
    join_batches,
    play_units,
    split_generation,
)
from training.weights.widening import fit_weights

SavedState = dict[str, Any]  # what a checkpoint holds

SNAPSHOT_ROUNDS = 250_000
NEW_UNITS_SEED = 384  # of what a smaller network lacks that a larger one begins with
EVALUATION_DEALS = 2_000
EVALUATION_SEED = 20_261_121  # of the deals on which snapshots are compared


@dataclass
class TrainingProgress:
    rounds: int = 0
    seconds: float = 0.0
    curve: list[dict[str, float]] = field(default_factory=list)


class Trainer:
    """What learns the editions of the settings, kept in a folder.

    Every `snapshots` rounds the averaged weights are laid aside; none are where that is 0.
    With a pool its workers play the rounds, on processors.
    Raises ValueError or BottleImpError for settings that it cannot have, and where it is to begin
    with weights that serve for measuring alone.
    """

    inherits_history = True  # whether it goes on where the card of what it begins with ends
    has_policy = False  # whether it learns by a policy gradient as well

    def __init__(
        self, settings: TrainingSettings, folder: Path, start: Path | None = None, *,
        device: torch.device | None = None, snapshots: int = SNAPSHOT_ROUNDS,
        commit: str | None = None, precision: torch.dtype | None = None,
        pool: Executor | None = None,
    ) -> None:  # fmt: skip
        self.settings, self.folder, self.snapshots = settings, folder, snapshots
        self.pool = pool
        self.check_settings()
        self.device = device or torch.device("cpu")
        self.precision = precision or fastest_precision(self.device)
        self.editions = [edition_from_text(text) for text in settings.edition.split("+")]
        torch.manual_seed(settings.seed)
        self.random = np.random.default_rng(settings.seed)  # both anew for each generation
        self.generator = torch.Generator(self.device)
        self.progress = TrainingProgress()
        self.schedule_start = 0  # the round after which the rates begin to fall
        self.phases: tuple[TrainingPhase, ...] = ()
        edition = self.editions[0]
        self.actions = action_count(edition)
        width = feature_count(edition.layout, edition.bottles)
        places = len(edition.hands) + 1
        self.shape = (width, self.actions, settings.size, settings.blocks, places)
        self.network = TorchNetwork(*self.shape).to(self.device)
        self.acting_network = TorchNetwork(*self.shape).to(self.device)
        self.optimiser = torch.optim.AdamW(
            self.network.parameters(), lr=settings.rate, weight_decay=1e-4,
            fused=self.device.type == "cuda",
        )  # fmt: skip
        self.average_weights = {k: v.detach().clone() for k, v in self.network.state_dict().items()}
        origin = FROM_SCRATCH
        saved = self.saved_state()
        if saved is not None:
            self.resume(saved)
            origin = f"the checkpoint after {self.progress.rounds} rounds"
        elif start is not None:
            read_panel().require_training_half([], [start])
            self.load_start_weights(start)
            origin = describe_weights(start)
        self.add_parts(saved)
        self.last_snapshot = self.due_snapshot
        now = begin_phase(
            vars(settings), origin, self.progress.rounds, str(self.device),
            torch.get_num_threads(), str(torch.__version__), commit=commit,
            precision=str(self.precision).removeprefix("torch."),
        )  # fmt: skip
        self.phases = append_phase(self.phases, now)

    @property
    def due_snapshot(self) -> int:
        """The number of rounds after which the latest snapshot is due; 0 for none."""
        return self.progress.rounds // self.snapshots * self.snapshots if self.snapshots else 0

    def load_start_weights(self, start: Path) -> None:
        """Take over the weights of another checkpoint or network, as far as they fit.

        Those of a smaller network of the same mode do, and play goes on as it was; what it lacks
        begins alike whatever the seed, so that trainings with several seeds can be averaged.
        Where all fit and a model card beside the file tells how they came to be, this goes on, too.
        """
        theirs = load_weights(start)
        with torch.random.fork_rng(devices=[]):
            torch.manual_seed(NEW_UNITS_SEED)
            fitting, is_whole = fit_weights(theirs, TorchNetwork(*self.shape).state_dict())
        history = training_history_of(start) if is_whole else None
        if history is not None and self.inherits_history:
            self.progress = TrainingProgress(history.rounds, history.seconds, [*history.gains])
            self.schedule_start, self.phases = history.rounds, history.phases
        taken = len(theirs) if is_whole else len(fitting)
        print(f"begins with {taken} of {len(theirs)} weights of {start}", flush=True)
        self.network.load_state_dict(fitting, strict=False)
        self.average_weights = {k: v.detach().clone() for k, v in self.network.state_dict().items()}

    def check_settings(self) -> None:
        """Raises ValueError or BottleImpError for settings that this trainer cannot have."""
        check_settings(self.settings)
        if self.settings.policy and not self.has_policy:
            raise ValueError("This training learns by no policy gradient (--policy).")

    def add_parts(self, saved: SavedState | None) -> None:
        """Add what learns beside the network, new or as the checkpoint has it: nothing."""

    def saved_state(self) -> SavedState | None:
        """What the checkpoint in the folder holds; None where there is none."""
        file = self.folder / "checkpoint.pt"
        if not file.exists():
            return None
        # To the processor: the optimiser moves its part by itself.
        saved: SavedState = torch.load(file, map_location="cpu", weights_only=False)
        return saved

    def resume(self, saved: SavedState) -> None:
        """Go on from a checkpoint."""
        self.network.load_state_dict(saved["network"])
        self.optimiser.load_state_dict(saved["optimiser"])
        self.average_weights = {k: v.to(self.device) for k, v in saved["average"].items()}
        self.progress = TrainingProgress(**saved["progress"])
        self.phases = phases_in(saved)
        self.schedule_start = saved.get("planned_from", 0)

    def phases_so_far(self) -> tuple[TrainingPhase, ...]:
        """The phases of the training up to now."""
        before = sum(phase.seconds for phase in self.phases[:-1])
        now = self.phases[-1].extend_to(self.progress.rounds, self.progress.seconds - before)
        return (*self.phases[:-1], now)

    def save(self) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)
        self.phases = self.phases_so_far()
        if self.due_snapshot > self.last_snapshot:  # first, so that none is left out for ever
            halves = {k: v.to("cpu", torch.float16) for k, v in self.average_weights.items()}
            torch.save(halves, self.folder / f"snapshot-{self.due_snapshot}.pt")
            self.last_snapshot = self.due_snapshot
        part = self.folder / "checkpoint.part"
        torch.save(self.state(), part)
        part.replace(self.folder / "checkpoint.pt")
        (self.folder / "curve.json").write_text(json.dumps(self.progress.curve))

    def state(self) -> SavedState:
        """What a checkpoint holds."""
        return {
            "network": self.network.state_dict(),
            "optimiser": self.optimiser.state_dict(),
            "average": self.average_weights,
            "progress": vars(self.progress),
            "planned_from": self.schedule_start,
            "settings": vars(self.settings),
            "phases": [phase.to_dict() for phase in self.phases],
        }

    def evaluate_snapshot(self, deals: int) -> dict[str, float]:
        """What the averaged weights gain among those of the snapshot before, always on these deals.

        Points a round, with the standard error over deals, in the first edition of the mode;
        nothing where there is no snapshot.
        """
        marks = [int(f.stem.removeprefix("snapshot-")) for f in self.folder.glob("snapshot-*.pt")]
        before = max((mark for mark in marks if mark < self.due_snapshot), default=None)
        if before is None:
            return {}
        own = network_from_arrays(network_arrays(self.average_weights, self.actions))
        other = load_network_file(self.folder / f"snapshot-{before}.pt", self.actions)
        gain, error = play_duel(own, other, self.editions[0], deals, EVALUATION_SEED)
        return {"gain": gain, "gain_error": error, "against": before}

    def anneal(self, first: float, last: float) -> float:
        """What a setting is by now, on its way from the first value to the last."""
        if first == last:  # which may be 0
            return first
        done = min(1.0, (self.progress.rounds - self.schedule_start) / self.settings.planned)
        return first * float((last / first) ** done)

    def run_generation(self, edition: Edition) -> dict[str, float]:
        """Play rounds, then learn from each decision once.

        All that is drawn by lot follows from the seed and the number of rounds before, so a
        training that was ended goes on as if it had not been.
        """
        s = self.settings
        self.random = np.random.default_rng([s.seed, self.progress.rounds])
        self.generator.manual_seed(int(self.random.integers(MAX_SEED)))
        units = split_generation(edition.text, s.rounds, s.units, self.random)
        losses = self.learn(join_batches(self.play_units(units)))
        self.progress.rounds += s.rounds
        return losses

    def play_units(self, units: Sequence[RoundUnit]) -> list[TrainingBatch]:
        """What is to be learned from each unit of rounds, played by workers if there are some."""
        s = self.settings
        acting = ActingSettings(
            self.anneal(s.temperature, s.final_temperature),
            self.anneal(s.explore, s.final_explore),
            self.anneal(s.trace, s.final_trace),
        )
        state = self.network.state_dict()
        population = choose_population(
            s, self.folder, self.due_snapshot, self.editions[0].mode, self.precision, self.random
        )
        if self.pool is not None:
            weights = {name: weight.cpu().numpy() for name, weight in state.items()}
            precision = str(self.precision).removeprefix("torch.")
            copy = NetworkCopy(self.shape, weights, precision, torch.get_num_threads())
            return play_units(self.pool, units, copy, acting, self.device, population)
        self.acting_network.load_state_dict(state)
        fast = self.acting_network.to(self.precision)
        others = population.build(self.device) if population is not None else None
        with torch.inference_mode():
            batches = [self.play_unit(unit, fast, acting, others) for unit in units]
        self.acting_network = fast.float()
        return batches

    def play_unit(
        self,
        unit: RoundUnit,
        fast: TorchNetwork,
        acting: ActingSettings,
        population: Population | None,
    ) -> TrainingBatch:
        """What is to be learned from a unit of rounds, played here."""
        rounds = unit.deal()
        generator = torch.Generator(self.device).manual_seed(unit.noise_seed)
        actor = self.make_actor(rounds.edition, fast, acting, generator)
        if population is None:
            kept = self.play_rounds(rounds, actor)
        else:
            kept = population.play_rounds(rounds, actor, unit.noise_seed)
        gains = self.gains(rounds.edition, points_of(rounds))
        self.look_back(actor, rounds.edition, kept, gains)
        return build_batch(rounds, kept, gains, acting.trace, self.settled_results())

    def make_actor(
        self, edition: Edition, fast: TorchNetwork, acting: ActingSettings,  # noqa: ARG002
        generator: torch.Generator,
    ) -> Actor:  # fmt: skip
        """The learner at the tables of rounds of this edition."""
        return Actor(fast, acting, generator)

    def look_back(
        self, actor: Actor, edition: Edition, kept: Sequence[Transitions], gains: Float32Array
    ) -> None:
        """See what was done in rounds that were just played, and what seats gained by it."""

    def settled_results(self) -> Sequence[SettledResults]:
        """The rounds just played whose results were found before they were played out: none."""
        return ()

    def play_rounds(self, rounds: RoundBatch, actor: Actor) -> list[Transitions]:
        """Play all rounds to their end; what is to be learned from, move by move."""
        return actor.play_rounds(rounds)

    def gains(self, edition: Edition, table: Float32Array) -> Float32Array:
        """What is learned to be large, for every round and seat, from the results."""
        return relative_gains(edition, table)

    def learn(self, batch: TrainingBatch) -> dict[str, float]:
        """Learn from each decision once, in an order drawn by lot; the mean losses.

        Decisions that fill no batch any more are left out.
        """
        s = self.settings
        number = len(batch.features)
        order = torch.randperm(number, generator=self.generator, device=self.device)
        rate = self.anneal(s.rate, s.final_rate)
        for group in self.optimiser.param_groups:
            group["lr"] = rate
        weights = torch.tensor([*self.loss_weights.values()], device=self.device)
        sums = torch.zeros(len(weights), device=self.device)
        batches = 0
        for start in range(0, number - s.batch + 1, s.batch):
            rows = order[start : start + s.batch]
            losses = self.row_losses(batch, rows)
            take_step(losses @ weights, self.network, self.optimiser)
            sums += losses.detach()
            batches += 1
        follow_weights(self.average_weights, self.network, 0.05)
        return dict(zip(self.loss_weights, (sums / max(batches, 1)).tolist(), strict=True))

    @property
    def loss_weights(self) -> dict[str, float]:
        """How much each loss counts."""
        return {"value": 1, "own": 0.25, "stuck": 0.25, "hidden": self.settings.belief}

    def row_losses(self, batch: TrainingBatch, rows: torch.Tensor) -> torch.Tensor:
        """The losses in some rows, as a vector in the order of `loss_weights`."""
        return self.losses(TrainingBatch(*(part[rows] for part in batch)))

    def losses(self, batch: TrainingBatch) -> torch.Tensor:
        """The losses in a batch, as a vector in the order of `loss_weights`."""
        return self.value_losses(*self.outputs(batch), batch)

    def outputs(self, batch: TrainingBatch) -> tuple[torch.Tensor, torch.Tensor]:
        """The network's heads, and its logits of places."""
        with self.autocast():
            out, places = self.network.heads_and_locations(batch.features.to(self.precision))
        return out.float(), places.float()

    def autocast(self) -> torch.autocast:
        """Within it matrices are multiplied in the number format of the training."""
        is_half = self.precision is not torch.float32
        return torch.autocast(self.device.type, dtype=torch.bfloat16, enabled=is_half)

    def value_losses(
        self, heads: torch.Tensor, places: torch.Tensor, batch: TrainingBatch
    ) -> torch.Tensor:
        """The losses of values, of the chance to be stuck and of places."""
        taken = torch.arange(len(batch.actions), device=self.device)
        chosen = heads[taken, :, batch.actions]
        wanted = batch.targets
        return torch.stack(
            [
                functional.smooth_l1_loss(chosen[:, 0], wanted[:, 0], beta=2.0),
                functional.mse_loss(chosen[:, 1], wanted[:, 1]),
                functional.binary_cross_entropy_with_logits(chosen[:, 2], wanted[:, 2]),
                functional.cross_entropy(
                    places.flatten(0, 1), batch.card_locations.flatten().long(),
                    ignore_index=UNKNOWN_LOCATION,
                ),
            ]
        )  # fmt: skip

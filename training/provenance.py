"""Phases: how a network came to be, one entry for each time it was trained in another way.

A checkpoint holds a list of them, and the model card shows it, so that a stranger can train again.
Calls that differ in nothing are one phase.  Nothing here needs PyTorch.
"""

import platform
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, fields, replace
from hashlib import sha256
from pathlib import Path

from training.settings import SettingValue, with_present_names

ROOT = Path(__file__).resolve().parent.parent
CODE_FOLDERS = ("src", "training")
UNKNOWN_ORIGIN_NOTE = (
    "Trained before phases were kept: its commit, machine, threads and beginning are not known,"
    " and the settings are those of the last call, which earlier calls may not have had."
)
FROM_SCRATCH = "nothing"
PROGRESS_FIELDS = ("first", "last", "seconds", "start")  # may differ within a phase


@dataclass(frozen=True)
class TrainingPhase:
    """From which to which round a network was trained in one way; None where it is not known."""

    first: int  # rounds before
    last: int  # rounds at the end
    seconds: float
    settings: Mapping[str, SettingValue]
    start: str | None = None  # what it went on from
    commit: str | None = None
    changed: bool | None = None  # whether the code differed from the commit
    processor: str | None = None
    device: str | None = None
    precision: str | None = None  # the number format of its matrix products
    threads: int | None = None
    python: str | None = None
    torch: str | None = None
    note: str = ""

    def to_dict(self) -> dict[str, object]:
        """As a checkpoint holds it: plain values only."""
        return {**asdict(self), "settings": dict(self.settings)}

    def extend_to(self, last: int, seconds: float) -> "TrainingPhase":
        """The same, gone on to a later round."""
        return replace(self, last=last, seconds=seconds)


def processor_name() -> str:
    """The name of the processor, as far as the system tells it."""
    information = Path("/proc/cpuinfo")
    if information.exists():
        for line in information.read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()


def code_version() -> tuple[str | None, bool | None]:
    """The commit of the code, and whether the code differs from it; None without a repository."""
    try:
        commit, changes = (
            subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
            for command in (
                ["git", "rev-parse", "HEAD"],
                ["git", "status", "--porcelain", "--", *CODE_FOLDERS],
            )
        )
    except (OSError, subprocess.CalledProcessError):
        return None, None
    return commit.strip(), bool(changes.strip())


def describe_weights(start: Path) -> str:
    """A file of weights in words, with its checksum."""
    digest = sha256(start.read_bytes()).hexdigest()
    return f"the weights of {start.resolve().parent.name}/{start.name}, SHA-256 {digest}"


def begin_phase(
    settings: Mapping[str, SettingValue], start: str, rounds: int, device: str, threads: int,
    torch: str, *, commit: str | None = None, precision: str | None = None,
) -> TrainingPhase:  # fmt: skip
    """A phase that begins now, on this machine.

    The commit of the code may be named where it runs without its repository.
    """
    commit, changed = (commit, None) if commit else code_version()
    return TrainingPhase(
        first=rounds, last=rounds, seconds=0.0, settings=dict(settings), start=start,
        commit=commit, changed=changed, processor=processor_name(), device=device, threads=threads,
        precision=precision, python=platform.python_version(), torch=torch,
    )  # fmt: skip


def phases_in(checkpoint: Mapping[str, object]) -> tuple[TrainingPhase, ...]:
    """Those of a checkpoint; one that says what is not known where none were kept."""
    match with_present_names(checkpoint):
        case {"phases": [*kept]}:
            return tuple(phase_from_dict(one) for one in kept if isinstance(one, Mapping))
        case {
            "progress": {"rounds": int(rounds), "seconds": float(seconds)},
            "settings": Mapping() as settings,
        }:
            known = with_present_names(settings)
            return (
                (TrainingPhase(0, rounds, seconds, known, note=UNKNOWN_ORIGIN_NOTE),)
                if rounds
                else ()
            )
    raise ValueError("The checkpoint tells neither of phases nor of rounds and settings.")


def phase_from_dict(saved: Mapping[str, object]) -> TrainingPhase:
    """A phase as a checkpoint holds it; raises TypeError for what is none."""
    names = {field.name for field in fields(TrainingPhase)}
    known = {name: value for name, value in saved.items() if name in names}
    phase = TrainingPhase(**known)  # type: ignore[arg-type]  # as `to_dict` wrote it
    return replace(phase, settings=with_present_names(phase.settings))


def append_phase(earlier: Sequence[TrainingPhase], now: TrainingPhase) -> tuple[TrainingPhase, ...]:
    """The phases with the one that begins now, or the last of them if it differs in nothing."""
    if earlier and comparable_fields(earlier[-1]) == comparable_fields(now):
        return tuple(earlier)
    return (*earlier, now)


def comparable_fields(phase: TrainingPhase) -> dict[str, object]:
    """All but how long it took and what it began from."""
    return {name: value for name, value in phase.to_dict().items() if name not in PROGRESS_FIELDS}

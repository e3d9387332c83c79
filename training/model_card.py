"""The model card: what it says of every network, so that a stranger can train it again.

Nothing here needs PyTorch.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

from bottleimp.players.network import IMITATION
from training.provenance import TrainingPhase, phase_from_dict, phases_in
from training.settings import split_known, with_present_names

CARD_FILE = "card.json"
AVERAGED = "averaged"  # in a checkpoint and its card: the phases of the trainings averaged with it
BLEND = "blend"  # in a checkpoint and its card: how it was mixed with another network, if it was
DIGITS = 4  # decimals of losses and gains
IMITATION_LABELS = {"lopaka": 400_000, "bright-house": 300_000, "devils-eye": 400_000}
# Networks that are kept as they were, of which only this is known.
FROZEN_NETWORKS: dict[str, dict[str, str | int]] = {
    "reference-4": {
        "about": "The averaged weights of the network `4` as they were at its first save after"
        " 3,500,000 rounds, about 57 minutes of one core; frozen, to measure others by."
        " Not known: the commit, the machine, and the settings of every phase before; the"
        " curve of the training goes on in that of the network `4`. Of its outputs only the values"
        " that it plays by are left: the others, now zeros, made the file a seventh larger.",
        "rounds": 3_500_000,
        "minutes": 57,
    },
    **{
        IMITATION.format(mode=mode): {
            "about": "Values actions as `perfect_information:48` does, to tell opponents by:"
            f" `training.labels {mode} --playouts 48 --rounds 50 --labels {labels}`, then"
            " `training.imitate --passes 6`. Written in halves first, and then made smaller;"
            " the last bits depend on the processor.",
            "labels": labels,
        }
        for mode, labels in IMITATION_LABELS.items()
    },
}


class TrainingHistory(NamedTuple):
    """How a network came to be, as far as its card tells."""

    rounds: int
    seconds: float
    phases: tuple[TrainingPhase, ...]
    gains: tuple[dict[str, float], ...]  # what snapshots gained among those before, as in a curve


def training_history_of(file: Path) -> TrainingHistory | None:
    """What the card beside a network's file tells of it; None where none tells of phases."""
    card = file.with_name(CARD_FILE)
    if not card.exists():
        return None
    networks = json.loads(card.read_text(encoding="utf-8"))["networks"]
    match with_present_names(networks.get(file.stem, {})):
        case {"rounds": int(rounds), "phases": [*phases, last]} as entry:
            averaged = note_average(phase_from_dict(last), entry.get(AVERAGED, ()))
            ended = note_blend(averaged, entry.get(BLEND))
            phase_records = (*map(phase_from_dict, phases), ended)
            return TrainingHistory(
                rounds, sum(phase.seconds for phase in phase_records), phase_records,
                tuple(entry.get("gains", ())),
            )  # fmt: skip
    return None


def note_average(
    phase: TrainingPhase, others: Sequence[Sequence[Mapping[str, Any]]]
) -> TrainingPhase:
    """The last phase of a network, saying with which other trainings its weights were averaged."""
    if not others:
        return phase
    told = "; ".join(
        f"seed {one['settings']['seed']} from round {one['first']} to {one['last']}"
        for other in others
        for one in other
    )
    note = (
        f"Its weights were then averaged with those of trainings beside it, alike but for {told}."
    )
    return replace(phase, note=f"{phase.note} {note}".strip())


def note_blend(phase: TrainingPhase, blend: Mapping[str, Any] | None) -> TrainingPhase:
    """The last phase of a network, saying how its weights were mixed with others, if they were."""
    if blend is None:
        return phase
    told = f"Its weights were then mixed: {blend['share']} of these, the rest {blend['other']}."
    return replace(phase, note=f"{phase.note} {told}".strip())


def merge_cards(
    old: Mapping[str, Any], networks: Mapping[str, object], exported: Mapping[str, object]
) -> dict[str, object]:
    """A card with these networks, and with those of the old one that are not among them."""
    return {"exported": exported, "networks": {**old.get("networks", {}), **networks}}


def card_entry(saved: Mapping[str, object]) -> dict[str, object]:
    """What the card says of the network of a checkpoint; raises ValueError for what is none."""
    match saved:
        case {"progress": {"rounds": int(rounds), "seconds": float(seconds), "curve": [*curve]}}:
            lines = [line for line in curve if isinstance(line, Mapping)]
            return {
                "rounds": rounds,
                "minutes": round(seconds / 60, 1),
                "losses": last_losses(lines[-1] if lines else {}),
                "gains": [round_values(line) for line in lines if "gain" in line],
                "phases": [phase_entry(phase) for phase in phases_in(saved)],
                **averaged_entry(saved),
                **({BLEND: saved[BLEND]} if BLEND in saved else {}),
            }
    raise ValueError("The checkpoint does not tell of its rounds, seconds and curve.")


def averaged_entry(saved: Mapping[str, Any]) -> dict[str, object]:
    """What the card says of trainings with which a checkpoint is averaged; nothing without any."""
    if AVERAGED not in saved:
        return {}
    return {
        AVERAGED: [[phase_entry(phase_from_dict(one)) for one in own] for own in saved[AVERAGED]]
    }


def history_parts(saved: Mapping[str, object]) -> dict[str, object]:
    """The parts of a checkpoint that tell how its network came to be, without weights.

    If it was mixed with another network, its last phase says so.
    """
    names = ("progress", "planned_from", "settings", "phases", AVERAGED)
    parts = {name: part for name, part in with_present_names(saved).items() if name in names}
    if BLEND not in saved:
        return parts
    return {**parts, "phases": [phase.to_dict() for phase in phases_with_blend(saved)]}


def phases_with_blend(saved: Mapping[str, Any]) -> tuple[TrainingPhase, ...]:
    """The phases of a checkpoint, of which the last says how it was mixed, if it was."""
    *before, last = phases_in(saved)
    return (*before, note_blend(last, saved.get(BLEND)))


def last_losses(line: Mapping[str, float]) -> dict[str, float]:
    """The losses in a line of the curve."""
    others = ("rounds", "seconds", "gain", "gain_error", "against")
    return round_values({name: value for name, value in line.items() if name not in others})


def round_values(line: Mapping[str, float]) -> dict[str, float]:
    """The same with few decimals."""
    return {name: round(value, DIGITS) for name, value in line.items()}


def phase_entry(phase: TrainingPhase) -> dict[str, object]:
    """A phase as the card has it: only with settings that the code knows, the others noted."""
    kept, others = split_known(phase.settings)
    out = {**phase.to_dict(), "seconds": round(phase.seconds, 1), "settings": kept}
    if others:
        names = ", ".join(f"{name} {value}" for name, value in others.items())
        left_out = f"Left out of the settings, since this code does not know them: {names}."
        out["note"] = f"{phase.note} {left_out}".strip()
    return out

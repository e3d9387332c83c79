"""The model card: enough to train each network again, and plain about what is not known."""

import json
import subprocess
from importlib import resources
from pathlib import Path
from typing import Any

import pytest

from bottleimp.players.network import NETWORK_FOLDER
from tests.support.sources.repository import ROOT
from training.model_card import CARD_FILE, card_entry, history_parts, training_history_of
from training.provenance import (
    FROM_SCRATCH,
    UNKNOWN_ORIGIN_NOTE,
    append_phase,
    begin_phase,
    code_version,
    describe_weights,
    phase_from_dict,
    phases_in,
    processor_name,
)
from training.settings import (
    MODE_EDITIONS,
    OLD_NAMES,
    TrainingSettings,
    split_known,
    with_present_names,
)

Json = Any  # what JSON may hold; a test looks for what it expects

SHIPPED = ROOT / "src" / "bottleimp" / "players" / NETWORK_FOLDER / CARD_FILE
SETTINGS = vars(TrainingSettings("classic/4"))


def new_phase(
    rounds: int = 0, *, settings: dict[str, float | int | str] = SETTINGS, threads: int = 1
):
    """A phase that begins here, after so many rounds."""
    return begin_phase(settings, FROM_SCRATCH, rounds, "cpu", threads, "2.13.0")


def checkpoint(rounds: int, seconds: float, **more: object) -> dict[str, Json]:
    """A checkpoint, less its weights."""
    line = {"rounds": rounds, "seconds": seconds, "value": 0.123456}
    progress = {"rounds": rounds, "seconds": seconds, "curve": [line]}
    return {"progress": progress, "settings": SETTINGS, **more}


def shipped() -> dict[str, Json]:
    """The networks in the card of the package."""
    file = resources.files("bottleimp.players") / NETWORK_FOLDER / CARD_FILE
    networks: dict[str, Json] = json.loads(file.read_text("utf-8"))["networks"]
    return networks


def test_a_phase_tells_commit_machine_threads_and_settings():
    phase = new_phase(threads=3)

    assert (code_version()[0], processor_name()) == (phase.commit, phase.processor)
    assert (phase.threads, phase.device, phase.start) == (3, "cpu", FROM_SCRATCH)
    assert phase.settings == SETTINGS


def test_a_phase_tells_the_commit_that_is_named_where_there_is_no_repository():
    phase = begin_phase(SETTINGS, FROM_SCRATCH, 0, "cpu", 1, "2.13.0", commit="1234abcd")

    assert (phase.commit, phase.changed) == ("1234abcd", None)


def test_calls_that_differ_in_nothing_are_one_phase():
    first = new_phase().extend_to(2048, 10.0)

    assert (first,) == append_phase([first], new_phase(2048))


def test_another_setting_begins_another_phase():
    first, second = (
        new_phase().extend_to(2048, 10.0),
        new_phase(2048, settings={**SETTINGS, "trace": 0.6}),
    )

    assert (first, second) == append_phase([first], second)


def test_another_number_of_threads_begins_another_phase():
    first, second = new_phase().extend_to(2048, 10.0), new_phase(2048, threads=2)

    assert (first, second) == append_phase([first], second)


def test_a_checkpoint_gives_back_the_phases_it_was_given():
    phases = (new_phase().extend_to(2048, 10.0), new_phase(2048, threads=2).extend_to(4096, 15.0))
    saved = checkpoint(4096, 25.0, phases=[phase.to_dict() for phase in phases])

    assert phases == phases_in(saved)


def test_what_a_later_version_notes_of_a_phase_is_passed_over():
    phase = new_phase()

    assert phase == phase_from_dict({**phase.to_dict(), "weather": "fine"})


@pytest.mark.parametrize("old", [old for old, new in OLD_NAMES.items() if new in SETTINGS])
def test_settings_of_an_old_checkpoint_are_read_under_their_present_names(old: str):
    stored = {"edition": "classic/4", old: 0.3}
    phase = {"first": 0, "last": 4096, "seconds": 25.0, "settings": stored}
    saved = checkpoint(4096, 25.0) | {"settings": stored}

    for (found,) in (phases_in(saved), phases_in({**saved, "phases": [phase]})):
        assert found.settings == {"edition": "classic/4", OLD_NAMES[old]: 0.3}


def test_the_phases_of_an_old_checkpoint_are_read_and_handed_on_as_phases():
    phase = new_phase().extend_to(4096, 25.0)
    saved = checkpoint(4096, 25.0, stretches=[phase.to_dict()])

    assert phases_in(saved) == (phase,)
    assert history_parts(saved)["phases"] == [phase.to_dict()]
    assert "stretches" not in {**history_parts(saved), **card_entry(saved)}


@pytest.mark.parametrize("old", ["stretches", "phases"])
def test_a_network_goes_on_from_the_phases_of_a_card(old: str, tmp_path: Path):
    phase = new_phase().extend_to(4096, 25.0)
    entry = {"rounds": 4096, old: [phase.to_dict()]}
    (tmp_path / CARD_FILE).write_text(json.dumps({"networks": {"4": entry}}), encoding="utf-8")

    history = training_history_of(tmp_path / "4.npz")

    assert history is not None
    assert history.phases == (phase,)


def test_an_old_checkpoint_says_plainly_what_is_not_known():
    (phase,) = phases_in(checkpoint(4096, 25.0))

    assert (phase.first, phase.last, phase.seconds) == (0, 4096, 25.0)
    assert {phase.commit, phase.processor, phase.threads, phase.start} == {None}
    assert phase.note == UNKNOWN_ORIGIN_NOTE


def test_a_checkpoint_without_rounds_is_refused():
    with pytest.raises(ValueError, match="neither of phases nor of rounds"):
        phases_in({"settings": {}})


def test_the_weights_that_a_network_began_with_are_told_by_their_checksum(tmp_path):
    file = tmp_path / "4" / "checkpoint.pt"
    file.parent.mkdir()
    file.write_bytes(b"imp")

    assert describe_weights(file) == (
        "the weights of 4/checkpoint.pt, SHA-256"
        " 9bd65b64aa13ed0aee217b1954e908f7279782863f8576c6751a89275148ff3f"
    )


def test_settings_that_the_code_does_not_know_are_left_out_and_noted():
    saved = checkpoint(2048, 10.0) | {"settings": {**SETTINGS, "dropout": 0.0}}

    told: Json = card_entry(saved)
    (phase,) = told["phases"]

    assert "dropout" not in phase["settings"]
    assert phase["note"].endswith("since this code does not know them: dropout 0.0.")


def test_the_card_tells_losses_and_gains_apart():
    saved = checkpoint(4096, 20.0)
    gain = {"gain": 1.25, "gain_error": 0.5, "against": 2048}
    saved["progress"]["curve"].append({"rounds": 4096, "seconds": 20.0, "value": 0.1, **gain})

    told = card_entry(saved)

    assert told["losses"] == {"value": 0.1}
    assert [{"rounds": 4096, "seconds": 20.0, "value": 0.1, **gain}] == told["gains"]


def test_a_network_that_was_mixed_hands_on_how(tmp_path):
    phases = [phase.to_dict() for phase in (new_phase(), new_phase(100))]
    told = {"share": 0.7, "other": "the weights of old/4.npz, SHA-256 12ab"}
    entry = card_entry(checkpoint(200, 7.0, phases=phases, blend=told))
    (tmp_path / CARD_FILE).write_text(json.dumps({"networks": {"4": entry}}), encoding="utf-8")

    history = training_history_of(tmp_path / "4.npz")

    assert history is not None
    first, last = history.phases
    assert first.note == ""
    assert "mixed: 0.7 of these, the rest the weights of old/4.npz, SHA-256 12ab." in last.note


def test_the_card_of_the_package_tells_of_every_network_in_it():
    files = (resources.files("bottleimp.players") / NETWORK_FOLDER).iterdir()
    names = {file.name.removesuffix(".npz") for file in files if file.name.endswith(".npz")}

    assert names == set(shipped())


def commits_in(told: Json) -> set[str]:
    """Every commit that a part of a card names."""
    if isinstance(told, list):
        return set().union(*map(commits_in, told))
    if not isinstance(told, dict):
        return set()
    own = {told["commit"]} if told.get("commit") else set()
    return own.union(*map(commits_in, told.values()))


def history() -> set[str]:
    """The commits up to the present one; the test is skipped where not all of them are there."""

    def git(*words: str) -> str:
        return subprocess.run(
            ["git", *words], cwd=ROOT, capture_output=True, text=True, check=True
        ).stdout

    if not (ROOT / ".git").exists():
        pytest.skip("there is no history here")
    try:
        if git("rev-parse", "--is-shallow-repository").strip() == "true":
            pytest.skip("the history is not whole here")
        return set(git("rev-list", "HEAD").split())
    except FileNotFoundError:
        pytest.skip("there is no git here")


@pytest.mark.parametrize("file", [SHIPPED, ROOT / "benchmarks" / "panel" / "apart-1" / CARD_FILE])
def test_every_commit_that_a_card_names_is_in_the_history(file: Path):
    commits = commits_in(json.loads(file.read_text("utf-8")))

    assert commits
    assert commits - history() == set()


@pytest.mark.parametrize("mode", MODE_EDITIONS)
def test_the_card_of_the_package_has_only_settings_that_the_code_knows(mode: str):
    told = shipped()[mode]
    phases = with_present_names(told)["phases"]
    settings = [phase_from_dict(phase).settings for phase in phases]

    assert [{}] * len(phases) == [split_known(one)[1] for one in settings]
    assert told["rounds"] == phases[-1]["last"]

"""What nobody should send does no harm: nothing fails, and nobody does what they may not."""

import asyncio
from pathlib import Path

import pytest

from bottleimp.server.state.events import (
    HUMAN,
    OPEN,
    TABLE_ACTOR,
    CardPlayed,
    Fact,
    LogEvent,
    PaceChanged,
    Participant,
    PlayerJoined,
    PlayerRemoved,
    TableCreated,
)
from tests.soak.hostile_frames import Findings, bombarded
from tests.support.event_rights import Rights


def bombard(folder: Path, frames: int) -> Findings:
    """Sends frames to an application of its own."""
    return asyncio.run(bombarded(folder, frames, 1, lambda _: None))


@pytest.mark.slow
def test_two_thousand_hostile_frames_do_no_harm(tmp_path: Path) -> None:
    findings = bombard(tmp_path, 2000)

    assert findings.troubles == []
    assert findings.sent >= 2000
    assert findings.answers["ok"]


@pytest.mark.long
def test_a_million_hostile_frames_do_no_harm(tmp_path: Path) -> None:
    assert bombard(tmp_path, 1_000_000).troubles == []


def wrongs(*done: tuple[str, Fact]) -> int:
    """How much is wrong in the log of a table of ann's at which bo sits down."""
    places = (Participant("Ann", HUMAN), Participant("", OPEN), Participant("", OPEN))
    facts: list[tuple[str, Fact]] = [
        ("ann", TableCreated("classic/3", places, 0, 0, host=0)),
        ("bo", PlayerJoined(1, "Bo")),
        *done,
    ]
    events = [LogEvent(n, 0, actor, None, fact) for n, (actor, fact) in enumerate(facts, 1)]
    return len(Rights().read(events))


@pytest.mark.parametrize(
    ("actor", "fact"),
    [
        ("bo", CardPlayed(0, "7")),
        ("cy", CardPlayed(1, "7")),
        ("player:1", CardPlayed(1, "7")),
        ("bo", PaceChanged(5)),
        ("bo", PlayerRemoved(0)),
        ("bo", PlayerJoined(2, "Bo")),
        ("cy", PlayerJoined(1, "Cy")),
        ("", PlayerJoined(2, "")),
    ],
)
def test_what_somebody_did_without_the_right_is_noticed(actor: str, fact: Fact) -> None:
    assert wrongs((actor, fact)) == 1


@pytest.mark.parametrize(
    ("actor", "fact"),
    [
        ("bo", CardPlayed(1, "7")),
        ("ann", PaceChanged(5)),
        ("cy", PlayerJoined(2, "Cy")),
        (TABLE_ACTOR, PaceChanged(5)),
    ],
)
def test_what_somebody_may_do_is_passed_over(actor: str, fact: Fact) -> None:
    assert wrongs((actor, fact)) == 0

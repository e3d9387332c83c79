"""A log that any version wrote folds for ever, to the same scores."""

import json
from pathlib import Path

import pytest

from bottleimp.server.tables.replay import replay_log
from tests.support.golden.event_logs import LOGS, read, written

KEPT = sorted(LOGS.glob("v*.json"))


@pytest.mark.parametrize("path", KEPT, ids=lambda path: path.stem)
def test_a_kept_log_folds_to_the_scores_it_had(path: Path) -> None:
    log = json.loads(path.read_text("utf-8"))
    match = replay_log(read(log)).entries[-1].state.match

    assert log["scores"] == [list(result.scores) for result in match.results]
    assert log["totals"] == list(match.totals)
    assert log["winners"] == list(match.winners)


@pytest.mark.parametrize("path", KEPT, ids=lambda path: path.stem)
def test_a_kept_log_names_the_people_it_had(path: Path) -> None:
    log = json.loads(path.read_text("utf-8"))

    assert log["people"] == written(read(log))["people"]


def test_logs_of_the_first_version_are_kept() -> None:
    assert any(path.stem.startswith("v1-") for path in KEPT)

"""People play through a line that is slow, cut and silent; `bad_network` does it for longer."""

from pathlib import Path

import pytest

from tests.soak.bad_network import played
from tests.support.bad_connection import NetworkFaults

pytestmark = pytest.mark.slow


@pytest.mark.wide
def test_rounds_through_a_bad_line_end_with_the_truth(tmp_path: Path) -> None:
    report = played(tmp_path, rounds=5, faults=NetworkFaults(delay=0.05, lives=(0.2, 2.0)))

    assert ([], report.tables) == (report.troubles, report.finished)
    assert report.rounds >= 5
    assert report.lines > 2 * report.tables  # or the line was not bad at all


@pytest.mark.long
def test_a_thousand_rounds_through_a_bad_line_end_with_the_truth(tmp_path: Path) -> None:
    report = played(tmp_path, rounds=1000)

    assert ([], report.tables) == (report.troubles, report.finished)

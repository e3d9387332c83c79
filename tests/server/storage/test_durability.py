"""Nothing that was acknowledged is lost, in short; `killing` and `cutting` do it for longer."""

from pathlib import Path

import pytest

from tests.soak.cut_write_ahead_log import cut
from tests.soak.killed_server import killed

pytestmark = pytest.mark.slow


def test_a_server_killed_under_load_loses_and_doubles_nothing(tmp_path: Path) -> None:
    # Other tests keep this machine busy meanwhile; alone it takes a tenth of that.
    report = killed(tmp_path, times=3, tables=30, most_seconds=20)

    assert (report.troubles, report.late) == ([], 0)
    assert report.acknowledged > report.tables


def test_a_log_cut_anywhere_opens_as_a_prefix(tmp_path: Path) -> None:
    report = cut(tmp_path, 20)

    assert report.troubles == []
    assert len(set(report.kept)) > 5


@pytest.mark.long
def test_a_server_killed_two_hundred_times_loses_and_doubles_nothing(tmp_path: Path) -> None:
    report = killed(tmp_path, times=200)

    assert (report.troubles, report.late) == ([], 0)


@pytest.mark.long
def test_a_log_cut_at_a_thousand_places_opens_as_a_prefix(tmp_path: Path) -> None:
    assert cut(tmp_path, 1000).troubles == []

"""Nothing that was acknowledged is lost, in short; `tests.soak` does it for longer."""

from pathlib import Path

import pytest

from tests.soak.cut_write_ahead_log import cut
from tests.soak.killed_peers import killed_peers
from tests.soak.killed_server import killed

pytestmark = pytest.mark.slow


def test_a_server_killed_under_load_loses_and_doubles_nothing(tmp_path: Path) -> None:
    # Other tests keep this machine busy meanwhile; alone it takes a tenth of that.
    report = killed(tmp_path, times=2, tables=15, most_seconds=20)

    assert (report.troubles, report.late) == ([], 0)
    assert report.acknowledged > report.tables


@pytest.mark.wide
def test_servers_with_one_database_lose_and_double_nothing_when_one_is_killed(
    tmp_path: Path,
) -> None:
    report = killed_peers(tmp_path, times=2, tables=6, most_seconds=20)

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
def test_one_of_several_servers_is_killed_a_hundred_times(tmp_path: Path) -> None:
    report = killed_peers(tmp_path, times=100)

    assert (report.troubles, report.late) == ([], 0)


@pytest.mark.long
def test_a_log_cut_at_a_thousand_places_opens_as_a_prefix(tmp_path: Path) -> None:
    assert cut(tmp_path, 1000).troubles == []

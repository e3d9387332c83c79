"""One Ray cluster for all tests that need one."""

import os
from collections.abc import Iterator
from importlib.util import find_spec

import pytest

from tests.support.execution.ray_cluster import RunningCluster, ray_cluster


@pytest.fixture(scope="session")
def running_cluster() -> Iterator[RunningCluster]:
    """A cluster of this machine's processes, which this process too may use."""
    if os.name != "posix":
        pytest.skip("NOT RUN: Ray tries clusters on one machine as POSIX does")
    if find_spec("ray") is None:
        pytest.skip("NOT RUN: Ray is in no lock of ours")
    with ray_cluster() as running, pytest.MonkeyPatch.context() as patch:
        for name, value in running.environment.items():
            patch.setenv(name, value)
        yield running

"""The program that shows how memory grows sees tables come and go."""

import asyncio
import sys
from pathlib import Path

import pytest

from tests.soak.memory_growth import LIMITS, TELLING, Growth
from tests.support.server_process import PROGRAM, server_process


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_a_server_says_what_its_memory_is_taken_for(tmp_path: Path) -> None:
    errors = tmp_path / "errors"
    with server_process(
        tmp_path / "data", *LIMITS, errors=errors, program=TELLING + PROGRAM
    ) as server:
        growth = Growth(server, errors, tables=3, pace=0)
        found = asyncio.run(growth.samples(minutes=0.05, between=3.0))

    assert growth.made >= 3
    for each in found:
        assert each.resident > each.python_held + each.sqlite > each.python > 1
        assert each.tables >= 3

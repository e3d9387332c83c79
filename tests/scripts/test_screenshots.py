"""The scripts that take pictures and films: what they use of the browser tests is there."""

import subprocess
import sys

import pytest

from tests.support.sources.repository import ROOT

SCRIPTS = ROOT / "scripts"


@pytest.mark.wide
@pytest.mark.parametrize(
    ("script", "option"), [("screenshots", "--together"), ("films", "--edition")]
)
def test_the_script_finds_all_that_it_uses(script: str, option: str) -> None:
    told = subprocess.run(
        [sys.executable, str(SCRIPTS / script), "--help"],
        capture_output=True,
        text=True,
        check=False,
    )

    assert (told.returncode, told.stderr) == (0, "")
    assert option in told.stdout

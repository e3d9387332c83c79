"""The script that takes pictures: what it takes from the tests of the browser is there."""

import subprocess
import sys

from tests.support.sources.repository import ROOT

SCRIPT = ROOT / "scripts" / "screenshots"


def test_the_script_finds_all_that_it_uses() -> None:
    told = subprocess.run(
        [sys.executable, str(SCRIPT), "--help"], capture_output=True, text=True, check=False
    )

    assert (told.returncode, told.stderr) == (0, "")
    assert "--together" in told.stdout

import subprocess
import sys

import pytest

WITHOUT = """
import sys
for name in ("gymnasium", "pettingzoo", "pyspiel", "open_spiel"):
    sys.modules[name] = None
import bottleimp.envs
try:
    import {module}
except ImportError as problem:
    print(problem)
"""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("module", "library", "extra"),
    [
        ("bottle_imp_v0", "PettingZoo", "envs"),
        ("gymnasium_v0", "Gymnasium", "envs"),
        ("open_spiel_v0", "OpenSpiel", "open-spiel"),
        ("open_spiel_players", "OpenSpiel", "open-spiel"),
    ],
)
def test_without_its_library_an_adapter_says_what_to_install(module, library, extra):
    name = f"bottleimp.envs.{module}"
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT.format(module=name)],
        capture_output=True, text=True, check=False,
    )  # fmt: skip

    sentence = f"{name} needs {library}: install it with pip install 'bottleimp[{extra}]'."
    assert (done.stdout.strip(), done.stderr) == (sentence, "")

"""What `./play` does: prepare the environment, then become the program.

Standard library only.
"""

import os
import subprocess
import sys
from collections.abc import Sequence

from scripts import environment


def play(arguments: Sequence[str]) -> int:
    """Serves a table with these arguments of `bottleimp play`; the exit status."""
    if not prepare_or_report(environment.RUN_SECTIONS):
        return 1
    command = [environment.program("bottleimp"), "play", *arguments]
    if os.name != "nt":
        os.execv(command[0], command)
    return subprocess.run(command, check=False).returncode


def prepare_or_report(wanted: Sequence[str]) -> bool:
    """Whether the environment could be prepared; if not, one sentence has been said."""
    try:
        environment.prepare_environment(wanted)
    except environment.SetupError as error:
        print(error, file=sys.stderr)
    except OSError as error:
        print(f"The environment in .venv cannot be made: {error}.", file=sys.stderr)
    except KeyboardInterrupt:
        print("\nInterrupted; the next start begins again.", file=sys.stderr)
    else:
        return True
    return False

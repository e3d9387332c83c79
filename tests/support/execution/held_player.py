"""A player that can be stopped in the middle of a task: its process waits until it may go on.

Before its first decision in a process it writes the number of the process into a folder, and waits
until the folder says go.  A test has the time to kill it.  Without the folder it just plays.
"""

import os
import time
from pathlib import Path

from bottleimp.game.actions import Action
from bottleimp.knowledge.observation import Observation
from bottleimp.players.player import SequentialPlayer
from tests.support.execution.ray_cluster import FOLDER_VARIABLE

GO = "go"


class HeldPlayer(SequentialPlayer):
    """Plays any legal action, as the seed says."""

    def choose(self, observation: Observation, seed: int) -> Action:
        """The action, once the process may go on."""
        if FOLDER_VARIABLE in os.environ:
            wait_in(Path(os.environ[FOLDER_VARIABLE]))
        return observation.legal_actions[seed % len(observation.legal_actions)]


def wait_in(folder: Path) -> None:
    """Say in the folder that this process waits, and wait until it says go."""
    if (folder / GO).exists():
        return
    (folder / str(os.getpid())).touch()
    while not (folder / GO).exists():
        time.sleep(0.01)


def waiting_processes(folder: Path) -> list[int]:
    """The numbers of the processes that have waited in the folder."""
    return [int(file.name) for file in folder.iterdir() if file.name != GO]

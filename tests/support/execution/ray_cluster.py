"""A Ray cluster on this machine: a head that does no tasks, and nodes with one worker each.

It runs in a process of its own, `python -m tests.support.execution.ray_cluster`, which ends with
its standard input.  It takes tasks from those alone who have the token in its environment.
"""

import os
import secrets
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import NamedTuple

FOLDER_VARIABLE = "HELD_PLAYER_FOLDER"  # where players wait (held_player.py)
NODES = 3
STORE_BYTES = 80_000_000
ROOT = Path(__file__).parents[3]


class RunningCluster(NamedTuple):
    """A cluster, and the environment in which commands may use it."""

    address: str
    environment: dict[str, str]
    held: Path  # the folder in which its players wait


@contextmanager
def ray_cluster(source: Path = ROOT / "src") -> Iterator[RunningCluster]:
    """A cluster that ends with the block, whose workers look for the program in `source`."""
    # A short path: the names of sockets may have a hundred letters.
    with tempfile.TemporaryDirectory(prefix="ray") as name:
        held = Path(name) / "held"
        held.mkdir()
        environment = {
            **os.environ,
            "PYTHONPATH": os.pathsep.join([str(source), str(ROOT), *sys.path[1:]]),
            "RAY_AUTH_MODE": "token",
            "RAY_AUTH_TOKEN": secrets.token_hex(32),
            "RAY_TMPDIR": name,
            "RAY_USAGE_STATS_ENABLED": "0",
        }
        with subprocess.Popen(
            [sys.executable, "-m", "tests.support.execution.ray_cluster"],
            env={**environment, FOLDER_VARIABLE: str(held)},
            cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        ) as process:  # fmt: skip
            assert process.stdin is not None
            assert process.stdout is not None
            address = process.stdout.readline().strip()
            try:
                yield RunningCluster(address, environment, held)
            finally:
                process.stdin.close()
                process.wait()


def main() -> None:
    """Start the cluster, print its address, and end it with the standard input."""
    # Not imported by name: no list of packages here has it.
    cluster = import_module("ray.cluster_utils").Cluster()
    cluster.add_node(num_cpus=0, object_store_memory=STORE_BYTES, include_dashboard=False)
    for _ in range(NODES):
        cluster.add_node(num_cpus=1, object_store_memory=STORE_BYTES)
    sys.stdout.write(f"{cluster.address}\n")
    sys.stdout.flush()
    sys.stdin.read()
    cluster.shutdown()


if __name__ == "__main__":
    main()

"""What is raised in one process is the same in another."""

import pickle

import pytest

from bottleimp.client.errors import ConnectionRejected
from bottleimp.errors import (
    BottleImpError,
    IllegalAction,
    MissingCompiler,
    MissingLibrary,
    NotationError,
    RefusalReason,
    UnknownName,
)


@pytest.mark.parametrize(
    "error",
    [
        BottleImpError("No."),
        IllegalAction("No.", RefusalReason.MUST_FOLLOW),
        MissingCompiler("Rounds in lock-step"),
        MissingLibrary("--ray", "Ray", "ray"),
        NotationError("no card", 2, 5),
        UnknownName("player", "nobody", ["network", "uniform"]),
        ConnectionRejected(403),
    ],
    ids=lambda error: type(error).__name__,
)
def test_an_error_comes_back_from_another_process_as_it_was_raised(error: BottleImpError) -> None:
    again = pickle.loads(pickle.dumps(error))

    assert (type(again), str(again), vars(again)) == (type(error), str(error), vars(error))

"""Players that are not part of the package: named `package.module:Class` wherever a player is.

A package that is installed can give its players short names besides (`entry_points`).

The class is built without arguments and is a `Player`: it has a method `choose_actions`, which
`SequentialPlayer` supplies to classes that have `choose`.  Naming a player imports its module, so
names come from whoever runs the program: the command line, and a host's settings.
"""

import re
import sys
from dataclasses import dataclass
from functools import lru_cache
from importlib import import_module
from pathlib import Path
from traceback import extract_tb
from typing import TYPE_CHECKING

from bottleimp.errors import BottleImpError, PlayerError
from bottleimp.players.player import Player, action_numbers

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from bottleimp.players.decisions import DecisionBatch

# A budget is a number, so no name of ours with a budget looks like this.
OUTSIDE_NAME = re.compile(r"[^\W\d]\w*(\.[^\W\d]\w*)*:[^\W\d]\w*")


@dataclass(frozen=True)
class CheckedPlayer:
    """An outside player whose answers are checked: rounds played in a batch trust their players."""

    name: str
    player: Player

    def choose_actions(self, decisions: "DecisionBatch") -> "npt.NDArray[np.int64]":
        """What the player says; raises BottleImpError where that is not one legal action a row.

        So it does where the player fails, whatever it raises.
        """
        import numpy as np  # noqa: PLC0415 - the names of players are known without it

        mask = decisions.legal_mask.copy()  # the player may change what it is given
        try:
            answer = self.player.choose_actions(decisions)
        except PlayerError:  # which says all
            raise
        except (Exception, SystemExit) as problem:
            where = failing_place(self.name, problem)
            raise PlayerError(
                failure_text(self.name, problem), f"{type(problem).__name__}{where}"
            ) from problem
        actions = action_numbers(self.name, answer, len(mask))
        inside = (actions >= 0) & (actions < mask.shape[1])
        legal = inside & mask[np.arange(len(actions)), np.where(inside, actions, 0)]
        if not legal.all():
            wrong = int(actions[~legal][0])
            raise PlayerError(
                f"{self.name} chose {wrong}, which is not a legal action.", "an illegal action"
            )
        return actions


def failure_text(name: str, problem: BaseException) -> str:
    """Which player failed, why, and in which line of its own module, if it did there."""
    reason = " ".join(f"{type(problem).__name__}: {problem}".split()).rstrip(".: ")
    return f"The computer player {name} failed{failing_place(name, problem)} ({reason})."


def failing_place(name: str, problem: BaseException) -> str:
    """The line of the player's own module in which it failed, after a blank; empty elsewhere."""
    file = getattr(sys.modules.get(name.partition(":")[0]), "__file__", None)
    lines = [frame.lineno for frame in extract_tb(problem.__traceback__) if frame.filename == file]
    return f" in line {lines[-1]} of {Path(str(file)).name}" if lines else ""


def is_outside_name(name: str) -> bool:
    """Whether this names a class outside of the package, such as `my_module:MyPlayer`."""
    return OUTSIDE_NAME.fullmatch(name) is not None


def include_working_directory() -> None:
    """Has modules looked for in the working directory too, after all other places."""
    folder = str(Path.cwd())
    if folder not in sys.path and "" not in sys.path:
        sys.path.append(folder)


@lru_cache(maxsize=64)
def load_outside_player(name: str) -> Player:
    """The player of this name; its module is looked for in the working directory, too.

    Raises BottleImpError if this is no such name, if the module cannot be imported or has no such
    class, and if the class cannot be built or is no player.
    """
    if not is_outside_name(name):
        raise BottleImpError(f"An outside player is named package.module:Class, not {name!r}.")
    module_name, _, class_name = name.partition(":")
    if module_name.endswith(".py"):
        bare = module_name.removesuffix(".py")
        raise BottleImpError(f"A module is named without .py: {bare}:{class_name}.")
    include_working_directory()
    try:
        module = import_module(module_name)
    except (Exception, SystemExit) as problem:  # whatever the module does while it is imported
        reason = f"{type(problem).__name__}: {problem}"
        raise BottleImpError(f"{name}: {module_name} cannot be imported ({reason}).") from problem
    found = getattr(module, class_name, None)
    if not isinstance(found, type):
        raise BottleImpError(f"{name}: {module_name} has no class {class_name}.")
    if not callable(getattr(found, "choose_actions", None)):
        raise BottleImpError(
            f"{name} is no player: it has no method choose_actions. Derive it from"
            " bottleimp.players.SequentialPlayer and give it a method choose."
        )
    try:
        return CheckedPlayer(name, found())
    except (Exception, SystemExit) as problem:  # whatever the class does while it is built
        reason = f"{type(problem).__name__}: {problem}"
        raise BottleImpError(f"{name} cannot be built without arguments ({reason}).") from problem

"""What a computer player is: what seats see in, legal actions out.

A player decides for many seats at once.  It is given what each seat may know, the legal actions,
and a seed for each decision; it never meets a `Round`, a `Deal` or a `Position`.

A player remembers nothing between decisions.  Each action depends on what the seat sees and on the
seed alone, so the same player gives the same answer after a restart, at another table, in other
company, or when a hint asks it out of turn.
"""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from bottleimp.errors import PlayerError
from bottleimp.game.actions import NO_ACTION, Action, action_from_number, action_number
from bottleimp.knowledge.observation import Observation
from bottleimp.parsing import shorten

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from bottleimp.players.decisions import DecisionBatch


class Player(Protocol):
    """Whoever decides for seats, many at once.

    A player that searches longer when it may takes its budget when it is built.
    """

    def choose_actions(self, decisions: "DecisionBatch") -> "npt.NDArray[np.int64]":
        """A legal action for every row, by its number (`game.actions.action_number`).

        Every row has two legal actions or more.  In the exchange the action is the card for the
        first pass that the seat owes.
        """
        ...


class SeatAgent(Protocol):
    """Whoever decides for one seat, one observation at a time."""

    def choose(self, observation: Observation) -> Action:
        """One of `observation.legal_actions`, of which there is at least one."""
        ...


class SequentialPlayer(ABC):
    """A player that decides one after another; a subclass says what it does with one."""

    @abstractmethod
    def choose(self, observation: Observation, seed: int) -> Action:
        """One of `observation.legal_actions`, of which there are two or more.

        In the exchange this is the card for the first pass of `observation.passes_owed`; what was
        chosen before it in the same stage stands in `observation.own_choices`.
        """

    def choose_actions(self, decisions: "DecisionBatch") -> "npt.NDArray[np.int64]":
        """What `choose` says of every row; raises BottleImpError where that is no action."""
        import numpy as np  # noqa: PLC0415 - the names of players are known without it

        rows = zip(decisions.observations, decisions.seeds, strict=True)
        return np.array(
            [action_number(seen.edition, self._answer(seen, seed)) for seen, seed in rows], np.int64
        )

    def _answer(self, observation: Observation, seed: int) -> Action:
        """What `choose` says, if it is an action; the refusal names the class."""
        answer: object = self.choose(observation, seed)
        if isinstance(answer, Action):
            return answer
        name = type_name(self)
        raise PlayerError(
            f"{name} answered {shorten(repr(answer))}, which is {NO_ACTION}.",
            "an answer that is no action",
        )


@dataclass(frozen=True)
class SeatPlayer:
    """A player with the seed of one seat, asked about one observation at a time.

    Raises PlayerError for what is no player of `build_player`.
    """

    player: Player
    seed: int

    def __post_init__(self) -> None:
        require_player_object(self.player)

    def choose(self, observation: Observation) -> Action:
        """The player's action; without asking it where only one is legal.

        Raises PlayerError where it does not answer one number of an action.
        """
        from bottleimp.players.decisions import DecisionBatch  # noqa: PLC0415 - loads numpy

        if len(observation.legal_actions) == 1:
            return observation.legal_actions[0]
        decisions = DecisionBatch.from_observations((observation,), (self.seed,))
        answer = self.player.choose_actions(decisions)
        (number,) = action_numbers(type_name(self.player), answer, 1).tolist()
        return action_from_number(observation.edition, number)


def action_numbers(name: str, answer: object, count: int) -> "npt.NDArray[np.int64]":
    """The answer of a player as numbers of actions (count,), one for each decision.

    Raises PlayerError where it is something else.
    """
    import numpy as np  # noqa: PLC0415 - the names of players are known without it

    actions = np.asarray(answer)
    if actions.dtype.kind not in "iu":
        raise PlayerError(
            f"{name} must answer whole numbers of actions, not values of the type {actions.dtype}.",
            f"an answer of the type {actions.dtype}",
        )
    if actions.shape != (count,):
        raise PlayerError(
            f"{name} must answer one action number for each of {count} decisions.",
            f"an answer of the shape {actions.shape}",
        )
    return actions.astype(np.int64)


def type_name(value: object) -> str:
    """The class of a player as the catalogue names it: `package.module:Class`."""
    return f"{type(value).__module__}:{type(value).__qualname__}"


def require_player_object(value: object) -> None:
    """Raises PlayerError unless the value decides for many seats, as `build_player` makes it."""
    if isinstance(value, SeatPlayer):
        raise PlayerError(
            "A SeatPlayer has the seed of one seat; here a player for any number of seats is"
            " needed: its `.player`, or what `build_player` makes."
        )
    if isinstance(value, type) or not callable(getattr(value, "choose_actions", None)):
        raise no_player_error(value, "choose_actions")


def require_seat_agent(value: object) -> None:
    """Raises PlayerError unless the value decides for one seat, as `create_player` makes it."""
    has_choose = callable(getattr(value, "choose", None))
    is_player = callable(getattr(value, "choose_actions", None))
    if isinstance(value, SequentialPlayer) or (is_player and not has_choose):
        raise PlayerError(
            f"{type_name(value)} decides for any number of seats and needs a seed for each:"
            " wrap it, as in SeatPlayer(player, seed)."
        )
    if isinstance(value, type) or not has_choose:
        raise no_player_error(value, "choose")


def no_player_error(value: object, method: str) -> PlayerError:
    """The refusal of a class, or of what lacks the method of a player."""
    if isinstance(value, type):
        return PlayerError(f"{value.__name__} is a class: build it first, `{value.__name__}()`.")
    return PlayerError(f"{shorten(repr(value))} is no player: it has no `{method}`.")

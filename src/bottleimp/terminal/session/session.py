"""A match as one person at the table meets it: scenes to look at, and what one may do.

The screen knows nothing but this.  A session may run in this process or at the end of a wire.
"""

from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from bottleimp.game.actions import Action
from bottleimp.game.match import Match
from bottleimp.game.round import Phase
from bottleimp.knowledge.claims import Claim
from bottleimp.knowledge.observation import Observation


@dataclass(frozen=True)
class Scene:
    """Everything the person may see at one moment.

    `seating` gives the participant in every seat of this round; names go by participant.
    Once the round is over, `match` holds its result.  `is_preparing` says that the computer
    players are still being got ready, so that the others take their time.  `claim` is what may be
    claimed now, and `may_undo` says whether the last card, or the choices of the running stage of
    the exchange, can be taken back.  `has_stand_in` says that a computer player plays in the
    person's place.  `awaited` are the participants for whom the next round waits, once the person
    has asked for it.
    """

    observation: Observation
    match: Match
    names: tuple[str, ...]
    seating: tuple[int, ...]
    is_preparing: bool = False
    claim: Claim | None = None
    may_undo: bool = False
    has_stand_in: bool = False
    awaited: tuple[int, ...] = ()

    @property
    def seat(self) -> int:
        """The person's own seat."""
        assert self.observation.seat is not None  # an onlooker has no scene
        return self.observation.seat

    @property
    def seat_names(self) -> tuple[str, ...]:
        """The names by seat."""
        return tuple(self.names[participant] for participant in self.seating)

    @property
    def is_over(self) -> bool:
        """Whether the round is over."""
        return self.observation.phase is Phase.OVER

    @property
    def round_number(self) -> int:
        """The number of this round, from 1 up."""
        return len(self.match.results) + (0 if self.is_over else 1)

    @property
    def seats_clockwise(self) -> tuple[int, ...]:
        """All seats, from the person's own on."""
        seats = range(len(self.seating))
        return (*seats[self.seat :], *seats[: self.seat])


Advice = tuple[str, tuple[Action, ...]]  # the player that was asked, and what it would do
Decisions = tuple[tuple[Action, ...], ...]  # each a card, or all choices of a stage


@dataclass(frozen=True)
class ReplayedRound:
    """A finished round, counted from 1, of a match with so many finished rounds.

    The scenes are those as the cards were dealt, and after each stage of the exchange and each
    card; the last one has the score.  `play_on` says what follows when the person decides otherwise
    in a scene in which the person had to choose: given its number, from 0 up, and all decisions
    from there on, it gives the scenes after the last one, the others answered by computer players,
    until the person is asked again or the round is over.  The decisions before the last one have
    been given to it before.  `advise` says what a strong player would do in such a scene, or after
    such decisions.  Both raise as `Session.act` does.
    """

    number: int
    rounds: int
    scenes: tuple[Scene, ...]
    advise: Callable[[int, Decisions], Awaitable[Advice]]
    play_on: Callable[[int, Decisions], AsyncIterator[Scene]]


class Session(Protocol):
    """A match in progress."""

    @property
    def scene(self) -> Scene:
        """How things stand now."""
        ...

    def scenes(self) -> AsyncIterator[Scene]:
        """The scene of now and every later one, without end; only one reader at a time."""
        ...

    async def act(self, actions: Sequence[Action]) -> None:
        """Plays a card, or makes all secret choices that are owed in this stage.

        Raises IllegalAction, and changes nothing, when the rules forbid it; Refused when a table
        at a server refuses, and ClientError when it is not reached.  So do the others below.
        """
        ...

    async def claim_rest(self) -> None:
        """Has the rest of the round played, where the scene says that it may be claimed."""
        ...

    async def undo(self) -> None:
        """Takes back the last card or the choices of this stage, where the scene says so."""
        ...

    async def next_round(self) -> None:
        """Deals the next round; raises MatchError unless this one is over and the match is not."""
        ...

    async def rematch(self) -> None:
        """Begins another match at the same table; raises MatchError unless this one is over."""
        ...

    async def replay(self, number: int) -> ReplayedRound:
        """The finished round of this number, from 1 up; raises MatchError where there is none."""
        ...

"""A finished round played on in another way, as a session of which nothing is kept."""

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import suppress
from dataclasses import replace

from bottleimp.errors import MatchError
from bottleimp.game.actions import Action
from bottleimp.terminal.session.session import Advice, Decisions, ReplayedRound, Scene


class VariationSession:
    """A round from a scene in which the person chooses anew; computer players answer."""

    gives_hints = True

    def __init__(self, replayed: ReplayedRound, place: int, pace: Callable[[], float]) -> None:
        """`place` is the number of the scene, `pace` the seconds between cards of the others."""
        self.round = replayed
        self.place = place
        self._pace = pace
        self._decided: list[tuple[Scene, tuple[Action, ...]]] = []  # where, and what
        self._scene = replayed.scenes[place]
        self._following: AsyncIterator[Scene] | None = None
        self._changed = asyncio.Event()

    # --- what is shown --------------------------------------------------------------------

    @property
    def scene(self) -> Scene:
        """How things stand now."""
        return replace(self._scene, claim=None, may_undo=bool(self._decided))

    @property
    def has_acted(self) -> bool:
        """Whether the person has decided anything."""
        return bool(self._decided)

    @property
    def points(self) -> tuple[int, int]:
        """The person's points in this way and in the round itself, once this way is over."""
        assert self._scene.is_over  # there are points to compare
        this_way, then = (own_points(scene) for scene in (self._scene, self.round.scenes[-1]))
        return this_way, then

    async def scenes(self) -> AsyncIterator[Scene]:
        """The scene of now and every later one."""
        while True:
            yield self.scene
            following = self._following
            with suppress(TimeoutError):
                async with asyncio.timeout(None if following is None else self._pace()):
                    await self._changed.wait()
            if following is None or self._changed.is_set():
                self._changed.clear()
                continue
            scene = await anext(following, None)
            if self._following is not following:
                continue  # something was taken back meanwhile
            if scene is None:
                self._following = None
            else:
                self._scene = scene

    @property
    def _decisions(self) -> Decisions:
        return tuple(made for _, made in self._decided)

    # --- what the person does ---------------------------------------------------------------

    async def request_hint(self) -> Advice:
        """The player that is asked, and what it would do in the person's place now."""
        return await self.round.advise(self.place, self._decisions)

    async def act(self, actions: Sequence[Action]) -> None:
        """Plays a card, or makes all secret choices that are owed in this stage."""
        chosen, before, scene = tuple(actions), self._decisions, self._scene
        following = self.round.play_on(self.place, (*before, chosen))
        first = await anext(following)
        if self._decisions != before:
            return  # something was taken back meanwhile
        self._decided.append((scene, chosen))
        self._turn_to(first, following)

    async def undo(self) -> None:
        """Takes back the last decision, whatever the others have done since."""
        if not self._decided:
            raise MatchError("Nothing has been chosen yet.")
        before, _ = self._decided.pop()
        self._turn_to(before)

    async def rematch(self) -> None:
        """Begins anew from the same scene."""
        self._decided.clear()
        self._turn_to(self.round.scenes[self.place])

    async def claim_rest(self) -> None:
        """Never: what follows is to be seen card by card."""
        raise MatchError("Nothing is claimed here.")

    async def next_round(self) -> None:
        """Never: no round follows this one."""
        raise MatchError("No round follows this one.")

    async def replay(self, number: int) -> ReplayedRound:
        """The round itself; raises MatchError for another one."""
        if number != self.round.number:
            raise MatchError("Here is one round.")
        return self.round

    def _turn_to(self, scene: Scene, following: AsyncIterator[Scene] | None = None) -> None:
        self._scene, self._following = scene, following
        self._changed.set()


def own_points(scene: Scene) -> int:
    """The person's points in a round that is over."""
    return scene.match.results[-1].scores[scene.seating[scene.seat]]

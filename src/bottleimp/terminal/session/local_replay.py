"""Finished rounds of a match in this process, to look at again or to play on in another way."""

from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, field, replace

from bottleimp.errors import MatchError
from bottleimp.game.actions import Action
from bottleimp.game.playing_on import is_asked, play_on
from bottleimp.game.replay import replayed_positions
from bottleimp.game.round import Round
from bottleimp.knowledge.lazy_property import lazy_property
from bottleimp.knowledge.memory_aids import without_aids
from bottleimp.knowledge.observation import observe
from bottleimp.players.player import SeatAgent
from bottleimp.terminal.session.local_players import (
    PERSON,
    advise,
    ask_choices,
    computer_players,
    seat_players,
)
from bottleimp.terminal.session.saved_matches import SavedMatch
from bottleimp.terminal.session.session import Advice, Decisions, ReplayedRound, Scene


def replayed_round(game: SavedMatch, number: int) -> ReplayedRound:
    """A finished round of the match, scene by scene; raises MatchError where there is none."""
    finished = [played for played in game.rounds if played.is_over]
    if not 1 <= number <= len(finished):
        raise MatchError(f"Round {number} is not finished.")
    then = FinishedLocalRound(replace(game, rounds=game.rounds[:number]))
    scenes = tuple(then.scene(position) for position in then.positions)
    return ReplayedRound(number, len(finished), scenes, then.advise, then.play_on)


@dataclass(frozen=True)
class FinishedLocalRound:
    """The last round of a match, which is over."""

    game: SavedMatch
    _asked: dict[tuple[int, Decisions], Round] = field(default_factory=dict)

    @lazy_property
    def positions(self) -> tuple[Round, ...]:
        """The round as it was dealt, and after each stage of the exchange and each card."""
        return replayed_positions(self.game.rounds[-1])

    @property
    def seat(self) -> int:
        """The person's seat."""
        return self.game.seating.index(PERSON)

    def scene(self, position: Round) -> Scene:
        """What the person sees in a position of this round, or in another way to play it."""
        game = replace(self.game, rounds=(*self.game.rounds[:-1], position))
        return Scene(
            observation=without_aids(observe(position, self.seat)),
            match=game.match,
            names=game.table.names,
            seating=self.game.seating,
        )

    async def advise(self, place: int, decisions: Decisions) -> Advice:
        """The player that is asked, and what it would do in a scene, or after decisions there."""
        return await advise(self.game, self._position_after(place, decisions))

    def _position_after(self, place: int, decisions: Decisions) -> Round:
        """The position of a scene, or that to which decisions there have led."""
        return self._asked[place, decisions] if decisions else self.positions[place]

    @lazy_property
    def _players(self) -> dict[int, SeatAgent]:
        return seat_players(self.game)

    async def _choose(self, now: Round, seat: int) -> Sequence[Action]:
        """What another seat does in a variation."""
        if seat in now.edition.driven:  # the rules leave one card
            return now.legal_actions_for(seat)[:1]
        name = computer_players(self.game)[seat]
        return await ask_choices(name, self._players[seat], now, seat)

    async def play_on(self, place: int, decisions: Decisions) -> AsyncIterator[Scene]:
        """The scenes after the last of these decisions, the first of which is made in a scene."""
        before = decisions[:-1]
        begun = self._position_after(place, before)
        then = None if before else self.positions[place + 1]
        async for now in play_on(begun, self.seat, decisions[-1], self._choose, then):
            if is_asked(now, self.seat):
                self._asked[place, decisions] = now
            yield self.scene(now)

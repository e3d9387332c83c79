"""Finished rounds of a table at a server, to look at again or to play on in another way."""

import asyncio
from collections.abc import AsyncIterator

from bottleimp.client.server_api import ServerApi
from bottleimp.client.view_tracker import apply_changes
from bottleimp.protocol.http_bodies import RoundReplay
from bottleimp.protocol.views import View
from bottleimp.terminal.remote.remote_scene import RemoteView, is_displayable
from bottleimp.terminal.session.session import Advice, Decisions, ReplayedRound, Scene


async def fetch_round(api: ServerApi, table: str, number: int, player: int) -> ReplayedRound:
    """A finished round of a player at a table; raises Refused and ClientError."""
    told = await asyncio.to_thread(api.fetch_replay, table, number, player)
    finished = FinishedRemoteRound(api, table, number, player, told)
    scenes = tuple(RemoteView(view).scene for view in finished.views)
    return ReplayedRound(number, told.rounds, scenes, finished.advise, finished.play_on)


class FinishedRemoteRound:
    """A finished round as the server tells it to a player."""

    def __init__(
        self, api: ServerApi, table: str, number: int, player: int, told: RoundReplay
    ) -> None:
        self._api = api
        self._place = table, number
        self._player = player
        shown = told.view
        views = [shown] + [shown := apply_changes(shown, step.event.set) for step in told.steps]
        # That after the last card has the score already.
        self.views = [view for view in views if is_displayable(view.round)]
        self._asked: dict[tuple[int, Decisions], View] = {}

    async def advise(self, place: int, decisions: Decisions) -> Advice:
        """The player that the server asks, and what it would do in a scene, or after decisions."""
        there = (*self._place, place + 1, self._player)
        given = await (
            asyncio.to_thread(self._api.fetch_advice_in_variation, *there, labels_of(decisions))
            if decisions
            else asyncio.to_thread(self._api.fetch_advice, *there)
        )
        return given.level, RemoteView(self._view_after(place, decisions)).actions(given.actions)

    def _view_after(self, place: int, decisions: Decisions) -> View:
        """The view of a scene, or that to which decisions there have led."""
        return self._asked[place, decisions] if decisions else self.views[place]

    async def play_on(self, place: int, decisions: Decisions) -> AsyncIterator[Scene]:
        """The scenes after the last of these decisions, the first of which is made in a scene."""
        view = self._view_after(place, decisions[:-1])
        reply = await asyncio.to_thread(
            self._api.play_variation, *self._place, place + 1, self._player, labels_of(decisions)
        )
        self._asked[place, decisions] = reply.view
        for event in reply.events:
            view = apply_changes(view, event.set)
            if is_displayable(view.round):
                yield RemoteView(view).scene


def labels_of(decisions: Decisions) -> list[str]:
    """The actions as the server wants them, one after another."""
    return [action.label for made in decisions for action in made]

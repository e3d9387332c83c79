"""A match at a server: the same session as one in this process, at the end of a connection."""

import asyncio
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence

from bottleimp.client.errors import ConnectionRejected, ProtocolError
from bottleimp.client.server_api import ServerApi
from bottleimp.client.table_client import TableClient
from bottleimp.errors import IllegalAction, MatchError, RefusalReason
from bottleimp.game.actions import Action
from bottleimp.messages import N_
from bottleimp.protocol.messages import (
    ClaimRest,
    ReturnToPlace,
    SendChatMessage,
    ServerFrame,
    SetPace,
    UndoAction,
)
from bottleimp.protocol.refusals import Refused
from bottleimp.protocol.views import RoundView, View
from bottleimp.terminal.remote.remote_replay import fetch_round
from bottleimp.terminal.remote.remote_scene import RemoteView, is_displayable
from bottleimp.terminal.session.session import ReplayedRound, Scene

CONTRIBUTION_BYTES = 16
RULE_REASONS = {reason.value: reason for reason in RefusalReason}

CONNECTING = N_("The server has not answered yet.")
SEAT_LOST = N_(
    "You have no seat at this table any more: it is played from another device, or somebody else"
    " has it."
)


class RemoteSession:
    """A table at a server, from before it is joined until it is left.

    `on_change` is called whenever there is something new to show, and `on_frame` with each frame
    of the server.  The server words what it refuses in the language with the code `language`.
    """

    def __init__(
        self,
        server: str,
        table: str,
        token: str,
        on_change: Callable[[], None],
        language: str,
        on_frame: Callable[[ServerFrame], None] | None = None,
    ) -> None:
        self._server = server
        self._token = token
        self._language = language
        self._on_change = on_change
        self._on_frame = on_frame
        self._changed = asyncio.Event()
        self._scene: Scene | None = None
        self._contributed = ""
        self._tasks: set[asyncio.Future[object]] = set()
        self._client = self._connect(table)

    def _connect(self, table: str) -> TableClient:
        client = TableClient(
            self._server,
            table,
            self._token,
            on_change=self._update,
            on_frame=self._on_frame,
            language=self._language,
        )
        client.start()
        return client

    async def close(self) -> None:
        """Closes the connection; the seat is kept."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(self._client.close(), *self._tasks, return_exceptions=True)

    # --- what is shown ------------------------------------------------------------------

    @property
    def view(self) -> View | None:
        """The view as the server tells it; None before its first word."""
        return self._client.view

    @property
    def present_players(self) -> list[int]:
        """The players who are connected."""
        return self._client.present_players

    @property
    def now(self) -> int:
        """The time of the server, in ms since 1970."""
        return self._client.server_time_ms

    @property
    def is_connected(self) -> bool:
        """Whether the connection is open."""
        return self._client.is_connected

    @property
    def outage(self) -> str:
        """Why the server can save nothing now, in our language; empty if it can."""
        return self._client.outage

    @property
    def rejection(self) -> ConnectionRejected | ProtocolError | None:
        """Why the server does not let us in, for good."""
        return self._client.rejection

    @property
    def has_scene(self) -> bool:
        """Whether we have a seat and cards have been dealt."""
        return self._scene is not None

    @property
    def is_seat_lost(self) -> bool:
        """Whether we had a seat and cards here, and have the seat no longer."""
        return self.has_scene and self.view is not None and self.view.you is None

    @property
    def has_stand_in(self) -> bool:
        """Whether a computer player plays in our place."""
        view = self.view
        if view is None or view.you is None:
            return False
        return view.players[view.you].stand_in is not None

    @property
    def gives_hints(self) -> bool:
        """Whether the table gives hints: always, never, or to somebody who plays alone."""
        view = self.view
        if view is None:
            return False
        people = sum(who.kind == "human" for who in view.players)
        return view.table.hints == "always" or (view.table.hints == "alone" and people == 1)

    @property
    def scene(self) -> Scene:
        """How things stand now; only once we are in play."""
        assert self._scene is not None
        return self._scene

    async def scenes(self) -> AsyncIterator[Scene]:
        """The scene of now and every later one."""
        while True:
            self._changed.clear()
            yield self.scene
            await self._changed.wait()

    def _update(self) -> None:
        view = self.view
        if view is not None and view.table.status == "gathering":
            self._scene = None  # after a rematch it is of the table before
        if view is not None and view.you is not None and is_displayable(view.round):
            self._scene = RemoteView(view, self.present_players).scene
            self._changed.set()
        self._contribute()
        self._on_change()

    def _contribute(self) -> None:
        """Gives a value of our own for the deal to come, once for each."""
        view = self.view
        if view is None or view.you is None or self.has_stand_in:
            return
        promised = view.fair.next
        if promised is None or view.you in promised.given:
            return
        if self._contributed != promised.commitment:
            self._contributed = promised.commitment
            value = secrets.token_urlsafe(CONTRIBUTION_BYTES)
            self._send_aside(self._client.contribute_entropy(promised.round, value))

    def _send_aside(self, sending: Awaitable[object]) -> None:
        """Sends a command whose refusal nobody misses."""
        task = asyncio.ensure_future(sending)
        self._tasks.add(task)
        task.add_done_callback(self._forget)

    def _forget(self, task: "asyncio.Future[object]") -> None:
        self._tasks.discard(task)
        if not task.cancelled():
            task.exception()  # a contribution that comes too late is not missed

    # --- what the person does -----------------------------------------------------------

    @property
    def _known_view(self) -> View:
        """What the server tells; raises MatchError before its first word, as after a rematch."""
        if self.view is None:
            raise MatchError(CONNECTING)
        return self.view

    @property
    def _known_round(self) -> RoundView:
        shown = self._known_view.round
        if shown is None:
            raise MatchError(CONNECTING)
        return shown

    async def act(self, actions: Sequence[Action]) -> None:
        """Plays a card, or makes all secret choices that are owed in this stage."""
        try:
            await self._client.act([action.label for action in actions])
        except Refused as refusal:
            if refusal.code.value in RULE_REASONS:
                reason = RULE_REASONS[refusal.code.value]
                raise IllegalAction(str(refusal), reason) from refusal
            raise

    async def request_hint(self) -> tuple[str, tuple[Action, ...]]:
        """The player that the server asked, and what it would do in our place now."""
        answer = await self._client.request_hint()
        return answer.level, RemoteView(self._known_view).actions(answer.actions)

    async def claim_rest(self) -> None:
        """Has the rest of the round played; refused where it is not certain."""
        shown = self._known_round
        await self._client.send(ClaimRest, round=shown.number, step=shown.step)

    async def undo(self) -> None:
        """Takes back the last card or the choices of this stage; refused where that is late."""
        shown = self._known_round
        if shown.phase == "play":
            await self._client.send(UndoAction, round=shown.number, step=shown.step)
        else:
            await self._client.send(UndoAction, round=shown.number, stage=shown.stage)

    async def next_round(self) -> None:
        """Asks for the next round; it begins when the others have asked too, or after a while."""
        view = self._known_view
        if view.match.over or view.round is None or view.round.result is None:
            raise MatchError(N_("There is no next round now."))
        if view.you not in view.match.ready:
            await self._client.request_next_round()

    async def rematch(self) -> None:
        """Goes to another table with the same people, which may wait for its host to begin.

        It waits where short clocks would run for others who still read the score.
        """
        view = self._known_view
        if not view.match.over:
            raise MatchError("The match is not over.")
        others = [player for place, player in enumerate(view.players) if place != view.you]
        are_others_people = any(player.kind == "human" for player in others)
        is_clock_short = view.table.clock.kind in ("move", "bank")
        answer = await self._client.request_rematch(gathers=is_clock_short and are_others_people)
        assert answer.table is not None  # the answer to this command names the new table
        await self._client.close()
        self._client = self._connect(answer.table)

    async def replay(self, number: int) -> ReplayedRound:
        """The finished round of this number, as the server tells it."""
        view = self._known_view
        if view.you is None:
            raise MatchError(SEAT_LOST)
        api = ServerApi(self._server, self._token, language=self._language)
        return await fetch_round(api, view.table.id, number, view.you)

    async def join(self, name: str, player: int | None = None) -> None:
        """Takes a place, the first that can be taken unless one is named; or another name."""
        await self._client.join(name, player)

    async def move_to(self, player: int) -> None:
        """Goes to a place that no person holds, before the match."""
        view = self.view
        if view is not None and view.you is not None:
            await self._client.swap_places(view.you, player)

    async def say(self, phrase: str | None, text: str | None = None) -> None:
        """Says a set phrase to the others, or something in free words."""
        await self._client.send(SendChatMessage, phrase=phrase, text=text)

    async def start_match(self) -> None:
        """Waits for nobody else."""
        await self._client.start_match()

    async def take_back(self) -> None:
        """Takes the seat back from the computer player that plays there."""
        await self._client.send(ReturnToPlace)

    async def set_pace(self, ms: int) -> None:
        """So many ms between automatic plays."""
        await self._client.send(SetPace, ms=ms)

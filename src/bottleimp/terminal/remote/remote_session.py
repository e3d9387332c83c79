"""A match at a server: the same session as one in this process, at the end of a line."""

import asyncio
import secrets
import time
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from typing import Any

from bottleimp.errors import IllegalAction, MatchError, RefusalReason
from bottleimp.game.actions import Action
from bottleimp.game.round import Phase
from bottleimp.terminal.remote.connection import TableConnection
from bottleimp.terminal.remote.invitation import Invitation
from bottleimp.terminal.remote.remote_scene import RemoteView
from bottleimp.terminal.session.session import RequestRefused, Scene

CONTRIBUTION_BYTES = 16
RULE_REASONS = {reason.value: reason for reason in RefusalReason}

# Views are JSON; the protocol says what they hold.
Json = dict[str, Any]


class RemoteSession:
    """A table at a server, from before it is joined until it is left.

    `on_news` is called whenever there is something new to show.
    """

    def __init__(
        self, invitation: Invitation, table: str, token: str, on_news: Callable[[], None]
    ) -> None:
        self._invitation = invitation
        self._token = token
        self._on_news = on_news
        self._changed = asyncio.Event()
        self._scene: Scene | None = None
        self._contributed = ""
        self._tasks: set[asyncio.Task[object]] = set()
        self._line = self._line_to(table)
        self._following = asyncio.create_task(self._line.run())

    def _line_to(self, table: str) -> TableConnection:
        return TableConnection(self._invitation.socket_address(table), self._token, self._news)

    async def close(self) -> None:
        """Hangs up; the seat is kept."""
        tasks = [self._following, *self._tasks]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    # --- what is shown ------------------------------------------------------------------

    @property
    def view(self) -> Json:
        """The view as the server tells it; empty before its first word."""
        return self._line.view

    @property
    def present_players(self) -> list[int]:
        """The players who are connected."""
        return self._line.present_players

    @property
    def now(self) -> int:
        """The time of the server, in ms since 1970."""
        return time.time_ns() // 1_000_000 + self._line.clock_offset_ms

    @property
    def is_connected(self) -> bool:
        """Whether the line is open."""
        return self._line.is_connected

    @property
    def refusal(self) -> str | None:
        """Why the server does not let us in, for good."""
        return self._line.refusal

    @property
    def has_scene(self) -> bool:
        """Whether we have a seat and cards have been dealt."""
        return self._scene is not None

    @property
    def has_stand_in(self) -> bool:
        """Whether a computer player plays in our place."""
        you = self.view.get("you")
        return you is not None and self.view["players"][you]["stand_in"] is not None

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

    def _news(self) -> None:
        view = self._line.view
        if view and view["you"] is not None and is_displayable(view["round"]):
            self._scene = RemoteView(view).scene
            self._changed.set()
        self._contribute()
        self._on_news()

    def _contribute(self) -> None:
        """Gives a value of our own for the deal to come, once for each."""
        promised = self.view["fair"]["next"] if self.view else None
        you = self.view.get("you")
        if promised is None or you is None or you in promised["given"] or self.has_stand_in:
            return
        if self._contributed != promised["commitment"]:
            self._contributed = promised["commitment"]
            value = secrets.token_urlsafe(CONTRIBUTION_BYTES)
            self._by_the_way(self._line.send_command("seed", round=promised["round"], value=value))

    def _by_the_way(self, doing: Coroutine[Any, Any, object]) -> None:  # Any: sends nothing
        task = asyncio.ensure_future(doing)
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: "asyncio.Task[object]") -> None:
        self._tasks.discard(task)
        if not task.cancelled():
            task.exception()  # a contribution that comes too late is not missed

    # --- what the person does -----------------------------------------------------------

    async def act(self, actions: Sequence[Action]) -> None:
        """Plays a card, or makes all secret choices that are owed in this stage."""
        shown, labels = self.view["round"], [action.label for action in actions]
        try:
            if self.scene.observation.phase in (Phase.EXCHANGE, Phase.CHOICE):
                numbers = {"round": shown["number"], "stage": shown["stage"]}
                await self._line.send_command("commit", **numbers, actions=labels)
            else:
                numbers = {"round": shown["number"], "step": shown["step"]}
                await self._line.send_command("play", **numbers, card=labels[0])
        except RequestRefused as refusal:
            if refusal.code in RULE_REASONS:
                raise IllegalAction(str(refusal), RULE_REASONS[refusal.code]) from refusal
            raise

    async def request_hint(self) -> tuple[str, tuple[Action, ...]]:
        """The player that the server asked, and what it would do in our place now."""
        shown = self.view["round"]
        in_play = self.scene.observation.phase is Phase.PLAY
        what = {"step": shown["step"]} if in_play else {"stage": shown["stage"]}
        answer = await self._line.send_command("hint", round=shown["number"], **what)
        return answer["level"], RemoteView(self.view).actions(answer["actions"])

    async def next_round(self) -> None:
        """Asks for the next round; it begins when the others have asked too, or after a while."""
        match = self.view["match"]
        if match["over"] or self.view["round"]["result"] is None:
            raise MatchError("There is no next round now.")
        if self.view["you"] not in match["ready"]:
            await self._line.send_command("next", round=match["round"])

    async def rematch(self) -> None:
        """Goes to another table with the same people."""
        if not self.view["match"]["over"]:
            raise MatchError("The match is not over.")
        answer = await self._line.send_command("rematch")
        self._following.cancel()
        await asyncio.gather(self._following, return_exceptions=True)
        self._line = self._line_to(answer["table"])
        self._following = asyncio.create_task(self._line.run())

    async def join(self, name: str, player: int | None = None) -> None:
        """Takes a place, the first that can be taken unless one is named; or another name."""
        await self._line.send_command("join", name=name, player=player)

    async def say(self, phrase: str | None, text: str | None = None) -> None:
        """Says a set phrase to the others, or something in free words."""
        await self._line.send_command("say", phrase=phrase, text=text)

    async def begin(self) -> None:
        """Waits for nobody else."""
        await self._line.send_command("begin")

    async def take_back(self) -> None:
        """Takes the seat back from the computer player that plays there."""
        await self._line.send_command("return")

    async def set_pace(self, ms: int) -> None:
        """So many ms between automatic plays."""
        await self._line.send_command("pace", ms=ms)


def is_displayable(shown: Json | None) -> bool:
    """Whether a round is dealt, and scored if it is over."""
    return shown is not None and (shown["phase"] != "over" or shown["result"] is not None)

"""A visitor's own matches on the front page: to go on with, to discard, or to look back at.

unfinished [{id, url, title, round, rounds, score, is_alone, changed, ago}]
finished   [{url, title, result, score, changed, ago}]
"""

import secrets
import time
from dataclasses import dataclass
from datetime import UTC, datetime

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from bottleimp.protocol.messages import Leave
from bottleimp.protocol.refusals import Code, Refused, StorageError
from bottleimp.rules.editions import edition_from_text
from bottleimp.rules.seating import rounds_planned
from bottleimp.server.access import guests as identity
from bottleimp.server.pages.forms import form_fields
from bottleimp.server.state.events import Participant
from bottleimp.server.state.storage_interface import Guest, Listed, Storage
from bottleimp.server.state.table_state import TableState
from bottleimp.server.tables.registry import TableService
from bottleimp.server.tables.replay import folded
from bottleimp.server.tables.table_lists import ago
from bottleimp.server.text.i18n import Language
from bottleimp.server.text.words import edition_title, player_names, with_minus_signs

MOST_UNFINISHED, MOST_FINISHED = 20, 5
MOST_KEPT = 2000  # standings of matches that are not in memory
COMMAND_BYTES = 8
# Refusals of a place that has been given up already.
NOTHING_LEFT = frozenset({Code.NOT_ALLOWED, Code.TABLE_CLOSED, Code.MATCH_OVER})
MS = 1000


@dataclass(frozen=True)
class Standing:
    """What everybody at a table has after the rounds that are over, and who has won."""

    participants: tuple[Participant, ...]
    guests: dict[int, str]  # by place
    totals: tuple[int, ...]  # of the players; empty before a round is over
    winners: tuple[int, ...]

    @classmethod
    def of(cls, state: TableState) -> "Standing":
        """The standing of a table."""
        match, players = state.match, state.edition.players
        totals = match.totals[:players] if match.results else ()
        return cls(state.participants, state.people.guests, totals, match.winners)

    def place_of(self, guest: str) -> int | None:
        """The place that the guest holds."""
        return next((place for place, held in self.guests.items() if held == guest), None)


class OwnMatches:
    """What the front page says of a visitor's matches, and the form that discards one."""

    def __init__(self, service: TableService, store: Storage) -> None:
        self._service = service
        self._store = store
        self._kept: dict[tuple[str, int], Standing] = {}

    async def context(self, guest: Guest | None, language: Language) -> dict[str, object]:
        """What the template of the front page is given."""
        if guest is None:
            return {"unfinished": [], "finished": []}
        running = await self._service.unfinished(guest.id, MOST_UNFINISHED)
        over = await self._store.read(lambda store: store.finished(guest.id, MOST_FINISHED))
        return {
            "unfinished": [
                unfinished(each, await self._standing(each), guest, language) for each in running
            ],
            "finished": [
                finished(each, standing, guest, language)
                for each in over
                if (standing := await self._standing(each)) is not None
            ],
        }

    async def _standing(self, listed: Listed) -> Standing | None:
        """How the match stands; None where its log is damaged."""
        state = self._service.state_in_memory(listed.id)
        if state is not None:
            return Standing.of(state)
        key = listed.id, listed.changed_at
        if key not in self._kept:
            try:
                stored = await self._store.read(lambda store: store.game(listed.id))
                state = None if stored is None else folded(stored).moments[-1].state
            except StorageError:
                return None
            if state is None:
                return None
            if len(self._kept) >= MOST_KEPT:
                del self._kept[next(iter(self._kept))]
            self._kept[key] = Standing.of(state)
        return self._kept[key]

    async def discard(self, request: Request) -> Response:
        """Gives the visitor's place up, which ends a match that nobody else plays."""
        await form_fields(request)
        table = await self._service.table(request.path_params["table"])
        guest = await identity.known_guest(request, self._store)
        if table is None or guest is None:
            raise HTTPException(404)
        try:
            await table.do(guest, Leave("do", secrets.token_hex(COMMAND_BYTES)))
        except Refused as refusal:
            if refusal.code not in NOTHING_LEFT:
                raise HTTPException(503) from refusal
        return RedirectResponse("/", 303)


def unfinished(
    listed: Listed, standing: Standing | None, guest: Guest, language: Language
) -> dict[str, object]:
    """A match in the list of unfinished ones."""
    played = edition_from_text(listed.edition)
    return {
        "id": listed.id,
        "round": listed.round,
        "rounds": rounds_planned(played.length, played.players),
        "is_alone": standing is not None and len(standing.guests) == 1,
        **said_of_all(listed, standing, guest, language),
    }


def finished(
    listed: Listed, standing: Standing, guest: Guest, language: Language
) -> dict[str, object]:
    """A match in the list of finished ones."""
    return {
        "result": result(standing, guest, language),
        **said_of_all(listed, standing, guest, language),
    }


def said_of_all(
    listed: Listed, standing: Standing | None, guest: Guest, language: Language
) -> dict[str, object]:
    """What is said of matches in both lists."""
    return {
        "url": f"/tables/{listed.id}",
        "title": edition_title(edition_from_text(listed.edition), language),
        "score": "" if standing is None else score(standing, guest, language),
        "changed": datetime.fromtimestamp(listed.changed_at / MS, UTC).isoformat(),
        "ago": ago(time.time() - listed.changed_at / MS, language),
    }


def names_for(standing: Standing, guest: Guest, language: Language) -> list[str]:
    """What everybody is called, `You` for the visitor."""
    names = list(player_names(standing.participants, language, None))
    you = standing.place_of(guest.id)
    if you is not None:
        names[you] = language.gettext("You")
    return names


def score(standing: Standing, guest: Guest, language: Language) -> str:
    """What everybody has, the visitor first and then clockwise; empty before a round is over."""
    names = names_for(standing, guest, language)
    players = len(standing.totals)
    first = standing.place_of(guest.id) or 0
    order = [(first + player) % players for player in range(players)]
    # No line ends between a name and its points.
    return ", ".join(f"{names[p]}\u00a0{with_minus_signs(str(standing.totals[p]))}" for p in order)


def result(standing: Standing, guest: Guest, language: Language) -> str:
    """Who has won."""
    _ = language.gettext
    you = standing.place_of(guest.id)
    if standing.winners == (you,):
        return _("You won")
    if you in standing.winners:
        return _("You shared the win")
    names = names_for(standing, guest, language)
    winners = [names[player] for player in standing.winners]
    return _("{names} won").format(names=", ".join(winners))

"""A visitor's own matches: to go on with, to discard, or to look back at, and how they went.

unfinished [{id, url, title, round, rounds, score, is_alone, changed, ago}]
finished   [{url, title, result, score, changed, ago}]
tallies    those of `own_results`
"""

import secrets
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from bottleimp.game.sides import is_lasting_side
from bottleimp.languages.language import Language
from bottleimp.protocol.messages import LeaveTable
from bottleimp.protocol.refusals import RefusalCode, Refused, StorageError
from bottleimp.rules.seating import rounds_planned
from bottleimp.server.access import guests as identity
from bottleimp.server.access.requested_table import find_requested_table
from bottleimp.server.pages.forms import form_fields
from bottleimp.server.pages.own_results import (
    CountedRound,
    OwnMatch,
    counted_rounds,
    tally_entries,
)
from bottleimp.server.settings.clock import MS_PER_SECOND
from bottleimp.server.state.deals import cached_edition, known_edition
from bottleimp.server.state.events import Participant
from bottleimp.server.state.storage_interface import (
    GameSummary,
    Guest,
    ListedTable,
    Storage,
    StoredGame,
)
from bottleimp.server.state.table_state import TableState
from bottleimp.server.tables.registry import TableRegistry
from bottleimp.server.tables.replay import replay_log
from bottleimp.server.tables.table_lists import elapsed_text, title_in_list
from bottleimp.server.text.words import with_minus_signs
from bottleimp.server.views.player_names import player_names

MAX_UNFINISHED, MAX_FINISHED = 20, 5
MAX_COUNTED = 100  # matches of each kind on the page of all matches
MAX_CACHED = 2000  # standings of matches that are not in memory
COMMAND_BYTES = 8
# Refusals of a place that has been given up already.
ALREADY_LEFT = frozenset(
    {RefusalCode.NOT_ALLOWED, RefusalCode.TABLE_CLOSED, RefusalCode.MATCH_OVER}
)


@dataclass(frozen=True)
class MatchStanding:
    """What everybody at a table has after the rounds that are over, and who has won."""

    participants: tuple[Participant, ...]
    guests: dict[int, str]  # by place
    totals: tuple[int, ...]  # of the players; empty before a round is over
    winners: tuple[int, ...]
    rounds: tuple[CountedRound, ...]
    rounds_before: dict[int, int]  # by place: those before its holder came there first
    wins_together: bool = False  # whether the winners are partners in every round

    @classmethod
    def of(cls, state: TableState) -> "MatchStanding":
        """The standing of a table."""
        match, players = state.match, state.edition.players
        totals = match.totals[:players] if match.results else ()
        return cls(
            state.participants,
            state.seating.guests,
            totals,
            match.winners,
            counted_rounds(state),
            {place: rounds for place, _, rounds in state.arrivals},
            is_lasting_side(state.edition, match.winners),
        )

    def people(self, language: Language) -> list[str]:
        """What the people at the table are called there, for somebody who is not one of them."""
        names = player_names(self.participants, language, None)
        return [names[place] for place in sorted(self.guests)]

    def rounds_of(self, player: int) -> tuple[CountedRound, ...]:
        """The rounds since whoever holds the place came there and nobody else between."""
        return self.rounds[self.rounds_before.get(player, 0) :]

    def place_of(self, guest: str) -> int | None:
        """The place that the guest holds."""
        return next((place for place, held in self.guests.items() if held == guest), None)


class OwnMatches:
    """What pages say of a visitor's matches, and the form that discards one."""

    def __init__(self, registry: TableRegistry, store: Storage) -> None:
        self._registry = registry
        self._store = store
        self._cache: dict[tuple[str, int, int], MatchStanding] = {}

    async def context(self, guest: Guest | None, language: Language) -> dict[str, object]:
        """What the template of the front page is given."""
        if guest is None:
            return {"unfinished": [], "finished": []}
        now = self._registry.clock.time_ms()
        running = await self._registry.unfinished_games(guest.id, MAX_UNFINISHED)
        return {
            "unfinished": [
                unfinished_entry(each, await self.standing(each, guest.id), guest, language, now)
                for each in running
            ],
            "finished": [
                finished_entry(each, standing, guest, language, now)
                for each, standing in await self._finished(guest, MAX_FINISHED)
            ],
        }

    async def all_matches(self, guest: Guest | None, language: Language) -> dict[str, object]:
        """What the template of the page with all matches is given."""
        if guest is None:
            return {"finished": [], "tallies": [], "most": 0}
        now = self._registry.clock.time_ms()
        over = await self._finished(guest, MAX_COUNTED)
        unfinished = await self._registry.unfinished_games(guest.id, MAX_COUNTED)
        running = await self._readable(unfinished, guest)
        counted = [
            OwnMatch(
                cached_edition(each.edition), player, standing.rounds_of(player), standing.winners
            )
            for each, standing in (*running, *over)
            if (player := standing.place_of(guest.id)) is not None
        ]
        return {
            "finished": [
                finished_entry(each, standing, guest, language, now) for each, standing in over
            ],
            "tallies": tally_entries(counted, language),
            "most": MAX_COUNTED if MAX_COUNTED in (len(over), len(running)) else 0,
        }

    async def _finished(self, guest: Guest, limit: int) -> list[tuple[GameSummary, MatchStanding]]:
        """The visitor's latest finished matches whose logs can be read."""
        return await self._readable(
            await self._store.read(lambda store: store.finished_games(guest.id, limit)), guest
        )

    async def _readable(
        self, listed: Sequence[GameSummary], guest: Guest
    ) -> list[tuple[GameSummary, MatchStanding]]:
        """Those of the matches whose logs can be read, and how they stand."""
        return [
            (each, standing)
            for each in listed
            if (standing := await self.standing(each, guest.id)) is not None
        ]

    async def standing(
        self, listed: GameSummary | ListedTable, visitor: str = ""
    ) -> MatchStanding | None:
        """How the match stands; None where its log cannot be read.

        `visitor` is who asks for it; empty for a list that everybody is shown.
        """
        opened = self._registry.find_open(listed.id)
        if opened is not None:
            return MatchStanding.of(opened.state)
        key = listed.id, listed.changed_at, self._registry.reloads
        if key not in self._cache:
            try:
                stored = await self._store.read(lambda store: store.game(listed.id))
                if stored is None:
                    return None
                # Not while others wait: a long match takes a moment.
                standing = await self._registry.threads.run(visitor, standing_of, stored)
            except StorageError:
                return None
            if len(self._cache) >= MAX_CACHED:
                del self._cache[next(iter(self._cache))]
            self._cache[key] = standing
        return self._cache[key]

    async def discard(self, request: Request) -> Response:
        """Gives the visitor's place up, which ends a match that nobody else plays."""
        await form_fields(request)
        table = await find_requested_table(self._registry, request)
        guest = await identity.known_guest(request, self._store)
        if table is None or guest is None:
            raise HTTPException(404)
        try:
            await table.execute(guest, LeaveTable("do", secrets.token_hex(COMMAND_BYTES)))
        except Refused as refusal:
            if refusal.code not in ALREADY_LEFT:
                raise HTTPException(503) from refusal
        return RedirectResponse("/", 303)


def standing_of(stored: StoredGame) -> MatchStanding:
    """How a stored match stands; raises DamagedLog."""
    return MatchStanding.of(replay_log(stored).entries[-1].state)


def unfinished_entry(
    listed: GameSummary, standing: MatchStanding | None, guest: Guest, language: Language, now: int
) -> dict[str, object]:
    """A match in the list of unfinished ones."""
    played = known_edition(listed.edition)
    return {
        "id": listed.id,
        "round": listed.round,
        "rounds": 0 if played is None else rounds_planned(played.length, played.players),
        "is_alone": standing is not None and len(standing.guests) == 1,
        **common_entry(listed, standing, guest, language, now),
    }


def finished_entry(
    listed: GameSummary, standing: MatchStanding, guest: Guest, language: Language, now: int
) -> dict[str, object]:
    """A match in the list of finished ones."""
    return {
        "result": result_text(standing, guest, language),
        **common_entry(listed, standing, guest, language, now),
    }


def common_entry(
    listed: GameSummary, standing: MatchStanding | None, guest: Guest, language: Language, now: int
) -> dict[str, object]:
    """What is said of matches in both lists."""
    return {
        "url": f"/tables/{listed.id}",
        "title": title_in_list(listed.edition, language),
        "score": "" if standing is None else score_text(standing, guest, language),
        "changed": datetime.fromtimestamp(listed.changed_at / MS_PER_SECOND, UTC).isoformat(),
        "ago": elapsed_text((now - listed.changed_at) / MS_PER_SECOND, language),
    }


def isolated(name: str) -> str:
    """The name in marks that keep its letters from turning what stands beside it."""
    return f"\u2068{name}\u2069" if any(is_turning(sign) for sign in name) else name


def is_turning(sign: str) -> bool:
    """Whether the sign belongs to a script that is written from right to left."""
    return unicodedata.bidirectional(sign) in ("R", "AL")


def names_for(standing: MatchStanding, guest: Guest, language: Language) -> list[str]:
    """What everybody is called, `You` for the visitor."""
    names = [isolated(name) for name in player_names(standing.participants, language, None)]
    you = standing.place_of(guest.id)
    if you is not None:
        names[you] = language.gettext("You")
    return names


def score_text(standing: MatchStanding, guest: Guest, language: Language) -> str:
    """What everybody has, the visitor first and then clockwise; empty before a round is over."""
    names = names_for(standing, guest, language)
    players = len(standing.totals)
    first = standing.place_of(guest.id) or 0
    order = [(first + player) % players for player in range(players)]
    # No line ends between a name and its points.
    return ", ".join(f"{names[p]}\u00a0{with_minus_signs(str(standing.totals[p]))}" for p in order)


def result_text(standing: MatchStanding, guest: Guest, language: Language) -> str:
    """Who has won."""
    _ = language.gettext
    you = standing.place_of(guest.id)
    if standing.winners == (you,) or (you in standing.winners and standing.wins_together):
        return _("You won")
    if you in standing.winners:
        return _("You shared the win")
    names = names_for(standing, guest, language)
    winners = [names[player] for player in standing.winners]
    return _("{names} won").format(names=", ".join(winners))

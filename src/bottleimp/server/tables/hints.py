"""Hints: what a strong player would do in somebody's place, told to that person alone.

The player is asked in a process of its own with the person's own observation and nothing else.
A hint is no event: nothing about it is written down or shown to others.
"""

import logging
from collections.abc import Awaitable, Sequence

from bottleimp.game.actions import Action
from bottleimp.game.round import Phase
from bottleimp.knowledge.hint_reasons import shown_hint_reason
from bottleimp.knowledge.hint_words import reason_words
from bottleimp.knowledge.observation import Observation, observe
from bottleimp.players.default_players import advisers
from bottleimp.protocol.messages import Advice, Hint
from bottleimp.protocol.refusals import Code, Refused
from bottleimp.server.access.rate_limits import Buckets
from bottleimp.server.engines.pool import WorkerPool
from bottleimp.server.engines.process import PlayerFailed
from bottleimp.server.state.table_state import TableState, require_round
from bottleimp.server.tables.choice_requests import choices_of
from bottleimp.server.tables.table import Table
from bottleimp.server.text.i18n import Language
from bottleimp.server.text.words import player_names, with_halves

log = logging.getLogger(__name__)

THINKING = 2.0  # seconds for each choice
MOST_AT_ONCE, A_SECOND = 6, 0.5  # hints for one guest at one table


class Hints:
    """Gives hints at the tables of one server."""

    def __init__(self, pool: WorkerPool) -> None:
        self._pool = pool
        self._buckets = Buckets(MOST_AT_ONCE, A_SECOND)
        self._running: set[tuple[str, str]] = set()

    def prepare(self, state: TableState) -> None:
        """Has compiled what a first hint at the table will need."""
        if state.people.has_hints and not state.is_ended and not state.is_closed:
            # The quickest first, so that somebody can answer while the strongest is compiled.
            self._pool.prepare(reversed(advisers()), state.edition)

    async def advice(self, table: Table, guest: str, command: Hint, language: Language) -> Advice:
        """The hint for the guest, with its reason in the language; raises Refused."""
        state = table.state
        player = hinted(state, guest, command)
        key = table.id, guest
        if key in self._running:
            raise Refused(Code.TOO_FAST)
        self._buckets.take(key)
        if self._pool.is_busy:
            raise Refused(Code.BUSY)
        self._running.add(key)
        try:
            level, actions = await advised(self._pool, state, player, table.seed_for(player), guest)
        finally:
            self._running.discard(key)
        labels = [action.label for action in actions]
        reason = reason_text(state, player, actions, language)
        return Advice(command.id, command.round, command.stage, command.step, labels, level, reason)


async def advised(
    pool: WorkerPool, state: TableState, player: int, seed: int, guest: str = ""
) -> tuple[str, list[Action]]:
    """Who was asked, and what that player would do; raises Refused where nobody can say."""
    for level in advisers():

        def chosen(observation: Observation, level: str = level) -> Awaitable[Action]:
            return pool.advice(level, seed, observation, THINKING, guest)

        try:
            return level, await choices_of(state, state.seating.seat_of(player), chosen)
        except PlayerFailed as problem:
            log.warning("no hint", extra={"level": level, "reason": str(problem)})
    raise Refused(Code.BUSY)


def reason_text(
    state: TableState, player: int, actions: Sequence[Action], language: Language
) -> str:
    """One reason for the actions in a sentence, from what the player may know.

    Empty where the table may show none.
    """
    names = player_names(state.participants, language, player)
    by_seat = [names[who] for who in map(state.seating.player_at, range(state.edition.seats))]
    seen = observe(state.playing, state.seating.seat_of(player))
    reason = shown_hint_reason(seen, actions)
    return "" if reason is None else with_halves(reason_words(reason, by_seat, language.catalogue))


def hinted(state: TableState, guest: str, command: Hint) -> int:
    """The player who asks for a hint and may have one now; raises Refused."""
    if state.is_closed:
        raise Refused(Code.TABLE_CLOSED)
    player = state.people.player_of(guest)
    if player is None:
        raise Refused(Code.NOT_ALLOWED)
    if state.people.is_played_for(player):
        raise Refused(Code.PLAYED_FOR)
    if not state.people.has_hints:
        raise Refused(Code.NO_HINTS)
    playing = require_round(state, command.round)
    if playing.is_over:
        raise Refused(Code.ROUND_OVER)
    is_play = playing.phase is Phase.PLAY
    now = (None, playing.step) if is_play else (playing.stage, None)
    if (command.stage, command.step) != now:
        raise Refused(Code.STALE)
    if player not in state.asked:
        raise Refused(Code.NOT_YOUR_TURN if is_play else Code.ALREADY_COMMITTED)
    return player

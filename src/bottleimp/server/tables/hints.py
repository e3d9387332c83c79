"""Hints: what a strong player would do in somebody's place, told to that person alone.

A hint is no event: nothing about it is written down or shown to others.
"""

from collections.abc import Sequence

from bottleimp.game.actions import Action
from bottleimp.game.round import Phase
from bottleimp.knowledge.choice_facts import ChoiceFacts, visible_choice_facts
from bottleimp.knowledge.choice_words import choice_notes, choice_text
from bottleimp.knowledge.hint_reasons import visible_hint_reason
from bottleimp.knowledge.hint_words import hint_reason_text
from bottleimp.knowledge.observation import Observation, observe
from bottleimp.languages.language import Language
from bottleimp.protocol.hint_messages import HintReply, HintRow
from bottleimp.protocol.messages import RequestHint
from bottleimp.protocol.refusals import RefusalCode, Refused
from bottleimp.server.engines.pool import WorkerPool
from bottleimp.server.settings.clock import SYSTEM_CLOCK, Clock
from bottleimp.server.state.decisions import require_round
from bottleimp.server.state.table_state import TableState
from bottleimp.server.tables.advisers import Advisers
from bottleimp.server.tables.table import Table
from bottleimp.server.views.player_names import player_names

HINT_BURST, HINTS_PER_SECOND = 6, 0.5  # hints for one guest


class HintService:
    """Gives hints at the tables of one server."""

    def __init__(self, pool: WorkerPool, clock: Clock = SYSTEM_CLOCK) -> None:
        self._advisers = Advisers(pool, HINT_BURST, HINTS_PER_SECOND, clock)

    def warm_up(self, state: TableState) -> None:
        """Has the code compiled that the first hint at the table needs."""
        if state.seating.has_hints and not state.is_ended and not state.is_closed:
            self._advisers.warm_up(state.edition)

    async def give_hint(
        self, table: Table, guest: str, visitor: str, command: RequestHint, language: Language
    ) -> HintReply:
        """The hint for the guest, with its reason in the language; raises Refused.

        `visitor` is the guest's network, or the guest where networks are not counted; the pool
        serves visitors in turn.
        """
        state = table.state
        player = require_hint_allowed(state, guest, command)
        level, actions = await self._advisers.answer(
            guest, state, player, table.seed_for(player), visitor
        )
        return hint_reply(state, player, command, level, actions, language)


def hint_reply(
    state: TableState,
    player: int,
    command: RequestHint,
    level: str,
    actions: Sequence[Action],
    language: Language,
) -> HintReply:
    """The hint with all that explains it, from what the player may know."""
    return HintReply(
        command.id,
        command.round,
        command.stage,
        command.step,
        [action.label for action in actions],
        level,
        reason_text(state, player, actions, language),
        *choice_explanations(state, player, language),
    )


def choice_explanations(
    state: TableState, player: int, language: Language
) -> tuple[list[HintRow], list[str]]:
    """What each choice of the player wins or risks, and what goes for all of them."""
    seen = observe(state.current_round, state.round_start_match.seat_of(player))
    return (
        [hint_row(facts, seen, language) for facts in visible_choice_facts(seen)],
        list(choice_notes(seen, language.catalogue)),
    )


def hint_row(facts: ChoiceFacts, seen: Observation, language: Language) -> HintRow:
    """One row of a hint."""
    return HintRow(
        facts.action.label,
        None if facts.takes is None else facts.takes.value,
        facts.action.label if facts.buys else None,
        facts.points,
        facts.under,
        facts.higher,
        facts.lower,
        choice_text(facts, seen, language.catalogue),
    )


def reason_text(
    state: TableState, player: int, actions: Sequence[Action], language: Language
) -> str:
    """One reason for the actions in a sentence, from what the player may know.

    Empty where the table may show none.
    """
    names = player_names(state.participants, language, player)
    by_seat = [
        names[who] for who in map(state.round_start_match.player_at, range(state.edition.seats))
    ]
    seen = observe(state.current_round, state.round_start_match.seat_of(player))
    reason = visible_hint_reason(seen, actions)
    return "" if reason is None else hint_reason_text(reason, by_seat, language.catalogue)


def require_hint_allowed(state: TableState, guest: str, command: RequestHint) -> int:
    """The player who asks for a hint and may have one now; raises Refused."""
    if state.is_closed:
        raise Refused(RefusalCode.TABLE_CLOSED)
    player = state.seating.player_of(guest)
    if player is None:
        raise Refused(RefusalCode.NOT_ALLOWED)
    if state.seating.is_played_for(player):
        raise Refused(RefusalCode.PLAYED_FOR)
    if not state.seating.has_hints:
        raise Refused(RefusalCode.NO_HINTS)
    playing = require_round(state, command.round)
    if playing.is_over:
        raise Refused(RefusalCode.ROUND_OVER)
    is_play = playing.phase is Phase.PLAY
    now = (None, playing.play_count) if is_play else (playing.stage, None)
    if (command.stage, command.step) != now:
        raise Refused(RefusalCode.STALE)
    if player not in state.players_to_act:
        raise Refused(RefusalCode.NOT_YOUR_TURN if is_play else RefusalCode.ALREADY_COMMITTED)
    return player

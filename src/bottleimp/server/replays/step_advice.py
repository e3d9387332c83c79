"""Advice on finished rounds and their variations: what a strong player would do there.

The player is asked with the observation of that moment and nothing else, as for a hint.
"""

from collections import OrderedDict
from collections.abc import Sequence

from bottleimp.game.actions import Action
from bottleimp.knowledge.observation import observe
from bottleimp.knowledge.settled_choices import settled_reason
from bottleimp.languages.language import Language
from bottleimp.players.default_players import hint_players
from bottleimp.protocol.http_bodies import StepAdvice
from bottleimp.rules.edition import Edition
from bottleimp.server.engines.pool import WorkerPool
from bottleimp.server.replays.round_replay import FinishedRound, SeededMatch
from bottleimp.server.replays.variation import Variation
from bottleimp.server.settings.clock import SYSTEM_CLOCK, Clock
from bottleimp.server.state.table_state import TableState
from bottleimp.server.tables.advisers import Advisers, LevelAndActions
from bottleimp.server.tables.hints import choice_explanations, reason_text
from bottleimp.server.views.projection import project_table

# For one visitor: all choices of a round at once, and then as many as a server can bear.
ADVICE_BURST, ADVICE_PER_SECOND = 40, 0.5
MAX_CACHED = 4096  # choices

# Match, round, step, player, and what the player has done since in a variation.
StepKey = tuple[str, int, int, int, tuple[str, ...]]


def is_stand_in(level: str) -> bool:
    """Whether this level answers only since the strongest could not."""
    return level != hint_players()[0]


def pass_targets(state: TableState, player: int, language: Language) -> list[str]:
    """Where the cards go that the player passes in the running stage, in words."""
    shown = project_table(state, player, language).round
    return [] if shown is None else [ask.text for ask in shown.asks]


class AdviceService:
    """Gives advice on finished rounds, of one server's tables and of files."""

    def __init__(self, pool: WorkerPool, clock: Clock = SYSTEM_CLOCK) -> None:
        self._advisers = Advisers(pool, ADVICE_BURST, ADVICE_PER_SECOND, clock)
        self._cache: OrderedDict[StepKey, LevelAndActions] = OrderedDict()

    def warm_up(self, edition: Edition) -> None:
        """Has the code compiled that the first advice in the edition needs."""
        self._advisers.warm_up(edition)

    async def give_advice(
        self, match: SeededMatch, finished: FinishedRound, step: int, player: int, visitor: str,
        language: Language,
    ) -> StepAdvice:  # fmt: skip
        """The advice on what the player chose in a step, counted from 1; raises Refused.

        `visitor` is who asks; each is answered one question after another.
        """
        state, chosen = finished.choices(step, player)
        key = match.id, finished.number, step, player, ()
        return await self._advise(key, match, state, chosen, visitor, language)

    async def give_advice_in_variation(
        self, match: SeededMatch, variation: Variation, labels: Sequence[str], state: TableState,
        visitor: str, language: Language,
    ) -> StepAdvice:  # fmt: skip
        """The advice where these actions have led to this state; raises Refused."""
        number, step, player = variation.finished.number, variation.step, variation.player
        key = match.id, number, step, player, tuple(labels)
        return await self._advise(key, match, state, (), visitor, language)

    async def _advise(
        self, key: StepKey, match: SeededMatch, state: TableState, chosen: Sequence[Action],
        visitor: str, language: Language,
    ) -> StepAdvice:  # fmt: skip
        player = key[3]
        seat = state.round_start_match.seat_of(player)
        level, actions = await self._answer(key, match, state, visitor)
        rows, notes = choice_explanations(state, player, language)
        return StepAdvice(
            [action.label for action in chosen],
            [action.label for action in actions],
            pass_targets(state, player, language),
            level,
            is_stand_in(level),
            reason_text(state, player, actions, language),
            rows,
            notes,
            settled_reason(observe(state.current_round, seat), actions) is not None,
        )

    async def _answer(
        self, key: StepKey, match: SeededMatch, state: TableState, visitor: str
    ) -> LevelAndActions:
        """The level that answers, and what it would have done; raises Refused."""
        if key in self._cache:
            self._cache.move_to_end(key)
            return self._cache[key]
        _, number, _, player, _ = key
        seed = match.seed_for(player, number)
        answer = await self._advisers.answer(visitor, state, player, seed, visitor)
        if not is_stand_in(answer[0]):  # else the strongest may answer the next time
            self._cache[key] = answer
            if len(self._cache) > MAX_CACHED:
                self._cache.popitem(last=False)
        return answer

"""Variations: a finished round is played on in another way from one of a player's choices.

The others answer as computer players, asked with their own observations and nothing else.  What
they chose in secret at the same time as the player stays as it was.  Nothing is stored: all that
the player has done comes with every request, and answers are kept only to be quicker.
"""

from collections import OrderedDict
from collections.abc import Awaitable, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from msgspec.structs import replace as with_fields

from bottleimp.game.actions import Action
from bottleimp.game.playing_on import is_asked, play_on
from bottleimp.game.round import Round
from bottleimp.knowledge.lazy_property import lazy_property
from bottleimp.knowledge.narration import VARIATION_RESULT
from bottleimp.knowledge.observation import Observation
from bottleimp.languages.language import Language
from bottleimp.protocol.http_bodies import LessonReply
from bottleimp.protocol.refusals import RefusalCode, Refused
from bottleimp.protocol.views import View
from bottleimp.server.engines.fair_queue import FairThreads
from bottleimp.server.engines.pool import WorkerPool
from bottleimp.server.engines.process import PlayerFailure
from bottleimp.server.replays.round_replay import FinishedRound, SeededMatch
from bottleimp.server.replays.shown_round import ShownRound
from bottleimp.server.settings.clock import SYSTEM_CLOCK, Clock
from bottleimp.server.state.decisions import decide_card_play, decide_choices, parse_action
from bottleimp.server.state.events import ALWAYS, DRIVEN, HUMAN, Participant
from bottleimp.server.state.table_state import TableState, apply_score
from bottleimp.server.tables.advisers import Turnstile
from bottleimp.server.tables.choice_requests import request_choices
from bottleimp.server.text.words import with_minus_signs

VARIATION_BURST, VARIATIONS_PER_SECOND = 40, 2.0  # decisions of one visitor
MAX_CACHED = 512  # positions
SECONDS = 1.0  # for a choice of another player
IN_PLACE_OF_PEOPLE = "self_taught"
OPEN, OVER = "open", "reached"  # outcomes


@dataclass(frozen=True)
class Variation:
    """A finished round that a player plays on from what the player chose in a step.

    Raises Refused where the player chose nothing in the step.
    """

    hints: ClassVar[str] = ALWAYS
    result_text: ClassVar[str] = VARIATION_RESULT
    # Whether a simpler player answers while the right one cannot, rather than nobody.
    has_stand_ins: ClassVar[bool] = True

    finished: FinishedRound
    step: int
    player: int

    def __post_init__(self) -> None:
        self.finished.choices(self.step, self.player)

    @lazy_property
    def start(self) -> TableState:
        """The table when the round begins, with a person in the player's place, who has hints."""
        start = self.finished.start
        places = list(start.seating.places)
        places[self.player] = Participant(places[self.player].name, HUMAN)
        settings = with_fields(start.seating.settings, hints=self.hints)
        seating = replace(start.seating, places=tuple(places), settings=settings)
        return replace(start, seating=seating)

    @property
    def begun(self) -> Round:
        """The position in which the player chooses anew."""
        return self.finished.positions[self.step - 1]

    @property
    def seat(self) -> int:
        """The seat of the player."""
        return self.start.round_start_match.seat_of(self.player)

    def count_owed_choices(self, now: Round) -> int:
        """How many actions the player makes at once: one card, or all choices of a stage."""
        return now.choices_owed(self.seat) or 1

    def state(self, now: Round) -> TableState:
        """The table in a position of the round."""
        return replace(self.start, round=now)

    def decide(self, now: Round, labels: Sequence[str]) -> list[Action]:
        """The player's actions in a position; raises Refused for what cannot be done there."""
        state, number = self.state(now), self.start.round_number
        if now.choices_owed(self.seat):
            decide_choices(state, self.player, number, now.stage, labels)
        else:
            decide_card_play(state, self.player, number, now.play_count, labels[0])
        return [parse_action(state, label) for label in labels]

    def chosen_then(self, now: Round) -> Round | None:
        """The round itself after the player's choice, where that is the choice made anew."""
        return self.finished.positions[self.step] if now == self.begun else None

    def reply(self, now: Round, since: Round, language: Language) -> LessonReply:
        """What the player is shown, with the events since an earlier position."""
        views, events = ShownRound(self.start, now).show(self.player, language)
        known = len(ShownRound(self.start, since).positions) - 1
        outcome, said = (OVER, self._comparison(now, language)) if now.is_over else (OPEN, "")
        return LessonReply(views[-1], events[known:], outcome, said)

    def _comparison(self, now: Round, language: Language) -> str:
        """The player's scores in the variation and in the round."""
        scores = (
            apply_score(self.state(each)).match.results[-1].scores[self.player]
            for each in (now, self.finished.played)
        )
        text = language.gettext(self.result_text)
        this_way, then = scores
        return with_minus_signs(text.format(now=this_way, then=then))


def view_of_variation(view: View, match: SeededMatch) -> View:
    """The view as of a table of its own: what browsers keep of the real one stays as it is."""
    table = with_fields(view.table, id=f"variation-{match.id}")
    return with_fields(view, table=table)


class VariationService:
    """Plays variations with the computer players of one server."""

    def __init__(self, pool: WorkerPool, threads: FairThreads, clock: Clock = SYSTEM_CLOCK) -> None:
        self._pool = pool
        self._threads = threads
        self._turnstile = Turnstile(pool, VARIATION_BURST, VARIATIONS_PER_SECOND, clock)
        self._cache: OrderedDict[tuple[object, ...], Round] = OrderedDict()

    def warm_up(self, state: TableState) -> None:
        """Has the code compiled that the others in a variation of the table's rounds need."""
        levels = {level_of(state, player) for player in range(state.edition.players)}
        self._pool.warm_up([level for level in levels if level is not None], state.edition)

    async def reply(
        self, match: SeededMatch, variation: Variation, labels: Sequence[str], visitor: str,
        language: Language,
    ) -> LessonReply:  # fmt: skip
        """What the player is shown after so many actions; raises Refused.

        `visitor` is who asks; each is answered one question after another.
        """
        now, since = await self.play(match, variation, labels, visitor)
        # Some fifty views take a moment: not while others wait.
        reply = await self._threads.run(visitor, variation.reply, now, since, language)
        return with_fields(reply, view=view_of_variation(reply.view, match))

    async def asked(
        self, match: SeededMatch, variation: Variation, labels: Sequence[str], visitor: str
    ) -> TableState:
        """The table after so many actions, where the player is asked; raises Refused."""
        now, _ = await self.play(match, variation, labels, visitor)
        if not is_asked(now, variation.seat):
            raise Refused(RefusalCode.ROUND_OVER)
        return variation.state(now)

    async def play(
        self, match: SeededMatch, variation: Variation, labels: Sequence[str], visitor: str
    ) -> tuple[Round, Round]:
        """The position after so many actions, and that before the last decision; raises Refused."""
        now = since = variation.begun
        done: tuple[str, ...] = ()
        with self._turnstile.admit(visitor, visitor):
            while len(done) < len(labels):
                if not is_asked(now, variation.seat):
                    raise Refused(RefusalCode.ROUND_OVER)
                count = len(done) + variation.count_owed_choices(now)
                actions = variation.decide(now, labels[len(done) : count])
                done, since = tuple(labels[:count]), now
                key = match.id, variation.finished.number, variation.step, variation.player, done
                if key not in self._cache:
                    others = Others(self._pool, match, variation, visitor)
                    self._cache[key] = await others.answer(now, actions)
                    if len(self._cache) > MAX_CACHED:
                        self._cache.popitem(last=False)
                self._cache.move_to_end(key)
                now = self._cache[key]
        return now, since


class Others:
    """The other players of a variation."""

    def __init__(
        self, pool: WorkerPool, match: SeededMatch, variation: Variation, visitor: str
    ) -> None:
        self._pool = pool
        self._match = match
        self._variation = variation
        self._visitor = visitor

    async def answer(self, now: Round, actions: list[Action]) -> Round:
        """The position in which the player is asked again, or the round is over."""
        then = self._variation.chosen_then(now)
        async for position in play_on(now, self._variation.seat, actions, self._choices, then):
            now = position
        return now

    async def _choices(self, now: Round, seat: int) -> list[Action]:
        """A card of another seat, or all its choices of the stage."""
        return await choose_for_seat(
            self._pool, self._match, self._variation.state(now), seat, self._visitor,
            has_stand_ins=self._variation.has_stand_ins,
        )  # fmt: skip


async def choose_for_seat(
    pool: WorkerPool, match: SeededMatch, state: TableState, seat: int, visitor: str, *,
    has_stand_ins: bool,
) -> list[Action]:  # fmt: skip
    """The card of a seat, or all its choices of the stage, by the computer player there.

    Raises Refused where that player cannot answer, unless a simpler one may stand in for it.
    """
    player = state.round_start_match.player_at(seat)
    level = level_of(state, player)
    if level is None:  # driven: the rules leave one card
        return [state.current_round.legal_actions_for(seat)[0]]
    seed = match.seed_for(player, state.round_number)
    ask = pool.choose if has_stand_ins else pool.choose_without_fallback

    def choose(observation: Observation) -> Awaitable[Action]:
        return ask(level, seed, observation, SECONDS, visitor)

    try:
        return await request_choices(state, seat, choose)
    except PlayerFailure as problem:
        raise Refused(RefusalCode.BUSY) from problem


def level_of(state: TableState, player: int) -> str | None:
    """The computer player that plays there in a variation; None where the rules do."""
    participant = state.seating.places[player]
    if participant.kind == DRIVEN:
        return None
    return participant.level or IN_PLACE_OF_PEOPLE

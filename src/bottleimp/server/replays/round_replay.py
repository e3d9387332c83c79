"""A finished round as a table again: the same folds, views and events as while it was played.

Everything is made from the deal and the actions of the round.  Its score has made the cards
public, so all hands are shown beside the view of one player.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from msgspec.structs import replace as with_fields

from bottleimp.game.actions import Action, action_from_number
from bottleimp.game.replay import choices_between, replayed_positions
from bottleimp.game.round import Phase, Round
from bottleimp.knowledge.lazy_property import lazy_property
from bottleimp.protocol.http_bodies import ReplayStep, RoundReplay
from bottleimp.protocol.refusals import RefusalCode, Refused
from bottleimp.protocol.views import DealtHand, View
from bottleimp.server.state.chat import EMPTY_CHAT
from bottleimp.server.state.clocks import Clocks
from bottleimp.server.state.events import (
    CHAT_OFF,
    NEVER,
    CardPlayed,
    RoundScored,
    StageCompleted,
    TableSettings,
)
from bottleimp.server.state.fairness import Fairness
from bottleimp.server.state.table_state import TableState, apply_score
from bottleimp.server.text.i18n import Language
from bottleimp.server.views.projection import TableProjection, event_frame
from bottleimp.server.views.view_reuse import PreviousView

ReplayFact = StageCompleted | CardPlayed | RoundScored


@dataclass(frozen=True)
class FinishedRound:
    """A finished round of a table, counted from 1, as states of the table.

    A step is a stage of the exchange with the choices of everybody, a card, or the score.
    """

    table: TableState
    number: int

    @classmethod
    def of(cls, table: TableState, number: int) -> "FinishedRound":
        """The round of this number; raises Refused where it is not finished."""
        if not 1 <= number <= len(table.finished_rounds):
            raise Refused(RefusalCode.NO_SUCH_ROUND)
        return cls(table, number)

    @property
    def played(self) -> Round:
        """The round with all that was done."""
        return self.table.finished_rounds[self.number - 1]

    @lazy_property
    def positions(self) -> tuple[Round, ...]:
        """The round as it was dealt, and after every stage of the exchange and every card."""
        return replayed_positions(self.played)

    @property
    def states(self) -> Iterator[TableState]:
        """The table at each of the positions, and then with the score."""
        start = self._start
        for position in self.positions:
            yield replace(start, round=position)
        yield apply_score(replace(start, round=self.positions[-1]))

    @lazy_property
    def facts(self) -> tuple[ReplayFact, ...]:
        """What happened at each step."""
        start = self._start.round_start_match
        found: list[ReplayFact] = []
        for before, after in zip(self.positions, self.positions[1:], strict=False):
            if before.phase is not Phase.PLAY:
                found.append(StageCompleted(before.stage))
                continue
            seat = before.position.turn
            card = action_from_number(before.edition, after.actions[-1])
            found.append(CardPlayed(start.player_at(seat), card.label))
        return (*found, RoundScored(self.number, ""))

    def reply(self, player: int | None, language: Language) -> RoundReplay:
        """The round from the place of a player; as an onlooker saw it if that is None."""
        views: list[View] = []
        steps: list[ReplayStep] = []
        previous: PreviousView | None = None
        hands = [self._hands(position) for position in self.positions]
        for place, state in enumerate(self.states):
            projection = TableProjection(state, language, previous)
            views.append(replay_view(projection.view(player, views[-1] if views else None)))
            if place > 0:
                fact = self.facts[place - 1]
                event = event_frame(place, fact, views[-2], views[-1], state)
                steps.append(ReplayStep(event, hands[min(place, len(hands) - 1)]))
            previous = PreviousView(state, projection.public_round)
        return RoundReplay(len(self.table.finished_rounds), views[0], hands[0], steps)

    def choices(self, step: int, player: int) -> tuple[TableState, list[Action]]:
        """The table before a step, counted from 1, and what the player chose in it.

        Raises Refused where the player chose nothing then.
        """
        if not 1 <= step < len(self.positions):
            raise Refused(RefusalCode.NO_CHOICE)
        before, after = self.positions[step - 1], self.positions[step]
        seat = self._start.round_start_match.seat_of(player)
        chosen = choices_between(before, after, seat)
        if not chosen:
            raise Refused(RefusalCode.NO_CHOICE)
        return replace(self._start, round=before), list(chosen)

    @lazy_property
    def _start(self) -> TableState:
        """The table as it stood when the round began, without people who could do anything."""
        table, earlier = self.table, self.number - 1
        match = replace(table.match, results=table.match.results[:earlier])
        settings = TableSettings(talk=CHAT_OFF, hints=NEVER)
        return replace(
            table,
            seating=replace(table.seating, settings=settings),
            match=match,
            round_start_match=match,
            fairness=Fairness((None,) * len(table.fairness.contributions)),
            clocks=Clocks.initial(settings.clock, len(table.participants)),
            chat=EMPTY_CHAT,
            round_number=self.number,
            pending_choices=None,
            is_claimed=False,
            is_scored=False,
            is_ended=False,
            is_closed=False,
            rematch=None,
            finished_rounds=table.finished_rounds[:earlier],
            owners_by_round=table.owners_by_round[:earlier],
            ready_players=frozenset(),
            code=None,
        )

    def _hands(self, position: Round) -> list[DealtHand]:
        """Everybody's cards in a position."""
        match = self._start.round_start_match
        return [
            DealtHand(number, match.player_at(hand.seat), [card.label for card in cards])
            for number, (hand, cards) in enumerate(
                zip(position.edition.hands, position.hands, strict=True)
            )
        ]


def replay_view(view: View) -> View:
    """The view without what was offered to the player besides the cards that were legal."""
    if view.round is None:
        return view
    return with_fields(view, round=with_fields(view.round, claim=None, undo=False))

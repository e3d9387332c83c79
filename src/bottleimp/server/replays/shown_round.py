"""A round as states of a table again: the same folds, views and events as while it is played."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from msgspec.structs import replace as with_fields

from bottleimp.game.actions import action_from_number
from bottleimp.game.replay import replayed_positions
from bottleimp.game.round import Phase, Round
from bottleimp.knowledge.lazy_property import lazy_property
from bottleimp.languages.language import Language
from bottleimp.protocol.messages import Event
from bottleimp.protocol.views import View
from bottleimp.server.state.events import CardPlayed, RoundScored, StageCompleted
from bottleimp.server.state.table_state import TableState, apply_score
from bottleimp.server.views.projection import TableProjection, event_frame
from bottleimp.server.views.view_reuse import PreviousView

ShownFact = StageCompleted | CardPlayed | RoundScored


@dataclass(frozen=True)
class ShownRound:
    """A round so far, at a table that stands in the state `start` when the round begins.

    A step is a stage of the exchange with the choices of everybody, a card, or the score.
    """

    start: TableState
    played: Round

    @lazy_property
    def positions(self) -> tuple[Round, ...]:
        """The round as it was dealt, and after every stage of the exchange and every card."""
        return replayed_positions(self.played)

    @property
    def states(self) -> Iterator[TableState]:
        """The table at each of the positions, and then with the score, if the round is over."""
        for position in self.positions:
            yield replace(self.start, round=position)
        if self.played.is_over:
            yield apply_score(replace(self.start, round=self.positions[-1]))

    @lazy_property
    def facts(self) -> tuple[ShownFact, ...]:
        """What happened at each step."""
        match = self.start.round_start_match
        found: list[ShownFact] = []
        for before, after in zip(self.positions, self.positions[1:], strict=False):
            if before.phase is not Phase.PLAY:
                found.append(StageCompleted(before.stage))
                continue
            card = action_from_number(before.edition, after.actions[-1])
            found.append(CardPlayed(match.player_at(before.position.turn), card.label))
        if self.played.is_over:
            found.append(RoundScored(self.start.round_number, ""))
        return tuple(found)

    def show(self, player: int | None, language: Language) -> tuple[list[View], list[Event]]:
        """The view of a player, or of an onlooker, in each state, and the events between them."""
        views: list[View] = []
        events: list[Event] = []
        previous: PreviousView | None = None
        for place, state in enumerate(self.states):
            projection = TableProjection(state, language, previous)
            views.append(replay_view(projection.view(player, views[-1] if views else None)))
            if place > 0:
                fact = self.facts[place - 1]
                events.append(event_frame(place, fact, views[-2], views[-1], state))
            previous = PreviousView(state, projection.public_round)
        return views, events


def replay_view(view: View) -> View:
    """The view without what was offered to the player besides the cards that were legal."""
    if view.round is None:
        return view
    return with_fields(view, round=with_fields(view.round, claim=None, undo=False))

"""A finished round of a table: its steps, everybody's cards, and who chose what.

Everything is made from the deal and the actions of the round.  Its score has made the cards
public, so all hands are shown beside the view of one player.
"""

from dataclasses import dataclass, replace
from typing import Protocol

from bottleimp.game.actions import Action
from bottleimp.game.replay import choices_between
from bottleimp.game.round import Round
from bottleimp.knowledge.lazy_property import lazy_property
from bottleimp.languages.language import Language
from bottleimp.parsing import parse_integer
from bottleimp.protocol.http_bodies import ReplayStep, RoundReplay
from bottleimp.protocol.refusals import RefusalCode, Refused
from bottleimp.protocol.views import DealtHand
from bottleimp.server.replays.shown_round import ShownRound
from bottleimp.server.state.chat import EMPTY_CHAT
from bottleimp.server.state.clocks import Clocks
from bottleimp.server.state.events import CHAT_OFF, NEVER, TableSettings
from bottleimp.server.state.fairness import Fairness
from bottleimp.server.state.table_state import TableState, apply_score


class SeededMatch(Protocol):
    """What a finished round is of, a table or a file: its name, and the seeds of its players."""

    @property
    def id(self) -> str:
        """No other match has the same."""

    def seed_for(self, player: int, number: int) -> int:
        """The seed with which a computer player is built in a round."""


def state_after(state: TableState, number: int, played: Round) -> TableState:
    """The table after a finished round of this number."""
    begun = replace(
        state, round_number=number, round=played, round_start_match=state.match, is_scored=False
    )
    return apply_score(begun)


@dataclass(frozen=True)
class FinishedRound:
    """A finished round of a table, counted from 1."""

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
    def shown(self) -> ShownRound:
        """The round at its table."""
        return ShownRound(self.start, self.played)

    @property
    def positions(self) -> tuple[Round, ...]:
        """The round as it was dealt, and after every stage of the exchange and every card."""
        return self.shown.positions

    def reply(self, player: int | None, language: Language) -> RoundReplay:
        """The round from the place of a player; as an onlooker saw it if that is None."""
        views, events = self.shown.show(player, language)
        hands = [self._hands(position) for position in self.positions]
        after = [*hands[1:], hands[-1]]  # the score leaves them as they are
        steps = [ReplayStep(event, held) for event, held in zip(events, after, strict=True)]
        return RoundReplay(len(self.table.finished_rounds), views[0], hands[0], steps)

    def player_named(self, text: str) -> int | None:
        """The player with this number, counted from 0; None for no text; raises Refused."""
        if not text:
            return None
        player = parse_integer(text, 0, self.table.edition.players - 1)
        if player is None:
            raise Refused(RefusalCode.NO_SUCH_PLAYER)
        return player

    def choice_named(self, step: str, player: str) -> tuple[int, int]:
        """A step, counted from 1, and a player, by their numbers; raises Refused."""
        who = self.player_named(player)
        if who is None:
            raise Refused(RefusalCode.NO_SUCH_PLAYER)
        place = parse_integer(step, 1, len(self.positions))
        if place is None:
            raise Refused(RefusalCode.NO_CHOICE)
        return place, who

    def choices(self, step: int, player: int) -> tuple[TableState, list[Action]]:
        """The table before a step, counted from 1, and what the player chose in it.

        Raises Refused where the player chose nothing then.
        """
        if not 1 <= step < len(self.positions):
            raise Refused(RefusalCode.NO_CHOICE)
        before, after = self.positions[step - 1], self.positions[step]
        seat = self.start.round_start_match.seat_of(player)
        chosen = choices_between(before, after, seat)
        if not chosen:
            raise Refused(RefusalCode.NO_CHOICE)
        return replace(self.start, round=before), list(chosen)

    def first_choice(self, player: int) -> int:
        """The first step, counted from 1, in which the player chose something."""
        seat = self.start.round_start_match.seat_of(player)
        pairs = zip(self.positions, self.positions[1:], strict=False)
        return next(
            step
            for step, (before, after) in enumerate(pairs, start=1)
            if choices_between(before, after, seat)
        )

    @lazy_property
    def start(self) -> TableState:
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
            first_ready_at=None,
            code=None,
        )

    def _hands(self, position: Round) -> list[DealtHand]:
        """Everybody's cards in a position."""
        match = self.start.round_start_match
        return [
            DealtHand(number, match.player_at(hand.seat), [card.label for card in cards])
            for number, (hand, cards) in enumerate(
                zip(position.edition.hands, position.hands, strict=True)
            )
        ]

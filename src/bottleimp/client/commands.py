"""The commands of a table, written once for every kind of client."""

import itertools
import secrets
from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, Generic, TypeVar

from bottleimp.client.errors import NoRoundInProgress
from bottleimp.messages import N_
from bottleimp.protocol.messages import (
    AnyCommand,
    ClaimRest,
    CommitChoices,
    ContributeEntropy,
    JoinTable,
    LeaveTable,
    PlayCard,
    RequestNextRound,
    RequestRematch,
    StartMatch,
    SwapPlaces,
    UndoAction,
)
from bottleimp.protocol.views import RoundView, View

Accepted = TypeVar("Accepted")
Hinted = TypeVar("Hinted")


class TableCommands(ABC, Generic[Accepted, Hinted]):
    """What one may do at a table; answers are values here and awaitables there.

    Every command raises Refused when the table refuses it, and RequestFailed when there is
    no answer in time.
    """

    @property
    @abstractmethod
    def view(self) -> View | None:
        """The table as this client may see it; None before the first view came."""

    @abstractmethod
    def send(self, kind: type[AnyCommand], **fields: Any) -> Accepted:  # Any: fields of the kind
        """Sends a command with these fields, such as `send(SetPace, ms=500)`."""

    @abstractmethod
    def _send_hint_request(self, **fields: int) -> Hinted:
        """Sends a question for a hint."""

    @property
    def current_round(self) -> RoundView:
        """The round that is shown; raises NoRoundInProgress before the first is dealt."""
        if self.view is None or self.view.round is None:
            raise NoRoundInProgress(N_("No round has been dealt."))
        return self.view.round

    def act(self, actions: Sequence[str]) -> Accepted:
        """Plays the one card, or makes all choices that are asked for, by the phase."""
        if self.current_round.phase in ("exchange", "choice"):
            return self.commit_choices(actions)
        return self.play_card(actions[0])

    def play_card(self, card: str) -> Accepted:
        """Plays the card with this number."""
        shown = self.current_round
        return self.send(PlayCard, round=shown.number, step=shown.step, card=card)

    def commit_choices(self, actions: Sequence[str]) -> Accepted:
        """Makes all choices of the running stage, in the order of `asks`."""
        shown = self.current_round
        return self.send(
            CommitChoices, round=shown.number, stage=shown.stage, actions=list(actions)
        )

    def claim_rest(self) -> Accepted:
        """Has the server play the rest of the round, where the view offers it."""
        shown = self.current_round
        return self.send(ClaimRest, round=shown.number, step=shown.step)

    def undo(self) -> Accepted:
        """Takes back the last card or the choices of the stage, where the view says so."""
        shown = self.current_round
        moment = {"step": shown.step} if shown.phase == "play" else {"stage": shown.stage}
        return self.send(UndoAction, round=shown.number, **moment)

    def request_hint(self) -> Hinted:
        """Asks what a strong player would do now."""
        shown = self.current_round
        moment = {"step": shown.step} if shown.phase == "play" else {"stage": shown.stage}
        return self._send_hint_request(round=shown.number, **moment)

    def request_next_round(self) -> Accepted:
        """Asks for the round after the one that is shown."""
        return self.send(RequestNextRound, round=self.current_round.number)

    def request_rematch(self, *, gathers: bool = False) -> Accepted:
        """Asks for a new table with the same settings; the answer names it.

        If it gathers and other people had places, these can be changed there before its host begins
        the match.
        """
        return self.send(RequestRematch, gathers=gathers)

    def join(self, name: str = "", player: int | None = None) -> Accepted:
        """Takes a place, the first free one unless one is named."""
        return self.send(JoinTable, name=name, player=player)

    def leave(self) -> Accepted:
        """Gives the place up."""
        return self.send(LeaveTable)

    def swap_places(self, player: int, other: int) -> Accepted:
        """Before the match, has those at two places change: one's own and one without a person.

        The host may name any two.
        """
        return self.send(SwapPlaces, player=player, other=other)

    def start_match(self) -> Accepted:
        """As the host, waits for nobody else."""
        return self.send(StartMatch)

    def contribute_entropy(self, round_number: int, value: str) -> Accepted:
        """Gives a random value of one's own for the deal of a round to come."""
        return self.send(ContributeEntropy, round=round_number, value=value)


class CommandIds:
    """Ids that no other client of the same guest uses."""

    def __init__(self) -> None:
        self._prefix = secrets.token_hex(4)
        self._numbers = itertools.count(1)

    def build(self, kind: type[AnyCommand], **fields: Any) -> AnyCommand:  # Any: see `send`
        """A command with the next id."""
        return kind(t="do", id=f"{self._prefix}-{next(self._numbers)}", **fields)

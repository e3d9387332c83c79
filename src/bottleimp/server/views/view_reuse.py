"""Which parts of a view are as they were, so that what was shown of them may be shown again.

States share what no fact has changed; so parts are compared by identity, and where they merely
look alike they are made anew.
"""

from dataclasses import dataclass

from bottleimp.game.round import Phase
from bottleimp.protocol.views import RoundView
from bottleimp.server.state.table_state import TableState


@dataclass(frozen=True, slots=True)
class PreviousView:
    """A state, and its round as it was shown to all, if it was."""

    state: TableState
    public_round: RoundView | None


@dataclass(frozen=True, slots=True)
class ReusableParts:
    """Parts that one viewer is shown alike in two states; without `seating`, none is."""

    seating: bool = False
    table: bool = False
    match: bool = False
    fairness: bool = False
    last_round_hands: bool = False
    times: bool = False
    talk: bool = False
    running_round: bool = False  # the round but for the cards played since


NOTHING_REUSABLE = ReusableParts()


def reusable_parts(before: TableState, state: TableState) -> ReusableParts:
    """What is the same in a state and a later one of the same table."""
    if before.seating is not state.seating:
        return NOTHING_REUSABLE
    is_same_match = before.match is state.match
    return ReusableParts(
        seating=True,
        table=before.pace == state.pace
        and before.code == state.code
        and before.phase is state.phase
        and before.is_closed == state.is_closed,
        match=is_same_match
        and before.round_start_match is state.round_start_match
        and before.round_number == state.round_number
        and before.owners_by_round is state.owners_by_round
        and before.rematch == state.rematch
        and before.ready_players is state.ready_players,
        fairness=before.fairness is state.fairness,
        last_round_hands=is_same_match and before.finished_rounds is state.finished_rounds,
        times=before.clocks is state.clocks,
        talk=before.chat is state.chat,
        running_round=is_same_play(before, state),
    )


def is_same_play(before: TableState, state: TableState) -> bool:
    """Whether at most cards were played since, in the same round."""
    return (
        before.round_number == state.round_number
        and before.round_start_match is state.round_start_match
        and before.round is not None
        and state.round is not None
        and before.round.phase is state.round.phase is Phase.PLAY
        and before.round.play_count <= state.round.play_count  # else a card was taken back
    )

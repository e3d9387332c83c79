"""Which parts of a view are as they were, so that what was shown of them may be shown again.

States share what no fact has changed; so parts are compared by identity, and where they merely
look alike they are made anew.
"""

from dataclasses import dataclass

from bottleimp.game.round import Phase
from bottleimp.protocol.views import RoundView
from bottleimp.server.state.table_state import TableState


@dataclass(frozen=True, slots=True)
class Before:
    """A state, and its round as it was shown to all, if it was."""

    state: TableState
    shown: RoundView | None


@dataclass(frozen=True, slots=True)
class Unchanged:
    """Parts that one viewer is shown alike in two states; without `people`, none is."""

    people: bool = False
    table: bool = False
    match: bool = False
    fair: bool = False
    late: bool = False
    times: bool = False
    talk: bool = False
    play: bool = False  # the round but for the cards played since


NOTHING = Unchanged()


def unchanged(before: TableState, state: TableState) -> Unchanged:
    """What is the same in a state and a later one of the same table."""
    if before.people is not state.people:
        return NOTHING
    is_same_match = before.match is state.match
    return Unchanged(
        people=True,
        table=before.pace == state.pace
        and before.code == state.code
        and before.when is state.when
        and before.is_closed == state.is_closed,
        match=is_same_match
        and before.seating is state.seating
        and before.number == state.number
        and before.owners_by_round is state.owners_by_round
        and before.rematch == state.rematch
        and before.ready is state.ready,
        fair=before.fairness is state.fairness,
        late=is_same_match and before.finished is state.finished,
        times=before.clocks is state.clocks,
        talk=before.talk is state.talk,
        play=goes_on(before, state),
    )


def goes_on(before: TableState, state: TableState) -> bool:
    """Whether at most cards were played since, in the same round."""
    return (
        before.number == state.number
        and before.seating is state.seating
        and before.round is not None
        and state.round is not None
        and before.round.phase is state.round.phase is Phase.PLAY
    )

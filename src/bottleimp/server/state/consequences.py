"""What follows by itself at a table: deals, scores, the passing on of hosting and of places."""

from bottleimp.server.state.deals import Deals
from bottleimp.server.state.events import TABLE, Begun, Exchanged, Fact, Handed, Replaced
from bottleimp.server.state.seating import When
from bottleimp.server.state.table_state import TableState, after


def consequence(state: TableState, deals: Deals) -> Fact | None:
    """What follows by itself from the state, if anything does."""
    if state.is_closed or state.is_ended:
        return None
    if state.people.heir is not None:
        return Handed(state.people.heir)
    if state.clocks.given_up is not None:
        return Replaced(state.clocks.given_up)
    if state.number == 0 and not state.people.is_begun:
        is_full = not state.people.open_places
        return Begun() if is_full and state.people.settings.starts_when_full else None
    if state.people.open_places and state.when is not When.BETWEEN:
        return state.people.filled
    if state.number == 0:
        return deals.started(1, None if state.has_dealer else state.fairness.given)
    if state.held is not None:
        return Exchanged(state.playing.stage)
    if state.playing.is_over and not state.is_scored:
        return deals.scored(state.number)
    if state.match.is_over:
        return deals.ended()
    acting = frozenset(state.people.acting)
    if acting and acting <= state.ready:
        return deals.started(state.number + 1)
    return None


Steps = tuple[tuple[Fact, TableState], ...]


def with_consequences(
    state: TableState | None, fact: Fact, deals: Deals, actor: str = TABLE, at: int = 0
) -> Steps:
    """The actor's fact and all that follows from it by itself, each with the state after it.

    All of it happens at one time, in ms since 1970.
    """
    steps: list[tuple[Fact, TableState]] = []
    following: Fact | None = fact
    while following is not None:
        state = after(state, following, deals, actor, at)
        steps.append((following, state))
        following, actor = consequence(state, deals), TABLE
    return tuple(steps)

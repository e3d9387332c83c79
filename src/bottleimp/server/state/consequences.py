"""What follows by itself at a table: deals, scores, the passing on of hosting and of places."""

from bottleimp.server.state.deals import Deals
from bottleimp.server.state.events import (
    TABLE_ACTOR,
    CardPlayed,
    Fact,
    HostTransferred,
    MatchStarted,
    PlayerReplaced,
    StageCompleted,
)
from bottleimp.server.state.seating import TablePhase
from bottleimp.server.state.table_state import TableState, apply_fact


def next_consequence(state: TableState, deals: Deals) -> Fact | None:
    """What follows by itself from the state, if anything does."""
    if state.is_closed or state.is_ended:
        return None
    if state.seating.next_host is not None:
        return HostTransferred(state.seating.next_host)
    if state.clocks.player_to_replace is not None:
        return PlayerReplaced(state.clocks.player_to_replace)
    if state.round_number == 0 and not state.seating.is_started:
        is_full = not state.seating.open_places
        return MatchStarted() if is_full and state.seating.settings.starts_when_full else None
    if state.seating.open_places and state.phase is not TablePhase.BETWEEN_ROUNDS:
        return state.seating.next_computer_player
    if state.round_number == 0:
        return deals.round_started(1, None if state.has_dealer else state.fairness.contributions)
    if state.pending_choices is not None:
        return StageCompleted(state.current_round.stage)
    if state.is_claimed and not state.current_round.is_over:
        return claimed_play(state)
    if state.current_round.is_over and not state.is_scored:
        return deals.round_scored(state.round_number)
    if state.match.is_over:
        return deals.match_ended()
    acting = frozenset(state.seating.active_players)
    if acting and acting <= state.ready_players:
        return deals.round_started(state.round_number + 1)
    return None


def claimed_play(state: TableState) -> CardPlayed:
    """The next card once the rest is claimed; which one makes no difference, see `claims`."""
    playing = state.current_round
    assert playing.turn is not None  # the round is not over
    return CardPlayed(
        state.round_start_match.player_at(playing.turn), playing.legal_actions[0].label
    )


AppliedFacts = tuple[tuple[Fact, TableState], ...]


def apply_with_consequences(
    state: TableState | None, fact: Fact, deals: Deals, actor: str = TABLE_ACTOR, at: int = 0
) -> AppliedFacts:
    """The actor's fact and all that follows from it by itself, each with the state after it.

    All of it happens at one time, in ms since 1970.
    """
    steps: list[tuple[Fact, TableState]] = []
    following: Fact | None = fact
    while following is not None:
        state = apply_fact(state, following, deals, actor, at)
        steps.append((following, state))
        following, actor = next_consequence(state, deals), TABLE_ACTOR
    return tuple(steps)

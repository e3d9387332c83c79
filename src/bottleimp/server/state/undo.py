"""Who may take back what they have just done."""

from bottleimp.game.round import Phase
from bottleimp.server.state.table_state import TableState


def may_undo(state: TableState, player: int | None) -> bool:
    """Whether the player may take back the last card or the choices of the running stage.

    Choices are secret until everybody has chosen.  A card has been seen by the other people, so it
    can be taken back only beside computer players, while it is the last card of a running trick.
    At a table with a clock nothing can be taken back.
    """
    playing = state.round
    if player is None or playing is None or playing.is_over:
        return False
    if (
        state.is_claimed
        or state.clocks.is_on
        or state.is_closed
        or state.seating.is_played_for(player)
    ):
        return False
    seat = state.round_start_match.seat_of(player)
    if playing.phase is not Phase.PLAY:
        return bool(playing.pending[seat]) and not playing.choices_owed(seat)
    is_last = bool(playing.plays) and playing.plays[-1].seat == seat
    return is_last and state.seating.seated_players == (player,)

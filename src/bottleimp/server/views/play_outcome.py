"""What a card that was just played brought about, as its event tells it."""

from bottleimp.protocol.messages import TrickOutcome
from bottleimp.server.state.table_state import TableState


def last_play_outcome(state: TableState) -> tuple[int, TrickOutcome | None]:
    """The hand of the card just played, and the trick if that card completed one."""
    playing = state.current_round
    if playing.plays:
        return playing.plays[-1].hand, None
    trick = playing.tricks[-1]
    taker, hand = state.round_start_match.player_at(trick.taker), trick.plays[-1].hand
    if trick.bottle is None:
        return hand, TrickOutcome(taker, None, None, None, None)
    owner, deck = trick.owner_before, playing.edition.deck
    return hand, TrickOutcome(
        taker,
        trick.bottle,
        owner_before=None if owner is None else state.round_start_match.player_at(owner),
        price_before=deck.label_at(trick.price),
        price=trick.winner.card.label,
    )

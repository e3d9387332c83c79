"""What a card that was just played brought about, as its event tells it."""

from bottleimp.protocol.messages import TrickFacts
from bottleimp.server.state.table_state import TableState


def play_facts(state: TableState) -> tuple[int, TrickFacts | None]:
    """The hand of the card just played, and the trick if that card completed one."""
    playing = state.playing
    if playing.plays:
        return playing.plays[-1].hand, None
    trick = playing.tricks[-1]
    taker, hand = state.seating.player_at(trick.taker), trick.plays[-1].hand
    if trick.bottle is None:
        return hand, TrickFacts(taker, None, None, None, None)
    owner, deck = trick.owner_before, playing.edition.deck
    return hand, TrickFacts(
        taker,
        trick.bottle,
        owner_before=None if owner is None else state.seating.player_at(owner),
        price_before=deck.number(max(trick.prices_before)),
        price=trick.winner.card.label,
    )

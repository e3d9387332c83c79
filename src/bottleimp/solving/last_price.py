"""How high the last price of an edition can be, by counting cards."""

from bottleimp.rules.edition import Edition


def highest_last_price(edition: Edition) -> int:
    """The place in the deck above which no round with one bottle ends, whatever is dealt.

    `docs/explanation/highest-last-price.md` has the proof.  Raises ValueError for two bottles.
    """
    if edition.bottles > 1:
        raise ValueError("With two bottles there are two last prices; this counts one.")
    set_away = edition.discards + edition.left_over
    low = [card.place for card in edition.deck.cards if card.place < edition.deck.start_price]
    others = len(edition.plays) - 1
    fits = (
        place
        for rank, place in enumerate(low)
        if rank - set_away <= others * (len(low) - rank)  # cards below it, cards from it on
    )
    return max(fits)

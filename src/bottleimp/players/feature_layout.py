"""Which lamps of a sight's features say what, and the same features for whoever notices less.

The order is that of `kernel.sights.write_features`.
"""

from dataclasses import dataclass

import numpy as np

from bottleimp.kernel.encoding.info_state import MAX_PASSES, MAX_TRICKS, Features
from bottleimp.rules.edition import Edition


@dataclass(frozen=True)
class FeatureLayout:
    """Where each part of the features begins; planes have a lamp for every card of the deck."""

    edition: Edition

    def plane(self, number: int) -> slice:
        """The lamps of one plane."""
        deck = self.edition.deck.size
        return slice(number * deck, (number + 1) * deck)

    @property
    def own_hands(self) -> tuple[slice, ...]:
        """The seat's own hands."""
        return tuple(self.plane(k) for k in range(self._own_hand_count))

    @property
    def known_other_hands(self) -> tuple[slice, ...]:
        """For every other hand, the cards that the seat knows in it."""
        return tuple(self.plane(k) for k in range(self._own_hand_count, self._hand_count))

    @property
    def played(self) -> tuple[slice, ...]:
        """For every seat from the own one, the cards it has played."""
        return tuple(self.plane(self._hand_count + k) for k in range(self._seat_count))

    @property
    def on_table(self) -> tuple[slice, ...]:
        """For every seat from the own one, its cards in this trick."""
        return tuple(
            self.plane(self._hand_count + self._seat_count + k) for k in range(self._seat_count)
        )

    @property
    def received(self) -> tuple[slice, ...]:
        """For every other seat, the cards picked up from it."""
        first = self._hand_count + 2 * self._seat_count
        return tuple(self.plane(first + k) for k in range(self._seat_count - 1))

    @property
    def discards(self) -> slice:
        """The seat's own discards."""
        return self.plane(self._legal_plane + 1)

    @property
    def unseen(self) -> slice:
        """The cards that the seat has not seen."""
        return self.plane(self._legal_plane + 2)

    @property
    def unseen_under_price(self) -> slice:
        """Those of them below the price for sale."""
        return self.plane(self._legal_plane + 3)

    @property
    def played_under_price(self) -> slice:
        """The cards played below the price for sale."""
        return self.plane(self._legal_plane + 4)

    @property
    def prices(self) -> tuple[slice, ...]:
        """For every bottle its price."""
        return tuple(self.plane(self._legal_plane + 6 + k) for k in range(self.edition.bottles))

    @property
    def voids(self) -> slice:
        """For every hand from the first own one, the suits that it surely lacks."""
        edition = self.edition
        planes = self._legal_plane + 6 + edition.bottles
        suits = len(edition.layout.suits)
        first = planes * edition.deck.size + self._seat_count + MAX_PASSES + 1 + 1 + MAX_TRICKS
        first += edition.layout.plays_per_trick + suits
        return slice(first, first + suits * self._hand_count)

    @property
    def open_hand_flags(self) -> tuple[int, ...]:
        """For every hand from the first own one, the lamp that says that it lies open."""
        first = self.voids.stop + self._seat_count
        return tuple(first + 2 * k for k in range(self._hand_count))

    @property
    def _hand_count(self) -> int:
        return len(self.edition.hands)

    @property
    def _seat_count(self) -> int:
        return self.edition.seats

    @property
    def _own_hand_count(self) -> int:
        return len(self.edition.hands_of(0))

    @property
    def _legal_plane(self) -> int:
        return self._hand_count + 3 * self._seat_count - 1  # the plane of the legal cards


def forget_history(edition: Edition, features: Features) -> Features:
    """As seen by a seat that has forgotten the tricks and who passed what.

    Hands that lie open are seen, and so are the suits that they lack.
    """
    lamps, deck = FeatureLayout(edition), edition.deck.size
    out = features.copy()
    table = np.zeros((len(features), deck), np.uint8)
    own = features[:, lamps.discards].copy()
    for own_hand in lamps.own_hands:
        own |= features[:, own_hand]
    for played, now in zip(lamps.played, lamps.on_table, strict=True):
        out[:, played] = features[:, now]
        table |= features[:, now]
    visible = own | table
    for hand, part in enumerate(lamps.known_other_hands, len(lamps.own_hands)):
        out[:, part] *= features[:, [lamps.open_hand_flags[hand]]]
        visible |= out[:, part]
    for part in lamps.received:
        out[:, part] = 0
    suits = len(edition.layout.suits)
    is_open = features[:, list(lamps.open_hand_flags)]
    out[:, lamps.voids] *= np.repeat(is_open, suits, axis=1)
    price = np.max([features[:, p].argmax(axis=1) for p in lamps.prices], axis=0)
    below = np.arange(deck) < price[:, None]
    in_deck = np.zeros(deck, np.uint8)
    in_deck[[card.place for card in edition.deck.cards]] = 1
    out[:, lamps.unseen] = in_deck & ~visible & 1
    out[:, lamps.unseen_under_price] = out[:, lamps.unseen] & below
    out[:, lamps.played_under_price] = table & below
    return out

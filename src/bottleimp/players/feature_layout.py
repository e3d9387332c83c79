"""Which features say what, and the same features for whoever notices less."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from bottleimp.kernel.encoding.features import Features
from bottleimp.kernel.encoding.schema import FeaturePart, feature_parts
from bottleimp.rules.edition import Edition


@dataclass(frozen=True)
class FeatureLayout:
    """The columns of the parts of a row of features, as the schema has them."""

    edition: Edition

    @cached_property
    def parts(self) -> dict[str, FeaturePart]:
        """Every part of the features, by the name that the schema gives it."""
        return feature_parts(self.edition.layout, self.edition.bottles)

    @property
    def own_hands(self) -> tuple[slice, ...]:
        """The seat's own hands."""
        return self.parts["hands"].rows[: self._own_hand_count]

    @property
    def known_other_hands(self) -> tuple[slice, ...]:
        """For every other hand, the cards that the seat knows in it."""
        return self.parts["hands"].rows[self._own_hand_count :]

    @property
    def played(self) -> tuple[slice, ...]:
        """For every seat from the own one, the cards it has played."""
        return self.parts["played"].rows

    @property
    def on_table(self) -> tuple[slice, ...]:
        """For every seat from the own one, its cards in this trick."""
        return self.parts["on_table"].rows

    @property
    def received(self) -> tuple[slice, ...]:
        """For every other seat, the cards picked up from it."""
        return self.parts["received"].rows

    @property
    def discards(self) -> slice:
        """The seat's own discards."""
        return self.parts["discards"].columns

    @property
    def unseen(self) -> slice:
        """The cards that the seat has not seen."""
        return self.parts["unseen"].columns

    @property
    def unseen_under_price(self) -> slice:
        """Those of them below the price for sale."""
        return self.parts["unseen_under_price"].columns

    @property
    def played_under_price(self) -> slice:
        """The cards played below the price for sale."""
        return self.parts["played_under_price"].columns

    @property
    def prices(self) -> tuple[slice, ...]:
        """For every bottle its price."""
        return self.parts["prices"].rows

    @property
    def voids(self) -> slice:
        """For every hand from the first own one, the suits that it surely lacks."""
        return self.parts["voids"].columns

    @property
    def open_hand_flags(self) -> tuple[int, ...]:
        """For every hand from the first own one, the feature that says that it lies open."""
        return tuple(flags.start for flags in self.parts["hand_flags"].rows)

    @property
    def _own_hand_count(self) -> int:
        return len(self.edition.hands_of(0))


def forget_history(edition: Edition, features: Features) -> Features:
    """As seen by a seat that has forgotten the tricks and who passed what.

    Hands that lie open are seen, and so are the suits that they lack.
    """
    layout, deck = FeatureLayout(edition), edition.deck.size
    out = features.copy()
    table = np.zeros((len(features), deck), np.uint8)
    own = features[:, layout.discards].copy()
    for own_hand in layout.own_hands:
        own |= features[:, own_hand]
    for played, now in zip(layout.played, layout.on_table, strict=True):
        out[:, played] = features[:, now]
        table |= features[:, now]
    visible = own | table
    for hand, part in enumerate(layout.known_other_hands, len(layout.own_hands)):
        out[:, part] *= features[:, [layout.open_hand_flags[hand]]]
        visible |= out[:, part]
    for part in layout.received:
        out[:, part] = 0
    suits = len(edition.layout.suits)
    is_open = features[:, list(layout.open_hand_flags)]
    out[:, layout.voids] *= np.repeat(is_open, suits, axis=1)
    price = np.max([features[:, p].argmax(axis=1) for p in layout.prices], axis=0)
    below = np.arange(deck) < price[:, None]
    in_deck = np.zeros(deck, np.uint8)
    in_deck[[card.place for card in edition.deck.cards]] = 1
    out[:, layout.unseen] = in_deck & ~visible & 1
    out[:, layout.unseen_under_price] = out[:, layout.unseen] & below
    out[:, layout.played_under_price] = table & below
    return out

"""Every edition with every table option that changes how a round is played or scored."""

from typing import NamedTuple

from bottleimp.rules.edition import Edition
from bottleimp.rules.editions import LONG_DECK_MODES, edition, edition_keys

SHORT_DECKS = ("classic", "bambus1995", "matagot36", "matagot17")
LONG_DECKS = ("matagot", "matagot17")


class Variant(NamedTuple):
    """An edition and its table options, as both the rules and the oracle take them."""

    key: str
    deck: str | None = None
    face_value: bool = False
    bga_teams: bool = False

    @property
    def edition(self) -> Edition:
        """The edition by the rules."""
        return edition(
            self.key,
            deck=self.deck,
            face_value=self.face_value or None,
            bga_teams=self.bga_teams,
        )

    def __str__(self) -> str:
        return self.edition.text


PRESETS = tuple(Variant(key) for key in edition_keys())


def options_of(key: str) -> list[Variant]:
    """The edition with every set of table options that differs from the preset."""
    plain = edition(key)
    is_long = plain.mode in LONG_DECK_MODES
    counts_numbers = plain.deck != edition(key, face_value=False).deck if not is_long else False
    variants = [
        Variant(key, deck, face_value, bga_teams)
        for deck in (None, *(LONG_DECKS if is_long else SHORT_DECKS))
        if deck != plain.deck.name
        for face_value in ((False,) if is_long or counts_numbers else (False, True))
        for bga_teams in ((False, True) if plain.has_sides else (False,))
    ]
    return [variant for variant in variants if variant != Variant(key)]


OPTIONS = tuple(variant for key in edition_keys() for variant in options_of(key))
EVERY = (*PRESETS, *OPTIONS)

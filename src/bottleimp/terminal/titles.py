"""What editions, decks, lengths and players are called on the screen.

The messages are those of the browser table, so that one translation serves both.
"""

from gettext import NullTranslations

from bottleimp.knowledge.narration import N_
from bottleimp.rules.edition import Edition
from bottleimp.rules.seating import DRIVEN, Length, Target

PRESETS = {
    "matagot": N_("Matagot 2024"),
    "classic": N_("Classic"),
    "bambus1995": N_("Bambus 1995"),
    "wikipedia": N_("Wikipedia"),
}
PRINTINGS = {
    "matagot": N_("Matagot, 2024"),
    "classic": N_("Bambus 2003, Z-Man, Stronghold and Gameteko"),
    "bambus1995": N_("The first printing, Bambus 1995"),
    "wikipedia": N_("As Wikipedia tells it: cards count their number"),
}
MODES = {
    "devils-eye": N_("The Devil's Eye, 2 players"),
    "lopaka": N_("Lopaka, 2 players"),
    "bright-house": N_("The Bright House, 2 players"),
    "3": N_("3 players"),
    "4": N_("4 players"),
    "4-teams": N_("4 players, one pair"),
    "5": N_("5 players"),
    "5-teams": N_("5 players, two pairs"),
    "6": N_("6 players"),
    "6-teams-222": N_("6 players, three pairs"),
    "6-teams-2211": N_("6 players, two pairs"),
}
DECKS = {
    "classic": N_("Classic deck"),
    "bambus1995": N_("Deck of 1995 (1, 2 and 3 without points)"),
    "matagot36": N_("Matagot deck"),
}
DECK_NOTES = {
    "bambus1995": N_(
        "The points of this printing are not known for certain: 1, 2 and 3 count nothing,"
        " the others as in the classic deck."
    ),
}
KINDS = {
    "uniform": N_("Any card"),
    "rules_of_thumb": N_("Rules of thumb"),
}
# The people of Stevenson's story; the driven player bears the name the rules give him.
NAMES = ("Keawe", "Kokua", "Kiano", "Nahinu", "Bosun")
DRIVEN_NAME = "Lopaka"


def preset_title(edition: Edition, catalogue: NullTranslations) -> str:
    """The preset by its short name."""
    return catalogue.gettext(PRESETS[edition.preset])


def printing(edition: Edition, catalogue: NullTranslations) -> str:
    """The printings that are played so."""
    return catalogue.gettext(PRINTINGS[edition.preset])


def mode_title(edition: Edition, catalogue: NullTranslations) -> str:
    """How many play, and how."""
    return catalogue.gettext(MODES[edition.mode])


def edition_title(edition: Edition, catalogue: NullTranslations) -> str:
    """What is played, such as `Classic, 4 players`."""
    return catalogue.gettext("{preset}, {mode}").format(
        preset=preset_title(edition, catalogue), mode=mode_title(edition, catalogue)
    )


def kind_title(name: str, catalogue: NullTranslations) -> str:
    """The name of a kind of computer player; its own name where nobody described it."""
    return catalogue.gettext(KINDS.get(name, name))


def length_title(length: Length, catalogue: NullTranslations) -> str:
    """When a match ends."""
    if isinstance(length, Target):
        return catalogue.gettext("to {points} points").format(points=length.points)
    return catalogue.ngettext(
        "everyone deals once", "everyone deals {count} times", length.cycles
    ).format(count=length.cycles)


def names_at(edition: Edition, catalogue: NullTranslations) -> tuple[str, ...]:
    """The names of all participants: the person, computer players, driven seats."""
    driven = [DRIVEN_NAME for who in edition.controllers if who == DRIVEN]
    return (catalogue.gettext("You"), *NAMES[: edition.players - 1], *driven)

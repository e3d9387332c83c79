"""The titles of editions, printings and decks, and the names of computer players and guests.

The titles are messages for the catalogues of translations.
"""

from collections.abc import Callable

from bottleimp.messages import N_
from bottleimp.rules.edition import Edition

PRESET_TITLES = {
    "matagot": N_("Matagot 2024"),
    "classic": N_("Classic"),
    "bambus1995": N_("Bambus 1995"),
    "wikipedia": N_("Wikipedia"),
}
PRINTINGS = {
    "matagot": N_("Matagot, 2024"),
    "classic": N_("Bambus 2003, Z-Man, Stronghold and Gameteko"),
    "bambus1995": N_("The first printing, Bambus 1995; most of its points are a stand-in"),
    "wikipedia": N_("As Wikipedia tells it: cards count their number"),
}
# Their titles at a table that plays with another deck or counts other points.
PRINTINGS_WITH_OTHER_CARDS = {
    "bambus1995": N_("The first printing, Bambus 1995"),
    "wikipedia": N_("As Wikipedia tells it"),
}
DECK_NOTES = {  # deck -> what is uncertain about it
    "bambus1995": N_(
        "Of the points of the deck of 1995 only this is known: 1, 2 and 3 carry none. The other"
        " points here are a stand-in, taken from the classic deck."
    ),
    "matagot17": N_("Sources differ about the 17 of Matagot's deck: 4 points, or 3 as here."),
}
MODE_TITLES = {
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
DECK_TITLES = {
    "classic": N_("Classic deck"),
    "bambus1995": N_("Deck of 1995 (1, 2 and 3 without points, the others a stand-in)"),
    "matagot36": N_("Matagot deck"),
    "matagot": N_("Matagot deck with half numbers"),
    "matagot17": N_("Matagot deck in which the 17 counts 3"),
}
# What a table option changes; those of decks and lengths are named by what they choose.
OPTION_TITLES = {
    "face-value": N_("Cards count their number"),
    "face-value=no": N_("Cards count their points"),
    "bga-teams": N_("Teams as on Board Game Arena"),
    "no-aids": N_("Earlier tricks and points taken are hidden until the round is over"),
}
# The people of Stevenson's story: one more than needed, as a person may have one of these names.
# The driven player has the name that the rules give him.
COMPUTER_NAMES = ("Keawe", "Kokua", "Kiano", "Nahinu", "Bosun", "Skipper")
DRIVEN_NAME = "Lopaka"
# What people without a name are called, by place.  Each begins with a different letter.
GUEST_NAMES = (
    N_("Dolphin"),
    N_("Heron"),
    N_("Otter"),
    N_("Gecko"),
    N_("Turtle"),
    N_("Plover"),
)


def printing_title(edition: Edition, gettext: Callable[[str], str]) -> str:
    """The title of the printings that the edition follows."""
    if any(option.startswith(("deck=", "face-value")) for option in edition.options):
        return gettext(PRINTINGS_WITH_OTHER_CARDS.get(edition.preset, PRINTINGS[edition.preset]))
    return gettext(PRINTINGS[edition.preset])


def edition_title(edition: Edition, gettext: Callable[[str], str]) -> str:
    """Preset and mode, such as `Classic, 4 players`."""
    return gettext("{preset}, {mode}").format(
        preset=gettext(PRESET_TITLES[edition.preset]), mode=gettext(MODE_TITLES[edition.mode])
    )

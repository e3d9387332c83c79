"""What editions, lengths and players are called on the screen."""

from gettext import NullTranslations

from bottleimp.knowledge import titles
from bottleimp.knowledge.titles import COMPUTER_NAMES, DECK_TITLES, DRIVEN_NAME, OPTION_TITLES
from bottleimp.players.catalogue import PLAYER_KINDS
from bottleimp.rules.edition import Edition
from bottleimp.rules.seating import DRIVEN, MatchLength, Rounds, TargetScore

TWICE = 2
SHOWN_OPTIONS = ("face-value", "face-value=no", "bga-teams")  # the others are seen at the table


def preset_title(edition: Edition, catalogue: NullTranslations) -> str:
    """The preset by its short name."""
    return catalogue.gettext(titles.PRESET_TITLES[edition.preset])


def printing_title(edition: Edition, catalogue: NullTranslations) -> str:
    """The printings that are played so."""
    return titles.printing_title(edition, catalogue.gettext)


def mode_title(edition: Edition, catalogue: NullTranslations) -> str:
    """How many play, and how."""
    return catalogue.gettext(titles.MODE_TITLES[edition.mode])


def edition_title(edition: Edition, catalogue: NullTranslations) -> str:
    """What is played, such as `Classic, 4 players`."""
    return titles.edition_title(edition, catalogue.gettext)


def edition_with_options(edition: Edition, catalogue: NullTranslations) -> str:
    """What is played, with the options that change cards and points; the heading has the length."""
    named = [OPTION_TITLES[option] for option in edition.options if option in SHOWN_OPTIONS]
    if any(option.startswith("deck=") for option in edition.options):
        named.append(DECK_TITLES[edition.deck.name])
    title = edition_title(edition, catalogue)
    return f"{title} ({', '.join(map(catalogue.gettext, named))})" if named else title


def player_title(name: str, catalogue: NullTranslations) -> str:
    """The name of a kind of computer player; its own name where nobody described it."""
    return catalogue.gettext(PLAYER_KINDS[name].title if name in PLAYER_KINDS else name)


def length_title(length: MatchLength, catalogue: NullTranslations) -> str:
    """When a match ends."""
    if isinstance(length, TargetScore):
        text = catalogue.ngettext("to {points} point", "to {points} points", length.points)
        return text.format(points=length.points)
    if isinstance(length, Rounds):
        text = catalogue.ngettext("{rounds} round", "{rounds} rounds", length.rounds)
        return text.format(rounds=length.rounds)
    if length.cycles == TWICE:
        return catalogue.gettext("everyone deals twice")
    return catalogue.ngettext(
        "everyone deals once", "everyone deals {count} times", length.cycles
    ).format(count=length.cycles)


def participant_names(edition: Edition, catalogue: NullTranslations) -> tuple[str, ...]:
    """The names of all participants: the person, computer players, driven seats."""
    driven = [DRIVEN_NAME for who in edition.controllers if who == DRIVEN]
    return (catalogue.gettext("You"), *COMPUTER_NAMES[: edition.players - 1], *driven)

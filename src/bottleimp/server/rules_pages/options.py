"""What the options of a table change, one line for each."""

from bottleimp.languages.language import Language
from bottleimp.messages import gettext_noop
from bottleimp.rules.edition import Edition
from bottleimp.rules.editions import edition_from_text
from bottleimp.rules.seating import TargetScore, rounds_planned
from bottleimp.server.rules_pages.facts import scores_face_values
from bottleimp.server.rules_pages.text import card_list_text
from bottleimp.server.text.words import option_titles

# What an option changes; the other options have texts that depend on the edition.
OPTION_TEXTS = {
    "face-value": gettext_noop(
        "The numbers of the cards are added up in place of their points, in the tricks and in the"
        " Imp's Trick."
    ),
    "face-value=no": gettext_noop(
        "The points of the cards are added up in place of their numbers, in the tricks and in the"
        " Imp's Trick."
    ),
    "no-aids": gettext_noop(
        "So are the marks of the number line, for players and onlookers alike."
    ),
}


def option_lines(edition: Edition, language: Language) -> list[dict[str, str]]:
    """Title and text of every option of the table, in the order of the edition's text."""
    titles = option_titles(edition, language)
    return [
        {"title": title, "text": option_text(edition, option, language)}
        for option, title in zip(edition.options, titles, strict=True)
    ]


def option_text(edition: Edition, option: str, language: Language) -> str:
    """What the option changes; empty where the title says it all."""
    if option in OPTION_TEXTS:
        return language.gettext(OPTION_TEXTS[option])
    without = edition_without(edition, option)
    if option.startswith("deck="):
        return deck_text(without, edition, language)
    if option == "bga-teams":
        return teams_text(without, edition, language)
    return length_without_option_text(without, language) if option == str(edition.length) else ""


def edition_without(edition: Edition, option: str) -> Edition:
    """The edition with all its options but this one."""
    others = [other for other in edition.options if other != option]
    return edition_from_text(",".join([edition.key, *others]))


def teams_text(without: Edition, edition: Edition, language: Language) -> str:
    """What the official online version does otherwise in this mode."""
    _ = language.gettext
    text = []
    if edition.sides != without.sides:
        text.append(_("Different players are partners."))
    text.append(_("The partner of an owner keeps the points taken."))
    if edition.weights != without.weights:
        text.append(_("Nobody counts double."))
    return " ".join(text)


def length_without_option_text(without: Edition, language: Language) -> str:
    """How long the match is without the option."""
    length = without.length
    if isinstance(length, TargetScore):
        line = language.ngettext(
            "Without the option it lasts until someone has {points} point.",
            "Without the option it lasts until someone has {points} points.",
            length.points,
        )
        return line.format(points=length.points)
    rounds = rounds_planned(length, without.players) or 0
    return language.ngettext(
        "Without the option there is {n} round.",
        "Without the option there are {n} rounds.",
        rounds,
    ).format(n=rounds)


def deck_text(without: Edition, edition: Edition, language: Language) -> str:
    """Which cards have another suit or other points in the deck that the table chose."""
    before = {card.label: card for card in without.deck.cards}
    pairs = [(before[card.label], card) for card in edition.deck.cards if card.label in before]
    suits = [now for old, now in pairs if now.suit is not old.suit]
    points = [now for old, now in pairs if now.points != old.points]
    text = []
    if suits:
        line = language.ngettext(
            "This card has another suit than without the option: {cards}.",
            "These cards have another suit than without the option: {cards}.",
            len(suits),
        )
        text.append(line.format(cards=card_list_text(suits, language)))
    if points:
        line = language.ngettext(
            "This card has other points than without the option: {cards}.",
            "These cards have other points than without the option: {cards}.",
            len(points),
        )
        text.append(line.format(cards=card_list_text(points, language)))
    if scores_face_values(edition):
        text.append(
            language.gettext(
                "The points of this deck do not matter, since cards count their number."
            )
        )
    return " ".join(text)

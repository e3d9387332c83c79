"""What the options of a table change, one line for each."""

from bottleimp.rules.edition import Edition
from bottleimp.rules.editions import edition as printed_edition
from bottleimp.server.i18n import Language, marked
from bottleimp.server.words import length_text, option_titles

# What an option changes; one that stands neither here nor below is told by its title alone.
TEXTS = {
    "face-value": marked("The numbers of the cards are added up in place of their points."),
    "face-value=no": marked("The points of the cards are added up in place of their numbers."),
    "bga-teams": marked(
        "Sides are seated and scored as the official online version does it: the partner of an"
        " owner keeps the points taken, and nobody counts double."
    ),
    "no-aids": marked(
        "Earlier tricks, points taken and the marks of the number line are shown to nobody until"
        " the round is over."
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
    if option in TEXTS:
        return language.gettext(TEXTS[option])
    without = printed_edition(edition.key)
    if option.startswith("deck="):
        text = language.gettext(
            "Without this option the points of all cards are {points}; now they are {now}."
        )
        if without.deck.points == edition.deck.points:
            return language.gettext("Some cards have another suit or other points.")
        return text.format(points=without.deck.points, now=edition.deck.points)
    if option == str(edition.length):
        usual = length_text(without.length, without.players, language)
        return language.gettext("Without this option: {length}.").format(length=usual)
    return ""

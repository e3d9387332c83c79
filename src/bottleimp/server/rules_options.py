"""What the options of a table change, one line for each."""

from bottleimp.rules.edition import Edition
from bottleimp.rules.editions import edition as printed_edition
from bottleimp.server.i18n import Language, marked
from bottleimp.server.rules_facts import counts_numbers
from bottleimp.server.rules_text import cards_named
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
        return deck_text(without, edition, language)
    if option == str(edition.length):
        usual = length_text(without.length, without.players, language)
        return language.gettext("Without this option: {length}.").format(length=usual)
    return ""


def deck_text(without: Edition, edition: Edition, language: Language) -> str:
    """Which cards have another suit or other points in the deck that the table chose."""
    _ = language.gettext
    before = {card.label: card for card in without.deck.cards}
    # Where cards count their number on one side only, that option says what they count.
    is_alike = counts_numbers(without) == counts_numbers(edition)
    pairs = [(before[card.label], card) for card in edition.deck.cards if card.label in before]
    suits = [now for old, now in pairs if now.suit is not old.suit]
    points = [now for old, now in pairs if now.points != old.points and is_alike]
    text = []
    if suits:
        line = _("Of another suit than without this option: {cards}.")
        text.append(line.format(cards=cards_named(suits, language)))
    if points:
        line = _("With other points: {cards}.")
        text.append(line.format(cards=cards_named(points, language)))
    return " ".join(text) or _("The cards are those of the edition without this option.")

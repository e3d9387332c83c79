"""The exchange in plain sentences: a part of `text`."""

from bottleimp.languages.language import Language
from bottleimp.rules.edition import Edition
from bottleimp.rules.seating import IMPS_TRICK, OpenRule, Pass
from bottleimp.server.rules_pages.facts import (
    imps_trick_size,
    pass_direction,
    seats_without_discards,
)

TWO_PLAYERS = 2


def exchange_text(edition: Edition, language: Language) -> list[str]:
    """What is passed, and when it is picked up."""
    _ = language.gettext
    text = []
    for stage in edition.stages:
        own = [step for step in stage if step.seat == stage[0].seat]
        steps = ", ".join(steps_text(edition, own, language))
        if len(edition.hands_of(own[0].seat)) == 1:
            line = _("Everyone chooses in secret and at the same time: {steps}.")
            if seats_without_discards(edition):
                line = _("Everyone but the dealer chooses in secret and at the same time: {steps}.")
            elif edition.players == TWO_PLAYERS:
                line = _("Both players choose in secret and at the same time: {steps}.")
            text.append(line.format(steps=steps))
        elif own[0].source == edition.hands_of(own[0].seat)[0]:
            line = _(
                "Knowing both their hands, both players choose from the first one, in secret and at"
                " the same time: {steps}."
            )
            text.append(line.format(steps=steps))
        elif stage is edition.stages[0]:
            line = _(
                "Knowing both their hands, both players choose from the second one, in secret and"
                " at the same time: {steps}."
            )
            text.append(line.format(steps=steps))
        else:
            line = _(
                "Then they choose from their second hands in the same way, knowing what came into"
                " the first: {steps}."
            )
            text.append(line.format(steps=steps))
    if seats_without_discards(edition):
        text.append(
            _("The dealer passes cards in the same way, but puts none into the Imp's Trick.")
        )
    if edition.discards:
        seen_at_once = _(
            "Received cards are seen only when all have chosen, so they can be neither put into"
            " the Imp's Trick nor passed on."
        )
        seen_by_hand = _(
            "A received card stays in its hand: it can be neither put into the Imp's Trick nor"
            " passed on."
        )
        text.append(seen_by_hand if len(edition.stages) > 1 else seen_at_once)
        text.append(
            _(
                "The {n} cards of the Imp's Trick lie face down until the round is over; nobody"
                " knows them all."
            ).format(n=imps_trick_size(edition))
        )
    else:
        text.append(_("Neither sees the card received before both have chosen."))
        text.append(_("Nobody puts a card into the Imp's Trick."))
    if edition.driven:
        text.append(_("Lopaka passes nothing and receives nothing."))
    return [*text, *opening_text(edition, language)]


def opening_text(edition: Edition, language: Language) -> list[str]:
    """Which hands are laid open before play."""
    _ = language.gettext
    opens = {hand.opens for hand in edition.hands}
    if OpenRule.BY_CHOICE in opens:
        return [
            _(
                "Then both players choose, at the same moment, which of their hands lies open for"
                " the rest of the round; the other stays hidden."
            )
        ]
    if OpenRule.AT_PLAY in opens and edition.driven:
        return [_("Then Lopaka's hand is laid open.")]
    if OpenRule.AT_PLAY in opens:
        first, second = edition.hands_of(0)
        line = _(
            "Then the first hands, of {first} cards now, are laid open; the second hands, of"
            " {second}, stay hidden."
        )
        return [
            line.format(
                first=cards_after_exchange(edition, first),
                second=cards_after_exchange(edition, second),
            )
        ]
    return []


def cards_after_exchange(edition: Edition, number: int) -> int:
    """How many cards a hand has after the exchange."""
    given = sum(1 for step in edition.passes if step.source == number)
    received = sum(1 for step in edition.passes if step.target == number)
    return edition.hands[number].size - given + received


def steps_text(edition: Edition, own: list[Pass], language: Language) -> list[str]:
    """What one seat passes in a stage, the cards for the Imp's Trick counted together."""
    _ = language.gettext
    ways = {
        "left": _("one card for the left neighbour"),
        "right": _("one card for the right neighbour"),
        "opponent": _("one card for the opponent"),
        "own": _("one card for their own other hand"),
        "across": _("one card for the player across the table"),
    }
    text = []
    discards = sum(1 for step in own if step.target == IMPS_TRICK)
    if discards:
        text.append(
            language.ngettext(
                "one card for the Imp's Trick", "{n} cards for the Imp's Trick", discards
            ).format(n=discards)
        )
    for step in own:
        to = pass_direction(edition, step)
        if to == "imp":
            continue
        numbers = edition.hands_of(edition.hands[step.target].seat)
        if to == "opponent" and len(numbers) > 1 and step.target == numbers[0]:
            text.append(_("one card for the opponent's first hand"))
        elif to == "opponent" and len(numbers) > 1:
            text.append(_("one card for the opponent's second hand"))
        else:
            text.append(ways[to])
    return text

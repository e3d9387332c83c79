"""What each choice wins or risks in words: one short line, the same in browser and terminal."""

from collections.abc import Sequence
from gettext import NullTranslations

from bottleimp.game.actions import OpenChoice
from bottleimp.game.round import Phase
from bottleimp.knowledge.choice_facts import ChoiceFacts, Takes, cards_under_price
from bottleimp.knowledge.memory_aids import hides_hint_reasons
from bottleimp.knowledge.observation import Observation
from bottleimp.knowledge.printed_numbers import printed_number, printed_price
from bottleimp.messages import N_, NN_
from bottleimp.rules.cards import Card
from bottleimp.rules.seating import IMPS_TRICK

ADDS_POINTS = NN_(
    "Does not take the trick; adds {n} point.", "Does not take the trick; adds {n} points."
)
TAKES = NN_("Takes the trick: {n} point.", "Takes the trick: {n} points.")
TAKES_SO_FAR = NN_("Takes the trick: {n} point so far.", "Takes the trick: {n} points so far.")
LEADS = NN_("Has the trick so far: {n} point.", "Has the trick so far: {n} points.")
BUYS = N_("Buys the bottle for {card}.")
WOULD_BUY = N_("Would buy the bottle for {card}.")
BETWEEN = NN_(
    "One card between {card} and {price} could buy it instead.",
    "Up to {n} cards between {card} and {price} could buy it instead.",
)
BUYERS = NN_(
    "One card below {price} could beat it.", "Up to {n} cards below {price} could beat it."
)
ONLY_OWN = N_("Only another card of yours could beat it.")
HIGHER = NN_("One higher card could beat it.", "Up to {n} higher cards could beat it.")
LOWER = NN_(
    "At most one card held by others could take the bottle from you later.",
    "Up to {n} cards held by others could take the bottle from you later.",
)
FOR_GOOD = N_("Nobody else could take the bottle from you later.")
KEPT_LOW = NN_(
    "If you buy with it: at most one card held by others could take the bottle from you.",
    "If you buy with it: up to {n} cards held by others could take the bottle from you.",
)
KEPT_LOWEST = N_("If you buy with it: nobody else could take the bottle from you.")
KEPT_HIGH = NN_(
    "If you keep it: at most one card held by others is higher.",
    "If you keep it: up to {n} cards held by others are higher.",
)
KEPT_HIGHEST = N_("If you keep it: no card held by others is higher.")
POINTS = NN_("{n} point.", "{n} points.")
SHOWS = NN_(
    "Everybody sees its {n} card below {price}.", "Everybody sees its {n} cards below {price}."
)
SHOWS_NONE = N_("It holds no card below {price}.")

CARDS_OUT = N_("Cards below {price} that the others may hold: {cards}.")
NO_CARDS_OUT = N_("Nobody else holds a card below {price}.")
FOR_THE_IMP = N_(
    "A card in the Imp's Trick is out of play, and whoever owns a bottle in the end loses its"
    " points: put a card there that you want to be rid of and nobody else should get."
)
FOR_ANOTHER = N_(
    "A card for another player goes into that player's hand, and you know that it is there."
)


def choice_text(facts: ChoiceFacts, observation: Observation, catalogue: NullTranslations) -> str:
    """The row in one short line."""
    deck = observation.edition.deck
    is_play = observation.phase is Phase.PLAY
    price = printed_price(deck, observation.price if is_play else deck.start_price)
    card = "" if isinstance(facts.action, OpenChoice) else printed_number(facts.action.label)

    def counted(forms: tuple[str, str], n: int) -> str:
        return catalogue.ngettext(*forms, n).format(n=n, card=card, price=price)

    def said(text: str) -> str:
        return catalogue.gettext(text).format(card=card, price=price)

    if isinstance(facts.action, OpenChoice):
        return counted(SHOWS, facts.under) if facts.under else said(SHOWS_NONE)
    if facts.takes is None:
        if facts.action.place >= deck.start_price:
            risk = counted(KEPT_HIGH, facts.higher) if facts.higher else said(KEPT_HIGHEST)
        else:
            risk = counted(KEPT_LOW, facts.lower) if facts.lower else said(KEPT_LOWEST)
        return f"{risk} {counted(POINTS, facts.points)}"
    if facts.takes is Takes.NO:
        return counted(ADDS_POINTS, facts.points)
    surely = facts.takes is Takes.SURELY
    takes = TAKES if observation.is_last_of_trick else TAKES_SO_FAR
    parts = [counted(takes if surely else LEADS, facts.points)]
    if facts.buys:
        parts.append(said(BUYS if surely else WOULD_BUY))
        if facts.under and not facts.is_beaten_by_own_only:
            parts.append(counted(BETWEEN, facts.under))
        parts.append(counted(LOWER, facts.lower) if facts.lower else said(FOR_GOOD))
    elif not facts.is_beaten_by_own_only:
        parts += [
            counted(forms, n) for forms, n in ((BUYERS, facts.under), (HIGHER, facts.higher)) if n
        ]
    if facts.is_beaten_by_own_only:
        parts.append(said(ONLY_OWN))
    return " ".join(parts)


def choice_notes(observation: Observation, catalogue: NullTranslations) -> Sequence[str]:
    """What goes for all rows: what each pass is for, and which cards below the price are out.

    Nothing during play at a table without aids to memory.
    """
    if hides_hint_reasons(observation):
        return []
    notes = []
    if observation.phase is Phase.EXCHANGE:
        targets = [step.target for step in observation.passes_owed]
        into = {FOR_THE_IMP if target == IMPS_TRICK else FOR_ANOTHER for target in targets}
        notes = [catalogue.gettext(note) for note in (FOR_THE_IMP, FOR_ANOTHER) if note in into]
    price = printed_price(observation.edition.deck, observation.price)
    cards: tuple[Card, ...] = cards_under_price(observation)
    if cards:
        listed = ", ".join(printed_number(card.label) for card in cards)
        notes.append(catalogue.gettext(CARDS_OUT).format(price=price, cards=listed))
    else:
        notes.append(catalogue.gettext(NO_CARDS_OUT).format(price=price))
    return notes

"""The reasons of hints in words, the same in browser and terminal.

Every sentence is a message for the catalogues of translations.
"""

from collections.abc import Sequence
from gettext import NullTranslations

from bottleimp.knowledge.hint_reasons import HintReason, HintReasonKind
from bottleimp.knowledge.narration import COLOURS
from bottleimp.knowledge.printed_numbers import printed_number
from bottleimp.messages import N_, NN_

SENTENCES = {
    HintReasonKind.ONLY_CARD: N_("It is the only card you may play."),
    HintReasonKind.OWNER_FOR_GOOD: N_(
        "Whatever is played, you will own a bottle in the end, so your tricks count nothing."
    ),
    HintReasonKind.PARTNER_OWNS_FOR_GOOD: N_(
        "Whatever is played, {name}, your partner, will own a bottle in the end, so your tricks"
        " count nothing."
    ),
    HintReasonKind.NO_BOTTLE_COMES: N_(
        "No bottle can come to you any more, so every point you take counts."
    ),
    HintReasonKind.DEARER_ON_TABLE: N_(
        "It gets rid of the {card}: with the {other} on the table, it cannot buy the bottle."
    ),
    HintReasonKind.OWNER_LEADS: N_(
        "{name} has the trick so far, and will own a bottle in the end, so these points count"
        " nothing for {name}."
    ),
    HintReasonKind.LEAVES_BOTTLE: N_(
        "Whoever takes this trick buys the bottle, and this card cannot take it."
    ),
    HintReasonKind.HIGHEST_THAT_LOSES: N_(
        "It is the highest card you may play that cannot take the trick."
    ),
    HintReasonKind.LAST_OF_SUIT: N_(
        "It is your last {colour} card: after it you may play anything when {colour} is led."
    ),
    HintReasonKind.LAST_OF_SUIT_IN_HAND: N_(
        "It is the last {colour} card of this hand, which may then play anything when {colour} is"
        " led."
    ),
    HintReasonKind.CANNOT_TAKE: N_("It cannot take the trick."),
    HintReasonKind.NOBODY_BEATS: N_("Nobody else can beat it: it takes the trick."),
    HintReasonKind.ONLY_OWN_MAY_BEAT: N_(
        "Nobody else can beat it; only another card of yours may still take this trick."
    ),
    HintReasonKind.BUYS_FOR_GOOD: N_(
        "It takes the trick ({points}) and buys the bottle, and nobody else can take it from you"
        " any more."
    ),
    HintReasonKind.KEEPS_FOR_GOOD: N_(
        "You keep the bottle, now for {card}, and nobody else can take it from you any more."
    ),
    HintReasonKind.NOBODY_UNDERCUTS: N_(
        "Nobody after you can play a card below {price} to this trick, so only a higher card"
        " beats it."
    ),
    HintReasonKind.NOBODY_HIGHER: N_(
        "Nobody after you can play a higher card to this trick, so only a card below {price}"
        " beats it."
    ),
    HintReasonKind.HIGHEST_WITHOUT_BUYING: N_(
        "It is the highest card you can play, and it cannot buy the bottle."
    ),
    HintReasonKind.NO_MORE_OF_SUIT: N_(
        "Without the {card} you may play anything when {colour} is led, unless you receive"
        " {colour} cards."
    ),
    HintReasonKind.NO_MORE_OF_SUIT_IN_HAND: N_(
        "Without the {card} that hand may play anything when {colour} is led, unless it receives"
        " {colour} cards."
    ),
    HintReasonKind.KNOWN_PLACE: N_("From now on you know that {name} has the {card}."),
    HintReasonKind.MORE_LOW_HIDDEN: N_(
        "More of your cards below {price} stay hidden than lie open: {count} to {shown}."
    ),
    HintReasonKind.MORE_LOW_OPEN: N_(
        "The open hand plays first to a trick, and holds more of your cards below {price}:"
        " {shown} to {count}."
    ),
    HintReasonKind.LOWEST_HIDDEN: N_("Your lowest card, the {card}, stays hidden."),
    HintReasonKind.LOWEST_OPEN: N_(
        "Your lowest card, the {card}, lies in the open hand, which plays first to a trick."
    ),
}

# One form for one point or card, another for several.
COUNTED = {
    HintReasonKind.OWN_CARD_LEADS: NN_(
        "Your own {other} has the trick so far, and this adds {count} point.",
        "Your own {other} has the trick so far, and this adds {count} points.",
    ),
    HintReasonKind.PARTNER_LEADS: NN_(
        "{name}, your partner, has the trick so far, and this adds {count} point.",
        "{name}, your partner, has the trick so far, and this adds {count} points.",
    ),
    HintReasonKind.FEWEST_POINTS: NN_(
        "It cannot take the trick, and it gives away only {count} point.",
        "It cannot take the trick, and it gives away only {count} points.",
    ),
    HintReasonKind.TAKES: NN_(
        "It takes the trick and {count} point.",
        "It takes the trick and {count} points.",
    ),
    HintReasonKind.COSTS_THE_OWNER: NN_(
        "The {card} adds {count} point to the Imp's Trick, which the owner of a bottle loses.",
        "The {card} adds {count} points to the Imp's Trick, which the owner of a bottle loses.",
    ),
    HintReasonKind.BUYS: NN_(
        "It takes the trick ({points}) and buys the bottle; {count} lower card may still take it"
        " from you.",
        "It takes the trick ({points}) and buys the bottle; up to {count} lower cards may still"
        " take it from you.",
    ),
    HintReasonKind.KEEPS: NN_(
        "You keep the bottle, now for {card}; {count} lower card held by others may still take it"
        " from you.",
        "You keep the bottle, now for {card}; up to {count} lower cards held by others may still"
        " take it from you.",
    ),
    HintReasonKind.OTHERS_MAY_BUY: NN_(
        "A card between {card} and {price} may still come in this trick, and it would buy the"
        " bottle instead.",
        "Any of up to {count} cards between {card} and {price} could still buy the bottle instead"
        " in this trick.",
    ),
    HintReasonKind.OWN_BOTTLE_MAY_GO: NN_(
        "The bottle for {price} is yours, and {count} lower card held by others may still buy it."
        " Any card above {price} leaves them that chance.",
        "The bottle for {price} is yours, and up to {count} lower cards held by others may"
        " still buy it. Any card above {price} leaves them that chance.",
    ),
    HintReasonKind.HIGHER_MAY_FOLLOW: NN_(
        "It cannot buy the bottle, and one higher card may still come in this trick.",
        "It cannot buy the bottle, and any of up to {count} higher cards could still beat it.",
    ),
    HintReasonKind.GETS_RID: NN_(
        "It gets rid of the {card}: if you bought a bottle with it, only {count} card held"
        " by others could take it from you again.",
        "It gets rid of the {card}: if you bought a bottle with it, at most {count} cards held"
        " by others could take it from you again.",
    ),
    HintReasonKind.HIGHER_OUT: NN_(
        "If you kept the {card}, one higher card could beat it.",
        "If you kept the {card}, up to {count} higher cards could beat it.",
    ),
}

# The points of a trick, inside a sentence; the first while cards are still to come.
POINTS_SO_FAR = NN_("{n} point so far", "{n} points so far")
ALL_POINTS = NN_("{n} point", "{n} points")

# The sentences if the count is zero.
NOTHING_COUNTED = {
    HintReasonKind.FEWEST_POINTS: N_("It cannot take the trick, and it gives away no points."),
    HintReasonKind.COSTS_THE_OWNER: N_(
        "The {card} adds no points to the Imp's Trick, which an owner loses."
    ),
    HintReasonKind.GETS_RID: N_(
        "It gets rid of the {card}: if you bought a bottle with it, it would stay with you."
    ),
}


def hint_reason_text(reason: HintReason, names: Sequence[str], catalogue: NullTranslations) -> str:
    """The reason in words; `names` are listed by seat."""
    forms = ALL_POINTS if reason.is_last_card else POINTS_SO_FAR
    return form(reason, catalogue).format(
        card=printed_number(reason.card.label) if reason.card else "",
        other=printed_number(reason.other.label) if reason.other else "",
        name="" if reason.seat is None else names[reason.seat],
        colour=catalogue.gettext(COLOURS[reason.suit]) if reason.suit else "",
        price=reason.price,
        count=reason.count,
        shown=reason.shown,
        points=catalogue.ngettext(*forms, reason.points).format(n=reason.points),
    )


# The same in few words, for the other cards of an exchange.
SHORT_REASONS = {
    HintReasonKind.NO_MORE_OF_SUIT: N_("The {card}: no more {colour} cards."),
    HintReasonKind.NO_MORE_OF_SUIT_IN_HAND: N_("The {card}: no more {colour} cards in that hand."),
    HintReasonKind.KNOWN_PLACE: N_("The {card}: you know who has it."),
}
SHORT_COUNTED_REASONS = {
    HintReasonKind.GETS_RID: NN_(
        "The {card}: {count} lower card is out.", "The {card}: at most {count} lower cards are out."
    ),
    HintReasonKind.COSTS_THE_OWNER: NN_(
        "The {card}: {count} point for the owner to lose.",
        "The {card}: {count} points for the owner to lose.",
    ),
    HintReasonKind.HIGHER_OUT: NN_(
        "The {card}: one card is higher.", "The {card}: up to {count} cards are higher."
    ),
}
SHORT_NOTHING_COUNTED = {
    HintReasonKind.GETS_RID: N_("The {card}: a bottle bought with it stays with you."),
    HintReasonKind.COSTS_THE_OWNER: N_("The {card}: out of play."),
}


def short_reason_text(reason: HintReason, catalogue: NullTranslations) -> str:
    """The reason for a card that is passed, in few words."""
    kind = reason.kind
    if kind in SHORT_REASONS:
        text = catalogue.gettext(SHORT_REASONS[kind])
    elif not reason.count and kind in SHORT_NOTHING_COUNTED:
        text = catalogue.gettext(SHORT_NOTHING_COUNTED[kind])
    else:
        text = catalogue.ngettext(*SHORT_COUNTED_REASONS[kind], reason.count)
    return text.format(
        card=printed_number(reason.card.label) if reason.card else "",
        colour=catalogue.gettext(COLOURS[reason.suit]) if reason.suit else "",
        count=reason.count,
    )


def form(reason: HintReason, catalogue: NullTranslations) -> str:
    """The sentence for this kind of reason, in the form for its count."""
    if reason.kind not in COUNTED:
        return catalogue.gettext(SENTENCES[reason.kind])
    if not reason.count and reason.kind in NOTHING_COUNTED:
        return catalogue.gettext(NOTHING_COUNTED[reason.kind])
    return catalogue.ngettext(*COUNTED[reason.kind], reason.count)

"""The rules of an edition in plain sentences, made from the edition's own data.

The pages of the server and of the documentation share these sentences.
"""

from bottleimp.rules.cards import Card
from bottleimp.rules.edition import Edition
from bottleimp.rules.seating import IMPS_TRICK, Opens, Pass, Source
from bottleimp.server.i18n import Language
from bottleimp.server.rules_facts import (
    counts_numbers,
    imps_trick,
    keepers,
    loses_together,
    sizes,
    way,
)
from bottleimp.server.rules_score_text import match_text, score_text, sides_text
from bottleimp.server.words import with_halves

Paragraph = tuple[str, list[str]]
TWO_PLAYERS = 2


def paragraphs(edition: Edition, language: Language) -> list[Paragraph]:
    """The rules in plain sentences, under short headings."""
    _ = language.gettext
    return [
        (_("The cards"), cards_text(edition, language)),
        (_("The deal"), deal_text(edition, language)),
        (_("The exchange"), exchange_text(edition, language)),
        (_("The tricks"), tricks_text(edition, language)),
        (_("The bottle"), bottle_text(edition, language)),
        (_("Sides"), sides_text(edition, language)),
        (_("The score"), score_text(edition, language)),
        (_("The match"), match_text(edition, language)),
    ]


def goal_text(edition: Edition, language: Language) -> list[str]:
    """What it is all about."""
    _ = language.gettext
    text = [
        _(
            "Have the most points when the match ends. Points come from the cards in the tricks you"
            " take."
        )
    ]
    if edition.has_sides and loses_together(edition):
        text.append(
            _(
                "But whoever owns the bottle when the round ends scores nothing for tricks, and"
                " loses the points of the Imp's Trick instead; and so does the owner's partner."
            )
        )
    elif edition.bottles > 1:
        text.append(
            _(
                "But whoever owns a bottle when the round ends scores nothing for tricks, and loses"
                " the points of the Imp's Trick instead."
            )
        )
    else:
        text.append(
            _(
                "But whoever owns the bottle when the round ends scores nothing for tricks, and"
                " loses the points of the Imp's Trick instead."
            )
        )
    return text


def advice_text(edition: Edition, language: Language) -> list[str]:
    """What a beginner does well to know."""
    _ = language.gettext
    text = [
        _(
            "Very low cards are dangerous: late in the round nobody can buy the bottle from you any"
            " more. Pass them on, or throw them into tricks that someone else buys with a higher"
            " card below the price."
        ),
        _(
            "Cards just below 19 are good ones. Early on they win tricks, and there is still plenty"
            " of time to sell the bottle again."
        ),
    ]
    if edition.bottles == 1 and edition.deck.number(0) == "1":
        text.append(
            _(
                "Remember what you passed and what you received. If you passed the 2 and received"
                " the 1, you will own the bottle at the end once the 2 has bought it, unless you"
                " play the 1 in the same trick or earlier."
            )
        )
    if "no-aids" not in edition.options:
        text.append(
            _(
                "Keep a card or two that surely lose, and watch the number line: it shows which low"
                " cards are still out, and so whether the bottle can still be sold."
            )
        )
    return text


# --- cards and deal ------------------------------------------------------------------------


def cards_text(edition: Edition, language: Language) -> list[str]:
    """What the deck is."""
    _ = language.gettext
    price = edition.deck.number(edition.deck.start_price)
    text = [
        _("{cards} cards in three suits, from {low} to {high}; every number comes once.").format(
            cards=len(edition.deck.cards),
            low=edition.deck.cards[0].label,
            high=edition.deck.cards[-1].label,
        ),
        _("The {price} is not played: it is the first price of the bottle.").format(price=price),
        *half_cards_text(edition, language),
    ]
    if counts_numbers(edition):
        text.append(_("A card counts as many points as its number."))
    else:
        text.append(
            _("The points stand on the cards, {points} in all.").format(points=edition.deck.points)
        )
        if edition.deck.name.startswith("matagot"):
            line = _("Sources differ about the 17, which counts 3 or 4 points; here it counts {n}.")
            text.append(line.format(n=edition.deck.card(17).points))
    return text


def half_cards_text(edition: Edition, language: Language) -> list[str]:
    """What half cards are, where the deck has some."""
    _ = language.gettext
    deck = edition.deck
    halves = [card for card in deck.cards if not card.label.isdigit()]
    if not halves:
        return []
    text = [
        _(
            "{n} of them are half cards, one for every even number. A half card has the suit and"
            " the points of its even number, and ranks just above it."
        ).format(n=len(halves)),
        _("So the {half} is higher than the {below} and lower than the {above}.").format(
            half=with_halves(halves[0].label),
            below=deck.number(halves[0].place - 1),
            above=deck.number(halves[0].place + 1),
        ),
    ]
    last = deck.start_price - 1
    if deck.number(last) in [card.label for card in halves]:
        line = _("The {half} is below the starting price.")
        text.append(line.format(half=with_halves(deck.number(last))))
    return text


def deal_text(edition: Edition, language: Language) -> list[str]:
    """Who is dealt what."""
    _ = language.gettext
    dealt, dealer = sizes(edition), edition.dealer
    per_seat = len(edition.hands) // edition.seats
    text = [_("The first dealer is drawn by lot, or named by whoever opens the table.")]
    if per_seat > 1:
        numbers = [edition.hands[n].size for n in edition.hands_of(0)]
        text.append(
            _("Each player is dealt two hands, of {first} and {second} cards.").format(
                first=numbers[0], second=numbers[-1]
            )
        )
    elif dealt[dealer] != dealt[0]:
        text.append(
            _("Each player is dealt {many} cards, the dealer {few}.").format(
                many=dealt[0], few=dealt[dealer]
            )
        )
    else:
        text.append(_("Each is dealt {n} cards.").format(n=dealt[0]))
    if edition.driven:
        text.append(
            _("A third hand belongs to Lopaka, who sits at the dealer's right and plays by rule.")
        )
    if edition.left_over:
        text.append(
            language.ngettext(
                "{n} card is left over: it is the Imp's Trick, seen by nobody.",
                "{n} cards are left over: they are the Imp's Trick, seen by nobody.",
                edition.left_over,
            ).format(n=edition.left_over)
        )
    if edition.players == TWO_PLAYERS:
        text.append(_("The player who does not deal leads the first trick and deals next."))
    else:
        text.append(
            _("The player left of the dealer leads the first trick and deals the next round.")
        )
    return text


# --- the exchange --------------------------------------------------------------------------


def exchange_text(edition: Edition, language: Language) -> list[str]:
    """What is passed, and when it is picked up."""
    _ = language.gettext
    text = []
    for stage in edition.stages:
        own = [step for step in stage if step.seat == stage[0].seat]
        steps = ", ".join(steps_text(edition, own, language))
        if len(edition.hands_of(own[0].seat)) == 1:
            text.append(_("Everyone chooses in secret: {steps}.").format(steps=steps))
        elif own[0].source == edition.hands_of(own[0].seat)[0]:
            line = _("From the first hand everyone chooses in secret: {steps}.")
            text.append(line.format(steps=steps))
        elif stage is edition.stages[0]:
            line = _("Knowing both hands, everyone chooses from the second in secret: {steps}.")
            text.append(line.format(steps=steps))
        else:
            line = _(
                "From the second hand everyone chooses in secret, knowing what came into the first:"
                " {steps}."
            )
            text.append(line.format(steps=steps))
    text.append(
        _(
            "Received cards are seen only when all have chosen, so they can be neither discarded"
            " nor passed on."
        )
    )
    if keepers(edition):
        text.append(
            _("The dealer puts nothing into the Imp's Trick, but passes cards like everyone.")
        )
    if edition.discards:
        text.append(
            _("{n} cards lie face down in the Imp's Trick; nobody knows them all.").format(
                n=imps_trick(edition)
            )
        )
    else:
        text.append(_("Nothing is put into the Imp's Trick."))
    if edition.driven:
        text.append(_("Lopaka passes nothing and receives nothing."))
    return [*text, *opening_text(edition, language)]


def opening_text(edition: Edition, language: Language) -> list[str]:
    """Which hands are laid open before play."""
    _ = language.gettext
    opens = {hand.opens for hand in edition.hands}
    if Opens.BY_CHOICE in opens:
        return [
            _(
                "Then both players choose, at the same moment, which of their hands lies open for"
                " the rest of the round; the other stays hidden."
            )
        ]
    if Opens.AT_PLAY in opens and edition.driven:
        return [_("Then Lopaka's hand is laid open.")]
    if Opens.AT_PLAY in opens:
        return [_("Then the first hands are laid open; the second hands stay hidden.")]
    return []


def steps_text(edition: Edition, own: list[Pass], language: Language) -> list[str]:
    """What one seat passes in a stage, the cards for the Imp's Trick counted together."""
    _ = language.gettext
    ways = {
        "left": _("one to the left neighbour"),
        "right": _("one to the right neighbour"),
        "opponent": _("one card to the opponent"),
        "own": _("one to the own other hand"),
        "across": _("one across the table"),
    }
    text = []
    discards = sum(1 for step in own if step.target == IMPS_TRICK)
    if discards:
        text.append(
            language.ngettext(
                "one card into the Imp's Trick", "{n} cards into the Imp's Trick", discards
            ).format(n=discards)
        )
    for step in own:
        to = way(edition, step)
        if to == "imp":
            continue
        numbers = edition.hands_of(edition.hands[step.target].seat)
        if to == "opponent" and len(numbers) > 1 and step.target == numbers[0]:
            text.append(_("one into the opponent's first hand"))
        elif to == "opponent" and len(numbers) > 1:
            text.append(_("one into the opponent's second hand"))
        else:
            text.append(ways[to])
    return text


# --- play ----------------------------------------------------------------------------------


def tricks_text(edition: Edition, language: Language) -> list[str]:
    """How tricks are played and who takes them."""
    _ = language.gettext
    text = [
        _("{tricks} tricks of {cards} cards are played.").format(
            tricks=edition.tricks, cards=len(edition.plays)
        ),
    ]
    if Source.OPEN in edition.plays:
        text.append(
            _(
                "Each card has its hand: the leader's open hand, the other's open hand, the"
                " leader's hidden hand, the other's hidden hand."
            )
        )
    elif len(edition.plays) > edition.seats:
        text.append(
            _("The players take turns, two cards each, and each card may come from either hand.")
        )
    else:
        text.append(_("Play goes clockwise; everyone plays one card."))
    if len(edition.hands_of(0)) > 1:
        text.append(
            _(
                "The first card sets the suit for the whole trick. It must be followed within the"
                " hand from which a card is played; a hand without that suit may play any card."
            )
        )
    else:
        text.append(
            _(
                "The leader may play any card. The others must follow the suit of the first card if"
                " they hold it, and may play any card if not."
            )
        )
    text += [
        _("Nobody has to win a trick."),
        _("If no card is below the price, the highest number takes the trick, whatever its suit."),
        _("If cards are below the price, the highest of those takes it, whatever its suit."),
        _("Whoever takes a trick keeps its cards and leads the next."),
    ]
    if edition.driven:
        text.append(
            _(
                "Lopaka follows suit like everyone. He leads his highest card. Otherwise he plays"
                " the highest card that would be winning the trick at that moment, or else his"
                " lowest that is allowed. He can be forced to buy the bottle."
            )
        )
    return text


def bottle_text(edition: Edition, language: Language) -> list[str]:
    """How bottles change hands."""
    _ = language.gettext
    price = edition.deck.number(edition.deck.start_price)
    if edition.bottles > 1:
        text = [
            _("At first nobody owns a bottle. There are {n}, and each costs {price}.").format(
                n=edition.bottles, price=price
            ),
            _(
                "Below the price means below the higher of the prices, and that bottle is the one"
                " that is sold, even if its new price is lower than the other's."
            ),
            _(
                "A trick sells one bottle at most. While both cost the same, it makes no difference"
                " which of them that is."
            ),
        ]
    else:
        text = [_("At first nobody owns the bottle, and it costs {price}.").format(price=price)]
    return [
        *text,
        _("Whoever takes a trick with a card below the price buys the bottle with it."),
        _(
            "The bottle changes hands when the trick is complete. That card is the new price, so"
            " the price only falls."
        ),
        _(
            "The card that was the price before goes to the former owner's tricks; the {price} goes"
            " to nobody."
        ).format(price=price),
        _("An owner may buy again, the same bottle or the other.")
        if edition.bottles > 1
        else _("An owner may buy the bottle again."),
    ]


def cards_named(cards: list[Card], language: Language) -> str:
    """Numbers of cards with commas, the lowest first."""
    ordered = sorted(cards, key=lambda card: card.place)
    return language.gettext(", ").join(with_halves(card.label) for card in ordered)

"""The rules of an edition in plain sentences, made from the edition's own data.

The pages of the server and of the documentation share these sentences.
"""

from bottleimp.knowledge.printed_numbers import printed_number, printed_price
from bottleimp.knowledge.titles import DECK_NOTES
from bottleimp.languages.language import Language
from bottleimp.rules.cards import Card
from bottleimp.rules.edition import Edition
from bottleimp.rules.seating import PlaySource
from bottleimp.server.rules_pages.exchange_text import TWO_PLAYERS, exchange_text
from bottleimp.server.rules_pages.facts import hand_sizes, scores_face_values
from bottleimp.server.rules_pages.score_text import match_text, score_text, sides_text

Paragraph = tuple[str, list[str]]


def rules_paragraphs(edition: Edition, language: Language) -> list[Paragraph]:
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
    if edition.partners_share_losses:
        text.append(
            _(
                "But whoever owns the bottle when the round ends scores nothing for tricks, and"
                " loses the points of the Imp's Trick instead; and so does the owner's partner."
            )
        )
    elif edition.has_sides:
        text.append(
            _(
                "But whoever owns the bottle when the round ends scores nothing for tricks, and"
                " loses the points of the Imp's Trick instead. Then partners add up their results."
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


def beginner_tips_text(edition: Edition, language: Language) -> list[str]:
    """What a beginner does well to know."""
    _ = language.gettext
    text = [
        _(
            "Very low cards are dangerous: if you buy the bottle with one, hardly anybody can buy"
            " it from you any more. Pass them on, or play them to tricks in which someone else buys"
            " the bottle with a higher card."
        ),
        _(
            "Cards just below 19 are good ones. Early on they win tricks, and there is still plenty"
            " of time to sell the bottle again."
        ),
    ]
    if edition.bottles == 1 and edition.deck.label_at(0) == "1":
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
                "Watch the number line: it shows which low cards have not been played yet. The"
                " bottle can be sold only as long as another player holds a card below its price;"
                " some of these may lie in the Imp's Trick."
            )
        )
    return text


# --- cards and deal ------------------------------------------------------------------------


def cards_text(edition: Edition, language: Language) -> list[str]:
    """What the deck is."""
    _ = language.gettext
    price = printed_price(edition.deck, edition.deck.start_price)
    text = [
        _(
            "{cards} cards in three suits, from {low} to {high} without the {price}; no number"
            " comes twice."
        ).format(
            cards=len(edition.deck.cards),
            low=edition.deck.cards[0].label,
            high=edition.deck.cards[-1].label,
            price=price,
        ),
        language.ngettext(
            "The {price} is not played: it is the first price of the bottle.",
            "The {price} is not played: it is the first price of both bottles.",
            edition.bottles,
        ).format(price=price),
        *half_cards_text(edition, language),
    ]
    if scores_face_values(edition):
        text.append(_("A card counts as many points as its number."))
    else:
        text.append(
            _("The points stand on the cards, {points} in all.").format(points=edition.deck.points)
        )
        # The page says it in a note of its own where the table has chosen the other reading.
        if edition.deck.name.startswith("matagot") and edition.deck.name not in DECK_NOTES:
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
            "{n} of the cards are half cards, one for every even number. A half card has the suit"
            " and the points of its even number, and ranks just above it."
        ).format(n=len(halves)),
        _("So the {half} is higher than the {below} and lower than the {above}.").format(
            half=printed_number(halves[0].label),
            below=printed_price(deck, halves[0].place - 1),
            above=printed_price(deck, halves[0].place + 1),
        ),
    ]
    last = deck.start_price - 1
    if deck.label_at(last) in [card.label for card in halves]:
        line = _("The {half} is below the starting price.")
        text.append(line.format(half=printed_price(deck, last)))
    return text


def deal_text(edition: Edition, language: Language) -> list[str]:
    """Who is dealt what."""
    _ = language.gettext
    dealt, dealer = hand_sizes(edition), edition.dealer
    per_seat = len(edition.hands) // edition.seats
    text = [_("The first dealer is drawn by lot, or named by whoever opens the table.")]
    if per_seat > 1:
        first, second = (edition.hands[n].size for n in edition.hands_of(0))
        line = _("Each player is dealt two hands of {first} cards.")
        if first != second:
            line = _("Each player is dealt a first hand of {first} cards and a second of {second}.")
        text.append(line.format(first=first, second=second))
    elif dealt[dealer] != dealt[0]:
        text.append(
            _("Each player is dealt {many} cards, but the dealer only {few}.").format(
                many=dealt[0], few=dealt[dealer]
            )
        )
    else:
        text.append(_("Each player is dealt {n} cards.").format(n=dealt[0]))
    if edition.driven:
        text.append(_("Lopaka is dealt as many. He sits at the dealer's right and plays by rule."))
    if edition.left_over:
        text.append(
            language.ngettext(
                "{n} card is left over: it is the Imp's Trick, which nobody sees until the round is"
                " over.",
                "{n} cards are left over: they are the Imp's Trick, which nobody sees until the"
                " round is over.",
                edition.left_over,
            ).format(n=edition.left_over)
        )
    if edition.players == TWO_PLAYERS:
        text.append(
            _("The player who does not deal leads the first trick, and deals the next round.")
        )
    else:
        text.append(
            _("The player at the dealer's left leads the first trick, and deals the next round.")
        )
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
    if PlaySource.OPEN in edition.plays:
        text.append(
            _(
                "The cards come in this order: one from the leader's open hand, one from the other"
                " player's open hand, one from the leader's hidden hand, one from the other"
                " player's hidden hand."
            )
        )
    elif len(edition.plays) > edition.seats:
        text.append(
            _(
                "The leader begins, and the players take turns until each has played two cards."
                " Each card may come from either hand."
            )
        )
    else:
        text.append(_("Play goes clockwise; everyone plays one card."))
    if len(edition.hands_of(0)) > 1:
        text.append(
            _(
                "The first card may be of any suit, and the other three follow it, the leader's"
                " second card too. A card follows within its own hand: it must be of the suit of"
                " the first card if the hand it comes from holds one, and may be any card if not."
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
        _(
            "If one or more cards are below the price, the highest of these takes the trick,"
            " whatever its suit."
        ),
        _("Whoever played that card takes all cards of the trick and leads the next one."),
    ]
    if edition.driven:
        text.append(
            _(
                "Lopaka follows suit like everyone else, and looks only at his hand and at the"
                " trick. When he leads, he plays his highest card. Otherwise he plays the highest"
                " card allowed with which he would be winning the trick at that moment; if there is"
                " none, he plays the lowest card allowed. He can be forced to buy the bottle."
            )
        )
    return text


def driven_text(edition: Edition, language: Language) -> str:
    """Who the player is whom nobody controls, in one sentence; empty where there is none."""
    if not edition.driven:
        return ""
    return language.gettext(
        "Nobody controls Lopaka, the third player: he leads his highest card; otherwise he plays"
        " the highest card allowed that would be winning, or else the lowest."
    )


def bottle_text(edition: Edition, language: Language) -> list[str]:
    """How bottles change hands."""
    _ = language.gettext
    price = printed_price(edition.deck, edition.deck.start_price)
    if edition.bottles > 1:
        text = [
            _(
                "There are {n} bottles. At the start of a round nobody owns them, and each costs"
                " {price}."
            ).format(n=edition.bottles, price=price),
            _(
                "A card is below the price if it is below the higher of the two prices. The bottle"
                " with the higher price is the one that is sold, even if its new price is lower"
                " than the other's."
            ),
            _(
                "No more than one bottle is sold in a trick. While both cost the same, it makes no"
                " difference which of them that is."
            ),
        ]
    else:
        line = _("At the start of a round nobody owns the bottle, and it costs {price}.")
        text = [line.format(price=price)]
    return [
        *text,
        _(
            "Whoever takes a trick with a card below the price buys the bottle with that card. Its"
            " number is the new price, so a price can only fall."
        ),
        _("The bottle changes hands when the trick is complete; until then the old price holds."),
        _(
            "The card that was the price before counts among the tricks of the player who had"
            " bought the bottle with it; the {price} goes to nobody."
        ).format(price=price),
        _("An owner may buy again, the same bottle or the other.")
        if edition.bottles > 1
        else _("An owner may buy the bottle again."),
    ]


def card_list_text(cards: list[Card], language: Language) -> str:
    """Numbers of cards with commas, the lowest first."""
    ordered = sorted(cards, key=lambda card: card.place)
    return language.gettext(", ").join(printed_number(card.label) for card in ordered)

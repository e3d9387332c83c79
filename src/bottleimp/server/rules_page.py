"""The rules of an edition in words and numbers, made from the edition's own data."""

from functools import cache

from bottleimp.rules.cards import Suit
from bottleimp.rules.edition import Edition
from bottleimp.rules.seating import IMPS_TRICK, Cycles, Opens, Pass, Source
from bottleimp.server.i18n import Language, marked
from bottleimp.server.offers import edition_offer
from bottleimp.server.words import SUIT_KEYS, length_text, option_titles, suit_name

Paragraph = tuple[str, list[str]]


@cache
def context(edition: Edition, language: Language) -> dict[str, object]:
    """What the template of the rules page is given."""
    return {
        "edition": edition_offer(edition, language),
        "facts": facts(edition, language),
        "rows": [
            {
                "s": SUIT_KEYS[suit],
                "name": suit_name(suit, language),
                "letter": suit.letter,
                "cards": [
                    {"c": card.label, "p": card.points}
                    for card in edition.deck.cards
                    if card.suit is suit
                ],
            }
            for suit in Suit
        ],
        "options": option_titles(edition, language),
        "paragraphs": [
            {"title": title, "text": text} for title, text in paragraphs(edition, language) if text
        ],
    }


def facts(edition: Edition, language: Language) -> dict[str, object]:
    """The edition in numbers."""
    length = edition.length
    return {
        "cards": len(edition.deck.cards),
        "seats": edition.seats,
        "players": edition.players,
        "tricks": edition.tricks,
        "cards_per_trick": len(edition.plays),
        "hands": [
            {"seat": hand.seat, "number": number, "size": hand.size, "opens": hand.opens.value}
            for number, hand in enumerate(edition.hands)
        ],
        "sizes": sizes(edition),
        "in_play": edition.tricks * len(edition.plays) // edition.seats,
        "left_over": edition.left_over,
        "imps_trick": imps_trick(edition),
        "bottles": edition.bottles,
        "start_price": edition.deck.number(edition.deck.start_price),
        "passes": [
            {
                "seat": step.seat,
                "to": "imp" if step.target == IMPS_TRICK else edition.hands[step.target].seat,
                "to_hand": None if step.target == IMPS_TRICK else step.target,
                "from_hand": step.source,
                "way": way(edition, step),
            }
            for step in edition.passes
        ],
        "stages": len(edition.stages),
        "keeps": keepers(edition),
        "has_sides": edition.has_sides,
        "sides": sides(edition),
        "weights": list(edition.weights),
        "doubles": [seat for seat, weight in enumerate(edition.weights) if weight > 1],
        "driven": list(edition.driven),
        "chooses_open_hand": bool(edition.choosers),
        "face_value": counts_numbers(edition),
        "points": edition.deck.points,
        "points_by_suit": [
            sum(card.points for card in edition.deck.cards if card.suit is suit) for suit in Suit
        ],
        "length": {
            "kind": "cycles" if isinstance(length, Cycles) else "target",
            "n": length.cycles if isinstance(length, Cycles) else length.points,
            "rounds": length.cycles * edition.players if isinstance(length, Cycles) else None,
            "text": length_text(length, edition.players, language),
        },
    }


def sizes(edition: Edition) -> list[int]:
    """How many cards each seat is dealt."""
    return [
        sum(hand.size for hand in edition.hands if hand.seat == seat)
        for seat in range(edition.seats)
    ]


def imps_trick(edition: Edition) -> int:
    """How many cards the imp's trick has."""
    return edition.discards + edition.left_over


def sides(edition: Edition) -> list[list[int]]:
    """The seats that score together."""
    return [
        [seat for seat in range(edition.seats) if edition.sides[seat] == side]
        for side in dict.fromkeys(edition.sides)
    ]


def keepers(edition: Edition) -> list[int]:
    """The seats that put nothing into the imp's trick though others do."""
    givers = {step.seat for step in edition.passes if step.target == IMPS_TRICK}
    deciding = [seat for seat in range(edition.seats) if seat not in edition.driven]
    return [seat for seat in deciding if givers and seat not in givers]


def counts_numbers(edition: Edition) -> bool:
    """Whether cards count their number."""
    return all(str(card.points) == card.label for card in edition.deck.cards)


def way(edition: Edition, step: Pass) -> str:
    """Where a pass goes as seen from its seat."""
    if step.target == IMPS_TRICK:
        return "imp"
    to = edition.hands[step.target].seat
    if to == step.seat:
        return "own"
    others = set(range(edition.seats)) - set(edition.driven) - {step.seat}
    if others == {to}:
        return "opponent"
    if to == (step.seat + 1) % edition.seats:
        return "left"
    return "right" if to == (step.seat - 1) % edition.seats else "across"


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
    ]
    if counts_numbers(edition):
        text.append(_("A card counts as many points as its number."))
    else:
        text.append(
            _("The points stand on the cards, {points} in all.").format(points=edition.deck.points)
        )
    return text


def deal_text(edition: Edition, language: Language) -> list[str]:
    """Who is dealt what."""
    _ = language.gettext
    dealt, dealer = sizes(edition), edition.dealer
    per_seat = len(edition.hands) // edition.seats
    if per_seat > 1:
        numbers = [edition.hands[n].size for n in edition.hands_of(0)]
        text = [
            _("Each player is dealt two hands, of {first} and {second} cards.").format(
                first=numbers[0], second=numbers[-1]
            )
        ]
    elif dealt[dealer] != dealt[0]:
        text = [
            _("Each player is dealt {many} cards, the dealer {few}.").format(
                many=dealt[0], few=dealt[dealer]
            )
        ]
    else:
        text = [_("Each is dealt {n} cards.").format(n=dealt[0])]
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
    text.append(_("The player left of the dealer leads the first trick and deals the next round."))
    return text


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
        else:
            line = _("From the second hand everyone chooses in secret: {steps}.")
            text.append(line.format(steps=steps))
    text.append(_("Received cards are seen only when all have chosen; they cannot be passed on."))
    if keepers(edition):
        text.append(_("The dealer puts nothing into the Imp's Trick."))
    if edition.discards:
        text.append(
            _("{n} cards lie in the Imp's Trick; nobody knows them all.").format(
                n=imps_trick(edition)
            )
        )
    opens = {hand.opens for hand in edition.hands}
    if Opens.BY_CHOICE in opens:
        text.append(_("Then each player chooses which hand lies open for the rest of the round."))
    elif Opens.AT_PLAY in opens and edition.driven:
        text.append(_("Then Lopaka's hand is laid open."))
    elif Opens.AT_PLAY in opens:
        text.append(_("Then the first hands are laid open."))
    return text


def steps_text(edition: Edition, own: list[Pass], language: Language) -> list[str]:
    """What one seat passes in a stage, the cards for the Imp's Trick counted together."""
    _ = language.gettext
    ways = {
        "left": _("one to the left neighbour"),
        "right": _("one to the right neighbour"),
        "opponent": _("one to the opponent"),
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


def tricks_text(edition: Edition, language: Language) -> list[str]:
    """How tricks are played and who takes them."""
    _ = language.gettext
    text = [
        _("{tricks} tricks of {cards} cards are played.").format(
            tricks=edition.tricks, cards=len(edition.plays)
        ),
        _("Follow the suit that was led if the hand you play from has it; else play any card."),
    ]
    if Source.OPEN in edition.plays:
        text.append(_("First each plays from the open hand, then each from the hidden one."))
    elif len(edition.plays) > edition.seats:
        text.append(_("The players take turns, and each card may come from either hand."))
    text.append(_("If no card is under the price, the highest number takes the trick."))
    text.append(_("If cards are under the price, the highest of those takes it."))
    text.append(_("Whoever takes a trick leads the next."))
    if edition.driven:
        text.append(
            _(
                "Lopaka leads his highest card. Otherwise he plays the highest card that would be"
                " winning the trick, or else his lowest that is allowed."
            )
        )
    return text


def bottle_text(edition: Edition, language: Language) -> list[str]:
    """How bottles change hands."""
    _ = language.gettext
    text = [
        _("Whoever takes a trick with a card under the price buys the bottle with it."),
        _("That card is the new price, so the price only falls."),
    ]
    if edition.bottles > 1:
        text.append(
            _(
                "There are {n} bottles. Under the price means under the higher price, and that"
                " bottle is the one that is sold."
            ).format(n=edition.bottles)
        )
    return text


def sides_text(edition: Edition, language: Language) -> list[str]:
    """Who plays with whom."""
    _ = language.gettext
    if not edition.has_sides:
        return []
    together = [side for side in sides(edition) if len(side) > 1]
    alone = [seat for side in sides(edition) if len(side) == 1 for seat in side]
    text = [_("Seats are counted clockwise from the leader of the first trick.")]
    text += [
        _("Partners: {seats}.").format(seats=seat_names(edition, side, language))
        for side in together
    ]
    if alone:
        text.append(_("Alone: {seats}.").format(seats=seat_names(edition, alone, language)))
    text.append(_("Sides move with the deal; totals are kept for each player."))
    return text


DEALER = marked("the dealer")
SEAT_NAMES = (
    marked("the leader"),
    marked("the second"),
    marked("the third"),
    marked("the fourth"),
    marked("the fifth"),
    marked("the sixth"),
)


def seat_names(edition: Edition, seats: list[int], language: Language) -> str:
    """Seats by their places from the leader of the first trick, the last of them the dealer."""
    names = [
        language.gettext(DEALER if seat == edition.dealer else SEAT_NAMES[seat]) for seat in seats
    ]
    return ", ".join(names)


def score_text(edition: Edition, language: Language) -> list[str]:
    """What a round is worth."""
    _ = language.gettext
    text = [
        _("Who owns no bottle scores the points of the tricks taken."),
        _("The owner scores nothing for tricks and loses the points of the Imp's Trick."),
    ]
    if edition.bottles > 1:
        text.append(_("Who owns both bottles loses them twice."))
    if edition.has_sides and edition.fates == edition.sides:
        text.append(
            _("Partners add up; if one of them owns a bottle, both only lose the Imp's Trick.")
        )
    elif edition.has_sides:
        text.append(_("Partners add up their results, an owner's loss included."))
    if any(weight > 1 for weight in edition.weights):
        text.append(_("Who plays alone counts double, plus or minus."))
    return text


def match_text(edition: Edition, language: Language) -> list[str]:
    """When the match ends."""
    _ = language.gettext
    text = [
        length_text(edition.length, edition.players, language) + ".",
        _("The highest total wins; equal totals share the win."),
    ]
    if edition.driven:
        text.append(_("Lopaka scores, but cannot win."))
    return text

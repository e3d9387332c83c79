"""The examples of a rules page: pieces of play, and what the rules say of them, in words."""

from dataclasses import dataclass

from bottleimp.game.examples import RulePlay, ScoredRound, examples
from bottleimp.game.round import Trick
from bottleimp.knowledge.printed_numbers import printed_number, printed_price
from bottleimp.knowledge.titles import DRIVEN_NAME
from bottleimp.languages.language import Language
from bottleimp.rules.cards import Card
from bottleimp.rules.decks import card_set
from bottleimp.rules.edition import Edition
from bottleimp.rules.editions import edition_from_text
from bottleimp.rules.seating import OpenRule, PlaySource
from bottleimp.rules.tricks import winning_card
from bottleimp.server.rules_pages.score_text import seat_name, seat_names
from bottleimp.server.rules_pages.text import card_list_text
from bottleimp.server.text.words import (
    SUIT_KEYS,
    suit_letter,
    suit_name,
    with_minus_signs,
)

TEXT_EXAMPLE_EDITION = "classic/4"
TEXT_EXAMPLE_CARDS = (24, 15, 17, 32)


@dataclass(frozen=True)
class ExampleCard:
    """A card of an example: its face, what stands below it, and whether it took the trick."""

    c: str
    s: str
    name: str
    letter: str
    p: int
    caption: str
    wins: bool


@dataclass(frozen=True)
class TrickExample:
    """A trick and what becomes of it."""

    title: str
    cards: list[ExampleCard]
    text: list[str]


@dataclass(frozen=True)
class ScoreExample:
    """The result of a round: one row for each seat, cell by cell."""

    title: str
    head: list[str]
    rows: list[list[str]]
    text: list[str]


def trick_examples(edition: Edition, language: Language) -> list[TrickExample]:
    """The tricks that are shown for an edition."""
    _ = language.gettext
    found = examples(edition)
    titled = [
        (_("A bottle is sold"), found.sale, sale_text),
        (_("No card is below the price"), found.highest_card_win, high_text),
        (
            _("Two bottles: a card between the two prices"),
            found.sale_between_prices,
            two_bottles_text,
        ),
        (
            _("Two bottles: a card below both prices"),
            found.sale_below_both_prices,
            two_bottles_text,
        ),
    ]
    made = [
        (title, trick, text(edition, trick, language))
        for title, trick, text in titled
        if trick is not None
    ]
    if found.by_rule is not None:
        title = _("{name} plays by rule").format(name=DRIVEN_NAME)
        made.append((title, found.by_rule.trick, by_rule_text(edition, found.by_rule, language)))
    return [
        TrickExample(
            title,
            [trick_card(edition, trick, number, language) for number in range(len(trick.plays))],
            text,
        )
        for title, trick, text in made
    ]


def text_example(language: Language) -> TrickExample:
    """The trick that most rule texts give as their example, with the cards of the classic deck."""
    _ = language.gettext
    at = edition_from_text(TEXT_EXAMPLE_EDITION)
    cards = [at.deck.card(number) for number in TEXT_EXAMPLE_CARDS]
    won = winning_card(card_set(cards), at.deck.start_price)
    below = [card for card in cards if card.place < at.deck.start_price]
    line = _(
        "The bottle costs {price}. Cards below that: {cards}. The highest of them, the {card},"
        " takes all the cards and the bottle, which costs {card} from now on."
    )
    return TrickExample(
        _("A bottle is sold"),
        [example_card(card, _("led") if card is cards[0] else "", language, won) for card in cards],
        [
            line.format(
                price=printed_price(at.deck, at.deck.start_price),
                cards=card_list_text(below, language),
                card=printed_price(at.deck, won),
            )
        ],
    )


def example_card(card: Card, caption: str, language: Language, winning_place: int) -> ExampleCard:
    """A card as it is drawn, with the words below it; `won` is the place of the winning card."""
    return ExampleCard(
        card.label,
        SUIT_KEYS[card.suit],
        suit_name(card.suit, language),
        suit_letter(card.suit, language),
        card.points,
        caption,
        card.place == winning_place,
    )


def trick_card(edition: Edition, trick: Trick, number: int, language: Language) -> ExampleCard:
    """A card of the trick, as it is drawn."""
    card = trick.plays[number].card
    return example_card(
        card, caption(edition, trick, number, language), language, trick.winner.card.place
    )


def caption(edition: Edition, trick: Trick, number: int, language: Language) -> str:
    """What stands below a card: the lead, Lopaka, and the hand where there are two of them."""
    _ = language.gettext
    play = trick.plays[number]
    words = [_("led")] if number == 0 else []
    if play.seat in edition.driven:
        words.append(DRIVEN_NAME)
    if len(edition.hands_of(play.seat)) > 1:
        is_open = (
            edition.plays[number] is PlaySource.OPEN
            or edition.hands[play.hand].opens is OpenRule.AT_PLAY
        )
        words.append(_("open hand") if is_open else _("hidden hand"))
    return ", ".join(words)


def sale_text(edition: Edition, trick: Trick, language: Language) -> list[str]:
    """A sale at the starting price."""
    _ = language.gettext
    number = printed_price(edition.deck, trick.price)
    if edition.bottles > 1:
        first = _("Both bottles cost {price}, and {suit} is led.")
        buys = _("It buys one of the bottles, which costs {card} from now on.")
    else:
        first = _("The bottle costs {price}, and {suit} is led.")
        buys = _("It buys the bottle, which costs {card} from now on.")
    return [
        first.format(price=number, suit=suit_name(trick.plays[0].card.suit, language)),
        *below_text(edition, trick, language),
        buys.format(card=printed_number(trick.winner.card.label)),
        _("Whoever played it leads the next trick."),
    ]


def below_text(edition: Edition, trick: Trick, language: Language) -> list[str]:
    """Which cards are below the price, and which of them takes the trick."""
    _ = language.gettext
    price = trick.price
    below: list[Card] = [play.card for play in trick.plays if play.card.place < price]
    number = printed_price(edition.deck, price)
    won = printed_number(trick.winner.card.label)
    if len(below) == 1:
        line = _("The only card below {price}, the {card}, takes the trick: {points} points.")
        return [line.format(price=number, card=won, points=trick.points)]
    return [
        _("Below {price}: {cards}.").format(price=number, cards=card_list_text(below, language)),
        _("The highest of these, the {card}, takes the trick: {points} points.").format(
            card=won, points=trick.points
        ),
    ]


def high_text(edition: Edition, trick: Trick, language: Language) -> list[str]:
    """A trick in which nobody buys."""
    _ = language.gettext
    suit = suit_name(trick.plays[0].card.suit, language)
    prices = (min(trick.prices_before), trick.price)
    low, high = (printed_price(edition.deck, at) for at in prices)
    if edition.bottles > 1:
        first = _("The bottles cost {low} and {high}, and {suit} is led.")
    else:
        first = _("The bottle costs {high}, and {suit} is led.")
    last = _("The price and the owner stay the same.")
    return [
        first.format(low=low, high=high, suit=suit),
        _("No card is below {high}, so the highest number takes the trick.").format(high=high),
        _("That is the {card}, although it is {suit}. The trick is worth {points} points.").format(
            card=printed_number(trick.winner.card.label),
            suit=suit_name(trick.winner.card.suit, language),
            points=trick.points,
        ),
        last if edition.bottles == 1 else _("Prices and owners stay the same."),
    ]


def two_bottles_text(edition: Edition, trick: Trick, language: Language) -> list[str]:
    """A sale of the dearer of two bottles."""
    _ = language.gettext
    low, high = (printed_price(edition.deck, at) for at in sorted(trick.prices_before))
    won = trick.winner.card
    after = sorted((min(trick.prices_before), won.place))
    cheaper, dearer = (printed_price(edition.deck, at) for at in after)
    return [
        _("The bottles cost {low} and {high}, and {suit} is led.").format(
            low=low,
            high=high,
            suit=suit_name(trick.plays[0].card.suit, language),
        ),
        *below_text(edition, trick, language),
        _("It buys the bottle that cost {high}, for {card}.").format(
            high=high, card=printed_number(won.label)
        ),
        _("Now they cost {low} and {high}; the one at {high} is for sale next.").format(
            low=cheaper, high=dearer
        ),
    ]


def by_rule_text(edition: Edition, play: RulePlay, language: Language) -> list[str]:
    """What Lopaka may play, and why he plays what he does."""
    _ = language.gettext
    price = printed_price(edition.deck, play.trick.price)
    suit = suit_name(play.trick.plays[0].card.suit, language)
    hand = _(", ").join(
        f"{printed_number(card.label)} {suit_name(card.suit, language)}" for card in play.hand
    )
    return [
        _("The bottle costs {price}, and {suit} is led.").format(price=price, suit=suit),
        _("{name} holds {cards}.").format(name=DRIVEN_NAME, cards=hand),
        _("He must follow suit, so he may play these: {cards}.").format(
            cards=card_list_text(list(play.allowed), language)
        ),
        _(
            "With each of these he would be winning the trick at that moment: {cards}. He plays the"
            " highest of them, the {card}."
        ).format(
            cards=card_list_text(list(play.winning), language),
            card=printed_number(play.trick.plays[play.number].card.label),
        ),
    ]


# --- the score -----------------------------------------------------------------------------


def score_example(edition: Edition, language: Language) -> ScoreExample | None:
    """A round's result, seat by seat."""
    _ = language.gettext
    played = examples(edition).scored_round
    if played is None:
        return None
    bottles = language.ngettext("bottle", "bottles", edition.bottles)
    head = [_("seat"), _("points in tricks"), bottles, _("score")]
    if edition.has_sides:
        head.insert(1, _("partner"))
    return ScoreExample(
        _("A round is scored"),
        head,
        [score_row(edition, played, seat, language) for seat in range(edition.seats)],
        score_text(edition, played, language),
    )


def score_row(edition: Edition, played: ScoredRound, seat: int, language: Language) -> list[str]:
    """What a seat took, owns and scores."""
    bottles = played.owners.count(seat)
    row = [
        seat_name(edition, seat, language),
        str(played.points[seat]),
        str(bottles) if bottles else "\N{EN DASH}",
        with_minus_signs(str(played.scores[seat])),
    ]
    if edition.has_sides:
        partners = list(edition.partners(seat))
        row.insert(1, seat_names(edition, partners, language) or "\N{EN DASH}")
    return row


def score_text(edition: Edition, played: ScoredRound, language: Language) -> list[str]:
    """What the Imp's Trick costs, and whom."""
    _ = language.gettext
    text = [_("The Imp's Trick is worth {points} points.").format(points=played.imps_trick_points)]
    owners = sorted(set(played.owners))
    names = _(" and ").join(seat_name(edition, owner, language) for owner in owners)
    partners = seat_names(edition, list(edition.partners(owners[0])), language)
    if len(owners) > 1:
        line = _("The owners are {names}: each loses {points} in place of the points taken.")
    elif not partners:
        line = _("The owner is {names}, who loses {points} in place of the points taken.")
    elif edition.partners_share_losses:
        line = _("The owner is {names}; so {names} and {partner} lose {points} each.")
    else:
        line = _(
            "The owner is {names}, whose own result is a loss of {points}; {partner} keeps the"
            " points taken, and each of the two scores the sum."
        )
    text.append(line.format(names=names, partner=partners, points=played.imps_trick_points))
    counted = set(range(1, edition.seats)) - {edition.dealer, *edition.driven}
    if counted and not edition.has_sides:
        text.insert(0, _("Seats are counted clockwise from the leader of the first trick."))
    if any(weight > 1 for weight in edition.weights):
        text.append(_("Whoever plays alone counts double."))
    return text

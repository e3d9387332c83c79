"""The table as the rulebook tests speak of it: hands and plays written as printed numbers.

A hand is written as the cards it must hold; the rest of the deck fills the room that is left.
After a comma stand limits on that filling: `"15, no blue"` holds the 15 and no blue card,
`"7 8, no more blue"` says the same where blue cards are named, and `"22, none under 19"` keeps
low cards out.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from bottleimp.game.actions import action_from_label
from bottleimp.game.deal import Deal
from bottleimp.game.round import Phase, Round
from bottleimp.rules.cards import Card, exact_number
from bottleimp.rules.edition import Edition, hand_sizes_at_play
from bottleimp.rules.editions import edition
from bottleimp.rules.seating import IMPS_TRICK, Hand

Limit = Callable[[Card], bool]


def edition_of(key: str | Edition) -> Edition:
    """The edition itself, or the one with this key."""
    return edition(key) if isinstance(key, str) else key


def cards(key: str | Edition, numbers: str) -> tuple[Card, ...]:
    """The cards with these printed numbers, in this order."""
    deck = edition_of(key).deck
    return tuple(deck.card(number) for number in numbers.split())


def card_numbers(some: Sequence[Card]) -> str:
    """The printed numbers of the cards, with spaces between them."""
    return " ".join(card.label for card in some)


def points(some: Sequence[Card]) -> int:
    """The points printed on the cards, added up."""
    return sum(card.points for card in some)


def dealt(key: str | Edition, *hands: str, left_over: str = "") -> Round:
    """A round right after the deal, before anybody has passed a card."""
    at = edition_of(key)
    boxes = [Box.written(at, hand, room.size) for hand, room in together(hands, at)]
    rest = Box.written(at, left_over, at.left_over)
    fill(at, [*boxes, rest])
    return Round(Deal(at, tuple(tuple(box.held) for box in boxes), tuple(rest.held)))


def at_play(key: str | Edition, *hands: str, imps_trick: str = "") -> Round:
    """A round after the exchange, with these cards in the hands and in the Imp's Trick.

    Where hands are chosen to lie open, that choice is still to be made.
    """
    at = edition_of(key)
    boxes = [
        Box.written(at, hand, size)
        for (hand, _), size in zip(together(hands, at), hand_sizes_at_play(at), strict=True)
    ]
    under_bottle = Box.written(at, imps_trick, at.discards + at.left_over)
    fill(at, [*boxes, under_bottle])
    return before_play(at, [box.held for box in boxes], under_bottle.held)


def before_play(at: Edition, hands: list[list[Card]], imps_trick: list[Card]) -> Round:
    """The round in which an exchange has just brought about these hands."""
    dealt_out, put_down = [list(hand) for hand in hands], list(imps_trick)
    passed = []
    for step in at.passes:
        pile = put_down if step.target == IMPS_TRICK else dealt_out[step.target]
        passed.append(pile.pop(0))
    for step, card in zip(at.passes, passed, strict=True):
        dealt_out[step.source].append(card)
    played = Round(Deal(at, tuple(tuple(hand) for hand in dealt_out), tuple(put_down)))
    return played.replay(passed)


def exchanged(played: Round, *rows: str) -> Round:
    """The round after every seat commits its row of cards: Imp's Trick, left, right."""
    for seat, row in enumerate(rows):
        if row:
            played = played.commit(seat, cards(played.edition, row))
    return played


def play(played: Round, *tricks: str) -> Round:
    """The round after these cards (or `open-1`, `open-2`), whoever's turn it is."""
    return played.replay(
        [action_from_label(played.edition, word) for row in tricks for word in row.split()]
    )


def play_out(played: Round) -> Round:
    """The round played to its end, everyone doing the first thing that is legal."""
    while not played.is_over:
        played = played.play(played.legal_actions[0])
    return played


def to_play(played: Round) -> Round:
    """The round at its first lead, everyone choosing the first thing that is legal before."""
    while played.phase not in (Phase.PLAY, Phase.OVER):
        played = played.play(played.legal_actions[0])
    return played


def may_play(played: Round) -> str:
    """The numbers the seat to act may play."""
    return " ".join(action.label for action in played.legal_actions)


def price(played: Round, bottle: int = 0) -> str:
    """The printed number of a bottle's price."""
    return played.edition.deck.label_at(played.prices[bottle])


def prices(played: Round) -> tuple[str, ...]:
    """The printed numbers of all prices."""
    return tuple(played.edition.deck.label_at(place) for place in played.prices)


def result(played: Round) -> tuple[int, ...]:
    """The scores of a round that is over."""
    assert played.scores is not None
    return played.scores


def together(hands: Sequence[str], at: Edition) -> list[tuple[str, Hand]]:
    """Every hand of the edition with what is written for it; empty where nothing is."""
    written = [*hands, *[""] * (len(at.hands) - len(hands))]
    return list(zip(written, at.hands, strict=True))


@dataclass
class Box:
    """A place for so many cards, the cards it must hold, and what may not fill it."""

    size: int
    fixed: tuple[Card, ...]
    limits: list[Limit]
    filling: list[Card] = field(default_factory=list)

    @classmethod
    def written(cls, at: Edition, text: str, size: int) -> "Box":
        """The box for a hand as tests write it."""
        named, *clauses = text.split(",")
        if named.startswith("no"):
            named, clauses = "", [named, *clauses]
        return cls(size, cards(at, named), [limit(clause.split()) for clause in clauses])

    @property
    def held(self) -> list[Card]:
        """All its cards, those that fill it first."""
        return [*self.filling, *self.fixed]

    @property
    def has_free_place(self) -> bool:
        """Whether one more card fits."""
        return len(self.fixed) + len(self.filling) < self.size

    def takes(self, card: Card) -> bool:
        """Whether the card may fill this box."""
        return all(allows(card) for allows in self.limits)


def limit(words: list[str]) -> Limit:
    """What `no blue`, `no more blue` or `none under 19` allows."""
    match words:
        case ["no", "more", colour] | ["no", colour]:
            return lambda card: card.suit.colour != colour
        case ["none", "under", number]:
            return lambda card: exact_number(card.label) > exact_number(number)
        case _:
            raise ValueError(f"{words} limits nothing")


def fill(at: Edition, boxes: list[Box]) -> None:
    """Put every card that no box names into one that takes it, moving others aside for it."""
    named = {card for box in boxes for card in box.fixed}
    for turn, card in enumerate(at.deck.cards):
        if card not in named and not placed(card, boxes, turn, set()):
            raise ValueError(f"There is no place for {card} at this table.")


def placed(card: Card, boxes: list[Box], turn: int, tried: set[int]) -> bool:
    """Whether room was found for the card, the boxes asked in turn."""
    for step in range(len(boxes)):
        number = (turn + step) % len(boxes)
        box = boxes[number]
        if number in tried or not box.takes(card):
            continue
        tried.add(number)
        if box.has_free_place:
            box.filling.append(card)
            return True
        for other in list(box.filling):
            if placed(other, boxes, turn, tried):
                box.filling.remove(other)
                box.filling.append(card)
                return True
    return False

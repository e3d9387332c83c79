"""Small games of every kind that the editions know, as layouts, and positions in them.

Layouts of the same shape share their compiled code as long as they are not frozen, so the small
games have three shapes only: three seats with one bottle, with two, and two seats with two hands.
"""

from dataclasses import dataclass
from random import Random

from bottleimp.rules.cardsets import members, set_of
from bottleimp.rules.decks import BAMBUS1995, CLASSIC, Deck, face_value_deck, subdeck
from bottleimp.rules.edition import Edition
from bottleimp.rules.editions import MODES, single_hands
from bottleimp.rules.position import NOBODY, Layout, Position
from bottleimp.rules.seating import Hand, OpenRule
from bottleimp.rules.turns import after_play, legal_actions

TWELVE = ["1", "4", "5", "8", "11", "15", "20", "22", "24", "29", "32", "37"]
NEIGHBOURS = ["12", "14", "15", "16", "18", "22", "23", "25", "28", "29", "31", "36"]
WORTHLESS = ["1", "2", "3", "6", "9", "15", "20", "22", "24", "25", "36", "37"]
WORTH_BITS = 6  # as many as the highest number needs


@dataclass(frozen=True)
class Game:
    """A small game: its layout, the sizes of the hands at the first lead, and its bottles."""

    name: str
    layout: Layout
    deck: Deck
    sizes: tuple[int, ...]
    bottles: int = 1
    in_imps_trick: tuple[str, ...] = ()  # cards that lie there in any case

    def position(self, seed: int, plays: int) -> Position:
        """Hands dealt at random, and so many cards played at random."""
        random = Random(seed)
        cards = [card.place for card in self.deck.cards if card.label not in self.in_imps_trick]
        random.shuffle(cards)
        hands = []
        for size in self.sizes:
            hands.append(set_of(cards[:size]))
            cards = cards[size:]
        away = set_of([*cards, *(self.deck.card(label).place for label in self.in_imps_trick)])
        layout = self.layout
        open_hands = layout.opened
        for seat in range(layout.choosers):
            open_hands |= 1 << 2 * seat + random.randrange(2)
        position = Position(
            tuple(hands), (0,) * len(hands) + (away,), (0,) * len(layout.side),
            (self.deck.start_price,) * self.bottles, (NOBODY,) * self.bottles,
            open_hands, len(layout.pass_seat), layout.choosers, 0, 0, 0, 0, 0,
        )  # fmt: skip
        for _ in range(plays):
            action = random.choice(list(members(legal_actions(layout, position))))
            position = after_play(layout, position, action)
        return position


def three_seats(
    name: str, deck: Deck, *, sizes: tuple[int, ...] = (3, 3, 3), bottles: int = 1,
    sides: tuple[int, ...] = (0, 1, 2), loss_groups: tuple[int, ...] | None = None,
    weights: tuple[int, ...] = (1, 1, 1), driven: int = 0, worthless: tuple[str, ...] = (),
) -> Game:  # fmt: skip
    """A game of three hands."""
    like = MODES["3"]
    edition = Edition(
        key=f"small/{name}", deck=deck, hands=single_hands(4, 4, 4), passes=like.passes,
        plays=like.plays, sides=sides, loss_groups=sides if loss_groups is None else loss_groups,
        weights=weights, controllers=like.controllers,
    )  # fmt: skip
    return Game(name, widened(edition.layout, driven), deck, sizes, bottles, worthless)


def two_hands(name: str, mode: str, sizes: tuple[int, ...]) -> Game:
    """A game of two seats with two hands each."""
    like, deck = MODES[mode], subdeck(CLASSIC, "small", TWELVE)
    by_choice = like.hands[0].opens is OpenRule.BY_CHOICE
    dealt = (3, 3, 3, 3) if by_choice else (1, 5, 1, 5)
    edition = Edition(
        key=f"small/{name}", deck=deck,
        hands=tuple(
            Hand(n // 2, size, like.hands[n].opens) for n, size in enumerate(dealt)
        ),
        passes=like.passes, plays=like.plays, sides=like.sides, loss_groups=like.sides,
        weights=like.weights, controllers=like.controllers,
    )  # fmt: skip
    return Game(name, widened(edition.layout, 0), deck, sizes)


def widened(layout: Layout, driven: int) -> Layout:
    """The layout with room for the points of any deck, and with these seats driven."""
    bits = layout.point_bits + (0,) * (WORTH_BITS - len(layout.point_bits))
    relative = tuple(
        relative_score_row(layout.side, driven, seat) for seat in range(len(layout.side))
    )
    return layout._replace(point_bits=bits, driven=driven, relative_score=relative)


def relative_score_row(sides: tuple[int, ...], driven: int, seat: int) -> tuple[int, ...]:
    """A row of the matrix of relative scores, of a game that no edition can be."""
    against = [side != sides[seat] and not driven >> n & 1 for n, side in enumerate(sides)]
    return tuple(sum(against) if n == seat else -is_against for n, is_against in enumerate(against))


PLAIN = subdeck(CLASSIC, "small", TWELVE)
NEAR = subdeck(CLASSIC, "near", NEIGHBOURS)
GAMES = (
    three_seats("each alone", PLAIN),
    three_seats("cards near each other", NEAR),
    three_seats("twelve cards", PLAIN, sizes=(4, 4, 4)),
    three_seats("face value", face_value_deck(PLAIN)),
    three_seats("a side and one who counts double", PLAIN, sides=(0, 1, 0), weights=(1, 2, 1)),
    three_seats("partners who do not share losses", PLAIN, sides=(0, 1, 0), loss_groups=(0, 1, 2)),
    three_seats("a driven seat", PLAIN, driven=0b010),
    three_seats("two bottles", PLAIN, bottles=2),
    three_seats("two bottles and a side", NEAR, bottles=2, sides=(0, 1, 0)),
    three_seats(
        "an imp's trick without points", subdeck(BAMBUS1995, "worthless", WORTHLESS),
        worthless=("1", "2", "3"),
    ),
    two_hands("open and hidden plays", "bright-house", (2, 2, 2, 2)),
    two_hands("two hands", "devils-eye", (2, 2, 2, 2)),
)  # fmt: skip

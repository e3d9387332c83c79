"""Every mode with few cards, so that all worlds can be listed soon after the exchange."""

from bottleimp.rules.decks import CLASSIC, subdeck
from bottleimp.rules.edition import Edition
from bottleimp.rules.editions import MODES, single_hands
from bottleimp.rules.seating import Hand, OpenRule

LOW = ["1", "4", "11", "3", "6", "14", "8", "16", "2", "17"]  # under the start price
HIGH = ["20", "22", "29", "24", "37", "25", "32", "34"]
HANDS: dict[str, tuple[Hand, ...]] = {
    "3": single_hands(4, 4, 4),
    "4": single_hands(3, 3, 3, 3),
    "4-teams": single_hands(3, 3, 3, 3),
    "5": single_hands(3, 3, 3, 3, 2),
    "5-teams": single_hands(3, 3, 3, 3, 2),
    "6": single_hands(3, 3, 3, 3, 3, 3),
    "6-teams-222": single_hands(3, 3, 3, 3, 3, 3),
    "6-teams-2211": single_hands(3, 3, 3, 3, 3, 3),
    "lopaka": (Hand(0, 3), Hand(1, 3, OpenRule.AT_PLAY), Hand(2, 3)),
    "bright-house": tuple(Hand(seat, 3, OpenRule.BY_CHOICE) for seat in (0, 0, 1, 1)),
    "devils-eye": (
        Hand(0, 1, OpenRule.AT_PLAY), Hand(0, 5), Hand(1, 1, OpenRule.AT_PLAY), Hand(1, 5),
    ),
}  # fmt: skip


def small(mode: str) -> Edition:
    """A mode with a few cards in each hand."""
    like, hands = MODES[mode], HANDS[mode]
    cards = sum(hand.size for hand in hands) + like.left_over
    high = min(len(HIGH), (cards - 1) // 2)
    labels = [*LOW[: cards - high], *HIGH[:high]]
    return Edition(
        key=f"small/{mode}",
        deck=subdeck(CLASSIC, "small", labels),
        hands=hands,
        passes=like.passes,
        plays=like.plays,
        sides=like.sides,
        loss_groups=like.sides,
        weights=like.weights,
        controllers=like.controllers,
        left_over=like.left_over,
        bottles=like.bottles,
    )


SMALL = {mode: small(mode) for mode in MODES}

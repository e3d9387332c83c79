"""Deals and rounds for the tests of the oracle."""

from random import Random

from tests.oracle.cards import cards_of
from tests.oracle.editions import deck_for, opening_hand_sizes
from tests.oracle.round import OracleRound


def dealt_round(
    edition: str,
    *,
    seed: int,
    deck: str | None = None,
    face_value: bool = False,
    bga_teams: bool = False,
) -> OracleRound:
    """A round with shuffled cards, before the first choice."""
    cards = cards_of(deck_for(edition, deck))
    Random(seed).shuffle(cards)
    sizes, _ = opening_hand_sizes(edition)
    hands: list[list[str]] = []
    for size in sizes:
        hands.append(cards[:size])
        cards = cards[size:]
    return OracleRound(edition, hands, cards, deck=deck, face_value=face_value, bga_teams=bga_teams)


def play_on(game: OracleRound, *, until: str, seed: int) -> OracleRound:
    """The same round, played at random until the phase is reached."""
    choices = Random(seed)
    while game.phase != until:
        game.do(choices.choice(game.legal()))
    return game


def finished_round(edition: str, *, seed: int) -> OracleRound:
    """A round played at random from the deal to the end."""
    return play_on(dealt_round(edition, seed=seed), until="over", seed=seed)


def table(
    edition: str, hands: list[str], *, prices: str = "19", deck: str | None = None
) -> OracleRound:
    """A round in which seat 0 is about to lead; each hand and the prices given as words.

    The other cards of the deck are out of the game.
    """
    game = play_on(dealt_round(edition, seed=0, deck=deck), until="play", seed=0)
    game.hands = [hand.split() for hand in hands]
    game.prices = prices.split()
    return game


def do_all(game: OracleRound, actions: str) -> None:
    """Does some actions one after the other, given as words."""
    for action in actions.split():
        game.do(action)


def ordered_round(edition: str) -> OracleRound:
    """A round in which the cards are dealt in ascending order, hand by hand."""
    cards = cards_of("classic")
    hands: list[list[str]] = []
    for size in opening_hand_sizes(edition)[0]:
        hands.append(cards[:size])
        cards = cards[size:]
    return OracleRound(edition, hands, cards, deck="classic")

"""Advice that good players give, as choices at the table."""

import pytest

from bottleimp.analysis.arena.statistics import estimate
from bottleimp.game.actions import Action
from bottleimp.game.deal import Deal
from bottleimp.game.round import Round
from bottleimp.kernel.encoding.info_state import info_state_of
from bottleimp.kernel.heuristics.card_counts import count_cards, round_size_of
from bottleimp.kernel.heuristics.hand_value import chance_to_be_stuck, empty_cache
from bottleimp.kernel.heuristics.weights import DEFAULT_WEIGHTS
from bottleimp.knowledge.observation import observe
from bottleimp.players.catalogue import create_player
from bottleimp.rules.edition import Edition
from bottleimp.rules.editions import edition
from tests.support.players.paired_deals import play_block
from tests.support.short_runs import KINDS


def dealt(of: Edition, *hands: str) -> Deal:
    """A deal in which the first hands hold these numbers; the others get the rest in order."""
    given = [tuple(of.deck.card(label) for label in hand.split()) for hand in hands]
    rest = iter([card for card in of.deck.cards if not any(card in hand for hand in given)])
    others = [tuple(next(rest) for _ in range(hand.size)) for hand in of.hands[len(given) :]]
    return Deal(of, (*given, *others), tuple(rest))


def chosen(played: Round) -> Action:
    """What rules_of_thumb does in the seat to act."""
    return create_player("rules_of_thumb", seed=0).choose(observe(played, played.turn))


def labels(cards: list[Action]) -> list[str]:
    """The printed numbers."""
    return [card.label for card in cards]


def exchanged(played: Round, *choices: str) -> Round:
    """The round after each seat in turn puts away, passes left and passes right these cards."""
    for seat, choice in enumerate(choices):
        played = played.commit(seat, [played.edition.deck.card(x) for x in choice.split()])
    return played


def played_on(played: Round, cards: str) -> Round:
    """The round after these cards."""
    return played.replay([played.edition.deck.card(label) for label in cards.split()])


def test_the_lowest_cards_are_passed_one_to_each_side_and_a_low_one_is_put_away():
    played = Round(dealt(edition("classic/4"), "1 2 3 22 25 28 33 36 37"))
    choices: list[Action] = []
    while played.turn == 0:
        choices.append(chosen(played))
        played = played.play(choices[-1])

    assert {choice.label for choice in choices[1:]} == {"1", "2"}
    assert choices[0].label == "3"


def test_the_highest_cards_are_kept():
    played = Round(dealt(edition("classic/4"), "21 23 26 29 31 33 35 36 37"))
    choices: list[Action] = []
    while played.turn == 0:
        choices.append(chosen(played))
        played = played.play(choices[-1])

    assert {"33", "35", "36", "37"} & set(labels(choices)) == set()


def at_the_first_lead(*hands: str) -> Round:
    """A round of classic/4 in which these hands, of three cards more, are held after the exchange.

    Each hand names what is put away, passed left and passed right first.
    """
    of = edition("classic/4")
    played = Round(dealt(of, *hands))
    return exchanged(played, *(" ".join(hand.split()[:3]) for hand in hands))


def test_a_low_card_is_dropped_under_a_dearer_buyer():
    """The 17 already buys, so the 1 goes under it and the danger is gone."""
    played = at_the_first_lead(
        "20 28 27 17 30 32 34 31 29",
        "8 10 24 1 12 25 36 37 21",
        "4 6 9 2 3 5 33 35 14",
        "11 16 13 7 15 18 22 23 26",
    )
    after_lead = played_on(played, "17")

    assert after_lead.turn == 1
    assert chosen(after_lead).label == "1"


def test_the_last_to_play_buys_a_rich_trick_with_a_card_just_under_the_start_price():
    played = at_the_first_lead(
        "2 3 4 37 25 28 7 9 12",
        "6 8 5 36 32 34 24 27 30",
        "10 13 17 35 33 31 20 22 18",
        "29 26 15 16 14 11 21 23 1",
    )
    rich = played_on(played, "37 36 35")

    assert chosen(rich).label == "16"


# Seat 0 passes the 1 to its left neighbour and buys at 4; or it puts the 1 away and buys at 2.
FREE = (
    "3 1 30 4 25 28 7 9 12",
    "6 36 10 8 34 24 27 33 31",
    "13 17 20 35 37 11 29 2 14",
    "15 26 23 22 18 16 21 32 5",
)
STUCK = (
    "1 30 32 2 25 28 7 9 12",
    "6 8 10 36 34 24 27 33 31",
    "13 17 20 35 37 11 29 4 14",
    "15 26 23 22 18 16 21 3 5",
)


def danger(played: Round, seat: int) -> tuple[float, float]:
    """The chance that the seat's side ends as an owner, holding no card more; and its bottles."""
    of, seen = played.edition, observe(played, seat)
    count = count_cards(of.layout, round_size_of(of), DEFAULT_WEIGHTS, info_state_of(seen))
    memo = empty_cache(of.deck.size)
    return chance_to_be_stuck(
        of.layout, DEFAULT_WEIGHTS, count, memo, 0, count.prices, count.owners
    )


def test_an_owner_is_free_when_the_card_passed_on_must_undercut():
    played = played_on(at_the_first_lead(*FREE), "4 34 37 32")

    assert danger(played, 0) == (0, 0)


def test_an_owner_is_stuck_when_nobody_else_can_hold_a_lower_card():
    played = played_on(at_the_first_lead(*STUCK), "2 36 37 22")

    assert danger(played, 0) == (1, 1)


def test_whoever_holds_no_card_under_the_price_and_no_bottle_is_safe():
    played = played_on(at_the_first_lead(*FREE), "4 34 37 32")

    assert danger(played, 2) == (0, 0)


FEW = 8


@pytest.mark.strength
@pytest.mark.parametrize("key", KINDS)
def test_rules_of_thumb_beat_chance_in_every_edition(key):
    blocks = [play_block(edition(key), "rules_of_thumb", "uniform", 71, n) for n in range(FEW)]

    assert estimate([found.difference for found in blocks]).low > 0


@pytest.mark.strength
@pytest.mark.parametrize(("key", "least"), [("classic/4", 22), ("classic/3", 32)])
def test_rules_of_thumb_gain_over_chance_more_than_known_players_do(key, least):
    blocks = [play_block(edition(key), "rules_of_thumb", "uniform", 72, n) for n in range(60)]

    assert estimate([found.difference for found in blocks]).low > least

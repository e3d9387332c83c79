"""Editions that contradict themselves cannot be made, and say what is wrong."""

from dataclasses import replace

import pytest

from bottleimp.errors import EditionError
from bottleimp.rules.cards import Card, Suit
from bottleimp.rules.decks import Deck
from bottleimp.rules.edition import Edition
from bottleimp.rules.editions import edition
from bottleimp.rules.seating import DRIVEN, IMPS_TRICK, Hand, OpenRule, Pass, PlaySource

FOUR = edition("classic/4")
THREE = edition("classic/3")
LOPAKA = edition("classic/lopaka")
HOUSE = edition("classic/bright-house")
TEAMS = edition("matagot/4-teams")


def contradiction(at: Edition, **changes: object) -> str:
    """What the edition says of itself with these parts changed."""
    with pytest.raises(EditionError) as refusal:
        # Any part may be changed, to anything of its own type.
        replace(at, **changes)  # type: ignore[arg-type]
    return str(refusal.value)


def test_an_edition_names_itself_when_it_contradicts_itself() -> None:
    """The refusal says which edition it is about.

    Ruling: ours
    """
    assert (
        contradiction(FOUR, passes=())
        == "The edition classic/4 contradicts itself: nothing is passed."
    )


def test_every_seat_has_a_hand() -> None:
    """Hands belong to the seats of the table, and every seat has one.

    Ruling: ours
    """
    assert "hands do not belong to the seats 0 to 3" in contradiction(FOUR, hands=FOUR.hands[:3])


def test_every_hand_is_dealt_a_card() -> None:
    """No hand is dealt empty.

    Ruling: ours
    """
    hands = (Hand(0, 0), *FOUR.hands[1:])

    assert "a hand is dealt no card" in contradiction(FOUR, hands=hands)


def test_every_seat_has_a_controller() -> None:
    """For every seat it is said who decides.

    Ruling: ours
    """
    assert "one controller for each seat" in contradiction(FOUR, controllers=(0, 1, 2))


def test_players_are_numbered_from_zero() -> None:
    """No number of a player is left out.

    Ruling: ours
    """
    assert "controllers are not numbered" in contradiction(FOUR, controllers=(0, 1, 2, 4))


@pytest.mark.parametrize("size", [8, 10])
def test_the_deal_uses_the_whole_deck(size: int) -> None:
    """Hands and left-over cards are the deck, no more and no less.

    Ruling: ours
    """
    hands = (Hand(0, size), *FOUR.hands[1:])

    assert "but the deck classic has 36" in contradiction(FOUR, hands=hands)


def test_less_than_nothing_cannot_be_left_over() -> None:
    """The number of cards left over is not negative.

    Ruling: ours
    """
    hands = (Hand(0, 10), *FOUR.hands[1:])

    assert "it deals 36 cards" in contradiction(FOUR, hands=hands, left_over=-1)


@pytest.mark.parametrize("wrong", [Pass(0, 1, IMPS_TRICK), Pass(0, 9, IMPS_TRICK)])
def test_a_pass_leaves_a_hand_of_its_seat(wrong: Pass) -> None:
    """Nobody passes from a hand that is not theirs.

    Ruling: ours
    """
    message = contradiction(FOUR, passes=(wrong, *FOUR.passes[1:]))

    assert "pass 1 leaves a hand that seat 0 does not hold" in message


@pytest.mark.parametrize("wrong", [Pass(0, 0, 0), Pass(0, 0, 9)])
def test_a_pass_reaches_another_hand(wrong: Pass) -> None:
    """A card is passed to the Imp's Trick or to another hand.

    Ruling: ours
    """
    message = contradiction(FOUR, passes=(FOUR.passes[0], wrong, *FOUR.passes[2:]))

    assert "pass 2 reaches no other hand" in message


def test_a_hand_that_plays_by_rule_passes_nothing() -> None:
    """Lopaka makes no choices, so nothing can be passed from his hand.

    Ruling: ours
    """
    passes = (Pass(0, 0, 1), Pass(1, 1, 0, then_pick_up=True))

    assert "pass 2 is made by a driven seat" in contradiction(LOPAKA, passes=passes)


def test_passed_cards_are_picked_up() -> None:
    """Nothing that was passed is left lying.

    Ruling: ours
    """
    last = replace(FOUR.passes[-1], then_pick_up=False)

    assert "never picked up" in contradiction(FOUR, passes=(*FOUR.passes[:-1], last))


def test_all_hold_equally_many_cards_at_the_first_lead() -> None:
    """After the exchange every seat has the same number of cards.

    Ruling: ours
    """
    assert "equally many cards" in contradiction(FOUR, passes=FOUR.passes[1:])


@pytest.mark.parametrize("plays", [(), (PlaySource.ANY,) * 3])
def test_a_trick_goes_round_evenly(plays: tuple[PlaySource, ...]) -> None:
    """Every seat plays equally many cards to a trick.

    Ruling: ours
    """
    assert "do not go round evenly" in contradiction(FOUR, plays=plays)


def test_hands_come_out_even_with_the_tricks() -> None:
    """No card is left in hand after the last trick.

    Ruling: ours
    """
    assert "do not come out even" in contradiction(THREE, plays=(PlaySource.ANY,) * 6)


def test_a_choice_of_the_open_hand_is_between_two() -> None:
    """Whoever chooses an open hand has two of them, and all seats choose.

    Ruling: ours
    """
    hands = (replace(HOUSE.hands[0], opens=OpenRule.NEVER), *HOUSE.hands[1:])

    assert "exactly two hands, both eligible" in contradiction(HOUSE, hands=hands)


def test_open_plays_need_an_open_hand() -> None:
    """Cards cannot come from an open hand where none lies open.

    Ruling: ours
    """
    assert "no hand is laid open" in contradiction(FOUR, plays=(PlaySource.OPEN,) * 4)


def test_there_is_a_bottle() -> None:
    """Nobody plays this game without a bottle.

    Ruling: ours
    """
    assert "it has no bottle" in contradiction(FOUR, bottles=0)


def test_there_is_a_low_card_for_every_bottle() -> None:
    """With as many low cards put down as can be, at least one for every bottle is in play.

    So in every edition of the rulebooks each bottle is bought.  In one of somebody's own with
    several bottles one trick may take many low cards, and then a bottle may stay without an owner.

    Ruling: ours
    """
    assert "fewer low cards in play than bottles" in contradiction(FOUR, bottles=15)


def test_every_seat_has_a_side_a_loss_group_and_a_weight() -> None:
    """For every seat it is said with whom it scores, with whom it loses, and how often it counts.

    Ruling: ours
    """
    assert "one side, loss group and weight for each seat" in contradiction(FOUR, weights=(1, 1, 1))


def test_a_score_counts_at_least_once() -> None:
    """No seat's result is multiplied by less than one.

    Ruling: ours
    """
    assert "weight is below 1" in contradiction(FOUR, weights=(1, 1, 1, 0))


@pytest.mark.parametrize(("part", "word"), [("sides", "sides"), ("loss_groups", "loss groups")])
def test_sides_are_numbered_from_zero(part: str, word: str) -> None:
    """Numbers of sides are those of seats at most.

    Ruling: ours
    """
    message = contradiction(FOUR, **{part: (0, 1, 2, 7)})

    assert f"{word} are not numbered from 0 up" in message


def test_only_partners_lose_together() -> None:
    """Whoever loses points with another scores with that other as well.

    Ruling: ours
    """
    message = contradiction(TEAMS, loss_groups=(0, 0, 1, 2))

    assert "seats 0 and 1 share a loss group, but not a side" in message


def test_lopaka_has_no_number() -> None:
    """Of three seats two belong to players; the third plays by rule.

    Ruling: ours
    """
    assert (LOPAKA.players, LOPAKA.controllers) == (2, (0, DRIVEN, 1))


def test_a_deck_is_in_ascending_order() -> None:
    """A deck lists its cards from low to high.

    Ruling: ours
    """
    two, one = Card(0, "2", Suit.LOW, 1), Card(1, "1", Suit.LOW, 1)

    with pytest.raises(EditionError, match="not in ascending order at 1"):
        Deck("upside-down", (two, one), 2)


def test_a_deck_has_a_place_for_every_card_and_the_starting_price() -> None:
    """No place in the order is left out or taken twice.

    Ruling: ours
    """
    with pytest.raises(EditionError, match="does not number its places"):
        Deck("gaps", (Card(0, "1", Suit.LOW, 1), Card(1, "2", Suit.LOW, 1)), 1)

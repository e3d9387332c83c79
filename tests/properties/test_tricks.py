"""Tricks, turns and legal cards, at every step of every edition."""

from itertools import pairwise

from hypothesis import given

from bottleimp.game.actions import action_number
from bottleimp.game.round import Phase, PlayedCard, Round
from bottleimp.rules.cards import Suit
from tests.support import strategies
from tests.support.strategies import Moments


def all_tricks(played: Round) -> list[tuple[PlayedCard, ...]]:
    """The plays of every trick, the unfinished one last."""
    return [*(trick.plays for trick in played.tricks), played.plays]


@given(strategies.whole_rounds())
def test_a_round_has_its_number_of_tricks_of_its_number_of_cards(moments: Moments) -> None:
    edition = moments[-1].edition

    assert [len(edition.plays)] * edition.tricks == [len(t.plays) for t in moments[-1].tricks]


@given(strategies.whole_rounds())
def test_a_round_has_as_many_steps_as_its_edition_says(moments: Moments) -> None:
    assert strategies.length_of_round(moments[0].edition) + 1 == len(moments)


@given(strategies.whole_rounds())
def test_there_is_something_legal_until_the_round_is_over_and_nothing_after(
    moments: Moments,
) -> None:
    for played in moments:
        assert bool(played.legal_actions) is not played.is_over


@given(strategies.whole_rounds())
def test_only_the_seats_that_are_asked_may_do_something(moments: Moments) -> None:
    for played in moments:
        asked = played.waiting_seats or (() if played.turn is None else (played.turn,))
        may_act = [seat for seat in range(played.edition.seats) if played.legal_actions_for(seat)]

        assert list(asked) == may_act


@given(strategies.whole_rounds())
def test_legal_actions_are_in_ascending_order(moments: Moments) -> None:
    """Encodings and seeds depend on the order."""
    for played in moments:
        for seat in range(played.edition.seats):
            numbers = [action_number(played.edition, a) for a in played.legal_actions_for(seat)]

            assert sorted(set(numbers)) == numbers


@given(strategies.whole_rounds())
def test_a_hand_that_does_not_follow_is_void_from_then_on(moments: Moments) -> None:
    for played in moments:
        voids: set[tuple[int, Suit]] = set()
        for plays in all_tricks(played):
            for play in plays:
                assert (play.hand, play.card.suit) not in voids

                if play.card.suit is not plays[0].card.suit:
                    voids.add((play.hand, plays[0].card.suit))
        for hand, suit in voids:
            assert suit not in {card.suit for card in played.hands[hand]}


@given(strategies.whole_rounds())
def test_the_taker_of_a_trick_is_the_seat_of_the_winning_card(moments: Moments) -> None:
    for trick in moments[-1].tricks:
        price = max(trick.prices_before)
        buyers = [play for play in trick.plays if play.card.place < price]
        best = max(buyers or trick.plays, key=lambda play: play.card.place)

        assert (best, best.seat) == (trick.winner, trick.taker)


@given(strategies.whole_rounds())
def test_forehand_leads_first_and_then_whoever_took_the_last_trick(moments: Moments) -> None:
    tricks = moments[-1].tricks

    assert [0, *(trick.taker for trick in tricks[:-1])] == [trick.leader for trick in tricks]


@given(strategies.whole_rounds())
def test_cards_are_played_clockwise_from_the_leader(moments: Moments) -> None:
    seats = moments[-1].edition.seats
    for trick in moments[-1].tricks:
        clockwise = [(trick.leader + turn) % seats for turn in range(len(trick.plays))]

        assert clockwise == [play.seat for play in trick.plays]


@given(strategies.whole_rounds())
def test_a_card_is_played_from_the_hand_that_held_it(moments: Moments) -> None:
    for before, after in pairwise(moments):
        if before.phase is Phase.PLAY:
            (play,) = set(played_cards(after)) - set(played_cards(before))

            assert play.card in before.hands[play.hand]
            assert play.seat == before.edition.hands[play.hand].seat


def played_cards(played: Round) -> list[PlayedCard]:
    """Every play so far."""
    return [play for plays in all_tricks(played) for play in plays]


@given(strategies.whole_rounds())
def test_a_trick_goes_to_its_taker_at_once(moments: Moments) -> None:
    for played in moments:
        taken: list[set[int]] = [set() for _ in range(played.edition.seats)]
        for trick in played.tricks:
            taken[trick.taker].update(play.card.place for play in trick.plays)

        assert taken == [{card.place for card in cards} for cards in played.taken_cards]

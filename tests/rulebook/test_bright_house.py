"""Bright House: two players with two hands each, one of which they choose to lay open."""

import pytest

from bottleimp.errors import IllegalAction, RefusalReason
from bottleimp.game.actions import OpenChoice
from bottleimp.game.match import Match
from bottleimp.game.round import Phase, Round
from bottleimp.knowledge.observation import observe
from bottleimp.rules.editions import edition
from tests.support.game.rulebook_table import (
    at_play,
    card_numbers,
    cards,
    dealt,
    exchanged,
    may_play,
    play,
    play_out,
    to_play,
)

KEY = "classic/bright-house"
DEALT = ("1 2", "3 5", "7 9", "12 15")


def first_hands_done() -> Round:
    """A round in which both players have put down and passed from their first hand."""
    return exchanged(dealt(KEY, *DEALT), "1 2", "7 9")


def test_each_player_is_dealt_two_hands_of_nine() -> None:
    """All 36 cards are dealt as two hands of nine to each player.

    Ruling: ours; the text deals two hands to each player, but its digits are lost in our copy
    """
    assert [len(hand) for hand in dealt(KEY).hands] == [9] * 4


def test_both_know_their_two_hands_before_they_choose() -> None:
    """Each player sees both hands they were dealt while choosing from the first.

    Ruling: ours; the text picks up the second hand after the first, and hides neither
    """
    start = dealt(KEY)

    assert observe(start, 0).hands[:2] == start.hands[:2]
    assert observe(start, 1).hands[2:] == start.hands[2:]


def test_the_first_hand_gives_a_card_to_the_imps_trick_and_one_to_the_opponent() -> None:
    """From the first hand go one card under the bottle and one to the opponent's first hand.

    Sources: Gameteko "The Bright House Variant"
    """
    after = first_hands_done()

    assert card_numbers(after.imps_trick) == "1 7"
    assert {cards(KEY, "9")[0]} == set(after.hands[0]) & set(cards(KEY, "9"))
    assert {cards(KEY, "2")[0]} == set(after.hands[2]) & set(cards(KEY, "2"))


def test_the_first_hand_is_settled_before_the_second() -> None:
    """At first only cards of the first hand can be put down or passed.

    Sources: Gameteko "The Bright House Variant"
    """
    with pytest.raises(IllegalAction) as refusal:
        dealt(KEY, *DEALT).commit(0, cards(KEY, "3 5"))

    assert RefusalReason.WRONG_HAND is refusal.value.reason


def test_the_second_hand_does_the_same() -> None:
    """From the second hand too one card goes under the bottle and one to the opponent's second.

    Sources: Gameteko "The Bright House Variant"
    """
    after = exchanged(first_hands_done(), "3 5", "12 15")

    assert card_numbers(after.imps_trick) == "1 3 7 12"
    assert cards(KEY, "15")[0] in after.hands[1]
    assert cards(KEY, "5")[0] in after.hands[3]


def test_what_came_into_the_first_hand_is_known_before_the_second_passes() -> None:
    """The card received into the first hand is seen before the second hand is dealt with.

    Sources: Gameteko "The Bright House Variant"
    """
    seen = observe(first_hands_done(), 0)

    assert [(card.card.label, card.giver, card.hand) for card in seen.received_cards] == [
        ("9", 1, 0)
    ]


def test_the_first_hand_is_put_away_while_the_second_passes() -> None:
    """In the second step cards of the first hand cannot be put down or passed.

    Sources: Gameteko "The Bright House Variant"
    """
    with pytest.raises(IllegalAction) as refusal:
        first_hands_done().commit(0, cards(KEY, "9 3"))

    assert RefusalReason.WRONG_HAND is refusal.value.reason


def test_each_player_chooses_which_hand_lies_open() -> None:
    """Knowing both hands, each player chooses the one that lies face up.

    Sources: Gameteko "The Bright House Variant"
    """
    start = at_play(KEY)

    assert (Phase.CHOICE, tuple(OpenChoice)) == (start.phase, start.legal_actions)
    assert play(start, "open-2 open-1").open_hands == (1, 2)


def test_both_choose_the_open_hand_at_once() -> None:
    """Neither sees the other's choice before both have chosen.

    Ruling: ours
    """
    one_done = at_play(KEY).commit(1, [OpenChoice.FIRST])

    assert (one_done.waiting_seats, one_done.open_hands) == ((0,), ())
    assert observe(at_play(KEY), 0).open_hands == observe(one_done, 0).open_hands


def test_the_other_hand_stays_hidden() -> None:
    """The hand that was not chosen is seen by its holder only.

    Sources: Gameteko "The Bright House Variant"
    """
    seen = observe(play(at_play(KEY), "open-2 open-1"), 0)

    assert [hand is not None for hand in seen.hands] == [True, True, True, False]


def test_open_cards_are_played_first_then_hidden_ones() -> None:
    """Each player plays a card of the open hand, then each one of the hidden hand.

    Sources: Gameteko "The Bright House Variant"
    """
    played = play_out(at_play(KEY))
    order = [(card.seat, card.hand in played.open_hands) for card in played.tricks[0].plays]

    assert order == [(0, True), (1, True), (0, False), (1, False)]


def test_the_leader_alternates_with_the_other_player() -> None:
    """The letters are lost in our copy of the text; we read A, B, A, B, every trick.

    Ruling: ours
    """
    played = play_out(at_play(KEY))

    assert all(
        [trick.leader, 1 - trick.leader] * 2 == [card.seat for card in trick.plays]
        for trick in played.tricks
    )


def test_the_lead_comes_from_the_open_hand() -> None:
    """The first card of a trick cannot be one of the hidden hand.

    Sources: Gameteko "The Bright House Variant"
    """
    start = play(at_play(KEY, "20", "24"), "open-1 open-1")

    with pytest.raises(IllegalAction, match="must come from your open hand") as refusal:
        play(start, "24")

    assert RefusalReason.WRONG_HAND is refusal.value.reason


def test_the_third_card_comes_from_the_hidden_hand() -> None:
    """The third card of a trick cannot be one of the open hand.

    Sources: Gameteko "The Bright House Variant"
    """
    start = play(at_play(KEY, "20 24", "27", "6", "8"), "open-1 open-1")

    with pytest.raises(IllegalAction, match="must come from your hidden hand") as refusal:
        play(start, "20 6 24")

    assert RefusalReason.WRONG_HAND is refusal.value.reason


def test_each_card_follows_within_its_own_hand() -> None:
    """A void hidden hand is free though the open hand holds the suit, and the other way round.

    Ruling: ours
    """
    start = play(at_play(KEY, "20 24", "no blue", "6 7, no blue", "8"), "open-1 open-1")
    third = play(start, "20 6")

    assert card_numbers(third.hands[1]) == may_play(third)


def test_the_first_card_sets_the_suit_for_all_four() -> None:
    """The hidden cards follow the suit of the open card that was led.

    Ruling: ours
    """
    start = play(at_play(KEY, "20", "24 27 5, no more blue", "7, no blue", "8"), "open-1 open-1")

    assert may_play(play(start, "20 7")) == "24 27"


def test_the_winner_leads_the_next_four_cards() -> None:
    """The winner of a trick plays the first open card of the next.

    Sources: Gameteko "Trick Taking"
    """
    played = play_out(at_play(KEY))

    assert [trick.taker for trick in played.tricks[:-1]] == [
        trick.leader for trick in played.tricks[1:]
    ]


def test_there_are_eight_tricks_and_four_cards_under_the_bottle() -> None:
    """Two discards of each player leave sixteen cards each: eight tricks, an Imp's Trick of four.

    Ruling: ours, as it follows from hands of nine, whose number is lost in our copy of the text
    """
    played = play_out(at_play(KEY))

    assert (len(played.tricks), len(played.imps_trick)) == (8, 4)


def test_the_non_dealer_leads_first() -> None:
    """The player who does not deal leads the first trick.

    Sources: Gameteko "Trick Taking"
    """
    assert (to_play(at_play(KEY)).turn, Match(edition(KEY), 0).player_at(0)) == (0, 1)

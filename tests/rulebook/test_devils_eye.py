"""Devil's Eye: two players, each with an open and a hidden hand, playing as they like."""

import pytest

from bottleimp.errors import IllegalAction, RefusalReason
from bottleimp.game.match import Match
from bottleimp.game.round import Phase
from bottleimp.knowledge.observation import observe
from bottleimp.rules.editions import edition
from tests.support.game.rulebook_table import (
    at_play,
    card_numbers,
    cards,
    dealt,
    may_play,
    play,
    play_out,
)

KEY = "matagot/devils-eye"


def test_each_player_is_dealt_six_and_twelve_cards() -> None:
    """Each player has a first hand of six cards and a second of twelve.

    Sources: Matagot "Devil's Eye"
    """
    assert [len(hand) for hand in dealt(KEY).hands] == [6, 12, 6, 12]


@pytest.mark.parametrize("seat", [0, 1])
def test_four_cards_leave_the_second_hand(seat: int) -> None:
    """From the second hand go two cards under the bottle and one to each hand of the opponent.

    Sources: Matagot "Devil's Eye"
    """
    start = dealt(KEY, "1 2", "4 5 7 9", "12 15", "18 22 25 28")
    chosen = [cards(KEY, "4 5 7 9"), cards(KEY, "18 22 25 28")]

    after = start.commit(0, chosen[0]).commit(1, chosen[1])
    first, second = after.edition.hands_of(1 - seat)

    assert set(chosen[seat][:2]) <= set(after.imps_trick)
    assert chosen[seat][2] in after.hands[first]
    assert chosen[seat][3] in after.hands[second]


def test_nothing_leaves_the_first_hand() -> None:
    """A card of the first hand can be neither put down nor passed.

    Sources: Matagot "Devil's Eye"
    """
    with pytest.raises(IllegalAction) as refusal:
        dealt(KEY, "1 2", "4 5 7 9").commit(0, cards(KEY, "1 4 5 7"))

    assert RefusalReason.WRONG_HAND is refusal.value.reason


def test_both_choose_before_either_picks_up() -> None:
    """Both choose their four cards in secret and at the same moment.

    Ruling: ours
    """
    start = dealt(KEY, "1 2", "4 5 7 9", "12 15", "18 22 25 28")

    one_done = start.commit(0, cards(KEY, "4 5 7 9"))

    assert one_done.waiting_seats == (1,)
    assert [len(hand) for hand in one_done.hands] == [6, 8, 6, 12]


def test_both_know_their_two_hands_before_they_choose() -> None:
    """Each player sees both hands they were dealt while choosing what to pass.

    Ruling: ours
    """
    start = dealt(KEY)
    seen = observe(start, 0)

    assert start.hands[:2] == seen.hands[:2]


def test_the_first_hands_of_seven_are_laid_open() -> None:
    """After the exchange both first hands, now of seven cards, lie face up.

    Sources: Matagot "Devil's Eye"
    """
    played = at_play(KEY)

    assert played.open_hands == (0, 2)
    assert [len(played.hands[number]) for number in played.open_hands] == [7, 7]


def test_the_second_hands_of_nine_stay_hidden() -> None:
    """The second hands, now of nine cards, are seen by their holders only.

    Sources: Matagot "Devil's Eye"
    """
    played = at_play(KEY)

    assert [len(played.hands[number]) for number in (1, 3)] == [9, 9]
    assert observe(played, 0).hands[3] is None


def test_a_trick_has_two_cards_of_each_player_in_turn() -> None:
    """Four cards make a trick: leader, other, leader, other.

    Sources: Matagot "Devil's Eye"
    """
    played = play_out(at_play(KEY))

    assert all(
        [trick.leader, 1 - trick.leader] * 2 == [card.seat for card in trick.plays]
        for trick in played.tricks
    )


def test_eight_tricks_use_up_all_cards() -> None:
    """Sixteen cards each make eight tricks.

    Sources: Matagot "Devil's Eye"
    """
    assert len(play_out(at_play(KEY)).tricks) == 8


def test_seven_is_the_open_hand_and_not_the_trick() -> None:
    """The seven cards of the overview are the open hand: a trick has four.

    Ruling: ours
    """
    assert len(edition(KEY).plays) == 4


def test_the_leader_plays_from_either_hand() -> None:
    """Whoever leads may choose a card of the open or of the hidden hand.

    Sources: Matagot "Devil's Eye"
    """
    played = at_play(KEY)
    both = sorted((*played.hands[0], *played.hands[1]), key=lambda card: card.place)

    assert card_numbers(both) == may_play(played)


def test_suit_is_followed_within_the_hand_that_is_played_from() -> None:
    """With blue in the first hand only, blue led: a blue card of it, or any card of the second.

    Sources: Matagot "Devil's Eye"
    """
    played = play(at_play(KEY, "20", "", "6 8 11 12, no more blue", "14 15, no blue"), "20")
    allowed = {*cards(KEY, "6 8"), *played.hands[3]}

    assert allowed == set(cards(KEY, may_play(played)))


def test_a_hand_without_the_led_suit_is_free_altogether() -> None:
    """Where neither hand holds the led colour, every card may be played.

    Sources: Matagot "Devil's Eye"
    """
    played = play(at_play(KEY, "20", "", "11 12, no blue", "14 15, no blue"), "20")

    assert {*played.hands[2], *played.hands[3]} == set(cards(KEY, may_play(played)))


def test_both_hands_follow_where_both_can() -> None:
    """Where both hands hold the led colour, only cards of that colour may be played.

    Sources: Matagot "Devil's Eye"
    """
    played = play(at_play(KEY, "20", "", "6 8 11, no more blue", "10 13 14, no more blue"), "20")

    assert may_play(played) == "6 8 10 13"


def test_the_first_of_the_four_cards_sets_the_suit_for_the_rest() -> None:
    """The third and fourth card follow the first card of the trick, not the second.

    Ruling: ours
    """
    start = at_play(KEY, "20 23, no more blue", "27, no more blue", "11 12, no blue")

    assert may_play(play(start, "20 11")) == "23 27"


def test_the_taker_of_the_four_cards_leads_next() -> None:
    """The winner of a trick begins the next one.

    Sources: Matagot "Example"
    """
    played = play_out(at_play(KEY))

    assert [trick.taker for trick in played.tricks[:-1]] == [
        trick.leader for trick in played.tricks[1:]
    ]


def test_the_player_who_does_not_deal_leads() -> None:
    """With two the non-dealer leads the first trick, as the left neighbour does with more.

    Ruling: ours, as Gameteko has it for its own modes
    """
    match = Match(edition(KEY), first_dealer=0)

    assert (match.dealer, match.player_at(0)) == (0, 1)
    assert (at_play(KEY).phase, at_play(KEY).turn) == (Phase.PLAY, 0)


def test_one_bottle_and_an_imps_trick_of_four() -> None:
    """Two discards of each player make an Imp's Trick of four; there is one bottle.

    Sources: Matagot "Devil's Eye"; Matagot "Individual mode"
    """
    played = at_play(KEY)

    assert (len(played.imps_trick), played.edition.bottles) == (4, 1)

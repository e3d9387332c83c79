"""Lopaka: two players and a third hand that plays by rule."""

import pytest

from bottleimp.errors import IllegalAction, RefusalReason
from bottleimp.game.match import Match
from bottleimp.game.round import Round
from bottleimp.knowledge.observation import observe
from bottleimp.rules.editions import edition
from bottleimp.rules.seating import TargetScore
from tests.support.game.rulebook_table import (
    at_play,
    cards,
    dealt,
    exchanged,
    may_play,
    play,
    play_out,
    points,
    price,
    result,
)

KEY = "classic/lopaka"
LOPAKA = 1


def price_15() -> Round:
    """The round of the printed example: 20 and 6 are on the table, it is Lopaka's turn."""
    start = at_play(KEY, "22 6", "7 8 10 17 25 33, no more blue, no more yellow", "15 20")
    return play(start, "22 25 15", "20 6")


def test_each_of_the_three_hands_has_eleven_cards() -> None:
    """The two players and Lopaka are dealt eleven cards each.

    Ruling: ours, since the number is lost in our copy of the text
    """
    assert [len(hand) for hand in dealt(KEY).hands] == [11] * 3


def test_the_last_three_cards_are_the_imps_trick() -> None:
    """What is left after the deal lies under the bottle; nobody puts anything there.

    Sources: Gameteko "Lopaka Variant"
    """
    start = dealt(KEY, "1 2", "", "3 5", left_over="35 36 37")

    assert cards(KEY, "35 36 37") == start.deal.left_over
    assert cards(KEY, "35 36 37") == exchanged(start, "1", "", "3").imps_trick


@pytest.mark.parametrize("seat", [0, LOPAKA, 2, None])
def test_nobody_sees_those_three_cards(seat: int | None) -> None:
    """No player looks at the Imp's Trick before the round is over.

    Sources: Gameteko "Beginning the Round"
    """
    played = at_play(KEY, imps_trick="35 36 37")
    seen = observe(played, seat)
    visible = {card for hand in seen.hands if hand is not None for card in hand}

    assert visible & set(cards(KEY, "35 36 37")) == set()
    assert seen.revealed is None


def test_lopaka_sits_at_the_right_of_the_dealer() -> None:
    """Clockwise from the leader sit the player who does not deal, Lopaka, and the dealer.

    Sources: Gameteko "Lopaka Variant"
    """
    match = Match(edition(KEY), first_dealer=0)

    assert match.edition.driven == (LOPAKA,)
    assert [match.player_at(seat) for seat in range(3)] == [1, 2, 0]


def test_lopaka_changes_his_seat_every_round() -> None:
    """Since the deal alternates, Lopaka is at the right of the other player next time.

    Sources: Gameteko "Lopaka Variant"
    """
    match = Match(edition(KEY), first_dealer=0).after((0, 0, 0))

    assert [match.player_at(seat) for seat in range(3)] == [0, 2, 1]


def test_the_players_pass_one_card_to_each_other() -> None:
    """Both players pass one card to the other, at the same moment.

    Sources: Gameteko "Lopaka Variant"
    """
    start = dealt(KEY, "1 2", "", "3 5")

    after = exchanged(start, "1", "", "3")

    assert cards(KEY, "3")[0] in after.hands[0]
    assert cards(KEY, "1")[0] in after.hands[2]
    assert [len(hand) for hand in after.hands] == [11, 11, 11]


def test_nothing_is_passed_to_or_by_lopaka() -> None:
    """Lopaka keeps the hand that he was dealt.

    Sources: Gameteko "Lopaka Variant"
    """
    start = dealt(KEY, "1 2", "", "3 5")

    assert start.hands[LOPAKA] == exchanged(start, "1", "", "3").hands[LOPAKA]


def test_lopakas_hand_is_laid_open_after_the_exchange() -> None:
    """Only when both have passed is Lopaka's hand turned up.

    Sources: Gameteko "Lopaka Variant"
    """
    start = dealt(KEY, "1 2", "", "3 5")

    assert (None, start.hands[1]) == (
        observe(start, 0).hands[1],
        observe(exchanged(start, "1", "", "3"), 0).hands[1],
    )


def test_lopaka_plays_the_10_of_the_example() -> None:
    """Price 15, on the table 20 and 6: of 8, 10 and 17, all blue, Lopaka plays the 10 and buys.

    Ruling: ours, after an example of the text whose digits are lost in our copy
    """
    assert may_play(price_15()) == "10"
    assert (price(play(price_15(), "10")), play(price_15(), "10").owners) == ("10", (LOPAKA,))


def test_lopaka_follows_suit() -> None:
    """Lopaka keeps his yellow and red cards while blue is led and he holds blue ones.

    Sources: Gameteko "Lopaka Variant"
    """
    assert cards(KEY, may_play(price_15()))[0].suit.colour == "blue"


def test_lopaka_plays_no_other_card() -> None:
    """Another card from Lopaka's hand is refused, legal as it would be for a player.

    Sources: Gameteko "Lopaka Variant"
    """
    with pytest.raises(IllegalAction) as refusal:
        play(price_15(), "8")

    assert RefusalReason.DRIVEN is refusal.value.reason


def test_lopaka_plays_the_highest_card_that_wins_at_this_moment() -> None:
    """If he can be winning, he plays his highest card that would be.

    Ruling: ours; the text has him play the highest card that lets him win, and names no moment
    """
    start = at_play(KEY, "20", "24 27 34, no more blue", "6")

    assert may_play(play(start, "20")) == "34"


def test_lopaka_plays_his_lowest_legal_card_when_he_cannot_win() -> None:
    """If no card that he may play would be winning, he plays the lowest of them.

    Sources: Gameteko "Lopaka Variant"
    """
    start = at_play(KEY, "17", "20 24 6, no more blue", "30", imps_trick="18 16")

    assert may_play(play(start, "17")) == "6"


def test_lopaka_throws_his_lowest_card_when_void_and_beaten() -> None:
    """Void of the led suit and unable to win, he throws the lowest card of his hand.

    Sources: Gameteko "Lopaka Variant"
    """
    played = play(at_play(KEY, "18", "14 21 23, none under 14, no yellow", "22"), "18")

    assert may_play(played) == "14"


def test_lopaka_leads_his_highest_card() -> None:
    """After taking a trick Lopaka leads the highest card of his hand.

    Sources: Gameteko "Lopaka Variant"
    """
    led = play(at_play(KEY, "20", "34 36 4", "6 24, none under 19", imps_trick="37"), "20 34 24")

    assert (led.turn, may_play(led)) == (LOPAKA, "36")


def test_lopaka_can_be_forced_to_buy() -> None:
    """If his only card of the suit is below the price, he buys, as anyone would have to.

    Sources: Gameteko "Lopaka Variant"
    """
    start = at_play(KEY, "20", "4, no more blue", "34")

    played = play(start, "20 4 34")

    assert (price(played), played.owners) == ("4", (LOPAKA,))


def test_lopaka_looks_at_his_hand_and_this_trick_only() -> None:
    """What happened in earlier tricks does not matter to him: same hand, same trick, same card.

    Sources: Gameteko "Lopaka Variant"
    """
    one = at_play(KEY, "22 6", "7 8 10 17 25 33, no more blue, no more yellow", "15 20")
    other = at_play(KEY, "28 6", "7 8 10 17 25 33, no more blue, no more yellow", "15 20")

    assert may_play(play(one, "22 25 15", "20 6")) == may_play(play(other, "28 7 15", "20 6"))


def test_lopaka_scores_like_a_player() -> None:
    """Lopaka scores the points he took, or loses the Imp's Trick if the bottle is his.

    Sources: Gameteko "Lopaka Variant"
    """
    sold_to_him = at_play(KEY, "22", "1, no more yellow", "25", imps_trick="35 36 37")
    bought_by_0 = at_play(KEY, "1", "22, no more yellow", "25", imps_trick="35 36 37")

    loses, gains = play_out(play(sold_to_him, "22 1 25")), play_out(play(bought_by_0, "1 22 25"))

    assert result(loses)[LOPAKA] == -(5 + 6 + 6)
    assert points(gains.taken_cards[LOPAKA]) == result(gains)[LOPAKA]


def test_lopaka_cannot_win_the_match() -> None:
    """The higher total of the two players wins, whatever Lopaka has.

    Ruling: ours
    """
    match = Match(edition(KEY, length=TargetScore(100)), first_dealer=0)

    assert match.after((100, 300, 20)).winners == (1,)
    assert match.after((100, 100, 20)).winners == (1,)


def test_lopakas_total_does_not_end_the_match() -> None:
    """A target is reached by a player, not by Lopaka.

    Ruling: ours
    """
    match = Match(edition(KEY, length=TargetScore(100)), first_dealer=0).after((20, 300, 20))

    assert not match.is_over


def test_eleven_tricks_as_with_three_players() -> None:
    """Everything else is as in the game for three: eleven tricks, three cards in each.

    Ruling: ours, as it follows from hands of eleven, whose number is lost in our copy of the text
    """
    played = play_out(at_play(KEY))

    assert [len(trick.plays) for trick in played.tricks] == [3] * 11


def test_the_player_left_of_the_dealer_leads() -> None:
    """In Lopaka too the player who does not deal leads first.

    Sources: Gameteko "Lopaka Variant"
    """
    assert (at_play(KEY).turn, at_play(KEY).edition.hands_of(0)) == (0, (0,))

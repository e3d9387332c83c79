"""What a careful player can be sure of, by examples."""

from bottleimp.game.deal import Deal
from bottleimp.game.round import Round
from bottleimp.knowledge.inference import Inference
from bottleimp.knowledge.observation import observe
from bottleimp.rules.cards import Suit
from bottleimp.rules.editions import edition
from tests.support.game.rulebook_table import at_play, card_numbers, dealt, exchanged, play


def mind(played: Round, seat: int | None) -> Inference:
    """What the seat can work out."""
    return Inference(observe(played, seat))


def numbers(played: Round, cards: int) -> str:
    """The printed numbers of a card set."""
    return card_numbers(played.edition.deck.cards_of(cards))


def test_a_card_that_i_passed_is_surely_where_i_passed_it() -> None:
    played = exchanged(
        dealt("classic/3", "1 2 3", "11 14 16", "30 32 34"), "1 2 3", "11 14 16", "30 32 34"
    )

    assert [numbers(played, mind(played, 0).known_cards[hand]) for hand in (1, 2)] == ["2", "3"]
    assert mind(played, 0).is_known_in(1, played.edition.deck.card(2).place)
    assert not mind(played, 1).is_known_in(2, played.edition.deck.card(3).place)
    assert numbers(played, mind(played, 0).discards) == "1"


def test_a_card_that_i_have_chosen_to_pass_is_on_the_way() -> None:
    played = Round(Deal.in_order(edition("classic/4")))
    discard, to_left = played.hands[0][:2]
    played = played.play(discard, 0).play(to_left, 0)

    assert to_left.label == numbers(played, mind(played, 0).cards_in_transit)
    assert mind(played, 0).outstanding_cards & 1 << to_left.place
    assert mind(played, 0).known_cards[1] == 0
    assert mind(played, 1).cards_in_transit == 0


def test_a_discard_that_is_not_settled_yet_is_not_on_the_way_to_anybody() -> None:
    played = Round(Deal.in_order(edition("classic/4")))
    played = played.play(played.hands[0][0], 0)

    assert mind(played, 0).cards_in_transit == 0


def test_my_own_discard_is_surely_out_of_play() -> None:
    played = exchanged(
        dealt("classic/3", "1 2 3", "11 14 16", "30 32 34"), "1 2 3", "11 14 16", "30 32 34"
    )

    assert not mind(played, 0).outstanding_cards & 1 << played.edition.deck.card(1).place
    assert mind(played, 1).outstanding_cards & 1 << played.edition.deck.card(1).place


def test_who_does_not_follow_is_void() -> None:
    played = play(at_play("classic/3", "24", "33, no blue", "27"), "24 33 27")

    assert mind(played, 0).is_void(1, Suit.MID)
    assert not mind(played, 0).is_void(1, Suit.HIGH)
    assert not mind(played, 0).is_void(2, Suit.MID)
    assert played.edition.deck.suit_cards(Suit.MID) == mind(played, None).voids[1]


def test_in_devils_eye_only_the_hand_that_did_not_follow_is_void() -> None:
    start = at_play("matagot/devils-eye", "37", "", "30, no red", "31")
    played = play(start, "37 30")

    assert mind(played, 0).is_void(2, Suit.HIGH)
    assert not mind(played, 0).is_void(3, Suit.HIGH)


def test_cards_of_a_suit_that_only_one_hand_can_hold_must_be_there() -> None:
    """Seats 0 and 1 are void in blue, so the blue cards out are with seat 2 or discarded."""
    played = play(at_play("classic/3", "24, no more blue", "33, no blue", "27"), "24 33 27")
    out = mind(played, 0)
    blue = out.unseen_cards & played.edition.deck.suit_cards(Suit.MID)

    assert out.possible_cards[1] & blue == 0
    assert blue == out.possible_cards[2] & blue == out.possible_cards[-1] & blue


def test_cards_that_fit_in_one_hand_only_are_in_no_other() -> None:
    """Seat 1 is void in blue and yellow, and all red cards that are out are just what it holds."""
    start = at_play("classic/3", "17 15 37", "11 14 16 21 23 26 29 31 33 35 36", "20 22")
    played = play(start, "17 36 20", "15 35 22")
    out = mind(played, 0)
    red = played.edition.deck.suit_cards(Suit.HIGH)

    assert numbers(played, out.possible_hands[1]) == "11 14 16 21 23 26 29 31 33"
    assert 0 == out.possible_cards[2] & red == out.possible_cards[-1] & red


def test_a_seat_knows_which_low_cards_are_out_and_who_may_hold_them() -> None:
    played = play(at_play("classic/3", "22 1", "5", "3 2"), "22 5 3")
    out = mind(played, 0)

    assert numbers(played, out.outstanding_buyers()) == "1 2 4"
    assert (out.possible_undercutters(), out.may_be_sold()) == ((0, 1, 2), True)


def test_nobody_is_stuck_with_a_bottle_that_nobody_owns() -> None:
    assert None is mind(at_play("classic/3"), 0).final_owner(0)


def test_nobody_is_stuck_while_another_may_buy() -> None:
    played = play(at_play("classic/3", "22", "5", "25"), "22 5 25")

    assert None is mind(played, 0).final_owner(0)


def test_at_the_price_of_1_the_owner_is_stuck_for_all_to_see() -> None:
    played = play(at_play("classic/3", "1", "28", "25"), "1 28 25")
    out = mind(played, None)

    assert (out.final_owner(0), out.may_be_sold(), out.possible_undercutters()) == (0, False, ())


def test_an_owner_with_all_lower_cards_can_only_sell_to_itself() -> None:
    played = play(at_play("classic/3", "22", "5 1 2 3 4", "25"), "22 5 25")

    assert (
        mind(played, 1).final_owner(0),
        mind(played, 1).may_be_sold(),
        mind(played, 1).possible_undercutters(),
    ) == (1, True, (1,))
    assert None is mind(played, 0).final_owner(0)


def test_a_card_on_the_table_may_yet_be_the_sale() -> None:
    """The 3 under a price of 5 lies there; 1, 2 and 4 are the owner's own, as the owner knows."""
    played = play(at_play("classic/3", "22", "5 1 2 4", "25 3"), "22 5 25", "1 3")

    assert played.edition.deck.card(3).place == mind(played, 1).table_cards.bit_length() - 1
    assert None is mind(played, 1).final_owner(0)


def test_with_two_bottles_at_the_start_price_both_may_be_sold() -> None:
    played = at_play("matagot/5")

    assert [mind(played, 0).may_be_sold(bottle) for bottle in (0, 1)] == [True, True]


def test_an_onlooker_works_with_what_everybody_sees() -> None:
    played = at_play("classic/lopaka")
    out = mind(played, None)

    assert played.position.hands[1] == out.known_cards[1] == out.possible_hands[1]
    assert (out.known_cards[0], out.known_cards[2]) == (0, 0)
    assert out.capacities == (11, 0, 11, 3)


def test_what_an_onlooker_worked_out_saves_a_seat_the_work() -> None:
    """A server works out once for all seats what everybody sees."""
    played = play(at_play("classic/3", "24", "33 31, no blue", "27"), "24 33 27", "31")
    public, alone = mind(played, None), mind(played, 0)
    helped = Inference(alone.observation, public)

    assert numbers(played, alone.played_cards | alone.table_cards) == "24 27 31 33"
    assert (alone.played_cards, alone.table_cards) == (helped.played_cards, helped.table_cards)
    assert alone.voids == helped.voids == public.voids
    assert alone.possible_hands == helped.possible_hands

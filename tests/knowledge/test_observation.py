"""What a seat is shown, in small."""

import pytest

from bottleimp.game.actions import OpenChoice
from bottleimp.game.deal import Deal
from bottleimp.game.round import Phase, Round
from bottleimp.knowledge.observation import PassedCard, ReceivedCard, observe
from bottleimp.rules.editions import edition
from bottleimp.rules.seating import IMPS_TRICK
from tests.support.game.rulebook_table import at_play, cards, dealt, exchanged, play, play_out


def opening(key: str) -> Round:
    """A round of cards dealt in order."""
    return Round(Deal.in_order(edition(key)))


def test_a_seat_sees_its_hand_and_how_many_cards_the_others_hold() -> None:
    played = opening("classic/4")
    seen = observe(played, 1)

    assert (None, played.hands[1], None, None) == seen.hands
    assert played.hands[1] == seen.hand
    assert seen.hand_sizes == (9, 9, 9, 9)


def test_an_onlooker_sees_no_hand_and_is_never_asked() -> None:
    seen = observe(opening("classic/4"), None)

    assert (seen.hands, seen.hand, seen.own_hands, seen.is_to_act) == ((None,) * 4, (), (), False)


def test_two_hands_of_a_seat_are_shown_as_one_where_that_is_wanted() -> None:
    played = opening("classic/bright-house")
    seen = observe(played, 1)

    assert seen.own_hands == (2, 3)
    assert sorted(played.hands[2] + played.hands[3], key=lambda card: card.place) == list(seen.hand)


def test_a_seat_is_asked_for_its_passes_in_their_order() -> None:
    played = opening("classic/4")
    seen = observe(played, 2)

    assert [step.target for step in seen.passes_owed] == [IMPS_TRICK, 3, 1]
    assert seen.is_to_act
    assert [s.target for s in observe(played.play(seen.legal_actions[0], 2), 2).passes_owed] == [
        3,
        1,
    ]


def test_a_seat_sees_what_it_has_chosen_and_the_others_do_not() -> None:
    played = opening("classic/4")
    card = played.hands[2][4]
    played = played.play(card, 2)
    seen = observe(played, 2)

    assert ((card,), (card,), 8) == (seen.own_choices, seen.discards, seen.hand_sizes[2])
    assert (PassedCard(card, 2, IMPS_TRICK),) == seen.passed_cards
    assert (observe(played, 1).own_choices, observe(played, 1).hand_sizes[2]) == ((), 9)


def test_everybody_sees_who_has_made_all_choices() -> None:
    played = opening("classic/4")
    for _ in range(3):
        played = played.play(played.legal_actions_for(2)[0], 2)

    assert observe(played, None).committed == (False, False, True, False)


def test_after_the_exchange_a_seat_knows_what_it_passed_and_got_from_whom() -> None:
    played = exchanged(
        dealt("classic/3", "1 2 3", "11 14 16", "30 32 34"), "1 2 3", "11 14 16", "30 32 34"
    )
    one, two, three, eleven, fourteen, sixteen, thirty, thirty_two, thirty_four = cards(
        "classic/3", "1 2 3 11 14 16 30 32 34"
    )
    seen = observe(played, 0)

    assert (
        PassedCard(one, 0, IMPS_TRICK),
        PassedCard(two, 0, 1),
        PassedCard(three, 0, 2),
    ) == seen.passed_cards
    assert (ReceivedCard(sixteen, 1, 0), ReceivedCard(thirty_two, 2, 0)) == seen.received_cards
    assert (one,) == seen.discards
    assert (eleven,) == observe(played, 1).discards
    assert ReceivedCard(thirty_four, 2, 1) in observe(played, 1).received_cards
    assert ReceivedCard(fourteen, 1, 2) in observe(played, 2).received_cards
    assert thirty not in observe(played, 0).hand


def test_both_open_hands_are_seen_by_everybody() -> None:
    played = play(at_play("classic/bright-house"), "open-2 open-1")

    assert (None, played.hands[1], played.hands[2], None) == observe(played, None).hands


def test_nobody_sees_a_choice_of_hands_before_both_have_chosen() -> None:
    played = at_play("classic/bright-house").play(OpenChoice.SECOND, 1)
    seen = observe(played, 0)

    assert (seen.phase, seen.open_hands, seen.committed) == (Phase.CHOICE, (), (False, True))


def test_cards_on_the_table_are_seen_with_who_led() -> None:
    played = play(at_play("classic/3", "24", "20", "13"), "24 20 13")
    assert observe(played, None).leader is None

    played = played.play(played.legal_actions[0])
    seen = observe(played, None)

    assert seen.leader == 2
    assert " ".join(card.label for card in seen.played_cards[:3]) == "24 20 13"
    assert len(seen.played_cards) == 4


def test_the_price_is_that_of_the_bottle_for_sale() -> None:
    played = play(at_play("classic/3", "24", "20", "13"), "24 20 13")
    seen = observe(played, 0)

    assert played.edition.deck.label_at(seen.price) == "13"
    assert (seen.owners, seen.for_sale, seen.taken_points) == ((2,), 0, (0, 0, 11))


def test_only_the_seat_whose_turn_it_is_has_legal_cards() -> None:
    played = play(at_play("classic/3", "24", "20", "13"), "24")

    assert [observe(played, seat).is_to_act for seat in range(3)] == [False, True, False]
    assert [observe(played, seat).turn for seat in range(3)] == [1, 1, 1]


def test_legal_actions_are_listed_by_kind_and_by_number() -> None:
    played = play(at_play("classic/3", "24", "20", "13"), "24")
    seen = observe(played, 1)
    opened = observe(at_play("classic/bright-house"), 1)

    assert seen.legal_cards == seen.legal_actions
    assert seen.legal_choices == ()
    assert seen.legal_action_numbers == tuple(card.place for card in seen.legal_cards)
    assert played.legal_action_numbers == seen.legal_action_numbers
    assert observe(played, 0).legal_action_numbers == ()
    assert (opened.legal_cards, opened.legal_choices) == ((), tuple(OpenChoice))


def test_a_round_that_is_over_has_no_legal_action() -> None:
    end = play_out(opening("classic/3"))

    assert (end.legal_actions, end.legal_action_numbers) == ((), ())


@pytest.mark.parametrize("seat", [None, 0, 2])
def test_when_the_round_is_over_deal_exchange_imps_trick_and_scores_are_public(
    seat: int | None,
) -> None:
    end = play_out(opening("classic/3"))
    revealed = observe(end, seat).revealed
    assert revealed is not None

    assert (end.deal, end.imps_trick, end.scores) == (
        revealed.deal, revealed.imps_trick, revealed.scores,
    )  # fmt: skip
    assert [giver for giver, _ in revealed.passes] == [0, 0, 0, 1, 1, 1, 2, 2, 2]
    assert None is observe(end, seat).turn


@pytest.mark.parametrize("seat", [-1, 3])
def test_a_number_that_is_no_seat_is_refused(seat: int) -> None:
    with pytest.raises(ValueError, match=f"There is no seat {seat}: classic/3 has 0 to 2"):
        observe(opening("classic/3"), seat)

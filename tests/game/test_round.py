"""A round as a value: what it tells at every moment."""

import copy
import inspect

import pytest

from bottleimp.errors import IllegalAction, RefusalReason
from bottleimp.game.actions import OpenChoice
from bottleimp.game.deal import Deal
from bottleimp.game.round import Phase, PlayedCard, Round, Trick
from bottleimp.rules.editions import edition
from tests.support.game.rulebook_table import at_play, cards, play, play_out, to_play


def opening(key: str) -> Round:
    """A round of cards dealt in order."""
    return Round(Deal.in_order(edition(key)))


def test_the_phases_follow_one_another() -> None:
    played = opening("classic/bright-house")
    phases = [played.phase]
    while not played.is_over:
        played = played.play(played.legal_actions[0])
        if played.phase is not phases[-1]:
            phases.append(played.phase)

    assert list(Phase) == phases


def test_stages_count_the_pick_ups_and_the_choice_of_hands() -> None:
    played = opening("classic/bright-house")
    stages = [played.stage]
    while played.phase is not Phase.PLAY:
        played = played.play(played.legal_actions[0])
        stages.append(played.stage)

    assert stages == [0] * 4 + [1] * 4 + [2] * 2 + [3]


@pytest.mark.parametrize("seat", [-1, 2])
@pytest.mark.parametrize("play_on", [False, True])
def test_a_seat_that_the_table_lacks_does_nothing(seat: int, play_on: bool) -> None:
    played = opening("classic/bright-house")
    while play_on and played.phase is not Phase.PLAY:
        played = played.play(played.legal_actions[0])
    action = played.legal_actions[0]

    for deed in (
        lambda: played.play(action, seat),
        lambda: played.commit(seat, [action]),
        lambda: played.undo(seat),
        lambda: played.choices_owed(seat),
        lambda: played.stage_passes(seat),
        lambda: played.legal_actions_for(seat),
    ):
        with pytest.raises(IllegalAction, match=f"no seat {seat}: the seats are 0 to 1"):
            deed()


def test_a_seat_owes_its_choices_until_it_has_made_them() -> None:
    played = opening("classic/4")
    owed = []
    while played.choices_owed(2):
        owed.append(played.choices_owed(2))
        played = played.play(played.legal_actions_for(2)[0], 2)

    assert owed == [3, 2, 1]
    assert played.waiting_seats == (0, 1, 3)


def test_nobody_owes_a_choice_while_cards_are_played() -> None:
    played = to_play(opening("classic/4"))

    assert [played.choices_owed(seat) for seat in range(4)] == [0] * 4
    assert played.stage_passes(0) == ()


def test_a_card_chosen_in_secret_is_no_longer_in_the_hand() -> None:
    played = opening("classic/4")
    card = played.hands[3][0]
    after = played.play(card, 3)

    assert card not in after.hands[3]
    assert ((), (), (), (card.place,)) == after.pending


def test_the_seat_to_act_while_choices_are_secret_is_the_first_that_owes_one() -> None:
    played = opening("classic/4")
    for _ in range(3):
        played = played.play(played.legal_actions_for(0)[0], 0)

    assert played.turn == 1


def test_committing_is_making_all_choices_one_by_one() -> None:
    played = opening("classic/4")
    chosen = played.hands[0][:3]

    assert played.replay(chosen) == played.commit(0, chosen)


def test_a_choice_of_hands_is_committed_too() -> None:
    played = opening("classic/bright-house")
    while played.phase is not Phase.CHOICE:
        played = played.play(played.legal_actions[0])
    played = played.commit(1, [OpenChoice.SECOND]).commit(0, [OpenChoice.FIRST])

    assert played.open_hands == (0, 3)


def test_a_finished_trick_tells_who_took_it_with_which_card_and_for_how_many_points() -> None:
    """Price 19; 24, 15, 17, 32 are played: the 17 wins, and the price is 17."""
    played = play(at_play("classic/4", "24", "15, no blue", "17", "32"), "24 15 17 32")
    (trick,) = played.tricks
    start = played.edition.deck.start_price

    assert (0, 2, (start,), 0) == (trick.leader, trick.taker, trick.prices_before, trick.bottle)
    assert cards("classic/4", "17") == (trick.winner.card,)
    assert trick.points == 4 + 4 + 3 + 6
    assert played.owners == (2,)


def test_a_trick_above_the_price_sells_no_bottle() -> None:
    played = play(at_play("classic/3", "20", "24", "27"), "20 24 27")

    assert (played.tricks[0].bottle, played.tricks[0].taker) == (None, 2)


def test_a_trick_says_who_owned_the_bottle_that_it_sold() -> None:
    played = play(at_play("classic/3", "24 30", "20 27", "13 8"), "24 20 13 8 30 27")
    bought, kept = played.tricks

    assert (bought.owner_before, bought.is_kept) == (None, False)
    assert (kept.owner_before, kept.is_kept) == (2, True)


def test_the_winner_of_a_trick_of_four_by_two_seats_is_the_card_that_took_it() -> None:
    deck = edition("matagot/devils-eye").deck
    plays = tuple(
        PlayedCard(seat, seat * 2, deck.card(number))
        for seat, number in ((0, 20), (1, 8), (0, 10), (1, 23))
    )
    trick = Trick(plays, taker=0, prices_before=(deck.start_price,), bottle=0)

    assert plays[2] == trick.winner


def test_the_steps_count_the_cards_on_the_table() -> None:
    played = to_play(opening("classic/3"))
    steps = []
    while not played.is_over:
        steps.append(played.play_count)
        played = played.play(played.legal_actions[0])

    assert list(range(33)) == steps


def test_a_round_that_is_over_has_scores_and_nobody_to_act() -> None:
    played = play_out(opening("classic/3"))

    assert played.scores is not None
    assert (played.turn, played.legal_actions, played.phase) == (None, (), Phase.OVER)


def test_a_round_before_its_end_has_no_scores() -> None:
    assert opening("classic/3").scores is None


def test_the_cards_left_over_are_the_imps_trick_of_lopaka() -> None:
    played = to_play(opening("classic/lopaka"))

    assert played.deal.left_over == played.imps_trick


def test_cards_that_were_played_are_kept_without_dictionaries() -> None:
    # A server has those of all finished rounds of its tables in memory.
    played = Round(Deal.from_seed(edition("classic/3"), 1))
    while not played.is_over:
        played = played.play(played.legal_actions[0])

    assert not any(hasattr(trick, "__dict__") for trick in played.tricks)
    assert not any(hasattr(play, "__dict__") for trick in played.tricks for play in trick.plays)


def test_a_round_is_made_of_a_deal_alone_and_told_by_its_actions() -> None:
    played = play_out(opening("classic/3"))
    without_history = copy.copy(played)
    vars(without_history).update(position=opening("classic/3").position, tricks=(), plays=())

    assert list(inspect.signature(Round).parameters) == ["deal"]
    assert without_history == played
    assert hash(without_history) == hash(played)
    assert repr(played) == (
        f"Round(deal={played.deal!r}, actions={played.actions!r}, pending={played.pending!r})"
    )


def test_secret_choices_are_undone_while_others_still_choose() -> None:
    played = opening("classic/3")
    seat = played.turn
    assert seat is not None
    chosen = played.commit(seat, [played.legal_actions_for(seat)[n] for n in range(3)])

    assert chosen.undo(seat) == played


def test_the_last_card_of_a_trick_under_way_is_undone() -> None:
    before = opening("classic/bright-house")
    while before.phase is not Phase.PLAY:
        before = before.play(before.legal_actions[0])
    seat = before.turn
    assert seat is not None
    after = before.play(before.legal_actions[0])

    assert after.undo(seat) == before
    assert after.undo(seat).position == before.position


def test_nothing_else_is_undone() -> None:
    played = opening("classic/3")
    while played.phase is not Phase.PLAY:
        played = played.play(played.legal_actions[0])
    followed = played.play(played.legal_actions[0])
    over = followed
    while len(over.tricks) < 1:
        over = over.play(over.legal_actions[0])

    for after, seat in ((played, 0), (followed, 1), (over, over.tricks[0].plays[-1].seat)):
        with pytest.raises(IllegalAction) as refused:
            after.undo(seat)
        assert refused.value.reason is RefusalReason.NOT_THIS_PHASE

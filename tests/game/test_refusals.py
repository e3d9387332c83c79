"""Every reason for which an action is refused, with the sentence a player reads."""

import pytest

from bottleimp.errors import IllegalAction, RefusalReason
from bottleimp.game.actions import Action, OpenChoice, action_from_label
from bottleimp.game.deal import Deal
from bottleimp.game.round import Phase, Round
from bottleimp.rules.editions import edition
from tests.support.game.rulebook_table import at_play, play, play_out, to_play


def refusal(played: Round, label: str, seat: int | None = None) -> tuple[RefusalReason, str]:
    """The reason and the sentence with which the action is refused."""
    action: Action = action_from_label(played.edition, label)
    with pytest.raises(IllegalAction) as info:
        played.play(action, seat)
    return info.value.reason, str(info.value)


def refused_commit(played: Round, seat: int, *labels: str) -> tuple[RefusalReason, str]:
    """The reason and the sentence with which all choices at once are refused."""
    with pytest.raises(IllegalAction) as info:
        played.commit(seat, [action_from_label(played.edition, label) for label in labels])
    return info.value.reason, str(info.value)


def opening(key: str) -> Round:
    """A round of cards dealt in order."""
    return Round(Deal.in_order(edition(key)))


def test_a_card_of_another_seat_is_not_held() -> None:
    played = at_play("classic/3", "5", "37")

    assert refusal(played, "37") == (RefusalReason.NOT_HELD, "You do not hold 37.")


def test_a_card_that_has_been_played_is_not_held() -> None:
    played = play(at_play("classic/3", "5 7", "12", "9"), "5 12 9")

    assert RefusalReason.NOT_HELD is refusal(played, "5", played.turn)[0]


def test_a_card_of_another_suit_is_refused_to_a_hand_that_can_follow() -> None:
    played = play(at_play("classic/3", "24", "6 10 13 33, no more blue"), "24")

    assert refusal(played, "33") == (
        RefusalReason.MUST_FOLLOW,
        "33 cannot be played: blue was led and that hand holds 6, 10, 13.",
    )


def test_a_card_chosen_for_one_pass_cannot_be_chosen_for_another() -> None:
    played = opening("classic/4")
    card = played.legal_actions[0]

    assert refusal(played.play(card), card.label, 0) == (
        RefusalReason.WRONG_HAND,
        (
            f"{card.label} cannot be passed now: it is not in the hand you pass from,"
            " or you have already chosen it."
        ),
    )


def test_a_card_of_the_hand_that_does_not_pass_is_refused() -> None:
    played = opening("matagot/devils-eye")

    assert RefusalReason.WRONG_HAND is refusal(played, played.hands[0][0].label)[0]


def test_a_card_of_the_hidden_hand_cannot_be_played_first_in_bright_house() -> None:
    played = play(at_play("classic/bright-house", "37", "36"), "open-1 open-1")

    assert refusal(played, "36") == (
        RefusalReason.WRONG_HAND,
        "36 cannot be played: this card must come from your open hand.",
    )


def test_a_card_of_the_open_hand_cannot_be_played_third_in_bright_house() -> None:
    played = play(at_play("classic/bright-house", "37 35", "36"), "open-1 open-1", "37")
    played = played.play(played.legal_actions[0])

    assert refusal(played, "35") == (
        RefusalReason.WRONG_HAND,
        "35 cannot be played: this card must come from your hidden hand.",
    )


def test_lopakas_cards_are_picked_by_his_rule() -> None:
    played = play(at_play("classic/lopaka", "20", "8 10 17"), "20")

    assert RefusalReason.DRIVEN is refusal(played, "8")[0]
    assert refusal(played, "8")[1].endswith("by rule, and the rule picks another card.")


def test_nobody_plays_out_of_turn() -> None:
    played = at_play("classic/3", "5", "37")

    assert refusal(played, "37", 1) == (RefusalReason.NOT_YOUR_TURN, "It is not your turn.")


def test_a_seat_that_passes_nothing_has_nothing_to_choose() -> None:
    played = opening("classic/lopaka")
    card = played.hands[1][0].label

    assert RefusalReason.NOT_YOUR_TURN is refusal(played, card, 1)[0]
    assert refused_commit(played, 1, card) == (
        RefusalReason.NOT_YOUR_TURN,
        "You have nothing to choose now.",
    )


def test_a_seat_that_has_chosen_cannot_choose_again() -> None:
    played = opening("classic/4")
    for _ in range(3):
        played = played.play(played.legal_actions_for(2)[0], 2)
    labels = [card.label for card in played.hands[2][:3]]

    assert refusal(played, labels[0], 2) == (
        RefusalReason.ALREADY_COMMITTED,
        "You have already chosen.",
    )
    assert refused_commit(played, 2, *labels) == (
        RefusalReason.ALREADY_COMMITTED,
        "You have already chosen.",
    )


@pytest.mark.parametrize("count", [0, 2, 4])
def test_a_seat_must_make_as_many_choices_as_it_owes(count: int) -> None:
    played = opening("classic/4")
    labels = [card.label for card in played.hands[0][:count]]

    assert refused_commit(played, 0, *labels) == (
        RefusalReason.WRONG_COUNT,
        f"You are asked for 3 choices, not {count}.",
    )


def test_one_illegal_choice_refuses_all_of_them() -> None:
    played = opening("classic/4")
    labels = [played.hands[0][0].label, played.hands[0][0].label, played.hands[0][1].label]

    assert RefusalReason.WRONG_HAND is refused_commit(played, 0, *labels)[0]
    assert played.pending == ((),) * 4


def test_a_hand_to_open_is_no_card_to_pass_or_play() -> None:
    for played in (opening("classic/bright-house"), at_play("classic/3")):
        assert refusal(played, "open-1") == (
            RefusalReason.NOT_THIS_PHASE,
            "Now a card is asked for.",
        )


def test_a_card_is_no_hand_to_open() -> None:
    played = opening("classic/bright-house")
    while played.phase is not Phase.CHOICE:
        played = played.play(played.legal_actions[0])
    card = played.hands[0][0].label

    assert refusal(played, card) == (
        RefusalReason.NOT_THIS_PHASE,
        "Now a hand to open is asked for.",
    )


def test_nobody_chooses_twice_which_hand_to_open() -> None:
    played = opening("classic/bright-house")
    while played.phase is not Phase.CHOICE:
        played = played.play(played.legal_actions[0])
    played = played.play(OpenChoice.SECOND, 1)

    assert RefusalReason.ALREADY_COMMITTED is refusal(played, "open-1", 1)[0]
    assert RefusalReason.ALREADY_COMMITTED is refused_commit(played, 1, "open-1")[0]


def test_there_is_nothing_to_commit_while_cards_are_played() -> None:
    played = to_play(opening("classic/4"))

    assert refused_commit(played, 0, played.legal_actions[0].label) == (
        RefusalReason.NOT_THIS_PHASE,
        "There is nothing to choose in secret.",
    )


def test_nothing_is_played_when_the_round_is_over() -> None:
    played = play_out(opening("classic/4"))

    assert refusal(played, "37") == (RefusalReason.ROUND_OVER, "The round is over.")
    assert RefusalReason.NOT_THIS_PHASE is refused_commit(played, 0, "37")[0]


def test_every_reason_has_a_code_of_its_own() -> None:
    assert len(RefusalReason) == len({reason.value for reason in RefusalReason})

"""What a step does to a round, and that the order of secret choices does not matter."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bottleimp.errors import IllegalAction
from bottleimp.game.actions import Action, OpenChoice, action_from_number
from bottleimp.game.deal import Deal
from bottleimp.game.round import Phase, Round
from tests.support import strategies


def everything(played: Round) -> tuple[object, ...]:
    """All that a round holds, also what its equality leaves out."""
    return (
        played.deal, played.actions, played.pending, played.position, played.tricks, played.plays,
    )  # fmt: skip


@given(strategies.unfinished_rounds(), st.data())
def test_a_play_never_changes_the_round_it_is_made_in(played: Round, data: st.DataObject) -> None:
    before = everything(played)
    after = played.play(data.draw(strategies.cards_to_play(played)))

    assert before == everything(played)
    assert before != everything(after)


@given(strategies.rounds(), st.data())
def test_whatever_is_not_legal_is_refused_and_changes_nothing(
    played: Round, data: st.DataObject
) -> None:
    seat = data.draw(st.sampled_from(range(played.edition.seats)))
    legal = played.legal_actions_for(seat)
    actions = [*played.edition.deck.cards, *OpenChoice]
    action = data.draw(st.sampled_from([a for a in actions if a not in legal]))
    before = everything(played)

    with pytest.raises(IllegalAction):
        played.play(action, seat)
    assert before == everything(played)


@given(strategies.rounds())
def test_replaying_the_actions_gives_the_same_round(played: Round) -> None:
    again = Round(played.deal)
    for number in played.actions:
        again = again.play(action_from_number(played.edition, number))
    for seat, chosen in enumerate(played.pending):
        for number in chosen:
            again = again.play(action_from_number(played.edition, number), seat)

    assert everything(played) == everything(again)


@given(strategies.deals(), strategies.seeds)
def test_the_order_in_which_seats_choose_in_secret_does_not_matter(deal: Deal, seed: int) -> None:
    random = Random(seed)
    one = other = Round(deal)
    while one.phase in (Phase.EXCHANGE, Phase.CHOICE):
        choices = {}
        for seat in one.waiting_seats:
            choices[seat] = some_choices(one, seat, random)
        order = list(choices)
        for seat in order:
            one = one.commit(seat, choices[seat])
        random.shuffle(order)
        for seat in order:
            other = other.commit(seat, choices[seat])

    assert everything(one) == everything(other)


def some_choices(played: Round, seat: int, random: Random) -> list[Action]:
    """All choices that the seat owes, any legal ones."""
    chosen: list[Action] = []
    while len(chosen) < played.choices_owed(seat):
        steps = played.stage_passes(seat)[len(chosen) :]
        held = played.hands[steps[0].source] if steps else tuple(OpenChoice)
        chosen.append(random.choice([action for action in held if action not in chosen]))
    return chosen

"""What is said tells no more than what is seen, and refusals are the same in both."""

from gettext import NullTranslations
from random import Random

from hypothesis import assume, given
from hypothesis import strategies as st

from bottleimp.errors import IllegalAction, RefusalReason
from bottleimp.game.actions import OpenChoice
from bottleimp.game.round import Round
from bottleimp.knowledge.narration import Narrator, refusal_reason, refusal_text
from bottleimp.knowledge.observation import Observation, observe
from tests.support import strategies
from tests.support.redealing import redealt

Viewed = tuple[Round, int | None]
NAMES = ("Ada", "Bo", "Cy", "Di", "Ed", "Flo")


def everything_said(seen: Observation) -> tuple[object, ...]:
    """The whole story and why each card may not be played."""
    narrator = Narrator(NAMES[: seen.edition.seats])
    refusals = tuple(
        (refusal_reason(seen, card), refusal_text(seen, card, NullTranslations()))
        for card in seen.edition.deck.cards
    )
    return (*narrator.story(seen), *refusals)


@given(strategies.viewed_rounds(), strategies.seeds)
def test_cards_that_a_seat_cannot_see_do_not_change_what_it_is_told(
    viewed: Viewed, seed: int
) -> None:
    played, seat = viewed
    world = redealt(played, seat, Random(seed))

    assert everything_said(observe(played, seat)) == everything_said(observe(world, seat))


@given(strategies.rounds(), st.data())
def test_an_observation_refuses_what_the_round_refuses_and_for_the_same_reason(
    played: Round, data: st.DataObject
) -> None:
    edition = played.edition
    seat = data.draw(st.sampled_from(range(edition.seats)))
    seen = observe(played, seat)
    action = data.draw(st.sampled_from([*edition.deck.cards, *OpenChoice]))
    assume(action not in seen.own_choices)  # it has left the hand it is shown in
    expected: RefusalReason | None = None
    try:
        played.play(action, seat)
    except IllegalAction as problem:
        expected = problem.reason

    assert expected is refusal_reason(seen, action)


@given(strategies.rounds(), st.data())
def test_a_reason_is_given_exactly_for_what_is_not_legal(
    played: Round, data: st.DataObject
) -> None:
    edition = played.edition
    seat = data.draw(st.sampled_from(range(edition.seats)))
    seen = observe(played, seat)
    card = data.draw(st.sampled_from(edition.deck.cards))

    assert (card in seen.legal_actions) is (refusal_text(seen, card, NullTranslations()) is None)

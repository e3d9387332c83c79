"""Nobody sees what is hidden, and everybody sees what is not: the observations."""

from collections.abc import Iterable
from random import Random

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from bottleimp.errors import IllegalAction
from bottleimp.game.actions import action_number
from bottleimp.game.deal import Deal
from bottleimp.game.round import Phase, Round
from bottleimp.knowledge.observation import observe
from bottleimp.rules.cards import Card
from bottleimp.rules.editions import edition, edition_keys
from tests.support import strategies
from tests.support.redealing import exchanged, redealt
from tests.support.strategies import Moments

Viewed = tuple[Round, int | None]


@given(strategies.viewed_rounds(), strategies.seeds)
def test_cards_that_a_seat_cannot_see_do_not_change_its_observation(
    viewed: Viewed, seed: int
) -> None:
    played, seat = viewed

    assert observe(played, seat) == observe(redealt(played, seat, Random(seed)), seat)


@given(strategies.viewed_rounds(), strategies.seeds)
def test_not_even_the_printed_form_of_an_observation_tells_more(viewed: Viewed, seed: int) -> None:
    """Equality could overlook a field; the printed form has them all."""
    played, seat = viewed

    assert repr(observe(played, seat)) == repr(observe(redealt(played, seat, Random(seed)), seat))


def seen_cards(played: Round, seat: int | None) -> set[Card]:
    """The cards the seat has seen: dealt to it, passed to it, played, or lying open."""
    edition, deck = played.edition, played.edition.deck
    seen = {play.card for trick in played.tricks for play in trick.plays}
    seen.update(play.card for play in played.plays)
    for number, hand in enumerate(edition.hands):
        if hand.seat == seat:
            seen.update(played.deal.hands[number])
        if hand.seat == seat or number in played.open_hands:
            seen.update(deck.cards_of(played.position.hands[number]))
    return seen


def first_exchange(played: Round, pairs: Iterable[tuple[Card, Card]]) -> Round | None:
    """The round with the first of these pairs exchanged that the rules allow."""
    for one, other in pairs:
        try:
            return exchanged(played, one, other)
        except IllegalAction:
            continue
    return None


@given(strategies.viewed_rounds(), st.data())
def test_any_card_that_a_seat_has_seen_changes_its_observation(
    viewed: Viewed, data: st.DataObject
) -> None:
    played, seat = viewed
    seen = seen_cards(played, seat)
    unseen = [card for card in played.edition.deck.cards if card not in seen]
    assume(seen)
    assume(unseen)
    card = data.draw(st.sampled_from(sorted(seen, key=lambda card: card.place)))
    others = data.draw(st.permutations(unseen))
    changed = first_exchange(played, ((card, other) for other in others))
    assume(changed is not None)
    assert changed is not None

    assert observe(played, seat) != observe(changed, seat)


@given(strategies.whole_rounds(), strategies.seeds)
def test_when_the_round_is_over_every_card_of_the_deal_is_seen(moments: Moments, seed: int) -> None:
    end = moments[-1]
    random = Random(seed)
    hands = [hand for hand in (*end.deal.hands, end.deal.left_over) if hand]
    pairs = ([random.choice(hand) for hand in random.sample(hands, 2)] for _ in range(200))
    changed = first_exchange(end, ((one, other) for one, other in pairs))
    assert changed is not None

    assert observe(end, None) != observe(changed, None)


@given(strategies.unfinished_rounds())
def test_before_the_round_is_over_nothing_is_revealed(played: Round) -> None:
    for seat in (None, *range(played.edition.seats)):
        assert observe(played, seat).revealed is None


@given(strategies.rounds())
def test_a_seat_sees_its_own_hands_and_the_open_ones_and_no_others(played: Round) -> None:
    for seat in (None, *range(played.edition.seats)):
        for number, cards in enumerate(observe(played, seat).hands):
            is_own = played.edition.hands[number].seat == seat

            assert (is_own or number in played.open_hands) is (cards is not None)
            assert cards in (None, played.hands[number])


@given(strategies.secret_rounds())
def test_nobody_sees_how_far_another_is_with_secret_choices(played: Round) -> None:
    """Only whether the other has made all of them."""
    edition = played.edition
    fewer = Round(played.deal)
    for action in [edition.deck.card_at(n) for n in played.actions]:
        fewer = fewer.play(action)
    for seat in range(edition.seats):
        if not played.choices_owed(seat) and played.pending[seat]:
            for number in played.pending[seat]:
                legal = {action_number(edition, a): a for a in fewer.legal_actions_for(seat)}
                fewer = fewer.play(legal[number], seat)

    assert observe(fewer, None) == observe(played, None)


@pytest.mark.parametrize("key", edition_keys())
def test_redealing_changes_every_kind_of_hidden_card(key: str) -> None:
    """Else the tests of secrecy could not fail: hands, discards, passes, all take other cards."""
    random = Random(key)
    start = Round(Deal.from_seed(edition(key), 7))
    moments = strategies.whole_round(start.deal, random)
    opening = next(played for played in moments if played.phase is Phase.PLAY)
    others = [redealt(opening, 0, random) for _ in range(40)]
    last = opening.position.passes_made
    own = {n for n, step in enumerate(opening.edition.passes) if step.seat == 0}
    own |= {
        n
        for n, step in enumerate(opening.edition.passes)
        if step.target >= 0 and opening.edition.hands[step.target].seat == 0
    }

    for number in range(len(opening.edition.hands)):
        is_seen = opening.edition.hands[number].seat == 0 or number in opening.open_hands
        assert is_seen or len({other.hands[number] for other in others}) > 1
    for number in range(last):
        assert (number in own) is (len({other.actions[number] for other in others}) == 1)
    assert len({other.imps_trick for other in others}) > 1


@pytest.mark.parametrize("key", edition_keys())
def test_redealing_changes_secret_choices_that_are_under_way(key: str) -> None:
    random = Random(key)
    start = Round(Deal.from_seed(edition(key), 8))
    seat = start.waiting_seats[-1]
    for _ in range(start.choices_owed(seat)):
        start = start.play(random.choice(start.legal_actions_for(seat)), seat)
    others = [redealt(start, start.waiting_seats[0], random) for _ in range(20)]

    assert {start.choices_owed(seat)} == {other.choices_owed(seat) for other in others}
    assert len({other.pending[seat] for other in others}) > 1

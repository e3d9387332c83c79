"""What a round is worth, in every edition."""

from hypothesis import given

from bottleimp.game.round import Round
from bottleimp.rules.cards import Card
from tests.support import strategies
from tests.support.strategies import Moments


def points(cards: tuple[Card, ...]) -> int:
    """The points of the cards, added up."""
    return sum(card.points for card in cards)


@given(strategies.whole_rounds())
def test_the_points_taken_and_those_of_the_imps_trick_are_all_points(moments: Moments) -> None:
    end = moments[-1]

    assert end.edition.deck.points == sum(end.taken_points) + points(end.imps_trick)


@given(strategies.whole_rounds())
def test_points_taken_are_those_of_the_cards_taken_at_every_step(moments: Moments) -> None:
    for played in moments:
        assert tuple(points(cards) for cards in played.taken_cards) == played.taken_points


@given(strategies.whole_rounds())
def test_there_are_no_scores_before_the_round_is_over(moments: Moments) -> None:
    assert all((played.scores is not None) is played.is_over for played in moments)


def expected_scores(end: Round) -> tuple[int, ...]:
    """The scores by the sentences of the rule texts, from tricks and owners alone."""
    edition, lost = end.edition, points(end.imps_trick)
    own_results = []
    for seat in range(edition.seats):
        owned = end.owners.count(seat)
        own_results.append(-lost * owned if owned else end.taken_points[seat])
    scores = []
    for seat in range(edition.seats):
        side = (seat, *edition.partners(seat))
        owned = sum(end.owners.count(member) for member in side)
        if "bga-teams" in edition.options:
            scores.append(sum(own_results[member] for member in side))
        elif owned:
            scores.append(-lost * owned)
        else:
            scores.append(sum(end.taken_points[member] for member in side))
        is_single = edition.has_sides and len(side) == 1 and "bga-teams" not in edition.options
        scores[-1] *= 2 if is_single else 1
    return tuple(scores)


@given(strategies.whole_rounds())
def test_owners_lose_the_imps_trick_for_each_bottle_and_the_others_score_what_they_took(
    moments: Moments,
) -> None:
    assert expected_scores(moments[-1]) == moments[-1].scores


@given(strategies.whole_rounds())
def test_partners_score_the_same(moments: Moments) -> None:
    end = moments[-1]
    assert end.scores is not None

    for seat in range(end.edition.seats):
        for partner in end.edition.partners(seat):
            assert end.scores[seat] == end.scores[partner]

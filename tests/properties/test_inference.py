"""What a careful player works out is true in every world that looks the same, and complete."""

from random import Random

from hypothesis import assume, given
from hypothesis import strategies as st

from bottleimp.game.round import Phase, Round
from bottleimp.knowledge.inference import Inference
from bottleimp.knowledge.observation import observe
from bottleimp.rules.cardsets import holds, members, size, under
from bottleimp.rules.decks import card_set
from tests.support import strategies
from tests.support.redealing import redealt
from tests.support.strategies import Moments

Viewed = tuple[Round, int | None]
MOST_UNSEEN = 8  # as many cards as can be placed in every way in a moment


@given(strategies.viewed_rounds(), strategies.seeds)
def test_a_hand_holds_what_is_known_of_it_and_nothing_that_is_ruled_out(
    viewed: Viewed, seed: int
) -> None:
    played, seat = viewed
    mind = Inference(observe(played, seat))
    world = redealt(played, seat, Random(seed))
    for number, hand in enumerate(world.edition.hands):
        held = card_set(world.hands[number])
        if hand.seat != seat:
            held = world.position.hands[number]  # what it chose in secret still lies there

        assert mind.known_cards[number] & ~held == 0
        assert held & ~mind.possible_hands[number] == 0


@given(strategies.viewed_rounds(), strategies.seeds)
def test_the_imps_trick_holds_nothing_that_is_ruled_out(viewed: Viewed, seed: int) -> None:
    played, seat = viewed
    mind = Inference(observe(played, seat))
    world = redealt(played, seat, Random(seed))
    if not world.is_over:
        assert world.position.passed[-1] & ~(mind.possible_cards[-1] | mind.discards) == 0


@given(strategies.viewed_rounds())
def test_every_card_is_played_seen_chosen_or_unseen(viewed: Viewed) -> None:
    played, seat = viewed
    mind = Inference(observe(played, seat))
    assume(not played.is_over)
    together = mind.played_cards | mind.discards | mind.cards_in_transit | mind.unseen_cards
    for cards in mind.known_cards:
        together |= cards

    assert card_set(played.edition.deck.cards) == together
    assert size(mind.unseen_cards) == sum(mind.capacities)


def placings(mind: Inference) -> set[tuple[int, int]]:
    """Each card and place that some way to put all unseen cards into their places has."""
    cards = list(members(mind.unseen_cards))
    found: set[tuple[int, int]] = set()

    def place(number: int, capacities: list[int], so_far: list[tuple[int, int]]) -> None:
        if number == len(cards):
            found.update(so_far)
            return
        for where in range(len(capacities)):
            lacks = where < len(mind.voids) and holds(mind.voids[where], cards[number])
            if capacities[where] and not lacks:
                left = [*capacities[:where], capacities[where] - 1, *capacities[where + 1 :]]
                place(number + 1, left, [*so_far, (cards[number], where)])

    place(0, list(mind.capacities), [])
    return found


@given(strategies.whole_rounds(), st.data())
def test_a_card_may_be_exactly_where_some_world_has_it(
    moments: Moments, data: st.DataObject
) -> None:
    """Late in the round every way to place the unseen cards can be tried."""
    seats = moments[0].edition.seats
    seat = data.draw(st.none() | st.sampled_from(range(seats)))
    late_ones = [Inference(observe(m, seat)) for m in moments if m.phase is Phase.PLAY]
    late = [mind for mind in late_ones if size(mind.unseen_cards) <= MOST_UNSEEN]
    assume(late)
    mind = data.draw(st.sampled_from(late))
    said = {
        (card, place) for place, cards in enumerate(mind.possible_cards) for card in members(cards)
    }

    assert placings(mind) == said


def minds(moments: Moments, data: st.DataObject) -> list[tuple[Round, Inference]]:
    """What one seat or an onlooker works out at some moments of the play."""
    seats = moments[0].edition.seats
    seat = data.draw(st.none() | st.sampled_from(range(seats)))
    playing = [played for played in moments if played.phase is Phase.PLAY]
    return [(p, Inference(observe(p, seat))) for p in playing[data.draw(st.integers(0, 4)) :: 5]]


@given(strategies.whole_rounds(), st.data())
def test_a_bottle_that_cannot_be_sold_any_more_is_not_sold_any_more(
    moments: Moments, data: st.DataObject
) -> None:
    for played, mind in minds(moments, data):
        for bottle, price in enumerate(played.prices):
            if not mind.may_be_sold(bottle):
                assert price == moments[-1].prices[bottle]


@given(strategies.whole_rounds(), st.data())
def test_whoever_is_stuck_with_a_bottle_owns_it_at_the_end(
    moments: Moments, data: st.DataObject
) -> None:
    for played, mind in minds(moments, data):
        for bottle in range(played.edition.bottles):
            owner = mind.final_owner(bottle)

            assert owner in (None, moments[-1].owners[bottle])


@given(strategies.viewed_rounds(), strategies.seeds)
def test_whoever_can_undercut_a_bottle_is_thought_to(viewed: Viewed, seed: int) -> None:
    played, seat = viewed
    mind = Inference(observe(played, seat))
    world = redealt(played, seat, Random(seed))
    assume(world.phase is Phase.PLAY)
    for bottle, price in enumerate(world.prices):
        able = {
            hand.seat
            for number, hand in enumerate(world.edition.hands)
            if under(world.position.hands[number], price)
        }

        assert able <= set(mind.possible_undercutters(bottle))


@given(strategies.whole_rounds(), st.data())
def test_a_sale_is_made_by_a_card_on_the_table_or_one_that_was_thought_to_be_out(
    moments: Moments, data: st.DataObject
) -> None:
    end_of = {len(m.tricks): m for m in reversed(moments)}
    for played, mind in minds(moments, data):
        trick = end_of[len(played.tricks) + 1].tricks[-1]
        if trick.bottle is not None:
            card = trick.winner.card.place

            assert holds(mind.outstanding_buyers() | mind.table_cards, card)

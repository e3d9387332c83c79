"""Rounds that differ in names, seats or points differ in those alone."""

from dataclasses import replace
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from bottleimp.game.actions import Action, action_from_number
from bottleimp.game.deal import Deal
from bottleimp.game.notation import write_record
from bottleimp.game.record import Record, to_json
from bottleimp.game.round import Phase, Round
from bottleimp.rules.cards import Card, Suit
from bottleimp.rules.edition import Edition
from bottleimp.rules.editions import edition
from bottleimp.rules.position import NOBODY, Position, is_over
from bottleimp.rules.scoring import scores
from bottleimp.rules.seating import IMPS_TRICK
from bottleimp.rules.turns import advance, legal_actions
from tests.support import strategies
from tests.support.strategies import Moments

# Every seat holds one hand, is dealt as many cards and passes alike.
SYMMETRIC = ("classic/3", "classic/4", "matagot/6", "wikipedia/3")
# The dealer passes fewer cards, but once cards are played all seats are alike.
SYMMETRIC_IN_PLAY = (*SYMMETRIC, "matagot/5")


def with_cards(of: Edition, cards: tuple[Card, ...]) -> Edition:
    """The edition with other cards at the same places."""
    return replace(of, deck=replace(of.deck, cards=cards))


def replayed_in(other: Edition, played: Round) -> Round:
    """The same deal and actions, place by place, in another edition."""

    def cards(some: tuple[Card, ...]) -> tuple[Card, ...]:
        return tuple(other.deck.card_at(card.place) for card in some)

    hands = tuple(cards(hand) for hand in played.deal.hands)
    after = Round(Deal(other, hands, cards(played.deal.left_over)))
    return after.replay([action_from_number(other, number) for number in played.actions])


@given(strategies.whole_rounds(), st.permutations(list(Suit)))
def test_suits_are_only_names(moments: Moments, suits: list[Suit]) -> None:
    end = moments[-1]
    renamed = dict(zip(Suit, suits, strict=True))
    cards = tuple(replace(card, suit=renamed[card.suit]) for card in end.edition.deck.cards)
    other = replayed_in(with_cards(end.edition, cards), end)

    assert (end.scores, end.prices, end.owners) == (other.scores, other.prices, other.owners)
    assert end.position.won == other.position.won


@given(strategies.whole_rounds())
def test_names_are_only_names(moments: Moments) -> None:
    end = moments[-1]
    one = Record(end, tuple(f"Name{seat}" for seat in range(end.edition.seats)))
    other = Record(end, tuple(reversed(one.names)))
    swap = dict(zip(one.names, other.names, strict=True))
    text = write_record(one)
    for name in one.names:
        text = text.replace(name, f"<{name}>")
    for name in one.names:
        text = text.replace(f"<{name}>", swap[name])

    assert text == write_record(other)
    assert {**to_json(one), "names": list(other.names)} == to_json(other)


@given(strategies.whole_rounds(), st.data(), st.integers(1, 20))
def test_a_dearer_imps_trick_lowers_each_owner_by_as_much_for_each_bottle(
    moments: Moments, data: st.DataObject, more: int
) -> None:
    end = moments[-1]
    raised = data.draw(st.sampled_from(end.imps_trick))
    cards = tuple(
        replace(card, points=card.points + more) if card == raised else card
        for card in end.edition.deck.cards
    )
    other = replayed_in(with_cards(end.edition, cards), end)
    assert end.scores is not None
    assert other.scores is not None
    for seat in range(end.edition.seats):
        side = (seat, *end.edition.partners(seat))
        bottles = sum(end.owners.count(member) for member in side)
        expected = end.scores[seat] - more * bottles * end.edition.weights[seat]

        assert other.scores[seat] == expected


def turned(row: tuple[int, ...], by: int) -> tuple[int, ...]:
    """What seat s has, at seat s + by."""
    return row[-by:] + row[:-by] if by else row


def rotated(position: Position, by: int) -> Position:
    """The same position with every seat moved on; for tables with one hand at each seat."""
    seats = len(position.won)
    return position._replace(
        hands=turned(position.hands, by),
        won=turned(position.won, by),
        owners=tuple(
            owner if owner == NOBODY else (owner + by) % seats for owner in position.owners
        ),
        taker=(position.taker + by) % seats,
        turn=(position.turn + by) % seats,
    )


@given(st.sampled_from(SYMMETRIC_IN_PLAY), st.data())
def test_moving_every_seat_on_changes_nothing_in_play_but_the_seats(
    key: str, data: st.DataObject
) -> None:
    at = edition(key)
    moments = data.draw(strategies.whole_rounds(st.just(at)))
    by = data.draw(st.integers(1, at.seats - 1))
    playing = [played for played in moments if played.phase is Phase.PLAY]
    position, other = playing[0].position, rotated(playing[0].position, by)
    for number in moments[-1].actions[len(at.passes) :]:
        assert legal_actions(at.layout, position) == legal_actions(at.layout, other)

        position, other = advance(at.layout, position, number), advance(at.layout, other, number)
        # The first leader is always seat 0 in the bookkeeping of a trick not yet begun.
        assert rotated(position, by)._replace(taker=0) == other._replace(taker=0)

    assert is_over(position)
    assert turned(scores(at.layout, position), by) == scores(at.layout, other)


@given(st.sampled_from(SYMMETRIC), strategies.seeds, strategies.seeds, st.data())
def test_moving_every_seat_on_changes_nothing_in_the_exchange_but_the_seats(
    key: str, deal_seed: int, seed: int, data: st.DataObject
) -> None:
    at = edition(key)
    by = data.draw(st.integers(1, at.seats - 1))
    deal = Deal.from_seed(at, deal_seed)
    moved = Deal(at, deal.hands[-by:] + deal.hands[:-by])
    random = Random(seed)
    one, other = Round(deal), Round(moved)
    for seat in range(at.seats):
        chosen: list[Action] = list(random.sample(deal.hands[seat], one.choices_owed(seat)))
        one = one.commit(seat, chosen)
        other = other.commit((seat + by) % at.seats, chosen)

    assert one.hands[-by:] + one.hands[:-by] == other.hands
    assert one.imps_trick == other.imps_trick
    assert len(one.imps_trick) == sum(step.target == IMPS_TRICK for step in at.passes)

"""Examples of an edition: cards of its deck, and results that can be counted on one's fingers."""

import pytest

from bottleimp.game import examples as examples_module
from bottleimp.game.examples import examples, is_instructive, random_rounds
from bottleimp.game.round import Round, Trick
from bottleimp.rules.edition import Edition
from bottleimp.rules.editions import edition_from_text, edition_keys

EDITIONS = [
    edition_from_text(text)
    for text in (*edition_keys(), "classic/4,deck=matagot36", "matagot/5-teams,bga-teams",
                 "bambus1995/3,face-value", "matagot/devils-eye,deck=classic,face-value")
]  # fmt: skip
NAMED = pytest.mark.parametrize("at", EDITIONS, ids=lambda at: at.text)


def tricks(at: Edition) -> list[Trick]:
    """All tricks that are shown."""
    found = examples(at)
    shown = (
        found.sale,
        found.highest_card_win,
        found.sale_between_prices,
        found.sale_below_both_prices,
    )
    return [trick for trick in shown if trick is not None]


def finished(at: Edition) -> Round:
    """The round whose score is shown."""
    return next(played for played in random_rounds(at) if is_instructive(played))


@NAMED
def test_every_edition_has_examples(at: Edition) -> None:
    found = examples(at)

    assert None not in (found.sale, found.highest_card_win, found.scored_round)
    assert (
        (at.bottles > 1)
        == (found.sale_between_prices is not None)
        == (found.sale_below_both_prices is not None)
    )


@NAMED
def test_a_trick_has_as_many_cards_as_are_played_and_only_cards_of_the_deck(at: Edition) -> None:
    for trick in tricks(at):
        cards = [play.card for play in trick.plays]

        assert len(at.plays) == len(cards)
        assert set(cards) <= set(at.deck.cards)


@NAMED
def test_the_highest_card_below_the_price_wins_or_else_the_highest(at: Edition) -> None:
    for trick in tricks(at):
        cards = [play.card.place for play in trick.plays]
        below = [card for card in cards if card < max(trick.prices_before)]

        assert max(below or cards) == trick.winner.card.place


@NAMED
def test_the_score_is_that_of_the_sides_the_weights_and_the_imps_trick(at: Edition) -> None:
    played = finished(at)
    lost = sum(card.points for card in played.imps_trick)
    taken = [sum(card.points for card in cards) for cards in played.taken_cards]
    expected = []
    for seat in range(at.seats):
        side = [other for other in range(at.seats) if at.sides[other] == at.sides[seat]]
        bottles = sum(owner in side for owner in played.owners)
        if "bga-teams" in at.options:
            of_each = [-lost if other in played.owners else taken[other] for other in side]
            expected.append(sum(of_each))
        else:
            one = -bottles * lost if bottles else sum(taken[other] for other in side)
            expected.append(one * (2 if at.has_sides and len(side) == 1 else 1))

    found = examples(at).scored_round
    assert found is not None
    assert (tuple(taken), lost, tuple(expected)) == (
        found.points,
        found.imps_trick_points,
        found.scores,
    )
    assert list(found.owners) == list(played.owners)


@pytest.mark.parametrize("key", ["matagot/5", "matagot/6"])
def test_two_bottles_are_sold_for_a_price_between_and_for_one_below_both(key: str) -> None:
    found = examples(edition_from_text(key))
    assert found.sale_between_prices is not None
    assert found.sale_below_both_prices is not None

    low, high = sorted(found.sale_between_prices.prices_before)
    assert low < found.sale_between_prices.winner.card.place < high
    assert found.sale_below_both_prices.winner.card.place < min(
        found.sale_below_both_prices.prices_before
    )


@NAMED
def test_where_there_are_sides_a_partner_of_the_owner_is_shown(at: Edition) -> None:
    if at.has_sides:
        assert any(at.partners(owner) for owner in finished(at).owners if owner is not None)


def test_the_length_of_the_match_changes_no_example() -> None:
    usual, longer = (edition_from_text(text) for text in ("classic/4", "classic/4,target=300"))

    assert examples(usual) is examples(longer)


def test_what_no_round_shows_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(examples_module, "MAX_ROUNDS_SEARCHED", 0)

    found = examples_module.search_examples.__wrapped__(edition_from_text("classic/4"))

    assert (
        found.sale,
        found.highest_card_win,
        found.sale_between_prices,
        found.sale_below_both_prices,
        found.scored_round,
    ) == (None,) * 5


@pytest.mark.parametrize("text", [*edition_keys(), "classic/lopaka,deck=matagot36"])
def test_lopaka_is_shown_choosing_the_highest_card_that_would_be_winning(text: str) -> None:
    at = edition_from_text(text)
    found = examples(at).by_rule

    assert bool(at.driven) == (found is not None)
    if found is not None:
        card, led = found.trick.plays[found.number].card, found.trick.plays[0].card
        below = [each for each in found.winning if each.place < max(found.trick.prices_before)]
        assert max(below or found.winning, key=lambda each: each.place) == card
        assert {led.suit} == {each.suit for each in found.allowed}
        assert set(found.winning) < set(found.allowed) < set(found.hand) < set(at.deck.cards)

"""Examples of an edition: cards of its deck, and results that can be counted on one's fingers."""

from itertools import islice

import pytest

from bottleimp.game import examples as examples_module
from bottleimp.game.examples import (
    RulePlay,
    TrickPredicate,
    examples,
    is_choice,
    is_highest_card_win,
    is_instructive,
    is_sale,
    is_sale_below_both_prices,
    is_sale_between_prices,
    random_rounds,
    rule_plays,
    scored_round,
)
from bottleimp.game.round import PlayedCard, Round, Trick
from bottleimp.rules.cards import Card
from bottleimp.rules.decks import card_set
from bottleimp.rules.edition import Edition
from bottleimp.rules.editions import edition, edition_from_text, edition_keys
from bottleimp.rules.tricks import winning_card

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


# --- what makes a trick, a round or a play by rule an example -------------------------------------


def trick(at: Edition, numbers: str, *, prices: str = "19", bottle: int | None = None) -> Trick:
    """A trick of these cards, played in this order at these prices."""
    plays = tuple(
        PlayedCard(seat, seat, at.deck.card(number)) for seat, number in enumerate(numbers.split())
    )
    before = tuple(
        at.deck.start_price if label == "19" else at.deck.card(label).place
        for label in prices.split()
    )
    winner = winning_card(card_set(play.card for play in plays), max(before))
    taker = next(play.seat for play in plays if play.card.place == winner)
    return Trick(plays, taker, before, bottle)


@pytest.mark.parametrize(
    ("key", "numbers", "fits"),
    [
        ("classic/4", "24 7 13 30", True),
        ("classic/4", "13 24 7 30", False),  # the led card is below 19
        ("classic/4", "24 13 30 28", False),  # one card below 19 alone
        ("classic/4", "24 7 12 28", False),  # nobody follows the led suit
        ("classic/4", "24 13 4 30", False),  # one suit alone
        ("classic/3", "24 13 4", True),  # of three cards one suit will do
        ("matagot/5", "20 13 7 30 28", False),  # no half number, though the deck has some
        ("matagot/5", "20.5 13 7 30 28", True),
    ],
)
def test_a_sale_shows_the_suit_and_which_of_several_low_cards_wins(
    key: str, numbers: str, fits: bool
) -> None:
    at = edition(key)

    assert is_sale(at, trick(at, numbers, prices="19", bottle=0)) is fits
    assert not is_sale(at, trick(at, numbers, prices="15", bottle=0))


@pytest.mark.parametrize(
    ("numbers", "prices", "bottle", "fits"),
    [
        ("24 33 36 4", "3", None, True),
        ("24 33 36 4", "3", 0, False),
        ("24 7 36 30", "19", None, False),
        ("24 33 34 4", "3", None, False),  # the led suit wins
        ("24 33 36 28", "3", None, False),  # no card below 19
    ],
)
def test_a_high_card_wins_over_the_led_suit_and_over_a_card_below_19(
    numbers: str, prices: str, bottle: int | None, fits: bool
) -> None:
    at = edition("classic/4")

    assert is_highest_card_win(at, trick(at, numbers, prices=prices, bottle=bottle)) is fits


@pytest.mark.parametrize(
    ("numbers", "prices", "is_between", "is_below_both"),
    [
        ("20 12 10 30 28", "9 16", True, False),
        ("20 12 22 30 28", "9 16", False, False),  # one card below the price alone
        ("20 7 5 30 28", "9 16", False, True),
        ("20 7 22 30 28", "9 16", False, True),
        ("20 9 7 30 28", "9 16", False, False),  # for just what the other costs
        ("20 12 16 30 28", "9 16", False, False),  # only the other is below the price
        ("20 12 10 30 28", "9 19", False, False),  # one bottle was not sold before
        ("20 7 5 30 28", "9 19", False, False),
        ("20 7 5 30 28", "16 16", False, False),  # both cost the same
        ("20 22 25 30 28", "9 16", False, False),  # no card below the price
    ],
)
def test_sales_of_one_of_two_bottles_are_told_apart(
    numbers: str, prices: str, is_between: bool, is_below_both: bool
) -> None:
    at = edition("matagot/5")
    sold = trick(at, numbers, prices=prices, bottle=0)

    assert is_sale_between_prices(at, sold) is is_between
    assert is_sale_below_both_prices(at, sold) is is_below_both


@pytest.mark.parametrize(
    ("hand", "allowed", "winning", "fits"),
    [(8, 3, 2, True), (9, 3, 2, False), (3, 3, 2, False), (8, 2, 2, False), (8, 3, 1, False)],
)
def test_a_play_by_rule_has_cards_to_leave_out_at_every_step(
    hand: int, allowed: int, winning: int, fits: bool
) -> None:
    at = edition("classic/lopaka")
    held = at.deck.cards[:hand]
    play = RulePlay(trick(at, "24 13 4"), 1, held, held[:allowed], held[:winning])

    assert is_choice(play) is fits


def test_plays_by_rule_choose_among_cards_that_follow_suit_and_win_so_far() -> None:
    at = edition("classic/lopaka")
    (driven,) = at.driven
    checked = 0
    for played in islice(random_rounds(at), 3):
        held = list(at_start(played, driven))
        found = {play.trick: play for play in rule_plays(played)}
        for shown in played.tricks:
            own = next(place for place, play in enumerate(shown.plays) if play.seat == driven)
            cards = [play.card for play in shown.plays]
            if own:
                following = [card for card in held if card.suit is cards[0].suit] or held
                low = [card.place for card in cards[:own] if card.place < shown.price]
                best = max(low or [card.place for card in cards[:own]])
                winning = [
                    card
                    for card in following
                    if (card.place > best and (not low or card.place < shown.price))
                    or (not low and card.place < shown.price)
                ]
                expected = RulePlay(shown, own, tuple(held), tuple(following), tuple(winning))

                assert found.pop(shown) == expected
                checked += 1
            held.remove(cards[own])

        assert found == {}
    assert checked > 10


def at_start(played: Round, seat: int) -> tuple[Card, ...]:
    """What the seat, which passes nothing and gets nothing, holds from the deal on."""
    (hand,) = played.edition.hands_of(seat)
    return played.deal.hands[hand]


def is_costly(played: Round) -> bool:
    """Whether owners, and their partners, lose points that they took."""
    at = played.edition
    owners = {owner for owner in played.owners if owner is not None}
    losing = {seat for owner in owners for seat in (owner, *at.partners(owner))}
    return (
        len(owners) == at.bottles
        and owners.isdisjoint(at.driven)
        and any(card.points for card in played.imps_trick)
        and min(played.taken_points[seat] for seat in losing) > 0
        and (not at.has_sides or len(losing) > len(owners))
    )


@pytest.mark.parametrize(
    "key", ["bambus1995/3", "classic/lopaka", "matagot/4-teams", "matagot/5", "matagot/6-teams-222"]
)
def test_the_examples_are_the_first_that_fit(key: str) -> None:
    at = edition(key)
    found = examples(at)
    shown: dict[TrickPredicate, Trick | None] = {
        is_sale: found.sale,
        is_highest_card_win: found.highest_card_win,
    }
    for fits, chosen in shown.items():
        tricks_played = (one for played in random_rounds(at) for one in played.tricks)

        assert chosen == next(one for one in tricks_played if fits(at, one))
    assert found.scored_round == scored_round(next(filter(is_costly, random_rounds(at))))

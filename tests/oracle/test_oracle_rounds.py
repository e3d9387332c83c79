"""What holds in every round of every edition, however it is played."""

from functools import cache

import pytest

from tests.oracle.cards import ascending, cards_of, number_of, suit_of
from tests.oracle.deals import dealt_round, finished_round, play_on
from tests.oracle.editions import is_team_mode, oracle_edition_keys
from tests.oracle.round import OracleRound
from tests.oracle.trick import winning_card

SEEDS = range(8)

# Number of tricks, cards in a trick, cards in the Imp's Trick, from the table of the modes.
SHAPES = {
    "matagot/devils-eye": (8, 4, 4),
    "matagot/3": (11, 3, 3),
    "matagot/4": (8, 4, 4),
    "matagot/4-teams": (8, 4, 4),
    "matagot/5": (10, 5, 4),
    "matagot/5-teams": (10, 5, 4),
    "matagot/6": (8, 6, 6),
    "matagot/6-teams-222": (8, 6, 6),
    "matagot/6-teams-2211": (8, 6, 6),
    "classic/lopaka": (11, 3, 3),
    "classic/bright-house": (8, 4, 4),
    "classic/3": (11, 3, 3),
    "classic/4": (8, 4, 4),
    "bambus1995/3": (11, 3, 3),
    "bambus1995/4": (8, 4, 4),
    "wikipedia/3": (11, 3, 3),
    "wikipedia/4": (8, 4, 4),
}

DECK_TOTALS = {"classic": 126, "bambus1995": 122, "matagot36": 127, "matagot": 190}

every_edition = pytest.mark.parametrize("edition", oracle_edition_keys())


@cache
def finished_rounds(edition: str) -> list[OracleRound]:
    """Some rounds played at random to the end; the tests only look at them."""
    return [finished_round(edition, seed=seed) for seed in SEEDS]


def all_cards(game: OracleRound) -> list[str]:
    """Every card on the table, wherever it lies."""
    cards = [*game.imps_trick]
    for pile in [*game.hands, *game.taken]:
        cards = cards + pile
    cards = cards + [card for card, _ in game.on_the_way]
    cards = cards + [card for _, card in game.trick]
    return ascending(cards)


def test_every_edition_has_its_shape_written_down() -> None:
    assert sorted(oracle_edition_keys()) == sorted(SHAPES)


@every_edition
def test_every_card_is_in_one_place_at_every_step(edition: str) -> None:
    for seed in SEEDS:
        game = dealt_round(edition, seed=seed)
        steps = 0
        while game.phase != "over":
            assert cards_of(game.deck) == all_cards(game)

            legal = game.legal()
            game.do(legal[(seed + steps) % len(legal)])
            steps = steps + 1

        assert cards_of(game.deck) == all_cards(game)


@every_edition
def test_each_round_has_its_tricks_and_its_imps_trick(edition: str) -> None:
    for game in finished_rounds(edition):
        tricks, plays, imps = SHAPES[edition]

        assert ([plays] * tricks, imps) == (
            [len(trick.plays) for trick in game.tricks],
            len(game.imps_trick),
        )


@every_edition
def test_points_taken_and_the_imps_trick_make_up_the_deck(edition: str) -> None:
    for game in finished_rounds(edition):
        total = 684 if edition.startswith("wikipedia") else DECK_TOTALS[game.deck]
        taken = sum(game.points_of_all(cards) for cards in game.taken)

        assert total == taken + game.points_of_all(game.imps_trick)


@every_edition
def test_every_bottle_has_an_owner_at_the_end(edition: str) -> None:
    for game in finished_rounds(edition):
        assert None not in game.owners


@every_edition
def test_the_price_only_falls_and_one_bottle_at_a_time(edition: str) -> None:
    for game in finished_rounds(edition):
        prices = ["19"] * len(game.prices)
        for trick in game.tricks:
            changed = [
                bottle
                for bottle in range(len(prices))
                if prices[bottle] != trick.prices_after[bottle]
            ]

            assert len(changed) == (1 if trick.sold else 0)
            for bottle in changed:
                assert number_of(prices[bottle]) == max(number_of(price) for price in prices)
                assert number_of(trick.prices_after[bottle]) < number_of(prices[bottle])
            prices = trick.prices_after


@every_edition
def test_the_seat_of_the_winning_card_takes_the_trick_and_leads(edition: str) -> None:
    for game in finished_rounds(edition):
        price, leader = "19", 0
        for trick in game.tricks:
            best = winning_card([card for _, card in trick.plays], price)

            assert (leader, leader) == (trick.leader, trick.plays[0][0])
            assert (trick.taker, best) in trick.plays
            price, leader = trick.price_after, trick.taker


@every_edition
def test_legal_cards_are_ascending_and_never_wanting(edition: str) -> None:
    for seed in SEEDS:
        game = play_on(dealt_round(edition, seed=seed), until="play", seed=seed)
        while game.phase == "play":
            legal = game.legal()

            assert legal != []
            assert ascending(legal) == legal
            game.do(legal[-1])

        assert game.legal() == []


@pytest.mark.parametrize("edition", [key for key in SHAPES if key[-1] in "3456"])
def test_a_seat_that_does_not_follow_has_no_more_of_that_suit(edition: str) -> None:
    for game in finished_rounds(edition):
        void: set[tuple[int, str]] = set()
        for trick in game.tricks:
            led = suit_of(game.deck, trick.plays[0][1])
            for seat, card in trick.plays:
                suit = suit_of(game.deck, card)

                assert (seat, suit) not in void
                if suit != led:
                    void.add((seat, led))


@every_edition
def test_scores_are_those_of_the_sides(edition: str) -> None:
    for game in finished_rounds(edition):
        imps = game.points_of_all(game.imps_trick)
        taken = [game.points_of_all(cards) for cards in game.taken]
        expected = [0] * game.seats
        for side in game.sides:
            bottles = sum(1 for owner in game.owners if owner in side)
            result = -imps * bottles if bottles > 0 else sum(taken[seat] for seat in side)
            doubled = is_team_mode(game.mode) and len(side) == 1
            for seat in side:
                expected[seat] = 2 * result if doubled else result

        assert game.scores() == expected


@pytest.mark.parametrize("deck", ["classic", "bambus1995", "matagot36"])
@pytest.mark.parametrize("face_value", [False, True])
@pytest.mark.parametrize("edition", [key for key in SHAPES if SHAPES[key][1] < 5])
def test_any_edition_of_36_cards_plays_with_any_deck_of_36(
    edition: str, face_value: bool, deck: str
) -> None:
    game = dealt_round(edition, seed=7, deck=deck, face_value=face_value)
    play_on(game, until="over", seed=7)
    by_number = face_value or edition.startswith("wikipedia")

    assert (684 if by_number else DECK_TOTALS[deck]) == game.points_of_all(all_cards(game))

"""The printed examples of the rule texts and the rulings of rules.md, asked of the oracle."""

import pytest

from tests.oracle.cards import DECKS, cards_of, coins_of, suit_of
from tests.oracle.deals import dealt_round, do_all, ordered_round, play_on, table
from tests.oracle.editions import oracle_edition_keys, sides_of
from tests.oracle.round import OracleRound
from tests.oracle.scoring import (
    scores_of_bga_teams,
    scores_of_teams,
    scores_of_those_who_play_alone,
)
from tests.oracle.trick import (
    bottle_for_sale,
    cards_that_may_be_played,
    winning_card,
)

BASE_CARDS = [str(number) for number in range(1, 38) if number != 19]

# Cards


def test_there_are_seventeen_editions() -> None:
    assert len(set(oracle_edition_keys())) == 17


@pytest.mark.parametrize(
    ("deck", "size", "total"),
    [
        ("classic", 36, 126),
        ("bambus1995", 36, 122),
        ("matagot36", 36, 127),
        ("matagot", 54, 190),
    ],
)
def test_each_deck_has_its_number_of_cards_and_points(deck: str, size: int, total: int) -> None:
    cards = cards_of(deck)

    assert (size, total) == (len(cards), sum(coins_of(deck, card) for card in cards))


@pytest.mark.parametrize("deck", DECKS)
def test_the_19_is_no_playing_card(deck: str) -> None:
    assert "19" not in cards_of(deck)


def test_the_base_cards_of_the_large_deck_are_those_of_the_small_one() -> None:
    large = [(card, suit_of("matagot", card), coins_of("matagot", card)) for card in BASE_CARDS]
    small = [(card, suit_of("matagot36", card), coins_of("matagot36", card)) for card in BASE_CARDS]

    assert small == large


@pytest.mark.parametrize("number", range(2, 38, 2))
def test_a_half_card_has_suit_and_points_of_the_even_card(number: int) -> None:
    even, half = str(number), f"{number}.5"

    assert (suit_of("matagot", even), coins_of("matagot", even)) == (
        suit_of("matagot", half),
        coins_of("matagot", half),
    )


def test_six_cards_changed_suit_between_the_printings() -> None:
    changed = [
        card for card in BASE_CARDS if suit_of("classic", card) != suit_of("matagot36", card)
    ]

    assert changed == ["3", "4", "23", "24", "34", "35"]


def test_the_first_printing_has_no_points_on_1_2_and_3() -> None:
    changed = [
        card for card in BASE_CARDS if coins_of("classic", card) != coins_of("bambus1995", card)
    ]

    assert changed == ["1", "2", "3"]


# A trick


def test_the_17_wins_the_example_of_the_rule_texts() -> None:
    assert winning_card(["24", "15", "17", "32"], "19") == "17"


def test_after_the_example_the_price_is_17_and_the_winner_leads() -> None:
    # All may play what they like here: nobody but the leader holds a blue card.
    game = table("classic/4", ["24 28", "15 25", "17 18", "32 30"])
    do_all(game, "24")
    game.hands[2] = ["17"]
    do_all(game, "15 17 32")

    trick = game.tricks[0]
    assert (
        game.prices,
        game.owners,
        game.turn,
        trick.taker,
        trick.sold,
    ) == (["17"], [2], 2, 2, True)


def test_without_a_card_below_the_price_the_highest_wins_whatever_its_suit() -> None:
    assert winning_card(["20", "34", "37"], "19") == "37"


def test_once_the_price_has_fallen_a_card_between_it_and_19_buys_nothing() -> None:
    assert winning_card(["12", "10", "11"], "8") == "12"


def test_a_half_number_lies_between_its_neighbours() -> None:
    assert winning_card(["16", "16.5", "17"], "17") == "16.5"


def test_a_hand_with_the_led_suit_follows() -> None:
    assert cards_that_may_be_played("classic", ["7", "6", "10", "37"], ["20"]) == ["6", "10"]


def test_a_hand_without_the_led_suit_plays_anything() -> None:
    assert cards_that_may_be_played("classic", ["37", "7"], ["20", "7"]) == ["7", "37"]


def test_the_first_card_of_the_trick_sets_the_suit_not_the_winning_one() -> None:
    assert cards_that_may_be_played("classic", ["6", "36"], ["37", "4"]) == ["36"]


def test_the_owner_may_buy_again() -> None:
    game = table("classic/3", ["9 1", "22 25", "28 33"])
    do_all(game, "9 22 28 1 25 33")

    assert (game.prices, game.owners) == (["1"], [0])


def test_the_old_price_card_stays_with_its_buyer() -> None:
    game = table("classic/3", ["9 2", "5 25", "28 3"])
    do_all(game, "9 5 28 2 25 3")

    assert (game.taken[0], game.taken[2]) == (["9", "5", "28"], ["2", "25", "3"])


# Two bottles


def test_the_dearer_bottle_is_sold() -> None:
    assert bottle_for_sale(["10", "15"]) == 1


def test_at_equal_prices_the_first_bottle_is_sold() -> None:
    assert bottle_for_sale(["19", "19"]) == 0


def test_a_new_price_may_undercut_the_other_bottle() -> None:
    game = table("matagot/5", ["3 37", "6 36", "8 34", "6.5 33", "10 31"], prices="15 9")
    game.owners = [4, 3]
    do_all(game, "3 6 8 6.5 10")

    assert (game.prices, game.owners) == (["10", "9"], [4, 3])

    game.hands = [["37"], ["36"], ["34"], ["33"], ["2"]]
    do_all(game, "2 37 36 34 33")

    assert (game.prices, game.owners) == (["2", "9"], [4, 3])


def test_a_card_between_the_two_prices_buys_the_dearer_bottle() -> None:
    game = table("matagot/5", ["11", "36", "34", "33", "31"], prices="10 15")
    game.owners = [1, 2]
    do_all(game, "11 36 34 33 31")

    assert (game.prices, game.owners) == (["10", "11"], [1, 0])


def test_one_trick_sells_at_most_one_bottle() -> None:
    game = table("matagot/6", ["18", "15", "12", "9", "7", "5"], prices="19 19")
    do_all(game, "18 15 12 9 7 5")

    assert (game.prices, game.owners) == (["18", "19"], [0, None])


@pytest.mark.parametrize("edition", oracle_edition_keys())
def test_only_five_or_six_who_play_alone_have_two_bottles(edition: str) -> None:
    bottles = 2 if edition in ["matagot/5", "matagot/6"] else 1

    assert ["19"] * bottles == dealt_round(edition, seed=1).prices


# The exchange


def test_a_seat_chooses_imps_trick_left_right() -> None:
    game = ordered_round("classic/4")
    do_all(game, "1 2 3")
    do_all(game, "10 11 12 20 21 22 29 30 31")

    assert (
        game.imps_trick,
        "2" in game.hands[1],
        "3" in game.hands[3],
    ) == (["1", "10", "20", "29"], True, True)


def test_a_received_card_cannot_be_passed_on() -> None:
    game = ordered_round("classic/4")
    do_all(game, "1 2 3")

    assert (game.turn, "2" in game.legal(), game.on_the_way) == (1, False, [("2", 1), ("3", 3)])


def test_in_five_the_dealer_discards_nothing_and_all_play_ten_cards() -> None:
    game = play_on(dealt_round("matagot/5", seed=3), until="play", seed=3)

    assert (len(game.imps_trick), [len(hand) for hand in game.hands]) == (4, [10, 10, 10, 10, 10])


def test_the_dealer_of_five_passes_left_and_right() -> None:
    game = dealt_round("matagot/5", seed=3)
    while game.turn != 4:
        game.do(game.legal()[0])
    left, right = game.legal()[:2]
    do_all(game, f"{left} {right}")

    assert (left in game.hands[0], right in game.hands[3], game.phase) == (True, True, "play")


# Scoring


def test_an_owner_loses_the_imps_trick_and_scores_no_tricks() -> None:
    assert scores_of_those_who_play_alone([30, 34, 50], 12, [1]) == [30, -12, 50]


def test_an_owner_of_two_bottles_loses_twice() -> None:
    assert scores_of_those_who_play_alone([30, 10, 5, 9, 11], 12, [2, 2]) == [30, 10, -24, 9, 11]


def test_two_owners_lose_once_each() -> None:
    assert scores_of_those_who_play_alone([30, 10, 5, 9, 11], 12, [2, 0]) == [-12, 10, -12, 9, 11]


def test_partners_add_up_and_those_alone_double() -> None:
    sides = sides_of("4-teams", bga_teams=False)

    assert scores_of_teams([30, 10, 20, 7], 12, [3], sides) == [50, 20, 50, -24]


def test_the_partner_of_an_owner_keeps_nothing() -> None:
    sides = sides_of("4-teams", bga_teams=False)

    assert scores_of_teams([30, 10, 20, 7], 12, [2], sides) == [-12, 20, -12, 14]


def test_three_teams_double_nothing() -> None:
    sides = sides_of("6-teams-222", bga_teams=False)

    assert scores_of_teams([1, 2, 3, 4, 5, 6], 3, [5], sides) == [5, 7, -3, 5, 7, -3]


def test_bga_teams_add_up_own_scores_and_double_nobody() -> None:
    sides = sides_of("4-teams", bga_teams=True)

    assert scores_of_bga_teams([30, 10, 20, 7], 12, [2], sides) == [18, 10, 18, 7]


@pytest.mark.parametrize(
    ("mode", "bga", "sides"),
    [
        ("4-teams", False, [[0, 2], [1], [3]]),
        ("4-teams", True, [[0, 2], [1], [3]]),
        ("5-teams", False, [[0, 2], [1, 3], [4]]),
        ("5-teams", True, [[0, 3], [1, 4], [2]]),
        ("6-teams-2211", False, [[0, 3], [1, 4], [2], [5]]),
        ("6-teams-222", True, [[0, 3], [1, 4], [2, 5]]),
    ],
)
def test_partners_sit_as_the_text_says(mode: str, bga: bool, sides: list[list[int]]) -> None:
    assert sides == sides_of(mode, bga_teams=bga)


def last_two_tricks(edition: str, *, bga_teams: bool = False) -> OracleRound:
    """The end of a round for four in which 12, 37 and 20 (14 points) are the Imp's Trick.

    Seat 0 buys at 9 and takes 3 + 2 + 6 + 5 points; seat 2 buys at 3 and takes 1 + 6 + 2 + 5.
    """
    game = dealt_round(edition, seed=0, deck="classic", bga_teams=bga_teams)
    play_on(game, until="play", seed=0)
    game.hands = [["9", "2"], ["5", "25"], ["28", "3"], ["22", "18"]]
    game.imps_trick = ["12", "37", "20"]
    do_all(game, "9 5 28 22")
    do_all(game, "2 25 3 18")
    return game


def test_at_the_end_the_owner_loses_the_imps_trick() -> None:
    assert last_two_tricks("classic/4").scores() == [16, 0, -14, 0]


def test_at_the_end_the_owner_takes_the_partner_along() -> None:
    assert last_two_tricks("matagot/4-teams").scores() == [-14, 0, -14, 0]


def test_at_the_end_bga_teams_add_up() -> None:
    assert last_two_tricks("matagot/4-teams", bga_teams=True).scores() == [2, 0, 2, 0]


def test_nothing_can_be_played_when_the_round_is_over() -> None:
    game = last_two_tricks("classic/4")

    with pytest.raises(ValueError, match="may not do 9"):
        game.do("9")


def test_a_round_in_progress_has_no_scores() -> None:
    with pytest.raises(ValueError, match="not over"):
        dealt_round("classic/4", seed=1).scores()


def test_bga_teams_are_refused_where_nobody_has_a_partner() -> None:
    with pytest.raises(ValueError, match="no teams"):
        dealt_round("matagot/5", seed=1, bga_teams=True)


def test_face_value_counts_numbers() -> None:
    game = dealt_round("classic/4", seed=1, face_value=True)

    assert (game.points_of("37"), game.points_of_all(cards_of("classic"))) == (37, 684)


def test_the_wikipedia_rules_count_numbers() -> None:
    assert dealt_round("wikipedia/3", seed=1).points_of("37") == 37


def test_face_value_is_refused_with_54_cards() -> None:
    with pytest.raises(ValueError, match="36 cards only"):
        dealt_round("matagot/6", seed=1, face_value=True)


def test_a_mode_with_36_cards_takes_any_deck_of_36() -> None:
    game = dealt_round("classic/bright-house", seed=1, deck="matagot36")

    assert game.points_of("17") == 4


def test_a_card_of_another_suit_is_refused_while_the_led_one_is_held() -> None:
    game = table("classic/3", ["20", "6 37", "5"])
    do_all(game, "20")

    with pytest.raises(ValueError, match="may not do 37"):
        game.do("37")

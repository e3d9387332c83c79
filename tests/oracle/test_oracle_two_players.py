"""The three modes for two, asked of the oracle."""

from tests.oracle.deals import dealt_round, do_all, ordered_round, play_on, table
from tests.oracle.trick import lopakas_card


def test_devils_eye_takes_all_four_cards_from_the_second_hand() -> None:
    game = ordered_round("matagot/devils-eye")
    do_all(game, "7 8 9 10")
    do_all(game, "26 27 28 29")

    assert tuple(game.hands) == (
        ["1", "2", "3", "4", "5", "6", "28"],
        ["11", "12", "13", "14", "15", "16", "17", "18", "29"],
        ["9", "20", "21", "22", "23", "24", "25"],
        ["10", "30", "31", "32", "33", "34", "35", "36", "37"],
    )


def test_devils_eye_lays_both_first_hands_open() -> None:
    game = dealt_round("matagot/devils-eye", seed=2)
    before = list(game.open_hands)
    play_on(game, until="play", seed=2)

    assert (before, game.open_hands) == ([], [0, 2])


def test_in_devils_eye_only_the_chosen_hand_must_follow() -> None:
    """Blue in the first hand, none in the second: a blue one of the first or any of the second."""
    game = table(
        "matagot/devils-eye", ["20 37", "21", "6 10 36", "7 33"], prices="19", deck="classic"
    )
    do_all(game, "20")

    assert game.legal() == ["6", "7", "10", "33"]


def test_in_devils_eye_the_first_card_binds_the_leaders_second_card_too() -> None:
    game = table("matagot/devils-eye", ["20 24", "37 34", "36 22", "35 33"], deck="classic")
    do_all(game, "20 36")

    assert (game.turn, game.legal()) == (0, ["24", "34"])


def test_bright_house_passes_first_hands_before_second_hands() -> None:
    game = ordered_round("classic/bright-house")
    do_all(game, "1 2 20 21")

    assert (
        ["3", "4", "5", "6", "7", "8", "9", "21"],
        [str(number) for number in range(10, 19)],
        0,
        ["10", "11", "12", "13", "14", "15", "16", "17", "18"],
    ) == (game.hands[0], game.hands[1], game.turn, game.legal())


def test_bright_house_second_hands_go_to_second_hands() -> None:
    game = ordered_round("classic/bright-house")
    do_all(game, "1 2 20 21 10 11 29 30")

    assert (
        game.imps_trick,
        game.hands[1][-1],
        game.hands[3][0],
        game.phase,
    ) == (["1", "20", "10", "29"], "30", "11", "choice")


def test_bright_house_opens_the_chosen_hands_when_both_have_chosen() -> None:
    game = ordered_round("classic/bright-house")
    do_all(game, "1 2 20 21 10 11 29 30 open-2")
    after_one = list(game.open_hands)
    do_all(game, "open-1")

    assert (after_one, game.open_hands) == ([], [1, 2])


def test_bright_house_plays_open_open_hidden_hidden() -> None:
    game = table("classic/bright-house", ["20 24", "37 34", "36 22", "35 33"])
    game.open_hands = [1, 2]
    do_all(game, "37 36 20 33")

    assert game.tricks[0].plays == [(0, "37"), (1, "36"), (0, "20"), (1, "33")]


def test_bright_house_holds_each_card_to_the_hand_it_comes_from() -> None:
    game = table("classic/bright-house", ["20 24", "37 34", "36 22", "35 33"])
    game.open_hands = [0, 2]
    legal = []
    for card in ["20", "22", "34", "35"]:
        legal.append(game.legal())
        game.do(card)

    assert legal == [["20", "24"], ["22", "36"], ["34"], ["33", "35"]]


def test_lopaka_leaves_three_cards_unseen_and_humans_pass_one() -> None:
    game = dealt_round("classic/lopaka", seed=5)
    imps, own, other = list(game.imps_trick), game.hands[0][0], game.hands[2][0]
    turns = [game.turn]
    game.do(own)
    turns.append(game.turn)
    game.do(other)

    assert (3, imps, True, True, [0, 2], "play", [1]) == (
        len(imps),
        game.imps_trick,
        own in game.hands[2],
        other in game.hands[0],
        turns,
        game.phase,
        game.open_hands,
    )


def test_lopaka_plays_the_10_of_the_printed_example() -> None:
    hand = ["7", "8", "10", "17", "33"]

    assert lopakas_card("classic", hand, ["20", "6"], "15") == "10"


def test_lopaka_buys_the_bottle_at_10_in_the_printed_example() -> None:
    game = table("classic/lopaka", ["6 9", "7 8 10 17 33", "20 5"], prices="15")
    game.turn = game.leader = 2
    do_all(game, "20 6")
    legal = game.legal()
    do_all(game, "10")

    assert (legal, game.prices, game.owners) == (["10"], ["10"], [1])


def test_lopaka_leads_his_highest_card() -> None:
    assert lopakas_card("classic", ["7", "8", "33"], [], "15") == "33"


def test_lopaka_plays_his_lowest_legal_card_when_he_cannot_win() -> None:
    assert lopakas_card("classic", ["1", "24", "27"], ["30", "14"], "15") == "24"


def test_lopaka_wins_with_a_high_card_rather_than_a_sale() -> None:
    assert lopakas_card("classic", ["1", "7", "37"], ["34"], "15") == "37"


def test_lopaka_can_be_forced_to_buy() -> None:
    assert lopakas_card("classic", ["4", "37"], ["34"], "15") == "4"

"""Decks: which cards there are, what they are worth, and the 19."""

import pytest

from bottleimp.rules.cards import Suit
from bottleimp.rules.decks import DECKS, deck_by_name
from bottleimp.rules.editions import PRESETS, edition, edition_keys
from tests.support.game.rulebook_table import at_play, card_numbers, play_out, points

SHORT_DECKS = ("classic", "bambus1995", "matagot36")


@pytest.mark.parametrize("name", SHORT_DECKS)
def test_the_short_decks_run_from_1_to_37_without_the_19(name: str) -> None:
    """The 36 playing cards bear the numbers 1 to 37, the 19 left out.

    Sources: Matagot "Components"; Bambus 1995 "Components"; Wikipedia "Rules"; Rules Bank 1996
    "Contents"
    """
    numbers = [str(number) for number in range(1, 38) if number != 19]

    assert " ".join(numbers) == card_numbers(deck_by_name(name).cards)


@pytest.mark.parametrize("name", SHORT_DECKS)
def test_each_suit_of_a_short_deck_has_twelve_cards(name: str) -> None:
    """The three suits share the 36 cards evenly, twelve to each.

    Sources: Bambus 1995 "Components"; Printed cards "classic"; Printed cards "Matagot 2024"
    """
    deck = deck_by_name(name)

    assert [sum(card.suit is suit for card in deck.cards) for suit in Suit] == [12, 12, 12]


@pytest.mark.parametrize("name", DECKS)
def test_there_are_a_yellow_a_blue_and_a_red_suit(name: str) -> None:
    """Three suits are told apart: yellow with the low numbers, blue between, red with the high.

    Sources: Matagot "Components"; Gameteko "Overview"; Bambus 1995 "Components"; Rules Bank 1996
    "Contents". For their order: Printed cards "classic"
    """
    deck = deck_by_name(name)
    means = [sum(card.place for card in deck.cards if card.suit is suit) for suit in Suit]

    assert [suit.colour for suit in Suit] == ["yellow", "blue", "red"]
    assert sorted(means) == means


@pytest.mark.parametrize("suit", Suit)
def test_points_rise_by_one_with_every_second_card_of_a_classic_suit(suit: Suit) -> None:
    """In each classic suit the twelve cards, lowest first, carry 1 1 2 2 3 3 4 4 5 5 6 6 points.

    Sources: Printed cards "classic"
    """
    worth = [card.points for card in deck_by_name("classic").cards if card.suit is suit]

    assert worth == [1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6]


@pytest.mark.parametrize(
    ("name", "total"), [("classic", 126), ("bambus1995", 122), ("matagot36", 127), ("matagot", 190)]
)
def test_all_cards_of_a_deck_add_up(name: str, total: int) -> None:
    """All points together: classic 126, Bambus 1995 as we play it 122, Matagot 190, base set 127.

    Sources: Printed cards "classic"; Printed cards "Matagot 2024"
    """
    assert total == deck_by_name(name).points


@pytest.mark.parametrize("number", ["1", "2", "3"])
def test_the_three_lowest_cards_of_the_first_printing_carry_no_points(number: str) -> None:
    """In the first printing the 1, the 2 and the 3 are worth nothing.

    Sources: Bambus 1995 "Components"; Rules Bank 1996 "Contents"
    """
    assert deck_by_name("bambus1995").card(number).points == 0


def test_the_other_cards_of_the_first_printing_are_played_with_classic_points() -> None:
    """What else the first printing gives is not known; from 4 up we take the classic points.

    Ruling: ours
    """
    classic = [card for card in deck_by_name("classic").cards if int(card.label) > 3]

    assert classic == [card for card in deck_by_name("bambus1995").cards if int(card.label) > 3]


def test_the_long_deck_has_eighteen_cards_in_each_suit() -> None:
    """Matagot prints 54 cards, eighteen of each colour.

    Sources: Matagot "Components"
    """
    deck = deck_by_name("matagot")

    assert len(deck.cards) == 54
    assert [sum(card.suit is suit for card in deck.cards) for suit in Suit] == [18, 18, 18]


@pytest.mark.parametrize("even", range(2, 37, 2))
def test_every_even_number_has_a_half_card_like_it(even: int) -> None:
    """The 18 additional cards: each even number plus a half, in that card's suit, with its points.

    Sources: Matagot "Components"
    """
    deck = deck_by_name("matagot")
    card, half = deck.card(even), deck.card(f"{even}.5")

    assert (card.suit, card.points) == (half.suit, half.points)


@pytest.mark.parametrize("mode", ["devils-eye", "3", "4", "4-teams"])
def test_up_to_four_players_use_the_basic_set_alone(mode: str) -> None:
    """With two, three or four players the half cards stay in the box.

    Sources: Matagot "Components"; Matagot "Setup"; Matagot "Team mode"
    """
    deck = edition(f"matagot/{mode}").deck

    assert [c.label for c in deck_by_name("matagot").cards if c.label.isdigit()] == [
        card.label for card in deck.cards
    ]


@pytest.mark.parametrize("mode", ["5", "5-teams", "6", "6-teams-222", "6-teams-2211"])
def test_five_and_six_players_use_all_cards(mode: str) -> None:
    """With five or six players all 54 cards are used.

    Sources: Matagot "Individual mode"; Matagot "Team mode"; Matagot "The second bottle"
    """
    assert len(edition(f"matagot/{mode}").deck.cards) == 54


def test_a_half_number_stands_between_its_neighbours() -> None:
    """A half number ranks above its even number and below the next whole one.

    Sources: Matagot "Components"
    """
    deck = deck_by_name("matagot")

    assert deck.card(16).place < deck.card("16.5").place < deck.card(17).place


def test_18_and_a_half_is_below_the_starting_price() -> None:
    """The 18.5 is a card below 19; the 20 is the next above.

    Sources: Matagot "Components"
    """
    deck = deck_by_name("matagot")

    assert deck.card("18.5").place < deck.start_price < deck.card(20).place


def test_six_cards_changed_suit_in_the_latest_printing() -> None:
    """Against the earlier printings 3 and 4, 23 and 24, 34 and 35 have exchanged their suits.

    Sources: Printed cards "classic"; Printed cards "Matagot 2024"
    """
    old, new = deck_by_name("classic"), deck_by_name("matagot36")
    changed = [card.label for card in old.cards if new.card(card.label).suit is not card.suit]

    assert changed == ["3", "4", "23", "24", "34", "35"]


def test_the_17_of_the_latest_printing_carries_four_points() -> None:
    """We read 4 points on Matagot's 17, though the row would lead one to expect 3.

    Ruling: ours
    """
    assert deck_by_name("matagot").card(17).points == 4


@pytest.mark.parametrize("name", DECKS)
def test_the_19_is_no_playing_card(name: str) -> None:
    """The 19 is only the starting price: nobody is dealt it.

    Sources: Matagot "Components"; Gameteko "Preparation"; Bambus 1995 "Components";
    Wikipedia "Rules"; Rules Bank 1996 "Contents"
    """
    deck = deck_by_name(name)

    assert "19" not in [card.label for card in deck.cards]
    assert deck.label_at(deck.start_price) == "19"


@pytest.mark.parametrize("key", edition_keys())
def test_the_19_scores_nothing(key: str) -> None:
    """The 19 goes to nobody: the points taken and those in the Imp's Trick are all there are.

    Sources: Gameteko "The Bottle Imp"
    """
    played = play_out(at_play(key))

    assert played.edition.deck.points == sum(played.taken_points) + points(played.imps_trick)


def test_the_offer_of_the_first_printing_uses_its_own_deck() -> None:
    """Bambus 1995 is offered with the deck whose three lowest cards are worth nothing.

    Sources: Bambus 1995 "Components"; Rules Bank 1996 "Contents"
    """
    assert PRESETS["bambus1995"].deck.name == "bambus1995"

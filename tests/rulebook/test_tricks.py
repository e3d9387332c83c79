"""Tricks: leading, following suit, and who takes the cards."""

import pytest

from bottleimp.errors import IllegalAction, RefusalReason
from tests.support.game.rulebook_table import at_play, card_numbers, cards, may_play, play, to_play

EXAMPLES = {
    "classic/4": ("24", "15, no blue", "17", "32"),
    "bambus1995/4": ("24", "15, no blue", "17", "32"),
    "wikipedia/4": ("24", "15, no blue", "17", "32"),
    "matagot/4": ("24", "15, no red", "17, no red", "32, no red"),
}


def test_the_leader_may_play_any_card() -> None:
    """Whoever leads a trick plays whichever card they like.

    Sources: Matagot "The trick game"; Gameteko "Trick Taking"; Bambus 1995 "Trick-Taking";
    Rules Bank 1996 "The Tricks"
    """
    played = at_play("classic/4")

    assert card_numbers(played.hands[0]) == may_play(played)


def test_who_holds_the_led_suit_must_follow() -> None:
    """Whoever has cards of the colour that was led plays one of them.

    Sources: Matagot "The trick game"; Gameteko "Trick Taking"; Bambus 1995 "Trick-Taking";
    Wikipedia "Rules"; Rules Bank 1996 "The Tricks"
    """
    played = at_play("classic/4", "20", "6 10 13, no more blue")

    assert may_play(play(played, "20")) == "6 10 13"


def test_a_card_of_another_suit_is_refused_with_the_reason() -> None:
    """Another colour in place of the one that was led is refused.

    Sources: Matagot "The trick game"; Gameteko "Trick Taking"; Bambus 1995 "Trick-Taking";
    Wikipedia "Rules"; Rules Bank 1996 "The Tricks"
    """
    played = play(at_play("classic/4", "20", "6 10 13 22, no more blue"), "20")

    with pytest.raises(IllegalAction, match="blue was led and that hand holds 6, 10, 13") as no:
        play(played, "22")

    assert RefusalReason.MUST_FOLLOW is no.value.reason


def test_who_is_void_plays_anything() -> None:
    """Whoever has no card of the led colour has the whole hand to choose from.

    Sources: Matagot "The trick game"; Matagot "Tips"; Gameteko "Trick Taking";
    Gameteko "Strategy and Hints"; Bambus 1995 "Trick-Taking"; Bambus 1995 "Strategy";
    Wikipedia "Rules"; Rules Bank 1996 "The Tricks"
    """
    played = play(at_play("classic/4", "20", "7, no blue"), "20")

    assert card_numbers(played.hands[1]) == may_play(played)


def test_the_first_card_of_the_trick_sets_the_suit() -> None:
    """The suit to follow is that of the first card, whatever is thrown after it.

    Sources: Matagot "The trick game"; Gameteko "Trick Taking"
    """
    played = play(at_play("classic/4", "20", "7, no blue", "6 9"), "20 7")

    assert {card.suit.colour for card in cards("classic/4", may_play(played))} == {"blue"}


def test_nobody_has_to_win() -> None:
    """Any card of the led colour will do, whether it wins, buys or loses.

    Ruling: ours
    """
    played = play(at_play("classic/4", "20", "6 17 34, no more blue"), "20")

    assert may_play(played) == "6 17 34"


@pytest.mark.parametrize(("key", "hands"), EXAMPLES.items(), ids=str)
def test_the_17_wins_against_24_15_and_32(key: str, hands: tuple[str, ...]) -> None:
    """Price 19, played are 24, 15, 17 and 32: the 17 takes the trick and the bottle, price 17.

    Sources: Matagot "Example"; Bambus 1995 "An Example"; Rules Bank 1996 "Example"
    """
    played = play(at_play(key, *hands), "24 15 17 32")

    assert (
        played.edition.deck.label_at(played.prices[0]),
        played.owners,
        played.tricks[0].taker,
    ) == ("17", (2,), 2)


@pytest.mark.parametrize(("key", "hands"), EXAMPLES.items(), ids=str)
def test_the_buyer_of_the_example_leads_next(key: str, hands: tuple[str, ...]) -> None:
    """Whoever won with the 17 leads the next trick.

    Sources: Matagot "Example"; Gameteko "The Bottle Imp"; Bambus 1995 "An Example";
    Wikipedia "Rules"; Rules Bank 1996 "Example"
    """
    assert play(at_play(key, *hands), "24 15 17 32").turn == 2


def test_above_the_price_the_highest_number_wins() -> None:
    """Where no card is below the price, the highest takes the trick.

    Sources: Matagot "The trick game"; Gameteko "Trick Taking"; Bambus 1995 "Trick-Taking";
    Wikipedia "Rules"; Rules Bank 1996 "The Tricks"
    """
    played = play(at_play("classic/4", "24", "20", "34", "32"), "24 20 34 32")

    assert played.tricks[0].taker == 2


def test_above_the_price_a_thrown_card_can_win() -> None:
    """The highest number wins whether or not it followed suit.

    Sources: Matagot "The trick game"; Gameteko "Trick Taking"; Bambus 1995 "Trick-Taking";
    Rules Bank 1996 "The Tricks"
    """
    played = play(at_play("classic/4", "24", "35, no blue", "34", "32"), "24 35 34 32")

    assert played.tricks[0].taker == 1


def test_without_a_card_below_it_the_price_stays() -> None:
    """A trick above the price leaves price and owner as they were.

    Sources: Gameteko "Trick Taking"
    """
    played = play(at_play("classic/4", "24", "20", "34", "32"), "24 20 34 32")

    assert ((played.edition.deck.start_price,), (None,)) == (played.prices, played.owners)


def test_a_single_card_below_the_price_wins() -> None:
    """One card below the price beats all those above it and buys the bottle.

    Sources: Matagot "The Bottle Imp"; Gameteko "The Bottle Imp"; Bambus 1995 "The Bottle Imp";
    Wikipedia "Rules"; Rules Bank 1996 "The Bottle Devil"
    """
    played = play(at_play("classic/4", "27", "4", "30", "34"), "27 4 30 34")

    assert (played.tricks[0].taker, played.owners) == (1, (1,))


def test_of_several_cards_below_the_price_the_highest_wins() -> None:
    """Of all cards below the price the one nearest to it takes trick and bottle.

    Sources: Matagot "The Bottle Imp"; Gameteko "The Bottle Imp"; Bambus 1995 "The Bottle Imp";
    Wikipedia "Rules"; Rules Bank 1996 "The Bottle Devil"
    """
    played = play(at_play("classic/4", "8", "13", "6", "10"), "8 13 6 10")

    assert played.tricks[0].taker == 1


def test_a_thrown_card_can_buy() -> None:
    """A card below the price buys though it is not of the led suit.

    Ruling: ours; the texts let any card below the price buy, and do not speak of its suit there
    """
    played = play(at_play("classic/4", "27", "18, no blue", "17", "34"), "27 18 17 34")

    assert played.tricks[0].taker == 1


def test_a_very_low_card_takes_a_rich_trick() -> None:
    """Take the 31 with the 37, and the next player may take both with a very low card.

    Sources: Matagot "Tips"; Bambus 1995 "Strategy"
    """
    played = play(at_play("classic/3", "31", "37", "1, no red"), "31 37 1")

    assert (played.owners, played.taken_points) == ((2,), (0, 0, 4 + 6 + 1))


def test_a_low_card_is_safe_under_a_dearer_buyer() -> None:
    """A low card gets away when a higher one below the price already lies in the trick.

    Sources: Matagot "Tips"; Gameteko "Strategy and Hints"; Bambus 1995 "Strategy"
    """
    played = play(at_play("classic/3", "18", "1", "2"), "18 1 2")

    assert played.owners == (0,)


def test_play_goes_round_clockwise() -> None:
    """Each plays one card to the trick, the left neighbour next.

    Sources: Matagot "The trick game"; Gameteko "Trick Taking"; Bambus 1995 "Trick-Taking";
    Rules Bank 1996 "The Tricks"
    """
    played = play(at_play("classic/4", "27", "4", "30", "34"), "27 4 30 34")

    assert [card.seat for card in played.tricks[0].plays] == [0, 1, 2, 3]


def test_the_taker_of_a_trick_leads_the_next() -> None:
    """Whoever takes a trick leads the next one, with or without the bottle.

    Sources: Matagot "Example"; Gameteko "Trick Taking"; Bambus 1995 "An Example";
    Wikipedia "Rules"; Rules Bank 1996 "Example"
    """
    played = play(at_play("classic/4", "24", "20", "34", "32"), "24 20 34 32")

    assert played.turn == 2


def test_nobody_plays_out_of_turn() -> None:
    """Only the player whose turn it is may put down a card.

    Sources: Gameteko "Trick Taking"
    """
    played = at_play("classic/4", "24", "20")

    with pytest.raises(IllegalAction) as refusal:
        played.play(played.edition.deck.card(20), seat=1)

    assert RefusalReason.NOT_YOUR_TURN is refusal.value.reason


def test_nobody_plays_a_card_of_another_hand() -> None:
    """A card that one does not hold cannot be played.

    Ruling: ours
    """
    with pytest.raises(IllegalAction) as refusal:
        play(at_play("classic/4", "24", "20"), "20")

    assert RefusalReason.NOT_HELD is refusal.value.reason


@pytest.mark.parametrize("key", ["classic/3", "matagot/5", "classic/lopaka", "matagot/devils-eye"])
def test_the_cards_of_a_trick_belong_to_its_taker(key: str) -> None:
    """Whoever takes a trick keeps all its cards.

    Sources: Matagot "End of game"; Gameteko "Trick Taking"; Bambus 1995 "End of Game";
    Wikipedia "Rules"; Rules Bank 1996 "End of Game"
    """
    played = to_play(at_play(key))
    while not played.tricks:
        played = played.play(played.legal_actions[0])
    trick = played.tricks[0]

    assert {play.card for play in trick.plays} == set(played.taken_cards[trick.taker])

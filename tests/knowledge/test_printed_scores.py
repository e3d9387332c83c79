"""Half cards as they are printed, and scores of editions of one's own."""

from dataclasses import replace

from bottleimp.knowledge.narration import Narrator
from bottleimp.knowledge.observation import observe
from bottleimp.knowledge.printed_numbers import printed_number, printed_price
from bottleimp.rules.edition import Edition
from bottleimp.rules.editions import edition
from tests.support.game.rulebook_table import at_play, play_out

NAMES = ("Ada", "Bo", "Cy", "Di", "Ed", "Flo")


def test_half_cards_are_told_as_they_are_printed() -> None:
    deck = edition("matagot/6").deck
    half = deck.card("34.5")

    assert Narrator(NAMES).card(half) == "34½ red"
    assert Narrator(NAMES).card_phrase(half) == "the 34½ of red"
    assert printed_price(deck, half.place) == "34½"
    assert printed_price(deck, deck.start_price) == "19"
    assert printed_number("2.55") == "2.55"


def ended(played: Edition, owners: tuple[int, ...], seat: int) -> str:
    """Why the seat scores what it scores when these seats own the bottles."""
    over = play_out(at_play(played))
    seen = replace(observe(over, seat), owners=owners)
    assert seen.revealed is not None
    return Narrator(NAMES[: played.seats]).score(seen, seen.revealed, seat)


def test_more_than_two_bottles_are_counted() -> None:
    three = replace(edition("classic/4"), bottles=3)

    assert "3 bottles: minus 3 times the points of the Imp's Trick." in ended(three, (2, 2, 2), 2)
    assert "Owner of both bottles: minus twice" in ended(three, (2, 2, 1), 2)


def test_a_seat_that_counts_three_times_is_not_said_to_double() -> None:
    triple = replace(edition("classic/4"), weights=(3, 1, 1, 2))

    assert ended(triple, (1,), 0).endswith(" Counted 3 times.")
    assert ended(triple, (1,), 3).endswith(" Doubled for playing alone.")
    assert ended(triple, (1,), 2).endswith("The points of the tricks taken.")

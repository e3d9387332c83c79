"""Rounds in which every seat does anything that is legal: positions of every kind come about."""

from collections.abc import Iterator
from random import Random

from bottleimp.game.deal import Deal
from bottleimp.game.round import Round
from bottleimp.rules.edition import Edition


def asked_in_turn(playing: Edition, seed: int) -> Iterator[tuple[Round, int]]:
    """The round before everything that is done in it, and the seat whose choice that is.

    Driven seats and choices with one legal action are among them.  Where several may choose at
    once, any of them is next.
    """
    random = Random(seed)
    played = Round(Deal.from_seed(playing, seed))
    while not played.is_over:
        seat = random.choice(played.waiting_seats) if played.waiting_seats else played.turn
        assert seat is not None
        yield played, seat
        played = played.play(random.choice(played.legal_actions_for(seat)), seat)

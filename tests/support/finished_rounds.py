"""Finished rounds of random play, and the steps of them in which a player chose something."""

from bottleimp.protocol.refusals import Refused
from bottleimp.server.replays.round_replay import FinishedRound
from tests.support.folded_table import rounds


class FinishedTable:
    """What a service needs of a table; the seeds of its players are of no account here."""

    id = "t"

    def seed_for(self, player: int, number: int | None = None) -> int:
        return player + (number or 0)


def finished_round(key: str) -> FinishedRound:
    """A round of random play."""
    return FinishedRound.of(rounds(key, 1).state, 1)


def choices_of(finished: FinishedRound, player: int) -> list[int]:
    """The steps in which the player chose something."""
    found = []
    for step in range(1, len(finished.positions)):
        try:
            finished.choices(step, player)
        except Refused:
            continue
        found.append(step)
    return found

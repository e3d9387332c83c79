"""What a table without aids to memory shows: the option `no-aids`.

Earlier tricks, the points taken and the marks of the number line are hidden from everybody until
the round is over.  A finished trick lies on the table, and is shown, until the next one is led.
"""

from dataclasses import replace

from bottleimp.game.round import Phase, PlayedCard, Round, Trick
from bottleimp.knowledge.observation import Observation
from bottleimp.rules.edition import Edition


def hides_aids(edition: Edition, phase: Phase) -> bool:
    """Whether aids to memory are hidden now."""
    return not edition.has_aids and phase is not Phase.OVER


def without_aids(seen: Observation) -> Observation:
    """The observation as a screen may show it: less what the table hides now.

    What a player may remember is all in the observation itself; this is for showing alone.
    """
    if not hides_aids(seen.edition, seen.phase):
        return seen
    return replace(seen, tricks=tricks_on_the_table(seen.tricks, seen.plays), taken_points=())


def tricks_on_the_table(
    tricks: tuple[Trick, ...], plays: tuple[PlayedCard, ...]
) -> tuple[Trick, ...]:
    """The last trick while nobody has led to the next one; else none."""
    return () if plays else tricks[-1:]


def finished_trick_count(seen: Observation) -> int:
    """How many tricks have been finished while cards are played, hidden ones included."""
    cards_left = sum(seen.hand_sizes) + len(seen.plays)
    return seen.edition.tricks - cards_left // len(seen.edition.plays)


def table_card_count(playing: Round) -> int:
    """How many cards lie on the table, those of a trick to which nobody has led a next one too."""
    if playing.plays or not playing.tricks:
        return len(playing.plays)
    return len(playing.tricks[-1].plays)

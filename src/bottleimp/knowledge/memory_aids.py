"""What a table with the option `no-aids` shows, which has no aids to memory.

Earlier tricks, the points taken and the marks of the number line are hidden from everybody until
the round is over.  The last trick is shown until somebody leads to the next one.
"""

from dataclasses import replace

from bottleimp.game.round import Phase, PlayedCard, Round, Trick
from bottleimp.knowledge.observation import Observation
from bottleimp.rules.edition import Edition


def hides_aids(edition: Edition, phase: Phase) -> bool:
    """Whether aids to memory are hidden now."""
    return not edition.has_aids and phase is not Phase.OVER


def hides_hint_reasons(seen: Observation) -> bool:
    """Whether a hint comes without reasons: in play they follow from earlier tricks."""
    return seen.phase is Phase.PLAY and hides_aids(seen.edition, seen.phase)


def without_aids(seen: Observation) -> Observation:
    """The observation as a screen may show it, without what the table hides now.

    Use it for showing only: the observation itself holds all that a player may remember.
    """
    if not hides_aids(seen.edition, seen.phase):
        return seen
    return replace(seen, tricks=tricks_on_the_table(seen.tricks, seen.plays), taken_points=())


def tricks_on_the_table(
    tricks: tuple[Trick, ...], plays: tuple[PlayedCard, ...]
) -> tuple[Trick, ...]:
    """The last trick until somebody has led to the next one; then none."""
    return () if plays else tricks[-1:]


def finished_trick_count(seen: Observation) -> int:
    """How many tricks have been finished during play, including hidden ones."""
    cards_left = sum(seen.hand_sizes) + len(seen.plays)
    return seen.edition.tricks - cards_left // len(seen.edition.plays)


def table_card_count(playing: Round) -> int:
    """How many cards lie on the table; a finished trick lies there until the next lead."""
    if playing.plays or not playing.tricks:
        return len(playing.plays)
    return len(playing.tricks[-1].plays)

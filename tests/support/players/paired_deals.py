"""Deals of the arena with a player among copies of another, one way alone."""

from bottleimp.analysis.arena.lineups import ScheduledRound, play_rounds
from bottleimp.analysis.arena.paired_deals import Block, mean_block, rotations
from bottleimp.rules.edition import Edition


def play_block(edition: Edition, one: str, others: str, seed: int, number: int) -> Block:
    """The deal with this number, played with every side in turn as the one."""
    wanted = [ScheduledRound(number, seating) for seating in rotations(edition, one, others)]
    return mean_block(edition, play_rounds(edition, seed, wanted))

"""The game at the table: deals, rounds, matches, and records with their notation."""

from bottleimp.game.actions import Action, OpenChoice
from bottleimp.game.deal import Deal
from bottleimp.game.match import Match
from bottleimp.game.notation import read_record, read_records, write_record
from bottleimp.game.record import Record
from bottleimp.game.round import Phase, PlayedCard, Round, Trick

__all__ = [
    "Action",
    "Deal",
    "Match",
    "OpenChoice",
    "Phase",
    "PlayedCard",
    "Record",
    "Round",
    "Trick",
    "read_record",
    "read_records",
    "write_record",
]

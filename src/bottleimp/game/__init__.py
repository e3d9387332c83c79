"""The game at the table: deals, rounds, matches, and records with their notation.

A `Round` is a value: `play` returns the round after, or raises `IllegalAction` with the reason.
An `Action` is a card, or in some modes the choice of a hand; it has a number in every edition, and
`action_number` and `action_from_number` lead from one to the other.  Nothing but the standard
library is imported.
"""

from bottleimp.game.actions import (
    Action,
    OpenChoice,
    action_from_label,
    action_from_number,
    action_number,
)
from bottleimp.game.deal import Deal
from bottleimp.game.match import Match, RoundResult
from bottleimp.game.notation import read_record, read_records, write_record
from bottleimp.game.record import Record, from_json, to_json
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
    "RoundResult",
    "Trick",
    "action_from_label",
    "action_from_number",
    "action_number",
    "from_json",
    "read_record",
    "read_records",
    "to_json",
    "write_record",
]

"""A match from a file of records, as a table at which its rounds are over.

The file comes with every request, so the server keeps nothing of it.
"""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass

from bottleimp.errors import NotationError
from bottleimp.game.match import Match
from bottleimp.game.record import Record
from bottleimp.game.record_files import mentions_records, read_record_file
from bottleimp.parsing import shorten
from bottleimp.protocol.refusals import RefusalCode, Refused
from bottleimp.rules.edition import Edition
from bottleimp.server.replays.round_replay import state_after
from bottleimp.server.state.deals import PLAYER_SEED_BYTES, Deals
from bottleimp.server.state.events import (
    CHAT_OFF,
    DRIVEN,
    HUMAN,
    NEVER,
    Participant,
    TableCreated,
    TableSettings,
)
from bottleimp.server.state.table_state import TableState, initial_state

NO_TABLE = ""  # its name in views: nothing leads from there to a table
MAX_SHOWN_NAME = 64  # letters; a record may have a name of any length, in every view of a round


@dataclass(frozen=True)
class RecordedMatch:
    """The rounds of a file in the order of their match; `id` is a digest of the file."""

    id: str
    state: TableState

    @classmethod
    def read(cls, content: str) -> "RecordedMatch":
        """The match in a file; raises Refused where there is none that can be shown."""
        digest = hashlib.sha256(content.encode()).hexdigest()
        try:
            records = read_record_file(content)
        except NotationError as problem:
            if not mentions_records(content):
                raise Refused(RefusalCode.NO_RECORD) from problem
            raise Refused(RefusalCode.BAD_RECORD, str(problem)) from problem
        return cls(digest, match_state(records))

    def seed_for(self, player: int, number: int) -> int:
        """The seed with which a computer player is built in a round."""
        digest = hashlib.sha256(f"{self.id}/{number}/{player}".encode()).digest()
        return int.from_bytes(digest[:PLAYER_SEED_BYTES])


def match_state(records: Sequence[Record]) -> TableState:
    """The table after these rounds of one match; player 0 leads the first trick of the first.

    Raises Refused where a round is not over, or does not follow the one before.
    """
    first = records[0]
    match = match_before(first.round.edition)
    state = state_before(match.edition, named_participants(first, match))
    names = seated_names(first, match)
    for number, record in enumerate(records, start=1):
        match = state.match
        is_next = record.round.edition == match.edition and seated_names(record, match) == names
        if match.is_over or not is_next:
            raise Refused(RefusalCode.SEVERAL_MATCHES)
        if not record.round.is_over:
            raise Refused(RefusalCode.UNFINISHED_RECORD)
        state = state_after(state, number, record.round)
    return state


def named_participants(first: Record, match: Match) -> tuple[Participant, ...]:
    """People with the names that the record of the first round has."""
    players = match.edition.players
    return tuple(
        Participant(shorten(name, MAX_SHOWN_NAME), HUMAN if place < players else DRIVEN)
        for place, name in enumerate(seated_names(first, match))
    )


def match_before(edition: Edition) -> Match:
    """A match of which no round was played: the last player deals, so player 0 leads."""
    return Match(edition, edition.players - 1)


def state_before(edition: Edition, participants: tuple[Participant, ...]) -> TableState:
    """A table with these participants before the first round."""
    match = match_before(edition)
    settings = TableSettings(talk=CHAT_OFF, hints=NEVER)
    created = TableCreated(
        edition.text, participants, match.first_dealer, pace=0, settings=settings
    )
    return initial_state(created, Deals(NO_TABLE, edition, ()), None)


def seated_names(record: Record, match: Match) -> tuple[str, ...]:
    """The names in the record by participant, in the next round of the match.

    Empty where the match is played by another number of people.
    """
    if len(record.names) != match.participants:
        return ()
    return tuple(record.names[match.seat_of(each)] for each in range(match.participants))

"""What travels over HTTP beside the frames: the bodies of requests and answers."""

from typing import Annotated

from msgspec import Meta, Struct

from bottleimp.protocol.hint_messages import HintRow
from bottleimp.protocol.messages import MAX_PACE_MS, ActionLabel, Contribution, Event, Welcome
from bottleimp.protocol.views import DealtHand, View, enum_of

MAX_PLAYERS = 6
MAX_LESSON_ACTIONS = 32
# A match of a hundred rounds, the most that can be agreed on, takes about half of that.
MAX_RECORD_FILE_BYTES = 256 * 1024
MAX_NAME_LENGTH = 24  # letters of the name of a guest
ShortText = Annotated[str, Meta(max_length=64)]
OfferText = Annotated[str, Meta(max_length=128)]


class GuestToken(Struct, frozen=True):
    """A guest who can show who they are, by `Authorization: Bearer` and this token."""

    token: str


class TableOffer(Struct, frozen=True):
    """A table that you may make, and the SHA-256 of the seed of its first round.

    Give `offer` back with the order for the table: if it comes to be under the name `table`, the
    promise holds.
    """

    offer: str
    table: str
    commitment: str


class NewTableRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """The table you want; you sit at place 0. What is left out is as in the form.

    `edition` is a key such as `classic/4`, with or without options behind it, such as
    `classic/4,deck=matagot36`; the fields below take the place of such options.

    `players` are those of places 1, 2 and so on: the name of a computer player, or `open`;
    `level` is the computer player for the others, for places that come free later, and for people
    who are away.
    `seed` is your part in the first deal, and `offer` the table that was offered before.
    """

    edition: ShortText = ""
    name: ShortText = ""
    deck: ShortText | None = None
    face_value: bool | None = None
    bga_teams: bool = False
    no_aids: bool = False
    length: ShortText | None = None
    players: Annotated[list[ShortText], Meta(max_length=MAX_PLAYERS)] = []
    first_dealer: Annotated[int, Meta(ge=0, lt=MAX_PLAYERS)] | None = None
    pace: Annotated[int, Meta(ge=0, le=MAX_PACE_MS)] | None = None
    clock: ShortText | None = None
    watch: ShortText | None = None
    talk: ShortText | None = None
    partners_talk: bool = False
    level: ShortText | None = None
    hints: ShortText | None = None
    is_listed: bool = False
    begins_when_full: bool = True
    offer: OfferText = ""
    seed: Contribution | None = None

    @property
    def form_fields(self) -> dict[str, str]:
        """The same as the form for a new table sends it."""
        given = {
            "edition": self.edition,
            "name": self.name,
            "deck": self.deck,
            "length": self.length,
            "first_dealer": self.first_dealer,
            "pace": self.pace,
            "clock": self.clock,
            "watch": self.watch,
            "talk": self.talk,
            "partners_talk": "yes" if self.partners_talk else None,
            "level": self.level,
            "hints": self.hints,
            "face_value": None if self.face_value is None else "yes" if self.face_value else "no",
            "bga_teams": "yes" if self.bga_teams else None,
            "no_aids": "yes" if self.no_aids else None,
            "listed": "yes" if self.is_listed else None,
            "start": "full" if self.begins_when_full else "host",
        }
        for place, player in enumerate(self.players, start=1):
            given[f"player_{place}"] = player
        return {name: str(value) for name, value in given.items() if value is not None}


class TableUrls(Struct, frozen=True):
    """A table: its id, and where its page, socket and HTTP twin are."""

    table: str
    page: str
    socket: str
    events: str
    commands: str


class EventPage(Struct, frozen=True):
    """What happened after an event; `seq` is the `after` of the next question."""

    seq: int
    frames: list[Welcome | Event]


class LessonActions(Struct, frozen=True, forbid_unknown_fields=True):
    """All that was done so far in an exercise, or in a variation: cards, and choices, in order."""

    actions: Annotated[list[ActionLabel], Meta(max_length=MAX_LESSON_ACTIONS)] = []


class LessonReply(Struct, frozen=True):
    """What is shown in a lesson or in a variation, and the events since the last decision.

    `outcome` says how the goal stands, `said` what the teacher says to that; it may be empty.  A
    variation is `open` until the round is over; then it is `reached`, and `said` compares scores.
    """

    view: View
    events: list[Event]
    outcome: Annotated[str, enum_of("open", "reached", "missed")]
    said: str


class ReplayStep(Struct, frozen=True):
    """A stage of the exchange, a card, or the score; `hands` are everybody's cards after it."""

    event: Event
    hands: list[DealtHand]


class RoundReplay(Struct, frozen=True):
    """A finished round from the deal to its score, as the player saw it, or as an onlooker did.

    `rounds` says how many rounds of the match are finished; `view` and `hands` are those before
    the first step.  What could be played or chosen then is in the views, but nothing is offered.
    """

    rounds: int
    view: View
    hands: list[DealtHand]
    steps: list[ReplayStep]


class RecordFile(Struct, frozen=True, forbid_unknown_fields=True):
    """A file with the finished rounds of one match, as its text.

    It holds records as text or as JSON, or is the file of a match that a table publishes.
    """

    content: str


class RecordVariation(RecordFile, frozen=True, forbid_unknown_fields=True):
    """The same, with all that the player has done so far in a variation of a round of it."""

    actions: Annotated[list[ActionLabel], Meta(max_length=MAX_LESSON_ACTIONS)] = []


class StepAdvice(Struct, frozen=True):
    """What a strong player would have done where a player made a choice of a finished round.

    `chosen` is what the player did, nothing yet in a variation; `actions` is what the player of
    this `level` would have done: a card, or all choices of a stage; then `targets` say in words
    where each card goes.  While the strongest player is being got ready another one `stands_in`
    for it: ask again later.  `settled` says that the player's own points no longer depended on the
    choice.  All the rest is as in `hint`.
    """

    chosen: list[str]
    actions: list[str]
    targets: list[str]
    level: str
    stands_in: bool
    reason: str
    rows: list[HintRow]
    notes: list[str]
    settled: bool = False

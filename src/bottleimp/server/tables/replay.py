"""A stored log and the state that it folds to, and the next events as they are to be stored."""

from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from bottleimp.errors import BottleImpError
from bottleimp.protocol.messages import Event, Ok
from bottleimp.protocol.refusals import DamagedLog
from bottleimp.protocol.views import RoundView, View
from bottleimp.server.state.deals import Deals
from bottleimp.server.state.events import (
    TABLE,
    Created,
    Fact,
    Joined,
    Left,
    LogEvent,
    Moved,
    PeopleFact,
    Rematched,
    Removed,
)
from bottleimp.server.state.seating import When
from bottleimp.server.state.storage_interface import (
    CLOSED,
    GATHERING,
    OVER,
    PLAYING,
    Append,
    Guest,
    Listing,
    NewGame,
    StoredGame,
)
from bottleimp.server.state.table_state import TableState, after
from bottleimp.server.tables.uptime import milliseconds
from bottleimp.server.text.i18n import Language
from bottleimp.server.views.projection import Projection, facts
from bottleimp.server.views.view_reuse import Before

KEPT = 64  # events that a client may have missed and still resume
Key = tuple[int | None, str]  # a viewer, and the code of a language


@dataclass(slots=True)
class Moment:
    """An event, the state after it, and what was already made of it for viewers."""

    event: LogEvent
    state: TableState
    views: dict[Key, View] = field(default_factory=dict)
    frames: dict[Key, bytes] = field(default_factory=dict)
    projections: dict[str, Projection] = field(default_factory=dict)  # by language
    shown: RoundView | None = None  # the round as it is shown to all
    known: Event | None = None  # what everybody may know of the event

    def view(self, key: Key, before: "Moment | None" = None) -> View:
        """The view after the event; less work if the moment before has the viewer's view."""
        view = self.views.get(key)
        if view is None:
            viewer, code = key
            if code not in self.projections:
                self.projections[code] = Projection(
                    self.state, Language(code), None if before is None else before.as_shown
                )
            projection = self.projections[code]
            was = None if before is None else before.views.get(key)
            view = self.views[key] = projection.view(viewer, was)
            self.shown = projection.shown_to_all
        return view

    def facts(self) -> Event:
        """What everybody may know of the event."""
        if self.known is None:
            self.known = facts(self.event.fact, self.state)
        return self.known

    @property
    def as_shown(self) -> Before:
        """What a projection of the next moment may show again."""
        return Before(self.state, self.shown)

    def forget_views(self) -> None:
        """They are made again when somebody needs them."""
        self.views.clear()
        self.projections.clear()
        self.shown = self.known = None


@dataclass
class Folded:
    """A log, folded: its last moments, the answers to its commands, and when it began (ms).

    `opener` is the guest who opened the table.
    """

    deals: Deals
    moments: deque[Moment]
    answers: dict[tuple[str, str], Ok]
    began: int
    opener: str = ""


def folded(stored: StoredGame) -> Folded:
    """The state of a stored game; raises DamagedLog when its log does not fold."""
    try:
        return fold(stored)
    except (BottleImpError, ValueError, KeyError, IndexError, AttributeError) as problem:
        raise DamagedLog(stored.id, str(problem)) from problem


def fold(stored: StoredGame) -> Folded:
    """As `folded`, with whatever error comes."""
    if [event.seq for event in stored.events] != list(range(1, len(stored.events) + 1)):
        raise ValueError("some of its events are missing")
    first, *following = stored.events
    if not isinstance(first.fact, Created):
        raise ValueError("it does not begin with its creation")
    deals = Deals.stored(stored.id, first.fact.edition, stored.seeds, stored.key)
    state = after(None, first.fact, deals, first.actor, first.at)
    if first.fact.host is None:
        state = state.held_by(stored.holders)
    moments = deque([Moment(first, state)], maxlen=KEPT)
    answers: dict[tuple[str, str], Ok] = {}
    for event in following:
        state = after(state, event.fact, deals, event.actor, event.at)
        moments.append(Moment(event, state))
        note_answer(answers, event)
    return Folded(deals, moments, answers, first.at, first.actor)


def note_answer(answers: dict[tuple[str, str], Ok], event: LogEvent) -> None:
    """Keeps the answer to the command that caused the event, if one did."""
    if event.command is not None:
        table = event.fact.table if isinstance(event.fact, Rematched) else None
        answers[event.actor, event.command] = Ok(event.command, event.seq, table)


def numbered(
    after_seq: int,
    acts: Iterable[tuple[str, Fact]],
    command: str | None = None,
    at: int | None = None,
) -> tuple[LogEvent, ...]:
    """Facts and who made them true as the next events of a log; the command is the first one's.

    They happen at one time (ms since 1970), now unless it is given.
    """
    at = milliseconds() if at is None else at
    return tuple(
        LogEvent(seq, at, actor, command if seq == after_seq + 1 else None, fact)
        for seq, (actor, fact) in enumerate(acts, start=after_seq + 1)
    )


def acts(actor: str, facts: Sequence[Fact]) -> list[tuple[str, Fact]]:
    """Facts, the first of which is the actor's doing and the others follow by themselves."""
    return [(actor if place == 0 else TABLE, fact) for place, fact in enumerate(facts)]


def appended(
    after_seq: int,
    events: tuple[LogEvent, ...],
    state: TableState,
    new: NewGame | None = None,
    guests: tuple[Guest, ...] = (),
) -> Append:
    """The events to append, with what lists of games say of them."""
    people, facts = state.people, [event.fact for event in events]
    changes_places = any(isinstance(fact, PeopleFact) for fact in facts)
    return Append(
        game=state.table,
        after=after_seq,
        events=events,
        status=stored_status(state),
        round=state.number,
        new=new,
        listing=Listing(
            code=None if state.when is When.OVER else state.code,
            is_listed=people.settings.is_listed,
            free=len(people.open_places),
            people=len(people.seated),
        ),
        guests=guests,
        holders=people.guests if changes_places else None,
        left=tuple(fact.player for fact in facts if isinstance(fact, Left | Removed | Moved)),
    )


def stored_status(state: TableState) -> str:
    """How far the table is, for lists."""
    if state.is_closed:
        return CLOSED
    if state.is_ended:
        return OVER
    return GATHERING if state.when is When.GATHERING else PLAYING


def newly_seated(fact: Fact, guest: Guest | None) -> tuple[Guest, ...]:
    """The guest who sits down by the fact, under the name given there."""
    if guest is None:
        return ()
    if isinstance(fact, Joined):
        return (replace(guest, name=fact.name),)
    return (guest,) if isinstance(fact, Moved) else ()

"""Replays a stored log into a state, and prepares the next events for storage."""

import contextlib
import secrets
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from bottleimp.errors import BottleImpError
from bottleimp.languages.language import Language
from bottleimp.protocol.messages import CommandAccepted, Event
from bottleimp.protocol.refusals import DamagedLog
from bottleimp.protocol.views import RoundView, View
from bottleimp.server.state.consequences import apply_with_consequences
from bottleimp.server.state.deals import Deals
from bottleimp.server.state.events import (
    TABLE_ACTOR,
    Fact,
    LogEvent,
    PlacesSwapped,
    PlaceTakenOver,
    PlayerJoined,
    PlayerLeft,
    PlayerRemoved,
    RematchCreated,
    SeatingFact,
    TableCreated,
)
from bottleimp.server.state.seating import TablePhase
from bottleimp.server.state.storage_interface import (
    AppendEvents,
    Guest,
    NewGame,
    StoredGame,
    TableListing,
)
from bottleimp.server.state.table_state import TableState, apply_fact, table_status
from bottleimp.server.views.projection import TableProjection, public_event
from bottleimp.server.views.view_reuse import PreviousView

LOG_NAME_BYTES = 4
MAX_ENTRIES_KEPT = 64  # events that a client may have missed and still resume
ViewKey = tuple[int | None, str]  # a viewer, and the code of a language


@dataclass(slots=True)
class LogEntry:
    """An event, the state after it, and the cached views and frames."""

    event: LogEvent
    state: TableState
    views: dict[ViewKey, View] = field(default_factory=dict)
    encoded_frames: dict[ViewKey, bytes] = field(default_factory=dict)
    projections: dict[str, TableProjection] = field(default_factory=dict)  # by language
    public_round: RoundView | None = None  # the round as it is shown to all
    public_event: Event | None = None  # what everybody may know of the event

    def view(self, key: ViewKey, before: "LogEntry | None" = None) -> View:
        """The view after the event; cheaper if the entry before it has the viewer's view."""
        view = self.views.get(key)
        if view is None:
            viewer, code = key
            if code not in self.projections:
                self.projections[code] = TableProjection(
                    self.state, Language(code), None if before is None else before.previous_view
                )
            projection = self.projections[code]
            was = None if before is None else before.views.get(key)
            view = self.views[key] = projection.view(viewer, was)
            self.public_round = projection.public_round
        return view

    def build_public_event(self) -> Event:
        """What everybody may know of the event."""
        if self.public_event is None:
            self.public_event = public_event(self.event.fact, self.state)
        return self.public_event

    @property
    def previous_view(self) -> PreviousView:
        """What a projection of the next entry may show again."""
        return PreviousView(self.state, self.public_round)

    def clear_views(self) -> None:
        """Drops the cached views; they are computed again when needed."""
        self.views.clear()
        self.projections.clear()
        self.public_round = self.public_event = None


@dataclass
class ReplayedLog:
    """A replayed log: its last entries, the answers to its commands, and when it began (ms).

    `creator` is the guest who opened the table.  `name` is another one each time a log is read:
    after a restart or beside a copy that was restored, its events may be others than before.
    Servers that share a database have the same name for the same log.
    """

    deals: Deals
    entries: deque[LogEntry]
    answers: dict[tuple[str, str], CommandAccepted]
    created_at: int
    creator: str = ""
    name: str = field(default_factory=lambda: secrets.token_hex(LOG_NAME_BYTES))
    rewriting: int = 0  # the last rewriting of it that was read


def replay_log(stored: StoredGame) -> ReplayedLog:
    """The state of a stored game; raises DamagedLog when its log does not fold."""
    with damage_of(stored.id):
        return replay_unchecked(stored)


@contextlib.contextmanager
def damage_of(table: str) -> Iterator[None]:
    """Raises DamagedLog where the log of the table does not fold."""
    try:
        yield
    except (BottleImpError, ValueError, KeyError, IndexError, AttributeError) as problem:
        raise DamagedLog(table, str(problem)) from problem


def replay_unchecked(stored: StoredGame) -> ReplayedLog:
    """As `replay_log`, but errors are raised as they occur."""
    require_consecutive(stored.events, after_seq=0)
    first, *following = stored.events
    if not isinstance(first.fact, TableCreated):
        raise ValueError("it does not begin with its creation")
    deals = Deals.from_storage(stored.id, first.fact.edition, stored.seeds, stored.secret_key)
    state = apply_fact(None, first.fact, deals, first.actor, first.at)
    if first.fact.host is None:
        state = state.with_holders(stored.holders)
    entries = deque([LogEntry(first, state)], maxlen=MAX_ENTRIES_KEPT)
    replayed = ReplayedLog(deals, entries, {}, first.at, first.actor)
    replayed.rewriting = stored.rewriting
    if stored.log_name is not None:
        replayed.name = stored.log_name
    fold_events(replayed, following)
    return replayed


def extend_log(replayed: ReplayedLog, events: Sequence[LogEvent]) -> None:
    """Folds the events that follow; raises DamagedLog where they do not, and changes nothing."""
    table = replayed.deals.table
    with damage_of(table):
        require_consecutive(events, replayed.entries[-1].event.seq)
        fold_events(replayed, events)


def try_extending_log(replayed: ReplayedLog, events: Sequence[LogEvent]) -> bool:
    """The same; False where they do not follow, as when they end another log than was read."""
    try:
        extend_log(replayed, events)
    except DamagedLog:
        return False
    return True


def require_consecutive(events: Sequence[LogEvent], after_seq: int) -> None:
    """Raises ValueError where the events are not those that follow, one after another."""
    if [event.seq for event in events] != [
        after_seq + number for number in range(1, len(events) + 1)
    ]:
        raise ValueError("some of its events are missing")


def fold_events(replayed: ReplayedLog, events: Sequence[LogEvent]) -> None:
    """Puts the events and the states after them behind the log, if all of them fold."""
    state, entries = replayed.entries[-1].state, []
    for event in events:
        state = apply_fact(state, event.fact, replayed.deals, event.actor, event.at)
        entries.append(LogEntry(event, state))
    replayed.entries.extend(entries)
    for event in events:
        record_answer(replayed.answers, event)


def record_answer(answers: dict[tuple[str, str], CommandAccepted], event: LogEvent) -> None:
    """Keeps the answer to the command that caused the event, if one did."""
    if event.command is not None:
        table = event.fact.table if isinstance(event.fact, RematchCreated) else None
        answers[event.actor, event.command] = CommandAccepted(event.command, event.seq, table)


def build_log(
    deals: Deals, at: int, *actions: tuple[str, Fact]
) -> tuple[tuple[LogEvent, ...], TableState]:
    """A log that begins with what these guests made true, each with what follows; and its state.

    `at` is when, in ms since 1970.
    """
    state: TableState | None = None
    written: list[tuple[str, Fact]] = []
    for actor, fact in actions:
        steps = apply_with_consequences(state, fact, deals, actor, at)
        written += attribute_facts(actor, [each for each, _ in steps])
        state = steps[-1][1]
    if state is None:
        raise ValueError("A log begins with the creation of its table.")
    return number_events(0, written, None, at), state


def number_events(
    after_seq: int,
    acts: Iterable[tuple[str, Fact]],
    command: str | None,
    at: int,
) -> tuple[LogEvent, ...]:
    """Facts and who made them true as the next events of a log; the command is the first one's.

    They happen at one time (ms since 1970).
    """
    return tuple(
        LogEvent(seq, at, actor, command if seq == after_seq + 1 else None, fact)
        for seq, (actor, fact) in enumerate(acts, start=after_seq + 1)
    )


def attribute_facts(actor: str, facts: Sequence[Fact]) -> list[tuple[str, Fact]]:
    """The facts with their actors: the first is the actor's, the others follow automatically."""
    return [(actor if place == 0 else TABLE_ACTOR, fact) for place, fact in enumerate(facts)]


def build_append(
    after_seq: int,
    events: tuple[LogEvent, ...],
    state: TableState,
    state_before: TableState | None = None,
    new: NewGame | None = None,
    guests: tuple[Guest, ...] = (),
    rewriting: int = 0,
) -> AppendEvents:
    """The events to append, with what lists of games say of them."""
    held = {} if state_before is None else state_before.seating.guests
    seating, facts = state.seating, [event.fact for event in events]
    changes_places = any(isinstance(fact, SeatingFact) for fact in facts)
    return AppendEvents(
        game=state.table,
        after=after_seq,
        events=events,
        status=table_status(state),
        round=state.round_number,
        new_game=new,
        listing=TableListing(
            code=None if state.phase is TablePhase.OVER else state.code,
            is_listed=seating.settings.is_listed,
            open_places=len(seating.open_places),
            seated_people=len(seating.seated_players),
        ),
        guests=guests,
        holders=seating.guests if changes_places else None,
        rewriting=rewriting,
        vacated_places=tuple(place for event in events for place in vacated_places(event, held)),
    )


def vacated_places(event: LogEvent, held: Mapping[int, str]) -> tuple[int, ...]:
    """The places that have another holder after the event; `held` says who had each before."""
    match event.fact:
        case PlayerLeft(player=player) | PlayerRemoved(player=player):
            return (player,)
        case PlaceTakenOver(player=player):
            return (player,)
        case PlacesSwapped(player=player, other=other):
            return (player, other)
        case PlayerJoined(player=player) if held.get(player) != event.actor:
            return (player,)  # with another name alone the place is not given up
        case _:
            return ()


def guests_to_store(fact: Fact, guest: Guest | None) -> tuple[Guest, ...]:
    """The guest who sits down by the fact, under the name given there."""
    if guest is None:
        return ()
    if isinstance(fact, PlayerJoined):
        return (replace(guest, name=fact.name),)
    return (guest,) if isinstance(fact, PlaceTakenOver) else ()

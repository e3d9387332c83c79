"""The frames that viewers are sent; those who see the same share one encoded frame."""

from collections.abc import Iterable, Sequence
from itertools import islice

from bottleimp.protocol.messages import Welcome, encode
from bottleimp.server.tables.presence import Subscriber
from bottleimp.server.tables.replay import LogEntry, ViewKey
from bottleimp.server.views.projection import event_frame

CACHED_FRAMES = 2  # of the last events, as they were sent


def view_key(entry: LogEntry, subscriber: Subscriber) -> ViewKey:
    """Whose view the subscriber sees after the event."""
    return entry.state.seating.player_of(subscriber.guest), subscriber.language.code


def welcome_frame(entry: LogEntry, subscriber: Subscriber, log: str) -> bytes:
    """The whole view after the event, in the log of this name."""
    view = entry.view(view_key(entry, subscriber))
    is_removed = subscriber.guest in entry.state.seating.removed_guests
    return encode(Welcome(entry.event.seq, view, log, is_removed))


def subscriber_frame(before: LogEntry, entry: LogEntry, subscriber: Subscriber, log: str) -> bytes:
    """What the subscriber is sent of the event, which follows another."""
    key = view_key(entry, subscriber)
    if key != view_key(before, subscriber):  # sat down, or gave the place up
        return welcome_frame(entry, subscriber, log)
    frame = entry.encoded_frames.get(key)
    if frame is None:
        event, was = entry.event, before.view(key)
        now = entry.view(key, before)
        known = entry.build_public_event()
        frame = encode(event_frame(event.seq, event.fact, was, now, entry.state, known))
        entry.encoded_frames[key] = frame
    return frame


def send_events(
    entries: Sequence[LogEntry], after_seq: int | None, subscribers: Iterable[Subscriber], log: str
) -> None:
    """Sends everybody what is theirs to see of the events after this one, in order.

    After none, or where more has happened than is kept, it is the whole view.
    """
    first = entries[0].event.seq
    if after_seq is None or after_seq < first:
        for subscriber in tuple(subscribers):
            subscriber.send(welcome_frame(entries[-1], subscriber, log))
        return
    for index in range(after_seq + 1 - first, len(entries)):
        before, entry = entries[index - 1], entries[index]
        for subscriber in tuple(subscribers):
            subscriber.send(subscriber_frame(before, entry, subscriber, log))


def drop_old_views(entries: Sequence[LogEntry], first_seq: int) -> None:
    """Drops what was cached for this event and later ones and is hardly needed any more.

    Only the last keeps its views, without the projections, and only the last two their frames.
    """
    # The next event is compared with the last view alone; older ones only take room.
    # Few clients miss more than some frames, and those can be made again.
    for entry in islice(reversed(entries), CACHED_FRAMES, None):
        if entry.event.seq < first_seq - CACHED_FRAMES:
            break
        entry.encoded_frames.clear()
    entries[-1].projections.clear()
    for entry in islice(reversed(entries), 1, None):
        if entry.event.seq < first_seq:
            return
        entry.clear_views()

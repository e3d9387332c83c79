"""Telling everybody at a table that nothing can be saved, so that the table waits."""

from bottleimp.protocol.messages import CommandRefused, encode
from bottleimp.protocol.refusals import RefusalCode
from bottleimp.server.tables.presence import Subscriber


class OutageNotifier:
    """Tells each subscriber of an outage once."""

    def __init__(self) -> None:
        self._told: set[Subscriber] = set()

    def tell(self, subscribers: set[Subscriber]) -> None:
        """Tells those who do not know yet that nothing can be saved."""
        for subscriber in subscribers - self._told:
            subscriber.send(outage_frame(subscriber))
        self._told = set(subscribers)

    def end(self) -> None:
        """Something was saved; of the next outage everybody is told again."""
        self._told.clear()


def outage_frame(subscriber: Subscriber) -> bytes:
    """That nothing can be saved for now, in the subscriber's language; it answers no command."""
    text = subscriber.language.gettext("The table waits until the server can save again.")
    return encode(CommandRefused(None, RefusalCode.UNAVAILABLE.value, text))

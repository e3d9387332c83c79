"""A program that plays through the HTTP twin."""

import http.client
from collections.abc import Iterator
from contextlib import contextmanager

from bottleimp.client.view_tracker import ViewTracker
from bottleimp.protocol.http_bodies import EventPage, GuestToken, TableUrls
from bottleimp.protocol.messages import (
    AnyCommand,
    CommandAccepted,
    CommitChoices,
    PlayCard,
    ServerFrame,
    encode,
)
from bottleimp.server.settings.config import LOOPBACK
from tests.support.frames import TrackedView, build_command, first_choices, read_frame
from tests.support.live_server import Answer, Live
from tests.support.patience import PATIENCE


def ask(live: Live, method: str, path: str, body: object = None, **headers: str) -> Answer:
    """The answer to a request; headers are sent with dashes for underscores.

    A body that is no text is sent as JSON.
    """
    sent = {name.replace("_", "-"): value for name, value in headers.items()}
    content = body if isinstance(body, str | bytes | None) else encode(body)
    if body is not None:
        sent.setdefault("Content-Type", "application/json")
    connection = http.client.HTTPConnection(LOOPBACK, live.port, timeout=PATIENCE)
    try:
        connection.request(method, path, content, sent)
        response = connection.getresponse()
        return Answer(response.status, dict(response.getheaders()), response.read().decode())
    finally:
        connection.close()


class Program(TrackedView):
    """A guest with a token, and the view it has of a table.

    It is no `PollingTableClient`: its tests look at the status and the headers of every answer.
    """

    def __init__(self, live: Live) -> None:
        super().__init__()
        self.live = live
        made = ask(live, "POST", "/api/guests").read(GuestToken)
        self.token = {"Authorization": f"Bearer {made.token}"}
        self.table = ""
        self.commands = 0

    def make(self, edition: str, **order: object) -> TableUrls:
        """A new table, of which the program knows nothing yet."""
        body = {"edition": edition, "pace": 0, "level": "rules_of_thumb", **order}
        answer = ask(self.live, "POST", "/api/tables", body, **self.token)
        assert answer.status == 201, answer
        made = answer.read(TableUrls)
        self.go_to(made.table)
        return made

    def go_to(self, table: str) -> None:
        """Turns to a table, of which the program knows nothing yet."""
        self.table, self.tracker = table, ViewTracker()

    def fetch(self, wait: int = 0) -> int:
        """Takes the next page; its status."""
        after = f"&after={self.seq}" if self.seq else ""
        path = f"/api/tables/{self.table}/events?wait={wait}{after}"
        answer = ask(self.live, "GET", path, **self.token)
        page = answer.read(EventPage)
        for frame in page.frames:
            self.apply(frame)
        assert self.seq == page.seq
        return answer.status

    def post(self, kind: type[AnyCommand], **fields: object) -> Answer:
        """Posts a command; `id` is made up unless it is given."""
        self.commands += 1
        name = f"{kind.__name__}-{self.seq}-{self.commands}"
        command = build_command(kind, **{"id": name, **fields})
        return ask(self.live, "POST", f"/api/tables/{self.table}/commands", command, **self.token)

    def do(self, kind: type[AnyCommand], **fields: object) -> CommandAccepted:
        """Posts a command, which must be accepted."""
        answer = self.post(kind, **fields)
        assert answer.status == 200, answer
        return answer.read(CommandAccepted)

    def act(self) -> None:
        """Does the first thing that is legal."""
        shown = self.current_round
        if shown.phase == "play":
            self.do(PlayCard, round=shown.number, step=shown.step, card=shown.legal[0])
        else:
            actions = first_choices(shown)
            self.do(CommitChoices, round=shown.number, stage=shown.stage, actions=actions)

    def play_round(self) -> None:
        """Plays the round that is dealt, or is to be dealt next, until its score is known."""
        finished = len(self.view.match.sheet) if self.seq else 0
        while not self.seq or len(self.view.match.sheet) == finished:
            if self.seq and self.view.round is not None and self.current_round.legal:
                self.act()
            self.fetch(wait=10)

    @property
    def guest_token(self) -> str:
        """What a browser shows as the cookie `bottle_guest`."""
        return self.token["Authorization"].removeprefix("Bearer ")


@contextmanager
def stream(
    live: Live, table: str, **headers: str
) -> Iterator[Iterator[tuple[str | None, ServerFrame]]]:
    """The frames of a stream of events, each with its id."""
    connection = http.client.HTTPConnection(LOOPBACK, live.port, timeout=PATIENCE)
    sent = {name.replace("_", "-"): value for name, value in headers.items()}
    connection.request(
        "GET", f"/api/tables/{table}/events", None, {"Accept": "text/event-stream", **sent}
    )
    response = connection.getresponse()
    assert response.status == 200
    assert response.getheader("content-type", "").startswith("text/event-stream")

    def frames() -> Iterator[tuple[str | None, ServerFrame]]:
        name = None
        while line := response.readline().decode().rstrip("\n"):
            field, _, value = line.partition(": ")
            if field == "id":
                name = value
            elif field == "data":
                yield name, read_frame(value)
                name = None
                response.readline()
            else:
                response.readline()

    try:
        yield frames()
    finally:
        connection.close()

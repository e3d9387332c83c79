"""A program that plays through the HTTP twin."""

import http.client
import json
from collections.abc import Iterator
from contextlib import contextmanager

from bottleimp.server.settings.config import LOOPBACK
from tests.support.live_server import Answer, Json, Live, with_changes
from tests.support.patience import PATIENCE


def ask(
    live: Live, method: str, path: str, body: object = None, **headers: str
) -> tuple[int, Json, dict[str, str]]:
    """Status, JSON and headers of an answer; headers are sent with dashes for underscores."""
    sent = {name.replace("_", "-"): value for name, value in headers.items()}
    content = body if isinstance(body, str | bytes | None) else json.dumps(body)
    if body is not None:
        sent.setdefault("Content-Type", "application/json")
    connection = http.client.HTTPConnection(LOOPBACK, live.port, timeout=PATIENCE)
    try:
        connection.request(method, path, content, sent)
        response = connection.getresponse()
        answer = Answer(response.status, dict(response.getheaders()), response.read().decode())
    finally:
        connection.close()
    return answer.status, json.loads(answer.text), answer.headers


class Program:
    """A guest with a token, and the view it has of a table."""

    def __init__(self, live: Live) -> None:
        self.live = live
        _, made, _ = ask(live, "POST", "/api/guests")
        self.token = {"Authorization": f"Bearer {made['token']}"}
        self.table = ""
        self.seq = 0
        self.view: Json = {}
        self.frames: list[Json] = []

    def make(self, edition: str, **order: object) -> Json:
        """A new table."""
        body = {"edition": edition, "pace": 0, "level": "rules_of_thumb", **order}
        status, made, _ = ask(self.live, "POST", "/api/tables", body, **self.token)
        assert status == 201, made
        self.table = made["table"]
        return made

    def fetch(self, wait: int = 0) -> int:
        """Takes the next page; its status."""
        after = f"&after={self.seq}" if self.seq else ""
        path = f"/api/tables/{self.table}/events?wait={wait}{after}"
        status, page, _ = ask(self.live, "GET", path, **self.token)
        for frame in page["frames"]:
            self.take(frame)
        assert self.seq == page["seq"]
        return status

    def take(self, frame: Json) -> None:
        """Applies a frame to the view."""
        self.frames.append(frame)
        if frame["t"] == "welcome":
            self.view, self.seq = frame["view"], frame["seq"]
        elif frame["t"] == "ev":
            assert frame["seq"] == self.seq + 1
            self.view, self.seq = with_changes(self.view, frame["set"]), frame["seq"]

    def do(self, kind: str, **fields: object) -> tuple[int, Json]:
        """Posts a command; status and answer."""
        name = fields.pop("id", f"{kind}-{self.seq}")
        command = {"t": "do", "id": name, "k": kind, **fields}
        path = f"/api/tables/{self.table}/commands"
        status, answer, _ = ask(self.live, "POST", path, command, **self.token)
        return status, answer

    def act(self) -> None:
        """Does the first thing that is legal."""
        shown = self.view["round"]
        if shown["phase"] == "play":
            card = shown["legal"][0]
            status, answer = self.do("play", round=shown["number"], step=shown["step"], card=card)
        else:
            actions = shown["legal"][: len(shown["asks"])]
            status, answer = self.do(
                "commit", round=shown["number"], stage=shown["stage"], actions=actions
            )
        assert (status, answer["t"]) == (200, "ok"), answer


@contextmanager
def stream(live: Live, table: str, **headers: str) -> Iterator[Iterator[tuple[str | None, Json]]]:
    """The frames of a stream of events, each with its id."""
    connection = http.client.HTTPConnection(LOOPBACK, live.port, timeout=PATIENCE)
    sent = {name.replace("_", "-"): value for name, value in headers.items()}
    connection.request(
        "GET", f"/api/tables/{table}/events", None, {"Accept": "text/event-stream", **sent}
    )
    response = connection.getresponse()
    assert response.status == 200
    assert response.getheader("content-type", "").startswith("text/event-stream")

    def frames() -> Iterator[tuple[str | None, Json]]:
        name = None
        while line := response.readline().decode().rstrip("\n"):
            yield from ()
            field, _, value = line.partition(": ")
            if field == "id":
                name = value
            elif field == "data":
                yield name, json.loads(value)
                name = None
                response.readline()
            else:
                response.readline()

    try:
        yield frames()
    finally:
        connection.close()

"""A computer player for Bottle Imp over plain HTTP: nothing but the standard library.

It makes a table with computer players, or joins yours, and plays until the match is over:

    python examples/http_player.py http://127.0.0.1:8019
    python examples/http_player.py http://127.0.0.1:8019 --join QWERT

It asks for events and waits up to 30 seconds for each answer; see docs/reference/protocol.md.
"""

import argparse
import json
import time
import urllib.error
import urllib.request
from typing import Any

# Frames and views are JSON; the protocol says what they hold.
Json = dict[str, Any]

WAIT = 30  # seconds
CONFLICT = 409


class Server:
    """The server, and who we are there."""

    def __init__(self, address: str) -> None:
        self.address = address.rstrip("/")
        self.headers = {"Content-Type": "application/json"}
        self.headers["Authorization"] = f"Bearer {self.ask('/api/guests', {})['token']}"

    def ask(self, path: str, body: Json | None = None) -> Json:
        """The answer to a GET, or to a POST where there is a body; a refusal is an answer too."""
        content = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.address + path, content, self.headers)
        try:
            with urllib.request.urlopen(request, timeout=2 * WAIT) as response:
                answer: Json = json.load(response)
        except urllib.error.HTTPError as refusal:
            answer = json.load(refusal)
        if answer.get("t") == "no" and body is None:
            raise SystemExit(answer["text"])
        return answer

    def surely(self, path: str, body: Json | None = None) -> Json:
        """As `ask`, tried again until the line holds; a command's id makes that safe."""
        while True:
            try:
                return self.ask(path, body)
            except (OSError, ValueError) as problem:
                print(f"no answer ({problem}); trying again")
                time.sleep(1)


def wish(view: Json, name: str, ready_after: int) -> Json | None:
    """The command for this view, if there is anything to do: the lowest cards first.

    `ready_after` is the round after which the next one was asked for already.
    """
    if view["you"] is None:
        return {"k": "join", "name": name}
    shown = view["round"]
    if shown is None:
        return None
    here = {"round": shown["number"]}
    if shown["phase"] == "over":
        has_to_ask = shown["result"] and ready_after < shown["number"]
        return {"k": "next", **here} if has_to_ask else None
    if not shown["legal"]:
        return None
    order = [face["c"] for face in view["table"]["deck"]]
    if shown["phase"] == "play":
        price = float(shown["prices"][shown["for_sale"]])
        # Those above the price, which never buy the bottle, are kept for when they are needed.
        card = min(shown["legal"], key=lambda c: (float(c) > price, order.index(c)))
        return {"k": "play", **here, "step": shown["step"], "card": card}
    if shown["committed"] is not None:
        return None
    choices = shown["legal"]
    if shown["phase"] == "exchange":
        choices = sorted(choices, key=order.index)
    return {
        "k": "commit",
        **here,
        "stage": shown["stage"],
        "actions": choices[: len(shown["asks"])],
    }


def play(server: Server, table: str, name: str, rounds: int | None) -> Json:
    """Plays until the match is over, or so many rounds; the view at the end."""
    path, seq, view = f"/api/tables/{table}", None, {}
    commands, ready_after = 0, 0
    while True:
        after = "" if seq is None else f"&after={seq}"
        page = server.surely(f"{path}/events?wait={WAIT}{after}")
        for frame in page["frames"]:
            if frame["t"] == "welcome":
                view = frame["view"]
            for change, value in frame.get("set", {}).items():
                part, _, field = change.partition(".")
                if field:
                    view[part][field] = value
                else:
                    view[part] = value
        seq = page["seq"]
        match = view["match"]
        if match["over"] or view["table"]["status"] == "closed" or len(match["sheet"]) == rounds:
            return view
        command = wish(view, name, ready_after)
        if command is not None:
            commands += 1
            ready_after = command["round"] if command["k"] == "next" else ready_after
            identity = f"{time.time_ns()}-{commands}"
            answer = server.surely(f"{path}/commands", {"t": "do", "id": identity, **command})
            if answer["t"] == "no" and command["k"] == "join":
                raise SystemExit(f"{answer['code']}: {answer['text']}")
            if answer["t"] == "no":
                print(f"refused: {answer['code']}: {answer['text']}")


def table_of(server: Server, invitation: str) -> str:
    """The id of the table to which a link or a five-letter code leads."""
    last = invitation.rstrip("/").rpartition("/")[2]
    if "/tables/" in invitation or "/t/" in invitation:
        return last
    return str(server.ask(f"/api/codes/{last}")["table"])


def main() -> None:
    """Reads the command line and plays."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("server", help="such as http://127.0.0.1:8019")
    parser.add_argument("--join", metavar="CODE|LINK", help="a table to join instead of a new one")
    parser.add_argument("--edition", default="classic/4", help="for a new table")
    parser.add_argument("--pace", type=int, default=800, help="milliseconds, for a new table")
    parser.add_argument("--name", default="Post")
    parser.add_argument("--rounds", type=int, help="how many to play; all of the match if left out")
    args = parser.parse_args()

    server = Server(args.server)
    if args.join:
        table = table_of(server, args.join)
    else:
        order = {"edition": args.edition, "name": args.name, "pace": args.pace}
        made = server.ask("/api/tables", order)
        if "table" not in made:
            raise SystemExit(made["text"])
        table = made["table"]
    print(f"playing at {server.address}/tables/{table}")
    view = play(server, table, args.name, args.rounds)
    for player, points in zip(view["players"], view["match"]["totals"], strict=False):
        print(f"{player['name']}: {points}")


if __name__ == "__main__":
    main()

"""A computer player for Bottle Imp in plain Python: the standard library and `websockets`.

It makes a table with computer players, or joins yours, and plays until the match is over:

    python examples/socket_player.py http://127.0.0.1:8019
    python examples/socket_player.py http://127.0.0.1:8019 --join QWERT

The protocol is described in docs/reference/protocol.md; nothing of the game is imported here.
"""

import argparse
import json
import time
import urllib.error
import urllib.request
from typing import Any

from websockets import Subprotocol
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

# Frames and views are JSON; the protocol says what they hold.
Json = dict[str, Any]


def post(address: str, body: Json, token: str = "") -> Json:
    """What the server answers to a POST."""
    headers = {"Content-Type": "application/json"}
    if token:
        headers["Authorization"] = f"Bearer {token}"
    request = urllib.request.Request(address, json.dumps(body).encode(), headers)
    try:
        with urllib.request.urlopen(request) as response:
            answer: Json = json.load(response)
    except urllib.error.HTTPError as refusal:
        raise SystemExit(json.load(refusal)["text"]) from None
    return answer


def table_of(server: str, invitation: str) -> str:
    """The id of the table to which a link or a five-letter code leads."""
    last = invitation.rstrip("/").rpartition("/")[2]
    if "/tables/" in invitation or "/t/" in invitation:
        return last
    with urllib.request.urlopen(f"{server}/api/codes/{last}") as response:
        return str(json.load(response)["table"])


class Player:
    """A seat at a table: keeps the view, and does what it is asked for."""

    def __init__(self, address: str, token: str, name: str, rounds: int | None) -> None:
        self.address = address
        self.token = token
        self.name = name
        self.rounds = rounds  # to be played; None is the whole match
        self.seq: int | None = None  # of the last event
        self.view: Json = {}
        self.unanswered: Json | None = None
        self.commands = 0
        self.acted_at: int | None = None  # the event after which we last asked for something
        self.ready_after = 0  # the round after which we asked for the next one

    def play(self) -> Json:
        """Plays, connecting again whenever the line is lost; the view at the end."""
        while not self.is_done:
            try:
                self.talk()
            except (ConnectionClosed, OSError) as problem:
                print(f"lost the line ({problem}); trying again")
                time.sleep(1)
        return self.view

    def talk(self) -> None:
        """Says hello, takes frames and answers them, as long as the line holds."""
        with connect(
            self.address,
            subprotocols=[Subprotocol("bottle.v1")],
            additional_headers={"Authorization": f"Bearer {self.token}"},
        ) as socket:
            socket.send(json.dumps({"t": "hello", "after": self.seq}))
            if self.unanswered is not None:  # whether it was done is not known: the id tells
                socket.send(json.dumps(self.unanswered))
            while not self.is_done:
                self.take(json.loads(socket.recv()))
                wish = self.wish()
                if wish is not None:
                    self.commands += 1
                    name = f"{time.time_ns()}-{self.commands}"
                    self.unanswered = {"t": "do", "id": name, **wish}
                    self.acted_at = self.seq
                    if wish["k"] == "next":
                        self.ready_after = wish["round"]
                    socket.send(json.dumps(self.unanswered))

    def take(self, frame: Json) -> None:
        """Keeps the view as the server tells it."""
        match frame["t"]:
            case "welcome":
                self.seq, self.view = frame["seq"], frame["view"]
            case "ev" if self.seq is None or frame["seq"] == self.seq + 1:
                self.seq = frame["seq"]
                for path, value in frame["set"].items():
                    part, _, field = path.partition(".")
                    if field:
                        self.view[part][field] = value
                    else:
                        self.view[part] = value
            case "ok":
                self.unanswered = None
            case "no":
                self.unanswered = None
                if self.view.get("you") is None:
                    raise SystemExit(f"{frame['code']}: {frame['text']}")
                print(f"refused: {frame['code']}: {frame['text']}")

    @property
    def is_done(self) -> bool:
        """Whether as many rounds as wanted are over, or the match, or the table is closed."""
        if not self.view:
            return False
        match = self.view["match"]
        is_over = match["over"] or self.view["table"]["status"] == "closed"
        return is_over or len(match["sheet"]) == self.rounds

    # --- what to do ---------------------------------------------------------------------

    def wish(self) -> Json | None:
        """The command to send now, if there is one: one at a time, and one after each event."""
        if self.unanswered is not None or not self.view or self.is_done:
            return None
        if self.seq == self.acted_at:
            return None
        if self.view["you"] is None:
            return {"k": "join", "name": self.name}
        shown = self.view["round"]
        if shown is None:
            return None
        if shown["phase"] == "over":
            has_to_ask = shown["result"] and self.ready_after < shown["number"]
            return {"k": "next", "round": shown["number"]} if has_to_ask else None
        if not shown["legal"]:
            return None
        if shown["phase"] == "play":
            card = self.card(shown)
            return {"k": "play", "round": shown["number"], "step": shown["step"], "card": card}
        if shown["committed"] is not None:
            return None
        choices = {"round": shown["number"], "stage": shown["stage"]}
        return {"k": "commit", **choices, "actions": self.choices(shown)}

    def choices(self, shown: Json) -> list[str]:
        """What to pass, in the order of `asks`: the lowest cards, the lowest of all to the Imp.

        Low cards buy the bottle, and the lowest cannot be got rid of.  Where a hand is to be laid
        open, either will do.
        """
        if shown["phase"] == "choice":
            return [shown["legal"][0]]
        asks = shown["asks"]
        lowest = iter(sorted(shown["legal"], key=self.place))
        for_imp = [next(lowest) for ask in asks if ask["to"] == "imp"]
        return [for_imp.pop() if ask["to"] == "imp" else next(lowest) for ask in asks]

    def card(self, shown: Json) -> str:
        """Takes tricks above the price where that is cheap; else loses the lowest card it can."""
        price = self.place(shown["prices"][shown["for_sale"]])
        legal: list[str] = sorted(shown["legal"], key=self.place)
        trick = shown["trick"]
        best = None if trick["winning_card"] is None else self.place(trick["winning_card"])
        losing = [card for card in legal if best is not None and not self.beats(card, best, price)]
        if losing:
            # The highest low card that somebody else has to take, else the worst of the others.
            low = [card for card in losing if self.place(card) < price]
            return low[-1] if low else losing[0]
        high = [card for card in legal if self.place(card) > price]
        return high[-1] if high else legal[-1]

    def beats(self, card: str, best: int, price: int) -> bool:
        """Whether the card would win over the best one: under the price first, then the higher."""
        place = self.place(card)
        if (place < price) != (best < price):
            return place < price
        return place > best

    def place(self, card: str) -> int:
        """The card's place in the deck, from the lowest."""
        deck = self.view["table"]["deck"]
        return next((n for n, face in enumerate(deck) if face["c"] == card), self.start(card))

    def start(self, card: str) -> int:
        """The place of the first price, whose card is not in every deck."""
        deck = self.view["table"]["deck"]
        return sum(float(face["c"]) < float(card) for face in deck)


def main() -> None:
    """Reads the command line and plays."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("server", help="such as http://127.0.0.1:8019")
    parser.add_argument("--join", metavar="CODE|LINK", help="a table to join instead of a new one")
    parser.add_argument("--edition", default="classic/4", help="for a new table")
    parser.add_argument("--pace", type=int, default=800, help="milliseconds, for a new table")
    parser.add_argument("--name", default="Socket")
    parser.add_argument("--rounds", type=int, help="how many to play; all of the match if left out")
    args = parser.parse_args()

    server = args.server.rstrip("/")
    token = post(f"{server}/api/guests", {})["token"]
    if args.join:
        table = table_of(server, args.join)
    else:
        order = {"edition": args.edition, "name": args.name, "pace": args.pace}
        table = post(f"{server}/api/tables", order, token)["table"]
    address = f"ws{server.removeprefix('http')}/tables/{table}/socket"
    print(f"playing at {server}/tables/{table}")
    view = Player(address, token, args.name, args.rounds).play()
    for player, points in zip(view["players"], view["match"]["totals"], strict=False):
        print(f"{player['name']}: {points}")


if __name__ == "__main__":
    main()

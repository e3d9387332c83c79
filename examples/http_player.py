"""A computer player for Bottle Imp over plain HTTP, with `bottleimp.client`.

It makes a table with computer players, or joins yours, and plays until the match is over:

    python examples/http_player.py http://127.0.0.1:8019
    python examples/http_player.py http://127.0.0.1:8019 --join QWRTZ

It asks for events and waits up to 30 seconds for each answer; see docs/reference/protocol.md.
"""

import argparse
import time

from bottleimp.client import (
    Invitation,
    NewTableRequest,
    PollingTableClient,
    Refused,
    RequestFailed,
    RoundView,
    ServerApi,
    View,
)
from bottleimp.errors import BottleImpError

WAIT = 30  # seconds
PAUSE = 1.0  # seconds before asking again where there was no answer


def play(client: PollingTableClient, name: str, rounds: int | None) -> View:
    """Plays until the match is over, or so many rounds; the view at the end."""
    ready_after = 0  # the round after which the next one was asked for
    while True:
        try:
            view = client.fetch_events(WAIT)
            if is_over(view, rounds):
                return view
            if view.you is None:
                client.join(name)
            elif view.round is not None and view.round.result is not None:
                if ready_after < view.round.number:
                    client.request_next_round()
                    ready_after = view.round.number
            elif view.round is not None and view.round.legal and view.round.committed is None:
                client.act(choose(view, view.round))
        except RequestFailed as problem:
            print(f"no answer ({problem}); trying again")
            time.sleep(PAUSE)
        except Refused as refusal:
            if client.view is None or client.view.you is None:
                raise
            print(f"refused: {refusal.code.value}: {refusal}")


def is_over(view: View, rounds: int | None) -> bool:
    """Whether as many rounds as wanted are over, or the match, or the table is closed."""
    is_closed = view.match.over or view.table.status == "closed"
    return is_closed or len(view.match.sheet) == rounds


def choose(view: View, shown: RoundView) -> list[str]:
    """The lowest cards first; those above the price, which never buy, are kept for later."""
    order = [face.c for face in view.table.deck]
    if shown.phase == "play":
        price = float(shown.prices[shown.for_sale])
        return [min(shown.legal, key=lambda card: (float(card) > price, order.index(card)))]
    if shown.phase == "choice":
        return shown.legal[:1]
    return sorted(shown.legal, key=order.index)[: len(shown.asks)]


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

    try:
        api = ServerApi(args.server).as_new_guest()
        if args.join:
            table = Invitation.parse(args.join, api.address).resolve_table(api.token)
        else:
            wanted = NewTableRequest(edition=args.edition, name=args.name, pace=args.pace)
            table = api.create_table(wanted).table
        print(f"playing at {api.address}/tables/{table}")
        view = play(PollingTableClient(api, table), args.name, args.rounds)
    except BottleImpError as problem:
        raise SystemExit(str(problem)) from None
    for player, points in zip(view.players, view.match.totals, strict=False):
        print(f"{player.name}: {points}")


if __name__ == "__main__":
    main()

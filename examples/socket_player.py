"""A computer player for Bottle Imp that plays over a WebSocket, with `bottleimp.client`.

It makes a table with computer players, or joins yours, and plays until the match is over:

    python examples/socket_player.py http://127.0.0.1:8019
    python examples/socket_player.py http://127.0.0.1:8019 --join QWRTZ

It knows no rules: which cards are legal stands in the view.  Clients in other languages follow
docs/reference/protocol.md.
"""

import argparse

from bottleimp.client import (
    BlockingTableClient,
    Invitation,
    NewTableRequest,
    Refused,
    RequestFailed,
    RoundView,
    ServerApi,
    View,
)
from bottleimp.errors import BottleImpError


def play(client: BlockingTableClient, name: str, rounds: int | None) -> View:
    """Plays until the match is over, or so many rounds; the view at the end."""
    ready_after = 0  # the round after which the next one was asked for
    acted_at: int | None = None  # the event after which we last did something

    def is_to_act(view: View) -> bool:
        return is_over(view, rounds) or (client.seq != acted_at and wants_to_act(view, ready_after))

    while True:
        view = client.wait_for(is_to_act)
        if is_over(view, rounds):
            return view
        acted_at = client.seq
        try:
            if view.you is None:
                client.join(name)
            elif view.round is not None and view.round.result is not None:
                client.request_next_round()
                ready_after = view.round.number
            elif view.round is not None:
                client.act(choose(view, view.round))
        except Refused as refusal:
            if view.you is None:
                raise
            print(f"refused: {refusal.code.value}: {refusal}")
        except RequestFailed as problem:
            print(f"no answer ({problem}); trying again")
            acted_at = None


def is_over(view: View, rounds: int | None) -> bool:
    """Whether as many rounds as wanted are over, or the match, or the table is closed."""
    is_closed = view.match.over or view.table.status == "closed"
    return is_closed or len(view.match.sheet) == rounds


def wants_to_act(view: View, ready_after: int) -> bool:
    """Whether there is anything for us to do."""
    if view.you is None:
        return True
    if view.round is None:
        return False
    if view.round.phase == "over":
        return view.round.result is not None and ready_after < view.round.number
    return bool(view.round.legal) and view.round.committed is None


# --- what to play -----------------------------------------------------------------------


def choose(view: View, shown: RoundView) -> list[str]:
    """The card to play, or everything that is asked for before play."""
    if shown.phase == "play":
        return [choose_card(view, shown)]
    if shown.phase == "choice":  # which hand is to be laid open: either will do
        return [shown.legal[0]]
    return choose_passes(view, shown)


def choose_passes(view: View, shown: RoundView) -> list[str]:
    """What to pass, in the order of `asks`: the lowest cards, the lowest of all to the Imp.

    Low cards buy the bottle, and the lowest cannot be got rid of.
    """
    lowest = iter(sorted(shown.legal, key=lambda card: place(view, card)))
    for_imp = [next(lowest) for ask in shown.asks if ask.to == "imp"]
    return [for_imp.pop() if ask.to == "imp" else next(lowest) for ask in shown.asks]


def choose_card(view: View, shown: RoundView) -> str:
    """Takes tricks above the price where that is cheap; else loses the lowest card it can."""
    price = place(view, shown.prices[shown.for_sale])
    legal = sorted(shown.legal, key=lambda card: place(view, card))
    winning = None if shown.trick is None else shown.trick.winning_card
    if winning is not None:
        best = place(view, winning)
        losing = [card for card in legal if not beats(place(view, card), best, price)]
        if losing:
            # The highest low card that somebody else has to take, else the worst of the others.
            low = [card for card in losing if place(view, card) < price]
            return low[-1] if low else losing[0]
    high = [card for card in legal if place(view, card) > price]
    return high[-1] if high else legal[-1]


def beats(card: int, best: int, price: int) -> bool:
    """Whether the card would win over the best one: under the price first, then the higher."""
    if (card < price) != (best < price):
        return card < price
    return card > best


def place(view: View, card: str) -> int:
    """How many cards of the deck are lower; the first price need not be a card of the deck."""
    return sum(float(face.c) < float(card) for face in view.table.deck)


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

    try:
        api = ServerApi(args.server).as_new_guest()
        if args.join:
            table = Invitation.parse(args.join, api.address).resolve_table(api.token)
        else:
            wanted = NewTableRequest(edition=args.edition, name=args.name, pace=args.pace)
            table = api.create_table(wanted).table
        print(f"playing at {api.address}/tables/{table}")
        with BlockingTableClient(api.address, table, api.token) as client:
            view = play(client, args.name, args.rounds)
    except BottleImpError as problem:
        raise SystemExit(str(problem)) from None
    for player, points in zip(view.players, view.match.totals, strict=False):
        print(f"{player.name}: {points}")


if __name__ == "__main__":
    main()

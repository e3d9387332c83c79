"""Logs of tables played on the present version, kept so that every later version folds them.

`python -m tests.support.golden.event_logs` plays them and writes `logs/v<version>-<name>.json`.
A file that is there is never written again: what one version wrote stays as it was.
"""

import json
import tempfile
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

from bottleimp.protocol.messages import (
    ChangeSettings,
    ClaimRest,
    JoinTable,
    LeaveTable,
    OpenPlace,
    RemovePlayer,
    ReportMessage,
    RequestNextRound,
    RequestRematch,
    SeatComputerPlayer,
    SendChatMessage,
    SetPace,
    StartMatch,
    SwapPlaces,
    TransferHost,
    UndoAction,
)
from bottleimp.server.state.events import LOG_VERSION, LogEvent, read_fact, write_fact
from bottleimp.server.state.storage_interface import StoredGame
from bottleimp.server.storage.event_store import EventStore
from bottleimp.server.storage.sqlite import open_database
from bottleimp.server.tables.replay import replay_log
from tests.support.frames import is_scored, shown_round
from tests.support.json_values import Json
from tests.support.live_server import Client, Live, running

LOGS = Path(__file__).parents[2] / "server" / "storage" / "logs"
Played = tuple[Live, str]


def written(game: StoredGame) -> Json:
    """All that is stored of a game, and how its match stands, as JSON."""
    state = replay_log(game).entries[-1].state
    return {
        "id": game.id,
        "edition": game.edition,
        "seeds": [seed.hex() for seed in game.seeds],
        "holders": {str(player): guest for player, guest in game.holders.items()},
        "events": [
            {
                "at": event.at,
                "actor": event.actor,
                "command": event.command,
                "v": LOG_VERSION,
                "body": json.loads(write_fact(event.fact)),
            }
            for event in game.events
        ],
        "scores": [list(result.scores) for result in state.match.results],
        "totals": list(state.match.totals),
        "winners": list(state.match.winners),
        "people": [[who.name, who.kind] for who in state.participants],
    }


def read(log: Json) -> StoredGame:
    """The game that was written so."""
    return StoredGame(
        log["id"],
        log["edition"],
        tuple(
            LogEvent(
                seq,
                event["at"],
                event["actor"],
                event["command"],
                read_fact(event["v"], json.dumps(event["body"])),
            )
            for seq, event in enumerate(log["events"], start=1)
        ),
        tuple(bytes.fromhex(seed) for seed in log["seeds"]),
        {int(player): guest for player, guest in log["holders"].items()},
    )


def whole_match(live: Live, edition: str) -> str:
    """A match of one person with computer players, and a rematch; the first table."""
    table, cookie = live.new_table(edition, length="cycles=1", name="Ann")
    with live.client(table, cookie) as client:
        client.play_round()
        while not client.view.match.over:
            client.do(RequestNextRound, round=client.current_round.number)
            client.play_until(lambda view: shown_round(view).result is not None or view.match.over)
        client.do(SetPace, ms=100)
        client.do(RequestRematch)
    return table


def left_in_play(live: Live, edition: str) -> str:
    """A table that was left in the middle of a round."""
    table, cookie = live.new_table(edition, first_dealer="1")
    with live.client(table, cookie) as client:
        client.play_until(lambda view: shown_round(view).step > len(view.players))
        client.do(LeaveTable)
    return table


def company(live: Live, edition: str) -> str:
    """A match in which people join, are sent away, hand on and leave."""
    table, cookie = live.new_table(edition, name="Ann", player_1="open", player_2="open")
    others = [live.new_cookie() for _ in range(2)]
    with ExitStack() as stack:
        ann, bob, cyd = [
            stack.enter_context(live.client(table, each)) for each in (cookie, *others)
        ]
        ann.do(SeatComputerPlayer, player=2, level="rules_of_thumb")
        ann.do(OpenPlace, player=2)
        cyd.do(JoinTable, name="Cyd", player=2)
        ann.do(RemovePlayer, player=2)
        bob.do(JoinTable, name="Bob")
        ann.do(StartMatch)
        play_together(ann, bob)
        for client in (ann, bob):
            client.do(RequestNextRound, round=1)
        play_together(ann, bob)
        ann.do(TransferHost, player=1)
        ann.do(LeaveTable)
        bob.do(RequestNextRound, round=2)
        bob.play_round()
    return table


def moving(live: Live, edition: str) -> str:
    """A round of partners who changed places before it."""
    table, cookie = live.new_table(edition, name="Ann", player_1="open", player_2="open")
    with live.client(table, cookie) as ann, live.client(table, live.new_cookie()) as bob:
        bob.do(JoinTable, name="Bob")
        bob.do(SendChatMessage, phrase="good-luck")
        bob.do(SwapPlaces, player=1, other=2)
        ann.do(SwapPlaces, player=0, other=2)
        ann.do(StartMatch)
        play_together(ann, bob)
    return table


def timed(live: Live, edition: str) -> str:
    """A round with a clock, which one of two lets run out, and what they say about it."""
    table, cookie = live.new_table(
        edition, name="Ann", player_1="open", clock="move=5", talk="free", partners_talk="yes"
    )
    with (
        live.client(table, cookie) as ann,
        live.client(table, live.new_cookie()) as bob,
    ):
        bob.do(JoinTable, name="Bob")
        ann.do(SendChatMessage, phrase="good-luck")
        ann.play_until(lambda view: bool(view.times[1] and view.times[1].is_up))
        bob.do(SendChatMessage, text="Oh, I was far away")
        ann.do(ReportMessage, message=2)
        play_together(ann, bob)
    return table


def allowing(live: Live, edition: str) -> str:
    """A round in which the host changes how people talk, and before it who gets hints."""
    table, cookie = live.new_table(edition, name="Ann", player_1="open")
    with (
        live.client(table, cookie) as ann,
        live.client(table, live.new_cookie()) as bob,
    ):
        ann.do(ChangeSettings, talk="free", hints="always")
        bob.do(JoinTable, name="Bob")
        bob.do(SendChatMessage, text="Good evening")
        ann.do(ChangeSettings, talk="off")
        play_together(ann, bob)
        ann.do(ChangeSettings, hints="never")
    return table


def aided(live: Live, edition: str) -> str:
    """A round in which choices and a card are taken back, and the last trick is claimed."""
    table, cookie = live.new_table(edition, name="Ann", pace="50")
    with live.client(table, cookie) as client:
        client.play_until(lambda view: shown_round(view).undo)
        current = shown_round(client.view)
        client.do(UndoAction, round=current.number, stage=current.stage)
        client.play_until(lambda view: shown_round(view).phase == "play" and shown_round(view).undo)
        client.do(UndoAction, round=current.number, step=shown_round(client.view).step)
        client.play_until(lambda view: shown_round(view).claim is not None)
        client.do(ClaimRest, round=current.number, step=shown_round(client.view).step)
        client.play_round()
    return table


def play_together(*clients: Client) -> None:
    """All of these play what is legal until the round is scored."""
    for client in clients:
        client.catch_up()
    while not all(is_scored(client.view) for client in clients):
        for client in clients:
            client.catch_up()
            if client.is_asked:
                client.act()


TABLES: dict[str, tuple[Callable[[Live, str], str], str]] = {
    "match-of-four": (whole_match, "classic/4"),
    "match-with-lopaka": (whole_match, "classic/lopaka"),
    "match-with-a-choice": (whole_match, "classic/bright-house"),
    "left": (left_in_play, "matagot/5"),
    "company": (company, "classic/3"),
    "host-allows": (allowing, "classic/3"),
    "aids": (aided, "classic/4"),
    "clock-and-talk": (timed, "classic/lopaka"),
    "places": (moving, "matagot/4-teams"),
}


def main() -> None:
    """Plays and writes what is not there."""
    with tempfile.TemporaryDirectory() as folder:
        with running(Path(folder)) as live:
            tables = {name: play(live, edition) for name, (play, edition) in TABLES.items()}
        store = EventStore(open_database(Path(folder)))
        for name, table in tables.items():
            path = LOGS / f"v{LOG_VERSION}-{name}.json"
            game = store.game(table)
            if game is not None and not path.exists():
                path.write_text(json.dumps(written(game), indent=1) + "\n", "utf-8")
        store.close()


if __name__ == "__main__":
    main()

"""What PostgreSQL and several servers cost in time: an answer, and the news at another server.

    python -m benchmarks.several_servers --rounds 40

One person plays rounds with computer players without pauses, at a server with its file, at one with
PostgreSQL, and at one of two with the same PostgreSQL; two others watch, at the other server where
there is one.  All of it runs on this machine, one after another and again.  An answer is what a
command waits for: the choice is on disk by then.  News is how much later the second of the two
watchers, one at each server, hears of an event than the first; at one server both are there.
Durations are medians and what one in a hundred exceeds, in ms; the output is Markdown.
"""

import argparse
import os
import statistics
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from bottleimp.protocol.messages import RequestNextRound
from bottleimp.protocol.views import View
from tests.support import frames
from tests.support.live_server import Client, Live
from tests.support.server_process import server_process
from tests.support.services.postgresql import new_postgresql_database

VARIABLE = "BOTTLEIMP_DATABASE"
EDITION = "classic/4"
PASSES = 3
LIMITS = ("--message-burst", "100000", "--messages-per-second", "100000")
KINDS = {"a file": (False, 1), "PostgreSQL": (True, 1), "two servers with PostgreSQL": (True, 2)}


@contextmanager
def started_servers(folder: Path, *, is_shared: bool, count: int) -> Iterator[list[Live]]:
    """So many servers, on a database of their own."""
    with ExitStack() as stack:
        os.environ.pop(VARIABLE, None)
        if is_shared:
            os.environ[VARIABLE] = stack.enter_context(new_postgresql_database())
        yield [
            stack.enter_context(server_process(folder / str(number), *LIMITS)).live
            for number in range(count)
        ]


def listen(client: Client, heard: dict[int, float], is_over: threading.Event) -> None:
    """Notes when each event comes, until all is over."""
    while not is_over.is_set():
        try:
            client.receive(patience=0.5)
        except TimeoutError:
            continue
        if client.has_view and client.seq is not None:
            heard.setdefault(client.seq, time.monotonic())


def measure(servers: list[Live], rounds: int) -> tuple[list[float], list[float]]:
    """Seconds until each answer, and between the two who watch for each event."""
    table, cookie = servers[0].new_table(EDITION, length=f"rounds={rounds}")
    answers: list[float] = []
    heard: tuple[dict[int, float], dict[int, float]] = {}, {}
    is_over = threading.Event()
    with (
        servers[0].client(table, cookie) as client,
        servers[0].client(table) as here,
        servers[-1].client(table) as there,
    ):
        listeners = [
            threading.Thread(target=listen, args=(watcher, times, is_over))
            for watcher, times in zip((here, there), heard, strict=True)
        ]
        for listener in listeners:
            listener.start()
        for number in range(1, rounds + 1):
            client.until_view(shows_round(number))
            while not frames.is_scored(client.view):
                client.until_view(lambda view: client.is_asked or frames.is_scored(view))
                if client.is_asked:
                    sent = time.monotonic()
                    client.act()
                    answers.append(time.monotonic() - sent)
            if number < rounds:
                client.do(RequestNextRound, round=number)
        time.sleep(1)
        is_over.set()
        for listener in listeners:
            listener.join()
    return answers, [abs(heard[0][seq] - heard[1][seq]) for seq in heard[0].keys() & heard[1]]


def shows_round(number: int) -> Callable[[View], bool]:
    """Whether a view shows this round."""
    return lambda view: view.round is not None and view.round.number == number


def summary(seconds: list[float]) -> str:
    """The median, and what one in a hundred exceeds, in ms."""
    in_order = sorted(seconds)
    high = in_order[int(len(in_order) * 0.99)]
    return f"{1000 * statistics.median(in_order):.1f} / {1000 * high:.1f}"


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--rounds", type=int, default=10, help="rounds of each pass")
    rounds = parser.parse_args().rounds
    found: dict[str, tuple[list[float], list[float]]] = {name: ([], []) for name in KINDS}
    for _ in range(PASSES):
        for name, (is_shared, count) in KINDS.items():
            with (
                tempfile.TemporaryDirectory() as folder,
                started_servers(Path(folder), is_shared=is_shared, count=count) as servers,
            ):
                answers, news = measure(servers, rounds)
            found[name][0].extend(answers)
            found[name][1].extend(news)
    print("| matches are in | commands | answer | events | news |")
    print("|---|---|---|---|---|")
    for name, (answers, news) in found.items():
        print(f"| {name} | {len(answers)} | {summary(answers)} | {len(news)} | {summary(news)} |")


if __name__ == "__main__":
    main()

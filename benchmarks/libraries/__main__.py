"""How fast environments, networks and players are, beside other libraries, in one run.

    python -m benchmarks.libraries

prints Markdown: random play by each library's own public interface, one round at a time and many
at once; the packaged network in batches and singly; a decision of each level.  A library that is
not installed is named, with the line that installs it.  Everything is measured in processor time on
one core; runs of all contenders of a table take turns, so a busy moment disturbs all alike.
`--repeats 1 --seconds 0.01 --rounds 16 --decisions 1` only shows that it works.
"""

import argparse
import os
import sys
from collections.abc import Sequence

from benchmarks.libraries.many_rounds import DEFAULT_PEER as PEER_OF_MANY
from benchmarks.libraries.many_rounds import MANY_ROUNDS
from benchmarks.libraries.one_round import DEFAULT_PEER as PEER_OF_ONE
from benchmarks.libraries.one_round import ONE_ROUND
from benchmarks.libraries.peers import Library, Options, gather
from benchmarks.libraries.players import DEFAULT_BATCHES, level_rows, network_batches
from benchmarks.machine_baseline import cpu_slowdown, python_loop_ms
from benchmarks.measuring import (
    Contender,
    describe_machine,
    markdown_table,
    median_ratio,
    ratio_text,
    speed_text,
    take_turns,
)
from bottleimp.players.blas_threads import SINGLE_THREAD_VARIABLES
from bottleimp.players.catalogue import offered_player_names

PARTS = ("one-round", "many-rounds", "network", "levels")


def machine_line(when: str) -> str:
    """How busy and how fast the machine is."""
    return (
        f"{when}: a second of processor time took {cpu_slowdown():.2f} s, "
        f"a million turns of a Python loop {python_loop_ms():.1f} ms."
    )


def find_peer(contenders: Sequence[Contender], named: Sequence[str]) -> Contender:
    """The first of these names that was measured; else the first contender."""
    by_name = {one.name: one for one in contenders}
    return next((by_name[name] for name in named if name in by_name), contenders[0])


def print_environments(
    title: str, libraries: Sequence[Library], peer: str, asked: argparse.Namespace
) -> None:
    """Measure the environments of one kind, and print what came of it."""
    print(f"\n## {title}\n", flush=True)
    field = gather(libraries, Options(asked.edition, asked.rounds))
    take_turns(field.contenders, asked.repeats, asked.seconds)
    other = find_peer(field.contenders, [asked.relative_to, peer])
    head = [
        "library",
        "game",
        "a decision shows",
        "decisions a second",
        f"× {other.group}, {other.name}",
    ]
    rows = [
        [
            one.group, one.name, one.shows or "nothing", speed_text(one.results),
            ratio_text(median_ratio(one.results, other.results)),
        ]
        for one in field.contenders
    ]  # fmt: skip
    print(markdown_table(head, rows, words=3))
    print(f"\nVersions: {', '.join(field.versions) or 'none of others'}.")
    for sentence in field.missing:
        print(f"\n{sentence}")


def print_network(asked: argparse.Namespace) -> None:
    """Measure the network, and print what came of it."""
    print("\n## The packaged network\n", flush=True)
    contenders = network_batches(asked.edition, asked.batches)
    take_turns(contenders, asked.repeats, asked.seconds)
    rows = [
        [
            one.name,
            speed_text(one.results),
            ratio_text(median_ratio(one.results, contenders[0].results)),
        ]
        for one in contenders
    ]
    head = ["decisions at once", "decisions a second", f"× {contenders[0].name} at once"]
    print(f"The {contenders[0].group}, by numpy; features are there already.\n")
    print(markdown_table(head, rows, words=1))


def print_levels(asked: argparse.Namespace) -> None:
    """Measure the levels, and print what came of it."""
    print("\n## A decision of each level\n", flush=True)
    head = [
        "level", "decisions", "ms, median", "99 %", "largest", "processor ms, median",
        "decisions a second",
    ]  # fmt: skip
    rows = level_rows(asked.edition, asked.levels, asked.decisions)
    print(markdown_table(head, rows, words=1))


def main() -> None:
    """Measure and print."""
    if not SINGLE_THREAD_VARIABLES.keys() <= os.environ.keys():
        # They are read when numpy is imported, which is long ago.
        command = [sys.executable, "-m", "benchmarks.libraries", *sys.argv[1:]]
        os.execve(sys.executable, command, os.environ | SINGLE_THREAD_VARIABLES)
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.libraries", description=(__doc__ or "").partition("\n")[0]
    )
    parser.add_argument("--edition", default="classic/3", metavar="KEY")
    parser.add_argument("--parts", nargs="+", choices=PARTS, default=PARTS)
    parser.add_argument("--relative-to", default="", metavar="GAME", help="whose speed counts as 1")
    parser.add_argument("--repeats", type=int, default=7)
    parser.add_argument("--seconds", type=float, default=0.5, help="length of a run")
    parser.add_argument("--rounds", type=int, default=1024, help="how many at once")
    parser.add_argument("--batches", type=int, nargs="+", default=DEFAULT_BATCHES)
    parser.add_argument("--levels", nargs="+", default=offered_player_names(), metavar="NAME")
    parser.add_argument("--decisions", type=int, default=200, help="of each level")
    asked = parser.parse_args()
    print(
        f"{describe_machine()}; `{asked.edition}`; processor time, medians of {asked.repeats} runs."
    )
    print(f"\n{machine_line('Before')}")
    if "one-round" in asked.parts:
        print_environments("One round at a time", ONE_ROUND, PEER_OF_ONE, asked)
    if "many-rounds" in asked.parts:
        print_environments(f"{asked.rounds:,} rounds at once", MANY_ROUNDS, PEER_OF_MANY, asked)
    if "network" in asked.parts:
        print_network(asked)
    if "levels" in asked.parts:
        print_levels(asked)
    print(f"\n{machine_line('After')}")


if __name__ == "__main__":
    main()

"""`bottleimp tournament`: a round robin of computer players, resumed where it stopped."""

import argparse
import sys
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import combinations, product
from pathlib import Path

from bottleimp.analysis.arena.benchmark_protocol import LADDER, benchmark_contests
from bottleimp.analysis.arena.contests import (
    Contest,
    ContestKind,
    edition_of_each_mode,
    make_contest,
)
from bottleimp.analysis.arena.head_to_head import CHECKPOINT
from bottleimp.analysis.arena.progress import ProgressBar, ProgressLines, make_progress
from bottleimp.analysis.arena.result_files import claimed_folder, write_atomically
from bottleimp.analysis.arena.tournament import (
    StoppingRule,
    Tournament,
    open_tournament,
    play_contests,
    read_header,
    replay_contests,
)
from bottleimp.analysis.arena.tournament_report import (
    EditionReport,
    as_json,
    edition_reports,
    editions_of,
    format_report,
    write_deals,
)
from bottleimp.analysis.report.strength_page import write_page
from bottleimp.cli.arena import ALL, MAX_COUNT, MAX_SEED, positive_integer, positive_number
from bottleimp.cli.workers import add_worker_options, chosen_pool
from bottleimp.errors import BottleImpError
from bottleimp.execution.task_pool import TaskPool
from bottleimp.parsing import integer_argument, parse_integer, shorten
from bottleimp.players.catalogue import player_kind, player_names, plays_mode, require_player
from bottleimp.rules.editions import edition_from_text

DEFAULT_MAX_DEALS = 20_000
DEFAULT_HALF_WIDTH = 1.0
MIN_POOL_SIZE = 3
FAILED = 1
REPORTING_MESSAGE = "reading the results"
FOR_A_PAGE = ("training_curves", "exploitability", "panel", "levels")
NOT_WITH_VERIFY = ("json", "page", "report_only", "replay_outdated")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("folder", type=Path, metavar="FOLDER", help="where the results are kept")
    parser.add_argument(
        "--players",
        nargs="+",
        metavar="PLAYER",
        help="who meets, outside players as package.module:Class or as their package names them;"
        " default all of this package; --report-only and --verify then look only at contests in"
        " which nobody else plays but those of --against",
    )
    parser.add_argument(
        "--against",
        nargs="+",
        default=[],
        metavar="PLAYER",
        help="meet these only, and not one another",
    )
    parser.add_argument(
        "--one-vs-population",
        action="store_true",
        help="play one of --players among copies of each of --against, and not the other way round",
    )
    parser.add_argument(
        "--benchmark",
        action="store_true",
        help="play the benchmark of the page about strength; --players, --against,"
        " --one-vs-population, --half-width, --pool-deals and --levels are then settled",
    )
    parser.add_argument(
        "--editions",
        nargs="+",
        default=[ALL],
        metavar="KEY",
        help=f"editions such as classic/4, or {ALL} for one of each mode; default {ALL}, which is"
        " every edition of the folder with --report-only and --verify",
    )
    parser.add_argument(
        "--half-width",
        type=positive_number,
        default=DEFAULT_HALF_WIDTH,
        metavar="W",
        help="stop a contest of two once its intervals are as narrow as +-W points;"
        f" default {DEFAULT_HALF_WIDTH:g}",
    )
    parser.add_argument(
        "--deals",
        type=positive_integer,
        default=DEFAULT_MAX_DEALS,
        metavar="N",
        help=f"at most so many deals, if the intervals stay wide; default {DEFAULT_MAX_DEALS:,}",
    )
    parser.add_argument(
        "--pool-deals",
        type=non_negative_integer,
        metavar="N",
        help="deals of mixed line-ups of all players; default "
        f"{CHECKPOINT} where three or more meet each other, else none",
    )
    parser.add_argument(
        "--seed",
        type=integer_argument(0, MAX_SEED),
        metavar="N",
        help="a number that fixes deals and players; default 0",
    )
    add_worker_options(parser)
    parser.add_argument("--json", type=Path, metavar="FILE", help="write all figures there")
    parser.add_argument(
        "--page", type=Path, metavar="FILE", help="write a page with tables and plots there"
    )
    parser.add_argument(
        "--levels", nargs="+", default=[], metavar="PLAYER",
        help="the levels in order, for the page to compare neighbours",
    )  # fmt: skip
    parser.add_argument(
        "--training-curves", type=Path, metavar="FOLDER", help="training curves, for the page"
    )
    parser.add_argument(
        "--exploitability",
        type=Path,
        metavar="FOLDER",
        help="what `bottleimp exploitability` has measured, for the page",
    )
    parser.add_argument(
        "--panel",
        type=Path,
        metavar="FOLDER",
        help="what `bottleimp panel` has measured among strangers, for the headline of the page",
    )
    parser.add_argument(
        "--report-only", action="store_true", help="play nothing; report what stands in the folder"
    )
    parser.add_argument(
        "--replay-outdated",
        action="store_true",
        help="replay what was played with other weights or code than the players have now, or does"
        " not say with which",
    )
    parser.add_argument(
        "--verify",
        type=positive_integer,
        metavar="N",
        help="play at least the first N deals of every contest again, in whole groups, and say"
        " whether they are the same",
    )


def non_negative_integer(text: str) -> int:
    """A whole number from 0."""
    number = parse_integer(text, 0, MAX_COUNT)
    if number is None:
        raise argparse.ArgumentTypeError(f"{shorten(text)!r} is not a whole number from 0")
    return number


def play_wanted_contests(arguments: argparse.Namespace) -> Tournament:
    """Play what is wanted, alone in the folder; the tournament with all of its contests."""
    chosen = contests_from_arguments(arguments)
    with claimed_folder(arguments.folder), chosen_pool(arguments) as pool:
        tournament = open_tournament(arguments.folder, arguments.seed)
        tournament.stopping_rules.update(chosen)
        discard_outdated_results(tournament, chosen, replay=arguments.replay_outdated)
        tournament.save()
        play_with_progress(tournament, list(chosen), pool)
    return tournament


def require_fitting_options(arguments: argparse.Namespace) -> None:
    """Refuse, before play, options that would be passed over and levels that do not exist."""
    if arguments.page is None:
        refuse_options(arguments, FOR_A_PAGE, "is for a page; name its file with --page as well.")
    if arguments.verify is not None:
        refuse_options(arguments, NOT_WITH_VERIFY, "does not go with --verify.")
    for name in arguments.levels:
        player_kind(name)  # raises UnknownName


def refuse_options(arguments: argparse.Namespace, names: Iterable[str], reason: str) -> None:
    """Raise BottleImpError if one of the options is given."""
    for name in names:
        if getattr(arguments, name):
            raise BottleImpError(f"--{name.replace('_', '-')} {reason}")


def require_places(arguments: argparse.Namespace) -> None:
    """Refuse, before play, files and folders that cannot be what they are named for."""
    for folder in (arguments.training_curves, arguments.exploitability, arguments.panel):
        if folder is not None and not folder.is_dir():
            raise BottleImpError(f"There is no folder {folder}.")
    for file in (arguments.json, arguments.page):
        if file is not None and (not file.parent.is_dir() or file.is_dir()):
            raise BottleImpError(f"{file} cannot be written: no such folder, or it is one.")
    if arguments.page is not None and not arguments.page.suffix:
        raise BottleImpError(
            f"{arguments.page}: a page is a file such as {arguments.page}.md; its plots go into a"
            " folder of that name without the end."
        )
    if arguments.folder.is_file():
        raise BottleImpError(f"{arguments.folder} is a file; the results are kept in a folder.")


def run(arguments: argparse.Namespace) -> int:
    """Play, report; the exit status."""
    require_fitting_options(arguments)
    require_places(arguments)
    tournament = open_tournament(arguments.folder, arguments.seed)
    if arguments.report_only or arguments.verify is not None:
        tournament = replace(tournament, stopping_rules=stored_contests(tournament, arguments))
    if arguments.verify is not None:
        with chosen_pool(arguments) as pool:
            return verify_deals(tournament, arguments.verify, pool)
    if not arguments.report_only:
        tournament = play_wanted_contests(arguments)
    found = report_with_progress(tournament)
    if arguments.page is not None and not found:
        raise BottleImpError(f"{arguments.folder} holds no results that a page could be made of.")
    if arguments.report_only and not found:
        raise BottleImpError(f"{arguments.folder} holds no results: no deal is finished there.")
    if not arguments.report_only:
        write_deals(tournament.folder, found)
    for one in found:
        sys.stdout.write(format_report(one) + "\n")
    if arguments.json is not None:
        write_atomically(arguments.json, as_json(found))
    if arguments.page is not None:
        levels = LADDER if arguments.benchmark else arguments.levels
        write_page(
            arguments.page, found, levels, arguments.training_curves, arguments.exploitability,
            arguments.panel,
        )  # fmt: skip
    return 0


def discard_outdated_results(
    tournament: Tournament, contests: Iterable[Contest], *, replay: bool
) -> None:
    """See to it that results with other weights or code than those of now are not gone on with.

    To replay them is to delete their files, and those that do not say by which weights and code
    they were played; else raises BottleImpError for the first file with others.  A contest that is
    done may keep its results of other code of this package, for nothing is added to them.
    """
    for one in contests:
        file = tournament.folder / one.path
        if not file.exists() or read_header(file) == one.header:
            continue
        if replay:
            file.unlink()
            continue
        results = tournament.results(one)
        if results.has_outdated_weights or (results.has_outdated_code and not results.is_done):
            raise BottleImpError(
                f"{file} was played with other weights or other code than the players have now;"
                " --replay-outdated plays such files anew, and --report-only reports them with a"
                " note."
            )


def play_with_progress(
    tournament: Tournament, contests: list[Contest], pool: TaskPool | None
) -> None:
    """Play the contests, with a bar on a terminal."""
    with make_progress("tournament", len(contests), unit="contests") as shown:
        play_contests(tournament, contests, pool, listener=TournamentListener(shown))


def report_with_progress(tournament: Tournament) -> tuple[EditionReport, ...]:
    """What stands in the folder; of many deals the figures take a minute or more."""
    editions = len(editions_of(tournament))
    with make_progress("report", editions, REPORTING_MESSAGE, unit="editions") as shown:
        return edition_reports(tournament, shown.advance)


def stored_contests(
    tournament: Tournament, arguments: argparse.Namespace
) -> dict[Contest, StoppingRule]:
    """The contests of the folder in the editions and of the players that are named, if any are.

    Raises BottleImpError for a name that is none, and where there is no such contest.
    """
    stored = tournament.stopping_rules
    if not stored:
        raise BottleImpError(f"{tournament.folder} holds no tournament: nothing was played there.")
    editions = {edition_from_text(text).text for text in arguments.editions if text != ALL}
    named = dict.fromkeys([*arguments.players, *arguments.against]) if arguments.players else {}
    known = {name for one in stored for name in one.players}  # also of packages that are gone
    for name in named:
        if name not in known:
            require_player(name)
    found = {
        one: rule
        for one, rule in stored.items()
        if (ALL in arguments.editions or one.edition in editions)
        and (not named or named.keys() >= set(one.players))
    }
    if not found:
        raise BottleImpError(
            f"{tournament.folder} holds no contest of these players in these editions."
        )
    return found


def verify_deals(tournament: Tournament, deals: int, pool: TaskPool | None = None) -> int:
    """Play some deals of every contest again; the exit status."""
    again, otherwise = 0, 0
    for of, number, is_same in replay_contests(tournament, tournament.stopping_rules, deals, pool):
        again += 1
        if not is_same:
            otherwise += 1
            sys.stdout.write(f"{of.path}: deal {number} comes out otherwise now\n")
    if not again:
        raise BottleImpError(f"{tournament.folder} holds no deal that could be played again.")
    if not otherwise:
        sys.stdout.write(f"All {again} deals that were played again came out the same.\n")
    return FAILED if otherwise else 0


def contests_from_arguments(arguments: argparse.Namespace) -> dict[Contest, StoppingRule]:
    """The contests that were asked for, each with its rule; raises BottleImpError."""
    names = [
        key
        for text in arguments.editions
        for key in (edition_of_each_mode() if text == ALL else (text,))
    ]
    editions = [edition_from_text(name).text for name in dict.fromkeys(names)]
    if arguments.benchmark:
        return benchmark_contests(editions, arguments.deals)
    players = dict.fromkeys(arguments.players or available_players())
    against = dict.fromkeys(arguments.against)
    for name in {**players, **against}:
        require_player(name)
    pairs = list(pairings(players, against))
    if not pairs:
        raise BottleImpError("A tournament has two or more different players.")
    if arguments.one_vs_population and not against:
        raise BottleImpError("--one-vs-population needs --against: among whom the players sit.")
    kind = (
        ContestKind.ONE_VS_POPULATION if arguments.one_vs_population else ContestKind.HEAD_TO_HEAD
    )
    stop = StoppingRule(arguments.half_width, arguments.deals)
    everybody = {**players, **against}
    pool_deals = arguments.pool_deals
    if pool_deals is None:
        pool_deals = CHECKPOINT if len(everybody) >= MIN_POOL_SIZE and not against else 0
    found: dict[Contest, StoppingRule] = {}
    for edition in editions:
        mode = edition_from_text(edition).mode
        for pair in pairs:
            if all(plays_mode(name, mode) for name in pair):
                found[make_contest(kind, edition, pair)] = stop
        pool = [name for name in everybody if plays_mode(name, mode)]
        if pool_deals and len(pool) >= MIN_POOL_SIZE:
            found[make_contest(ContestKind.POOL, edition, pool)] = StoppingRule(None, pool_deals)
    if not found:
        raise BottleImpError("None of these players plays any of these modes with another.")
    return found


def available_players() -> list[str]:
    """The players of this package that can play here."""
    return [name for name in player_names() if player_kind(name).is_available]


def pairings(players: Iterable[str], against: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Who meets whom."""
    rivals = list(against)
    if not rivals:
        yield from combinations(players, 2)
        return
    for pair in product(players, rivals):
        if pair[0] != pair[1]:
            yield pair


class TournamentListener:
    """Shows how far the tournament has come."""

    def __init__(self, shown: ProgressBar | ProgressLines) -> None:
        self.shown = shown
        self.deals = 0

    def on_deals_played(self, deals: int) -> None:
        """So many more deals are played."""
        self.deals += deals
        self.shown.advance(0, f"contests, {self.deals} deals now")

    def on_contest_finished(self) -> None:
        """One more contest is done."""
        self.shown.advance(1)

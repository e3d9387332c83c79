"""`bottleimp verify`: check a finished match and say what that proves and what it does not."""

import argparse

from bottleimp.cli.input_text import input_text
from bottleimp.errors import BottleImpError, NotationError
from bottleimp.game.verification import Fault, MatchReport, ProofGap, RoundReport, verify_match
from bottleimp.parsing import parse_json

FAILED = 1
FAULT_SENTENCES = {
    Fault.ORDER: "It is not the next round of this match.",
    Fault.DEALER: "A different player should have dealt.",
    Fault.SEED: "The seed is not the one that was promised: its SHA-256 differs.",
    Fault.RECORD: "The record of the round cannot be read.",
    Fault.EDITION: "The record is of another edition.",
    Fault.DEAL: "The deal does not follow from the seed and the contributions.",
    Fault.ACTIONS: "The rules do not allow what was played, or the round is not played to its end.",
    Fault.SCORES: "The scores do not follow from what was played.",
    Fault.NAMES: "The names in the record are not those of the players in their seats.",
    Fault.CARDS: "The deck or the sizes of the hands are not those of the edition.",
    Fault.PLAYERS: "The list of players does not fit the edition.",
    Fault.TOTALS: "The totals are not the sums of the scores.",
    Fault.OVER: "The file is wrong about whether the match is over.",
}
LIMITS_OF_A_FILE = (
    "A file alone cannot show that the promises were made before the contributions, nor that every"
    " contribution and every round is in it, nor that your table had this name: the table's page"
    " for checking compares that with what your browser saw."
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument(
        "file", help="the file that a table offers at /t/TABLE/export.json; - for standard input"
    )


def run(arguments: argparse.Namespace) -> int:
    """Check every round and the match as a whole; 1 if anything is wrong."""
    report = verify_file(arguments.file)
    print(f"Table {report.table}.")
    for verdict in report.rounds:
        for line in round_lines(verdict):
            print(line)
    for wrong in report.faults:
        print(f"Match: WRONG. {FAULT_SENTENCES[wrong]}")
    for line in summary_lines(report):
        print(line)
    return 0 if report.is_valid else FAILED


def verify_file(file: str) -> MatchReport:
    """What is found of a file; raises BottleImpError when it cannot be read."""
    try:
        return verify_match(parse_json(input_text(file)))
    except OSError as problem:
        raise BottleImpError(f"{file} cannot be read: {problem.strerror}.") from None
    except NotationError as problem:
        raise BottleImpError(f"{file}: {problem}.") from problem
    except ValueError:
        raise BottleImpError(f"{file} is not JSON.") from None


def round_lines(verdict: RoundReport) -> list[str]:
    """What to print of a round."""
    if verdict.faults:
        return [
            f"Round {verdict.round}: WRONG. {FAULT_SENTENCES[wrong]}" for wrong in verdict.faults
        ]
    number = verdict.contributions
    players = "1 player" if number == 1 else f"{number} players"
    mixed = f"what {players} contributed" if number else "nothing else"
    found = (
        f"The seed has the SHA-256 in the file, the deal follows from it and {mixed},"
        " and plays and scores follow the rules."
    )
    return [f"Round {verdict.round}: correct. {found}"]


def summary_lines(report: MatchReport) -> list[str]:
    """The result of the whole check, one sentence a line."""
    if not report.rounds:
        return ["No round is finished: there is no deal to check yet."]
    if not report.is_valid:
        wrong = sum(bool(verdict.faults) for verdict in report.rounds)
        if not wrong:
            return ["The rounds are right, but the match around them is not."]
        return [f"{wrong} of {len(report.rounds)} rounds are not as they should be."]
    unproven = list(proof_gap_lines(report))
    if not unproven:
        first = "Every deal follows from its promised seed and from what players contributed."
    else:
        first = "Nothing in this file is wrong, but it does not prove that nobody chose the deals."
    return [first, *unproven, LIMITS_OF_A_FILE]


def proof_gap_lines(report: MatchReport) -> list[str]:
    """What the file does not prove, with the rounds concerned."""
    found = []
    unpromised = rounds_with(report, ProofGap.NO_PROMISE)
    if unpromised:
        found.append(f"{unpromised}: the file does not say that the seed was promised before.")
    alone = rounds_with(report, ProofGap.NO_CONTRIBUTION)
    if alone:
        found.append(f"{alone}: no player contributed, so whoever runs the server chose the seed.")
    if ProofGap.DEALER_NAMED in report.proof_gaps:
        found.append("The first dealer was named when the table was made, not drawn from the seed.")
    return found


def rounds_with(report: MatchReport, unproven: ProofGap) -> str:
    """`Round 2` or `Rounds 1, 2`: those of which this is not proven; empty where there are none."""
    numbers = [str(each.round) for each in report.rounds if unproven in each.proof_gaps]
    return f"Round{'s' if len(numbers) > 1 else ''} {', '.join(numbers)}" if numbers else ""

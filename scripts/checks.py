"""What `./check` does: every check, in lanes side by side, and a summary.

The steps of a lane run one after another; the lanes keep all cores busy. A check that fails does
not stop the others. The last line, `N passed, N failed`, counts each test of pytest and each other
step as one; the exit status is 0 when nothing failed.

Standard library only; the tools run in `.venv`.
"""

import argparse
import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple
from xml.etree import ElementTree as ET

from scripts import chromium, environment, start_program

ROOT = environment.ROOT
RESULTS_FOLDER = ROOT / ".check"
# Playwright keeps an event loop running, which other tests cannot bear beside them.
PYTEST_STEPS = ("rules tests", "tests", "server tests", "browser tests")
# These run through every line of rules, game and knowledge, which is measured: that makes tests
# take more than twice as long, so the others run without.
RULES_TESTS = tuple(
    f"tests/{name}" for name in ("game", "golden", "knowledge", "rulebook", "rules")
)
# These wait for servers, programs and screens half of the time, so they run beside those that keep
# a core busy, and two for each core.
SERVER_TESTS = tuple(f"tests/{name}" for name in ("cli", "server", "terminal"))
BROWSER_TESTS = "tests/browser"
WORKERS_THAT_WAIT = 2  # for each core
COVERAGE_FILE = RESULTS_FOLDER / "coverage"
WEB_FOLDERS = ("web",)
PYTHON_FOLDERS = ("src", "tests", "scripts", "benchmarks", "examples", "docs", "training")
SCRIPTS = (
    "play", "check", "scripts/bundle", "scripts/docs", "scripts/install", "scripts/lock",
    "hatch_build.py",
)  # fmt: skip
NO_TESTS = 5  # pytest's exit status when it found no test to run
# Steps of one lane run one after another, lanes side by side. The last two wait for all others:
# a browser looks at what moves, so it needs the cores, and so does what measures time.
STATIC, RULES, TESTS, SERVER = "static", "rules", "tests", "server"
BROWSER, ALONE = "browser", "alone"
LANES = (STATIC, RULES, TESTS, SERVER)

FAST_MARKS = "not slow and not browser and not strength and not wide and not long and not bench"
FULL_MARKS = "not wide and not long and not bench"
WIDE_MARKS = "not long and not bench"
LONG_MARKS = "not bench"
# What waits for a browser leaves a part of two cores idle.
BROWSER_WORKERS = 3  # for every two cores


class Step(NamedTuple):
    """One check: its name, command and lane."""

    name: str
    command: list[str]
    lane: str = STATIC


class StepResult(NamedTuple):
    """How a step went."""

    name: str
    seconds: float
    passed: bool
    note: str = ""


def main(arguments: Sequence[str]) -> int:
    """Runs what the arguments ask for; 0 when everything passed."""
    options, for_pytest = parse_arguments(arguments)
    if not start_program.prepare_or_report(environment.CHECK_SECTIONS):
        return 1
    RESULTS_FOLDER.mkdir(exist_ok=True)
    for name in PYTEST_STEPS:
        report_file(name).unlink(missing_ok=True)
    offered = list(steps(options, for_pytest))
    if unknown := unknown_steps(options.only or (), offered):
        print(unknown)
        return 2
    wanted = [step for step in offered if step.name in (options.only or {step.name})]
    return print_summary(run_steps(wanted, chosen=bool(for_pytest)))


def unknown_steps(wanted: Sequence[str], offered: Sequence[Step]) -> str:
    """A sentence about wanted steps that this run does not have; empty if there are none."""
    names = [step.name for step in offered]
    unknown = sorted(set(wanted) - set(names))
    return f"No step here is called {', '.join(unknown)}: {', '.join(names)}." if unknown else ""


def parse_arguments(arguments: Sequence[str]) -> tuple[argparse.Namespace, list[str]]:
    """The options, and the rest, which is for pytest."""
    parser = argparse.ArgumentParser(
        prog="./check",
        allow_abbrev=False,
        description="Runs every check and says at the end how each went.",
        epilog="Anything else goes to pytest: ./check --only tests tests/rules -k price",
    )
    length = parser.add_mutually_exclusive_group()
    length.add_argument(
        "--fast", action="store_true", help="three cases of each test, none that is slow"
    )
    length.add_argument(
        "--wide", action="store_true", help="add further sizes, editions and ways of input"
    )
    length.add_argument("--long", action="store_true", help="add the tests that take hours too")
    parser.add_argument(
        "--only", metavar="STEP", action="append", help="only this step; repeatable"
    )
    return parser.parse_known_args(arguments)


def steps(options: argparse.Namespace, for_pytest: Sequence[str]) -> Iterable[Step]:
    """The checks, those of each lane in their order."""
    ruff, deno = environment.program("ruff"), environment.program("deno")
    yield Step("format", [ruff, "format", "--check", "."])
    yield Step("lint", [ruff, "check", "--quiet", "."])
    yield Step(
        "spelling",
        [
            environment.program("codespell"),
            *existing_paths(("README.md", "CONTRIBUTING.md", "CHANGELOG.md", *PYTHON_FOLDERS)),
        ],
    )
    yield Step(
        "types", [environment.program("mypy"), *folders_holding(PYTHON_FOLDERS, "*.py"), *SCRIPTS]
    )
    yield Step("layers", [environment.program("lint-imports"), "--no-logo"])
    yield Step(
        "typescript format",
        [deno, "fmt", "--check", "deno.json", *folders_holding(WEB_FOLDERS, "*.ts")],
    )
    if folders_holding(WEB_FOLDERS, "*.ts"):
        yield Step(
            "typescript lint", [deno, "lint", "--quiet", *folders_holding(WEB_FOLDERS, "*.ts")]
        )
        yield Step(
            "typescript types",
            [deno, "check", "--quiet", "--frozen", *folders_holding(WEB_FOLDERS, "*.ts")],
        )
        yield Step(
            "typescript tests",
            [
                deno,
                "test",
                "--frozen",
                "--quiet",
                "--allow-read",
                *folders_holding(WEB_FOLDERS, "*.ts"),
            ],
        )
    whole = not options.fast and not for_pytest
    if whole:
        yield rules_tests(options)
        yield Step(
            "coverage",
            [environment.program("coverage"), "report", f"--data-file={COVERAGE_FILE}"],
            RULES,
        )
        yield tests(options, (), (*RULES_TESTS, *SERVER_TESTS, BROWSER_TESTS))
        yield server_tests(options)
    else:
        yield tests(options, for_pytest, ())
    if not options.fast:
        yield browser_tests(options, for_pytest)
    if options.long and whole:
        # By itself, since it measures how long things take.
        yield Step("load", [environment.program("python"), "-m", "benchmarks.table_load"], ALONE)


def rules_tests(options: argparse.Namespace) -> Step:
    """The tests that tell which lines they run through."""
    covered = ["--cov", "--cov-report=", "--cov-fail-under=0"]
    command = pytest_command(
        "rules tests", marks_without_browser(options), [*amount_options(options), *covered]
    )
    return Step("rules tests", [*command, *folders_holding(RULES_TESTS, "test_*.py")], RULES)


def tests(options: argparse.Namespace, for_pytest: Sequence[str], ignored: Sequence[str]) -> Step:
    """The other tests that need no browser, or those that were chosen, on all cores."""
    command = pytest_command(
        "tests",
        marks_without_browser(options, for_pytest),
        [
            *amount_options(options, for_pytest),
            *(f"--ignore={name}" for name in ignored),
            *for_pytest,
        ],
    )
    return Step("tests", command, TESTS)


def server_tests(options: argparse.Namespace) -> Step:
    """The tests that start servers, programs and terminals."""
    command = pytest_command(
        "server tests",
        marks_without_browser(options),
        [*amount_options(options), *folders_holding(SERVER_TESTS, "test_*.py")],
        workers=WORKERS_THAT_WAIT * cpu_count(),
    )
    return Step("server tests", command, SERVER)


def marks_without_browser(options: argparse.Namespace, for_pytest: Sequence[str] = ()) -> str:
    """The marks of tests that need no browser."""
    return FAST_MARKS if options.fast else f"({marks(options, for_pytest)}) and not browser"


def marks(options: argparse.Namespace, for_pytest: Sequence[str]) -> str:
    """The marks of the tests of a run that is not `--fast`; tests that were chosen run widely."""
    if options.long:
        return LONG_MARKS
    return WIDE_MARKS if options.wide or for_pytest else FULL_MARKS


def amount_options(options: argparse.Namespace, for_pytest: Sequence[str] = ()) -> list[str]:
    """How many cases and random examples are tried."""
    if options.fast:
        return ["--cases=3", "--hypothesis-profile=fast"]
    if options.long:
        return ["--hypothesis-profile=long"]
    if options.wide or for_pytest:
        return ["--hypothesis-profile=wide"]
    return ["--slow-cases=1"]


def browser_tests(options: argparse.Namespace, for_pytest: Sequence[str]) -> Step:
    """The tests that drive a browser, in a run of their own."""
    chosen = marks(options, for_pytest)
    cases = ["--cases=1"] if chosen == FULL_MARKS else []
    where = for_pytest or folders_holding((BROWSER_TESTS,), "test_*.py")
    command = pytest_command(
        "browser tests", f"({chosen}) and browser", [*cases, *where],
        workers=max(1, BROWSER_WORKERS * cpu_count() // 2),
    )  # fmt: skip
    return Step("browser tests", command, BROWSER)


def pytest_command(
    name: str, marks: str, more: Sequence[str], workers: int | None = None
) -> list[str]:
    """A run of pytest, with a worker for each core unless told otherwise."""
    return [
        environment.program("pytest"), "-n", str(workers or cpu_count()), "--dist", "worksteal",
        "-m", marks, f"--junitxml={report_file(name)}", "-o", "junit_family=xunit1", *more,
    ]  # fmt: skip


def report_file(name: str) -> Path:
    """Where a run of pytest leaves its counts."""
    return RESULTS_FOLDER / f"{name.replace(' ', '-')}.xml"


def run_steps(wanted: Sequence[Step], *, chosen: bool = False) -> list[StepResult]:
    """Runs the lanes side by side and says how each step went, lane by lane."""
    lanes = [[step for step in wanted if step.lane == lane] for lane in LANES]
    runner = StepRunner(chosen=chosen, captured=sum(map(bool, lanes)) > 1)
    with ThreadPoolExecutor(len(lanes)) as executor:
        try:
            results = [result for lane in executor.map(runner.run_lane, lanes) for result in lane]
        except KeyboardInterrupt:
            runner.stopping.set()
            raise
    results += runner.run_lane([step for step in wanted if step.lane in (BROWSER, ALONE)])
    return results


class StepRunner:
    """Runs steps, from several threads at a time."""

    def __init__(self, *, chosen: bool, captured: bool) -> None:
        """`chosen`: somebody chose the tests; `captured`: print a step's output at its end."""
        self.chosen = chosen
        self.captured = captured
        self.stopping = threading.Event()
        self.printing = threading.Lock()

    def run_lane(self, lane: Sequence[Step]) -> list[StepResult]:
        """Runs the steps one after another."""
        return [self.run(step) for step in lane if not self.stopping.is_set()]

    def run(self, step: Step) -> StepResult:
        """Runs the step and says how it went."""
        self.print(f"\n--- {step.name}: {Path(step.command[0]).stem} {' '.join(step.command[1:])}")
        start = time.monotonic()
        status = self.run_command(step, step_variables(step))
        seconds = time.monotonic() - start
        if step.name in PYTEST_STEPS and status == NO_TESTS:
            # Whoever chooses tests may choose none of one kind.
            return StepResult(step.name, seconds, passed=self.chosen, note="there are none")
        return StepResult(step.name, seconds, passed=status == 0)

    def run_command(self, step: Step, variables: dict[str, str]) -> int:
        """Runs the step's command at the root of the repository; its exit status."""
        if not self.captured:
            return subprocess.run(
                step.command, cwd=ROOT, env=variables, stdin=subprocess.DEVNULL, check=False
            ).returncode
        done = subprocess.run(
            step.command, cwd=ROOT, env=variables, stdin=subprocess.DEVNULL, check=False,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace",
        )  # fmt: skip
        self.print(f"\n--- {step.name}: exit status {done.returncode}\n{done.stdout}".rstrip())
        return done.returncode

    def print(self, text: str) -> None:
        """Prints the text in one piece."""
        with self.printing:
            print(text, flush=True)


def step_variables(step: Step) -> dict[str, str]:
    """The environment in which the step's command runs."""
    variables = {
        "DENO_TLS_CA_STORE": "system,mozilla",
        **environment.clean_environment(),
        "COVERAGE_FILE": str(COVERAGE_FILE),
        "DENO_DIR": str(environment.VENV_FOLDER / "deno"),
        "DENO_NO_UPDATE_CHECK": "1",
    }
    if step.command[0] == environment.program("deno") and not sys.stdout.isatty():
        # Others find out for themselves; to Textual's tests the variable would mean grey screens.
        variables["NO_COLOR"] = "1"
    browser = chromium.find_or_install_chromium() if step.lane == BROWSER else None
    if browser is not None:
        variables[chromium.VARIABLE] = str(browser)
    return variables


class TestCounts(NamedTuple):
    """What pytest reports of its tests."""

    passed: int = 0
    failed: int = 0
    skipped: int = 0
    not_run: tuple[str, ...] = ()


def print_summary(outcomes: Sequence[StepResult]) -> int:
    """Prints how each step went and the counts; the exit status."""
    print("\n--- summary")
    for step in outcomes:
        result = "passed" if step.passed else f"FAILED {step.note}".strip()
        print(f"{step.name:<18} {step.seconds:7.1f} s  {result}")
    runs = [
        read_counts(report_file(step.name), passed=step.passed)
        for step in outcomes
        if step.name in PYTEST_STEPS
    ]
    for line in sorted({line for counts in runs for line in counts.not_run}):
        print(line)
    others = [step.passed for step in outcomes if step.name not in PYTEST_STEPS]
    passed = sum(counts.passed for counts in runs) + others.count(True)
    failed = sum(counts.failed for counts in runs) + others.count(False)
    skipped = sum(counts.skipped for counts in runs)
    print(f"{passed} passed, {failed} failed, {skipped} skipped", flush=True)
    return 0 if outcomes and failed == 0 else 1


def read_counts(report: Path, *, passed: bool) -> TestCounts:
    """The counts of a run of pytest; one that did not pass has a failure, whatever it counted."""
    try:
        suites = list(ET.parse(report).getroot().iter("testsuite"))
    except (OSError, ET.ParseError):
        return TestCounts(failed=0 if passed else 1)
    total, failures, errors, skipped = (
        sum(int(suite.get(key, "0")) for suite in suites)
        for key in ("tests", "failures", "errors", "skipped")
    )
    failed = failures + errors
    reasons = (skip.get("message", "") for suite in suites for skip in suite.iter("skipped"))
    return TestCounts(
        passed=total - skipped if passed else total - failed - skipped,
        failed=0 if passed else max(failed, 1),
        skipped=skipped,
        not_run=tuple(sorted({reason for reason in reasons if "NOT RUN" in reason})),
    )


# ---------------------------------------------------------------- what there is to check


def existing_paths(paths: Iterable[str]) -> list[str]:
    """Those of the paths that exist."""
    return [path for path in paths if (ROOT / path).exists()]


def folders_holding(paths: Iterable[str], pattern: str) -> list[str]:
    """Those of the folders that hold such files."""
    return [path for path in existing_paths(paths) if any((ROOT / path).rglob(pattern))]


def cpu_count() -> int:
    """How many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1

"""Settings for all tests: how much a quick run tries, and what a missing browser means."""

import functools
import os
import signal
from collections import defaultdict

# Before numpy is imported: processes of tests share the cores, and threads that wait for one
# another's cores make products of small matrices a hundred times slower.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
# Servers of tests leave the machine to the tests.
os.environ.setdefault("BOTTLEIMP_WARMUP", "no")

import pytest
from hypothesis import HealthCheck, settings

from scripts import chromium, firefox, webkit
from tests.support.services.postgresql import NOT_RUN_WITH_POSTGRESQL

NOT_RUN = "browser tests: NOT RUN: there is no Chromium (set BOTTLEIMP_CHROMIUM to its path)"
NOT_RUN_IN_FIREFOX = (
    "tests in Firefox: NOT RUN: there is no Firefox (set BOTTLEIMP_FIREFOX to its path)"
)
NOT_RUN_IN_WEBKIT = "tests in WebKit: NOT RUN: there is no WebKitWebDriver, MiniBrowser or Xvfb"

if hasattr(signal, "SIGHUP") and signal.getsignal(signal.SIGHUP) is signal.SIG_IGN:
    # Started by `nohup`, which servers heed: by this signal tests tell them to restart.  A handler,
    # unlike a signal that is ignored, is not handed on to the programs that tests start.
    signal.signal(signal.SIGHUP, lambda *_: None)

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # Started in the background by a script (`./check &`), which servers would inherit.
    signal.signal(signal.SIGINT, signal.default_int_handler)

# Time limits for one example would make a test depend on what else the machine is doing.
settings.register_profile(
    "check", deadline=None, max_examples=30, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile("fast", parent=settings.get_profile("check"), max_examples=10)
settings.register_profile("wide", parent=settings.get_profile("check"), max_examples=100)
settings.register_profile("long", parent=settings.get_profile("check"), max_examples=5_000)
settings.load_profile("check")


def pytest_addoption(parser: pytest.Parser) -> None:
    """Adds `--cases` and `--slow-cases`."""
    cases = "the first, the last, some between"
    parser.addoption(
        "--cases", type=int, metavar="N", help=f"run at most N cases of each test: {cases}"
    )
    parser.addoption(
        "--slow-cases", type=int, metavar="N", help="the same of the tests with the mark slow"
    )


@pytest.hookimpl(trylast=True)  # after the marks have chosen, so that each test keeps some case
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """With `--cases` or `--slow-cases`, leaves out most cases of the tests that have many."""
    all_tests, slow_tests = config.getoption("--cases"), config.getoption("--slow-cases")
    cases: dict[tuple[str, int | None], list[str]] = defaultdict(list)
    for item in items:
        count = slow_tests if slow_tests and item.get_closest_marker("slow") else all_tests
        cases[item.nodeid.partition("[")[0], count].append(item.nodeid)
    chosen = {
        name
        for (_, count), names in cases.items()
        for name in (names if count is None else some_cases(names, count))
    }
    config.hook.pytest_deselected(items=[item for item in items if item.nodeid not in chosen])
    items[:] = [item for item in items if item.nodeid in chosen]


def some_cases(names: list[str], count: int) -> list[str]:
    """The first, the last and some between, `count` in all, in whatever order they come."""
    in_order = sorted(names)
    last = len(in_order) - 1
    places = {last * step // max(1, count - 1) for step in range(count)}
    return [in_order[place] for place in sorted(places)]


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Where there is no Chromium, a browser test fails in CI and is loudly skipped elsewhere.

    A test in Firefox or WebKit is loudly skipped wherever there is none.
    """
    if item.get_closest_marker("firefox") is not None:
        if firefox.find_firefox() is None:
            pytest.skip(NOT_RUN_IN_FIREFOX)
        return
    if item.get_closest_marker("webkit") is not None:
        if webkit.find_webkit() is None:
            pytest.skip(NOT_RUN_IN_WEBKIT)
        return
    if item.get_closest_marker("browser") is None or has_chromium():
        return
    if os.environ.get("CI"):
        pytest.fail(NOT_RUN, pytrace=False)
    pytest.skip(NOT_RUN)


@functools.cache
def has_chromium() -> bool:
    """Whether a browser test can run here."""
    return chromium.find_chromium() is not None


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Says once more, in red, that browser tests were left out."""
    skipped = terminalreporter.stats.get("skipped", [])
    for line in (NOT_RUN, NOT_RUN_IN_FIREFOX, NOT_RUN_IN_WEBKIT, NOT_RUN_WITH_POSTGRESQL):
        if any(line in str(report.longrepr) for report in skipped):
            terminalreporter.write_line(line, red=True, bold=True)

import subprocess
import sys

import pytest

from scripts import checks, chromium, environment
from scripts.checks import StepResult

SOME_OF_EACH = """
import pytest

def test_good(): assert 1 + 1 == 2
def test_bad(): assert 1 + 1 == 3
@pytest.mark.skip(reason="browser tests: NOT RUN: there is none")
def test_left_out(): ...
@pytest.fixture
def broken(): raise RuntimeError
def test_that_cannot_begin(broken): ...
"""
MANY_CASES = """
import pytest

@pytest.mark.parametrize("case", range(10))
def test_many(case): ...
@pytest.mark.parametrize("case", range(2))
def test_few(case): ...
def test_one(): ...
"""
ONE_IN_A_BROWSER = """
import pytest

@pytest.mark.browser
def test_in_a_browser(): ...
"""


@pytest.fixture(autouse=True)
def few_plugins(monkeypatch):
    """The runs in here load what they need and no more: the rest takes seconds each time."""
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    monkeypatch.setenv("PYTEST_PLUGINS", "xdist.plugin")


@pytest.fixture
def report(tmp_path):
    """What pytest reports of four tests."""
    (tmp_path / "test_some.py").write_text(SOME_OF_EACH)
    run_pytest(tmp_path, "--junitxml=report.xml")
    return tmp_path / "report.xml"


def test_a_failure_and_a_test_that_cannot_begin_both_count_as_failed(report):
    counts = checks.read_counts(report, passed=False)

    assert (counts.passed, counts.failed, counts.skipped) == (1, 2, 1)


def test_what_was_not_run_is_named_in_the_summary(report):
    counts = checks.read_counts(report, passed=False)

    assert counts.not_run == ("browser tests: NOT RUN: there is none",)


def test_a_run_that_broke_off_without_a_report_has_failed(tmp_path):
    assert checks.read_counts(tmp_path / "report.xml", passed=False).failed == 1


def test_the_last_line_counts_every_step(capsys):
    status = checks.print_summary(
        [StepResult("lint", 0.1, passed=True), StepResult("types", 2, passed=False)]
    )

    assert capsys.readouterr().out.splitlines()[-1] == "1 passed, 1 failed, 0 skipped"
    assert status == 1


def test_the_status_is_good_when_every_step_passed():
    assert checks.print_summary([StepResult("lint", 0.1, passed=True)]) == 0


def test_to_check_nothing_is_not_to_pass():
    assert checks.print_summary([]) == 1


def test_a_check_that_fails_has_failed_and_says_so():
    [result] = checks.run_steps([python_step("lint", "raise SystemExit(3)")])

    assert not result.passed


def test_what_the_script_does_not_know_goes_to_pytest():
    options, rest = checks.parse_arguments(
        ["--fast", "tests/rules", "-k", "price", "--randomly-seed=1"]
    )

    assert options.fast
    assert rest == ["tests/rules", "-k", "price", "--randomly-seed=1"]


def test_a_step_that_this_run_does_not_have_is_named():
    offered = [python_step("lint", ""), python_step("types", "")]

    assert checks.unknown_steps(["types"], offered) == ""
    assert checks.unknown_steps(["typos", "types"], offered) == (
        "No step here is called typos: lint, types."
    )


def test_coverage_is_asked_for_only_where_all_tests_ran():
    full = names_of_steps("")
    fast = names_of_steps("--fast")
    some = names_of_steps("tests/rules")

    assert "coverage" in full
    assert "coverage" not in fast
    assert "coverage" not in some


@pytest.mark.parametrize("arguments", [(), ("--long",), ("--fast",), ("tests/rules",)])
def test_every_folder_of_tests_is_in_one_step(arguments):
    """A folder that one step leaves out is one of another step."""
    options, rest = checks.parse_arguments(list(arguments))
    commands = {step.name: step.command for step in checks.steps(options, rest)}
    left_out = [part.removeprefix("--ignore=") for part in commands["tests"] if "ignore" in part]
    others = [
        part
        for name in ("rules tests", "server tests", "browser tests")
        for part in commands.get(name, [])
        if part.startswith("tests/")
    ]

    assert sorted(left_out) == sorted(others if left_out else [])
    assert ("rules tests" in commands) == (arguments in {(), ("--long",)})


@pytest.mark.slow
def test_a_quick_run_takes_three_cases_of_each_test(tmp_path):
    (tmp_path / "test_some.py").write_text(MANY_CASES)

    done = run_pytest(tmp_path, "-p", "tests.conftest", "-p", "no:xdist", "--cases=3", "-v")

    passed = {line.split()[0] for line in done.stdout.splitlines() if " PASSED" in line}
    names = [name.partition("::")[2] for name in passed]
    assert sorted(names) == [
        "test_few[0]", "test_few[1]", "test_many[0]", "test_many[4]", "test_many[9]", "test_one",
    ]  # fmt: skip


@pytest.mark.slow
def test_without_a_browser_its_tests_are_loudly_left_out(tmp_path, monkeypatch):
    monkeypatch.delenv("CI", raising=False)

    done = in_a_browser(tmp_path, monkeypatch)

    assert done.returncode == 0
    assert "browser tests: NOT RUN" in done.stdout
    assert "1 skipped" in done.stdout


@pytest.mark.slow
def test_without_a_browser_its_tests_fail_in_ci(tmp_path, monkeypatch):
    monkeypatch.setenv("CI", "true")

    done = in_a_browser(tmp_path, monkeypatch)

    assert done.returncode == 1
    assert "browser tests: NOT RUN" in done.stdout


def test_the_browser_that_is_named_is_taken(tmp_path, monkeypatch):
    named = tmp_path / "my-chromium"
    named.touch()
    monkeypatch.setenv(chromium.VARIABLE, str(named))

    assert named == chromium.find_chromium()


def test_a_browser_that_is_named_but_not_there_is_not_replaced_by_another(monkeypatch):
    monkeypatch.setenv(chromium.VARIABLE, "/nowhere/chromium")

    assert chromium.find_or_install_chromium() is None


def test_where_one_package_of_a_browser_is_missing_another_is_taken(tmp_path, monkeypatch):
    browser, apt = tmp_path / "chromium", tmp_path / "apt-get"
    apt.write_text(
        f'#!/bin/sh\ncase "$*" in *shell*) exit 100;; *install*) /usr/bin/touch {browser};; esac\n'
        f"/bin/chmod +x {browser} 2>/dev/null; exit 0\n"
    )
    apt.chmod(0o755)
    monkeypatch.delenv(chromium.VARIABLE, raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(chromium, "is_root", lambda: True)
    monkeypatch.setattr(chromium, "USUAL_PATHS", ())
    monkeypatch.setattr(environment, "program", lambda name: str(tmp_path / f"no-{name}"))

    assert chromium.find_or_install_chromium() == browser


def names_of_steps(*arguments):
    """The names of the checks that these arguments ask for."""
    options, rest = checks.parse_arguments([argument for argument in arguments if argument])
    return [step.name for step in checks.steps(options, rest)]


def in_a_browser(folder, monkeypatch):
    """A run of one browser test, with our settings, where there is no browser."""
    monkeypatch.setenv(chromium.VARIABLE, "/nowhere/chromium")
    (folder / "test_some.py").write_text(ONE_IN_A_BROWSER)
    return run_pytest(folder, "-p", "tests.conftest", "-o", "markers=browser")


def run_pytest(folder, *arguments):
    """Runs pytest in a folder of its own, where none of our files is seen by itself."""
    command = [
        sys.executable, "-m", "pytest", "-p", "no:cacheprovider",
        "-o", f"pythonpath={checks.ROOT}", "-c", "/dev/null", "--rootdir", ".", *arguments, ".",
    ]  # fmt: skip
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


def test_the_steps_of_a_lane_run_in_their_order_and_the_lanes_side_by_side(tmp_path):
    """One step of each lane waits until it sees the other, so both must run at a time."""
    wait = """
import pathlib, sys, time
own, other = map(pathlib.Path, sys.argv[1:])
own.touch()
while not other.exists(): time.sleep(0.01)
"""
    left, right = str(tmp_path / "left"), str(tmp_path / "right")
    wanted = [
        python_step("before", f"open({left + '0'!r}, 'x')"),
        checks.Step("left", [sys.executable, "-c", wait, left, right]),
        checks.Step("right", [sys.executable, "-c", wait, right, left], checks.TESTS),
        python_step("after", f"open({left!r}); open({left + '0'!r})"),
    ]

    results = checks.run_steps(wanted)

    assert [(step.name, step.passed) for step in results] == [
        ("before", True), ("left", True), ("after", True), ("right", True),
    ]  # fmt: skip


def test_what_steps_print_side_by_side_is_printed_in_one_piece_each(capsys):
    steps = [
        python_step(f"step {lane}", f"for n in range(3): print('{lane}', n, flush=True)", lane)
        for lane in (checks.STATIC, checks.TESTS, checks.BROWSER)
    ]

    checks.run_steps(steps)

    printed = capsys.readouterr().out
    for lane in (checks.STATIC, checks.TESTS, checks.BROWSER):
        assert f"step {lane}: exit status 0\n{lane} 0\n{lane} 1\n{lane} 2\n" in printed


@pytest.mark.slow
def test_a_test_that_fails_once_has_failed(tmp_path, monkeypatch):
    """A second try would hide that it fails at times."""
    monkeypatch.setattr(checks, "ROOT", tmp_path)
    monkeypatch.setattr(checks, "RESULTS_FOLDER", tmp_path)
    (tmp_path / "test_some.py").write_text(FAILS_AT_FIRST)

    [result] = checks.run_steps([checks.Step("tests", checks.pytest_command("tests", "", []))])

    assert not result.passed
    assert checks.read_counts(checks.report_file("tests"), passed=False)[:2] == (1, 1)


FAILS_AT_FIRST = """
from pathlib import Path

def test_good(): ...
def test_chance():
    seen = Path(__file__).with_name("seen")
    was_seen = seen.exists()
    seen.touch()
    assert was_seen
"""


def python_step(name, code, lane=checks.STATIC):
    """A step that runs this code."""
    return checks.Step(name, [sys.executable, "-c", code], lane)

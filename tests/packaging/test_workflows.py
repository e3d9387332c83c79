"""The workflows do what the project promises of them, and may do no more."""

import os
import re
import subprocess
import tomllib
from typing import Any

import pytest
import yaml

from scripts import environment
from scripts.publishing import changelog

# A workflow as it is parsed: the keys are those of its schema.
Yaml = dict[str, Any]

FOLDER = environment.ROOT / ".github" / "workflows"
PATHS = sorted(FOLDER.glob("*.yml"))
TEXTS = {path.stem: path.read_text(encoding="utf-8") for path in PATHS}
WORKFLOWS: dict[str, Yaml] = {name: yaml.safe_load(text) for name, text in TEXTS.items()}
JOBS = [(name, job) for name, workflow in WORKFLOWS.items() for job in workflow["jobs"]]
PROJECT = tomllib.loads((environment.ROOT / "pyproject.toml").read_text(encoding="utf-8"))
# YAML 1.1 reads the word `on` as true.
TRIGGERS: Any = True
PINNED = re.compile(r"^[\w.-]+/[\w./-]+@[0-9a-f]{40}$")
USES = re.compile(r"uses: (\S+)(.*)$", re.MULTILINE)
# The jobs that may do more than read, and what.
ALLOWED = {
    ("release", "attest"): {"attestations": "write", "id-token": "write"},
    ("release", "publish"): {"id-token": "write"},
    ("release", "announce"): {"contents": "write"},
}


def test_there_are_workflows_for_checks_docs_and_release():
    assert list(WORKFLOWS) == ["checks", "docs", "release"]


def test_the_checks_run_on_three_systems_and_every_python_of_the_classifiers():
    matrix = WORKFLOWS["checks"]["jobs"]["check"]["strategy"]["matrix"]
    prefix = "Programming Language :: Python :: 3."
    classifiers = [text for text in PROJECT["project"]["classifiers"] if text.startswith(prefix)]

    assert matrix["system"] == ["ubuntu-latest", "macos-latest", "windows-latest"]
    assert matrix["python"] == [text.rpartition(" ")[2] for text in classifiers]


def test_the_checks_start_the_two_scripts_and_nothing_else():
    """On Windows a script has to be handed to Python; `--check` ends instead of serving.

    A release checks more widely than a pull request.
    """
    job = WORKFLOWS["checks"]["jobs"]["check"]

    assert commands(job) == ["$STARTER ./play --check", "$STARTER ./check $REACH"]
    assert job["env"] == {"STARTER": "${{ matrix.starter }}", "REACH": "${{ inputs.reach }}"}
    assert WORKFLOWS["release"]["jobs"]["check"]["with"] == {"reach": "--wide"}
    assert job["strategy"]["matrix"]["include"] == [
        {"system": "windows-latest", "starter": "python"}
    ]


def test_the_checks_run_for_pull_requests_for_main_and_before_a_release():
    triggers = WORKFLOWS["checks"][TRIGGERS]

    assert {"pull_request", "workflow_call"} <= set(triggers)
    assert triggers["push"] == {"branches": ["main"]}
    assert WORKFLOWS["release"]["jobs"]["check"]["uses"] == "./.github/workflows/checks.yml"


@pytest.mark.skipif(os.name == "nt", reason="bash may be a door to a Linux that is not there")
@pytest.mark.parametrize(("name", "job"), JOBS)
def test_commands_can_be_read_by_a_shell(name, job):
    for command in commands(WORKFLOWS[name]["jobs"][job]):
        done = subprocess.run(["bash", "-n"], input=command, text=True, check=False)

        assert done.returncode == 0, command


@pytest.mark.parametrize("name", WORKFLOWS)
def test_an_action_is_pinned_to_a_commit_and_names_its_version(name):
    found = USES.findall(TEXTS[name])
    others = [(action, rest) for action, rest in found if not action.startswith("./")]

    assert others
    assert [action for action, _ in others if not PINNED.match(action)] == []
    assert [action for action, rest in others if not re.fullmatch(r" # v\d+\.\d+\.\d+", rest)] == []


def test_an_action_is_used_in_one_version_everywhere():
    used = {line for text in TEXTS.values() for line in USES.findall(text)}
    actions = [action.partition("@")[0] for action, _ in used]

    assert sorted(set(actions)) == sorted(actions)


@pytest.mark.parametrize("name", WORKFLOWS)
def test_a_workflow_may_only_read_unless_a_job_says_what_else(name):
    assert WORKFLOWS[name]["permissions"] == {"contents": "read"}


@pytest.mark.parametrize(("name", "job"), JOBS)
def test_a_job_may_do_no_more_than_it_needs(name, job):
    asked = WORKFLOWS[name]["jobs"][job].get("permissions", {"contents": "read"})

    assert asked == ALLOWED.get((name, job), {"contents": "read"})


@pytest.mark.parametrize(("name", "job"), ALLOWED)
def test_a_job_that_may_write_runs_nothing_of_the_repository(name, job):
    described = WORKFLOWS[name]["jobs"][job]
    actions = [step.get("uses", "").partition("@")[0] for step in described["steps"]]

    assert "actions/checkout" not in actions
    assert [c for c in commands(described) if not c.startswith("gh release create ")] == []


@pytest.mark.parametrize("name", WORKFLOWS)
def test_a_workflow_needs_no_secret_and_no_account(name):
    given = {
        key
        for job in WORKFLOWS[name]["jobs"].values()
        for step in job.get("steps", [])
        for key in step.get("with", {})
    }

    assert "secrets" not in TEXTS[name]
    assert set() == given & {"password", "user", "username", "token", "repository-url"}


@pytest.mark.parametrize("name", WORKFLOWS)
def test_a_workflow_says_what_happens_when_it_is_started_twice(name):
    concurrency = WORKFLOWS[name]["concurrency"]

    assert {"group", "cancel-in-progress"} == set(concurrency)
    assert concurrency["group"].startswith(f"{name}-")


@pytest.mark.parametrize(("name", "job"), JOBS)
def test_a_job_ends_in_time(name, job):
    described = WORKFLOWS[name]["jobs"][job]

    assert described.get("uses") or 0 < described["timeout-minutes"] <= 90


@pytest.mark.parametrize(("name", "job"), JOBS)
def test_a_checkout_leaves_no_credentials_behind(name, job):
    steps = WORKFLOWS[name]["jobs"][job].get("steps", [])
    checkouts = [step for step in steps if step.get("uses", "").startswith("actions/checkout@")]

    assert [step for step in checkouts if step["with"]["persist-credentials"] is not False] == []


@pytest.mark.parametrize(("name", "job"), JOBS)
def test_nothing_that_strangers_write_gets_into_a_command(name, job):
    """What a shell gets to see of names and titles comes in variables."""
    assert [text for text in commands(WORKFLOWS[name]["jobs"][job]) if "${{" in text] == []
    assert "pull_request_target" not in TEXTS[name]


def test_a_release_is_checked_built_attested_published_and_announced_in_this_order():
    jobs = WORKFLOWS["release"]["jobs"]

    assert WORKFLOWS["release"][TRIGGERS] == {"push": {"tags": ["v*"]}}
    assert jobs["publish"]["environment"] == "release"
    assert {name: job.get("needs", []) for name, job in jobs.items()} == {
        "check": [],
        "build": ["check"],
        "attest": ["build"],
        "publish": ["attest"],
        "announce": ["publish"],
    }


def test_a_release_is_built_from_the_locked_list_under_its_own_version():
    lines = commands(WORKFLOWS["release"]["jobs"]["build"])

    assert lines == [
        "./play --check",
        'test "$GITHUB_REF_NAME" = "v$(.venv/bin/bottleimp --version)"',
        ".venv/bin/python -m hatchling build -d dist",
        '.venv/bin/python -m scripts.publishing.changelog notes "${GITHUB_REF_NAME#v}" > notes.md',
    ]


def test_what_is_attested_is_what_is_published_and_announced():
    jobs = WORKFLOWS["release"]["jobs"]
    fetched = {
        name: [step["with"] for step in jobs[name]["steps"] if "download" in step.get("uses", "")]
        for name in ("attest", "publish", "announce")
    }
    (attested,) = (step["with"] for step in jobs["attest"]["steps"] if "attest" in step["uses"])
    distributions = {"name": "distributions", "path": "dist"}

    assert fetched["attest"] == fetched["publish"] == [distributions]
    assert fetched["announce"] == [distributions, {"name": "notes"}]
    assert attested == {"subject-path": "dist/*"}


def test_the_citation_names_the_version_of_the_program():
    citation = yaml.safe_load((environment.ROOT / "CITATION.cff").read_text(encoding="utf-8"))

    page = (environment.ROOT / "docs" / "how-to" / "cite.md").read_text(encoding="utf-8")
    version = changelog.version(environment.ROOT)

    assert citation["version"] == version
    assert f"version = {{{version}}}" in page


def commands(job: Yaml) -> list[str]:
    """What the steps of the job hand to a shell."""
    return [step["run"].strip() for step in job.get("steps", []) if "run" in step]

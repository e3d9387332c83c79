"""The forms for issues, the settings of dependabot, and the paths that all files here name."""

import re

import pytest
import yaml

from scripts import environment

GITHUB = environment.ROOT / ".github"
FORMS = sorted(path for path in (GITHUB / "ISSUE_TEMPLATE").glob("*.yml") if path.stem != "config")
TEXTS = sorted(path for path in GITHUB.rglob("*") if path.suffix in (".md", ".yml"))
# Two scripts, folders with what lies below them, modules of scripts, and pages at the root.
NAMED = re.compile(
    r"(?<![\w./])(\./check|\./play|(?:\./)?(?:docs|scripts|tests|changelog\.d)[/.]?[\w./-]*\w|[A-Z]+\.md)\b"
)
KINDS = {"markdown", "textarea", "input", "dropdown", "checkboxes"}


def test_there_are_forms_for_a_bug_a_question_about_the_rules_and_an_idea():
    assert [path.stem for path in FORMS] == ["bug", "idea", "rules-question"]


@pytest.mark.parametrize("path", FORMS, ids=lambda path: path.stem)
def test_a_form_has_what_its_schema_asks_for(path):
    form = yaml.safe_load(path.read_text(encoding="utf-8"))
    questions = [part for part in form["body"] if part["type"] != "markdown"]
    names = [question["id"] for question in questions]

    assert {"name", "description", "body"} == set(form)
    assert {part["type"] for part in form["body"]} <= KINDS
    assert sorted(set(names)) == sorted(names)
    assert all(question["attributes"]["label"] for question in questions)
    assert any(question.get("validations", {}).get("required") for question in questions)


@pytest.mark.parametrize("path", TEXTS, ids=lambda path: path.name)
def test_a_path_or_module_that_is_named_is_there(path):
    named = NAMED.findall(read(path))

    assert [name for name in named if not there(name)] == []


def test_dependabot_keeps_the_actions_new():
    (update,) = yaml.safe_load(read(GITHUB / "dependabot.yml"))["updates"]

    assert update["package-ecosystem"] == "github-actions"
    assert update["schedule"]["interval"] == "monthly"


def read(path):
    """The text of a file."""
    return path.read_text(encoding="utf-8")


def there(name):
    """Whether the file, the folder or the module is in the repository."""
    path = environment.ROOT / name
    return path.exists() or (environment.ROOT / f"{name.replace('.', '/')}.py").exists()

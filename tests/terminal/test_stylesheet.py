"""The style sheet of the terminal speaks of classes that exist."""

import re
from pathlib import Path

from textual.widget import Widget

from bottleimp.terminal.screens import app, remote_app

STYLES = Path(app.__file__).with_name("terminal.tcss").read_text(encoding="utf-8")


def subclasses(of: type[object]) -> set[type[object]]:
    """All classes below one, at any depth."""
    return {of}.union(*(subclasses(each) for each in of.__subclasses__()))


def test_every_class_that_is_styled_exists() -> None:
    assert remote_app.RemoteApp.CSS_PATH == app.TerminalApp.CSS_PATH
    styled = set(re.findall(r"^(?:#\w+ )?([A-Z]\w+)", STYLES, re.MULTILINE))

    assert styled - {each.__name__ for each in subclasses(Widget)} == set()

"""The style sheet of the terminal speaks of classes that exist."""

import re
from pathlib import Path

from textual.widget import Widget

from bottleimp.terminal.screens import app, remote_app

STYLES = Path(app.__file__).with_name("terminal.tcss").read_text(encoding="utf-8")


def subclass_names(of: type) -> set[str]:
    """The names of a class and all classes below it."""
    below: list[type] = of.__subclasses__()
    return {of.__name__}.union(*(subclass_names(each) for each in below))


def test_every_class_that_is_styled_exists() -> None:
    assert remote_app.RemoteApp.CSS_PATH == app.TerminalApp.CSS_PATH
    styled = set(re.findall(r"^(?:#\w+ )?([A-Z]\w+)", STYLES, re.MULTILINE))

    assert styled - subclass_names(Widget) == set()

"""After the settings a visitor is back where they were, and never at another site."""

import pytest
from starlette.requests import Request

from bottleimp.languages.language import ENGLISH
from bottleimp.server.pages.own_matches import isolated
from bottleimp.server.pages.preferences import Preferences, offered_settings, updated_preferences
from bottleimp.server.pages.return_paths import path_to_come_back_to, safe_redirect_path


def asked(method: str, path: str, query: str = "") -> Request:
    """A request as the server gets it."""
    return Request(
        {
            "type": "http", "method": method, "path": path, "query_string": query.encode(),
            "headers": [(b"host", b"localhost")], "scheme": "http", "server": ("localhost", 80),
        }
    )  # fmt: skip


@pytest.mark.parametrize(
    ("method", "path", "query", "back"),
    [
        ("GET", "/new", "friends=yes", "/new?friends=yes"),
        ("GET", "/rules/classic/3", "table=t", "/rules/classic/3?table=t"),
        ("POST", "/tables", "", "/new"),
        ("POST", "/quick", "", "/new"),
        ("POST", "/elsewhere", "", "/"),
    ],
)
def test_the_page_to_come_back_to(method: str, path: str, query: str, back: str) -> None:
    assert path_to_come_back_to(asked(method, path, query)) == back
    assert safe_redirect_path(back) == back


@pytest.mark.parametrize("path", ["//evil", "http://evil/", "/\\\\evil", "x", "/a\nb"])
def test_other_sites_are_not_gone_to(path: str) -> None:
    assert safe_redirect_path(path) == "/"


def test_the_speed_of_the_server_holds_until_another_is_chosen() -> None:
    chosen = updated_preferences({"sound": "off"}, Preferences())
    assert chosen.pace is None
    assert "pace=" not in chosen.text

    def offered(preferences: Preferences) -> list[str]:
        return [
            value["value"]
            for group in offered_settings(preferences, ENGLISH, 3000)
            for setting in group["settings"]
            if setting["name"] == "pace"
            for value in setting["values"]
            if value["chosen"]
        ]

    assert offered(chosen) == ["3000"]
    assert offered(updated_preferences({"pace": "300"}, chosen)) == ["300"]


def test_names_that_are_written_from_right_to_left_turn_nothing_beside_them() -> None:
    assert isolated("Ada") == "Ada"
    assert isolated("\u05e2\u05de\u05e8") == "\u2068\u05e2\u05de\u05e8\u2069"

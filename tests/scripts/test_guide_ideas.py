"""The ideas of the guide that the browser shares with the terminal."""

from scripts import guide_ideas


def test_the_browser_has_the_ideas_of_today() -> None:
    assert guide_ideas.FILE.read_text("utf-8") == guide_ideas.typescript()

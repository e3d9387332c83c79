"""The sentences that the browser shares with the terminal."""

from scripts import play_messages


def test_the_browser_has_the_sentences_of_today() -> None:
    assert play_messages.FILE.read_text("utf-8") == play_messages.typescript()

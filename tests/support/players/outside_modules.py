"""Modules with players of strangers, written into a folder for tests."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from bottleimp.players.outside_players import load_outside_player

MODULE = '''
from bottleimp.players import SequentialPlayer


class Highest(SequentialPlayer):
    """Plays the highest legal action."""

    def choose(self, observation, seed):
        return observation.legal_actions[-1]


class Lowest:
    """Plays the lowest legal action, in all rounds at once."""

    def choose_actions(self, decisions):
        return decisions.legal_mask.argmax(axis=1)


class Cheat(SequentialPlayer):
    """Plays a card that nobody may play."""

    def choose(self, observation, seed):
        legal = observation.legal_actions
        return next(card for card in observation.edition.deck.cards if card not in legal)


class Half:
    """Answers with fractions."""

    def choose_actions(self, decisions):
        return decisions.legal_mask.argmax(axis=1) * 1.0


class Meddler:
    """Makes every action legal, and takes one."""

    def choose_actions(self, decisions):
        legal = decisions.legal
        legal |= 0b11
        return legal * 0 + 1


class Silent:
    """Answers nothing."""

    def choose_actions(self, decisions):
        return []


class NeedsMore(SequentialPlayer):
    """Cannot be built without an argument."""

    def __init__(self, depth):
        self.depth = depth

    def choose(self, observation, seed):
        return observation.legal_actions[0]


class NoPlayer:
    """Has nothing that a player has."""


def function():
    """No class."""
'''


@contextmanager
def outside_module(folder: Path, name: str = "stranger") -> Iterator[str]:
    """The name of an importable module with these classes, in a folder on the path."""
    (folder / f"{name}.py").write_text(MODULE, encoding="utf-8")
    (folder / "broken_stranger.py").write_text("import nothing_of_this_name\n", encoding="utf-8")
    sys.path.insert(0, str(folder))
    load_outside_player.cache_clear()
    try:
        yield name
    finally:
        sys.path.remove(str(folder))
        for loaded in (name, "broken_stranger"):
            sys.modules.pop(loaded, None)
        load_outside_player.cache_clear()

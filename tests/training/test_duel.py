"""Duels of networks, as they are called at a terminal."""

import sys
from pathlib import Path

import pytest

pytest.importorskip("torch")

from training import duel

NETWORK = Path("src/bottleimp/players/networks/4.npz")


def words_of_duel(capsys: pytest.CaptureFixture[str], *words: str) -> list[str]:
    """The lines of `python -m training.duel` with these words."""
    sys.argv[1:] = words
    duel.main()
    return capsys.readouterr().out.splitlines()


@pytest.fixture(autouse=True)
def own_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["duel.py"])


def test_copies_of_a_network_gain_nothing(capsys):
    lines = words_of_duel(capsys, "classic/4", str(NETWORK), str(NETWORK), "4", "--seed", "3")

    assert lines == [
        "new among old: +0.00 ±0.00 points a round",
        "old among new: +0.00 ±0.00 points a round",
    ]


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("nope", str(NETWORK), str(NETWORK), "4"), "no edition called 'nope'"),
        (("classic/4", str(NETWORK), "missing.npz", "4"), "missing.npz"),
        (("classic/4", str(NETWORK), str(NETWORK), "1"), "two deals or more, not 1"),
    ],
)
def test_what_cannot_be_played_is_refused(capsys, words: tuple[str, ...], why: str):
    with pytest.raises(SystemExit):
        words_of_duel(capsys, *words)

    assert why in capsys.readouterr().err

"""Finds the rounds of the golden records, the same ones at every time:

    python -m tests.support.golden.round_selection

Looks for a round of each edition in which all happens that a record of it should show.
Run it when an edition is added; `bottleimp record update-golden` writes the same rounds anew.
"""

from itertools import count
from pathlib import Path
from random import Random

from bottleimp.analysis.report.golden_records import golden_file
from bottleimp.game.deal import Deal
from bottleimp.game.record import Record
from bottleimp.game.round import Round
from bottleimp.rules.edition import Edition
from bottleimp.rules.editions import edition_from_text, edition_keys
from tests.support.golden.round_events import LOST_BY_PARTNER, events, wanted_in
from tests.support.strategies import whole_round

FOLDER = Path(__file__).parents[2] / "records"
WITH_OPTIONS = (
    "classic/4,face-value",
    "classic/lopaka,deck=bambus1995",
    "classic/bright-house,deck=matagot36,face-value",
    "matagot/4-teams,bga-teams",
    "matagot/5-teams,bga-teams",
    "matagot/6-teams-222,bga-teams",
    "matagot/6-teams-2211,bga-teams",
    "matagot/3,deck=matagot17,no-aids,rounds=5",
    "matagot/5,deck=matagot17",
)


def chosen_round(edition: Edition) -> Round:
    """The first round of the edition, by number, that shows everything."""
    wanted = wanted_in(edition)
    if "bga-teams" in edition.options:
        wanted -= {LOST_BY_PARTNER}  # partners keep what they took
    for number in count():
        random = Random(f"{edition.text} {number}")
        end = whole_round(Deal.from_seed(edition, number), random)[-1]
        if wanted <= events(end):
            return end
    raise AssertionError("numbers do not end")


def nameless_record(played: Round) -> Record:
    """The record of a round among seats that are called by their number, as the remarks do."""
    return Record(played, tuple(f"S{seat}" for seat in range(played.edition.seats)))


def file_of(text: str) -> Path:
    """Where the records of an edition or of one with options are."""
    return FOLDER / ("options" if "," in text else "") / f"{text}.txt"


def write_all() -> None:
    """Chooses a round of every edition and writes its file."""
    for text in (*edition_keys(), *WITH_OPTIONS):
        path = file_of(text)
        path.parent.mkdir(parents=True, exist_ok=True)
        chosen = nameless_record(chosen_round(edition_from_text(text)))
        path.write_text(golden_file([chosen]), encoding="utf-8")


if __name__ == "__main__":
    write_all()

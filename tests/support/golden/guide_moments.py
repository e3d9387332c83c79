"""Moments at which browser and terminal must give the same guidance, in Python and TypeScript.

`python -m tests.support.golden.guide_moments` writes `guide_moments.json`: for each moment what the
guide reads of the view that the server sends, and the words of every idea whose moment has come.
"""

import json
from collections.abc import Iterator
from gettext import NullTranslations
from pathlib import Path
from random import Random

import msgspec

from bottleimp.knowledge.guide import guide_facts, guide_words, told_text
from bottleimp.knowledge.guide_ideas import GUIDE_IDEAS, GuideText
from bottleimp.knowledge.observation import observe
from bottleimp.languages.language import ENGLISH
from bottleimp.rules.editions import edition_from_text
from bottleimp.server.state.deals import Deals
from bottleimp.server.state.events import COMPUTER, Participant, TableCreated
from bottleimp.server.state.table_state import TableState, automatic_players
from bottleimp.server.views.projection import project_table
from tests.support.golden.fair_matches import after, some_fact

FILE = Path(__file__).parents[2] / "golden" / "guide_moments.json"
EDITIONS = ("classic/3", "classic/4", "classic/4,no-aids")
ROUNDS = 40
VIEWER = 0
# What the guide of the browser reads of a view; other parts may change without this file.
PARTS = {
    "you": None,
    "table": ("aids", "bottles", "deck", "has_sides", "seats", "status", "suits", "tricks"),
    "players": None,
    "match": ("over",),
    "round": (
        "asks", "committed", "hands", "legal", "owners", "phase", "prices", "result", "step",
        "trick", "undercut",
    ),
}  # fmt: skip
NAMES = ("Ann", "Kokua", "Kiano", "Nahinu")


def states(text: str, seed: int) -> Iterator[TableState]:
    """A round played at random, step by step, to its score."""
    random, played = Random(f"guide {text} {seed}"), edition_from_text(text)
    people = tuple(Participant(name, COMPUTER, "uniform") for name in NAMES[: played.players])
    deals = Deals.from_key(f"guide-{seed}", played, b"of the guide")
    created = TableCreated(played.text, people, 0, 0, deals.commitment(1))
    state = after(after(None, created, deals), deals.round_started(1), deals)
    yield state
    while players := automatic_players(state):
        state = after(state, some_fact(state, players[0], random), deals)
        yield state


def told(state: TableState) -> dict[str, GuideText]:
    """The text of every idea whose moment has come for the viewer, by key."""
    seen = observe(state.current_round, state.round_start_match.seat_of(VIEWER))
    facts = guide_facts(seen)
    texts = {idea.key: told_text(idea, facts) for idea in GUIDE_IDEAS}
    return {key: text for key, text in texts.items() if text is not None}


def moment(state: TableState, texts: dict[str, GuideText]) -> dict[str, object]:
    """The moment as the file holds it."""
    match = state.round_start_match
    seen = observe(state.current_round, match.seat_of(VIEWER))
    names = [NAMES[match.player_at(seat)] for seat in range(seen.edition.seats)]
    catalogue = NullTranslations()
    whole = msgspec.to_builtins(project_table(state, VIEWER, ENGLISH))
    view = {
        name: whole[name] if parts is None else {part: whole[name][part] for part in parts}
        for name, parts in PARTS.items()
    }
    view["players"] = [{"name": name} for name in NAMES[: len(names)]]
    if view["round"]["result"] is not None:
        view["round"]["result"] = {"imps_points": view["round"]["result"]["imps_points"]}
    words = {key: guide_words(text, seen, names, catalogue) for key, text in texts.items()}
    return {"view": view, "told": words}


def moments() -> list[dict[str, object]]:
    """The first moment of every text in every edition, where nothing earlier tells it."""
    found: list[dict[str, object]] = []
    for text in EDITIONS:
        known: set[str] = set()
        for seed in range(ROUNDS):
            for state in states(text, seed):
                texts = told(state)
                new = {each.one for each in texts.values()} - known
                if new or (not texts and "" not in known):
                    known |= new or {""}
                    found.append(moment(state, texts))
    return found


def file_text() -> str:
    """The content of the file, one moment a line."""
    lines = ",\n".join(json.dumps(each, separators=(",", ":")) for each in moments())
    return f"[\n{lines}\n]\n"


if __name__ == "__main__":
    FILE.write_text(file_text(), encoding="utf-8", newline="\n")

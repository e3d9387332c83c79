"""Matches whose deals every program that checks deals must find fair, in Python and TypeScript.

`python -m tests.support.golden.fair_matches` writes `fair/*.json`; a file that is there is
left as it is, so those without `v2-` are as the first version wrote them.
`fair_rules.json`, with what the
TypeScript program has to know of the editions, is written anew.
"""

import json
from pathlib import Path
from random import Random

from bottleimp.rules.editions import edition_from_text
from bottleimp.server.state.consequences import apply_with_consequences
from bottleimp.server.state.deals import Deals
from bottleimp.server.state.decisions import decide_card_play
from bottleimp.server.state.events import (
    ChoicesCommitted,
    EntropyContributed,
    Fact,
    Participant,
    TableCreated,
)
from bottleimp.server.state.table_state import TableState, automatic_players
from bottleimp.server.views.export import export_match
from bottleimp.server.views.verifier_rules import verifier_rules

FOLDER = Path(__file__).parents[2] / "golden" / "fair"
MATCHES = ("classic/bright-house", "classic/4", "matagot/6", "classic/lopaka")
RULES = Path(__file__).parents[2] / "golden" / "fair_rules.json"
ROUNDS = 2


def played(key: str, rounds: int = ROUNDS) -> TableState:
    """A table at which so many rounds were played at random, by players who all contribute."""
    random = Random(f"a fair match of {key}")
    chosen = edition_from_text(key)
    people = tuple(Participant(f"P{n}", "computer", "uniform") for n in range(chosen.players))
    driven = (Participant("Lopaka", "driven"),) * len(chosen.driven)
    table = random.randbytes(8).hex()
    deals = Deals.from_key(table, chosen, random.randbytes(32))
    given = tuple(random.randbytes(16).hex() for _ in people[1:])
    places, promise = (*people, *driven), deals.commitment(1)
    created = TableCreated(chosen.text, places, None, 0, promise, (None, *given), is_offered=True)
    state = after(None, created, deals)
    while len(state.finished_rounds) < rounds and not state.is_ended:
        players = automatic_players(state)
        if players:
            state = after(state, some_fact(state, random.choice(players), random), deals)
            continue
        for player in range(1, chosen.players):
            value = f"-_{random.randrange(10**9)}Z"
            state = after(state, EntropyContributed(player, state.round_number + 1, value), deals)
        state = after(state, deals.round_started(state.round_number + 1), deals)
    return state


def after(state: TableState | None, fact: Fact, deals: Deals) -> TableState:
    """The state after the fact and what follows from it by itself."""
    return apply_with_consequences(state, fact, deals)[-1][1]


def some_fact(state: TableState, player: int, random: Random) -> Fact:
    """Something legal that the player does."""
    playing, seat = state.current_round, state.round_start_match.seat_of(player)
    if not playing.choices_owed(seat):
        label = random.choice(playing.legal_actions_for(seat)).label
        return decide_card_play(state, player, state.round_number, playing.play_count, label)
    labels = []
    for left in range(playing.choices_owed(seat), 0, -1):
        action = random.choice(playing.legal_actions_for(seat))
        labels.append(action.label)
        if left > 1:
            playing = playing.play(action, seat)
    return ChoicesCommitted(player, tuple(labels))


def rules_text() -> str:
    """The content of `fair_rules.json`."""
    rules = {key: verifier_rules(edition_from_text(key)) for key in MATCHES}
    return json.dumps(rules, indent=1) + "\n"


def main() -> None:
    """Writes the files that are not there."""
    FOLDER.mkdir(exist_ok=True)
    for key in MATCHES:
        path = FOLDER / f"v2-{key.replace('/', '-')}.json"
        if not path.exists():
            text = json.dumps(export_match(played(key)), indent=1)
            path.write_text(text + "\n", encoding="utf-8", newline="\n")
    RULES.write_text(rules_text(), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()

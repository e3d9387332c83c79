"""A match as a file: its finished rounds, and all it takes to repeat their deals.

A round that is running is not in it, nor anything of it; what stands here is public by then.
"""

from collections.abc import Iterable
from itertools import count

from bottleimp.game.notation import write_record
from bottleimp.game.record import Record, to_json
from bottleimp.game.verification import DEALER_BY_SEED, DEALER_NAMED, MATCH_FORMAT, MATCH_VERSION
from bottleimp.languages.language import ENGLISH, Language
from bottleimp.server.state.table_state import TableState
from bottleimp.server.views.player_names import player_names


def disambiguate_names(names: Iterable[str]) -> list[str]:
    """The names, a number behind each that another person has too: a record needs different ones.

    Old tables may hold such names.
    """
    found: list[str] = []
    for name in names:
        free = (f"{name} {number}" for number in count(2))
        found.append(name if name not in found else next(n for n in free if n not in found))
    return found


def export_match(state: TableState) -> dict[str, object]:
    """The finished rounds of a table as JSON values."""
    edition = state.edition
    names = disambiguate_names(player_names(state.participants, ENGLISH, None))
    rounds: list[dict[str, object]] = []
    for dealt, played, seating in zip(
        state.fairness.dealt_rounds, state.finished_rounds, state.round_start_matches, strict=False
    ):
        seated = [names[seating.player_at(seat)] for seat in range(edition.seats)]
        rounds.append(
            {
                "round": dealt.round,
                "dealer": seating.dealer,
                "mixing": dealt.mixing,
                "promised": dealt.is_committed_before,
                "commitment": dealt.commitment,
                "contributions": list(dealt.contributions),
                "seed": dealt.seed,
                # Whatever they are called: two may have the same name.
                "record": to_json(Record.of(played)) | {"names": seated},
            }
        )
    return {
        "format": MATCH_FORMAT,
        "version": MATCH_VERSION,
        "table": state.table,
        "edition": edition.text,
        "deck": [card.label for card in edition.deck.cards],
        "hands": [hand.size for hand in edition.hands],
        "players": [
            {"name": name, "kind": who.kind, "level": who.level}
            for name, who in zip(names, state.participants, strict=True)
        ],
        "first_dealer": DEALER_BY_SEED if state.is_dealer_drawn else DEALER_NAMED,
        "rounds": rounds,
        "totals": list(state.match.totals),
        "is_over": state.match.is_over,
    }


def finished_records(state: TableState, language: Language) -> list[str]:
    """The text records of the finished rounds, with the names that players have in the language."""
    names = disambiguate_names(player_names(state.participants, language, None))
    rounds = range(1, len(state.finished_rounds) + 1)
    return [record_text(state, number, names) for number in rounds]


def finished_record(state: TableState, number: int, language: Language) -> str:
    """The text record of one finished round, counted from 1."""
    names = disambiguate_names(player_names(state.participants, language, None))
    return record_text(state, number, names)


def record_text(state: TableState, number: int, names: list[str]) -> str:
    """The text record of a finished round, with these names of the players."""
    seating = state.match_before_round(number)
    seated = tuple(names[seating.player_at(seat)] for seat in range(state.edition.seats))
    return write_record(Record(state.finished_rounds[number - 1], seated))

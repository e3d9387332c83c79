"""The page about observations, made from the classes and what is written here of each field.

`python -m scripts.observation_page` writes `docs/reference/observation.md`.  A field without words
here, or words without a field, is an error; tests hold what is said of who sees a field to rounds.
"""

import ast
import inspect
from collections.abc import Iterator, Mapping
from dataclasses import fields
from enum import Enum
from pathlib import Path

from bottleimp.game.round import PlayedCard, Trick
from bottleimp.knowledge.observation import Observation, PassedCard, ReceivedCard, RevealedRound
from bottleimp.rules.seating import Pass

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "reference" / "observation.md"


class Visibility(Enum):
    """Who sees what stands in a field."""

    EVERYBODY = "everybody, onlookers too"
    SEAT = "this seat alone; empty to an onlooker"
    HANDS = "its own hands and open ones"
    SIZES = "everybody; its own secret choices are taken off at once"


FIELD_DESCRIPTIONS: dict[str, tuple[Visibility, str]] = {
    "seat": (Visibility.SEAT, "whose observation it is; `None` for an onlooker"),
    "edition": (Visibility.EVERYBODY, "the edition that is played"),
    "phase": (Visibility.EVERYBODY, "exchange, choice of the open hand, play, or over"),
    "stage": (Visibility.EVERYBODY, "how many stages of secret choices are done"),
    "hands": (
        Visibility.HANDS,
        "the cards of each hand, by number; `None` for one that is not seen",
    ),
    "hand_sizes": (
        Visibility.SIZES,
        "cards in each hand; what others have chosen in secret counts as held until all have",
    ),
    "open_hands": (Visibility.EVERYBODY, "the numbers of the hands that lie face up"),
    "committed": (
        Visibility.EVERYBODY,
        "for each seat whether it owes no secret choice in this stage",
    ),
    "passes_owed": (Visibility.SEAT, "the passes it still has to make in this stage, in order"),
    "own_choices": (Visibility.SEAT, "what it has chosen in secret so far in this stage"),
    "passed_cards": (Visibility.SEAT, "every card it has passed, to a hand or to the Imp's Trick"),
    "received_cards": (
        Visibility.SEAT,
        "every card it has picked up in the exchange, and from whom",
    ),
    "tricks": (Visibility.EVERYBODY, "every finished trick, card by card"),
    "plays": (Visibility.EVERYBODY, "the cards of the trick on the table, in order"),
    "prices": (Visibility.EVERYBODY, "the price of each bottle, as a place in the deck's order"),
    "owners": (
        Visibility.EVERYBODY,
        "the seat that owns each bottle; `None` before its first sale",
    ),
    "for_sale": (Visibility.EVERYBODY, "the number of the dearest bottle"),
    "taken_points": (Visibility.EVERYBODY, "the points each seat has taken in tricks"),
    "turn": (
        Visibility.EVERYBODY,
        "the seat to play a card; `None` while choices are secret or at the end",
    ),
    "legal_actions": (
        Visibility.SEAT,
        "what it may do next, ascending; empty when it is not asked",
    ),
    "revealed": (Visibility.EVERYBODY, "`None` until the round is over; then all that was hidden"),
}

PART_DESCRIPTIONS: dict[type, dict[str, str]] = {
    Pass: {
        "seat": "who passes",
        "source": "the number of the hand that the card leaves",
        "target": "the number of the hand it goes to; -1 for the Imp's Trick",
        "then_pick_up": "whether every hand picks up after this pass",
    },
    PassedCard: {
        "card": "the card",
        "source": "the number of the hand that it left",
        "target": "the number of the hand it went to; -1 for the Imp's Trick",
    },
    ReceivedCard: {
        "card": "the card",
        "giver": "the seat that passed it",
        "hand": "the number of the hand that took it up",
    },
    PlayedCard: {
        "seat": "who played",
        "hand": "the number of the hand from which it came",
        "card": "the card",
    },
    Trick: {
        "plays": "the cards in the order of play",
        "taker": "the seat that took it",
        "prices_before": "the price of each bottle before it, by place",
        "bottle": "the number of the bottle that it sold; `None` when none was",
        "owner_before": "the seat that owned that bottle until then; `None` when nobody did",
    },
    RevealedRound: {
        "deal": "who was dealt what",
        "passes": "every pass of the round, with its seat",
        "imps_trick": "the cards under the bottle",
        "scores": "the score of each seat",
    },
}


def page() -> str:
    """The page with every field."""
    lines = [
        "# Observations",
        "",
        "What `observe(round, seat)` tells: everything that a seat has seen, and nothing else.",
        "Computer players get it, and all that leaves the table is made from it.",
        "Seats, hands and bottles are numbered from 0; seat 0 leads the first trick.",
        "[Hidden information](../explanation/hidden-information.md) says why it is built this way.",
        "The types are in `bottleimp.knowledge`, `bottleimp.game` and `bottleimp.rules`.",
        "This page is made from the classes by `python -m scripts.observation_page`.",
        "",
        "## Fields",
        "",
        "| field | type | what it holds | who sees it |",
        "|---|---|---|---|",
    ]
    kinds = field_types(Observation)
    for name in checked_field_names(Observation, FIELD_DESCRIPTIONS):
        seen, words = FIELD_DESCRIPTIONS[name]
        lines.append(f"| `{name}` | {kinds[name]} | {words} | {seen.value} |")
    lines += ["", "## Derived from these", "", "| property | what it is |", "|---|---|"]
    for name, value in vars(Observation).items():
        if isinstance(value, property):
            lines.append(f"| `{name}` | {first_line(value)} |")
    lines += ["", "## Parts", ""]
    lines += ["A `Card` has `label`, `suit`, `points` and `place`; an `Action` is a card,"]
    lines += ["or `OpenChoice.FIRST` or `SECOND` where a hand is to be laid open."]
    for part, words_of in PART_DESCRIPTIONS.items():
        lines += ["", f"### {part.__name__}", "", first_line(part), ""]
        lines += ["| field | type | what it holds |", "|---|---|---|"]
        kinds = field_types(part)
        lines += [
            f"| `{n}` | {kinds[n]} | {words_of[n]} |" for n in checked_field_names(part, words_of)
        ]
    return "\n".join(lines) + "\n"


def checked_field_names(part: type, words: Mapping[str, object]) -> Iterator[str]:
    """The names of the fields; raises ValueError unless each has words, and nothing else."""
    found = [field.name for field in fields(part)]
    if set(found) != set(words):
        raise ValueError(
            f"{part.__name__}: {sorted(set(found) ^ set(words))} without field or words"
        )
    yield from found


def field_types(part: type) -> dict[str, str]:
    """The type of each field as it is written in the class."""
    (tree,) = ast.parse(inspect.getsource(part)).body
    body = tree.body if isinstance(tree, ast.ClassDef) else []
    return {
        step.target.id: f"`{ast.unparse(step.annotation)}`".replace("|", "\\|")
        for step in body
        if isinstance(step, ast.AnnAssign) and isinstance(step.target, ast.Name)
    }


def first_line(documented: object) -> str:
    """The first line of a docstring."""
    return (inspect.getdoc(documented) or "").partition("\n")[0]


def main() -> None:
    """Write the page."""
    PAGE.write_text(page(), encoding="utf-8")
    print(PAGE.relative_to(ROOT))


if __name__ == "__main__":
    main()

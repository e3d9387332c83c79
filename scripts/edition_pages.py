"""The pages of editions, made from the catalogue.

`python -m scripts.edition_pages` writes `docs/reference/editions.md` and one page for each edition
below `docs/reference/editions`.  Seats are counted from 1 here, the leader of the first trick.
"""

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path

from bottleimp.game.deal import Deal
from bottleimp.game.match import max_useful_target
from bottleimp.game.notation import write_record
from bottleimp.game.record import Record
from bottleimp.game.round import Round
from bottleimp.knowledge.printed_numbers import printed_number
from bottleimp.knowledge.titles import DECK_NOTES
from bottleimp.languages.language import ENGLISH
from bottleimp.rules.cards import Suit
from bottleimp.rules.decks import DECKS, Deck, decks_of_size
from bottleimp.rules.edition import Edition
from bottleimp.rules.editions import MODES, PRESETS, Preset, edition, edition_keys
from bottleimp.rules.seating import (
    MAX_AGREED_ROUNDS,
    MAX_CYCLES,
    MAX_ROUNDS,
    MAX_TARGET_SCORE,
    OFFERED_TARGETS,
)
from bottleimp.server.rules_pages.examples import score_example, trick_examples
from bottleimp.server.rules_pages.facts import scores_face_values
from bottleimp.server.rules_pages.text import goal_text, rules_paragraphs
from scripts.edition_words import (
    MODE_TITLES,
    length_text,
    seat_name,
    side_sizes,
)

ROOT = Path(__file__).resolve().parents[1]
REFERENCE = ROOT / "docs" / "reference"
ORIGIN_SENTENCE = "This page is made from the catalogue by `python -m scripts.edition_pages`."
SHORT_DECK_SIZE, LONG_DECK_SIZE = 36, 54  # cards of a deck
EXAMPLE_SEED = 19  # of the round whose beginning is shown


def writers() -> dict[Path, Callable[[], str]]:
    """Every page, and what makes its text: the examples on it take a moment to find."""
    found: dict[Path, Callable[[], str]] = {REFERENCE / "editions.md": overview}
    for key in edition_keys():
        path = REFERENCE / "editions" / f"{file_name(key)}.md"
        found[path] = partial(page, edition(key))
    return found


def pages() -> dict[Path, str]:
    """Every page with its text."""
    return {path: write() for path, write in writers().items()}


def file_name(key: str) -> str:
    """The name of an edition's page, less its ending."""
    return key.replace("/", "-")


def title(at: Edition) -> str:
    """An edition as people call it."""
    return f"{PRESETS[at.preset].title}: {MODE_TITLES[at.mode]}"


# --- the overview ------------------------------------------------------------------------------


def overview() -> str:
    """The page with all editions in tables."""
    lines = [
        "# Editions",
        "",
        "An edition is one mode of one preset: a printing, and a way to play that its rule text",
        "describes.",
        f"There are {len(edition_keys())}.",
        "[The rules](rules.md) say how they are played.",
        ORIGIN_SENTENCE,
    ]
    for preset in PRESETS.values():
        lines += ["", f"## {preset.title}", "", *preset_lines(preset)]
    lines += [
        "",
        "## Decks",
        "",
        *deck_overview(),
        "",
        *[f"`{name}`: {note}" for name, note in DECK_NOTES.items()],
    ]
    lines += ["", "## Options", "", *(f"- {option}" for option in all_options())]
    return "\n".join(lines) + "\n"


def preset_lines(preset: Preset) -> Iterator[str]:
    """A table of the preset's modes."""
    length = length_text(preset.length)
    yield f"Key `{preset.key}`; by default a match lasts {length}."
    if preset.face_value:
        yield "Cards count their number."
    yield ""
    yield "| edition | players | cards | tricks | Imp's Trick | bottles | sides |"
    yield "|---|---|---|---|---|---|---|"
    for mode in preset.modes:
        at = edition(f"{preset.key}/{mode}")
        under_bottle = at.discards + at.left_over
        yield (
            f"| [`{at.key}`](editions/{file_name(at.key)}.md) | {at.players} |"
            f" {len(at.deck.cards)} | {at.tricks} | {under_bottle} | {at.bottles} |"
            f" {side_sizes(at)} |"
        )


def deck_overview() -> Iterator[str]:
    """A table of the decks."""
    yield "| deck | cards | a suit | points |"
    yield "|---|---|---|---|"
    for deck in DECKS.values():
        cards = len(deck.cards)
        yield f"| `{deck.name}` | {cards} | {cards // len(Suit)} | {deck.points} |"


def all_options() -> Iterator[str]:
    """Every table option and where it is allowed."""
    short = ", ".join(f"`deck={deck.name}`" for deck in decks_of_size(SHORT_DECK_SIZE))
    long = ", ".join(f"`deck={deck.name}`" for deck in decks_of_size(LONG_DECK_SIZE))
    targets = ", ".join(f"`target={points}`" for points in OFFERED_TARGETS)
    yield f"{short}: another deck of {SHORT_DECK_SIZE} cards, where {SHORT_DECK_SIZE} are used."
    yield f"{long}: another deck of {LONG_DECK_SIZE} cards, where {LONG_DECK_SIZE} are used."
    yield "`face-value`, `face-value=no`: cards count their number, or their points; 36 cards only."
    yield "`bga-teams`: teams sit and score as in the official online version; team modes only."
    yield (
        "`no-aids`: earlier tricks, points taken and the marks of the number line are hidden from"
        " everybody until the round is over."
    )
    yield f"`cycles=N`: everyone deals N times, from 1 to {MAX_CYCLES}."
    yield f"`rounds=N`: the match has N rounds, from 1 to {MAX_AGREED_ROUNDS}."
    yield (
        f"{targets} or any other number of points: the match ends with the round in which someone"
        f" has so many, and after {MAX_ROUNDS} rounds at the latest."
        f" Numbers up to {MAX_TARGET_SCORE} are read; where cards count their points, few matches"
        f" reach more than {max(OFFERED_TARGETS)}, so that no more is offered."
    )


def is_short(deck: Deck) -> bool:
    """Whether the deck has no half cards."""
    return all(card.label.isdigit() for card in deck.cards)


# --- one edition -------------------------------------------------------------------------------


def page(at: Edition) -> str:
    """The page of an edition."""
    lines = [
        f"# {title(at)}",
        "",
        f"Edition `{at.key}`.",
        "[The rules](../rules.md) say how it is played.",
        "[The other editions](../editions.md) stand in one list.",
        ORIGIN_SENTENCE,
        "",
        "| | |",
        "|---|---|",
        *(f"| {name} | {value} |" for name, value in edition_figures(at)),
        "",
        *prose(at),
        *example_lines(at),
        "## Cards",
        "",
        *deck_table(at),
        "",
        "## Options",
        "",
        *(f"- {option}" for option in options(at)),
        "",
        "## In records",
        "",
        *in_records(at),
    ]
    return "\n".join(lines) + "\n"


def edition_figures(at: Edition) -> Iterator[tuple[str, str]]:
    """What there is to know in numbers."""
    yield "players", str(at.players) + (" and Lopaka" if at.driven else "")
    yield "deck", f"`{at.deck.name}`, {len(at.deck.cards)} cards, {at.deck.points} points"
    yield "cards dealt", cards_dealt(at)
    yield "Imp's Trick", f"{at.discards + at.left_over} cards"
    yield "tricks", f"{at.tricks}, of {len(at.plays)} cards each"
    yield "bottles", str(at.bottles)
    yield "sides", side_sizes(at)
    yield "match", length_text(at.length)
    yield "cards count", "their number" if scores_face_values(at) else "the points printed on them"


def cards_dealt(at: Edition) -> str:
    """How many cards each hand gets."""
    of_seat = {
        seat: " and ".join(str(at.hands[number].size) for number in at.hands_of(seat))
        for seat in range(at.seats)
    }
    if len(set(of_seat.values())) == 1:
        each = f"{of_seat[0]} to each seat"
        return f"{each}, {at.left_over} left over" if at.left_over else each
    others = {of_seat[seat] for seat in range(at.seats) if seat != at.dealer}
    return f"{' or '.join(sorted(others))} to each seat, {of_seat[at.dealer]} to the dealer"


def prose(at: Edition) -> Iterator[str]:
    """The rules in the sentences of the server's page, under the same headings."""
    for heading, sentences in (
        ("The goal", goal_text(at, ENGLISH)),
        *rules_paragraphs(at, ENGLISH),
    ):
        if sentences:
            yield from (f"## {heading}", "", *sentences, "")


def example_lines(at: Edition) -> Iterator[str]:
    """The examples of the server's page: rounds that were played at random."""
    yield from ("## Examples", "")
    for trick in trick_examples(at, ENGLISH):
        yield from (f"### {trick.title}", "", "| card | points | |", "|---|---|---|")
        for card in trick.cards:
            words = [card.caption] if card.caption else []
            words += ["wins"] if card.wins else []
            yield f"| {printed_number(card.c)} {card.name} | {card.p} | {', '.join(words)} |"
        yield from ("", *trick.text, "")
    score = score_example(at, ENGLISH)
    if score is not None:
        yield from (f"### {score.title}", "", table_row(score.head))
        yield table_row(["---"] * len(score.head))
        yield from (table_row(row) for row in score.rows)
        yield from ("", *score.text, "")


def table_row(cells: list[str]) -> str:
    """The cells as a row of a table."""
    return f"| {' | '.join(cells)} |"


def deck_table(at: Edition) -> Iterator[str]:
    """The cards by suit with their points, and the sum."""
    yield "Numbers, with points in brackets:"
    yield ""
    yield "| suit | cards | points |"
    yield "|---|---|---|"
    for suit in Suit:
        cards = [card for card in at.deck.cards if card.suit is suit]
        row = ", ".join(f"{printed_number(card.label)} ({card.points})" for card in cards)
        yield f"| {suit.colour} | {row} | {sum(card.points for card in cards)} |"
    yield f"| all | {len(at.deck.cards)} cards | {at.deck.points} |"
    note = DECK_NOTES.get(at.deck.name)
    if note is not None and not scores_face_values(at):
        yield from ("", note)


def options(at: Edition) -> Iterator[str]:
    """The table options that this edition takes."""
    decks = decks_of_size(len(at.deck.cards))
    others = [deck.name for deck in decks if deck.name != at.deck.name]
    yield f"Another deck: {', '.join(f'`deck={name}`' for name in others)}."
    yield from (f"`{name}`: {DECK_NOTES[name]}" for name in others if name in DECK_NOTES)
    if is_short(at.deck):
        if PRESETS[at.preset].face_value:
            yield "Points in place of numbers: `face-value=no`."
        else:
            yield "Cards count their number: `face-value`."
    if MODES[at.mode].bga_sides:
        online = edition(at.key, bga_teams=True)
        teams = "; ".join(team_list(online))
        yield (
            f"Teams as in the official online version: `bga-teams` ({teams};"
            " a side scores its members' own results, and nobody doubles)."
        )
    yield (
        "Without aids to memory: `no-aids` (earlier tricks, points taken and the marks of the"
        " number line are hidden from everybody until the round is over)."
    )
    targets = ", ".join(f"`target={points}`" for points in OFFERED_TARGETS)
    yield (
        f"Length of a match: `cycles=N` with N from 1 to {MAX_CYCLES}; `rounds=N` with N from 1"
        f" to {MAX_AGREED_ROUNDS}; {targets}, or any other number of points up to"
        f" {MAX_TARGET_SCORE}; the forms offer up to {max_useful_target(at)}."
    )


def team_list(at: Edition) -> Iterable[str]:
    """The sides by seats, in a few words."""
    for side in sorted(set(at.sides)):
        members = [seat_name(at, seat) for seat in range(at.seats) if at.sides[seat] == side]
        yield " with ".join(members) if len(members) > 1 else f"{members[0]} alone"


def in_records(at: Edition) -> Iterator[str]:
    """How a record of this edition begins, by example."""
    yield "[Records](../notation.md) list hands and choices from the leader on."
    yield "The beginning of one, everyone having passed the lowest cards:"
    yield ""
    played = Round(Deal.from_seed(at, EXAMPLE_SEED))
    while not played.tricks:
        played = played.play(played.legal_actions[0])
    yield "```text"
    yield write_record(Record.of(played)).rstrip()
    yield "```"


def main() -> None:
    """Write all pages."""
    made = pages()
    for path, text in made.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    print(f"{len(made)} pages below {REFERENCE.relative_to(ROOT)}")


if __name__ == "__main__":
    main()

"""The catalogue: every preset and mode of the rule texts, as data.

Sources: Matagot 2024; the Bambus 2003, Z-Man, Stronghold and Gameteko family; Bambus 1995 with the
Rules Bank; Wikipedia.  Readings and rulings are in `docs/reference/rules.md`.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace

from bottleimp.errors import EditionError, NotationError, UnknownName
from bottleimp.parsing import parse_integer, shorten
from bottleimp.rules.decks import (
    BAMBUS1995,
    CLASSIC,
    MATAGOT,
    MATAGOT36,
    Deck,
    deck_by_name,
    face_value_deck,
)
from bottleimp.rules.edition import Edition
from bottleimp.rules.seating import (
    DRIVEN,
    IMPS_TRICK,
    Cycles,
    Hand,
    MatchLength,
    OpenRule,
    Pass,
    PlaySource,
    Rounds,
    TargetScore,
)


def single_hands(*sizes: int) -> tuple[Hand, ...]:
    """One hidden hand for each seat, with these sizes."""
    return tuple(Hand(seat, cards) for seat, cards in enumerate(sizes))


def neighbour_passes(seats: int, *, no_discard_seat: int | None = None) -> tuple[Pass, ...]:
    """Each seat in turn: one card to the imp's trick, one to the left, one to the right.

    `no_discard_seat` puts no card into the imp's trick.
    """
    steps = []
    for seat in range(seats):
        if seat != no_discard_seat:
            steps.append(Pass(seat, seat, IMPS_TRICK))
        steps.append(Pass(seat, seat, (seat + 1) % seats))
        right = (seat - 1) % seats
        steps.append(Pass(seat, seat, right, then_pick_up=seat == seats - 1))
    return tuple(steps)


@dataclass(frozen=True)
class Mode:
    """Seats, hands, passes and sides, whatever the deck; sides as the Matagot rules seat them."""

    hands: tuple[Hand, ...]
    passes: tuple[Pass, ...]
    plays: tuple[PlaySource, ...]
    controllers: tuple[int, ...]
    sides: tuple[int, ...]
    weights: tuple[int, ...]
    left_over: int = 0
    bottles: int = 1
    bga_sides: tuple[int, ...] = ()  # the sides with the option `bga-teams`; empty without teams


def multiplayer_mode(
    sizes: tuple[int, ...],
    *,
    no_discard_seat: int | None = None,
    bottles: int = 1,
    sides: tuple[int, ...] | None = None,
    singles_double: bool = False,
    bga_sides: tuple[int, ...] | None = None,
) -> Mode:
    """A mode for three players or more with one hand each."""
    seats = len(sizes)
    alone = tuple(range(seats))
    grouped = alone if sides is None else sides
    weights = tuple(2 if singles_double and grouped.count(s) == 1 else 1 for s in grouped)
    return Mode(
        hands=single_hands(*sizes),
        passes=neighbour_passes(seats, no_discard_seat=no_discard_seat),
        plays=(PlaySource.ANY,) * seats,
        controllers=alone,
        sides=grouped,
        weights=weights,
        bottles=bottles,
        bga_sides=(() if sides is None else sides) if bga_sides is None else bga_sides,
    )


LOPAKA = Mode(
    hands=(Hand(0, 11), Hand(1, 11, OpenRule.AT_PLAY), Hand(2, 11)),
    passes=(Pass(0, 0, 2), Pass(2, 2, 0, then_pick_up=True)),
    plays=(PlaySource.ANY,) * 3,
    controllers=(0, DRIVEN, 1),
    sides=(0, 1, 2),
    weights=(1, 1, 1),
    left_over=3,
)

BRIGHT_HOUSE = Mode(
    hands=tuple(Hand(seat, 9, OpenRule.BY_CHOICE) for seat in (0, 0, 1, 1)),
    passes=(
        Pass(0, 0, IMPS_TRICK),
        Pass(0, 0, 2),
        Pass(1, 2, IMPS_TRICK),
        Pass(1, 2, 0, then_pick_up=True),
        Pass(0, 1, IMPS_TRICK),
        Pass(0, 1, 3),
        Pass(1, 3, IMPS_TRICK),
        Pass(1, 3, 1, then_pick_up=True),
    ),
    plays=(PlaySource.OPEN, PlaySource.OPEN, PlaySource.HIDDEN, PlaySource.HIDDEN),
    controllers=(0, 1),
    sides=(0, 1),
    weights=(1, 1),
)

DEVILS_EYE = Mode(
    hands=(Hand(0, 6, OpenRule.AT_PLAY), Hand(0, 12), Hand(1, 6, OpenRule.AT_PLAY), Hand(1, 12)),
    passes=(
        Pass(0, 1, IMPS_TRICK),
        Pass(0, 1, IMPS_TRICK),
        Pass(0, 1, 2),
        Pass(0, 1, 3),
        Pass(1, 3, IMPS_TRICK),
        Pass(1, 3, IMPS_TRICK),
        Pass(1, 3, 0),
        Pass(1, 3, 1, then_pick_up=True),
    ),
    plays=(PlaySource.ANY,) * 4,
    controllers=(0, 1),
    sides=(0, 1),
    weights=(1, 1),
)

MODES: dict[str, Mode] = {
    "devils-eye": DEVILS_EYE,
    "lopaka": LOPAKA,
    "bright-house": BRIGHT_HOUSE,
    "3": multiplayer_mode((12,) * 3),
    "4": multiplayer_mode((9,) * 4),
    "4-teams": multiplayer_mode((9,) * 4, sides=(0, 1, 0, 2), singles_double=True),
    "5": multiplayer_mode((11, 11, 11, 11, 10), no_discard_seat=4, bottles=2),
    "5-teams": multiplayer_mode(
        (11, 11, 11, 11, 10),
        no_discard_seat=4,
        sides=(0, 1, 0, 1, 2),
        singles_double=True,
        bga_sides=(0, 1, 2, 0, 1),
    ),
    "6": multiplayer_mode((9,) * 6, bottles=2),
    "6-teams-222": multiplayer_mode((9,) * 6, sides=(0, 1, 2, 0, 1, 2), singles_double=True),
    "6-teams-2211": multiplayer_mode((9,) * 6, sides=(0, 1, 2, 0, 1, 3), singles_double=True),
}

LONG_DECK_MODES = ("5", "5-teams", "6", "6-teams-222", "6-teams-2211")


@dataclass(frozen=True)
class Preset:
    """A printing and the modes that its rule text describes."""

    key: str
    title: str
    deck: Deck  # for the 36-card modes
    long_deck: Deck | None  # for five and six players
    modes: tuple[str, ...]
    length: MatchLength
    face_value: bool = False


PRESETS: dict[str, Preset] = {
    preset.key: preset
    for preset in (
        Preset(
            "matagot", "Matagot 2024", MATAGOT36, MATAGOT,
            ("devils-eye", "3", "4", "4-teams", *LONG_DECK_MODES), Cycles(2),
        ),
        Preset(
            "classic", "Bambus 2003, Z-Man, Stronghold, Gameteko", CLASSIC, None,
            ("lopaka", "bright-house", "3", "4"), Cycles(2),
        ),
        Preset("bambus1995", "Bambus 1995", BAMBUS1995, None, ("3", "4"), TargetScore(200)),
        Preset(
            "wikipedia", "Wikipedia", CLASSIC, None, ("3", "4"), TargetScore(500), face_value=True
        ),
    )
}  # fmt: skip
"""The decks with their modes and the usual length of a match, by name."""


def edition_keys() -> tuple[str, ...]:
    """The keys of all editions, in the order in which they are offered."""
    return tuple(f"{preset.key}/{mode}" for preset in PRESETS.values() for mode in preset.modes)


@dataclass(frozen=True)
class EditionOptions:
    """The table options that were asked for; None means that the preset decides."""

    deck: str | None = None
    face_value: bool | None = None
    bga_teams: bool | None = None
    no_aids: bool | None = None
    length: MatchLength | None = None

    def with_defaults(self, defaults: "EditionOptions") -> "EditionOptions":
        """These options; the defaults where an option is None."""
        said = {name: value for name, value in vars(self).items() if value is not None}
        return replace(defaults, **said)


def edition(
    text: str,
    *,
    deck: str | None = None,
    face_value: bool | None = None,
    bga_teams: bool | None = None,
    no_aids: bool | None = None,
    length: MatchLength | None = None,
) -> Edition:
    """The edition with this key, such as `classic/4`, and these table options.

    Options may also follow the key, as `Edition.text` writes them; an argument overrides an option
    in the text.  `deck` names another deck with the same number of cards.  `face_value` makes cards
    count their number.  `bga_teams` seats and scores teams as the official online version does.
    `no_aids` hides earlier tricks, points taken and cards played until the round is over.

    Raises UnknownName for a key or deck that does not exist, NotationError for an option that
    cannot be read, EditionError for options that contradict each other.

    >>> edition("classic/4", face_value=True).text
    'classic/4,face-value'
    """
    key, written = parse_options(text)
    given = EditionOptions(deck, face_value, bga_teams, no_aids, length)
    return build_edition(key, given.with_defaults(written))


def edition_from_text(text: str) -> Edition:
    """The edition written by `Edition.text`, such as `classic/4,face-value,target=300`.

    Raises what `edition` raises.
    """
    return edition(text)


def build_edition(key: str, chosen: EditionOptions) -> Edition:
    """The edition with this key and these options; raises UnknownName and EditionError."""
    preset_key, _, mode_key = key.partition("/")
    preset = PRESETS.get(preset_key)
    if preset is None or mode_key not in preset.modes:
        raise UnknownName("edition", shorten(key), edition_keys())
    mode = MODES[mode_key]
    options = []
    deck = preset.deck
    if mode_key in LONG_DECK_MODES:
        if preset.long_deck is None:
            raise EditionError(f"The preset {preset.key} has no deck for {mode_key} players.")
        deck = preset.long_deck
    if chosen.deck is not None and chosen.deck != deck.name:
        deck = replacement_deck(key, deck, chosen.deck)
        options.append(f"deck={deck.name}")
    counts_numbers = preset.face_value if chosen.face_value is None else chosen.face_value
    if counts_numbers:
        deck = face_value_deck(deck)
    if counts_numbers != preset.face_value:
        options.append("face-value" if counts_numbers else "face-value=no")
    if chosen.bga_teams:
        if not mode.bga_sides:
            raise EditionError(f"{key} has no teams, so the option bga-teams says nothing.")
        options.append("bga-teams")
    if chosen.no_aids:
        options.append("no-aids")
    if chosen.length is not None and chosen.length != preset.length:
        options.append(str(chosen.length))
    seats = len(mode.sides)
    return Edition(
        key=key,
        deck=deck,
        hands=mode.hands,
        passes=mode.passes,
        plays=mode.plays,
        sides=mode.bga_sides if chosen.bga_teams else mode.sides,
        loss_groups=tuple(range(seats)) if chosen.bga_teams else mode.sides,
        weights=(1,) * seats if chosen.bga_teams else mode.weights,
        controllers=mode.controllers,
        left_over=mode.left_over,
        bottles=mode.bottles,
        length=preset.length if chosen.length is None else chosen.length,
        has_aids=not chosen.no_aids,
        options=tuple(options),
    )


def replacement_deck(key: str, usual: Deck, name: str) -> Deck:
    """The deck with this name; raises EditionError unless it has as many cards as the usual one."""
    deck = deck_by_name(name, len(usual.cards))
    if len(deck.cards) != len(usual.cards):
        raise EditionError(
            f"{key} is played with {len(usual.cards)} cards, but the deck {name}"
            f" has {len(deck.cards)}."
        )
    return deck


def parse_options(text: str) -> tuple[str, EditionOptions]:
    """The key and the options of an edition's text; raises NotationError."""
    key, *written = text.strip().split(",")
    found = EditionOptions()
    column = len(key) + 2
    for word in written:
        try:
            read = parse_option(word)
        except ValueError as problem:
            raise NotationError(str(problem), 1, column, says_place=False) from problem
        if any(None not in (value, vars(found)[name]) for name, value in vars(read).items()):
            again = f"the option {shorten(word)!r} is about what another option has settled"
            raise NotationError(again, 1, column, says_place=False)
        found = found.with_defaults(read)
        column += len(word) + 1
    return key, found


def parse_option(word: str) -> EditionOptions:
    """One option; raises ValueError with what is wrong."""
    name, _, value = word.partition("=")
    if name == "deck" and value:
        return EditionOptions(deck=value)
    if word in ("face-value", "face-value=no"):
        return EditionOptions(face_value=word == "face-value")
    if word == "bga-teams":
        return EditionOptions(bga_teams=True)
    if word == "no-aids":
        return EditionOptions(no_aids=True)
    length = parse_length(word)
    if length is not None:
        return EditionOptions(length=length)
    raise ValueError(
        f"the option {shorten(word)!r} is none of deck=NAME, face-value, face-value=no,"
        " bga-teams, no-aids, cycles=N, rounds=N, target=N"
    )


def parse_length(word: str) -> MatchLength | None:
    """The length in a text such as `rounds=12`; None if the text is not about a length.

    Raises ValueError for what is no number or has too many digits, EditionError for a number out
    of range.
    """
    name, _, value = word.partition("=")
    if name not in LENGTH_TYPES:
        return None
    if not (value.isascii() and value.isdecimal()):
        raise ValueError(f"the option {name} needs a whole number from 1, not {shorten(value)!r}")
    number = parse_integer(value, 0, MAX_NUMBER)
    if number is None:
        raise ValueError(f"the number of the option {name} has too many digits")
    return LENGTH_TYPES[name](number)


MAX_NUMBER = 10**9
LENGTH_TYPES: dict[str, Callable[[int], MatchLength]] = {
    "cycles": Cycles,
    "rounds": Rounds,
    "target": TargetScore,
}
"""The decks and lengths in which modes are played, by name."""

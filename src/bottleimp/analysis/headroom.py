"""How much is left to be gained over hosts who play in a known way.

A deal is played by hosts in all seats, and then again with guests: on each side in turn, or on
each pair of sides if two collude.  What a guest gains is its points less those that the host in the
same seat has with the same cards; what hosts lose is counted in the same way.

Each matter has a file of lines: first what it is about, then a line for each deal, in order.
So play goes on where it stopped, and depends on seed and names alone.
"""

import hashlib
import json
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import asdict, dataclass
from itertools import combinations
from pathlib import Path
from typing import Any

from bottleimp.analysis.believing import GUESSES, Watched
from bottleimp.analysis.guests import Policy, sat_down
from bottleimp.analysis.luck import WEIGHTS_SUFFIX
from bottleimp.analysis.open_tables import OneByOne, Seats, Tables, played, seeds_of
from bottleimp.analysis.seatings import deal_numbered, playing_sides
from bottleimp.analysis.writing import write_whole
from bottleimp.errors import BottleImpError
from bottleimp.rules.edition import Edition
from bottleimp.rules.editions import edition_from_text

FORMAT = 1
BELIEFS = "beliefs"  # in the place of a guest: nobody is one, and all guess at hidden cards
REMARKS = ("guest", "host", "policy", "about")  # files may be moved: checksums tell what they are
CHECKSUM = 8  # letters
DEALS_AT_ONCE = 5
DEALS_SIDE_BY_SIDE = 25  # where nobody is asked one by one
BETWEEN = "~"
SAFE = str.maketrans({":": "-", "/": "-", "\\": "-"})


@dataclass(frozen=True)
class Matter:
    """What is measured; the first line of its file, with the checksum of the network."""

    edition: str
    guest: str
    host: str
    together: int  # how many sides the guests hold, as if they were one
    seed: int
    policy: str | None  # the file of the network that guests know, or None for the package's
    checksum: str  # of that network
    who: str  # guest and host in short; files of weights with a checksum
    about: str = ""  # where a trained guest comes from

    @property
    def file_name(self) -> str:
        """The name of its file."""
        mark = f"{self.together}x" if self.together > 1 else ""
        return f"{mark}{self.who}.jsonl".translate(SAFE)

    def path(self, folder: Path) -> Path:
        """Its file in a folder."""
        return folder / self.edition.translate(SAFE) / self.file_name


def matter(
    edition_text: str, guest: str, host: str, together: int, seed: int, policy: Policy
) -> Matter:
    """A matter that can be measured; raises UnknownName or BottleImpError if it cannot."""
    edition = edition_from_text(edition_text)
    if not 1 <= together < len(playing_sides(edition)):
        raise BottleImpError(
            f"{edition.text} has {len(playing_sides(edition))} sides; from 1 to one less of them"
            f" can be guests, not {together}."
        )
    for name in (host, *([] if guest == BELIEFS else [guest])):
        sat_down(name, policy)
    return Matter(
        edition.text, guest, host, together, seed, policy.file, policy.checksum,
        BETWEEN.join(in_short(name) for name in (guest, host)), origin(guest),
    )  # fmt: skip


def origin(name: str) -> str:
    """What the card beside a file of weights tells about them; raises BottleImpError."""
    card = Path(name).with_suffix(".json")
    if not name.endswith(WEIGHTS_SUFFIX) or not card.is_file():
        return ""
    try:
        return str(json.loads(card.read_text(encoding="utf-8")).get("about", ""))
    except (ValueError, AttributeError) as problem:
        raise BottleImpError(f"{card} is no card of a training: {problem}") from None


def in_short(name: str) -> str:
    """A player's name; for a file of weights its name and a checksum, since it may change."""
    if not name.endswith(WEIGHTS_SUFFIX):
        return name
    digest = hashlib.sha256(Path(name).read_bytes()).hexdigest()
    return f"{Path(name).stem}-{digest[:CHECKSUM]}"


def guest_seats(edition: Edition, together: int) -> tuple[Seats, ...]:
    """The seats of the guests, round by round."""
    return tuple(
        tuple(sorted(seat for side in sides for seat in side))
        for sides in combinations(playing_sides(edition), together)
    )


def lines(of: Matter, numbers: Sequence[int]) -> list[str]:
    """The lines of deals with these numbers."""
    policy = Policy(of.edition, of.policy)
    found = (
        guesses_at(of, policy, numbers) if of.guest == BELIEFS else gains_at(of, policy, numbers)
    )
    return [json.dumps(one) + "\n" for one in found]


def gains_at(of: Matter, policy: Policy, numbers: Sequence[int]) -> Iterator[dict[str, object]]:
    """What each deal came to: the points of hosts alone, and of each round with guests."""
    edition = edition_from_text(of.edition)
    guest, host = sat_down(of.guest, policy), sat_down(of.host, policy)
    places = [(), *guest_seats(edition, of.together)]
    rows = [(number, seats) for number in numbers for seats in places]
    tables = Tables.laid(
        [deal_numbered(edition, of.seed, number) for number, _ in rows],
        [seats for _, seats in rows],
        [seeds_of(edition, of.seed, number) for number, _ in rows],
    )
    points = played(tables, guest, host).tolist()
    for start, number in zip(range(0, len(rows), len(places)), numbers, strict=True):
        alone, *with_guests = points[start : start + len(places)]
        yield {"deal": number, "alone": alone, "with_guests": with_guests}


def guesses_at(of: Matter, policy: Policy, numbers: Sequence[int]) -> Iterator[dict[str, object]]:
    """What guesses cost in each deal: for tricks that were over, cards and summed losses."""
    edition = edition_from_text(of.edition)
    watched = Watched(sat_down(of.host, policy), policy.network)
    tables = Tables.laid(
        [deal_numbered(edition, of.seed, number) for number in numbers],
        [() for _ in numbers],
        [seeds_of(edition, of.seed, number) for number in numbers],
    )
    played(tables, watched, watched)
    for row, number in enumerate(numbers):
        after: dict[int, tuple[int, list[float]]] = {}
        for one in watched.found:
            if one.row == row:
                cards, sums = after.get(one.tricks, (0, [0.0] * len(GUESSES)))
                more = one.losses.sum(axis=0).tolist()
                sums = [a + b for a, b in zip(sums, more, strict=True)]
                after[one.tricks] = (cards + len(one.losses), sums)
        yield {"deal": number, "after": {str(k): list(after[k]) for k in sorted(after)}}


def measured(
    of: Matter, folder: Path, deals: int, pool: Executor | None = None, jobs: int = 1
) -> Iterator[int]:
    """Play until there are so many deals; yields how many there are, whenever some are kept."""
    file = of.path(folder)
    file.parent.mkdir(parents=True, exist_ok=True)
    done = resumed(of, file, deals)
    yield done
    each = deals_at_once(of)
    groups = [range(start, min(deals, start + each)) for start in range(done, deals, each)]
    waiting = [] if pool is None else [pool.submit(lines, of, g) for g in groups[: 2 * jobs]]
    for place, group in enumerate(groups):
        if pool is None:
            texts = lines(of, group)
        else:
            texts = waiting.pop(0).result()
            later = place + 2 * jobs
            waiting += [pool.submit(lines, of, g) for g in groups[later : later + 1]]
        with file.open("a", encoding="utf-8") as opened:
            opened.write("".join(texts))
        yield group.stop


def deals_at_once(of: Matter) -> int:
    """How many deals are played and written together."""
    names = [of.host, *([] if of.guest == BELIEFS else [of.guest])]
    deciders = [sat_down(name, Policy(of.edition, of.policy)) for name in names]
    one_by_one = any(isinstance(decider, OneByOne) for decider in deciders)
    return DEALS_AT_ONCE if one_by_one else DEALS_SIDE_BY_SIDE


def resumed(of: Matter, file: Path, deals: int) -> int:
    """How many deals stand in the file, which is begun if there is none; raises BottleImpError.

    What a killed program left of a line is cut off; so is, if more deals are wanted, what was left
    of a group, for the deals of a group are thought about together.
    """
    heading = {"format": FORMAT, **asdict(of)}
    texts = lines_in(file) if file.exists() else []
    if not any(map(is_whole, texts)):
        write_whole(file, json.dumps(heading) + "\n")
        return 0
    there, done = understood(file, texts)
    if any(there.get(name) != value for name, value in heading.items() if name not in REMARKS):
        raise BottleImpError(f"{file} holds something else: {json.dumps(there)}")
    keep = len(done)
    if keep < deals:
        keep -= keep % deals_at_once(of)
    if len(texts) != keep + 1:
        write_whole(file, "".join(texts[: keep + 1]))
    return keep


def lines_in(file: Path) -> list[str]:
    """The lines of a file of results, each with its end."""
    return file.read_text(encoding="utf-8").splitlines(keepends=True)


def is_whole(text: str) -> bool:
    """Whether the line has its end: else a program is just writing it, or was killed."""
    return text.endswith("\n")


def understood(file: Path, texts: Sequence[str]) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """The heading and the deals, in order, in the whole lines of a file; raises BottleImpError."""
    try:
        rows = [json.loads(text) for text in texts if is_whole(text)]
        heading, deals = rows[0], rows[1:]
        numbers = [deal["deal"] for deal in deals]
        known = heading["format"]
    except (ValueError, TypeError, KeyError, IndexError) as problem:
        raise BottleImpError(f"{file} is no result of headroom: {problem!r}") from None
    if known != FORMAT:
        raise BottleImpError(f"{file} has format {known}; this program reads {FORMAT}.")
    if numbers != list(range(len(numbers))):
        raise BottleImpError(f"{file} does not hold the deals in their order.")
    return heading, deals

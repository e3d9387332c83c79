"""Players among strangers: one of them among copies of each member of the panel.

Every deal is played with the player on every side of the table, and with the member in all other
seats.  The seeds of the seats depend on the deal alone, so two players meet the same members in the
same mood, and their difference in the same seats is narrower than either figure.

Each measurement has a file of lines: first a heading, then a line for each deal, in order.
Play resumes where it stopped, and the results depend on seed and names alone.
"""

import json
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path

import numpy as np

from bottleimp.analysis.arena.lineups import RoundOutcome
from bottleimp.analysis.arena.paired_deals import Block, mean_block
from bottleimp.analysis.evaluation.deal_files import (
    CHECKSUMS,
    measure_deals,
    parse_deal_file,
    read_lines,
    result_file,
)
from bottleimp.analysis.evaluation.exploitability import responder_seats, short_name
from bottleimp.analysis.evaluation.open_hand_evaluation import OpenHandRounds, play_out
from bottleimp.analysis.evaluation.responders import (
    IMP,
    NETWORK,
    NetworkSource,
    create_decider,
    is_sequential,
    player_marks,
)
from bottleimp.errors import BottleImpError
from bottleimp.players.budget import split_budget
from bottleimp.players.catalogue import player_names, require_mode
from bottleimp.rules.editions import edition_from_text

FORMAT_VERSION = 1  # grows when a reader must change
DEALS_PER_GROUP = 5
DEALS_PER_BATCH = 50  # where nobody is asked one by one
MEMBER_SEPARATOR = "~among~"
WEIGHTS_SEPARATOR = "@"  # before the weights by which a player plays, if not the package's
INFORMATIONAL_FIELDS = ("player", "member", "network_file")  # files may be moved: labels tell them


@dataclass(frozen=True)
class PanelMeasurement:
    """What is measured; the first line of its file."""

    edition: str
    player: str
    member: str
    seed: int
    network_file: str | None  # the weights by which network and imp play; None: the package's
    label: str  # the player in short; files of weights with a checksum
    member_label: str

    def path(self, folder: Path) -> Path:
        """Its file in a folder."""
        name = f"{self.label}{MEMBER_SEPARATOR}{self.member_label}.jsonl"
        return result_file(folder, self.edition, name)

    @property
    def deals_per_group(self) -> int:
        """How many deals are played and written together."""
        names = (self.player, self.member)
        return DEALS_PER_GROUP if any(map(is_sequential, names)) else DEALS_PER_BATCH


def make_panel_measurement(
    edition_text: str, player: str, member: str, seed: int, network_file: str | None
) -> PanelMeasurement:
    """The measurement; raises UnknownName, BudgetError or BottleImpError if it is not possible."""
    edition = edition_from_text(edition_text)
    for name in (player, member):
        if split_budget(name)[0] in player_names():
            require_mode(name, edition.mode)
    create_decider(player, NetworkSource(edition.text, network_file))
    create_decider(member, NetworkSource(edition.text))
    file = own_network_file(player, network_file)
    return PanelMeasurement(
        edition.text, player, member, seed, file, player_label(player, file), short_name(member)
    )


def own_network_file(player: str, network_file: str | None) -> str | None:
    """The file of weights by which the player plays, if it is one that does."""
    return network_file if split_budget(player)[0] in (NETWORK, IMP) else None


def player_label(player: str, network_file: str | None) -> str:
    """The player in short, with the file by which it plays; files of weights with checksums."""
    name = short_name(player)
    return name if network_file is None else name + WEIGHTS_SEPARATOR + short_name(network_file)


def panel_lines(measurement: PanelMeasurement, numbers: Sequence[int]) -> list[str]:
    """The lines of deals with these numbers: for each side as the player's, points and owners."""
    edition = edition_from_text(measurement.edition)
    player = create_decider(
        measurement.player, NetworkSource(edition.text, measurement.network_file)
    )
    member = create_decider(measurement.member, NetworkSource(edition.text))
    places = responder_seats(edition, 1)
    tables = OpenHandRounds.from_arena(edition, measurement.seed, numbers, places)
    points = play_out(tables, player, member).astype(np.int64).tolist()
    owners = [np.flatnonzero(row).tolist() for row in tables.rounds.owners()]
    rounds = list(zip(points, owners, strict=True))
    each = len(places)
    return [
        json.dumps({"deal": number, "rounds": rounds[start : start + each]}) + "\n"
        for start, number in zip(range(0, len(rounds), each), numbers, strict=True)
    ]


def run_panel_measurement(
    measurement: PanelMeasurement, folder: Path, deals: int, pool: Executor | None = None
) -> Iterator[int]:
    """Play until there are so many deals; yields how many there are, whenever some are kept."""
    heading = {"format": FORMAT_VERSION, **asdict(measurement), CHECKSUMS: marks_of(measurement)}
    yield from measure_deals(
        measurement.path(folder), heading, INFORMATIONAL_FIELDS,
        partial(panel_lines, measurement), deals, measurement.deals_per_group, pool,
    )  # fmt: skip


def marks_of(measurement: PanelMeasurement) -> dict[str, str]:
    """What player and member play by, in short."""
    edition_text, file = measurement.edition, measurement.network_file
    of_player = player_marks([measurement.player], edition_text, file)
    return of_player | player_marks([measurement.member], edition_text)


def read_panel_blocks(file: Path) -> tuple[PanelMeasurement, list[Block]]:
    """What was measured, and the block of every deal; raises BottleImpError for another file."""
    heading, rows = parse_deal_file(file, read_lines(file))
    try:
        if heading.pop("format") != FORMAT_VERSION:
            raise BottleImpError(f"{file} has another format; this program reads {FORMAT_VERSION}.")
        heading.pop(CHECKSUMS, None)
        measurement = PanelMeasurement(**heading)
        edition = edition_from_text(measurement.edition)
        blocks = [
            mean_block(
                edition, [RoundOutcome(tuple(points), tuple(own)) for points, own in row["rounds"]]
            )
            for row in rows
        ]
    except (ValueError, TypeError, KeyError, IndexError) as problem:
        raise BottleImpError(f"{file} holds no results of the panel: {problem!r}") from None
    return measurement, blocks

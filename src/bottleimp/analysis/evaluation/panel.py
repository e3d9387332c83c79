"""The panel: players unlike the networks, half of them for measuring alone.

The file `panel.json` beside this module says who belongs to which half.  It was written before any
network was trained among others, and a member never changes its half.

A network trained apart from others has a place in it before it exists: its name, its half and the
seed of its training.  Once it is trained, the checksum of its weights stands there for each mode,
and the weights lie in a folder of one's own, as `FOLDER/NAME/MODE.npz`.
"""

import hashlib
from collections.abc import Iterable, Mapping
from enum import Enum
from functools import lru_cache
from importlib import resources
from pathlib import Path

import msgspec

from bottleimp.errors import BottleImpError
from bottleimp.players.catalogue import player_kind, plays_mode
from bottleimp.players.network import network_checksum

PANEL_FILE = "panel.json"


class Half(Enum):
    """What a member of the panel serves for."""

    MEASURING = "measuring"
    TRAINING = "training"


class PanelPlayer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A player by its name."""

    name: str
    half: Half


class PanelNetwork(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A network that is trained apart from all others."""

    name: str
    half: Half
    seed: int
    sha256: Mapping[str, str]  # mode -> of the file of weights; empty before it is trained


class Panel(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All members."""

    format: int
    decided: str  # the date
    players: tuple[PanelPlayer, ...]
    networks: tuple[PanelNetwork, ...]

    def player_names(self, half: Half, mode: str) -> tuple[str, ...]:
        """The players of a half that play the mode."""
        return tuple(
            member.name
            for member in self.players
            if member.half is half and plays_mode(member.name, mode)
        )

    def network_files(self, half: Half, mode: str, folder: Path) -> tuple[str, ...]:
        """The weights of a half for the mode, which lie in the folder.

        Raises BottleImpError for a file that is missing or not the one of the panel.
        """
        found = []
        for member in self.networks:
            if member.half is not half or mode not in member.sha256:
                continue
            file = folder / member.name / f"{mode}.npz"
            if not file.is_file() or sha256_of(file) != member.sha256[mode]:
                raise BottleImpError(f"{file} is not the network {member.name} of the panel.")
            found.append(str(file))
        return tuple(found)

    def require_training_half(self, names: Iterable[str], files: Iterable[Path] = ()) -> None:
        """Raises BottleImpError if one of the players or files serves for measuring alone."""
        measuring = {m.name for m in self.players if m.half is Half.MEASURING}
        digests = {
            digest
            for member in self.networks
            if member.half is Half.MEASURING
            for digest in member.sha256.values()
        }
        of_players = {player_kind(name).network for name in measuring}
        digests |= {network_checksum(network) for network in of_players if network is not None}
        refused = [name for name in names if name in measuring]
        refused += [str(file) for file in files if sha256_of(file) in digests]
        if refused:
            raise BottleImpError(
                f"{', '.join(refused)}: this half of the panel serves for measuring alone:"
                " no network is trained from it or with it at the table."
            )


@lru_cache(maxsize=1)
def read_panel() -> Panel:
    """The panel of the package."""
    file = resources.files("bottleimp.analysis.evaluation") / PANEL_FILE
    return msgspec.json.decode(file.read_bytes(), type=Panel)


def sha256_of(file: Path) -> str:
    """The checksum of a file, as hexadecimal."""
    return hashlib.sha256(file.read_bytes()).hexdigest()

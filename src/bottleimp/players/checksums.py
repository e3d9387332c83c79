"""What tells whether players still are those that have played: checksums of what they play by.

That of the code of this package is taken when this module is imported, as the code is: files that
are edited while the process runs are not those that play.
"""

import hashlib
from collections.abc import Iterable
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from bottleimp.kernel.compile.compiled_sources import hash_of_sources
from bottleimp.players.catalogue import is_unknown, networks_of, player_kind
from bottleimp.players.network import network_checksum
from bottleimp.players.outside_players import include_working_directory

# The packages by whose code the players of this package decide; networks are apart.
DECIDING_PACKAGES: Final = ("game", "kernel", "knowledge", "players", "rules", "solving")
CODE_CHECKSUM: Final = hash_of_sources(DECIDING_PACKAGES)


def player_checksums(names: Iterable[str], mode: str) -> dict[str, str]:
    """The SHA-256 of the networks by which these players play the mode, and of their modules.

    Players of the package are told by their networks alone (`CODE_CHECKSUM` tells their code),
    outside ones by the file that has their class: those that cannot be found have no checksum.
    """
    players = list(names)
    found = {name: network_checksum(name) for name in networks_of(players, mode)}
    for name in players:
        if not is_unknown(name) and player_kind(name).is_outside:
            file = module_file(player_kind(name).factory)
            if file is not None:
                found[name] = hashlib.sha256(file.read_bytes()).hexdigest()
    return dict(sorted(found.items()))


def module_file(target: str) -> Path | None:
    """The file of the module of an outside player `package.module:Class`, if there is one."""
    include_working_directory()
    try:
        spec = find_spec(target.partition(":")[0])
    except (Exception, SystemExit):  # whatever a package above it does while it is imported
        return None
    if spec is None or spec.origin is None or not Path(spec.origin).is_file():
        return None
    return Path(spec.origin)

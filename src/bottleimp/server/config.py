"""What a server is started with."""

from dataclasses import dataclass, field
from pathlib import Path

import platformdirs

APPLICATION = "bottleimp"
DEFAULT_PACE = 800  # milliseconds
DEFAULT_EDITION = "classic/4"
DEFAULT_LEVEL = "rules_of_thumb"
LOOPBACK, EVERYWHERE = "127.0.0.1", "0.0.0.0"


def data_folder() -> Path:
    """Where matches are kept, by the platform's convention."""
    return Path(platformdirs.user_data_dir(APPLICATION, appauthor=False))


@dataclass(frozen=True)
class ServerSettings:
    """Folder, address, and limits; `workers` None is one less than there are cores."""

    folder: Path = field(default_factory=data_folder)
    host: str = LOOPBACK
    port: int = 0
    pace: int = DEFAULT_PACE
    workers: int | None = None
    messages_a_second: float = 20.0
    most_messages_at_once: int = 60
    most_queued: int = 256  # frames that wait for a slow client

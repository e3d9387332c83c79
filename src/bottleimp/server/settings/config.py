"""What a server is started with: every setting, what it means, and its bounds.

The page `docs/reference/configuration.md` is made from these.
"""

from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Annotated, get_args, get_type_hints

import platformdirs

from bottleimp.players.default_players import usual_opponent
from bottleimp.protocol.messages import SLOWEST_PACE
from bottleimp.server.state.events import DEFAULT_GRACE

APPLICATION = "bottleimp"
DEFAULT_PACE = 800  # milliseconds
DEFAULT_EDITION = "classic/4"
DEFAULT_LEVEL = usual_opponent()
LOOPBACK, EVERYWHERE = "127.0.0.1", "0.0.0.0"
HIGHEST_PORT = 65535
FIRST_PORT = 8019  # the bottle's first price, for luck
QUICK_WAIT = 10  # seconds
LEVELS = ("debug", "info", "warning", "error")
PLAIN, JSON = "text", "json"
# Enough for anybody who plays, and for a machine that counts tables.
MANY = 10_000_000
AN_HOUR, A_DAY = 3600, 86_400  # seconds


def data_folder() -> Path:
    """Where matches are kept, by the platform's convention."""
    return Path(platformdirs.user_data_dir(APPLICATION, appauthor=False))


@dataclass(frozen=True)
class Meaning:
    """What a setting means, what it may be, and where it may be set."""

    about: str
    name: str = ""  # in the file, if not the name of the field
    default: str = ""  # in words, where the value itself says little
    least: int | None = None
    most: int | None = None
    choices: tuple[str, ...] = ()
    takes: str = "N"
    is_secret: bool = False  # not for the command line, which other users of a machine can read
    is_for_play: bool = False  # an option of `play` too


@dataclass(frozen=True)
class ServerSettings:
    """Folder, address, and limits; `port` None is the first that is free."""

    folder: Annotated[
        Path,
        Meaning(
            "folder in which matches are kept",
            name="data",
            default="the usual folder of the system",
            takes="FOLDER",
            is_for_play=True,
        ),
    ] = field(default_factory=data_folder)
    port: Annotated[
        int | None,
        Meaning(
            "port to listen on; 0 is any that is free",
            default=f"the first free one from {FIRST_PORT}",
            least=0,
            most=HIGHEST_PORT,
            takes="PORT",
            is_for_play=True,
        ),
    ] = None
    host: Annotated[str, Meaning("address of this machine to listen on", takes="ADDRESS")] = (
        LOOPBACK
    )
    lan: Annotated[
        bool,
        Meaning(
            "let other devices in the local network open tables: listens on every address and"
            " shows the one for them as a QR code",
            is_for_play=True,
        ),
    ] = False
    url: Annotated[
        str,
        Meaning(
            "address under which people reach this server through a proxy or tunnel, such as"
            " https://imp.example",
            default="none",
            takes="URL",
            is_for_play=True,
        ),
    ] = ""
    trusted_proxies: Annotated[
        tuple[str, ...],
        Meaning(
            "addresses or networks of proxies whose X-Forwarded-For and X-Forwarded-Proto are"
            " believed",
            default="none",
            takes="ADDRESSES",
        ),
    ] = ()
    pace: Annotated[
        int,
        Meaning(
            "milliseconds between the plays of computer players at new tables",
            least=0,
            most=SLOWEST_PACE,
            takes="MS",
            is_for_play=True,
        ),
    ] = DEFAULT_PACE
    grace: Annotated[
        int,
        Meaning(
            "seconds for which a table waits for somebody who is away, before a computer player"
            " plays; at new tables",
            least=1,
            most=A_DAY,
            takes="SECONDS",
        ),
    ] = DEFAULT_GRACE
    quick_wait: Annotated[
        int,
        Meaning(
            "seconds for which a quick match waits for people, before computer players take the"
            " free places; at new tables",
            least=0,
            most=AN_HOUR,
            takes="SECONDS",
        ),
    ] = QUICK_WAIT
    workers: Annotated[
        int | None,
        Meaning(
            "processes in which computer players think",
            default="one for each core but one",
            least=1,
            most=1024,
            is_for_play=True,
        ),
    ] = None
    warmup: Annotated[
        bool,
        Meaning(
            "compile code for computer players while nothing else is to be done; once for each"
            " version of the program",
            is_for_play=True,
        ),
    ] = True
    log_level: Annotated[
        str,
        Meaning(
            "the least important events that are logged",
            choices=LEVELS,
            takes="LEVEL",
            is_for_play=True,
        ),
    ] = "warning"
    log_format: Annotated[
        str,
        Meaning(
            "lines for people, or JSON lines for programs",
            choices=(PLAIN, JSON),
            takes="FORMAT",
            is_for_play=True,
        ),
    ] = PLAIN
    metrics_token: Annotated[
        str,
        Meaning(
            "what must be sent as a bearer token to read /metrics; without one, /metrics answers"
            " this machine alone",
            default="none",
            takes="TOKEN",
            is_secret=True,
        ),
    ] = field(default="", repr=False)
    longest_queue: Annotated[
        int,
        Meaning(
            "choices of computer players that may wait; while more do, no new table with computer"
            " players is made",
            least=0,
            most=MANY,
        ),
    ] = 50
    most_searching_seats: Annotated[
        int,
        Meaning(
            "computer players that search at the same moment at the tables which one visitor has"
            " opened; more of them play by the rules of thumb",
            least=1,
            most=MANY,
        ),
    ] = 4
    most_tables: Annotated[
        int,
        Meaning(
            "unfinished tables that were played at in the last 24 hours; no more are made",
            least=1,
            most=MANY,
        ),
    ] = 5000
    most_tables_of_a_guest: Annotated[
        int, Meaning("unfinished tables at which one guest sits", least=1, most=MANY)
    ] = 100
    tables_an_hour: Annotated[
        int,
        Meaning(
            "new tables in an hour from one address; an IPv6 network of 64 bits counts as one",
            least=1,
            most=MANY,
        ),
    ] = 60
    guests_an_hour: Annotated[
        int, Meaning("new guests in an hour from one address", least=1, most=MANY)
    ] = 30
    messages_a_second: Annotated[
        float, Meaning("messages in a second on one socket, over some time", least=1, most=MANY)
    ] = 20.0
    most_messages_at_once: Annotated[
        int, Meaning("messages at once on one socket", least=1, most=MANY)
    ] = 60
    requests_a_second: Annotated[
        float,
        Meaning(
            "requests over HTTP in a second from one address, over some time; pages count, the"
            " files they consist of do not",
            least=1,
            most=MANY,
        ),
    ] = 20.0
    most_requests_at_once: Annotated[
        int, Meaning("requests over HTTP at once from one address", least=1, most=MANY)
    ] = 200
    address_messages_a_second: Annotated[
        float,
        Meaning(
            "messages in a second on all sockets of one address, over some time",
            least=1,
            most=MANY,
        ),
    ] = 200.0
    most_address_messages_at_once: Annotated[
        int, Meaning("messages at once on all sockets of one address", least=1, most=MANY)
    ] = 1000
    table_commands_a_second: Annotated[
        float,
        Meaning(
            "commands in a second at one table, over some time; people who only watch have as many"
            " of their own",
            least=1,
            most=MANY,
        ),
    ] = 50.0
    most_table_commands_at_once: Annotated[
        int, Meaning("commands at once at one table", least=1, most=MANY)
    ] = 250
    wrong_codes_an_hour: Annotated[
        int,
        Meaning("codes that no table has, in an hour from one address", least=1, most=MANY),
    ] = 60
    most_lines: Annotated[
        int,
        Meaning("sockets, streams and waiting requests open from one address", least=1, most=MANY),
    ] = 100
    most_connections: Annotated[
        int,
        Meaning(
            "connections open from one address; trusted proxies and this machine itself are not"
            " counted",
            least=1,
            most=MANY,
        ),
    ] = 250
    header_seconds: Annotated[
        float,
        Meaning("seconds until the header of a request must have come", least=1, most=AN_HOUR),
    ] = 10.0
    body_seconds: Annotated[
        float,
        Meaning("seconds until the body of a request must have come", least=1, most=AN_HOUR),
    ] = 30.0
    reading_seconds: Annotated[
        float,
        Meaning(
            "seconds for which a client may leave an answer unread before it is cut off",
            least=1,
            most=AN_HOUR,
        ),
    ] = 30.0
    most_queued: Annotated[
        int,
        Meaning("messages that wait for a slow client before it is dropped", least=1, most=MANY),
    ] = 256


def meanings() -> dict[str, Meaning]:
    """What each field of the settings means, under its name in the file."""
    found = {}
    for field_name, hint in get_type_hints(ServerSettings, include_extras=True).items():
        _, meaning = get_args(hint)
        found[field_name] = replace(meaning, name=meaning.name or field_name)
    return found

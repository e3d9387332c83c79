"""What a server is started with: every setting, what it means, and its bounds.

The page `docs/reference/configuration.md` is made from these.
"""

from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Annotated, get_args, get_type_hints

import platformdirs

from bottleimp.players.default_players import default_opponent
from bottleimp.protocol.messages import MAX_PACE_MS
from bottleimp.server.state.events import DEFAULT_GRACE

APPLICATION = "bottleimp"
DEFAULT_PACE = 800  # milliseconds
DEFAULT_EDITION = "classic/4"
DEFAULT_LEVEL = default_opponent()
LOOPBACK, ALL_INTERFACES = "127.0.0.1", "0.0.0.0"
MAX_PORT = 65535
DEFAULT_PORT = 8019  # the bottle's first price, for luck
DEFAULT_QUICK_WAIT = 10  # seconds
LOG_LEVELS = ("debug", "info", "warning", "error")
TEXT_FORMAT, JSON_FORMAT = "text", "json"
# Enough for anybody who plays, and for a machine that counts tables.
MAX_LIMIT = 10_000_000
# Twice the events that a client may have missed: they are sent at once, and others meanwhile.
MIN_QUEUED_MESSAGES = 128
HOUR_SECONDS, DAY_SECONDS = 3600, 86_400  # seconds
# Of Chrome and what is made from it, Firefox, Safari, and Edge.
PUSH_SERVICES = (
    "fcm.googleapis.com", "*.push.services.mozilla.com", "*.push.apple.com", "*.notify.windows.com",
)  # fmt: skip


def default_data_folder() -> Path:
    """Where matches are kept, by the platform's convention."""
    return Path(platformdirs.user_data_dir(APPLICATION, appauthor=False))


@dataclass(frozen=True)
class SettingInfo:
    """What a setting means, what it may be, and where it may be set."""

    help: str
    name: str = ""  # in the file, if not the name of the field
    default_text: str = ""  # in words, where the value itself says little
    minimum: int | None = None
    maximum: int | None = None
    choices: tuple[str, ...] = ()
    metavar: str = "N"
    is_secret: bool = False  # not for the command line, which other users of a machine can read
    is_for_play: bool = False  # an option of `play` too


def limit(help_text: str) -> SettingInfo:
    """A number of things of which at least one must be allowed."""
    return SettingInfo(help_text, minimum=1, maximum=MAX_LIMIT)


def timeout(help_text: str) -> SettingInfo:
    """A number of seconds, of at least one."""
    return SettingInfo(help_text, minimum=1, maximum=HOUR_SECONDS)


@dataclass(frozen=True)
class ServerSettings:
    """Folder, address, and limits; `port` None is the first that is free."""

    data_folder: Annotated[
        Path,
        SettingInfo(
            "folder in which matches are kept",
            name="data",
            default_text="the usual folder of the system",
            metavar="FOLDER",
            is_for_play=True,
        ),
    ] = field(default_factory=default_data_folder)
    database: Annotated[
        str,
        SettingInfo(
            "address of a PostgreSQL database in which matches are kept instead, such as"
            " postgresql://user:password@host/name; servers with the same one share their tables",
            default_text="none: a file in the folder",
            metavar="ADDRESS",
            is_secret=True,
        ),
    ] = field(default="", repr=False)
    port: Annotated[
        int | None,
        SettingInfo(
            "port to listen on; 0 is any that is free",
            default_text=f"the first free one from {DEFAULT_PORT}",
            minimum=0,
            maximum=MAX_PORT,
            metavar="PORT",
            is_for_play=True,
        ),
    ] = None
    host: Annotated[str, SettingInfo("address of this machine to listen on", metavar="ADDRESS")] = (
        LOOPBACK
    )
    lan: Annotated[
        bool,
        SettingInfo(
            "let other devices in the local network open tables: listens on every address and"
            " shows the one for them as a QR code",
            is_for_play=True,
        ),
    ] = False
    url: Annotated[
        str,
        SettingInfo(
            "address under which people reach this server through a proxy or tunnel, such as"
            " https://imp.example",
            default_text="none",
            metavar="URL",
            is_for_play=True,
        ),
    ] = ""
    trusted_proxies: Annotated[
        tuple[str, ...],
        SettingInfo(
            "addresses or networks of proxies whose X-Forwarded-For and X-Forwarded-Proto are"
            " believed",
            default_text="none",
            metavar="ADDRESSES",
        ),
    ] = ()
    pace: Annotated[
        int,
        SettingInfo(
            "milliseconds between the plays of computer players at new tables",
            minimum=0,
            maximum=MAX_PACE_MS,
            metavar="MS",
            is_for_play=True,
        ),
    ] = DEFAULT_PACE
    grace: Annotated[
        int,
        SettingInfo(
            "seconds for which a table waits for somebody who is away, before a computer player"
            " plays; at new tables",
            minimum=1,
            maximum=DAY_SECONDS,
            metavar="SECONDS",
        ),
    ] = DEFAULT_GRACE
    quick_wait: Annotated[
        int,
        SettingInfo(
            "seconds for which a quick match waits for people, before computer players take the"
            " free places; at new tables",
            minimum=0,
            maximum=HOUR_SECONDS,
            metavar="SECONDS",
        ),
    ] = DEFAULT_QUICK_WAIT
    workers: Annotated[
        int | None,
        SettingInfo(
            "processes in which computer players think",
            default_text="one for each core but one",
            minimum=1,
            maximum=1024,
            is_for_play=True,
        ),
    ] = None
    outside_players: Annotated[
        tuple[str, ...],
        SettingInfo(
            "computer players of your own that people may choose, as package.module:Class or as"
            " their package names them",
            default_text="none",
            metavar="CLASSES",
            is_for_play=True,
        ),
    ] = ()
    warmup: Annotated[
        bool,
        SettingInfo(
            "compile code for computer players while nothing else is to be done; once for each"
            " version of the program",
            is_for_play=True,
        ),
    ] = True
    log_level: Annotated[
        str,
        SettingInfo(
            "the least important events that are logged",
            choices=LOG_LEVELS,
            metavar="LEVEL",
            is_for_play=True,
        ),
    ] = "warning"
    log_format: Annotated[
        str,
        SettingInfo(
            "lines for people, or JSON lines for programs",
            choices=(TEXT_FORMAT, JSON_FORMAT),
            metavar="FORMAT",
            is_for_play=True,
        ),
    ] = TEXT_FORMAT
    push_contact: Annotated[
        str,
        SettingInfo(
            "where push services reach you, such as mailto:host@imp.example; with it, people who"
            " want notifications are told of their turn while no page is open (extra push)",
            default_text="none",
            metavar="ADDRESS",
        ),
    ] = ""
    push_services: Annotated[
        tuple[str, ...],
        SettingInfo(
            "hosts of the push services to which messages may go; *.example is any below example",
            default_text="those of the usual browsers",
            metavar="HOSTS",
        ),
    ] = PUSH_SERVICES
    metrics_token: Annotated[
        str,
        SettingInfo(
            "what must be sent as a bearer token to read /metrics; without one, /metrics answers"
            " this machine alone",
            default_text="none",
            metavar="TOKEN",
            is_secret=True,
        ),
    ] = field(default="", repr=False)
    max_waiting_choices: Annotated[
        int,
        SettingInfo(
            "choices of computer players that may wait; while more do, no new table with computer"
            " players is made",
            minimum=0,
            maximum=MAX_LIMIT,
        ),
    ] = 50
    max_searching_seats: Annotated[
        int,
        limit(
            "computer players that search at the same moment at the tables which one visitor has"
            " opened; more of them play by the rules of thumb"
        ),
    ] = 4
    max_tables: Annotated[
        int,
        limit("unfinished tables that were played at in the last 24 hours; no more are made"),
    ] = 5000
    max_tables_per_guest: Annotated[int, limit("unfinished tables at which one guest sits")] = 100
    tables_per_hour: Annotated[
        int,
        limit("new tables in an hour from one address; an IPv6 network of 64 bits counts as one"),
    ] = 60
    guests_per_hour: Annotated[int, limit("new guests in an hour from one address")] = 30
    messages_per_second: Annotated[
        float,
        limit("messages in a second on one socket, over some time"),
    ] = 20.0
    message_burst: Annotated[int, limit("messages at once on one socket")] = 60
    requests_per_second: Annotated[
        float,
        limit(
            "requests over HTTP in a second from one address, over some time; pages count, the"
            " files they consist of do not"
        ),
    ] = 20.0
    request_burst: Annotated[
        int,
        limit("requests over HTTP at once from one address"),
    ] = 200
    address_messages_per_second: Annotated[
        float,
        limit("messages in a second on all sockets of one address, over some time"),
    ] = 200.0
    address_message_burst: Annotated[
        int,
        limit("messages at once on all sockets of one address"),
    ] = 1000
    table_commands_per_second: Annotated[
        float,
        limit(
            "commands in a second at one table, over some time; people who only watch have as many"
            " of their own"
        ),
    ] = 50.0
    table_command_burst: Annotated[int, limit("commands at once at one table")] = 250
    wrong_codes_per_hour: Annotated[
        int,
        limit("codes that no table has, in an hour from one address"),
    ] = 60
    max_streams: Annotated[
        int,
        limit("sockets, streams and waiting requests open from one address"),
    ] = 100
    max_connections: Annotated[
        int,
        limit(
            "connections open from one address; trusted proxies and this machine itself are not"
            " counted"
        ),
    ] = 250
    header_timeout: Annotated[
        float,
        timeout("seconds until the header of a request must have come"),
    ] = 10.0
    body_timeout: Annotated[
        float,
        timeout("seconds until the body of a request must have come"),
    ] = 30.0
    write_timeout: Annotated[
        float,
        timeout("seconds for which a client may leave an answer unread before it is cut off"),
    ] = 30.0
    max_queued_messages: Annotated[
        int,
        SettingInfo(
            "messages that wait for a slow client before it is dropped",
            minimum=MIN_QUEUED_MESSAGES,
            maximum=MAX_LIMIT,
        ),
    ] = 256


def setting_infos() -> dict[str, SettingInfo]:
    """What each field of the settings means, under its name in the file."""
    found = {}
    for field_name, hint in get_type_hints(ServerSettings, include_extras=True).items():
        _, meaning = get_args(hint)
        found[field_name] = replace(meaning, name=meaning.name or field_name)
    return found

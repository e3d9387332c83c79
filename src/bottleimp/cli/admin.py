"""`bottleimp admin`: look after the data of a server, whether it runs or not."""

import argparse
import json
from collections.abc import Sequence
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

from bottleimp.errors import BottleImpError
from bottleimp.parsing import count_text
from bottleimp.server.backup import back_up_database, find_faults
from bottleimp.server.settings import sources
from bottleimp.server.settings.config import ServerSettings, SettingInfo
from bottleimp.server.state.storage_interface import CLOSED, OVER, UNFINISHED
from bottleimp.server.storage.database import Database, explaining_errors
from bottleimp.server.storage.erasure import erase_person
from bottleimp.server.storage.event_store import EventStore
from bottleimp.server.storage.opening import open_existing_database
from bottleimp.server.storage.statistics import (
    guest_statistics,
    reported_messages,
    table_statistics,
)
from bottleimp.server.tables.replay import replay_log
from bottleimp.server.transfer import transfer_to_postgresql
from bottleimp.server.views.export import export_match

FAULTS_FOUND = 1
MS = 1000
MEGABYTE = 2**20
TABLE_STATES = (*UNFINISHED, OVER, CLOSED)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    what = parser.add_subparsers(dest="what", metavar="WHAT", required=True)
    tables = what.add_parser("tables", help="list the tables, the latest first")
    tables.add_argument(
        "--status", choices=TABLE_STATES, help="only those in this state; default all"
    )
    guests = what.add_parser("guests", help="list the guests, the latest first")
    guests.add_argument("--name", metavar="TEXT", help="only those whose name holds this text")
    reports = what.add_parser("reports", help="list what people said and others reported")
    export = what.add_parser("export", help="print the finished rounds of a table as JSON")
    export.add_argument("table", help="the name of the table, as in its address")
    erasing = what.add_parser("erase", help="take a guest's name and token out of the database")
    erasing.add_argument("guest", help="the guest, as `admin guests` names it")
    erasing.add_argument(
        "--with-linked",
        action="store_true",
        help="and the guests who had this guest's places before or have them now: the same person"
        " at other devices, or a friend who was sent the link",
    )
    backup = what.add_parser("backup", help="copy the database, and check the copy")
    backup.add_argument("file", type=Path, help="a new file for the copy")
    check = what.add_parser("check", help="check the database and the log of every table")
    transfer = what.add_parser(
        "transfer",
        help="copy all matches of the data folder into the PostgreSQL database of the settings",
    )
    for each in (tables, guests, reports, export, erasing, backup, check, transfer):
        sources.add_arguments(each, is_data_folder)


def is_data_folder(meaning: SettingInfo) -> bool:
    """Whether the setting says where the data is."""
    return meaning.name == "data"


def run(arguments: argparse.Namespace) -> int:
    """Do what was asked for; the exit status."""
    settings = sources.settings_from_arguments(arguments)
    if arguments.what == "transfer":
        return transfer_matches(settings)
    if arguments.data_folder is not None:  # a folder that is named comes before the other settings
        settings = replace(settings, database="")
    with closing(open_existing_database(settings)) as database, explaining_errors(database):
        match arguments.what:
            case "tables":
                return list_tables(database, arguments.status)
            case "guests":
                return list_guests(database, arguments.name)
            case "reports":
                return list_reports(database)
            case "export":
                return export_table(database, arguments.table)
            case "erase":
                return erase_guest(database, arguments.guest, with_linked=arguments.with_linked)
            case "backup":
                return back_up(database, arguments.file)
            case _:
                return check_database(database)


def list_tables(database: Database, status: str | None) -> int:
    """Print the tables."""
    rows = [("table", "state", "edition", "round", "events", "changed", "guests")]
    for each in table_statistics(database, status):
        guests = " ".join(holder for _, holder in each.holders)
        numbers = str(each.round), str(each.events)
        rows.append(
            (each.id, each.status, each.edition, *numbers, format_time(each.changed_at), guests)
        )
    print_columns(rows)
    return 0


def list_guests(database: Database, name: str | None) -> int:
    """Print the guests."""
    rows = [("guest", "tables", "since", "name")]
    rows += [
        (each.id, str(each.tables), format_time(each.created_at), each.name)
        for each in guest_statistics(database)
        if name is None or name.casefold() in each.name.casefold()
    ]
    print_columns(rows)
    return 0


def list_reports(database: Database) -> int:
    """Print what was reported, and by whom."""
    found = reported_messages(database)
    rows = [("reported", "table", "speaker", "reporter", "words")]
    rows += [
        (format_time(each.reported_at), each.table, each.speaker or "-", each.reporter,
         "(cannot be read)" if each.text is None else each.text)
        for each in found
    ]  # fmt: skip
    print_columns(rows)
    return FAULTS_FOUND if any(each.text is None for each in found) else 0


def export_table(database: Database, table: str) -> int:
    """Print the finished rounds of a table; a running one stays secret."""
    stored = EventStore(database).game(table)
    if stored is None:
        raise BottleImpError(f"There is no table {table}; `admin tables` lists them.")
    print(json.dumps(export_match(replay_log(stored).entries[-1].state), ensure_ascii=False))
    return 0


def erase_guest(database: Database, guest: str, *, with_linked: bool) -> int:
    """Forget a guest, and say what has changed."""
    done = erase_person(database, guest, with_linked=with_linked)
    print(
        f"Erased: {count_text(done.events, 'event')} at {count_text(done.tables, 'table')}"
        " rewritten."
    )
    if done.guests > 1:
        print(f"These were {done.guests} guests.")
    if done.linked:
        print(
            "These guests had a place of that one before, or have it now. A name given there"
            " before stays until they are erased too; do so if they are the same person:"
        )
        print_columns([(f"  {guest}", name) for guest, name in done.linked])
    print("A server that runs takes it in within a few seconds. Copies keep the name.")
    if done.unreadable_tables:
        names = ", ".join(done.unreadable_tables)
        print(f"Damaged events stay as they are, and may hold the name, at {names}.")
        return FAULTS_FOUND
    return 0


def back_up(database: Database, file: Path) -> int:
    """Copy the database, and say how large the copy is."""
    size = back_up_database(database, file)
    print(f"{file}: {size / MEGABYTE:.1f} MB, its pages checked")
    return 0


def transfer_matches(settings: ServerSettings) -> int:
    """Copy the matches to PostgreSQL, and say how many they are."""
    if not settings.database:
        raise BottleImpError(
            "Where to? Name a PostgreSQL database in a file of settings, or as BOTTLEIMP_DATABASE."
        )
    count = transfer_to_postgresql(settings.data_folder, settings.database)
    print(f"Copied {count} {'match' if count == 1 else 'matches'}.")
    print(f"{settings.data_folder} stays as it is. Servers with this setting use PostgreSQL.")
    return 0


def check_database(database: Database) -> int:
    """Say what is wrong; the exit status, 1 if anything is."""
    found = 0
    for fault in find_faults(EventStore(database)):
        print(fault)
        found += 1
    if found:
        return FAULTS_FOUND
    print(f"All is well with {count_text(len(table_statistics(database)), 'table')}.")
    return 0


def format_time(at: int) -> str:
    """Ms since 1970 as people write it, in universal time."""
    return datetime.fromtimestamp(at / MS, UTC).strftime("%Y-%m-%d %H:%M")


def print_columns(rows: Sequence[tuple[str, ...]]) -> None:
    """Print the rows, each column as wide as its longest cell."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = (f"{cell:<{width}}" for cell, width in zip(row, widths, strict=True))
        print("  ".join(cells).rstrip())

"""What lists of tables say of each: how long ago it changed, and which places are free."""

from collections.abc import Sequence

from bottleimp.languages.language import Language
from bottleimp.server.state.deals import known_edition
from bottleimp.server.state.storage_interface import GATHERING, ListedTable
from bottleimp.server.text.words import edition_title

MINUTE, HOUR, DAY = 60, 3600, 86400


def elapsed_text(seconds: float, language: Language) -> str:
    """How long ago something was, in words."""
    if seconds < MINUTE:
        return language.gettext("just now")
    if seconds < HOUR:
        n = int(seconds // MINUTE)
        return language.ngettext("{n} minute ago", "{n} minutes ago", n).format(n=n)
    if seconds < DAY:
        n = int(seconds // HOUR)
        return language.ngettext("{n} hour ago", "{n} hours ago", n).format(n=n)
    n = int(seconds // DAY)
    return language.ngettext("{n} day ago", "{n} days ago", n).format(n=n)


def computer_player_count(listed: ListedTable) -> int:
    """How many computer players sit there, whose places people may take; 0 if that is unknown."""
    played = known_edition(listed.edition)
    return 0 if played is None else played.players - listed.seated_people - listed.open_places


def title_in_list(edition: str, language: Language) -> str:
    """What an edition is called; as it is written where this program does not know it."""
    played = known_edition(edition)
    return edition if played is None else edition_title(played, language)


def open_table_entry(
    listed: ListedTable, names: Sequence[str], language: Language
) -> dict[str, object]:
    """A table at which anybody may sit down, with the names of the people there."""
    return {
        "url": f"/tables/{listed.id}",
        "title": title_in_list(listed.edition, language),
        "names": names,
        "free": listed.open_places,
        "computers": computer_player_count(listed),
        "is_playing": listed.status != GATHERING,
    }

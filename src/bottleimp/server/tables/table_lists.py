"""What lists of tables say of each: how long ago it changed, and at which places are free."""

from bottleimp.languages.language import Language
from bottleimp.rules.editions import edition_from_text
from bottleimp.server.state.deals import cached_edition
from bottleimp.server.state.storage_interface import GATHERING, ListedTable
from bottleimp.server.text.words import edition_title
from bottleimp.server.views.player_names import guest_names

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
    """How many computer players sit there, whose places people may take."""
    return cached_edition(listed.edition).players - listed.seated_people - listed.open_places


def open_table_entry(listed: ListedTable, language: Language) -> dict[str, object]:
    """A table at which anybody may sit down."""
    guests = guest_names(language)
    names = [
        name or guests[place] for place, name in zip(listed.name_places, listed.names, strict=True)
    ]
    return {
        "url": f"/tables/{listed.id}",
        "title": edition_title(edition_from_text(listed.edition), language),
        "names": names,
        "free": listed.open_places,
        "computers": computer_player_count(listed),
        "is_playing": listed.status != GATHERING,
    }

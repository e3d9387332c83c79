"""What the front page offers: every edition, by number of players."""

from functools import cache
from urllib.parse import urlencode

from bottleimp.knowledge.titles import DECK_NOTES, MODE_TITLES, printing_title
from bottleimp.languages.language import Language
from bottleimp.rules.edition import Edition
from bottleimp.rules.editions import edition, edition_keys
from bottleimp.server.rules_pages.facts import scores_face_values
from bottleimp.server.text.words import edition_title
from bottleimp.server.views.edition_view import rules_path


def edition_entry(edition: Edition, language: Language) -> dict[str, object]:
    """An edition as the pages list it (EDITION in the template contexts)."""
    note = DECK_NOTES.get(edition.deck.name)
    return {
        "key": edition.key,
        "preset": edition.preset,
        "mode": edition.mode,
        "title": edition_title(edition, language),
        "preset_title": printing_title(edition, language.gettext),
        "mode_title": language.gettext(MODE_TITLES[edition.mode]),
        "players": edition.players,
        "rules": rules_path(edition),
        "new": new_table_path(edition),
        "note": "" if note is None or scores_face_values(edition) else language.gettext(note),
    }


def new_table_path(offered: Edition) -> str:
    """The form for a table of this edition, its options filled in."""
    fields = {"edition": offered.key}
    for option in offered.options:
        name, _, value = option.partition("=")
        if option == str(offered.length):
            fields["length"] = option
        else:
            fields[name.replace("-", "_")] = value or "yes"
    return f"/new?{urlencode(fields, safe='/=')}"


@cache
def edition_groups(language: Language) -> list[dict[str, object]]:
    """Every edition, by number of players."""
    editions = [edition(key) for key in edition_keys()]
    return [
        {
            "players": players,
            "title": language.ngettext("{n} player", "{n} players", players).format(n=players),
            "editions": [edition_entry(e, language) for e in editions if e.players == players],
        }
        for players in sorted({e.players for e in editions})
    ]

"""What the front page offers: every edition, by number of players."""

from functools import cache
from urllib.parse import quote, urlencode

from bottleimp.knowledge.titles import MODE_TITLES, NOTES, printing_title
from bottleimp.rules.edition import Edition
from bottleimp.rules.editions import edition, edition_keys
from bottleimp.server.rules_pages.facts import counts_numbers
from bottleimp.server.text.i18n import Language
from bottleimp.server.text.words import edition_title


def edition_offer(offered: Edition, language: Language) -> dict[str, object]:
    """An edition as the pages list it (EDITION in the template contexts)."""
    note = NOTES.get(offered.deck.name)
    return {
        "key": offered.key,
        "preset": offered.preset,
        "mode": offered.mode,
        "title": edition_title(offered, language),
        "preset_title": printing_title(offered, language.gettext),
        "mode_title": language.gettext(MODE_TITLES[offered.mode]),
        "players": offered.players,
        "rules": rules_path(offered),
        "new": new_path(offered),
        "note": "" if note is None or counts_numbers(offered) else language.gettext(note),
    }


def rules_path(offered: Edition) -> str:
    """The page with the rules of the edition, its options included."""
    return f"/rules/{quote(offered.text, safe='/,=')}"


def new_path(offered: Edition) -> str:
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
def groups(language: Language) -> list[dict[str, object]]:
    """Every edition, by number of players."""
    editions = [edition(key) for key in edition_keys()]
    return [
        {
            "players": players,
            "title": language.ngettext("{n} player", "{n} players", players).format(n=players),
            "editions": [edition_offer(e, language) for e in editions if e.players == players],
        }
        for players in sorted({e.players for e in editions})
    ]

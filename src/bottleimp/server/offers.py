"""What the front page offers: every edition, by number of players."""

from functools import cache

from bottleimp.knowledge.titles import MODE_TITLES, NOTES, PRINTINGS
from bottleimp.rules.edition import Edition
from bottleimp.rules.editions import edition, edition_keys
from bottleimp.server.i18n import Language
from bottleimp.server.words import edition_title


def edition_offer(offered: Edition, language: Language) -> dict[str, object]:
    """An edition as the pages list it (EDITION in the template contexts)."""
    note = NOTES.get(offered.preset)
    return {
        "key": offered.key,
        "preset": offered.preset,
        "mode": offered.mode,
        "title": edition_title(offered, language),
        "preset_title": language.gettext(PRINTINGS[offered.preset]),
        "mode_title": language.gettext(MODE_TITLES[offered.mode]),
        "players": offered.players,
        "rules": f"/rules/{offered.key}",
        "new": f"/new?edition={offered.key}",
        "note": "" if note is None else language.gettext(note),
    }


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

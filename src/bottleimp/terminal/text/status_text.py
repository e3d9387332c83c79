"""What the others at a server's table say, and how long everybody may still think, in words.

The server alone decides when time is up; here it is only counted down.
"""

from collections.abc import Collection
from gettext import NullTranslations

from textual.content import Content

from bottleimp.knowledge.phrases import PHRASES
from bottleimp.protocol.views import ChatMessageView, RemainingTimeView, View
from bottleimp.terminal.text.titles import player_title

SECOND = 1000  # milliseconds
MINUTE, HOUR, DAY = 60, 3600, 86_400  # seconds
SHORT_TIME, SHORT_TIME_BY_DAYS = 10, 2 * HOUR  # seconds from which on time is short
MOST_SECONDS_TOLD = 2 * MINUTE  # of the wait for a round; longer ones are told in days and hours
WARNING = "bold reverse"  # seen without colour too


def status_line(
    view: View,
    now: int,
    catalogue: NullTranslations,
    muted: Collection[str] = (),
    present: Collection[int] = (),
) -> Content | None:
    """What there is to know of the others, and the way to talk; None where there is nothing.

    That is clocks, who is away, whether a next match is there, and what was said last.  `now` is
    the server's time in ms since 1970; `muted` has the tags of people not to be heard; `present`
    are the players who are connected, none before the server has said so.
    """
    parts = format_clocks(view, now, catalogue)
    parts += [Content(text) for text in absence_texts(view, catalogue, present)]
    if view.match.rematch is not None:
        text = catalogue.gettext("There is a next match, with a place for everybody here.")
        named = catalogue.gettext("{name}: {words}").format(name="R", words=text)
        parts.append(Content.styled(named, "bold"))
    if text := next_round_text(view, now, catalogue):
        parts.append(Content(text))
    if lines := unmuted_messages(view, muted):
        parts.append(Content.styled(format_message(lines[-1], catalogue), "italic"))
    people = sum(who.kind == "human" for who in view.players)
    if people > 1 and not silence_text(view, catalogue):
        parts.append(Content.styled(catalogue.gettext("C: talk"), "dim"))
    return Content("   ").join(parts) if parts else None


def absence_texts(view: View, catalogue: NullTranslations, present: Collection[int]) -> list[str]:
    """For which of the others a computer player plays, and who is away, during the match."""
    if view.match.over or view.table.status != "playing":
        return []
    people = [
        player
        for player, who in enumerate(view.players)
        if who.kind == "human" and player != view.you
    ]
    said = []
    for player in people:
        if view.players[player].stand_in is not None:
            text = catalogue.gettext("A computer player plays for {name}.")
            said.append(text.format(name=view.players[player].name))
        elif present and player not in present:
            said.append(absence_text(view, view.players[player].name, catalogue))
    return said


def absence_text(view: View, name: str, catalogue: NullTranslations) -> str:
    """That somebody is away, and when a computer player chooses instead."""
    clock, n = view.table.clock, view.table.grace
    if clock.kind == "days":
        text = catalogue.gettext(
            "{name} is away. When the time for a choice is up, a computer makes it."
        )
        return text.format(name=name)
    if clock.kind == "move":
        n = min(n, clock.seconds)
    text = catalogue.gettext(
        "{name} is away. After waiting {n} seconds for {name}, a computer plays."
    )
    return text.format(name=name, n=n)


def is_ticking(view: View, now: int) -> bool:
    """Whether any clock runs at this time (ms since 1970), that until the next round too."""
    runs = any(time is not None and time.since is not None for time in view.times)
    begins_at = view.match.next_at
    return runs or (begins_at is not None and begins_at + SECOND > now)


def next_round_text(view: View, now: int, catalogue: NullTranslations) -> str:
    """When the next round begins at the latest; empty if it waits for somebody to ask."""
    begins_at = view.match.next_at
    left = 0 if begins_at is None else -(-(begins_at - now) // SECOND)
    if left <= 0:
        return ""
    if left > MOST_SECONDS_TOLD:
        text = catalogue.gettext("The next round begins in {time} at the latest.")
        return text.format(time=format_duration(left, catalogue))
    return catalogue.ngettext(
        "The next round begins in {n} second at the latest.",
        "The next round begins in {n} seconds at the latest.",
        left,
    ).format(n=left)


def format_clocks(view: View, now: int, catalogue: NullTranslations) -> list[Content]:
    """Everybody who has a clock, with what is left; short time stands out."""
    return [
        format_clock(view, player, time, now, catalogue)
        for player, time in enumerate(view.times)
        if time is not None and not view.match.over
    ]


def format_clock(
    view: View, player: int, time: RemainingTimeView, now: int, catalogue: NullTranslations
) -> Content:
    """The name of a player and the time left."""
    name = view.players[player].name
    runs = time.since is not None
    left = seconds_left(time, now)
    text = catalogue.gettext("time is up") if time.is_up else format_duration(left, catalogue)
    by_days = view.table.clock.kind == "days"
    is_short = runs and left <= (SHORT_TIME_BY_DAYS if by_days else SHORT_TIME)
    style = WARNING if time.is_up or is_short else "bold" if runs else "dim"
    return Content.assemble(f"{name} ", (text, style))


def seconds_left(time: RemainingTimeView, now: int) -> int:
    """What is left of a person's time, begun seconds counted."""
    since = time.since
    left: int = time.left if since is None else time.left - max(0, now - since)
    return max(0, -(-left // SECOND))


def format_duration(seconds: int, catalogue: NullTranslations) -> str:
    """So much time: `2:05`, `1:02:05`, or days and hours."""
    if seconds >= DAY:
        days, hours = seconds // DAY, seconds % DAY // HOUR
        return catalogue.gettext("{days} d {hours} h").format(days=days, hours=hours)
    hours, minutes = seconds // HOUR, seconds % HOUR // MINUTE
    head = f"{hours}:{minutes:02}" if hours else f"{minutes}"
    return f"{head}:{seconds % MINUTE:02}"


def silence_text(view: View, catalogue: NullTranslations) -> str:
    """Why nobody can talk now; empty where people can."""
    if view.table.talk == "off":
        return catalogue.gettext("Nobody talks at this table.")
    shown = view.round
    if shown is None or shown.phase == "over" or view.table.partners_talk:
        return ""
    if all(len(side) == 1 for side in shown.sides or []):
        return ""
    return catalogue.gettext("Nobody talks while partners play a round.")


def unmuted_messages(view: View, muted: Collection[str]) -> list[ChatMessageView]:
    """What was said last, but by people who are muted, whatever they are called."""
    return [line for line in view.talk if line.person not in muted]


def mutable_people(view: View) -> dict[int, str]:
    """The tags of the other people at the table, by player."""
    return {
        player: who.person
        for player, who in enumerate(view.players)
        if player != view.you and who.person is not None
    }


def format_message(line: ChatMessageView, catalogue: NullTranslations) -> str:
    """A line that somebody said, with the name."""
    words = line.text if line.phrase is None else phrase_text(line.phrase, catalogue)
    return catalogue.gettext("{name}: {words}").format(name=line.name, words=words)


def phrase_text(key: str, catalogue: NullTranslations) -> str:
    """A set phrase in words; one that is not known here as it came."""
    known = PHRASES.get(key)
    return key if known is None else f"{known.emoji} {catalogue.gettext(known.text)}".strip()


def waiting_text(view: View, present: Collection[int], catalogue: NullTranslations) -> str:
    """What the table waits for before its first round, for somebody who sits there."""
    _ = catalogue.gettext
    host, kinds = view.table.host, [who.kind for who in view.players]
    begins_alone = view.table.begins_when_full and "open" in kinds
    if host is None:
        return _("The match begins soon.")
    if host != view.you:
        text = (
            _(
                "The match begins by itself when the last place is taken, or earlier if {name}"
                " begins it."
            )
            if begins_alone
            else _("{name} begins the match.")
        )
        return text.format(name=view.players[host].name)
    if "open" not in kinds:
        people = [player for player, kind in enumerate(kinds) if kind == "human"]
        return (
            _("Everybody is here. Begin when you like.")
            if all(player == view.you or player in present for player in people)
            else _("Every place is taken, but not everybody is here yet. Begin when you like.")
        )
    text = (
        _(
            "Invite others: the match begins by itself when the last place is taken. If you begin"
            " it earlier, computer players ({level}) take the free places."
        )
        if begins_alone
        else _(
            "Invite others. The match waits until you begin it; computer players ({level}) then"
            " take the places that are still free."
        )
    )
    return text.format(level=player_title(view.table.level, catalogue))


def available_places(view: View) -> list[int]:
    """The places that somebody who watches may take now, free ones before computer players'."""
    is_gathering = view.table.status == "gathering"
    shown = view.round
    is_between = shown is None or shown.phase == "over"
    if view.you is not None or view.match.over or not (is_gathering or is_between):
        return []
    kinds = [who.kind for who in view.players]
    free = [place for place, kind in enumerate(kinds) if kind == "open"]
    return free or [place for place, kind in enumerate(kinds) if kind == "computer"]


def reachable_places(view: View) -> list[int]:
    """The places to which somebody who sits at the table is offered to change before the match.

    None where nobody has partners: there it matters little who sits where.
    """
    if view.you is None or view.table.status != "gathering" or not view.table.has_sides:
        return []
    return [place for place, who in enumerate(view.players) if who.kind in ("open", "computer")]


def only_partners(view: View, player: int) -> list[int]:
    """The players who are partners of this one whenever anybody is; none where they change."""
    own = [side for side in view.table.sides or [] if player in side]
    return [other for other in own[0] if other != player] if len(own) == 1 else []

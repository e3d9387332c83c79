"""The screen before a match at a server begins: who sits there, and the way to a place."""

from collections.abc import Collection
from dataclasses import dataclass
from gettext import NullTranslations

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.message import Message
from textual.screen import Screen
from textual.widgets import Button, Input, Static

from bottleimp.parsing import parse_integer
from bottleimp.protocol.http_bodies import MAX_NAME_LENGTH
from bottleimp.protocol.views import View
from bottleimp.terminal.text.status_text import (
    available_places,
    only_partners,
    reachable_places,
    waiting_text,
)
from bottleimp.terminal.text.titles import player_title


class JoinScreen(Screen[None]):
    """Who is at the table; a name to sit down with; for the host a way to begin."""

    @dataclass
    class Joined(Message):
        """The person wants to sit down under this name; without a player, anywhere."""

        name: str
        player: int | None = None

    @dataclass
    class Moved(Message):
        """The person wants to sit at another place."""

        player: int

    class StartRequested(Message):
        """The person, who is host, waits for nobody else."""

    def __init__(self, name: str, catalogue: NullTranslations) -> None:
        super().__init__()
        self._person = name
        self._catalogue = catalogue
        self._free: list[int] = []
        self._called = ""  # who has a place already
        self._shows_outage = False  # whether it says what is wrong with connection or server

    def compose(self) -> ComposeResult:
        """Everything that is ever shown; what is not wanted now is hidden."""
        _ = self._catalogue.gettext
        yield Static(id="heading")
        with Vertical(id="joining"):
            yield Static(id="people")
            yield Static(Content(_("Your name, up to 24 letters; it may stay empty")), id="asks")
            yield Input(self._person, max_length=MAX_NAME_LENGTH, id="name", compact=True)
            yield Static(id="asks-place")
            yield Input(type="integer", max_length=1, id="place", compact=True)
            yield Button(_("Sit down"), id="sit", variant="primary", compact=True)
            yield Button(_("Begin the match"), id="begin", variant="primary", compact=True)
        yield Static(id="problem")
        yield Static(Content(_("Tab: next · Enter: choose · Ctrl+Q: leave")), id="keys")

    def on_mount(self) -> None:
        """Nothing can be done before the table is known."""
        self.show_table(None, ())

    def show_table(self, view: View | None, present: Collection[int]) -> None:
        """The table as it is now; no view while the connection is not open yet."""
        _ = self._catalogue.gettext
        you = None if view is None else view.you
        is_gathering = view is not None and view.table.status == "gathering"
        may_begin = view is not None and you is not None and view.table.host == you
        self._free = []
        if view is not None:
            self._free = available_places(view) if you is None else reachable_places(view)
        for name in ("asks", "name", "sit"):
            can_sit = bool(self._free) if you is None else is_gathering
            self.query_one(f"#{name}").display = view is not None and can_sit
        change = _("Change") if self._free else _("Change name")
        self.query_one("#sit", Button).label = _("Sit down") if you is None else change
        self._called = "" if view is None or you is None else view.players[you].name
        asks_place = (
            _("Number of your place; empty for the first that is free")
            if you is None
            else _("Number of another place; empty to stay at yours")
        )
        self.query_one("#asks-place", Static).update(Content(asks_place))
        for name in ("asks-place", "place"):
            self.query_one(f"#{name}").display = len(self._free) > (you is None)
        self.query_one("#begin").display = may_begin and is_gathering
        game = _("Bottle Imp")
        title = _("Connecting to the table…") if view is None else view.table.title
        self.query_one("#heading", Static).update(Content(f"{game} · {title}"))
        lines = [] if view is None else [
            self._line(view, present, player) for player in range(len(view.players))
        ]  # fmt: skip
        if view is not None and you is not None:
            lines += ["", waiting_text(view, present, self._catalogue)]
        elif view is not None and not self._free:
            lines += ["", _("No place is free; try again between two rounds.")]
        self.query_one("#people", Static).update(Content("\n".join(lines)))

    def _line(self, view: View, present: Collection[int], player: int) -> str:
        _ = self._catalogue.gettext
        who = view.players[player]
        partners = [self._place_name(view, other) for other in only_partners(view, player)]
        partner = _("partner: {names}").format(names=", ".join(partners)) if partners else ""
        if who.kind == "open":
            free = _("{number}  a free place").format(number=player + 1)
            return f"{free} ({partner})" if partner else free
        kind = {"human": _("person"), "driven": _("plays by his own rule")}.get(who.kind)
        marks = [kind or player_title(who.level or "", self._catalogue)]
        if player == view.table.host:
            marks.append(_("host"))
        if who.kind == "human" and player != view.you and player not in present:
            marks.append(_("away"))
        if partner:
            marks.append(partner)
        return f"{player + 1}  {who.name} ({', '.join(marks)})"

    def _place_name(self, view: View, player: int) -> str:
        who = view.players[player]
        if who.kind != "open":
            return who.name
        return self._catalogue.gettext("place {number}").format(number=player + 1)

    def show_outage(self, text: str) -> None:
        """Says what is wrong with the connection or the server, until it is called with nothing."""
        if text or self._shows_outage:
            self.show_problem(text)
        self._shows_outage = bool(text)

    def show_problem(self, text: str) -> None:
        """Shows why something was not done."""
        self.query_one("#problem", Static).update(Content.styled(text, "$text-error"))

    def _sit(self) -> None:
        name, place = self.query_one("#name", Input).value, self.query_one("#place", Input)
        is_other_name = name.strip() not in ("", self._called)
        self.show_problem("")
        number = parse_integer(place.value, 1, max(self._free, default=0) + 1)
        wanted = None
        if place.display and place.value:
            if number is None or number - 1 not in self._free:
                text = self._catalogue.gettext("Place {number} is not free.")
                self.show_problem(text.format(number=place.value))
                return
            wanted = number - 1
        place.value = ""
        if not self._called:
            self.post_message(self.Joined(name, wanted))
            return
        if is_other_name:
            self.post_message(self.Joined(name))
        if wanted is not None:
            self.post_message(self.Moved(wanted))

    def on_input_submitted(self) -> None:
        """Enter in the name or the place sits down."""
        self._sit()

    def on_button_pressed(self, message: Button.Pressed) -> None:
        """Sits down, or begins."""
        if message.button.id == "sit":
            self._sit()
        else:
            self.post_message(self.StartRequested())

"""The first screen: which match to go on with, or what to play and against whom."""

from dataclasses import dataclass, field
from gettext import NullTranslations
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.content import Content
from textual.message import Message
from textual.screen import Screen
from textual.widgets import Button, OptionList, Select, Static
from textual.widgets.option_list import Option

from bottleimp.errors import BottleImpError, EditionError
from bottleimp.knowledge.titles import DECK_NOTES, DECK_TITLES
from bottleimp.lessons import COURSE
from bottleimp.players.catalogue import offered_player_names, player_kind
from bottleimp.players.default_players import default_opponent
from bottleimp.rules.decks import CLASSIC, decks_of_size
from bottleimp.rules.edition import Edition
from bottleimp.rules.editions import edition, edition_from_text, edition_keys
from bottleimp.rules.seating import (
    OFFERED_CYCLES,
    OFFERED_TARGETS,
    Cycles,
    MatchLength,
    TargetScore,
)
from bottleimp.terminal.screens.letter_keys import in_both_cases
from bottleimp.terminal.session.guide import GUIDED_EDITION
from bottleimp.terminal.session.saved_matches import UnfinishedMatch
from bottleimp.terminal.text.titles import (
    edition_title,
    length_title,
    mode_title,
    player_title,
    preset_title,
    printing_title,
)

DEFAULT_EDITION = "classic/4"  # on which the cursor stands at first
EDITION_DEFAULT = "as printed"  # the choice that leaves an option to the edition
FACE_VALUE = "face-value"
BGA_TEAMS = "bga-teams"
NO_AIDS = "no-aids"
SHORT_DECK_NAMES = [deck.name for deck in decks_of_size(len(CLASSIC.cards))]
OFFERED_LENGTHS: tuple[MatchLength, ...] = (
    *(Cycles(cycles) for cycles in OFFERED_CYCLES),
    *(TargetScore(points) for points in OFFERED_TARGETS),
)


@dataclass(frozen=True)
class StartOptions:
    """What the first screen offers: matches to continue, and editions to begin.

    Where the person has never played, the cursor begins at the round with a guide.
    """

    unfinished: tuple[UnfinishedMatch, ...] = ()
    damaged: tuple[str, ...] = ()
    editions: tuple[str, ...] = field(default_factory=edition_keys)  # keys, options allowed
    opponent: str = field(default_factory=default_opponent)
    is_newcomer: bool = False


class StartScreen(Screen[None]):
    """A list to choose from, and the options of a new match beside it."""

    BINDINGS: ClassVar[list[BindingType]] = in_both_cases(
        Binding("right", "to_options", show=False),
        Binding("escape", "to_list", show=False),
        Binding("l", "next_language", show=False),
        Binding("delete,backspace", "remove", show=False),  # "delete" on a Mac is backspace
    )

    @dataclass
    class Continued(Message):
        """The person goes on with this match."""

        unfinished: UnfinishedMatch

    @dataclass
    class Removed(Message):
        """The person does not want to go on with this match ever."""

        unfinished: UnfinishedMatch

    @dataclass
    class MatchChosen(Message):
        """The person begins a match, against players of this kind; None: as asked at the start."""

        edition: Edition
        kind: str | None

    class GuidedChosen(Message):
        """The person begins a first match, with a guide."""

    class LearnChosen(Message):
        """The person wants to see the lessons."""

    class LanguageChanged(Message):
        """The person wants to read another language."""

    def __init__(
        self, offer: StartOptions, catalogue: NullTranslations, next_language: str
    ) -> None:
        """`next_language` is the name of the language that a key offers."""
        super().__init__()
        self._offer = offer
        self._catalogue = catalogue
        self._next_language = next_language
        self._removing: UnfinishedMatch | None = None  # until the same key confirms it

    @property
    def _kinds(self) -> list[str]:
        """The players to choose from: those on offer, and one that was asked for by name."""
        known = offered_player_names()
        return [*([] if self._offer.opponent in known else [self._offer.opponent]), *known]

    def compose(self) -> ComposeResult:
        """The list, the options, and a line for what goes wrong."""
        _ = self._catalogue.gettext
        yield Static(Content(_("Bottle Imp · What do you want to play?")), id="heading")
        with Horizontal(id="body"):
            yield OptionList(*self._options(), id="offers")
            with VerticalScroll(id="options", can_focus=False):
                yield Static(Content(_("Level of the others")), classes="label")
                yield self._select(
                    "kind", [(player_title(name, self._catalogue), name) for name in self._kinds]
                )
                yield Static(Content(_("The match lasts")), classes="label")
                printed = (_("as the edition says"), EDITION_DEFAULT)
                lengths = [
                    (length_title(one, self._catalogue), str(one)) for one in OFFERED_LENGTHS
                ]
                yield self._select("length", [printed, *lengths])
                yield Static(Content(_("Deck")), classes="label")
                yield self._select(
                    "deck", [printed, *((_(DECK_TITLES[name]), name) for name in SHORT_DECK_NAMES)]
                )
                yield Static(Content(_("A card counts")), classes="label")
                numbers = (_("its number"), FACE_VALUE)
                yield self._select("counting", [printed, numbers])
                yield Static(Content(_("Teams score")), classes="label")
                online = (_("as on Board Game Arena"), BGA_TEAMS)
                yield self._select("teams", [printed, online])
                yield Static(Content(_("Earlier tricks and points taken")), classes="label")
                shown, hidden = (_("shown"), EDITION_DEFAULT), (_("hidden"), NO_AIDS)
                yield self._select("aids", [shown, hidden])
                yield Static(id="about")
                yield Button(_("Play"), id="begin", variant="primary", compact=True)
        yield Static(id="problem")
        yield Static(id="keys")

    def _select(self, name: str, options: list[tuple[str, str]]) -> Select[str]:
        first = self._offer.opponent if name == "kind" else options[0][1]
        return Select(options, value=first, allow_blank=False, id=name, compact=True)

    def _options(self) -> list[Option | None]:
        _, n_ = self._catalogue.gettext, self._catalogue.ngettext
        shown: list[Option | None] = []
        for at, one in enumerate(self._offer.unfinished):
            title = edition_title(one.match.table.edition, self._catalogue)
            text = _("Go on: {title}, round {number}, {when}").format(
                title=title, number=len(one.match.rounds), when=f"{one.saved_at:%Y-%m-%d %H:%M}"
            )
            shown.append(Option(Content.styled(text, "bold"), id=f"go-on-{at}"))
        if shown:
            shown.append(None)
        if GUIDED_EDITION in self._offer.editions:
            shown.append(Option(Content(_("Your first round, with a guide")), id="guided-0"))
        learn = n_("Learn: {n} lesson", "Learn: {n} lessons", len(COURSE)).format(n=len(COURSE))
        shown.append(Option(Content(learn), id="learn-0"))
        preset = ""
        for at, text in enumerate(self._offer.editions):
            found = edition_from_text(text)
            if found.preset != preset:
                preset = found.preset
                heading = Content.styled(preset_title(found, self._catalogue), "italic")
                shown.append(Option(heading, disabled=True))
            line = f"  {mode_title(found, self._catalogue)}"
            shown.append(Option(Content(line), id=f"edition-{at}"))
        return shown

    def on_mount(self) -> None:
        """The list has the keys: at a match to go on with, else at the game that fits."""
        offers = self.query_one("#offers", OptionList)
        offers.focus()
        offers.action_first()
        begins_at_top = bool(self._offer.unfinished) or self._offer.is_newcomer
        if not begins_at_top and DEFAULT_EDITION in self._offer.editions:
            usual = self._offer.editions.index(DEFAULT_EDITION)
            offers.highlighted = offers.get_option_index(f"edition-{usual}")
        if self._offer.damaged:
            names = ", ".join(self._offer.damaged)
            text = self._catalogue.gettext("These matches cannot be read and stay as they are: {}.")
            self.show_problem(text.format(names))
        self._show_about()

    def on_option_list_option_highlighted(self) -> None:
        """Names the edition under the cursor as the command line does, and the keys for it."""
        if self._removing is not None:
            self._removing = None
            self.show_problem("")
        self._show_about()
        self._show_keys()

    def _show_keys(self) -> None:
        _ = self._catalogue.gettext
        text = (
            _("↑↓: choose · Enter: play · Tab: options · T: theme · L: {language} · Q: leave")
            if self._highlighted_match() is None
            else _("↑↓: choose · Enter: play · Del: remove · T: theme · L: {language} · Q: leave")
        )
        keys = Content(text.format(language=self._next_language))
        self.query_one("#keys", Static).update(keys)

    def on_select_changed(self) -> None:
        """Says what the chosen players do, and what is to be known of the deck."""
        self._show_about()

    def _show_about(self) -> None:
        _ = self._catalogue.gettext
        heading = _("Bottle Imp · What do you want to play?")
        about = [_(player_kind(str(self.query_one("#kind", Select).value)).about)]
        found = self._highlighted()
        if found is not None:
            heading += f"  --edition {found.text}"
            about.append(f"{printing_title(found, self._catalogue)}.")
            note = DECK_NOTES.get(self._value("deck") or found.deck.name)
            about += [] if note is None else [_(note)]
        self.query_one("#heading", Static).update(Content(heading))
        self.query_one("#about", Static).update(Content("\n".join(about)))

    def _highlighted(self) -> Edition | None:
        kind, _, at = self._highlighted_id().rpartition("-")
        return edition_from_text(self._offer.editions[int(at)]) if kind == "edition" else None

    def _highlighted_match(self) -> UnfinishedMatch | None:
        kind, _, at = self._highlighted_id().rpartition("-")
        return self._offer.unfinished[int(at)] if kind == "go-on" else None

    def _highlighted_id(self) -> str:
        """What the line under the cursor stands for; empty where there is none."""
        offers = self.query_one("#offers", OptionList)
        if offers.highlighted is None:
            return ""
        return offers.get_option_at_index(offers.highlighted).id or ""

    def show_problem(self, text: str) -> None:
        """Says why something was not done."""
        self.query_one("#problem", Static).update(Content.styled(text, "$text-error"))

    def action_to_options(self) -> None:
        """The keys go to the first option."""
        self.query_one("#kind").focus()

    def action_next_language(self) -> None:
        """Another language."""
        self.post_message(self.LanguageChanged())

    def action_remove(self) -> None:
        """Removes the unfinished match under the cursor, once the same key confirms it."""
        match = self._highlighted_match()
        if match is None or not self.query_one("#offers").has_focus:
            return
        if self._removing is match:
            self.post_message(self.Removed(match))
            return
        self._removing = match
        text = self._catalogue.gettext("Press Delete once more to remove this match for good.")
        self.show_problem(text)

    def action_to_list(self) -> None:
        """The keys go back to the list."""
        self.query_one("#offers").focus()

    def on_option_list_option_selected(self, message: OptionList.OptionSelected) -> None:
        """Enter or a click on a line of the list begins or continues a match."""
        self._go(message.option.id or "")

    def on_button_pressed(self) -> None:
        """The button does the same for the line under the cursor."""
        if chosen := self._highlighted_id():
            self._go(chosen)

    def _go(self, chosen: str) -> None:
        kind, _, at = chosen.rpartition("-")
        if kind == "go-on":
            self.post_message(self.Continued(self._offer.unfinished[int(at)]))
            return
        if kind == "guided":
            self.post_message(self.GuidedChosen())
            return
        if kind == "learn":
            self.post_message(self.LearnChosen())
            return
        try:
            found = self._edition(self._offer.editions[int(at)])
        except BottleImpError as problem:
            self.show_problem(str(problem))
        else:
            self.post_message(self.MatchChosen(found, str(self.query_one("#kind", Select).value)))

    def _edition(self, text: str) -> Edition:
        """The edition with the options on the screen; raises EditionError for a misfit."""
        if why_not := self._misfit(edition_from_text(text)):
            raise EditionError(why_not)
        length = self._value("length")
        lengths = {str(one): one for one in OFFERED_LENGTHS}
        return edition(
            text,
            deck=self._value("deck"),
            face_value=None if self._value("counting") is None else True,
            bga_teams=None if self._value("teams") is None else True,
            no_aids=None if self._value("aids") is None else True,
            length=None if length is None else lengths[length],
        )

    def _misfit(self, plain: Edition) -> str:
        """Why an option on the screen does not fit the edition; empty where all do."""
        _ = self._catalogue.gettext
        title = edition_title(plain, self._catalogue)
        deck, decks = self._value("deck"), decks_of_size(len(plain.deck.cards))
        if deck and deck not in [one.name for one in decks]:
            text = _("{edition}: played with {cards} cards, and this deck comes with 36 only.")
            return text.format(edition=title, cards=len(plain.deck.cards))
        if self._value("counting") and not all(card.label.isdecimal() for card in plain.deck.cards):
            text = _("{edition}: some cards have half numbers, so a card cannot count its number.")
            return text.format(edition=title)
        if self._value("teams") and not plain.has_sides:
            text = _("{edition}: there are no teams that could score in another way.")
            return text.format(edition=title)
        return ""

    def _value(self, name: str) -> str | None:
        value = str(self.query_one(f"#{name}", Select).value)
        return None if value == EDITION_DEFAULT else value

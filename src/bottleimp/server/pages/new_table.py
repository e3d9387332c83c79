"""The form for a new table: what it offers, what was chosen, and the settings it makes."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from bottleimp.errors import BottleImpError, UnknownName
from bottleimp.game.match import max_useful_target
from bottleimp.knowledge.titles import COMPUTER_NAMES, DECK_TITLES, DRIVEN_NAME
from bottleimp.languages.language import Language
from bottleimp.players.catalogue import offered_player_names
from bottleimp.players.default_players import usual_stand_in
from bottleimp.protocol.messages import MAX_PACE_MS
from bottleimp.protocol.refusals import RefusalCode
from bottleimp.rules.decks import decks_of_size
from bottleimp.rules.edition import Edition
from bottleimp.rules.editions import edition
from bottleimp.rules.seating import (
    MAX_AGREED_ROUNDS,
    MAX_ROUNDS,
    OFFERED_CYCLES,
    OFFERED_TARGETS,
    Cycles,
    MatchLength,
    TargetScore,
)
from bottleimp.server.pages.edition_change import SHOWN_EDITION_FIELD, carry_over
from bottleimp.server.pages.option_fields import (
    OWN_NUMBER_FIELDS,
    ROUNDS_FIELD,
    TARGET_FIELD,
    chosen_length,
    drop_unused_numbers,
    is_number_up_to,
    option_fields,
)
from bottleimp.server.pages.preferences import offered_paces
from bottleimp.server.pages.table_settings_form import TableSettingsForm
from bottleimp.server.rules_pages.edition_list import edition_entry, edition_groups
from bottleimp.server.settings.config import DEFAULT_EDITION, DEFAULT_LEVEL
from bottleimp.server.state.events import COMPUTER, DEFAULT_GRACE, HUMAN, OPEN, Participant
from bottleimp.server.state.lookalike_names import are_confusable, is_confusable_with_any
from bottleimp.server.state.names import is_valid_name, normalize_text
from bottleimp.server.tables.registry import TableSetup
from bottleimp.server.text.words import (
    length_text,
    offered_level_entries,
    refusal_text,
    unknown_player_text,
)
from bottleimp.server.views.player_names import guest_names

RANDOM_DEALER = "random"

FormFields = Mapping[str, str]


@dataclass(frozen=True)
class NewTableForm:
    """The form for a new table, empty or filled in."""

    base: Edition  # the edition without options
    fields: FormFields
    language: Language
    name: str = ""
    pace: int = 0
    level: str = DEFAULT_LEVEL
    grace: int = DEFAULT_GRACE  # seconds
    left_out: tuple[str, ...] = ()  # fields chosen for another edition that this one does not have

    @classmethod
    def of(
        cls,
        fields: FormFields,
        language: Language,
        name: str,
        pace: int,
        *,
        level: str = DEFAULT_LEVEL,
        grace: int = DEFAULT_GRACE,
    ) -> "NewTableForm":
        """The form for the edition named in the fields, with its options; raises BottleImpError."""
        fields = drop_unused_numbers(fields)
        given = edition(fields.get("edition") or DEFAULT_EDITION)
        base, options = edition(given.key), option_fields(given)
        empty = cls(base, {}, language, name, pace, level, grace)
        shown = previous_edition(fields, base)
        kept, left_out = dict(fields), list[str]()
        if shown != base:
            kept, left_out = carry_over(fields, replace(empty, base=shown), empty)
        filled_in = {**options, **kept, "edition": given.key}
        return replace(empty, fields=filled_in, left_out=tuple(left_out))

    # --- what depends on the edition ----------------------------------------------------

    @property
    def defaults(self) -> dict[str, str]:
        """What holds for the edition where nothing else is chosen."""
        empty = replace(self, fields={})
        return {
            "deck": self.base.deck.name,
            "face_value": "yes" if empty.face_value else "no",
            "bga_teams": "no",
            "length": str(self.base.length),
            "first_dealer": RANDOM_DEALER,
        }

    def is_available(self, field: str, value: str) -> bool:
        """Whether this can be chosen for the edition."""
        match field:
            case "deck":
                return value in self.decks
            case "face_value":
                return self.offers_face_value
            case "bga_teams":
                return self.base.has_sides
            case "first_dealer":
                return value in self.dealers
            case _:
                return True

    # --- what was chosen ----------------------------------------------------------------

    @property
    def decks(self) -> list[str]:
        """The decks with which the edition can be played."""
        return [deck.name for deck in decks_of_size(len(self.base.deck.cards))]

    @property
    def offers_face_value(self) -> bool:
        """Whether cards may count their number: only whole numbers can be counted."""
        return all(card.label.isdecimal() for card in self.base.deck.cards)

    @property
    def face_value(self) -> bool:
        """Whether cards count their number."""
        typed = self.fields.get("face_value")
        if typed is None:
            return all(str(card.points) == card.label for card in self.base.deck.cards)
        return typed == "yes"

    @property
    def bga_teams(self) -> bool:
        """Whether teams sit and score as on Board Game Arena."""
        return self.fields.get("bga_teams") == "yes"

    @property
    def length(self) -> MatchLength:
        """How long the match is; raises EditionError for what is out of range."""
        return chosen_length(self.fields) or self.base.length

    @property
    def no_aids(self) -> bool:
        """Whether earlier tricks and points taken are hidden until the round is over."""
        return self.fields.get("no_aids") == "yes"

    @property
    def edition(self) -> Edition:
        """The edition with the options chosen; raises EditionError or UnknownName."""
        return self.edition_lasting(self.length)

    def edition_lasting(self, length: MatchLength | None) -> Edition:
        """The edition with the other options chosen, and this length or the usual one."""
        return edition(
            self.base.key,
            deck=self.fields.get("deck") or None,
            face_value=self.face_value if self.offers_face_value else None,
            bga_teams=self.bga_teams,
            no_aids=self.no_aids,
            length=length,
        )

    @property
    def errors(self) -> list[str]:
        """What is wrong with what was filled in, one sentence each."""
        _ = self.language.gettext
        found = [*self.number_errors.values()]
        try:
            wrong = target_errors(self.edition, self.language)
        except BottleImpError as problem:
            wrong = [str(problem)]
        found += [] if found else wrong
        if self.left_out:
            found.append(_("This edition lacks some of what you chose. Check the options below."))
        found += self.name_errors
        occupants = dict.fromkeys(self.occupant(player) for player in self.other_players)
        unknown = [name for name in occupants if name not in (OPEN, *offered_player_names())]
        found += [unknown_player_text(name, self.language) for name in unknown]
        if self.chosen_pace is None:
            text = _("The pace is 0 to {most} milliseconds.")
            found.append(text.format(most=MAX_PACE_MS))
        if self.first_dealer not in self.dealers:
            found.append(_("There is no such dealer."))
        return [*found, *(text for text in self.settings_form.errors if text not in found)]

    @property
    def most_points(self) -> int:
        """The highest number of points that a match may be played to with the options chosen."""
        try:
            return max_useful_target(self.edition_lasting(None))
        except BottleImpError:  # which `errors` tells
            return max_useful_target(self.base)

    @property
    def number_errors(self) -> dict[str, str]:
        """What is wrong with a number of rounds or points of one's own, by its field."""
        _ = self.language.gettext
        field = self.fields.get("length", "")
        most = OWN_NUMBER_FIELDS.get(field)
        if most is None or is_number_up_to(most, self.fields.get(field, "").strip()):
            return {}
        if field == ROUNDS_FIELD:
            return {field: _("Give the number of rounds, 1 to {most}.").format(most=most)}
        text = _("Give the number of points, 1 to {most}.")
        return {field: text.format(most=self.most_points)}

    @property
    def texts_of_number_errors(self) -> dict[str, str]:
        """These for the page: `rounds_error` and `target_error`, empty where nothing is wrong."""
        return {f"{field}_error": self.number_errors.get(field, "") for field in OWN_NUMBER_FIELDS}

    @property
    def name_errors(self) -> list[str]:
        """What is wrong with the name."""
        return name_errors(self.typed_name, self.language)

    @property
    def typed_name(self) -> str:
        """The name in the form, or the one used last."""
        return normalize_text(self.fields.get("name", self.name))

    @property
    def other_players(self) -> range:
        """The players besides the one who makes the table."""
        return range(1, self.base.players)

    @property
    def computers(self) -> list[int]:
        """The players that are computer players from the start."""
        return [player for player in self.other_players if self.occupant(player) != OPEN]

    @property
    def is_for_friends(self) -> bool:
        """Whether places are free at first."""
        return self.fields.get("friends") == "yes"

    def occupant(self, player: int) -> str:
        """Which computer player sits there, or `open` for a place that is kept for a person."""
        return self.fields.get(f"player_{player}") or (
            OPEN if self.is_for_friends else self.fields.get("level") or self.level
        )

    @property
    def chosen_level(self) -> str:
        """The computer player to be offered first the next time."""
        stand_in = self.settings_form.level
        is_usual = stand_in == usual_stand_in(self.level)
        chosen = self.level if is_usual else stand_in
        return next((self.occupant(player) for player in self.computers), chosen)

    @property
    def settings_form(self) -> TableSettingsForm:
        """What was filled in about the company."""
        return TableSettingsForm(self.fields, self.language, self.level, self.grace)

    @property
    def chosen_pace(self) -> int | None:
        """Milliseconds between automatic plays, or None for what is none."""
        typed = self.fields.get("pace", str(self.pace))
        if not (typed.isascii() and typed.isdecimal()) or len(typed) > len(str(MAX_PACE_MS)):
            return None
        return int(typed) if int(typed) <= MAX_PACE_MS else None

    @property
    def first_dealer(self) -> str:
        """A player's number, or by lot."""
        return self.fields.get("first_dealer") or RANDOM_DEALER

    @property
    def dealers(self) -> list[str]:
        """Who may deal first."""
        return [RANDOM_DEALER, *(str(player) for player in range(self.base.players))]

    @property
    def setup(self) -> TableSetup:
        """The table to be made; only where there are no errors."""
        taken = self.typed_name, DRIVEN_NAME
        names = iter([name for name in COMPUTER_NAMES if not is_confusable_with_any(name, taken)])
        seated = tuple(
            Participant("", OPEN)
            if self.occupant(player) == OPEN
            else Participant(next(names), COMPUTER, self.occupant(player))
            for player in self.other_players
        )
        dealer = None if self.first_dealer == RANDOM_DEALER else int(self.first_dealer)
        you = Participant(self.typed_name, HUMAN)
        pace, company = self.chosen_pace or 0, self.settings_form.settings
        return TableSetup(self.edition, (you, *seated), dealer, pace, company)

    # --- what is offered ----------------------------------------------------------------

    def context(self) -> dict[str, object]:
        """What the template of the form is given."""
        deck = self.fields.get("deck") or self.base.deck.name
        return {
            "edition": edition_entry(self.base, self.language),
            "groups": edition_groups(self.language),
            "decks": [
                {
                    "value": name,
                    "title": self.language.gettext(DECK_TITLES[name]),
                    "chosen": name == deck,
                }
                for name in (self.decks if len(self.decks) > 1 else [])
            ],
            "face_value": {"chosen": self.face_value},
            "offers_face_value": self.offers_face_value,
            "bga_teams": {"offered": self.base.has_sides, "chosen": self.bga_teams},
            "no_aids": self.no_aids,
            "lengths": self.offered_lengths,
            "rounds": self.fields.get(ROUNDS_FIELD, ""),
            "most_rounds": MAX_AGREED_ROUNDS,
            "target": self.fields.get(TARGET_FIELD, ""),
            "most_points": self.most_points,
            "seats": [self.seat_field(player) for player in self.other_players],
            "friends": self.is_for_friends,
            "company": self.settings_form.context(),
            "left_out": bool(self.left_out),
            "dealers": [self.dealer_choice(value) for value in self.dealers],
            "name": self.typed_name,
            "guest": guest_names(self.language)[0],
            "paces": offered_paces(
                self.pace if self.chosen_pace is None else self.chosen_pace, self.language
            ),
        }

    @property
    def offered_lengths(self) -> list[dict[str, object]]:
        """How long a match may be."""
        own = ROUNDS_FIELD if self.fields.get(ROUNDS_FIELD) else str(self.base.length)
        chosen = self.fields.get("length") or own
        offered: list[MatchLength] = [Cycles(n) for n in OFFERED_CYCLES]
        offered += [TargetScore(n) for n in OFFERED_TARGETS]
        is_listed = chosen not in OWN_NUMBER_FIELDS and not self.errors
        asked = chosen_length({"length": chosen}) if is_listed else None
        offered += [] if asked is None or asked in offered else [asked]
        listed: list[dict[str, object]] = [
            {
                "value": str(length),
                "title": length_text(length, self.base.players, self.language),
                "chosen": str(length) == chosen,
            }
            for length in offered
        ]
        own_numbers = {
            TARGET_FIELD: self.language.gettext("At a number of points that you choose"),
            ROUNDS_FIELD: self.language.gettext("After a number of rounds that you choose"),
        }
        return [
            *listed,
            *(
                {"value": field, "title": title, "chosen": chosen == field}
                for field, title in own_numbers.items()
            ),
        ]

    def seat_field(self, player: int) -> dict[str, object]:
        """Who may sit in another place."""
        text = self.language.gettext("Player {number}")
        return {
            "field": f"player_{player}",
            "label": text.format(number=player + 1),
            "is_open": self.occupant(player) == OPEN,
            "levels": offered_level_entries(self.language, self.occupant(player)),
        }

    def dealer_choice(self, value: str) -> dict[str, object]:
        """Someone who may deal first."""
        if value == RANDOM_DEALER:
            title = self.language.gettext("Drawn by lot")
        elif value == "0":
            title = self.language.gettext("You")
        else:
            title = self.language.gettext("Player {number}").format(number=int(value) + 1)
        return {"value": value, "title": title, "chosen": value == self.first_dealer}


def previous_edition(fields: FormFields, base: Edition) -> Edition:
    """The edition whose options the form showed; `base` where it does not say."""
    try:
        return edition(fields.get(SHOWN_EDITION_FIELD) or base.key)
    except UnknownName:
        return base


def name_errors(name: str, language: Language) -> list[str]:
    """What is wrong with a tidied name that somebody would use at a new table."""
    if not is_valid_name(name):
        return [refusal_text(RefusalCode.BAD_NAME, language)]
    if are_confusable(name, DRIVEN_NAME):
        return [language.gettext("This name is taken.")]
    return []


def target_errors(chosen: Edition, language: Language) -> list[str]:
    """What is wrong with a target that matches of the edition would mostly not reach."""
    most = max_useful_target(chosen)
    if not isinstance(chosen.length, TargetScore) or chosen.length.points <= most:
        return []
    text = language.gettext(
        "A match ends after {rounds} rounds at the latest, and few reach more than {points} points"
        " by then; choose a lower target."
    )
    return [text.format(rounds=MAX_ROUNDS, points=most)]

"""The seating of a table, folded from the log.

`Seating.apply` folds one fact; `seating_decisions` turns commands about places into facts.
"""

from dataclasses import dataclass, replace
from enum import Enum

import msgspec

from bottleimp.knowledge.titles import COMPUTER_NAMES
from bottleimp.server.state.events import (
    ALWAYS,
    COMPUTER,
    DRIVEN,
    HUMAN,
    OPEN,
    SOLO_ONLY,
    ComputerPlayerSeated,
    HostTransferred,
    Participant,
    PlaceOpened,
    PlacesSwapped,
    PlaceTakenOver,
    PlayerJoined,
    PlayerLeft,
    PlayerRemoved,
    PlayerReplaced,
    PlayerReturned,
    SeatingFact,
    SettingsChanged,
    TableCreated,
    TableSettings,
)
from bottleimp.server.state.items_by_player import replace_item, swap_items, swap_number
from bottleimp.server.state.lookalike_names import is_confusable_with_any

OPEN_PLACE = Participant("", OPEN)


class TablePhase(Enum):
    """How far a table is, as far as places are concerned."""

    BEFORE_FIRST_DEAL = "before"
    PLAYING = "playing"
    BETWEEN_ROUNDS = "between"  # a round is scored, the next not dealt
    OVER = "over"


# In which places may change hands.
SEATING_PHASES = (TablePhase.BEFORE_FIRST_DEAL, TablePhase.BETWEEN_ROUNDS)


@dataclass(frozen=True)
class Seating:
    """The places, the guest who holds each, the host, and people in the order they sat down.

    `removed_guests` were sent away; `is_started` says that nobody is waited for any longer.
    """

    places: tuple[Participant, ...]
    holders: tuple[str | None, ...]
    host: int | None
    seated_players: tuple[int, ...]
    settings: TableSettings
    is_started: bool
    removed_guests: frozenset[str] = frozenset()

    @classmethod
    def from_creation(cls, created: TableCreated, creator: str | None) -> "Seating":
        """As a table begins; its maker holds the host's place if that is human."""
        places = created.participants
        humans = tuple(p for p, who in enumerate(places) if who.kind == HUMAN)
        holders = tuple(
            creator if p in humans and p == created.host else None for p in range(len(places))
        )
        host = created.host if created.host is not None else next(iter(humans), None)
        is_started = all(who.kind != OPEN for who in places)
        seated = tuple(p for p, holder in enumerate(holders) if holder is not None)
        return cls(places, holders, host, seated, created.settings, is_started)

    def with_holders(self, holders: dict[int, str]) -> "Seating":
        """With these guests in their places, as logs of version 1 do not say it."""
        by_place = tuple(holders.get(place) for place in range(len(self.places)))
        return replace(self, holders=by_place, seated_players=tuple(sorted(holders)))

    def player_of(self, guest: str) -> int | None:
        """The place that the guest holds."""
        return self.holders.index(guest) if guest and guest in self.holders else None

    @property
    def guests(self) -> dict[int, str]:
        """The guests at the table, by their places."""
        return {place: guest for place, guest in enumerate(self.holders) if guest is not None}

    @property
    def open_places(self) -> tuple[int, ...]:
        """The places that are free."""
        return tuple(place for place, who in enumerate(self.places) if who.kind == OPEN)

    @property
    def active_players(self) -> tuple[int, ...]:
        """The people who play for themselves, in the order in which they sat down."""
        return tuple(place for place in self.seated_players if not self.is_played_for(place))

    def is_played_for(self, player: int) -> bool:
        """Whether a computer player stands in for the person there."""
        return self.places[player].stand_in is not None

    def is_automatic(self, player: int) -> bool:
        """Whether a computer or a rule plays there now."""
        return self.places[player].kind in (COMPUTER, DRIVEN) or self.is_played_for(player)

    def acting_level(self, player: int) -> str | None:
        """The computer player that plays there now; None for a person and a driven seat."""
        who = self.places[player]
        return who.stand_in if who.kind == HUMAN else who.level

    @property
    def has_hints(self) -> bool:
        """Whether those who play are given hints now."""
        return self.settings.hints == ALWAYS or (
            self.settings.hints == SOLO_ONLY and len(self.seated_players) == 1
        )

    @property
    def next_computer_name(self) -> str:
        """A name for a computer player that nobody at the table has."""
        taken = [who.name for who in self.places]
        free = (name for name in COMPUTER_NAMES if not is_confusable_with_any(name, taken))
        return next(free, COMPUTER_NAMES[0])

    @property
    def next_computer_player(self) -> ComputerPlayerSeated:
        """The fact that a computer player takes the first free place."""
        return ComputerPlayerSeated(
            self.open_places[0], self.settings.level, self.next_computer_name
        )

    @property
    def next_host(self) -> int | None:
        """Who is to be host after one who has left: who sat down first, and plays if possible."""
        if self.host is None or self.host in self.seated_players:
            return None
        return next(iter(self.active_players or self.seated_players), None)

    # --- facts --------------------------------------------------------------------------

    def apply(self, fact: SeatingFact, actor: str, phase: TablePhase) -> "Seating":
        """As it stands after a fact, by the guest who acted."""
        player = fact.player
        match fact:
            case PlayerJoined(name=name) if actor and self.holders[player] == actor:
                return self._with_participant(player, Participant(name, HUMAN))
            case PlayerJoined(name=name):
                joined = self._with_participant(player, Participant(name, HUMAN))._with_holder(
                    player, actor
                )
                host = player if self.host is None else self.host
                return replace(joined, host=host, seated_players=(*self._without(player), player))
            case PlayerLeft():
                return self._with_place_vacated(player, phase)
            case PlayerRemoved():
                gone = self.holders[player]
                removed = self.removed_guests if gone is None else self.removed_guests | {gone}
                return replace(self._with_place_vacated(player, phase), removed_guests=removed)
            case ComputerPlayerSeated(level=level, name=name):
                return self._with_participant(player, Participant(name, COMPUTER, level))
            case PlaceOpened():
                return self._with_participant(player, OPEN_PLACE)
            case HostTransferred():
                return replace(self, host=player)
            case PlayerReplaced():
                return self._with_stand_in(player, self.settings.level)
            case PlayerReturned():
                return self._with_stand_in(player, None)
            case PlaceTakenOver():
                return self._with_stand_in(player, None)._with_holder(player, actor)
            case PlacesSwapped(other=other):
                return self._with_places_swapped(player, other)

    def apply_settings(self, fact: SettingsChanged) -> "Seating":
        """As it stands after the host has changed what is allowed."""
        changed = {
            name: value
            for name, value in msgspec.structs.asdict(fact).items()
            if value is not None  # else as it was
        }
        return replace(self, settings=msgspec.structs.replace(self.settings, **changed))

    def _without(self, player: int) -> tuple[int, ...]:
        return tuple(place for place in self.seated_players if place != player)

    def _with_participant(self, player: int, who: Participant) -> "Seating":
        return replace(self, places=replace_item(self.places, player, who))

    def _with_holder(self, player: int, guest: str | None) -> "Seating":
        return replace(self, holders=replace_item(self.holders, player, guest))

    def _with_place_vacated(self, player: int, when: TablePhase) -> "Seating":
        # After the match the place keeps the name of who played there.
        without = self if when is TablePhase.OVER else self._with_participant(player, OPEN_PLACE)
        return replace(without._with_holder(player, None), seated_players=self._without(player))

    def _with_places_swapped(self, one: int, other: int) -> "Seating":
        return replace(
            self,
            places=swap_items(self.places, one, other),
            holders=swap_items(self.holders, one, other),
            host=None if self.host is None else swap_number(self.host, one, other),
            seated_players=tuple(swap_number(each, one, other) for each in self.seated_players),
        )

    def _with_stand_in(self, player: int, level: str | None) -> "Seating":
        who = self.places[player]
        return self._with_participant(player, Participant(who.name, who.kind, who.level, level))


@dataclass(frozen=True)
class CommandContext:
    """Who gives a command: a guest, which players are connected, and when (ms since 1970).

    `idle` are those of them who have kept others waiting for longer than the table's grace.
    """

    guest: str
    connected: frozenset[int] = frozenset()
    at_ms: int = 0
    idle: frozenset[int] = frozenset()

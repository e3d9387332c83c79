"""Who sits where at a table: folded from the log, and what people may do about it.

`Seating.apply` folds one fact; `decide_seating` turns a command about places into a fact or
refuses it.  Who is connected is not in the log: it comes as an argument.
"""

from dataclasses import dataclass, replace
from enum import Enum

import msgspec

from bottleimp.knowledge.titles import COMPUTER_NAMES
from bottleimp.players.catalogue import offered_player_names
from bottleimp.protocol.messages import (
    ChangeSettings,
    JoinTable,
    LeaveTable,
    OpenPlace,
    RemovePlayer,
    ReplacePlayer,
    ReturnToPlace,
    SeatComputerPlayer,
    SeatingCommand,
    StartMatch,
    TransferHost,
)
from bottleimp.protocol.refusals import RefusalCode, Refused
from bottleimp.server.state.events import (
    ALWAYS,
    COMPUTER,
    DRIVEN,
    HUMAN,
    OPEN,
    SOLO_ONLY,
    ComputerPlayerSeated,
    Fact,
    HostTransferred,
    MatchStarted,
    Participant,
    PlaceOpened,
    PlaceTakenOver,
    PlayerJoined,
    PlayerLeft,
    PlayerRemoved,
    PlayerReplaced,
    PlayerReturned,
    SeatingFact,
    SettingsChanged,
    TableClosed,
    TableCreated,
    TableSettings,
)
from bottleimp.server.state.lookalike_names import is_confusable_with_any
from bottleimp.server.state.names import is_valid_name, normalize_text

OPEN_PLACE = Participant("", OPEN)


class TablePhase(Enum):
    """How far a table is, as far as places are concerned."""

    GATHERING = "gathering"  # nothing has been dealt
    PLAYING = "playing"
    BETWEEN_ROUNDS = "between"  # a round is scored, the next not dealt
    OVER = "over"


SEATING_PHASES = (TablePhase.GATHERING, TablePhase.BETWEEN_ROUNDS)  # places may change hands


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
        places = (*self.places[:player], who, *self.places[player + 1 :])
        return replace(self, places=places)

    def _with_holder(self, player: int, guest: str | None) -> "Seating":
        holders = (*self.holders[:player], guest, *self.holders[player + 1 :])
        return replace(self, holders=holders)

    def _with_place_vacated(self, player: int, when: TablePhase) -> "Seating":
        # After the match the place keeps the name of who played there.
        without = self if when is TablePhase.OVER else self._with_participant(player, OPEN_PLACE)
        return replace(without._with_holder(player, None), seated_players=self._without(player))

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


def decide_seating(
    seating: Seating, when: TablePhase, asker: CommandContext, command: SeatingCommand
) -> Fact:
    """The fact that a command about places makes true; raises Refused."""
    if isinstance(command, JoinTable):
        return decide_join(seating, when, asker, command)
    player = seating.player_of(asker.guest)
    if player is None:
        raise Refused(RefusalCode.NOT_ALLOWED)
    match command:
        case LeaveTable():
            return PlayerLeft(player) if len(seating.seated_players) > 1 else TableClosed()
        case ReturnToPlace():
            if not seating.is_played_for(player):
                raise Refused(RefusalCode.STALE, "You play for yourself.")
            return PlayerReturned(player)
        case _:
            return decide_host_command(seating, when, asker, command)


def decide_join(
    seating: Seating, when: TablePhase, asker: CommandContext, command: JoinTable
) -> PlayerJoined:
    """The taking of a place; before the match, of another name by somebody who has a place."""
    if when is TablePhase.OVER:
        raise Refused(RefusalCode.MATCH_OVER)
    if not asker.guest:
        raise Refused(RefusalCode.NOT_ALLOWED, "Whoever joins needs a cookie.")
    if asker.guest in seating.removed_guests:
        raise Refused(RefusalCode.REMOVED)
    name, player = normalize_text(command.name), seating.player_of(asker.guest)
    if player is None:
        player = choose_place(seating, when, command.player)
    elif (
        when is not TablePhase.GATHERING
        or command.player not in (None, player)
        or name in ("", seating.places[player].name)
    ):
        raise Refused(RefusalCode.SEATED)
    if not is_valid_name(name):
        raise Refused(RefusalCode.BAD_NAME)
    others = (who.name for place, who in enumerate(seating.places) if place != player)
    if is_confusable_with_any(name, others):
        raise Refused(RefusalCode.NAME_TAKEN)
    return PlayerJoined(player, name)


def choose_place(seating: Seating, when: TablePhase, wanted: int | None) -> int:
    """The place that is wanted, if it can be taken now; else the first that can be."""
    taken = [place for place, who in enumerate(seating.places) if who.kind == COMPUTER]
    free = [*seating.open_places, *taken] if when in SEATING_PHASES else []
    if wanted is None:
        if not free:
            raise Refused(RefusalCode.TABLE_FULL)
        return free[0]
    if wanted not in free:
        raise Refused(RefusalCode.NOT_FREE)
    return wanted


HostCommand = (
    SeatComputerPlayer | OpenPlace | RemovePlayer | TransferHost | StartMatch | ReplacePlayer
)


def decide_host_command(
    seating: Seating, when: TablePhase, asker: CommandContext, command: HostCommand
) -> Fact:
    """The fact that a host's command makes true."""
    if seating.player_of(asker.guest) != seating.host:
        raise Refused(RefusalCode.NOT_HOST)
    if when is TablePhase.OVER:
        raise Refused(RefusalCode.MATCH_OVER)
    match command:
        case StartMatch():
            if seating.is_started:
                raise Refused(RefusalCode.ALREADY_BEGUN)
            return MatchStarted()
        case SeatComputerPlayer(player=player, level=level):
            return decide_computer_player(seating, when, player, level)
        case OpenPlace(player=player):
            if participant_kind_at(seating, player) != COMPUTER:
                raise Refused(RefusalCode.NOT_FREE)
            if when not in SEATING_PHASES:
                raise Refused(RefusalCode.NOT_THIS_PHASE)
            return PlaceOpened(player)
        case TransferHost(player=player):
            require_other_person(seating, player)
            return HostTransferred(player)
        case RemovePlayer(player=player):
            require_other_person(seating, player)
            return PlayerRemoved(player)
        case ReplacePlayer(player=player):
            return decide_replacement(seating, when, player, asker.connected - asker.idle)


def participant_kind_at(seating: Seating, player: int) -> str:
    """What sits there; raises Refused where there is no such place."""
    if player >= len(seating.places):
        raise Refused(RefusalCode.NOBODY_THERE)
    return seating.places[player].kind


def decide_computer_player(
    seating: Seating, when: TablePhase, player: int, level: str
) -> ComputerPlayerSeated:
    """A computer player in a free place, or another level for one that sits there."""
    kind = participant_kind_at(seating, player)
    if level not in offered_player_names():
        raise Refused(RefusalCode.NO_SUCH_LEVEL)
    if kind == COMPUTER:
        return ComputerPlayerSeated(player, level, seating.places[player].name)
    if kind != OPEN:
        raise Refused(RefusalCode.NOT_FREE)
    if when not in SEATING_PHASES:
        raise Refused(RefusalCode.NOT_THIS_PHASE)
    return ComputerPlayerSeated(player, level, seating.next_computer_name)


def decide_settings(when: TablePhase, command: ChangeSettings) -> SettingsChanged:
    """The host's change: of talk at any time, of what changes play while no round is played."""
    if when is TablePhase.OVER:
        raise Refused(RefusalCode.MATCH_OVER)
    allowed = SettingsChanged(command.talk, command.hints, command.partners_talk)
    if allowed == SettingsChanged():
        raise Refused(RefusalCode.BAD_MESSAGE)
    is_about_play = command.hints is not None or command.partners_talk is not None
    if is_about_play and when not in SEATING_PHASES:
        raise Refused(RefusalCode.NOT_THIS_PHASE)
    return allowed


def require_other_person(seating: Seating, player: int) -> None:
    """Raises Refused unless another person than the host sits there."""
    if player not in seating.seated_players or player == seating.host:
        raise Refused(RefusalCode.NOBODY_THERE)


def decide_replacement(
    seating: Seating, when: TablePhase, player: int, present_and_active: frozenset[int]
) -> PlayerReplaced:
    """A stand-in for a person who is away, or keeps the others waiting.

    `present_and_active` are those who are here and have not been waited for long enough.
    """
    if when is TablePhase.GATHERING:
        raise Refused(RefusalCode.NOT_THIS_PHASE)
    require_other_person(seating, player)
    if seating.is_played_for(player):
        raise Refused(RefusalCode.STALE, "A computer player plays there already.")
    if player in present_and_active:
        raise Refused(RefusalCode.IS_HERE)
    return PlayerReplaced(player)

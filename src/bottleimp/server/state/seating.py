"""Who sits where at a table: folded from the log, and what people may do about it.

`People.after` folds one fact; `decided` turns a command about places into a fact or refuses it.
Who is connected is not in the log: it comes as an argument.
"""

from dataclasses import dataclass, replace
from enum import Enum

import msgspec

from bottleimp.knowledge.titles import COMPUTER_NAMES
from bottleimp.players.catalogue import offered_names
from bottleimp.protocol.messages import (
    Allow,
    Begin,
    Fill,
    Hand,
    Join,
    Leave,
    Open,
    PeopleCommand,
    Remove,
    Replace,
    Return,
)
from bottleimp.protocol.refusals import Code, Refused
from bottleimp.server.state.events import (
    ALONE,
    ALWAYS,
    COMPUTER,
    DRIVEN,
    HUMAN,
    OPEN,
    Allowed,
    Begun,
    Closed,
    Created,
    Fact,
    Filled,
    Handed,
    Joined,
    Left,
    Moved,
    Opened,
    Participant,
    PeopleFact,
    Removed,
    Replaced,
    Returned,
    Settings,
)
from bottleimp.server.state.lookalike_names import is_taken
from bottleimp.server.state.names import is_name, tidied

FREE = Participant("", OPEN)


class When(Enum):
    """How far a table is, as far as places are concerned."""

    GATHERING = "gathering"  # nothing has been dealt
    PLAYING = "playing"
    BETWEEN = "between"  # a round is scored, the next not dealt
    OVER = "over"


CHANGING = (When.GATHERING, When.BETWEEN)  # places may change hands


@dataclass(frozen=True)
class People:
    """The places, the guest who holds each, the host, and people in the order they sat down.

    `removed` are guests who were sent away; `is_begun` says that nobody is waited for any longer.
    """

    places: tuple[Participant, ...]
    holders: tuple[str | None, ...]
    host: int | None
    seated: tuple[int, ...]
    settings: Settings
    is_begun: bool
    removed: frozenset[str] = frozenset()

    @classmethod
    def begun(cls, created: Created, maker: str | None) -> "People":
        """As a table begins; its maker holds the host's place if that is human."""
        places = created.participants
        humans = tuple(p for p, who in enumerate(places) if who.kind == HUMAN)
        holders = tuple(
            maker if p in humans and p == created.host else None for p in range(len(places))
        )
        host = created.host if created.host is not None else next(iter(humans), None)
        is_begun = all(who.kind != OPEN for who in places)
        seated = tuple(p for p, holder in enumerate(holders) if holder is not None)
        return cls(places, holders, host, seated, created.settings, is_begun)

    def held_by(self, holders: dict[int, str]) -> "People":
        """With these guests in their places, as logs of version 1 do not say it."""
        by_place = tuple(holders.get(place) for place in range(len(self.places)))
        return replace(self, holders=by_place, seated=tuple(sorted(holders)))

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
    def acting(self) -> tuple[int, ...]:
        """The people who play for themselves, in the order in which they sat down."""
        return tuple(place for place in self.seated if not self.is_played_for(place))

    def is_played_for(self, player: int) -> bool:
        """Whether a computer player stands in for the person there."""
        return self.places[player].stand_in is not None

    def is_automatic(self, player: int) -> bool:
        """Whether a computer or a rule plays there now."""
        return self.places[player].kind in (COMPUTER, DRIVEN) or self.is_played_for(player)

    def level(self, player: int) -> str | None:
        """The computer player that plays there now; None for a person and a driven seat."""
        who = self.places[player]
        return who.stand_in if who.kind == HUMAN else who.level

    @property
    def has_hints(self) -> bool:
        """Whether those who play are given hints now."""
        return self.settings.hints == ALWAYS or (
            self.settings.hints == ALONE and len(self.seated) == 1
        )

    @property
    def next_name(self) -> str:
        """A name for a computer player that nobody at the table has."""
        taken = [who.name for who in self.places]
        free = (name for name in COMPUTER_NAMES if not is_taken(name, taken))
        return next(free, COMPUTER_NAMES[0])

    @property
    def filled(self) -> Filled:
        """The fact that a computer player takes the first free place."""
        return Filled(self.open_places[0], self.settings.level, self.next_name)

    @property
    def heir(self) -> int | None:
        """Who is to be host after one who has left: who sat down first, and plays if possible."""
        if self.host is None or self.host in self.seated:
            return None
        return next(iter(self.acting or self.seated), None)

    # --- facts --------------------------------------------------------------------------

    def after(self, fact: PeopleFact, actor: str, when: When) -> "People":
        """As it stands after a fact, by the guest who acted."""
        player = fact.player
        match fact:
            case Joined(name=name) if actor and self.holders[player] == actor:
                return self._placed(player, Participant(name, HUMAN))
            case Joined(name=name):
                joined = self._placed(player, Participant(name, HUMAN))._held(player, actor)
                host = player if self.host is None else self.host
                return replace(joined, host=host, seated=(*self._others(player), player))
            case Left():
                return self._empty(player, when)
            case Removed():
                gone = self.holders[player]
                removed = self.removed if gone is None else self.removed | {gone}
                return replace(self._empty(player, when), removed=removed)
            case Filled(level=level, name=name):
                return self._placed(player, Participant(name, COMPUTER, level))
            case Opened():
                return self._placed(player, FREE)
            case Handed():
                return replace(self, host=player)
            case Replaced():
                return self._stood_in(player, self.settings.level)
            case Returned():
                return self._stood_in(player, None)
            case Moved():
                return self._stood_in(player, None)._held(player, actor)

    def after_allowing(self, fact: Allowed) -> "People":
        """As it stands after the host has changed what is allowed."""
        changed = {
            name: value
            for name, value in msgspec.structs.asdict(fact).items()
            if value is not None  # else as it was
        }
        return replace(self, settings=msgspec.structs.replace(self.settings, **changed))

    def _others(self, player: int) -> tuple[int, ...]:
        return tuple(place for place in self.seated if place != player)

    def _placed(self, player: int, who: Participant) -> "People":
        places = (*self.places[:player], who, *self.places[player + 1 :])
        return replace(self, places=places)

    def _held(self, player: int, guest: str | None) -> "People":
        holders = (*self.holders[:player], guest, *self.holders[player + 1 :])
        return replace(self, holders=holders)

    def _empty(self, player: int, when: When) -> "People":
        # After the match the place keeps the name of who played there.
        without = self if when is When.OVER else self._placed(player, FREE)
        return replace(without._held(player, None), seated=self._others(player))

    def _stood_in(self, player: int, level: str | None) -> "People":
        who = self.places[player]
        return self._placed(player, Participant(who.name, who.kind, who.level, level))


@dataclass(frozen=True)
class Asker:
    """Who gives a command: a guest, which players are connected, and when (ms since 1970).

    `late` are those of them who have kept others waiting for longer than the table's grace.
    """

    guest: str
    present: frozenset[int] = frozenset()
    at: int = 0
    late: frozenset[int] = frozenset()


def decided(people: People, when: When, asker: Asker, command: PeopleCommand) -> Fact:
    """The fact that a command about places makes true; raises Refused."""
    if isinstance(command, Join):
        return joined(people, when, asker, command)
    player = people.player_of(asker.guest)
    if player is None:
        raise Refused(Code.NOT_ALLOWED)
    match command:
        case Leave():
            return Left(player) if len(people.seated) > 1 else Closed()
        case Return():
            if not people.is_played_for(player):
                raise Refused(Code.STALE, "You play for yourself.")
            return Returned(player)
        case _:
            return hosted(people, when, asker, command)


def joined(people: People, when: When, asker: Asker, command: Join) -> Joined:
    """The taking of a place; before the match, of another name by somebody who has a place."""
    if when is When.OVER:
        raise Refused(Code.MATCH_OVER)
    if not asker.guest:
        raise Refused(Code.NOT_ALLOWED, "Whoever joins needs a cookie.")
    if asker.guest in people.removed:
        raise Refused(Code.REMOVED)
    name, player = tidied(command.name), people.player_of(asker.guest)
    if player is None:
        player = place_to_take(people, when, command.player)
    elif (
        when is not When.GATHERING
        or command.player not in (None, player)
        or name in ("", people.places[player].name)
    ):
        raise Refused(Code.SEATED)
    if not is_name(name):
        raise Refused(Code.BAD_NAME)
    others = (who.name for place, who in enumerate(people.places) if place != player)
    if is_taken(name, others):
        raise Refused(Code.NAME_TAKEN)
    return Joined(player, name)


def place_to_take(people: People, when: When, wanted: int | None) -> int:
    """The place that is wanted, if it can be taken now; else the first that can be."""
    taken = [place for place, who in enumerate(people.places) if who.kind == COMPUTER]
    free = [*people.open_places, *taken] if when in CHANGING else []
    if wanted is None:
        if not free:
            raise Refused(Code.TABLE_FULL)
        return free[0]
    if wanted not in free:
        raise Refused(Code.NOT_FREE)
    return wanted


HostCommand = Fill | Open | Remove | Hand | Begin | Replace


def hosted(people: People, when: When, asker: Asker, command: HostCommand) -> Fact:
    """The fact that a host's command makes true."""
    if people.player_of(asker.guest) != people.host:
        raise Refused(Code.NOT_HOST)
    if when is When.OVER:
        raise Refused(Code.MATCH_OVER)
    match command:
        case Begin():
            if people.is_begun:
                raise Refused(Code.ALREADY_BEGUN)
            return Begun()
        case Fill(player=player, level=level):
            return filled(people, when, player, level)
        case Open(player=player):
            if kind_at(people, player) != COMPUTER:
                raise Refused(Code.NOT_FREE)
            if when not in CHANGING:
                raise Refused(Code.NOT_THIS_PHASE)
            return Opened(player)
        case Hand(player=player):
            require_other_person(people, player)
            return Handed(player)
        case Remove(player=player):
            require_other_person(people, player)
            return Removed(player)
        case Replace(player=player):
            return replaced(people, when, player, asker.present - asker.late)


def kind_at(people: People, player: int) -> str:
    """What sits there; raises Refused where there is no such place."""
    if player >= len(people.places):
        raise Refused(Code.NOBODY_THERE)
    return people.places[player].kind


def filled(people: People, when: When, player: int, level: str) -> Filled:
    """A computer player in a free place, or another level for one that sits there."""
    kind = kind_at(people, player)
    if level not in offered_names():
        raise Refused(Code.NO_SUCH_LEVEL)
    if kind == COMPUTER:
        return Filled(player, level, people.places[player].name)
    if kind != OPEN:
        raise Refused(Code.NOT_FREE)
    if when not in CHANGING:
        raise Refused(Code.NOT_THIS_PHASE)
    return Filled(player, level, people.next_name)


def allowed(when: When, command: Allow) -> Allowed:
    """The host's change: of talk at any time, of what changes play while no round is played."""
    if when is When.OVER:
        raise Refused(Code.MATCH_OVER)
    allowed = Allowed(command.talk, command.hints, command.partners_talk)
    if allowed == Allowed():
        raise Refused(Code.BAD_MESSAGE)
    is_about_play = command.hints is not None or command.partners_talk is not None
    if is_about_play and when not in CHANGING:
        raise Refused(Code.NOT_THIS_PHASE)
    return allowed


def require_other_person(people: People, player: int) -> None:
    """Raises Refused unless another person than the host sits there."""
    if player not in people.seated or player == people.host:
        raise Refused(Code.NOBODY_THERE)


def replaced(people: People, when: When, player: int, busy: frozenset[int]) -> Replaced:
    """A stand-in for a person who is away, or keeps the others waiting.

    `busy` are those who are here and have not been waited for long enough.
    """
    if when is When.GATHERING:
        raise Refused(Code.NOT_THIS_PHASE)
    require_other_person(people, player)
    if people.is_played_for(player):
        raise Refused(Code.STALE, "A computer player plays there already.")
    if player in busy:
        raise Refused(Code.IS_HERE)
    return Replaced(player)

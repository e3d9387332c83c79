"""Whether everything in a table's log was done by somebody who may do it.

Written anew from the rules about places, without the server's own fold.
"""

from collections.abc import Sequence

from bottleimp.server.state.events import (
    COMPUTER,
    DRIVEN,
    HUMAN,
    OPEN,
    TABLE_ACTOR,
    ActionUndone,
    ChatMessageSent,
    ChoicesCommitted,
    ComputerPlayerSeated,
    EntropyContributed,
    Fact,
    HostTransferred,
    LogEvent,
    MatchStarted,
    MessageReported,
    PaceChanged,
    PlaceOpened,
    PlacesSwapped,
    PlaceTakenOver,
    PlayerJoined,
    PlayerLeft,
    PlayerReady,
    PlayerRemoved,
    PlayerReplaced,
    PlayerReturned,
    RematchCreated,
    RestClaimed,
    RoundStarted,
    SettingsChanged,
    TableClosed,
    TableCreated,
)
from bottleimp.server.state.events import CardPlayed as Played

OWN = (
    ChoicesCommitted,
    Played,
    EntropyContributed,
    PlayerReady,
    PlayerLeft,
    PlayerReturned,
    ChatMessageSent,
    RestClaimed,
    ActionUndone,
    MessageReported,
)
OF_THE_HOST = (
    ComputerPlayerSeated,
    PlaceOpened,
    PlayerRemoved,
    HostTransferred,
    MatchStarted,
    PaceChanged,
    SettingsChanged,
    PlayerReplaced,
)
OF_ANY_PLAYER = (RoundStarted, RematchCreated, TableClosed)


class Rights:
    """Who holds what at a table, and what was done without a right to it."""

    def __init__(self) -> None:
        self.kinds: list[str] = []
        self.holders: dict[int, str] = {}
        self.stand_ins: set[int] = set()
        self.host: int | None = None
        self.removed: set[str] = set()
        self.has_begun = False
        self.wrongs: list[str] = []

    def read(self, events: Sequence[LogEvent]) -> list[str]:
        """What is wrong in a log."""
        for event in events:
            if event.actor != TABLE_ACTOR and not self.may(event.actor, event.fact):
                self.wrongs.append(f"{event.seq}: {event.actor} did {event.fact}")
            self.note(event.actor, event.fact)
            self.has_begun |= isinstance(event.fact, MatchStarted | RoundStarted)
        return self.wrongs

    def may(self, actor: str, fact: Fact) -> bool:
        """Whether a guest or an automatic player may do that."""
        match fact:
            case TableCreated():
                return not self.kinds
            case PlayerJoined(player=player):
                is_new = actor not in self.holders.values() and actor not in self.removed
                return is_new and bool(actor) and self.kinds[player] in (OPEN, COMPUTER)
            case PlaceTakenOver():
                return False  # never over the wire
            case PlacesSwapped(player=one, other=other):
                own = next((p for p, guest in self.holders.items() if guest == actor), None)
                is_own = own in (one, other) and not {one, other} <= self.holders.keys()
                is_right = own is not None and (is_own or own == self.host)
                is_driven = DRIVEN in (self.kinds[one], self.kinds[other])
                return is_right and not is_driven and not self.has_begun
        if isinstance(fact, OWN):
            if actor == f"player:{fact.player}":
                is_automatic = self.kinds[fact.player] in (COMPUTER, DRIVEN)
                return is_automatic or fact.player in self.stand_ins
            is_back = (
                isinstance(fact, PlayerLeft | PlayerReturned | ChatMessageSent)
                or fact.player not in self.stand_ins
            )
            return self.holders.get(fact.player) == actor and is_back
        if isinstance(fact, OF_THE_HOST):
            return self.host is not None and self.holders.get(self.host) == actor
        return isinstance(fact, OF_ANY_PLAYER) and actor in self.holders.values()

    def note(self, actor: str, fact: Fact) -> None:
        """Who holds what after that."""
        match fact:
            case TableCreated(participants=participants, host=host):
                self.kinds = [who.kind for who in participants]
                self.host = host
                if host is not None:
                    self.holders[host] = actor
            case PlayerJoined(player=player):
                self.kinds[player], self.holders[player] = HUMAN, actor
                self.host = player if self.host is None else self.host
            case PlayerLeft(player=player) | PlayerRemoved(player=player):
                gone = self.holders.pop(player, "")
                if isinstance(fact, PlayerRemoved):
                    self.removed.add(gone)
                self.kinds[player] = OPEN
                self.stand_ins.discard(player)
            case ComputerPlayerSeated(player=player):
                self.kinds[player] = COMPUTER
            case PlaceOpened(player=player):
                self.kinds[player] = OPEN
            case HostTransferred(player=player):
                self.host = player
            case PlacesSwapped(player=one, other=other):
                changes = {one: other, other: one}
                self.kinds = [self.kinds[changes.get(n, n)] for n in range(len(self.kinds))]
                self.holders = {changes.get(n, n): who for n, who in self.holders.items()}
                self.host = None if self.host is None else changes.get(self.host, self.host)
            case PlayerReplaced(player=player):
                self.stand_ins.add(player)
            case PlayerReturned(player=player):
                self.stand_ins.discard(player)

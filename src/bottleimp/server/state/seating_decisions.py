"""What people may do about the places of a table: commands become facts, or are refused.

Presence is not in the log: it comes as an argument.
"""

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
    SwapPlaces,
    TransferHost,
)
from bottleimp.protocol.refusals import RefusalCode, Refused
from bottleimp.server.state.events import (
    COMPUTER,
    DAYS_PER_MOVE,
    DRIVEN,
    HUMAN,
    OPEN,
    ComputerPlayerSeated,
    Fact,
    HostTransferred,
    MatchStarted,
    PlaceOpened,
    PlacesSwapped,
    PlayerJoined,
    PlayerLeft,
    PlayerRemoved,
    PlayerReplaced,
    PlayerReturned,
    SettingsChanged,
    TableClosed,
)
from bottleimp.server.state.lookalike_names import is_confusable_with_any
from bottleimp.server.state.names import is_valid_name, normalize_text
from bottleimp.server.state.seating import SEATING_PHASES, CommandContext, Seating, TablePhase


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
            if when is TablePhase.OVER:  # whose match it was stays known
                raise Refused(RefusalCode.MATCH_OVER)
            return PlayerLeft(player) if len(seating.seated_players) > 1 else TableClosed()
        case ReturnToPlace():
            if not seating.is_played_for(player):
                raise Refused(RefusalCode.STALE, "You play for yourself.")
            return PlayerReturned(player)
        case SwapPlaces(player=one, other=other):
            return decide_swap(seating, when, player, one, other)
        case _:
            return decide_host_command(seating, when, asker, command)


def decide_swap(
    seating: Seating, when: TablePhase, asker: int, one: int, other: int
) -> PlacesSwapped:
    """The change of two places: of the asker's own and one without a person, or for the host any.

    Raises Refused.
    """
    kinds = [participant_kind_at(seating, place) for place in (one, other)]
    if when is not TablePhase.BEFORE_FIRST_DEAL or seating.is_started:
        raise Refused(RefusalCode.ALREADY_BEGUN)
    if one == other:
        raise Refused(RefusalCode.STALE, "That is so already.")
    if DRIVEN in kinds:
        raise Refused(RefusalCode.NOT_FREE)
    if asker != seating.host:
        if asker not in (one, other):
            raise Refused(RefusalCode.NOT_HOST)
        if kinds == [HUMAN, HUMAN]:
            raise Refused(RefusalCode.NOT_FREE)
    return PlacesSwapped(one, other)


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
        when is not TablePhase.BEFORE_FIRST_DEAL
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

    `present_and_active` are those who are here and have not been waited for long enough.  With
    days for each choice nobody has.
    """
    if when is TablePhase.BEFORE_FIRST_DEAL:
        raise Refused(RefusalCode.NOT_THIS_PHASE)
    require_other_person(seating, player)
    if seating.is_played_for(player):
        raise Refused(RefusalCode.STALE, "A computer player plays there already.")
    if player in present_and_active or seating.settings.clock.kind == DAYS_PER_MOVE:
        raise Refused(RefusalCode.IS_HERE)
    return PlayerReplaced(player)

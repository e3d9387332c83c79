"""What a guest's command makes true at a table: a fact, or a refusal that says why.

A rematch is not decided here: it needs a new table.
"""

from collections.abc import Sequence

from bottleimp.errors import IllegalAction, NotationError
from bottleimp.game.actions import OpenChoice, action_from_label
from bottleimp.game.round import Phase, Round
from bottleimp.knowledge.claims import possible_claim
from bottleimp.knowledge.observation import observe
from bottleimp.protocol.messages import (
    AnyCommand,
    ChangeSettings,
    ClaimRest,
    CommitChoices,
    ContributeEntropy,
    PlayCard,
    ReportMessage,
    RequestNextRound,
    SeatingCommand,
    SendChatMessage,
    SetPace,
    UndoAction,
)
from bottleimp.protocol.refusals import RefusalCode, Refused
from bottleimp.rules.cards import Card
from bottleimp.server.state.deals import Deals
from bottleimp.server.state.events import (
    ActionUndone,
    CardPlayed,
    ChoicesCommitted,
    Fact,
    PaceChanged,
    PlaceTakenOver,
    PlayerReady,
    RestClaimed,
    RoundStarted,
)
from bottleimp.server.state.person_tags import person_tag
from bottleimp.server.state.seating import CommandContext, TablePhase
from bottleimp.server.state.seating_decisions import decide_seating, decide_settings
from bottleimp.server.state.table_state import TableState, apply_fact
from bottleimp.server.state.undo import may_undo


def decide_takeover(state: TableState, guest: str, player: int, holder: str) -> Fact:
    """The fact that a guest who has the key of the holder's place has it now; raises Refused."""
    if state.is_closed:
        raise Refused(RefusalCode.TABLE_CLOSED)
    if not guest or state.seating.guests.get(player) != holder:
        raise Refused(RefusalCode.NOT_ALLOWED)
    if guest in state.seating.holders:
        raise Refused(RefusalCode.SEATED)
    if guest in state.seating.removed_guests:
        raise Refused(RefusalCode.REMOVED)
    return PlaceTakenOver(player)


def decide_fact(
    state: TableState, context: CommandContext, command: AnyCommand, deals: Deals
) -> Fact:
    """The fact that the guest's command makes true; raises Refused.

    A rematch is not decided here: it needs a new table.
    """
    if state.is_closed:
        raise Refused(RefusalCode.TABLE_CLOSED)
    if isinstance(command, SeatingCommand):
        return require_change(
            state,
            context,
            decide_seating(state.seating, state.phase, context, command),
            deals,
        )
    player = state.seating.player_of(context.guest)
    if player is None:
        raise Refused(RefusalCode.NOT_ALLOWED)
    if isinstance(command, SetPace | ChangeSettings):
        if player != state.seating.host:
            raise Refused(RefusalCode.NOT_HOST)
        if isinstance(command, ChangeSettings):
            return require_change(state, context, decide_settings(state.phase, command), deals)
        return require_change(state, context, PaceChanged(command.ms), deals)
    if isinstance(command, SendChatMessage):
        among_partners = state.edition.has_sides and state.phase is TablePhase.PLAYING
        settings = state.seating.settings
        return state.chat.decide_message(
            player, command, settings, context.at_ms, among_partners=among_partners
        )
    if isinstance(command, ReportMessage):
        tag = person_tag(state.secret_key, context.guest)
        return state.chat.decide_report(player, tag, command.message)
    if state.seating.is_played_for(player):
        raise Refused(RefusalCode.PLAYED_FOR)
    if player in state.clocks.timed_out and isinstance(
        command, PlayCard | CommitChoices | ClaimRest
    ):
        raise Refused(RefusalCode.TIME_UP)
    return decide_play_fact(state, player, command, deals)


def require_change(state: TableState, asker: CommandContext, fact: Fact, deals: Deals) -> Fact:
    """The fact, if anything is another after it; raises Refused with `stale`."""
    if apply_fact(state, fact, deals, asker.guest, asker.at_ms) == state:
        raise Refused(RefusalCode.STALE, "That is so already.")
    return fact


def decide_play_fact(state: TableState, player: int, command: AnyCommand, deals: Deals) -> Fact:
    """The fact that a player's command about the game makes true."""
    match command:
        case RequestNextRound(round=number):
            return decide_next_round(state, player, number, deals)
        case PlayCard(round=number, step=step, card=label):
            return decide_card_play(state, player, number, step, label)
        case CommitChoices(round=number, stage=stage, actions=labels):
            return decide_choices(state, player, number, stage, labels)
        case ClaimRest(round=number, step=step):
            return decide_claim(state, player, number, step)
        case UndoAction(round=number, stage=stage, step=step):
            return decide_undo(state, player, number, (stage, step))
        case ContributeEntropy(round=number, value=value):
            return state.fairness.decide_contribution(player, number, value)
        case _:
            raise Refused(RefusalCode.UNKNOWN_COMMAND)


def require_round(state: TableState, number: int) -> Round:
    """The running round, if it is this one; raises Refused."""
    if state.is_ended:
        raise Refused(RefusalCode.MATCH_OVER)
    if number != state.round_number:
        raise Refused(RefusalCode.STALE)
    return state.current_round


def require_play(state: TableState, number: int, step: int) -> Round:
    """The running round, if it is this one and its next card is the `step`-th; raises Refused."""
    playing = require_round(state, number)
    if playing.is_over:
        raise Refused(RefusalCode.ROUND_OVER)
    if playing.phase is not Phase.PLAY:
        raise Refused(RefusalCode.NOT_THIS_PHASE)
    if step != playing.play_count:
        raise Refused(RefusalCode.STALE)
    return playing


def decide_next_round(
    state: TableState, player: int, number: int, deals: Deals
) -> RoundStarted | PlayerReady:
    """The start of the round after this one; where several play, the player's wish for it."""
    require_round(state, number)
    if not state.is_scored:
        raise Refused(RefusalCode.ROUND_NOT_OVER)
    if state.seating.active_players == (player,):
        return deals.round_started(number + 1)
    if player in state.ready_players:
        raise Refused(RefusalCode.STALE, "You have asked for the next round.")
    return PlayerReady(player)


def decide_card_play(
    state: TableState, player: int, number: int, step: int, label: str
) -> CardPlayed:
    """The play of a card, if the rules allow it now."""
    playing = require_play(state, number, step)
    seat = state.round_start_match.seat_of(player)
    card = parse_action(state, label)
    try:
        playing.require_legal(card, seat)
    except IllegalAction as refusal:
        raise Refused.from_illegal_action(refusal) from refusal
    return CardPlayed(player, label)


def decide_choices(
    state: TableState, player: int, number: int, stage: int, labels: Sequence[str]
) -> ChoicesCommitted:
    """A player's secret choices, if they are all that is owed and legal."""
    playing = require_round(state, number)
    if playing.is_over:
        raise Refused(RefusalCode.ROUND_OVER)
    if playing.stage != stage:
        raise Refused(RefusalCode.STALE)
    seat = state.round_start_match.seat_of(player)
    actions = [parse_action(state, label) for label in labels]
    try:
        playing.commit(seat, actions)
    except IllegalAction as refusal:
        raise Refused.from_illegal_action(refusal) from refusal
    return ChoicesCommitted(player, tuple(labels))


def parse_action(state: TableState, label: str) -> Card | OpenChoice:
    """The action with this label; a card of another deck is one that nobody holds."""
    try:
        return action_from_label(state.edition, label)
    except NotationError as problem:
        raise Refused(RefusalCode.NOT_HELD) from problem


def decide_claim(state: TableState, player: int, number: int, step: int) -> RestClaimed:
    """The claim of the tricks to come, if the player can be certain of them."""
    playing = require_play(state, number, step)
    seat = state.round_start_match.seat_of(player)
    if playing.turn != seat:
        raise Refused(RefusalCode.NOT_YOUR_TURN)
    claim = possible_claim(observe(playing, seat))
    if claim is None:
        raise Refused(RefusalCode.NOT_CERTAIN)
    return RestClaimed(player, claim.value)


def decide_undo(
    state: TableState, player: int, number: int, at: tuple[int | None, int | None]
) -> ActionUndone:
    """The taking back of the player's last play or choices; `at` is the stage or the step."""
    playing = require_round(state, number)
    is_play = playing.phase in (Phase.PLAY, Phase.OVER)
    if at != ((None, playing.play_count) if is_play else (playing.stage, None)):
        raise Refused(RefusalCode.STALE)
    if not may_undo(state, player):
        raise Refused(RefusalCode.TOO_LATE)
    return ActionUndone(player, playing.plays[-1].card.label if is_play else None)

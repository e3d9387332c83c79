"""The state of a table, folded from its log, and what a command or an automatic play adds to it.

`after` folds one fact; `decided` turns a guest's command into a fact or refuses it.  Both are
pure.  What follows by itself is in `consequences`, who sits where is the business of `seating`.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from bottleimp.errors import IllegalAction, NotationError
from bottleimp.game.actions import Action, OpenChoice, action_from_label
from bottleimp.game.match import Match
from bottleimp.game.round import Phase, Round
from bottleimp.knowledge.lazy_property import lazy_property
from bottleimp.protocol.messages import (
    AnyCommand,
    ChangeSettings,
    CommitChoices,
    ContributeEntropy,
    PlayCard,
    RequestNextRound,
    SeatingCommand,
    SendChatMessage,
    SetPace,
)
from bottleimp.protocol.refusals import RefusalCode, Refused
from bottleimp.rules.cards import Card
from bottleimp.rules.edition import Edition
from bottleimp.server.state import seating
from bottleimp.server.state.chat import EMPTY_CHAT, Chat
from bottleimp.server.state.clocks import Clocks
from bottleimp.server.state.deals import Deals, cached_edition
from bottleimp.server.state.events import (
    TABLE_ACTOR,
    CardPlayed,
    ChatMessageSent,
    ChoicesCommitted,
    EntropyContributed,
    Fact,
    MatchEnded,
    MatchStarted,
    PaceChanged,
    Participant,
    PlayerReady,
    PlayerTimedOut,
    RematchCreated,
    RoundScored,
    RoundStarted,
    SeatingFact,
    ServerResumed,
    SettingsChanged,
    StageCompleted,
    TableClosed,
    TableCreated,
    TableFact,
)  # fmt: skip
from bottleimp.server.state.fairness import Fairness
from bottleimp.server.state.person_tags import person_tag
from bottleimp.server.state.seating import CommandContext, Seating, TablePhase


@dataclass(frozen=True)
class TableState:
    """Everything true at a table, hidden cards included; only `views` show it.

    `seating` is the match as it stood when the shown round began: it says who sits where.
    `pending_choices` is the last choice of a stage, made but not yet carried out.  Before
    `has_dealer` the first dealer is not drawn, and the match counts from player 0;
    `is_dealer_drawn` says that it is drawn from the seed.
    """

    table: str
    edition: Edition
    seating: Seating
    pace: int
    match: Match
    round_start_match: Match
    fairness: Fairness
    clocks: Clocks
    chat: Chat = EMPTY_CHAT
    round_number: int = 0  # of the round; 0 before the first
    round: Round | None = None
    pending_choices: tuple[int, tuple[Action, ...]] | None = None  # seat, its choices
    is_scored: bool = False
    is_ended: bool = False
    is_closed: bool = False
    rematch: str | None = None
    finished_rounds: tuple[Round, ...] = ()
    owners_by_round: tuple[tuple[int, ...], ...] = ()  # of players, for each finished round
    ready_players: frozenset[int] = frozenset()  # players who have asked for the next round
    code: str | None = None
    secret_key: bytes | None = field(default=None, repr=False)  # of the tags of people
    has_dealer: bool = True
    is_dealer_drawn: bool = False

    @property
    def participants(self) -> tuple[Participant, ...]:
        """Who sits in each place."""
        return self.seating.places

    @property
    def phase(self) -> TablePhase:
        """How far the table is, as far as places are concerned."""
        if self.is_closed or self.is_ended:
            return TablePhase.OVER
        if self.round_number == 0:
            return TablePhase.GATHERING
        return TablePhase.BETWEEN_ROUNDS if self.is_scored else TablePhase.PLAYING

    @lazy_property
    def players_to_act(self) -> tuple[int, ...]:
        """Players who are to choose or to play now, in order of seats."""
        if self.is_closed or self.is_ended or self.round is None or self.round.is_over:
            return ()
        seats = self.waiting_seats
        if not seats and self.round.phase is Phase.PLAY and self.round.turn is not None:
            seats = (self.round.turn,)
        return tuple(self.round_start_match.player_at(seat) for seat in seats)

    def is_automatic(self, player: int) -> bool:
        """Whether a computer or a rule acts there now: always, or because time is up."""
        return self.seating.is_automatic(player) or player in self.clocks.timed_out

    def acting_level(self, player: int) -> str | None:
        """The computer player that acts there now; None for a person and a driven seat."""
        if player in self.clocks.timed_out:
            return self.seating.settings.level
        return self.seating.acting_level(player)

    def with_holders(self, holders: dict[int, str]) -> "TableState":
        """With these guests in their places, as logs of version 1 do not say it."""
        return replace(self, seating=self.seating.with_holders(holders))

    @property
    def round_start_matches(self) -> tuple[Match, ...]:
        """The match as it stood when each finished round began."""
        return tuple(
            replace(self.match, results=self.match.results[:played])
            for played in range(len(self.match.results))
        )

    @property
    def current_round(self) -> Round:
        """The round that is shown; raises Refused before the first."""
        if self.round is None:
            raise Refused(RefusalCode.STALE, "No round has been dealt yet.")
        return self.round

    @property
    def waiting_seats(self) -> tuple[int, ...]:
        """The seats that still owe secret choices."""
        if self.round is None:
            return ()
        late = None if self.pending_choices is None else self.pending_choices[0]
        return tuple(seat for seat in self.round.waiting_seats if seat != late)


def apply_fact(
    state: TableState | None, fact: Fact, deals: Deals, actor: str = TABLE_ACTOR, at_ms: int = 0
) -> TableState:
    """The state after a fact, by the guest who acted, at a time (ms since 1970).

    The first fact of a log is TableCreated.
    """
    if isinstance(fact, TableCreated):
        return initial_state(fact, deals, None if actor == TABLE_ACTOR else actor)
    if state is None:
        raise ValueError("A log begins with the creation of its table.")
    if isinstance(fact, ChatMessageSent):
        name = state.seating.places[fact.player].name
        tag = person_tag(state.secret_key, actor)
        return replace(state, chat=state.chat.add_message(fact, name, tag, at_ms))
    if isinstance(fact, SeatingFact):
        following = replace(state, seating=state.seating.apply(fact, actor, state.phase))
    else:
        following = apply_table_fact(state, fact, deals)
    fairness = state.fairness.apply(deals.table, fact)
    if fairness is not state.fairness:
        following = replace(following, fairness=fairness)
    if not state.clocks.is_on:
        return following
    asked = [p for p in following.players_to_act if not following.seating.is_automatic(p)]
    return replace(following, clocks=following.clocks.apply(fact, at_ms, asked))


def initial_state(created: TableCreated, deals: Deals, creator: str | None) -> TableState:
    """The state of a new table."""
    edition = cached_edition(created.edition)
    has_dealer = created.first_dealer is not None
    match = Match(edition, created.first_dealer or 0)
    fairness = Fairness.from_creation(deals.table, created, edition.players)
    people = Seating.from_creation(created, creator)
    clocks = Clocks.initial(created.settings.clock, len(created.participants))
    return TableState(
        deals.table, edition, people, created.pace, match, match, fairness, clocks,
        code=created.code, secret_key=deals.secret_key, has_dealer=has_dealer,
        is_dealer_drawn=not has_dealer,
    )  # fmt: skip


def apply_table_fact(state: TableState, fact: TableFact, deals: Deals) -> TableState:
    """The state after a fact, but for what it says about fair deals and about people."""
    match fact:
        case TableCreated():
            raise ValueError("A table is made once.")
        case EntropyContributed() | PlayerTimedOut() | ServerResumed() | ChatMessageSent():
            return state
        case RoundStarted(round=number, mixing=mixing, dealer=dealer):
            played = Round(deals.deal(number, mixing, state.fairness.contributions))
            match = state.match if dealer is None else Match(state.edition, dealer)
            started = replace(
                state, round_number=number, round=played, round_start_match=match, match=match
            )
            return replace(started, is_scored=False, ready_players=frozenset(), has_dealer=True)
        case MatchStarted():
            return replace(state, seating=replace(state.seating, is_started=True))
        case PlayerReady(player=player):
            return replace(state, ready_players=state.ready_players | {player})
        case MatchEnded():
            return replace(state, is_ended=True)
        case PaceChanged(ms=pace):
            return replace(state, pace=pace)
        case SettingsChanged():
            return replace(state, seating=state.seating.apply_settings(fact))
        case TableClosed():
            return replace(state, is_closed=True)
        case RematchCreated(table=table):
            return replace(state, rematch=table)
        case _:
            return apply_round_fact(state, fact)


def apply_round_fact(
    state: TableState, fact: ChoicesCommitted | StageCompleted | CardPlayed | RoundScored
) -> TableState:
    """The state after something was done in the running round."""
    match fact:
        case ChoicesCommitted(player=player, actions=labels):
            return apply_choices(state, player, labels)
        case StageCompleted():
            if state.pending_choices is None:
                raise ValueError("A stage is complete only when everybody has chosen.")
            return replace(
                state,
                round=state.current_round.commit(*state.pending_choices),
                pending_choices=None,
            )
        case CardPlayed(player=player, card=label):
            seat = state.round_start_match.seat_of(player)
            card = state.edition.deck.card(label)
            return replace(state, round=state.current_round.play(card, seat))
        case RoundScored():
            return apply_score(state)


def apply_choices(state: TableState, player: int, labels: Sequence[str]) -> TableState:
    """The state after a player's secret choices; the last of a stage are held back."""
    seat = state.round_start_match.seat_of(player)
    actions = tuple(action_from_label(state.edition, label) for label in labels)
    if state.current_round.waiting_seats == (seat,):
        return replace(state, pending_choices=(seat, actions))
    return replace(state, round=state.current_round.commit(seat, actions))


def apply_score(state: TableState) -> TableState:
    """The state after the round's scores have gone to the players."""
    scores = state.current_round.scores
    if scores is None:
        raise ValueError("A round is scored when its last card has been played.")
    owners = tuple(
        state.round_start_match.player_at(owner)
        for owner in state.current_round.owners
        if owner is not None
    )
    return replace(
        state,
        match=state.match.after(scores),
        is_scored=True,
        finished_rounds=(*state.finished_rounds, state.current_round),
        owners_by_round=(*state.owners_by_round, owners),
    )


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
            seating.decide_seating(state.seating, state.phase, context, command),
            deals,
        )
    player = state.seating.player_of(context.guest)
    if player is None:
        raise Refused(RefusalCode.NOT_ALLOWED)
    if isinstance(command, SetPace | ChangeSettings):
        if player != state.seating.host:
            raise Refused(RefusalCode.NOT_HOST)
        if isinstance(command, ChangeSettings):
            return require_change(
                state, context, seating.decide_settings(state.phase, command), deals
            )
        return require_change(state, context, PaceChanged(command.ms), deals)
    if isinstance(command, SendChatMessage):
        among_partners = state.edition.has_sides and state.phase is TablePhase.PLAYING
        settings = state.seating.settings
        return state.chat.decide_message(
            player, command, settings, context.at_ms, among_partners=among_partners
        )
    if state.seating.is_played_for(player):
        raise Refused(RefusalCode.PLAYED_FOR)
    if player in state.clocks.timed_out and isinstance(command, PlayCard | CommitChoices):
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
    playing = require_round(state, number)
    if playing.is_over:
        raise Refused(RefusalCode.ROUND_OVER)
    if playing.phase is not Phase.PLAY:
        raise Refused(RefusalCode.NOT_THIS_PHASE)
    if step != playing.play_count:
        raise Refused(RefusalCode.STALE)
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


def automatic_players(state: TableState) -> tuple[int, ...]:
    """Those of the players asked for whom a computer or a rule plays."""
    return tuple(player for player in state.players_to_act if state.is_automatic(player))

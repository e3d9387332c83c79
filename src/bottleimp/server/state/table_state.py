"""The state of a table, folded from its log.

`apply_fact` folds one fact.  `decisions` turns a guest's command into a fact or refuses it.  Both
are pure.  What follows by itself is in `consequences`, who sits where is the business of `seating`.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from bottleimp.game.actions import Action, action_from_label
from bottleimp.game.match import Match
from bottleimp.game.round import Phase, Round
from bottleimp.knowledge.lazy_property import lazy_property
from bottleimp.protocol.refusals import RefusalCode, Refused
from bottleimp.rules.edition import Edition
from bottleimp.server.state.chat import EMPTY_CHAT, Chat
from bottleimp.server.state.clocks import Clocks, initial_time_ms, later_by_absence
from bottleimp.server.state.deals import Deals, cached_edition
from bottleimp.server.state.events import (
    DAYS_PER_MOVE,
    TABLE_ACTOR,
    ActionUndone,
    CardPlayed,
    ChatMessageSent,
    ChoicesCommitted,
    EntropyContributed,
    Fact,
    MatchEnded,
    MatchStarted,
    MessageReported,
    PaceChanged,
    Participant,
    PlacesSwapped,
    PlaceTakenOver,
    PlayerJoined,
    PlayerLeft,
    PlayerReady,
    PlayerRemoved,
    PlayerTimedOut,
    RematchCreated,
    RestClaimed,
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
from bottleimp.server.state.items_by_player import swap_number
from bottleimp.server.state.person_tags import person_tag
from bottleimp.server.state.seating import Seating, TablePhase
from bottleimp.server.state.storage_interface import CLOSED, GATHERING, OVER, PLAYING

NEXT_ROUND_WAIT_MS = 20_000  # from the first wish for the next round to its start


@dataclass(frozen=True)
class TableState:
    """Everything true at a table, hidden cards included; only `views` show it.

    `round_start_match` is the match as it stood when the shown round began: it says which player
    has which seat.  `pending_choices` is the last choice of a stage, made but not yet carried
    out.  Before `has_dealer` the first dealer is not drawn, and the match counts from player 0;
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
    is_claimed: bool = False  # whether the server plays the rest of the round
    is_scored: bool = False
    is_ended: bool = False
    is_closed: bool = False
    rematch: str | None = None
    finished_rounds: tuple[Round, ...] = ()
    owners_by_round: tuple[tuple[int, ...], ...] = ()  # of players, for each finished round
    # Place, who has held it last, and how many rounds were finished when that guest came.
    arrivals: tuple[tuple[int, str, int], ...] = ()
    ready_players: frozenset[int] = frozenset()  # players who have asked for the next round
    first_ready_at: int | None = None  # when the first of them did, in ms since 1970
    # With days for each choice: when the last finished round was scored, and since when people
    # could have asked for the next one, both in ms since 1970.
    scored_at: int | None = None
    next_round_since: int | None = None
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
            return TablePhase.BEFORE_FIRST_DEAL
        return TablePhase.BETWEEN_ROUNDS if self.is_scored else TablePhase.PLAYING

    @property
    def is_gathering(self) -> bool:
        """Whether the table still waits for people."""
        return self.phase is TablePhase.BEFORE_FIRST_DEAL and not self.seating.is_started

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
    def next_round_at(self) -> int | None:
        """When the next round begins at the latest, in ms since 1970; None if it awaits a wish.

        The first wish leaves the others a moment.  With days for each choice nobody need be there:
        after so many days it begins without a wish, while anybody plays in person.
        """
        if self.phase is not TablePhase.BETWEEN_ROUNDS or self.match.is_over:
            return None
        times = [] if self.first_ready_at is None else [self.first_ready_at + NEXT_ROUND_WAIT_MS]
        if self.next_round_since is not None and self.seating.active_players:
            times.append(self.next_round_since + initial_time_ms(self.clocks.time_control))
        return min(times, default=None)

    @property
    def has_days(self) -> bool:
        """Whether people have days for each choice, and so are away most of the time."""
        return self.clocks.time_control.kind == DAYS_PER_MOVE

    @property
    def goes_on_by_itself(self) -> bool:
        """Whether something is due at some time although nobody need be there."""
        return self.counted_since is not None

    @property
    def counted_since(self) -> int | None:
        """Since when the server counts the time of somebody, or that until the next round."""
        is_awaited = self.has_days and self.next_round_at is not None
        return self.next_round_since if is_awaited else self.clocks.earliest_running_from

    @property
    def round_start_matches(self) -> tuple[Match, ...]:
        """The match as it stood when each finished round began."""
        rounds = range(1, len(self.match.results) + 1)
        return tuple(self.match_before_round(number) for number in rounds)

    def match_before_round(self, number: int) -> Match:
        """The match as it stood when the finished round of this number began, counted from 1."""
        return replace(self.match, results=self.match.results[: number - 1])

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
    if isinstance(fact, MessageReported):
        return replace(state, chat=state.chat.add_report(fact))
    if isinstance(fact, SeatingFact):
        following = apply_seating_fact(state, fact, actor)
    else:
        following = apply_table_fact(state, fact, deals)
        if isinstance(fact, PlayerReady) and state.first_ready_at is None:
            following = replace(following, first_ready_at=at_ms)
    following = with_time_for_next_round(state, following, fact, at_ms)
    fairness = state.fairness.apply(deals.table, fact)
    if fairness is not state.fairness:
        following = replace(following, fairness=fairness)
    if not state.clocks.is_on:
        return following
    # What a claim leaves is played by the server: nobody is asked, and nobody has chosen in time.
    owing = () if following.is_claimed else following.players_to_act
    asked = [player for player in owing if not following.seating.is_automatic(player)]
    holder = state.seating.holders[fact.player] if isinstance(fact, PlaceTakenOver) else None
    return replace(following, clocks=following.clocks.apply(fact, at_ms, asked, actor, holder))


def with_time_for_next_round(
    before: TableState, after: TableState, fact: Fact, at: int
) -> TableState:
    """With the time since which the next round could be asked for, where people have days.

    It runs while the server does, and while anybody plays in person.
    """
    since = before.next_round_since
    if not after.has_days:
        return after
    if isinstance(fact, RoundScored):
        return replace(after, scored_at=at, next_round_since=at)
    if isinstance(fact, ServerResumed) and since is not None:
        return replace(after, next_round_since=later_by_absence(since, fact.away, at))
    if since is not None and after.seating.active_players and not before.seating.active_players:
        return replace(after, next_round_since=at)
    return after


def apply_seating_fact(state: TableState, fact: SeatingFact, actor: str) -> TableState:
    """The state after somebody came, went or was replaced."""
    following = replace(state, seating=state.seating.apply(fact, actor, state.phase))
    match fact:
        case PlayerJoined(player=player) | PlaceTakenOver(player=player):
            return replace(following, arrivals=arrivals_after(state, fact, player, actor))
        case PlayerLeft(player=player) | PlayerRemoved(player=player):
            # Whoever comes next has not asked.
            ready = following.ready_players - {player}
            first = following.first_ready_at if ready else None
            return replace(following, ready_players=ready, first_ready_at=first)
        case PlacesSwapped(player=one, other=other):
            arrivals = tuple(
                (swap_number(place, one, other), guest, rounds)
                for place, guest, rounds in state.arrivals
            )
            chat = state.chat.with_places_swapped(one, other)
            return replace(following, arrivals=arrivals, chat=chat)
    return following


def arrivals_after(
    state: TableState, fact: PlayerJoined | PlaceTakenOver, player: int, actor: str
) -> tuple[tuple[int, str, int], ...]:
    """Who came when, after somebody sat down: whoever comes back came when they first did."""
    known = {place: (guest, rounds) for place, guest, rounds in state.arrivals}
    before, rounds = known.get(player, (None, 0))
    if isinstance(fact, PlayerJoined) and before != actor:
        rounds = len(state.finished_rounds)
    known[player] = (actor, rounds)
    return tuple((place, *arrived) for place, arrived in known.items())


def initial_state(created: TableCreated, deals: Deals, creator: str | None) -> TableState:
    """The state of a new table."""
    edition = cached_edition(created.edition)
    has_dealer = created.first_dealer is not None
    match = Match(edition, created.first_dealer or 0)
    fairness = Fairness.from_creation(deals.table, created, edition.players)
    seating = Seating.from_creation(created, creator)
    clocks = Clocks.initial(created.settings.clock, len(created.participants))
    return TableState(
        deals.table, edition, seating, created.pace, match, match, fairness, clocks,
        code=created.code, secret_key=deals.secret_key, has_dealer=has_dealer,
        is_dealer_drawn=not has_dealer,
        arrivals=tuple((place, guest, 0) for place, guest in seating.guests.items()),
    )  # fmt: skip


def apply_table_fact(state: TableState, fact: TableFact, deals: Deals) -> TableState:
    """The state after a fact, but for what it says about fair deals and about people."""
    match fact:
        case TableCreated():
            raise ValueError("A table is made once.")
        case EntropyContributed() | PlayerTimedOut() | ServerResumed():
            return state
        case ChatMessageSent() | MessageReported():  # folded in `apply_fact`
            return state
        case RoundStarted(round=number, mixing=mixing, dealer=dealer):
            played = Round(deals.deal(number, mixing, state.fairness.contributions))
            match = state.match if dealer is None else Match(state.edition, dealer)
            started = replace(
                state, round_number=number, round=played, round_start_match=match, match=match
            )
            started = replace(started, is_scored=False, is_claimed=False)
            return replace(started, ready_players=frozenset(), first_ready_at=None, has_dealer=True)
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
    state: TableState,
    fact: ChoicesCommitted | StageCompleted | CardPlayed | RestClaimed | ActionUndone | RoundScored,
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
        case RestClaimed():
            return replace(state, is_claimed=True)
        case ActionUndone(player=player):
            seat = state.round_start_match.seat_of(player)
            return replace(state, round=state.current_round.undo(seat))
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


def automatic_players(state: TableState) -> tuple[int, ...]:
    """Those of the players asked for whom a computer or a rule plays."""
    return tuple(player for player in state.players_to_act if state.is_automatic(player))


def table_status(state: TableState) -> str:
    """How far the table is, for lists: it waits for people, is played at, is over or is closed."""
    if state.is_closed:
        return CLOSED
    if state.is_ended:
        return OVER
    return GATHERING if state.is_gathering else PLAYING

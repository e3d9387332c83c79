"""What a viewer is shown of a table: the only door out of the server's knowledge.

The view is filled field by field from the viewer's own observation and from what is public at
the table.  Hidden cards are never taken out of anything; they are never put in.
"""

from dataclasses import dataclass

from msgspec.structs import replace

from bottleimp.knowledge.lazy_property import lazy_property
from bottleimp.languages.language import Language
from bottleimp.protocol.messages import Event
from bottleimp.protocol.view_changes import view_changes
from bottleimp.protocol.views import (
    ChatMessageView,
    ClockView,
    FairnessView,
    LastRoundHands,
    MatchView,
    NextDealView,
    PlayerView,
    RemainingTimeView,
    RoundView,
    ScoreSheetRow,
    TableView,
    View,
)
from bottleimp.server.state.events import (
    HUMAN,
    LAST_ROUND_HANDS,
    NOBODY,
    ActionUndone,
    CardPlayed,
    ChatMessageSent,
    ChoicesCommitted,
    ComputerPlayerSeated,
    EntropyContributed,
    Fact,
    HostTransferred,
    PaceChanged,
    Participant,
    PlaceOpened,
    PlacesSwapped,
    PlaceTakenOver,
    PlayerJoined,
    PlayerLeft,
    PlayerReady,
    PlayerRemoved,
    PlayerReplaced,
    PlayerReturned,
    PlayerTimedOut,
    RematchCreated,
    RestClaimed,
    RoundScored,
    RoundStarted,
    SeatingFact,
    SettingsChanged,
    StageCompleted,
    fact_kind,
)
from bottleimp.server.state.fairness import Fairness
from bottleimp.server.state.person_tags import person_tag
from bottleimp.server.state.seating import TablePhase
from bottleimp.server.state.storage_interface import OVER, PLAYING
from bottleimp.server.state.table_state import TableState, table_status
from bottleimp.server.views.edition_view import edition_view
from bottleimp.server.views.last_round_hands import last_round_hands
from bottleimp.server.views.play_outcome import last_play_outcome
from bottleimp.server.views.player_names import player_name, player_names
from bottleimp.server.views.round_projection import RoundProjection
from bottleimp.server.views.view_reuse import (
    NOTHING_REUSABLE,
    PreviousView,
    ReusableParts,
    reusable_parts,
)


def project_table(state: TableState, viewer: int | None, language: Language) -> View:
    """The table as the player sees it; None is someone who only watches."""
    return TableProjection(state, language).view(viewer)


@dataclass(frozen=True)
class TableProjection:
    """A table as it is shown in one language: what is the same for all is made once.

    What is as it was in the state before is taken from what was shown of that.
    """

    state: TableState
    language: Language
    previous: PreviousView | None = None

    def view(self, viewer: int | None, previous: View | None = None) -> View:
        """The table as the player sees it; None is someone who only watches.

        `previous` is what the same viewer was shown of the state before, in this language.
        """
        if previous is None or not self._reusable.seating:
            return self._build_view(viewer)
        same = self._reusable
        is_shown = may_see_rounds(self.state, viewer)
        names = tuple([each.name for each in previous.players])
        return View(
            table=previous.table if same.table else self._table,
            you=viewer,
            players=previous.players,
            match=previous.match if same.match else self._match,
            round=self._round_for(viewer, names, previous.round) if is_shown else None,
            fair=previous.fair if same.fairness or not is_shown else self._fairness,
            late=previous.late if same.last_round_hands else self._last_round_hands(viewer, names),
            times=previous.times if same.times or not is_shown else self._times,
            talk=previous.talk
            if same.talk or not is_shown
            else chat_messages(self.state, viewer, self.language),
        )

    def _build_view(self, viewer: int | None) -> View:
        state, names = self.state, self._names(viewer)
        is_shown = may_see_rounds(state, viewer)
        return View(
            table=self._table,
            you=viewer,
            players=[
                PlayerView(
                    name, who.kind, who.level, who.stand_in, person_tag(state.secret_key, holder)
                )
                for name, who, holder in zip(
                    names, state.participants, state.seating.holders, strict=True
                )
            ],
            match=self._match,
            round=self._round_for(viewer, names, None) if is_shown else None,
            fair=self._fairness if is_shown else FairnessView(None, [], None, None),
            late=self._last_round_hands(viewer, names),
            times=self._times if is_shown else [],
            talk=chat_messages(state, viewer, self.language) if is_shown else [],
        )

    @property
    def public_round(self) -> RoundView | None:
        """The round with nothing that is for one viewer alone."""
        return None if self._round is None else self._round.public_view

    @lazy_property
    def _reusable(self) -> ReusableParts:
        return (
            NOTHING_REUSABLE
            if self.previous is None
            else reusable_parts(self.previous.state, self.state)
        )

    def _round_for(
        self, viewer: int | None, names: tuple[str, ...], was: RoundView | None
    ) -> RoundView | None:
        state, public = self.state, self._round
        if state.round is None:
            return None
        was = was if self._reusable.running_round else None
        shown = RoundProjection(state, state.round, viewer, names, self.language, public, was)
        return shown.view()

    def _last_round_hands(
        self, viewer: int | None, names: tuple[str, ...]
    ) -> LastRoundHands | None:
        if viewer is not None or self.state.seating.settings.watch != LAST_ROUND_HANDS:
            return None
        return last_round_hands(self.state, names, self.language)

    def _names(self, viewer: int | None) -> tuple[str, ...]:
        return player_names(self.state.participants, self.language, viewer)

    @lazy_property
    def _table(self) -> TableView:
        return table_view(self.state, self.language)

    @lazy_property
    def _match(self) -> MatchView:
        return match_view(self.state)

    @lazy_property
    def _fairness(self) -> FairnessView:
        return fairness_view(self.state.fairness)

    @lazy_property
    def _times(self) -> list[RemainingTimeView | None]:
        return remaining_times(self.state)

    @lazy_property
    def _round(self) -> RoundProjection | None:
        """The round as an onlooker is shown it."""
        state = self.state
        if state.round is None:
            return None
        names = self._names(None)
        was = (
            self.previous.public_round
            if self.previous is not None and self._reusable.running_round
            else None
        )
        return RoundProjection(state, state.round, None, names, self.language, previous=was)


def may_see_rounds(state: TableState, viewer: int | None) -> bool:
    """Whether the viewer is shown what is played: players are, others where they may watch."""
    return viewer is not None or state.seating.settings.watch != NOBODY


def table_view(state: TableState, language: Language) -> TableView:
    """What hardly changes while a match is played."""
    settings, clock = state.seating.settings, state.seating.settings.clock
    return replace(
        edition_view(state.edition.text, language),
        id=state.table,
        status=shown_status(state),
        pace=state.pace,
        code=None if state.phase is TablePhase.OVER else state.code,
        host=state.seating.host,
        is_listed=settings.is_listed,
        begins_when_full=settings.starts_when_full,
        watch=settings.watch,
        talk=settings.talk,
        partners_talk=settings.partners_talk,
        clock=ClockView(clock.kind, clock.seconds, clock.bank, clock.increment, clock.days),
        grace=settings.grace,
        level=settings.level,
        hints=settings.hints,
    )


def remaining_times(state: TableState) -> list[RemainingTimeView | None]:
    """How long each person may still think; empty without a clock."""
    clocks = state.clocks
    if not clocks.is_on:
        return []
    return [
        RemainingTimeView(
            clocks.remaining_ms[player], clocks.running_from[player], player in clocks.timed_out
        )
        if who.kind == HUMAN
        else None
        for player, who in enumerate(state.participants)
    ]


def chat_messages(
    state: TableState, viewer: int | None, language: Language
) -> list[ChatMessageView]:
    """What was said last."""
    own = None if viewer is None else state.seating.guests.get(viewer)
    own_tag = person_tag(state.secret_key, own)
    return [
        ChatMessageView(
            line.number,
            line.at,
            line.player,
            player_name(
                Participant(line.name, HUMAN),
                line.player,
                language,
                is_you=line.player == viewer and line.person in (None, own_tag),
            ),
            line.person,
            line.phrase,
            line.text,
        )
        for line in state.chat.messages
    ]


def shown_status(state: TableState) -> str:
    """The status of the table; that the match is over, the view of the match says."""
    status = table_status(state)
    return PLAYING if status == OVER else status


def match_view(state: TableState) -> MatchView:
    """The match so far."""
    return MatchView(
        round=state.round_number,
        dealer=state.round_start_match.dealer if state.has_dealer else None,
        forehand=state.round_start_match.forehand if state.has_dealer else None,
        first_dealer=state.match.first_dealer if state.has_dealer else None,
        totals=list(state.match.totals),
        sheet=score_sheet(state),
        # Known with the last score, so that no viewer is offered another round for a moment.
        over=state.match.is_over,
        winners=list(state.match.winners) if state.match.is_over else [],
        rematch=state.rematch,
        ready=sorted(state.ready_players),
        next_at=state.next_round_at,
    )


def fairness_view(fairness: Fairness) -> FairnessView:
    """How the shown round was dealt, and what is promised of the next.

    Of contributions to the next round it says only who made one.
    """
    promise = fairness.next_commitment
    shown = fairness.dealt_rounds[-1] if fairness.dealt_rounds else None
    return FairnessView(
        commitment=None if shown is None else shown.commitment,
        contributions=[] if shown is None else list(shown.contributions),
        seed=None if shown is None else shown.seed,
        next=None
        if promise is None
        else NextDealView(
            promise.table,
            promise.round,
            promise.commitment,
            fairness.contributors,
        ),
    )


def score_sheet(state: TableState) -> list[ScoreSheetRow]:
    """The score sheet: a line for each round that has been scored."""
    return [
        ScoreSheetRow(number, result.dealer, list(result.scores), list(owners))
        for number, (result, owners) in enumerate(
            zip(state.match.results, state.owners_by_round, strict=True), start=1
        )
    ]


def event_frame(
    seq: int,
    fact: Fact,
    before: View,
    after: View,
    state: TableState,
    public: Event | None = None,
) -> Event:
    """The event for the viewer of these two views; `state` is that after it.

    `public` is what everybody may know of the fact, if that has been worked out.
    """
    if not may_see_rounds(state, after.you) and not isinstance(fact, SeatingFact):
        public = Event(seq=0, k=fact_kind(fact), set={})
    elif public is None:
        public = public_event(fact, state)
    return replace(public, seq=seq, set=view_changes(before, after))


def public_event(fact: Fact, state: TableState) -> Event:
    """What everybody may know of a fact; neither numbered nor with its changes."""
    kind = fact_kind(fact)
    match fact:
        case RoundStarted(round=number, commitment=commitment):
            return Event(seq=0, k=kind, set={}, round=number, commitment=commitment)
        case EntropyContributed(player=player, round=number):
            return Event(seq=0, k=kind, set={}, player=player, round=number)
        case StageCompleted(stage=stage):
            return Event(seq=0, k=kind, set={}, stage=stage)
        case CardPlayed(player=player, card=card):
            hand, trick = last_play_outcome(state)
            return Event(seq=0, k=kind, set={}, player=player, card=card, hand=hand, trick=trick)
        case RestClaimed(player=player, claim=claim):
            return Event(seq=0, k=kind, set={}, player=player, claim=claim)
        case ActionUndone(player=player, card=card):
            return Event(seq=0, k=kind, set={}, player=player, card=card)
        case RoundScored(round=number, seed=seed):
            return Event(seq=0, k=kind, set={}, round=number, seed=seed)
        case (
            ChoicesCommitted(player=player)
            | PlayerTimedOut(player=player)
            | PlayerReady(player=player)
        ):
            return Event(seq=0, k=kind, set={}, player=player)
        case _:
            return table_event(fact)


def table_event(fact: Fact) -> Event:
    """What everybody may know of a fact about the table, not about a round."""
    kind = fact_kind(fact)
    match fact:
        case ChatMessageSent(player=player, phrase=phrase, text=text):
            return Event(seq=0, k=kind, set={}, player=player, phrase=phrase, text=text)
        case PaceChanged(ms=pace):
            return Event(seq=0, k=kind, set={}, ms=pace)
        case SettingsChanged(talk=talk, hints=hints, partners_talk=partners):
            return Event(seq=0, k=kind, set={}, talk=talk, hints=hints, partners_talk=partners)
        case RematchCreated(table=table):
            return Event(seq=0, k=kind, set={}, table=table)
        case _:
            return seating_event(fact)


def seating_event(fact: Fact) -> Event:
    """What everybody may know of a fact about people; of other facts only that they are."""
    kind = fact_kind(fact)
    match fact:
        case PlayerJoined(player=player, name=name):
            return Event(seq=0, k=kind, set={}, player=player, name=name)
        case ComputerPlayerSeated(player=player, level=level, name=name):
            return Event(seq=0, k=kind, set={}, player=player, name=name, level=level)
        case PlacesSwapped(player=player, other=other):
            return Event(seq=0, k=kind, set={}, player=player, other=other)
        case (
            PlayerLeft(player=player)
            | PlaceOpened(player=player)
            | PlayerRemoved(player=player)
            | HostTransferred(player=player)
            | PlayerReplaced(player=player)
            | PlayerReturned(player=player)
            | PlaceTakenOver(player=player)
        ):
            return Event(seq=0, k=kind, set={}, player=player)
        case _:
            return Event(seq=0, k=kind, set={})

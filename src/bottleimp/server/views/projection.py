"""What a viewer is shown of a table: the only door out of the server's knowledge.

The view is filled field by field from the viewer's own observation and from what is public at
the table.  Hidden cards are never taken out of anything; they are never put in.
"""

from dataclasses import dataclass

from msgspec.structs import replace

from bottleimp.knowledge.lazy_property import Kept
from bottleimp.protocol.messages import Event
from bottleimp.protocol.views import (
    ClockView,
    FairView,
    LateHands,
    MatchView,
    NextDeal,
    PlayerView,
    RoundView,
    SaidView,
    SheetLine,
    TableView,
    TimeView,
    View,
    changes,
)
from bottleimp.server.state.events import (
    HANDS_LATE,
    HUMAN,
    NOBODY,
    Allowed,
    CardPlayed,
    Committed,
    Contributed,
    Exchanged,
    Fact,
    Filled,
    Handed,
    Joined,
    Left,
    Moved,
    Opened,
    Paced,
    Participant,
    PeopleFact,
    RanOut,
    Ready,
    Rematched,
    Removed,
    Replaced,
    Returned,
    Said,
    Scored,
    Started,
    kind_of,
)
from bottleimp.server.state.fairness import Fairness
from bottleimp.server.state.person_tags import tag_of
from bottleimp.server.state.seating import When
from bottleimp.server.state.table_state import TableState
from bottleimp.server.text.i18n import Language
from bottleimp.server.text.words import (
    player_name,
    player_names,
)
from bottleimp.server.views.edition_view import edition_view
from bottleimp.server.views.last_round_hands import late_hands
from bottleimp.server.views.play_outcome import play_facts
from bottleimp.server.views.round_projection import RoundProjection
from bottleimp.server.views.view_reuse import NOTHING, Before, Unchanged, unchanged

CLOSED, GATHERING, PLAYING = "closed", "gathering", "playing"


def view(state: TableState, viewer: int | None, language: Language) -> View:
    """The table as the player sees it; None is someone who only watches."""
    return Projection(state, language).view(viewer)


@dataclass(frozen=True)
class Projection:
    """A table as it is shown in one language: what is the same for all is made once.

    What is as it was in the state before is taken from what was shown of that.
    """

    state: TableState
    language: Language
    before: Before | None = None

    def view(self, viewer: int | None, was: View | None = None) -> View:
        """The table as the player sees it; None is someone who only watches.

        `was` is what the same viewer was shown of the state before, in this language.
        """
        if was is None or not self._unchanged.people:
            return self._made(viewer)
        same = self._unchanged
        is_shown = shows_rounds(self.state, viewer)
        names = tuple([each.name for each in was.players])
        return View(
            table=was.table if same.table else self._table,
            you=viewer,
            players=was.players,
            match=was.match if same.match else self._match,
            round=self._round_for(viewer, names, was.round) if is_shown else None,
            fair=was.fair if same.fair or not is_shown else self._fair,
            late=was.late if same.late else self._late(viewer, names),
            times=was.times if same.times or not is_shown else self._times,
            talk=was.talk if same.talk or not is_shown else talk(self.state, viewer, self.language),
        )

    def _made(self, viewer: int | None) -> View:
        state, names = self.state, self._names(viewer)
        is_shown = shows_rounds(state, viewer)
        return View(
            table=self._table,
            you=viewer,
            players=[
                PlayerView(name, who.kind, who.level, who.stand_in, tag_of(state.key, holder))
                for name, who, holder in zip(
                    names, state.participants, state.people.holders, strict=True
                )
            ],
            match=self._match,
            round=self._round_for(viewer, names, None) if is_shown else None,
            fair=self._fair if is_shown else FairView(None, [], None, None),
            late=self._late(viewer, names),
            times=self._times if is_shown else [],
            talk=talk(state, viewer, self.language) if is_shown else [],
        )

    @property
    def shown_to_all(self) -> RoundView | None:
        """The round with nothing that is for one viewer alone."""
        return None if self._round is None else self._round.shown_to_all

    @Kept
    def _unchanged(self) -> Unchanged:
        return NOTHING if self.before is None else unchanged(self.before.state, self.state)

    def _round_for(
        self, viewer: int | None, names: tuple[str, ...], was: RoundView | None
    ) -> RoundView | None:
        state, public = self.state, self._round
        if state.round is None:
            return None
        was = was if self._unchanged.play else None
        shown = RoundProjection(state, state.round, viewer, names, self.language, public, was)
        return shown.view()

    def _late(self, viewer: int | None, names: tuple[str, ...]) -> LateHands | None:
        if viewer is not None or self.state.people.settings.watch != HANDS_LATE:
            return None
        return late_hands(self.state, names, self.language)

    def _names(self, viewer: int | None) -> tuple[str, ...]:
        return player_names(self.state.participants, self.language, viewer)

    @Kept
    def _table(self) -> TableView:
        return table_view(self.state, self.language)

    @Kept
    def _match(self) -> MatchView:
        return match_view(self.state)

    @Kept
    def _fair(self) -> FairView:
        return fair_view(self.state.fairness)

    @Kept
    def _times(self) -> list[TimeView | None]:
        return times(self.state)

    @Kept
    def _round(self) -> RoundProjection | None:
        """The round as an onlooker is shown it."""
        state = self.state
        if state.round is None:
            return None
        names = self._names(None)
        was = self.before.shown if self.before is not None and self._unchanged.play else None
        return RoundProjection(state, state.round, None, names, self.language, was=was)


def shows_rounds(state: TableState, viewer: int | None) -> bool:
    """Whether the viewer is shown what is played: players are, others where they may watch."""
    return viewer is not None or state.people.settings.watch != NOBODY


def table_view(state: TableState, language: Language) -> TableView:
    """What hardly changes while a match is played."""
    settings, clock = state.people.settings, state.people.settings.clock
    return replace(
        edition_view(state.edition.text, language),
        id=state.table,
        status=status(state),
        pace=state.pace,
        code=None if state.when is When.OVER else state.code,
        host=state.people.host,
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


def times(state: TableState) -> list[TimeView | None]:
    """How long each person may still think; empty without a clock."""
    clocks = state.clocks
    if not clocks.is_on:
        return []
    return [
        TimeView(clocks.left[player], clocks.since[player], player in clocks.overdue)
        if who.kind == HUMAN
        else None
        for player, who in enumerate(state.participants)
    ]


def talk(state: TableState, viewer: int | None, language: Language) -> list[SaidView]:
    """What was said last."""
    return [
        SaidView(
            line.number,
            line.at,
            line.player,
            player_name(
                Participant(line.name, HUMAN),
                line.player,
                language,
                is_you=line.player == viewer,
            ),
            line.person,
            line.phrase,
            line.text,
        )
        for line in state.talk.lines
    ]


def status(state: TableState) -> str:
    """Whether the table gathers people, is played at, or is closed."""
    if state.is_closed:
        return CLOSED
    return GATHERING if state.when is When.GATHERING else PLAYING


def match_view(state: TableState) -> MatchView:
    """The match so far."""
    return MatchView(
        round=state.number,
        dealer=state.seating.dealer if state.has_dealer else None,
        forehand=state.seating.forehand if state.has_dealer else None,
        first_dealer=state.match.first_dealer if state.has_dealer else None,
        totals=list(state.match.totals),
        sheet=sheet(state),
        # Known with the last score, so that no viewer is offered another round for a moment.
        over=state.match.is_over,
        winners=list(state.match.winners) if state.match.is_over else [],
        rematch=state.rematch,
        ready=sorted(state.ready),
    )


def fair_view(fairness: Fairness) -> FairView:
    """How the shown round was dealt, and what is promised of the next.

    Of contributions to the next round it says only who made one.
    """
    promise = fairness.promise
    shown = fairness.dealt[-1] if fairness.dealt else None
    return FairView(
        commitment=None if shown is None else shown.commitment,
        contributions=[] if shown is None else list(shown.contributions),
        seed=None if shown is None else shown.seed,
        next=None
        if promise is None
        else NextDeal(
            promise.table,
            promise.round,
            promise.commitment,
            [player for player, value in enumerate(fairness.given) if value is not None],
        ),
    )


def sheet(state: TableState) -> list[SheetLine]:
    """The score sheet: a line for each round that has been scored."""
    return [
        SheetLine(number, result.dealer, list(result.scores), list(owners))
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
    known: Event | None = None,
) -> Event:
    """The event for the viewer of these two views; `state` is that after it.

    `known` is what everybody may know of the fact, if that has been worked out.
    """
    if not shows_rounds(state, after.you) and not isinstance(fact, PeopleFact):
        known = Event(seq=0, k=kind_of(fact), set={})
    elif known is None:
        known = facts(fact, state)
    return replace(known, seq=seq, set=changes(before, after))


def facts(fact: Fact, state: TableState) -> Event:
    """What everybody may know of a fact; neither numbered nor with its changes."""
    kind = kind_of(fact)
    match fact:
        case Started(round=number, commitment=commitment):
            return Event(seq=0, k=kind, set={}, round=number, commitment=commitment)
        case Contributed(player=player, round=number):
            return Event(seq=0, k=kind, set={}, player=player, round=number)
        case Exchanged(stage=stage):
            return Event(seq=0, k=kind, set={}, stage=stage)
        case CardPlayed(player=player, card=card):
            hand, trick = play_facts(state)
            return Event(seq=0, k=kind, set={}, player=player, card=card, hand=hand, trick=trick)
        case Scored(round=number, seed=seed):
            return Event(seq=0, k=kind, set={}, round=number, seed=seed)
        case Committed(player=player) | RanOut(player=player) | Ready(player=player):
            return Event(seq=0, k=kind, set={}, player=player)
        case Said(player=player, phrase=phrase, text=text):
            return Event(seq=0, k=kind, set={}, player=player, phrase=phrase, text=text)
        case Paced(ms=pace):
            return Event(seq=0, k=kind, set={}, ms=pace)
        case Allowed(talk=talk, hints=hints, partners_talk=partners):
            return Event(seq=0, k=kind, set={}, talk=talk, hints=hints, partners_talk=partners)
        case Rematched(table=table):
            return Event(seq=0, k=kind, set={}, table=table)
        case _:
            return people_facts(fact)


def people_facts(fact: Fact) -> Event:
    """What everybody may know of a fact about people; of other facts only that they are."""
    kind = kind_of(fact)
    match fact:
        case Joined(player=player, name=name):
            return Event(seq=0, k=kind, set={}, player=player, name=name)
        case Filled(player=player, level=level, name=name):
            return Event(seq=0, k=kind, set={}, player=player, name=name, level=level)
        case (
            Left(player=player)
            | Opened(player=player)
            | Removed(player=player)
            | Handed(player=player)
            | Replaced(player=player)
            | Returned(player=player)
            | Moved(player=player)
        ):
            return Event(seq=0, k=kind, set={}, player=player)
        case _:
            return Event(seq=0, k=kind, set={})

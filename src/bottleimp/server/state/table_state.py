"""The state of a table, folded from its log, and what a command or an automatic play adds to it.

`after` folds one fact; `decided` turns a guest's command into a fact or refuses it.  Both are
pure.  What follows by itself is in `consequences`, who sits where is the business of `people`.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from bottleimp.errors import IllegalAction, NotationError
from bottleimp.game.actions import Action, OpenChoice, action_labelled
from bottleimp.game.match import Match
from bottleimp.game.round import Phase, Round
from bottleimp.knowledge.lazy_property import Kept
from bottleimp.protocol.messages import (
    Allow,
    AnyCommand,
    Commit,
    Next,
    Pace,
    PeopleCommand,
    Play,
    Say,
    Seed,
)
from bottleimp.protocol.refusals import Code, Refused
from bottleimp.rules.cards import Card
from bottleimp.rules.edition import Edition
from bottleimp.server.state import seating as people
from bottleimp.server.state.chat import NOTHING_SAID, Talk
from bottleimp.server.state.clocks import Clocks
from bottleimp.server.state.deals import Deals, edition_written
from bottleimp.server.state.events import (
    TABLE,
    Allowed,
    Begun,
    CardPlayed,
    Closed,
    Committed,
    Contributed,
    Created,
    Ended,
    Exchanged,
    Fact,
    OtherFact,
    Paced,
    Participant,
    PeopleFact,
    RanOut,
    Ready,
    Rematched,
    Resumed,
    Said,
    Scored,
    Started,
)  # fmt: skip
from bottleimp.server.state.fairness import Fairness
from bottleimp.server.state.person_tags import tag_of
from bottleimp.server.state.seating import Asker, People, When


@dataclass(frozen=True)
class TableState:
    """Everything true at a table, hidden cards included; only `projection` shows it.

    `seating` is the match as it stood when the shown round began: it says who sits where.
    `held` is the last choice of a stage, made but not yet carried out.  Before `has_dealer` the
    first dealer is not drawn, and the match counts from player 0; `dealer_by_seed` says that it is
    drawn from the seed.
    """

    table: str
    edition: Edition
    people: People
    pace: int
    match: Match
    seating: Match
    fairness: Fairness
    clocks: Clocks
    talk: Talk = NOTHING_SAID
    number: int = 0  # of the round; 0 before the first
    round: Round | None = None
    held: tuple[int, tuple[Action, ...]] | None = None  # seat, its choices
    is_scored: bool = False
    is_ended: bool = False
    is_closed: bool = False
    rematch: str | None = None
    finished: tuple[Round, ...] = ()
    owners_by_round: tuple[tuple[int, ...], ...] = ()  # of players, for each finished round
    ready: frozenset[int] = frozenset()  # players who have asked for the next round
    code: str | None = None
    key: bytes | None = field(default=None, repr=False)  # of the tags of people
    has_dealer: bool = True
    dealer_by_seed: bool = False

    @property
    def participants(self) -> tuple[Participant, ...]:
        """Who sits in each place."""
        return self.people.places

    @property
    def when(self) -> When:
        """How far the table is, as far as places are concerned."""
        if self.is_closed or self.is_ended:
            return When.OVER
        if self.number == 0:
            return When.GATHERING
        return When.BETWEEN if self.is_scored else When.PLAYING

    @Kept
    def asked(self) -> tuple[int, ...]:
        """Players who are to choose or to play now, in order of seats."""
        if self.is_closed or self.is_ended or self.round is None or self.round.is_over:
            return ()
        seats = self.waiting
        if not seats and self.round.phase is Phase.PLAY and self.round.turn is not None:
            seats = (self.round.turn,)
        return tuple(self.seating.player_at(seat) for seat in seats)

    def is_automatic(self, player: int) -> bool:
        """Whether a computer or a rule acts there now: always, or because time is up."""
        return self.people.is_automatic(player) or player in self.clocks.overdue

    def level(self, player: int) -> str | None:
        """The computer player that acts there now; None for a person and a driven seat."""
        if player in self.clocks.overdue:
            return self.people.settings.level
        return self.people.level(player)

    def held_by(self, holders: dict[int, str]) -> "TableState":
        """With these guests in their places, as logs of version 1 do not say it."""
        return replace(self, people=self.people.held_by(holders))

    @property
    def seatings(self) -> tuple[Match, ...]:
        """The match as it stood when each finished round began."""
        return tuple(
            replace(self.match, results=self.match.results[:played])
            for played in range(len(self.match.results))
        )

    @property
    def playing(self) -> Round:
        """The round that is shown; raises Refused before the first."""
        if self.round is None:
            raise Refused(Code.STALE, "No round has been dealt yet.")
        return self.round

    @property
    def waiting(self) -> tuple[int, ...]:
        """The seats that still owe secret choices."""
        if self.round is None:
            return ()
        late = None if self.held is None else self.held[0]
        return tuple(seat for seat in self.round.waiting if seat != late)


def after(
    state: TableState | None, fact: Fact, deals: Deals, actor: str = TABLE, at: int = 0
) -> TableState:
    """The state after a fact, by the guest who acted, at a time (ms since 1970).

    The first fact of a log is Created.
    """
    if isinstance(fact, Created):
        return at_first(fact, deals, None if actor == TABLE else actor)
    if state is None:
        raise ValueError("A log begins with the creation of its table.")
    if isinstance(fact, Said):
        name = state.people.places[fact.player].name
        tag = tag_of(state.key, actor)
        return replace(state, talk=state.talk.after(fact, name, tag, at))
    if isinstance(fact, PeopleFact):
        following = replace(state, people=state.people.after(fact, actor, state.when))
    else:
        following = after_fact(state, fact, deals)
    fairness = state.fairness.after(deals.table, fact)
    if fairness is not state.fairness:
        following = replace(following, fairness=fairness)
    if not state.clocks.is_on:
        return following
    asked = [p for p in following.asked if not following.people.is_automatic(p)]
    return replace(following, clocks=following.clocks.after(fact, at, asked))


def at_first(created: Created, deals: Deals, maker: str | None) -> TableState:
    """The state of a new table."""
    edition = edition_written(created.edition)
    has_dealer = created.first_dealer is not None
    match = Match(edition, created.first_dealer or 0)
    fairness = Fairness.begun(deals.table, created, edition.players)
    people = People.begun(created, maker)
    clocks = Clocks.begun(created.settings.clock, len(created.participants))
    return TableState(
        deals.table, edition, people, created.pace, match, match, fairness, clocks,
        code=created.code, key=deals.key, has_dealer=has_dealer, dealer_by_seed=not has_dealer,
    )  # fmt: skip


def after_fact(state: TableState, fact: OtherFact, deals: Deals) -> TableState:
    """The state after a fact, but for what it says about fair deals and about people."""
    match fact:
        case Created():
            raise ValueError("A table is made once.")
        case Contributed() | RanOut() | Resumed() | Said():
            return state
        case Started(round=number, mixing=mixing, dealer=dealer):
            played = Round(deals.deal(number, mixing, state.fairness.given))
            match = state.match if dealer is None else Match(state.edition, dealer)
            begun = replace(state, number=number, round=played, seating=match, match=match)
            return replace(begun, is_scored=False, ready=frozenset(), has_dealer=True)
        case Begun():
            return replace(state, people=replace(state.people, is_begun=True))
        case Ready(player=player):
            return replace(state, ready=state.ready | {player})
        case Ended():
            return replace(state, is_ended=True)
        case Paced(ms=pace):
            return replace(state, pace=pace)
        case Allowed():
            return replace(state, people=state.people.after_allowing(fact))
        case Closed():
            return replace(state, is_closed=True)
        case Rematched(table=table):
            return replace(state, rematch=table)
        case _:
            return after_action(state, fact)


def after_action(
    state: TableState, fact: Committed | Exchanged | CardPlayed | Scored
) -> TableState:
    """The state after something was done in the running round."""
    match fact:
        case Committed(player=player, actions=labels):
            return after_commit(state, player, labels)
        case Exchanged():
            if state.held is None:
                raise ValueError("A stage is complete only when everybody has chosen.")
            return replace(state, round=state.playing.commit(*state.held), held=None)
        case CardPlayed(player=player, card=label):
            seat = state.seating.seat_of(player)
            card = state.edition.deck.card(label)
            return replace(state, round=state.playing.play(card, seat))
        case Scored():
            return after_score(state)


def after_commit(state: TableState, player: int, labels: Sequence[str]) -> TableState:
    """The state after a player's secret choices; the last of a stage are held back."""
    seat = state.seating.seat_of(player)
    actions = tuple(action_labelled(state.edition, label) for label in labels)
    if state.playing.waiting == (seat,):
        return replace(state, held=(seat, actions))
    return replace(state, round=state.playing.commit(seat, actions))


def after_score(state: TableState) -> TableState:
    """The state after the round's scores have gone to the players."""
    scores = state.playing.scores
    if scores is None:
        raise ValueError("A round is scored when its last card has been played.")
    owners = tuple(
        state.seating.player_at(owner) for owner in state.playing.owners if owner is not None
    )
    return replace(
        state,
        match=state.match.after(scores),
        is_scored=True,
        finished=(*state.finished, state.playing),
        owners_by_round=(*state.owners_by_round, owners),
    )


def decided(state: TableState, asker: Asker, command: AnyCommand, deals: Deals) -> Fact:
    """The fact that the guest's command makes true; raises Refused.

    A rematch is not decided here: it needs a new table.
    """
    if state.is_closed:
        raise Refused(Code.TABLE_CLOSED)
    if isinstance(command, PeopleCommand):
        return change(state, asker, people.decided(state.people, state.when, asker, command), deals)
    player = state.people.player_of(asker.guest)
    if player is None:
        raise Refused(Code.NOT_ALLOWED)
    if isinstance(command, Pace | Allow):
        if player != state.people.host:
            raise Refused(Code.NOT_HOST)
        if isinstance(command, Allow):
            return change(state, asker, people.allowed(state.when, command), deals)
        return change(state, asker, Paced(command.ms), deals)
    if isinstance(command, Say):
        among_partners = state.edition.has_sides and state.when is When.PLAYING
        settings = state.people.settings
        return state.talk.said(player, command, settings, asker.at, among_partners=among_partners)
    if state.people.is_played_for(player):
        raise Refused(Code.PLAYED_FOR)
    if player in state.clocks.overdue and isinstance(command, Play | Commit):
        raise Refused(Code.TIME_UP)
    return decided_in_play(state, player, command, deals)


def change(state: TableState, asker: Asker, fact: Fact, deals: Deals) -> Fact:
    """The fact, if anything is another after it; raises Refused with `stale`."""
    if after(state, fact, deals, asker.guest, asker.at) == state:
        raise Refused(Code.STALE, "That is so already.")
    return fact


def decided_in_play(state: TableState, player: int, command: AnyCommand, deals: Deals) -> Fact:
    """The fact that a player's command about the game makes true."""
    match command:
        case Next(round=number):
            return next_round(state, player, number, deals)
        case Play(round=number, step=step, card=label):
            return card_played(state, player, number, step, label)
        case Commit(round=number, stage=stage, actions=labels):
            return committed(state, player, number, stage, labels)
        case Seed(round=number, value=value):
            return state.fairness.contributed(player, number, value)
        case _:
            raise Refused(Code.UNKNOWN_COMMAND)


def require_round(state: TableState, number: int) -> Round:
    """The running round, if it is this one; raises Refused."""
    if state.is_ended:
        raise Refused(Code.MATCH_OVER)
    if number != state.number:
        raise Refused(Code.STALE)
    return state.playing


def next_round(state: TableState, player: int, number: int, deals: Deals) -> Started | Ready:
    """The start of the round after this one; where several play, the player's wish for it."""
    require_round(state, number)
    if not state.is_scored:
        raise Refused(Code.ROUND_NOT_OVER)
    if state.people.acting == (player,):
        return deals.started(number + 1)
    if player in state.ready:
        raise Refused(Code.STALE, "You have asked for the next round.")
    return Ready(player)


def card_played(state: TableState, player: int, number: int, step: int, label: str) -> CardPlayed:
    """The play of a card, if the rules allow it now."""
    playing = require_round(state, number)
    if playing.is_over:
        raise Refused(Code.ROUND_OVER)
    if playing.phase is not Phase.PLAY:
        raise Refused(Code.NOT_THIS_PHASE)
    if step != playing.step:
        raise Refused(Code.STALE)
    seat = state.seating.seat_of(player)
    card = labelled(state, label)
    try:
        playing.play(card, seat)
    except IllegalAction as refusal:
        raise Refused.by_rule(refusal) from refusal
    return CardPlayed(player, label)


def committed(
    state: TableState, player: int, number: int, stage: int, labels: Sequence[str]
) -> Committed:
    """A player's secret choices, if they are all that is owed and legal."""
    playing = require_round(state, number)
    if playing.is_over:
        raise Refused(Code.ROUND_OVER)
    if playing.stage != stage:
        raise Refused(Code.STALE)
    seat = state.seating.seat_of(player)
    actions = [labelled(state, label) for label in labels]
    try:
        playing.commit(seat, actions)
    except IllegalAction as refusal:
        raise Refused.by_rule(refusal) from refusal
    return Committed(player, tuple(labels))


def labelled(state: TableState, label: str) -> Card | OpenChoice:
    """The action with this label; a card of another deck is one that nobody holds."""
    try:
        return action_labelled(state.edition, label)
    except NotationError as problem:
        raise Refused(Code.NOT_HELD) from problem


def automatic_players(state: TableState) -> tuple[int, ...]:
    """Those of the players asked for whom a computer or a rule plays."""
    return tuple(player for player in state.asked if state.is_automatic(player))

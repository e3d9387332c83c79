"""The part of a view that shows the round, filled from one observation."""

from collections.abc import Sequence
from dataclasses import dataclass

from msgspec.structs import replace as with_own

from bottleimp.game.actions import Action
from bottleimp.game.round import Phase, Played, Round, Trick
from bottleimp.knowledge.inference import Inference
from bottleimp.knowledge.lazy_property import Kept
from bottleimp.knowledge.memory_aids import without_aids
from bottleimp.knowledge.narration import Narrator, explained, turn_words
from bottleimp.knowledge.observation import Observation, Revealed, cards_in, observe, observed_by
from bottleimp.protocol.views import (
    Ask,
    CurrentTrick,
    HandView,
    Memory,
    PassedView,
    PlayView,
    ReceivedView,
    Result,
    ResultHand,
    ResultPass,
    RoundView,
    TrickView,
    Undercut,
    Void,
)
from bottleimp.rules.cards import Card, Suit
from bottleimp.rules.cardsets import under
from bottleimp.rules.decks import card_set
from bottleimp.rules.edition import Edition
from bottleimp.rules.seating import IMPS_TRICK, Pass
from bottleimp.rules.tricks import winning_card
from bottleimp.server.state.table_state import TableState
from bottleimp.server.text.i18n import Language
from bottleimp.server.text.words import SUIT_KEYS, hand_place, with_halves, with_minus_signs

IMP = "imp"
OPEN = "open"


def labels(cards: tuple[Action, ...] | tuple[Card, ...]) -> list[str]:
    """Cards and choices as they are written on the wire."""
    return [card.label for card in cards]


@dataclass(frozen=True)
class RoundProjection:
    """One viewer's round.  Only the observation reads the cards of `playing`.

    A viewer is shown what an onlooker is, and besides that what is the viewer's own.
    """

    state: TableState
    playing: Round
    viewer: int | None
    names: tuple[str, ...]  # by player
    language: Language
    public: "RoundProjection | None" = None  # what an onlooker is shown, if that is known
    # What the viewer was shown before, where only cards were played since.
    was: RoundView | None = None

    @Kept
    def seat(self) -> int | None:
        """The viewer's seat in this round."""
        return None if self.viewer is None else self.players.index(self.viewer)

    @Kept
    def seen(self) -> Observation:
        """All that the viewer knows of the cards."""
        public = self.public
        if public is None:
            return observe(self.playing, self.seat)
        return (
            public.seen if self.seat is None else observed_by(self.playing, self.seat, public.seen)
        )

    @Kept
    def inference(self) -> Inference:
        """What follows from it."""
        public = self.public
        if public is None:
            return Inference(self.seen)
        return public.inference if self.seat is None else Inference(self.seen, public.inference)

    @property
    def edition(self) -> Edition:
        return self.state.edition

    @Kept
    def players(self) -> tuple[int, ...]:
        """Seat -> player."""
        if self.public is not None:
            return self.public.players
        return tuple(self.state.seating.player_at(seat) for seat in range(self.edition.seats))

    def by_player(self, values: tuple[int, ...]) -> list[int]:
        """Values of the seats, in the order of players."""
        placed = dict(zip(self.players, values, strict=True))
        return [placed[player] for player in range(len(values))]

    @Kept
    def shown(self) -> Observation:
        """What the viewer knows, less what a table without aids hides now."""
        return without_aids(self.seen)

    @property
    def taken(self) -> list[int]:
        """The points taken, by player; empty where they are hidden."""
        points = self.shown.taken_points
        return self.by_player(points) if points else []

    @Kept
    def shown_to_all(self) -> RoundView:
        """The round as anyone may see it, with nothing that is for the viewer alone."""
        if self.was is not None:
            return self.shown_further(self.was)
        seen = self.seen
        return RoundView(
            number=self.state.number,
            phase=seen.phase.value,
            step=len(seen.played),
            order=list(self.players),
            sides=self.sides,
            weights=self.by_player(self.edition.weights),
            turn=None if seen.turn is None else self.players[seen.turn],
            stage=seen.stage,
            waiting=[self.players[seat] for seat in self.state.waiting],
            asks=[],
            hands=[self.hand(number) for number in range(len(self.edition.hands))],
            committed=None,
            passed=[],
            received=[],
            trick=self.current_trick if seen.phase is Phase.PLAY else None,
            tricks=[self.trick(trick) for trick in self.shown.tricks],
            prices=[self.edition.deck.number(price) for price in seen.prices],
            owners=[None if owner is None else self.players[owner] for owner in seen.owners],
            for_sale=seen.for_sale,
            taken=self.taken,
            played=labels(self.shown.played),
            legal=[],
            why_not={},
            turn_text="",
            undercut=None,
            memory=Memory([], []),
            result=None,
        )

    def shown_further(self, was: RoundView) -> RoundView:
        """The same, from what anyone was shown before: only what cards change is made anew."""
        seen, cards = self.seen, self.seen.played
        if self.shown is not seen:
            tricks = [self.trick(trick) for trick in self.shown.tricks]
            played = labels(self.shown.played)
        else:
            tricks = [*was.tricks, *map(self.trick, seen.tricks[len(was.tricks) :])]
            played = [*was.played, *labels(cards[len(was.played) :])]
        return with_own(
            was,
            step=len(cards),
            turn=None if seen.turn is None else self.players[seen.turn],
            hands=self.hands_further(was.hands, range(len(was.hands))),
            trick=self.current_trick,
            tricks=tricks,
            prices=[self.edition.deck.number(price) for price in seen.prices],
            owners=[None if owner is None else self.players[owner] for owner in seen.owners],
            for_sale=seen.for_sale,
            taken=self.taken,
            played=played,
        )

    def hands_further(self, shown: list[HandView], numbers: Sequence[int]) -> list[HandView]:
        """The hands, those of these numbers made anew if they are not as they were shown.

        While cards are played a hand changes only by becoming smaller.
        """
        hands, sizes = list(shown), self.seen.hand_sizes
        for number in numbers:
            if hands[number].size != sizes[number]:
                hands[number] = self.hand(number)
        return hands

    def own_further(self, was: RoundView, public: RoundView) -> RoundView:
        """The round as the viewer sees it, from what it was shown before; both while playing."""
        hands = list(public.hands)
        for number in self.seen.own_hands:
            hands[number] = was.hands[number]
        return with_own(
            public,
            hands=self.hands_further(hands, self.seen.own_hands),
            passed=was.passed,
            received=was.received,
            legal=labels(self.seen.legal),
            why_not=self.why_not,
            turn_text=self.turn_text,
            undercut=self.undercut,
            memory=self.memory,
        )

    def view(self) -> RoundView:
        """The round as the viewer sees it."""
        if self.was is not None:
            return self.own_further(self.was, (self.public or self).shown_to_all)
        seen, playing, public = self.seen, self.seen.phase is Phase.PLAY, self.public or self
        committed = self.committed
        hands = list(public.shown_to_all.hands)
        for number in seen.own_hands:
            hands[number] = self.hand(number)
        return with_own(
            public.shown_to_all,
            asks=self.asks,
            hands=hands,
            committed=committed,
            passed=[
                PassedView(step.card.label, *self.destination(step.target)) for step in seen.passed
            ],
            received=[
                ReceivedView(step.card.label, self.players[step.giver], step.hand)
                for step in seen.received
            ],
            legal=[] if committed is not None else labels(seen.legal),
            why_not=self.why_not if playing else {},
            turn_text=self.turn_text if playing else "",
            undercut=self.undercut if playing else None,
            memory=self.memory if playing else Memory([], []),
            result=self.result(seen.revealed)
            if seen.revealed is not None and self.state.is_scored
            else None,
        )

    @property
    def sides(self) -> list[list[int]] | None:
        """Players that score together; None where everyone is alone."""
        if not self.edition.has_sides:
            return None
        groups: dict[int, list[int]] = {}
        for seat, side in enumerate(self.edition.sides):
            groups.setdefault(side, []).append(self.players[seat])
        return [sorted(group) for group in groups.values()]

    # --- the exchange -------------------------------------------------------------------

    @property
    def committed(self) -> list[str] | None:
        """The viewer's own choices of the running stage, once it has made them all."""
        held = self.state.held
        if held is not None and held[0] == self.seat:
            return labels(held[1])
        if self.seen.chosen and not self.seen.asks:
            return labels(self.seen.chosen)
        return None

    @property
    def asks(self) -> list[Ask]:
        """What the running stage asks of the viewer, in order, whether it has chosen or not."""
        if self.seat is None:
            return []
        if self.seen.phase is Phase.CHOICE:
            text = self.language.gettext("Which of your hands lies open?")
            return [Ask(OPEN, None, None, text)]
        if self.seen.phase is not Phase.EXCHANGE:
            return []
        stage = self.edition.stages[self.seen.stage]
        return [self.ask(step) for step in stage if step.seat == self.seat]

    def ask(self, step: Pass) -> Ask:
        """The choice of one card to pass."""
        to, to_hand = self.destination(step.target)
        name = self.names[to] if isinstance(to, int) else ""
        text = hand_place(self.edition, step.target, name, self.language, is_own=to == self.viewer)
        return Ask(to, to_hand, step.source, text)

    def destination(self, target: int) -> tuple[int | str, int | None]:
        """Where a passed card goes: a player and a hand, or the imp's trick."""
        if target == IMPS_TRICK:
            return IMP, None
        return self.players[self.edition.hands[target].seat], target

    def hand(self, number: int) -> HandView:
        """A hand, with its cards where the viewer sees them."""
        cards = self.seen.hands[number]
        return HandView(
            hand=number,
            player=self.players[self.edition.hands[number].seat],
            open=number in self.seen.open_hands,
            size=self.seen.hand_sizes[number],
            cards=None if cards is None else labels(cards),
        )

    # --- tricks -------------------------------------------------------------------------

    def play(self, play: Played) -> PlayView:
        """A card on the table."""
        return PlayView(self.players[play.seat], play.card.label, play.hand)

    @property
    def current_trick(self) -> CurrentTrick | None:
        """The trick on the table, or the lead that is awaited."""
        plays, price = self.seen.plays, self.seen.price
        if not plays:
            turn = self.seen.turn
            if turn is None:
                return None
            return CurrentTrick(self.players[turn], None, [], None, None, winning_buys=False)
        best = winning_card(card_set(play.card for play in plays), price)
        winner = next(play for play in plays if play.card.place == best)
        return CurrentTrick(
            leader=self.players[plays[0].seat],
            led=SUIT_KEYS[plays[0].card.suit],
            plays=[self.play(play) for play in plays],
            winning=self.players[winner.seat],
            winning_card=winner.card.label,
            winning_buys=best < price,
        )

    def trick(self, trick: Trick) -> TrickView:
        """A finished trick."""
        owner = trick.owner_before
        return TrickView(
            leader=self.players[trick.leader],
            plays=[self.play(play) for play in trick.plays],
            taker=self.players[trick.taker],
            winning_card=trick.winner.card.label,
            bottle=trick.bottle,
            owner_before=None if owner is None else self.players[owner],
            price_before=self.edition.deck.number(max(trick.prices_before)),
            price_after=None if trick.bottle is None else trick.winner.card.label,
            points=trick.points,
        )

    @property
    def why_not(self) -> dict[str, str]:
        """The viewer's cards that may not be played now, with the reason; only on its turn."""
        if self.seat is None or self.seen.turn != self.seat:
            return {}
        reasons = (
            (card.label, explained(self.seen, card, self.language.catalogue))
            for card in self.seen.hand
        )
        return {label: reason for label, reason in reasons if reason is not None}

    @property
    def turn_text(self) -> str:
        """What the viewer may play, in a sentence; empty unless it is the viewer's turn."""
        return turn_words(self.seen, self.language.catalogue)

    # --- what a careful player remembers --------------------------------------------------

    @property
    def undercut(self) -> Undercut | None:
        """Whether and by whom the bottle for sale can still be bought, as the viewer can tell.

        None at a table without aids: the answer follows from earlier tricks.
        """
        if self.shown is not self.seen:
            return None
        buyers = sorted(self.players[seat] for seat in self.inference.undercutters())
        return Undercut(bool(buyers) and self.inference.may_be_sold(), buyers)

    @Kept
    def voids(self) -> list[Void]:
        """The suits that hands are known to lack, because they did not follow suit."""
        suits = tuple(zip(Suit, self.edition.layout.suits, strict=True))
        return [
            Void(
                self.players[self.edition.hands[number].seat],
                number,
                [SUIT_KEYS[suit] for suit, cards in suits if lacking & cards],
            )
            for number, lacking in enumerate(self.inference.voids)
            if lacking
        ]

    @property
    def memory(self) -> Memory:
        """Cards under the price not seen yet, and the suits that hands are known to lack."""
        if self.shown is not self.seen:
            return Memory([], [])
        unseen = under(self.inference.unseen, self.seen.price)
        return Memory(labels(cards_in(self.edition.deck, unseen)), (self.public or self).voids)

    # --- the score ----------------------------------------------------------------------

    def result(self, revealed: Revealed) -> Result:
        """The score of the round, and the deal and the exchange that are now public."""
        return Result(
            scores=self.by_player(revealed.scores),
            imps_trick=labels(revealed.imps_trick),
            imps_points=sum(card.points for card in revealed.imps_trick),
            owners=[self.players[owner] for owner in self.seen.owners if owner is not None],
            deal=[
                ResultHand(number, self.players[self.edition.hands[number].seat], labels(cards))
                for number, cards in enumerate(revealed.deal.hands)
            ],
            left_over=labels(revealed.deal.left_over),
            passes=[
                ResultPass(self.players[seat], passed.card.label, *self.destination(passed.target))
                for seat, passed in revealed.passes
            ],
            taken=self.by_player(self.seen.taken_points),
            lines=self.score_lines(revealed),
        )

    def score_lines(self, revealed: Revealed) -> list[str]:
        """Why everyone scores what they score, in the order of players."""
        names = tuple(self.names[player] for player in self.players)
        narrator = Narrator(names, self.language.catalogue)
        by_seat = [narrator.score(self.seen, revealed, seat) for seat in range(len(names))]
        of_players = dict(zip(self.players, by_seat, strict=True))
        imps_trick = with_halves(narrator.scores(self.seen)[0])
        lines = [imps_trick, *(of_players[p] for p in sorted(of_players))]
        return [with_minus_signs(line) for line in lines]

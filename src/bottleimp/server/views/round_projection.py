"""The part of a view that shows the round, filled from one observation."""

from collections.abc import Sequence
from dataclasses import dataclass

from msgspec.structs import replace as with_own

from bottleimp.game.round import Phase, PlayedCard, Round, Trick
from bottleimp.game.sides import players_by_side, side_numbers
from bottleimp.knowledge.claims import possible_claim
from bottleimp.knowledge.inference import Inference
from bottleimp.knowledge.lazy_property import lazy_property
from bottleimp.knowledge.memory_aids import without_aids
from bottleimp.knowledge.narration import refusal_text, turn_words
from bottleimp.knowledge.observation import (
    Observation,
    RevealedRound,
    cached_cards,
    observe,
    seat_observation,
)
from bottleimp.languages.language import Language
from bottleimp.protocol.views import (
    ClaimName,
    CurrentTrickView,
    HandView,
    InferenceView,
    PassedCardView,
    PlayView,
    ReceivedCardView,
    RequiredChoice,
    RoundResultView,
    RoundView,
    TrickView,
    UndercutView,
    VoidView,
)
from bottleimp.rules.cards import Suit
from bottleimp.rules.cardsets import under
from bottleimp.rules.edition import Edition
from bottleimp.rules.seating import Pass
from bottleimp.server.state.table_state import TableState
from bottleimp.server.state.undo import may_undo
from bottleimp.server.text.words import SUIT_KEYS, pass_destination_text
from bottleimp.server.views.round_result import (
    by_player,
    card_labels,
    pass_destination,
    round_result_view,
)

OPEN = "open"


@dataclass(frozen=True)
class RoundProjection:
    """One viewer's round.  Only the observation reads the cards of `playing`.

    A viewer is shown what an onlooker is, and besides that what is the viewer's own.
    """

    state: TableState
    round: Round
    viewer: int | None
    names: tuple[str, ...]  # by player
    language: Language
    public: "RoundProjection | None" = None  # what an onlooker is shown, if that is known
    # What the viewer was shown before, where only cards were played since.
    previous: RoundView | None = None

    @lazy_property
    def seat(self) -> int | None:
        """The viewer's seat in this round."""
        return None if self.viewer is None else self.player_by_seat.index(self.viewer)

    @lazy_property
    def observation(self) -> Observation:
        """All that the viewer knows of the cards."""
        public = self.public
        if public is None:
            return observe(self.round, self.seat)
        return (
            public.observation
            if self.seat is None
            else seat_observation(self.round, self.seat, public.observation)
        )

    @lazy_property
    def inference(self) -> Inference:
        """What follows from it."""
        public = self.public
        if public is None:
            return Inference(self.observation)
        return (
            public.inference if self.seat is None else Inference(self.observation, public.inference)
        )

    @property
    def edition(self) -> Edition:
        return self.state.edition

    @lazy_property
    def player_by_seat(self) -> tuple[int, ...]:
        """Seat -> player."""
        if self.public is not None:
            return self.public.player_by_seat
        return tuple(
            self.state.round_start_match.player_at(seat) for seat in range(self.edition.seats)
        )

    @lazy_property
    def visible(self) -> Observation:
        """What the viewer knows, less what a table without aids hides now."""
        return without_aids(self.observation)

    @property
    def taken_points(self) -> list[int]:
        """The points taken, by player; empty where they are hidden."""
        points = self.visible.taken_points
        return by_player(self.player_by_seat, points) if points else []

    @lazy_property
    def public_view(self) -> RoundView:
        """The round as anyone may see it, with nothing that is for the viewer alone."""
        if self.previous is not None:
            return self.update_public_view(self.previous)
        seen = self.observation
        return RoundView(
            number=self.state.round_number,
            phase=seen.phase.value,
            step=len(seen.played_cards),
            order=list(self.player_by_seat),
            sides=players_by_side(self.edition, self.player_by_seat),
            side_numbers=list(side_numbers(self.edition, self.player_by_seat)),
            weights=by_player(self.player_by_seat, self.edition.weights),
            turn=None if seen.turn is None else self.player_by_seat[seen.turn],
            stage=seen.stage,
            waiting=[self.player_by_seat[seat] for seat in self.state.waiting_seats],
            asks=[],
            hands=[self.hand_view(number) for number in range(len(self.edition.hands))],
            committed=None,
            passed=[],
            received=[],
            trick=self.current_trick_view if seen.phase is Phase.PLAY else None,
            tricks=[self.trick_view(trick) for trick in self.visible.tricks],
            prices=[self.edition.deck.label_at(price) for price in seen.prices],
            owners=[None if owner is None else self.player_by_seat[owner] for owner in seen.owners],
            for_sale=seen.for_sale,
            taken=self.taken_points,
            played=card_labels(self.visible.played_cards),
            legal=[],
            claim=None,
            undo=False,
            why_not={},
            turn_text="",
            undercut=None,
            memory=InferenceView([], []),
            result=None,
        )

    def update_public_view(self, was: RoundView) -> RoundView:
        """The same, from what anyone was shown before: only what cards change is made anew."""
        seen, cards = self.observation, self.observation.played_cards
        if self.visible is not seen:
            tricks = [self.trick_view(trick) for trick in self.visible.tricks]
            played = card_labels(self.visible.played_cards)
        else:
            tricks = [*was.tricks, *map(self.trick_view, seen.tricks[len(was.tricks) :])]
            played = [*was.played, *card_labels(cards[len(was.played) :])]
        return with_own(
            was,
            step=len(cards),
            turn=None if seen.turn is None else self.player_by_seat[seen.turn],
            hands=self.update_hands(was.hands, range(len(was.hands))),
            trick=self.current_trick_view,
            tricks=tricks,
            prices=[self.edition.deck.label_at(price) for price in seen.prices],
            owners=[None if owner is None else self.player_by_seat[owner] for owner in seen.owners],
            for_sale=seen.for_sale,
            taken=self.taken_points,
            played=played,
        )

    def update_hands(self, shown: list[HandView], numbers: Sequence[int]) -> list[HandView]:
        """The hands, those of these numbers made anew if they are not as they were shown.

        While cards are played a hand changes only by becoming smaller.
        """
        hands, sizes = list(shown), self.observation.hand_sizes
        for number in numbers:
            if hands[number].size != sizes[number]:
                hands[number] = self.hand_view(number)
        return hands

    def update_own_view(self, was: RoundView, public: RoundView) -> RoundView:
        """The round as the viewer sees it, from what it was shown before; both while playing."""
        hands = list(public.hands)
        for number in self.observation.own_hands:
            hands[number] = was.hands[number]
        return with_own(
            public,
            hands=self.update_hands(hands, self.observation.own_hands),
            passed=was.passed,
            received=was.received,
            legal=[] if self.state.is_claimed else card_labels(self.observation.legal_actions),
            claim=self.claim,
            undo=may_undo(self.state, self.viewer),
            why_not=self.illegal_reasons,
            turn_text=self.turn_text,
            undercut=self.undercut_view,
            memory=self.inference_view,
        )

    def view(self) -> RoundView:
        """The round as the viewer sees it."""
        if self.previous is not None:
            return self.update_own_view(self.previous, (self.public or self).public_view)
        seen, public = self.observation, self.public or self
        playing = seen.phase is Phase.PLAY
        committed = self.committed_choices
        is_done = committed is not None or self.state.is_claimed
        hands = list(public.public_view.hands)
        for number in seen.own_hands:
            hands[number] = self.hand_view(number)
        return with_own(
            public.public_view,
            asks=self.required_choices,
            hands=hands,
            committed=committed,
            passed=[
                PassedCardView(
                    step.card.label,
                    *pass_destination(self.edition, self.player_by_seat, step.target),
                )
                for step in seen.passed_cards
            ],
            received=[
                ReceivedCardView(step.card.label, self.player_by_seat[step.giver], step.hand)
                for step in seen.received_cards
            ],
            legal=[] if is_done else card_labels(seen.legal_actions),
            claim=self.claim if playing else None,
            undo=may_undo(self.state, self.viewer),
            why_not=self.illegal_reasons if playing else {},
            turn_text=self.turn_text if playing else "",
            undercut=self.undercut_view if playing else None,
            memory=self.inference_view if playing else InferenceView([], []),
            result=self.result_view(seen.revealed)
            if seen.revealed is not None and self.state.is_scored
            else None,
        )

    # --- the exchange -------------------------------------------------------------------

    @property
    def committed_choices(self) -> list[str] | None:
        """The viewer's own choices of the running stage, once it has made them all."""
        held = self.state.pending_choices
        if held is not None and held[0] == self.seat:
            return card_labels(held[1])
        if self.observation.own_choices and not self.observation.passes_owed:
            return card_labels(self.observation.own_choices)
        return None

    @property
    def required_choices(self) -> list[RequiredChoice]:
        """What the running stage asks of the viewer, in order, whether it has chosen or not."""
        if self.seat is None:
            return []
        if self.observation.phase is Phase.CHOICE:
            text = self.language.gettext("Which of your hands lies open?")
            return [RequiredChoice(OPEN, None, None, text)]
        if self.observation.phase is not Phase.EXCHANGE:
            return []
        stage = self.edition.stages[self.observation.stage]
        return [self.required_choice(step) for step in stage if step.seat == self.seat]

    def required_choice(self, step: Pass) -> RequiredChoice:
        """The choice of one card to pass."""
        to, to_hand = pass_destination(self.edition, self.player_by_seat, step.target)
        name = self.names[to] if isinstance(to, int) else ""
        text = pass_destination_text(
            self.edition, step.target, name, self.language, is_own=to == self.viewer
        )
        return RequiredChoice(to, to_hand, step.source, text)

    def hand_view(self, number: int) -> HandView:
        """A hand, with its cards where the viewer sees them."""
        cards = self.observation.hands[number]
        return HandView(
            hand=number,
            player=self.player_by_seat[self.edition.hands[number].seat],
            open=number in self.observation.open_hands,
            size=self.observation.hand_sizes[number],
            cards=None if cards is None else card_labels(cards),
        )

    # --- tricks -------------------------------------------------------------------------

    def play_view(self, play: PlayedCard) -> PlayView:
        """A card on the table."""
        return PlayView(self.player_by_seat[play.seat], play.card.label, play.hand)

    @property
    def current_trick_view(self) -> CurrentTrickView | None:
        """The trick on the table, or the lead that is awaited."""
        plays, winner = self.observation.plays, self.observation.winning_play
        if winner is None:
            turn = self.observation.turn
            if turn is None:
                return None
            return CurrentTrickView(
                self.player_by_seat[turn], None, [], None, None, winning_buys=False
            )
        return CurrentTrickView(
            leader=self.player_by_seat[plays[0].seat],
            led=SUIT_KEYS[plays[0].card.suit],
            plays=[self.play_view(play) for play in plays],
            winning=self.player_by_seat[winner.seat],
            winning_card=winner.card.label,
            winning_buys=winner.card.place < self.observation.price,
        )

    def trick_view(self, trick: Trick) -> TrickView:
        """A finished trick."""
        owner = trick.owner_before
        return TrickView(
            leader=self.player_by_seat[trick.leader],
            plays=[self.play_view(play) for play in trick.plays],
            taker=self.player_by_seat[trick.taker],
            winning_card=trick.winner.card.label,
            bottle=trick.bottle,
            owner_before=None if owner is None else self.player_by_seat[owner],
            price_before=self.edition.deck.label_at(trick.price),
            price_after=None if trick.bottle is None else trick.winner.card.label,
            points=trick.points,
        )

    @property
    def illegal_reasons(self) -> dict[str, str]:
        """The viewer's cards that may not be played now, with the reason; only on its turn."""
        if self.seat is None or self.observation.turn != self.seat or self.state.is_claimed:
            return {}
        reasons = (
            (card.label, refusal_text(self.observation, card, self.language.catalogue))
            for card in self.observation.hand
        )
        return {label: reason for label, reason in reasons if reason is not None}

    @property
    def turn_text(self) -> str:
        """What the viewer may play, in a sentence; empty unless it is the viewer's turn."""
        is_claimed = self.state.is_claimed
        return "" if is_claimed else turn_words(self.observation, self.language.catalogue)

    @property
    def claim(self) -> ClaimName | None:
        """What the viewer may claim now; nothing once the rest has been claimed."""
        is_claimed = self.state.is_claimed
        claim = None if is_claimed else possible_claim(self.observation, self.inference)
        return None if claim is None else claim.value

    # --- what a careful player remembers --------------------------------------------------

    @property
    def undercut_view(self) -> UndercutView | None:
        """Whether and by whom the bottle for sale can still be bought, as the viewer can tell.

        None at a table without aids: the answer follows from earlier tricks.
        """
        if self.visible is not self.observation:
            return None
        buyers = sorted(self.player_by_seat[seat] for seat in self.inference.possible_buyers())
        return UndercutView(bool(buyers) and self.inference.may_be_sold(), buyers)

    @lazy_property
    def void_views(self) -> list[VoidView]:
        """The suits that hands are known to lack, because they did not follow suit."""
        suits = tuple(zip(Suit, self.edition.layout.suits, strict=True))
        return [
            VoidView(
                self.player_by_seat[self.edition.hands[number].seat],
                number,
                [SUIT_KEYS[suit] for suit, cards in suits if lacking & cards],
            )
            for number, lacking in enumerate(self.inference.voids)
            if lacking
        ]

    @property
    def inference_view(self) -> InferenceView:
        """Cards under the price not seen yet, and the suits that hands are known to lack."""
        if self.visible is not self.observation:
            return InferenceView([], [])
        unseen = under(self.inference.unseen_cards, self.observation.price)
        return InferenceView(
            card_labels(cached_cards(self.edition.deck, unseen)), (self.public or self).void_views
        )

    # --- the score ----------------------------------------------------------------------

    def result_view(self, revealed: RevealedRound) -> RoundResultView:
        """The score of the round, and the deal and the exchange that are now public."""
        return round_result_view(
            self.observation, revealed, self.player_by_seat, self.names, self.language
        )

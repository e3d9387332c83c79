"""A view from the wire as a scene for the screen: players become seats, numbers become cards."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from functools import cached_property

from bottleimp.game.actions import Action, action_from_label
from bottleimp.game.deal import Deal
from bottleimp.game.match import Match, RoundResult
from bottleimp.game.round import Phase, PlayedCard, Trick
from bottleimp.knowledge.claims import Claim
from bottleimp.knowledge.memory_aids import hides_aids
from bottleimp.knowledge.observation import Observation, PassedCard, ReceivedCard, RevealedRound
from bottleimp.protocol.views import PassedCardView, PlayView, RoundView, View
from bottleimp.rules.cards import Card
from bottleimp.rules.edition import Edition
from bottleimp.rules.editions import edition_from_text
from bottleimp.rules.seating import Pass
from bottleimp.terminal.session.session import Scene


@dataclass(frozen=True)
class RemoteView:
    """The view of somebody who plays, in a round; `present` are the players who are connected."""

    view: View
    present: Collection[int] = ()

    @property
    def round(self) -> RoundView:
        """The round as we see it."""
        assert self.view.round is not None  # a scene needs a round
        return self.view.round

    @cached_property
    def edition(self) -> Edition:
        """What is played."""
        return edition_from_text(self.view.table.edition)

    @cached_property
    def places_by_label(self) -> dict[str, int]:
        """The places in the deck by printed numbers, the first price among them."""
        deck = self.edition.deck
        return {deck.label_at(place): place for place in range(deck.size)}

    @property
    def seating(self) -> tuple[int, ...]:
        """The player in each seat."""
        return tuple(self.round.order)

    @property
    def seat(self) -> int:
        """Our own."""
        assert self.view.you is not None  # an onlooker has no scene
        return self.seat_of(self.view.you)

    def seat_of(self, player: int) -> int:
        """The seat of a player in this round."""
        return self.seating.index(player)

    def cards(self, labels: Iterable[str]) -> tuple[Card, ...]:
        """The cards with these numbers."""
        return tuple(self.edition.deck.card(label) for label in labels)

    def actions(self, labels: Iterable[str]) -> tuple[Action, ...]:
        """Cards, or which hand is to be laid open."""
        return tuple(action_from_label(self.edition, label) for label in labels)

    # --- the scene ----------------------------------------------------------------------

    @property
    def scene(self) -> Scene:
        """All of it."""
        names = tuple(who.name for who in self.view.players)
        return Scene(
            self.observation,
            self.match,
            names,
            self.seating,
            claim=self.claim,
            may_undo=self.round.undo and self.view.table.status != "closed",
            has_stand_in=self.has_stand_in,
            awaited=self.awaited,
        )

    @property
    def awaited(self) -> tuple[int, ...]:
        """For whom the next round waits, once we have asked for it: people who are here."""
        ready = self.view.match.ready
        if self.view.you not in ready or self.view.match.over:
            return ()
        return tuple(
            player
            for player, who in enumerate(self.view.players)
            if who.kind == "human"
            and who.stand_in is None
            and player in self.present
            and player not in ready
        )

    @property
    def has_stand_in(self) -> bool:
        """Whether a computer player plays in our place."""
        assert self.view.you is not None  # an onlooker has no scene
        return self.view.players[self.view.you].stand_in is not None

    @property
    def claim(self) -> Claim | None:
        """What may be claimed now; nothing while a computer player plays in our place."""
        if self.round.claim is None or self.has_stand_in:
            return None
        return Claim(self.round.claim)

    @property
    def match(self) -> Match:
        """The match; the result of the round is in it as soon as that is over."""
        shown = self.view.match
        results = tuple(RoundResult(line.dealer, tuple(line.scores)) for line in shown.sheet)
        return Match(self.edition, shown.first_dealer or 0, results)  # None before a deal

    @property
    def phase(self) -> Phase:
        """What is going on; a round is over for us once it has been scored."""
        return Phase(self.round.phase)

    @property
    def observation(self) -> Observation:
        """What our seat sees."""
        shown, hands = self.round, sorted(self.round.hands, key=lambda hand: hand.hand)
        chosen = self.actions(shown.committed or ())
        trick = shown.trick
        return Observation(
            seat=self.seat,
            edition=self.edition,
            phase=self.phase,
            stage=shown.stage,
            hands=tuple(None if hand.cards is None else self.cards(hand.cards) for hand in hands),
            hand_sizes=tuple(hand.size for hand in hands),
            open_hands=tuple(hand.hand for hand in hands if hand.open),
            committed=tuple(player not in shown.waiting for player in self.seating),
            passes_owed=() if chosen else self.passes_owed,
            own_choices=chosen,
            passed_cards=self.passed_cards(self.seat, shown.passed),
            received_cards=tuple(
                ReceivedCard(self.card(one.card), self.seat_of(one.giver), one.hand)
                for one in shown.received
            ),
            tricks=self.tricks,
            plays=() if trick is None else self.plays(trick.plays),
            prices=tuple(self.places_by_label[price] for price in shown.prices),
            owners=tuple(None if owner is None else self.seat_of(owner) for owner in shown.owners),
            for_sale=shown.for_sale,
            taken_points=tuple(shown.taken[player] for player in self.seating)
            if shown.taken
            else (),
            turn=None if shown.turn is None else self.seat_of(shown.turn),
            legal_actions=self.actions(shown.legal),
            revealed=self.revealed_round,
        )

    def card(self, label: str) -> Card:
        """The card with this number."""
        return self.edition.deck.card(label)

    @property
    def passes_owed(self) -> tuple[Pass, ...]:
        """What our seat passes in the running stage of the exchange."""
        if self.phase is not Phase.EXCHANGE:
            return ()
        stage = self.edition.stages[self.round.stage]
        return tuple(step for step in stage if step.seat == self.seat)

    def passed_cards(self, seat: int, cards: Iterable[PassedCardView]) -> tuple[PassedCard, ...]:
        """The passes of a seat; where each came from and went to, the edition says."""
        own = [step for step in self.edition.passes if step.seat == seat]
        return tuple(
            PassedCard(self.card(one.card), step.source, step.target)
            for step, one in zip(own, cards, strict=False)
        )

    def plays(self, plays: Iterable[PlayView]) -> tuple[PlayedCard, ...]:
        """Cards on the table."""
        return tuple(
            PlayedCard(self.seat_of(play.player), play.hand, self.card(play.card)) for play in plays
        )

    @property
    def tricks(self) -> tuple[Trick, ...]:
        """The finished tricks, with the prices of all bottles before each."""
        prices = [self.edition.deck.start_price] * self.edition.bottles
        found = []
        for trick in self.round.tricks:
            plays, taker = self.plays(trick.plays), self.seat_of(trick.taker)
            if hides_aids(self.edition, self.phase):  # the prices of the others are not known
                prices = [self.places_by_label[trick.price_before]] * self.edition.bottles
            owner = trick.owner_before
            seat = None if owner is None else self.seat_of(owner)
            found.append(Trick(plays, taker, tuple(prices), trick.bottle, seat))
            if trick.bottle is not None:
                prices[trick.bottle] = self.card(trick.winning_card).place
        return tuple(found)

    @property
    def revealed_round(self) -> RevealedRound | None:
        """What becomes public with the score."""
        result = self.round.result
        if result is None:
            return None
        hands = sorted(result.deal, key=lambda hand: hand.hand)
        deal = Deal(
            self.edition,
            tuple(self.cards(hand.cards) for hand in hands),
            self.cards(result.left_over),
        )
        own = [
            iter([one for one in result.passes if one.player == player]) for player in self.seating
        ]
        passes = [
            (
                step.seat,
                PassedCard(self.card(next(own[step.seat]).card), step.source, step.target),
            )
            for step in self.edition.passes
        ]
        scores = tuple(result.scores[player] for player in self.seating)
        return RevealedRound(deal, tuple(passes), self.cards(result.imps_trick), scores)


def is_displayable(shown: RoundView | None) -> bool:
    """Whether a round is dealt, and scored if it is over."""
    return shown is not None and (shown.phase != "over" or shown.result is not None)

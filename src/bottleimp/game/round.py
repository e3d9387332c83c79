"""One round as a value: its deal, what has been done, and what may be done next."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import Enum
from functools import cached_property

from bottleimp.errors import IllegalAction, RefusalReason
from bottleimp.game.actions import Action, action_from_number, action_number, own_action_number
from bottleimp.game.deal import Deal
from bottleimp.game.refusals import REFUSAL_SENTENCES, SeatRequest
from bottleimp.rules.cards import Card
from bottleimp.rules.cardsets import holds, members, set_of
from bottleimp.rules.decks import card_set
from bottleimp.rules.edition import Edition
from bottleimp.rules.position import (
    FOREHAND,
    NOBODY,
    Layout,
    Position,
    is_choosing,
    is_over,
    is_passing,
)
from bottleimp.rules.scoring import card_points, scores
from bottleimp.rules.seating import Pass
from bottleimp.rules.tricks import dearest_bottle, winning_card
from bottleimp.rules.turns import advance, legal_actions


class Phase(Enum):
    """What the seats are asked for; derived from the position, never stored."""

    EXCHANGE = "exchange"
    CHOICE = "choice"
    PLAY = "play"
    OVER = "over"


@dataclass(frozen=True, slots=True)  # a server keeps those of all finished rounds
class PlayedCard:
    """A card on the table: who played it, and from which hand (by number)."""

    seat: int
    hand: int
    card: Card


def winning_play(plays: Sequence[PlayedCard], price: int) -> PlayedCard:
    """The play that takes a trick, or has it so far: there must be one at least."""
    best = winning_card(card_set(play.card for play in plays), price)
    return next(play for play in plays if play.card.place == best)


@dataclass(frozen=True, slots=True)
class Trick:
    """A finished trick; `bottle` is the number of the bottle it sold, or None.

    `owner_before` is the seat that owned that bottle until then, or None.
    """

    plays: tuple[PlayedCard, ...]
    taker: int
    prices_before: tuple[int, ...]
    bottle: int | None
    owner_before: int | None = None

    @property
    def leader(self) -> int:
        """The seat that played first."""
        return self.plays[0].seat

    @property
    def price(self) -> int:
        """The place of the price that counted: that of the bottle for sale."""
        return max(self.prices_before)

    @property
    def winner(self) -> PlayedCard:
        """The play that took the trick."""
        return winning_play(self.plays, self.price)

    @property
    def is_kept(self) -> bool:
        """Whether the taker already owned the bottle and keeps it at a lower price."""
        return self.bottle is not None and self.taker == self.owner_before

    @property
    def points(self) -> int:
        """The points of its cards."""
        return sum(play.card.points for play in self.plays)


@dataclass(frozen=True)
class Round:
    """A deal and the actions so far; `play` and `commit` return the round after.

    Choices made in secret at the same moment (the passes up to a pick-up, the open hands) wait
    in `pending` until every seat has made its own, in whatever order they come in.

    >>> from bottleimp import Deal, Round, edition
    >>> before = Round(Deal.from_seed(edition("classic/3"), 2024))
    >>> after = before.play(before.legal_actions[0])
    >>> before.choices_owed(0), after.choices_owed(0), after.turn
    (3, 2, 0)
    """

    deal: Deal
    actions: tuple[int, ...] = field(init=False, default=())  # settled ones, in record order
    pending: tuple[tuple[int, ...], ...] = field(init=False)  # seat -> choices not settled yet
    position: Position = field(init=False, compare=False, repr=False)
    tricks: tuple[Trick, ...] = field(init=False, compare=False, repr=False, default=())
    plays: tuple[PlayedCard, ...] = field(init=False, compare=False, repr=False, default=())

    def __post_init__(self) -> None:
        start = {"pending": ((),) * self.edition.seats, "position": self.deal.initial_position}
        vars(self).update(start)  # past the frozen class, as long as nobody else has the round

    # --- what holds now -------------------------------------------------------------------

    @property
    def edition(self) -> Edition:
        """The edition that is played."""
        return self.deal.edition

    @property
    def layout(self) -> Layout:
        """The edition as numbers."""
        return self.deal.edition.layout

    @cached_property
    def phase(self) -> Phase:
        """What the seats are asked for now."""
        if is_passing(self.layout, self.position):
            return Phase.EXCHANGE
        if is_choosing(self.layout, self.position):
            return Phase.CHOICE
        return Phase.OVER if self.is_over else Phase.PLAY

    @property
    def is_over(self) -> bool:
        """Whether the last card has been played."""
        return is_over(self.position)

    @property
    def stage(self) -> int:
        """How many stages of the exchange are complete; the choice of hands counts as one."""
        passed = self.position.passes_made
        done = 0
        for stage in self.edition.stages:
            if passed >= len(stage):
                done, passed = done + 1, passed - len(stage)
        return done + (1 if self.position.choices_made else 0)

    def stage_passes(self, seat: int) -> tuple[Pass, ...]:
        """The passes of the seat in the current stage of the exchange, made or not.

        Raises IllegalAction for a seat that the table has not, as all that follows does.
        """
        self._require_seat(seat)
        if self.phase is not Phase.EXCHANGE:
            return ()
        return tuple(step for step in self.edition.stages[self.stage] if step.seat == seat)

    def choices_owed(self, seat: int) -> int:
        """How many secret choices the seat still has to make in the current stage."""
        self._require_seat(seat)
        match self.phase:
            case Phase.EXCHANGE:
                return len(self.stage_passes(seat)) - len(self.pending[seat])
            case Phase.CHOICE:
                return 1 - len(self.pending[seat])
            case _:
                return 0

    @cached_property
    def waiting_seats(self) -> tuple[int, ...]:
        """The seats that still owe secret choices."""
        if self.phase in (Phase.PLAY, Phase.OVER):
            return ()
        return tuple(seat for seat in range(self.edition.seats) if self.choices_owed(seat))

    @property
    def turn(self) -> int | None:
        """The seat to act; during secret choices, the first seat that still owes one."""
        if self.is_over:
            return None
        waiting = self.waiting_seats
        return waiting[0] if waiting else self.position.turn

    def legal_action_set(self, seat: int) -> int:
        """The numbers of the actions that the seat may do next, as a set."""
        self._require_seat(seat)
        if self.phase is Phase.EXCHANGE:
            if not self.choices_owed(seat):
                return 0
            chosen = self.pending[seat]
            source = self.stage_passes(seat)[len(chosen)].source
            return self.position.hands[source] & ~set_of(chosen)
        is_asked = (
            self.choices_owed(seat) if self.phase is Phase.CHOICE else seat == self.position.turn
        )
        return legal_actions(self.layout, self.position) if is_asked else 0

    def legal_actions_for(self, seat: int) -> tuple[Action, ...]:
        """The actions that the seat may do next, in ascending order; empty if it is not asked."""
        return tuple(
            action_from_number(self.edition, n) for n in members(self.legal_action_set(seat))
        )

    @property
    def legal_actions(self) -> tuple[Action, ...]:
        """The actions of the seat to act, in ascending order."""
        return () if self.turn is None else self.legal_actions_for(self.turn)

    @property
    def legal_action_numbers(self) -> tuple[int, ...]:
        """The same by number, as `action_from_number` takes them."""
        return () if self.turn is None else tuple(members(self.legal_action_set(self.turn)))

    @property
    def hands(self) -> tuple[tuple[Card, ...], ...]:
        """The cards of every hand, without those that its seat has chosen to pass in secret."""
        chosen = set_of(n for choices in self.pending for n in choices)
        return tuple(self.edition.deck.cards_of(hand & ~chosen) for hand in self.position.hands)

    @property
    def open_hands(self) -> tuple[int, ...]:
        """The numbers of the hands that lie face up."""
        return tuple(members(self.position.open_hands))

    @property
    def prices(self) -> tuple[int, ...]:
        """The place of each bottle's price."""
        return self.position.prices

    @property
    def owners(self) -> tuple[int | None, ...]:
        """The seat that owns each bottle, or None."""
        return tuple(None if owner == NOBODY else owner for owner in self.position.owners)

    @property
    def for_sale(self) -> int:
        """The number of the bottle for sale: the dearest."""
        return dearest_bottle(self.position.prices)

    @property
    def imps_trick(self) -> tuple[Card, ...]:
        """The cards of the imp's trick."""
        return self.edition.deck.cards_of(self.position.passed[-1])

    @property
    def taken_cards(self) -> tuple[tuple[Card, ...], ...]:
        """The cards every seat has taken."""
        return tuple(self.edition.deck.cards_of(cards) for cards in self.position.won)

    @property
    def taken_points(self) -> tuple[int, ...]:
        """The points in the tricks of every seat, whether they will count or not."""
        return tuple(card_points(self.layout, cards) for cards in self.position.won)

    @property
    def play_count(self) -> int:
        """How many cards have been played to tricks."""
        return len(self.tricks) * len(self.edition.plays) + len(self.plays)

    @property
    def scores(self) -> tuple[int, ...] | None:
        """The result of every seat, or None before the round is over."""
        return scores(self.layout, self.position) if self.is_over else None

    # --- what may happen next ---------------------------------------------------------------

    def play(self, action: Action, seat: int | None = None) -> "Round":
        """The round after the seat does this; the seat to act unless another is named.

        Raises IllegalAction and changes nothing when the rules forbid it.
        """
        self.require_legal(action, seat)
        number = action_number(self.edition, action)
        if self.phase is Phase.PLAY:
            return self._after_card(number)
        who = self.turn if seat is None else seat
        pending = tuple(
            (*chosen, number) if other == who else chosen
            for other, chosen in enumerate(self.pending)
        )
        after = self._after(self.actions, self.position, pending=pending)
        return after if after.waiting_seats else after._after_stage()

    def commit(self, seat: int, actions: Sequence[Action]) -> "Round":
        """The round after the seat makes all its choices of the current stage at once.

        Raises IllegalAction and changes nothing unless they are all it owes, and legal.
        """
        self._require_seat(seat)
        if self.phase in (Phase.PLAY, Phase.OVER):
            raise IllegalAction(
                "There is nothing to choose in secret.", RefusalReason.NOT_THIS_PHASE
            )
        owed = self.choices_owed(seat)
        if not owed and self.pending[seat]:
            reason = RefusalReason.ALREADY_COMMITTED
            raise IllegalAction(REFUSAL_SENTENCES[reason], reason)
        if not owed:
            raise IllegalAction("You have nothing to choose now.", RefusalReason.NOT_YOUR_TURN)
        if len(actions) != owed:
            raise IllegalAction(
                f"You are asked for {owed} choices, not {len(actions)}.", RefusalReason.WRONG_COUNT
            )
        after = self
        for action in actions:
            after = after.play(action, seat)
        return after

    def undo(self, seat: int) -> "Round":
        """The round before the seat's last card, or before its choices of the running stage.

        Raises IllegalAction unless that card is the last one of the trick on the table, or other
        seats still owe choices.
        """
        if self.pending[self._require_seat(seat)]:
            pending = tuple(() if other == seat else own for other, own in enumerate(self.pending))
            return self._after(self.actions, self.position, pending=pending)
        if not self.plays or self.plays[-1].seat != seat:
            raise IllegalAction("There is nothing to take back.", RefusalReason.NOT_THIS_PHASE)
        actions = [action_from_number(self.edition, number) for number in self.actions[:-1]]
        return Round(self.deal).replay(actions)

    def replay(self, actions: Sequence[Action]) -> "Round":
        """The round after these actions by the seats to act, one after another."""
        after = self
        for action in actions:
            after = after.play(action)
        return after

    def require_legal(self, action: Action, seat: int | None = None) -> None:
        """Raises IllegalAction unless the seat (by default the seat to act) may do this now."""
        who = self.turn if seat is None else self._require_seat(seat)
        number = own_action_number(self.edition, action)
        if who is not None and number is not None and holds(self.legal_action_set(who), number):
            return
        request = self._request(FOREHAND if who is None else who)
        reason = request.refusal_reason(action)
        assert reason is not None  # it is not among the legal actions
        is_open = holds(self.layout.open_plays, self.position.plays_made)
        raise request.refusal(action, reason, "open" if is_open else "hidden")

    def _require_seat(self, seat: int) -> int:
        """The seat, if the table has it; raises IllegalAction otherwise."""
        if seat not in range(self.edition.seats):
            raise IllegalAction(
                f"There is no seat {seat}: the seats are 0 to {self.edition.seats - 1}.",
                RefusalReason.NOT_YOUR_TURN,
            )
        return seat

    def _request(self, seat: int) -> SeatRequest:
        """What is asked of the seat; its hands still hold what it has chosen in secret."""
        deck = self.edition.deck
        return SeatRequest(
            is_over=self.is_over,
            is_passing=self.phase is Phase.EXCHANGE,
            is_choosing=self.phase is Phase.CHOICE,
            legal_actions=self.legal_actions_for(seat),
            has_chosen=bool(self.pending[seat]),
            hands=[deck.cards_of(self.position.hands[n]) for n in self.edition.hands_of(seat)],
            led_suit=self.plays[0].card.suit if self.plays else None,
        )

    # --- the next rounds ----------------------------------------------------------------------

    def _after(
        self,
        actions: tuple[int, ...],
        position: Position,
        *,
        pending: tuple[tuple[int, ...], ...] = (),
        tricks: tuple[Trick, ...] = (),
        plays: tuple[PlayedCard, ...] = (),
    ) -> "Round":
        after = object.__new__(Round)  # the constructor makes the first round of the deal
        vars(after).update(
            deal=self.deal, actions=actions, position=position,
            pending=pending or ((),) * self.edition.seats, tricks=tricks, plays=plays,
        )  # fmt: skip
        return after

    def _after_stage(self) -> "Round":
        layout, position = self.layout, self.position
        queues = [list(chosen) for chosen in self.pending]
        settled = []
        while any(queues):
            number = queues[position.turn].pop(0)
            settled.append(number)
            position = advance(layout, position, number)
        return self._after((*self.actions, *settled), position)

    def _after_card(self, number: int) -> "Round":
        before = self.position
        hand = next(n for n, cards in enumerate(before.hands) if holds(cards, number))
        plays = (*self.plays, PlayedCard(before.turn, hand, self.edition.deck.card_at(number)))
        position = advance(self.layout, before, number)
        tricks = self.tricks
        if position.plays_made == 0:
            sold = position.prices != before.prices
            bottle = dearest_bottle(before.prices) if sold else None
            owner = None if bottle is None else self.owners[bottle]
            tricks = (*tricks, Trick(plays, position.taker, before.prices, bottle, owner))
            plays = ()
        return self._after((*self.actions, number), position, tricks=tricks, plays=plays)

"""What each card is worth that a seat may play to a trick.

The trick goes one of three ways: the seat's side takes it, another side buys it, or another side
takes it without buying.  How likely each is follows from the cards that are out; what each is worth
is the chance of not being stuck times the points, less the chance of being stuck times the penalty.
"""

import math

from bottleimp.players.count import Count
from bottleimp.players.prospects import Prospects
from bottleimp.players.weights import Weights
from bottleimp.rules.cardsets import gathered, holds, lone, size, under
from bottleimp.rules.scoring import worth
from bottleimp.rules.seating import Source
from bottleimp.rules.tricks import following, lopakas_card, winning_card


class Playing:
    """The trick on the table as the seat to act sees it."""

    def __init__(self, count: Count, weights: Weights) -> None:
        observation = count.observation
        self.count = count
        self.weights = weights
        self.prospects = Prospects(count, weights)
        self.layout = count.printed.layout
        self.price = count.price
        self.trick = gathered(play.card.place for play in observation.plays)
        self.players = {play.card.place: play.seat for play in observation.plays}
        self.led_suit = (
            count.printed.suit_of[observation.plays[0].card.place] if observation.plays else 0
        )
        self.later = self.plays_to_come()
        self.table_points = worth(self.layout, self.trick)

    def plays_to_come(self) -> tuple[tuple[int, Source], ...]:
        """The seats that still play to this trick after this card, and from where."""
        edition, made = self.count.observation.edition, len(self.count.observation.plays)
        return tuple(
            ((self.count.seat + turn) % edition.seats, edition.plays[made + turn])
            for turn in range(1, len(edition.plays) - made)
        )

    def value(self, card: int) -> float:
        """What playing the card is worth, in points against the mean of the others."""
        trick = self.trick | lone(card)
        led = self.led_suit or self.count.printed.suit_of[card]
        best = winning_card(trick, self.price)
        taker = self.count.seat if best == card else self.players[best]
        is_bought = best < self.price
        safe, unsold = self.chances(trick, led, best)
        points = (
            self.table_points
            + self.count.printed.points[card]
            + len(self.later) * self.count.mean_points
        )
        held = self.count.own & ~lone(card)
        taken_by_us = taker not in self.count.rivals
        us = safe if taken_by_us else 0.0
        sold = 1.0 - us if is_bought else 1.0 - unsold
        total = 0.0
        if us:
            new = best if is_bought else None
            total += us * self.prospects.after(held, gain=points, loss=0.0, buyer=taker, price=new)
        if sold > 0:
            # Someone buys: with the card on the table, or with one that is not there yet.
            new = best if is_bought and not taken_by_us else self.prospects.middle_buyer(self.price)
            buyer = taker if is_bought and not taken_by_us else None
            total += sold * self.prospects.after(
                held, gain=0.0, loss=points, buyer=buyer, price=new, others_buy=True
            )
        rest = 1.0 - us - sold
        if rest > 0:
            total += rest * self.prospects.after(
                held, gain=0.0, loss=points, buyer=None if taken_by_us else taker, price=None
            )
        return total

    def chances(self, trick: int, led: int, best: int) -> tuple[float, float]:
        """The chance that nobody of another side beats the best card; that none of them buys."""
        safe = unsold = 1.0
        for seat, source in self.later:
            if seat in self.count.rivals:
                beat, buy = self.beaten_by(seat, source, trick, led, best)
                safe *= 1 - beat
                unsold *= 1 - buy
        return safe, unsold

    def beaten_by(
        self, seat: int, source: Source, trick: int, led: int, best: int
    ) -> tuple[float, float]:
        """The chances that the next card of a seat beats the best card, and that it buys."""
        count, price = self.count, self.price
        buying = under(-1, price)
        beating = buying & ~under(-1, best + 1)
        if best > price:
            beating = buying | ~under(-1, best + 1)
        if holds(self.layout.driven, seat):
            return self.driven_beats(seat, trick, led, beating)
        total = beat = buy = 0.0
        for hand in count.printed.hands_of[seat]:
            is_open = hand in count.observation.open_hands
            if (source is Source.OPEN and not is_open) or (source is Source.HIDDEN and is_open):
                continue
            cards = count.known[hand]
            room = count.room[hand]
            held = size(cards) + room
            if not held:
                continue
            in_open = count.seen[hand] is not None
            one, other = (
                self.from_open(cards, led, beating, buying)
                if in_open
                else self.from_hidden(hand, cards, room, led, beating, buying)
            )
            total += held
            beat += held * one
            buy += held * other
        return (beat / total, buy / total) if total else (0.0, 0.0)

    def driven_beats(self, seat: int, trick: int, led: int, beating: int) -> tuple[float, float]:
        """Whether the driven seat beats the best card; it looks at the trick as it is now."""
        cards = 0
        for hand in self.count.printed.hands_of[seat]:
            cards |= following(self.count.known[hand], led)
        if not cards:
            return 0.0, 0.0
        card = lopakas_card(cards, trick, self.price)
        return float(holds(beating, card)), float(card < self.price)

    def from_open(self, cards: int, led: int, beating: int, buying: int) -> tuple[float, float]:
        """The chances for a hand that one sees."""
        legal = following(cards, led)
        return self.drawn(legal, beating), self.drawn(legal, buying)

    def from_hidden(
        self, hand: int, known: int, room: int, led: int, beating: int, buying: int
    ) -> tuple[float, float]:
        """The chances for a hand of which some cards, or none, are known."""
        pool = self.count.unseen & ~self.count.voids[hand]
        if not pool or not room:
            return self.from_open(known, led, beating, buying)
        void = 0.0 if known & led else (1 - size(pool & led) / size(pool)) ** room
        beat = buy = 0.0
        if void < 1:
            suited = (pool | known) & led
            beat += (1 - void) * self.drawn(suited, beating)
            buy += (1 - void) * self.drawn(suited, buying)
        if void > 0:
            beat += void * self.drawn(pool | known, beating)
            buy += void * self.drawn(pool | known, buying)
        return beat, buy

    def drawn(self, cards: int, wanted: int) -> float:
        """The chance that one of the wanted cards comes, from someone who likes to win."""
        missing = size(cards & ~wanted) / size(cards)
        return 1.0 - math.pow(missing, self.weights.eager)

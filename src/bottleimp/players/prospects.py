"""What a hand is worth with the bottle at a price: the danger of it, and the tricks to come."""

import math
from functools import cached_property

from bottleimp.game.round import Phase
from bottleimp.players.count import Count
from bottleimp.players.weights import Weights
from bottleimp.rules.cardsets import members, size, under


class Prospects:
    """Looks past the trick on the table."""

    def __init__(self, count: Count, weights: Weights) -> None:
        self.count = count
        self.weights = weights
        observation = count.observation
        edition = observation.edition
        self.bottles = edition.bottles
        self.prices = observation.prices
        self.owners = observation.owners
        self.for_sale = observation.for_sale
        self.driven = edition.driven
        self.out = count.unseen | count.surely_out
        per_trick = len(edition.plays)
        sides = len(set(edition.sides))
        self.rival_loss = weights.rivalry / (sides - 1)
        self.penalty = count.imps_trick(weights.imps_trick)
        self.taken = float(
            sum(
                points
                for seat, points in enumerate(observation.taken_points)
                if seat not in count.rivals
            )
        )
        self.others_a_trick = per_trick - 1
        self.tricks_to_come = count.tricks_left - (1 if observation.phase is Phase.PLAY else 0)
        partners = edition.seats - 1 - len(count.rivals)
        # Partners take their share of the tricks to come.
        self.of_partners = partners * count.mean_points * self.tricks_to_come
        self._wins: dict[tuple[int, int], float] = {}
        self._last_sales: dict[tuple[int, int, int], float] = {}

    def after(
        self,
        held: int,
        *,
        gain: float,
        loss: float,
        buyer: int | None,
        price: int | None,
        others_buy: bool = False,
    ) -> float:
        """What holds after a trick: points, less the danger; `price` is None if none is sold."""
        prices, owners = list(self.prices), list(self.owners)
        if price is not None:
            prices[self.for_sale] = price
            owners[self.for_sale] = buyer if not others_buy else -1
        chance, bottles = self.stuck(held, prices, owners)
        if self.is_burnt(buyer, prices, owners, price):
            loss = 0.0
        points = self.taken + gain + self.points_to_come(held, max(prices)) + self.of_partners
        return (1 - chance) * points - bottles * self.penalty - loss * self.rival_loss

    def is_burnt(
        self, taker: int | None, prices: list[int], owners: list[int | None], price: int | None
    ) -> bool:
        """Whether the points help no rival: the taker is stuck, or is Lopaka, who cannot win."""
        if taker is None or taker not in self.count.rivals:
            return False
        if taker in self.driven:
            return True
        for at, owner in zip(prices, owners, strict=True):
            is_his = owner == taker or (price is not None and at == price)
            if is_his and not under(self.out | self.count.own, at):
                return True
        return False

    def stuck(self, held: int, prices: list[int], owners: list[int | None]) -> tuple[float, float]:
        """The chance that the side ends as an owner, and the bottles it owns on average."""
        dearest = max(prices)
        low = under(held, dearest)
        number = 0.0
        for price, owner in zip(prices, owners, strict=True):
            if owner is not None and owner >= 0 and owner not in self.count.rivals:
                dearer = sum(1 for other in prices if other > price)
                if not (low and price == dearest and owner == self.count.seat):
                    number += self.unsold(price, dearer + 1)
        if low and not under(self.out, dearest):
            number += 1.0
        elif low:
            for rank, card in enumerate(members(low)):
                number += self.last_sale(card, dearest, rank)
        return min(number, 1.0), min(number, float(self.bottles))

    def unsold(self, price: int, sales: int) -> float:
        """The chance that the others do not hold the cards it takes to sell a bottle."""
        below = under(self.out, price)
        sure = size(below & self.count.surely_out & ~self.count.allied)
        if sure >= sales:
            return 0.0
        unsure = size(below & self.count.unseen)
        missing = 1 - self.share_of_rivals
        needed = sales - sure
        # Needing several, count the ways to have too few.
        return sum(
            math.comb(unsure, have) * (1 - missing) ** have * missing ** (unsure - have)
            for have in range(min(needed, unsure + 1))
        )

    @cached_property
    def share_of_rivals(self) -> float:
        """The share of the unseen cards that rivals hold."""
        count = self.count
        unseen = size(count.unseen)
        hands = count.observation.edition.hands
        rooms = sum(
            room
            for hand, room in zip(hands, count.room[:-1], strict=True)
            if hand.seat in count.rivals
        )
        return rooms / unseen if unseen else 0.0

    def last_sale(self, card: int, price: int, lower: int) -> float:
        """The chance that a card under the price, still held, is the last that buys.

        `lower` is the number of own cards under it.
        """
        key = (card, price, lower)
        if key not in self._last_sales:
            count, weights = self.count, self.weights
            plays = max(1.0, self.tricks_to_come * self.others_a_trick)
            below = under(self.out, card)
            relief = max(0.0, count.number_out(below) - (self.bottles - 1)) / plays
            cover = count.number_out(under(self.out, price) & ~below) / plays
            second = self.bottles - 1
            self._last_sales[key] = chance(
                weights.last_sale
                - (weights.last_sale_relief + second * weights.second_relief) * relief
                - (weights.last_sale_cover + second * weights.second_cover) * cover
                - weights.last_sale_tricks * self.tricks_to_come
                - weights.last_sale_company * lower
            )
        return self._last_sales[key]

    def points_to_come(self, held: int, price: int) -> float:
        """The points that the cards held may take in later tricks."""
        total = 0.0
        for card in members(held):
            key = (card, price)
            if key not in self._wins:
                self._wins[key] = self.trick_points(card, price)
            total += self._wins[key]
        return total

    def trick_points(self, card: int, price: int) -> float:
        """The points that a card takes in a later trick, on average."""
        weights, per_trick = self.weights, self.count.mean_points * (self.others_a_trick + 1)
        out = self.number_of_all_out
        if card < price:
            topped = self.count.number_out(under(self.out, price) & ~under(self.out, card))
            late = self.count.number_out(under(self.out, card))
            logit = (
                weights.low_card
                - (weights.low_card_topped * topped + weights.low_card_late * late) / out
            )
            return weights.low_tricks * per_trick * chance(logit)
        beaten = self.count.number_out(self.out & ~under(self.out, card))
        bought = self.count.number_out(under(self.out, price))
        logit = (
            weights.high_card
            - self.others_a_trick
            * (weights.high_card_beaten * beaten + weights.high_card_bought * bought)
            / out
        )
        return weights.high_tricks * per_trick * chance(logit)

    @cached_property
    def number_of_all_out(self) -> float:
        """How many cards others hold, at least one so that one can divide by it."""
        return max(1.0, self.count.number_out(self.out))

    def middle_buyer(self, price: int) -> int:
        """The card in the middle of those under the price that others may hold."""
        below = list(members(under(self.out, price)))
        return below[len(below) // 2] if below else price


def chance(logit: float) -> float:
    """The chance with this logit."""
    return 1 / (1 + math.exp(-logit))

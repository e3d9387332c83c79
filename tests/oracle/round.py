"""One round, from the deal to the score, in the order of the rule texts."""

from tests.oracle.cards import (
    START_PRICE,
    ascending,
    cards_of,
    coins_of,
    number_of,
)
from tests.oracle.editions import (
    DRIVEN_SEAT,
    IMPS_TRICK,
    SEATS,
    bottles_of,
    deck_for,
    deck_size,
    exchange_stages,
    hands_of_seat,
    is_team_mode,
    opening_hand_sizes,
    seat_of_hand,
    sides_of,
    split_key,
)
from tests.oracle.scoring import (
    scores_of_bga_teams,
    scores_of_teams,
    scores_of_those_who_play_alone,
)
from tests.oracle.trick import (
    OracleTrick,
    Play,
    bottle_for_sale,
    cards_that_may_be_played,
    lopakas_card,
    winning_card,
)

OPENINGS = ["open-1", "open-2"]  # the first or the second hand shall lie open


class OracleRound:
    """A round in progress. Seat 0 leads the first trick, the dealer is the last seat.

    phase        "exchange", "choice", "play" or "over"
    turn         the seat to act; -1 when the round is over
    hands        the cards of each hand in ascending order
    on_the_way   (card, target hand) of each card passed in the exchange stage in progress
    open_hands   numbers of the hands that lie face up
    imps_trick   the cards under the start price card
    prices       one price for each bottle, "19" at the start
    owners       one seat for each bottle, None while nobody owns it
    trick        (seat, card) of each card in the trick in progress
    tricks       the finished tricks
    taken        for each seat the cards it has won
    """

    def __init__(
        self,
        edition: str,
        hands: list[list[str]],
        left_over: list[str],
        *,
        deck: str | None = None,
        face_value: bool = False,
        bga_teams: bool = False,
    ) -> None:
        preset, mode = split_key(edition)
        self.edition = edition
        self.mode = mode
        self.deck = deck_for(edition, deck)
        self.seats = SEATS[mode]
        # Cards count their number in the Wikipedia rules; elsewhere it is a table option, for
        # the modes with 36 cards only.
        self.face_value = face_value or preset == "wikipedia"
        if self.face_value and deck_size(mode) != 36:
            raise ValueError("face-value is for the modes with 36 cards only")
        self.bga_teams = bga_teams
        self.sides = sides_of(mode, bga_teams=bga_teams)
        check_deal(edition, self.deck, hands, left_over)

        self.hands = [ascending(hand) for hand in hands]
        self.imps_trick = list(left_over)
        self.on_the_way: list[tuple[str, int]] = []
        self.stages = exchange_stages(mode)
        self.openings: list[str] = []
        self.open_hands: list[int] = []
        self.prices = [START_PRICE] * bottles_of(mode)
        self.owners: list[int | None] = [None] * bottles_of(mode)
        self.leader = 0
        self.trick: list[Play] = []
        self.tricks: list[OracleTrick] = []
        self.taken: list[list[str]] = [[] for _ in range(self.seats)]
        self.phase = "exchange"
        self.turn = self.stages[0][0][0]

    def legal(self) -> list[str]:
        """What the seat to act may do: cards in ascending order, or which hand to lay open."""
        if self.phase == "over":
            return []
        if self.phase == "exchange":
            _, source, _ = self.stages[0][0]
            return ascending(self.hands[source])
        if self.phase == "choice":
            return list(OPENINGS)
        trick = [card for _, card in self.trick]
        if self.mode == "lopaka" and self.turn == DRIVEN_SEAT:
            return [lopakas_card(self.deck, self.hands[DRIVEN_SEAT], trick, self.price())]
        cards: list[str] = []
        for hand in self.hands_to_play_from():
            cards = cards + cards_that_may_be_played(self.deck, self.hands[hand], trick)
        return ascending(cards)

    def do(self, action: str) -> None:
        """The seat to act puts away or plays a card, or chooses which hand to lay open."""
        if action not in self.legal():
            raise ValueError(f"seat {self.turn} may not do {action}, only {self.legal()}")
        if self.phase == "exchange":
            self.exchange(action)
        elif self.phase == "choice":
            self.choose(action)
        else:
            self.play(action)

    def exchange(self, card: str) -> None:
        """The card leaves its hand; what was passed arrives when all of the stage have chosen."""
        stage = self.stages[0]
        _, source, target = stage.pop(0)
        self.hands[source].remove(card)
        if target == IMPS_TRICK:
            self.imps_trick.append(card)
        else:
            self.on_the_way.append((card, target))
        if stage == []:
            self.pick_up()
            self.stages.pop(0)
        if self.stages != []:
            self.turn = self.stages[0][0][0]
        elif self.mode == "bright-house":
            self.phase = "choice"
            self.turn = 0
        else:
            self.begin_play()

    def pick_up(self) -> None:
        """Everyone takes up the cards received."""
        for card, target in self.on_the_way:
            self.hands[target] = ascending([*self.hands[target], card])
        self.on_the_way = []

    def choose(self, opening: str) -> None:
        """Both choose at once which hand lies open, so nothing is open before both have chosen."""
        self.openings.append(opening)
        if len(self.openings) < self.seats:
            self.turn = len(self.openings)
        else:
            self.begin_play()

    def begin_play(self) -> None:
        """Some hands are laid open, then the player who sits left of the dealer leads."""
        if self.mode == "devils-eye":
            # Both first hands are laid open.
            self.open_hands = [0, 2]
        if self.mode == "bright-house":
            for seat in range(self.seats):
                chosen = OPENINGS.index(self.openings[seat])
                self.open_hands.append(hands_of_seat(self.mode, seat)[chosen])
        if self.mode == "lopaka":
            self.open_hands = [DRIVEN_SEAT]
        self.phase = "play"
        self.leader = 0
        self.turn = 0

    def cards_in_a_trick(self) -> int:
        """One card of each seat; with two hands each, two cards of each seat."""
        if self.mode in ["devils-eye", "bright-house"]:
            return 4
        return self.seats

    def hands_to_play_from(self) -> list[int]:
        """The hands from which the next card of the trick may come."""
        own = hands_of_seat(self.mode, self.turn)
        if self.mode == "bright-house":
            # Leader open, other open, leader hidden, other hidden.
            if len(self.trick) < 2:
                return [hand for hand in own if hand in self.open_hands]
            return [hand for hand in own if hand not in self.open_hands]
        # In Devil's Eye each card comes from either hand as the player likes; elsewhere there is
        # but one hand.
        return own

    def price(self) -> str:
        """The price that counts: with two bottles, the higher one."""
        return self.prices[bottle_for_sale(self.prices)]

    def play(self, card: str) -> None:
        """The card goes onto the table; when the trick is full, it is taken."""
        for hand in hands_of_seat(self.mode, self.turn):
            if card in self.hands[hand]:
                self.hands[hand].remove(card)
        self.trick.append((self.turn, card))
        if len(self.trick) < self.cards_in_a_trick():
            # Clockwise; with two players in turn A, B, A, B.
            self.turn = (self.turn + 1) % self.seats
        else:
            self.take_trick()

    def take_trick(self) -> None:
        """The winner gets the cards, perhaps a bottle, and leads the next trick."""
        cards = [card for _, card in self.trick]
        best = winning_card(cards, self.price())
        taker = self.trick[cards.index(best)][0]
        sold = number_of(best) < number_of(self.price())
        if sold:
            # The winning card is the new price of the bottle that had the higher one.
            bottle = bottle_for_sale(self.prices)
            self.prices[bottle] = best
            self.owners[bottle] = taker
        # Every card of a trick belongs to its winner at once.
        self.taken[taker] = self.taken[taker] + cards
        self.tricks.append(
            OracleTrick(
                leader=self.leader,
                plays=self.trick,
                taker=taker,
                sold=sold,
                price_after=self.price(),
                prices_after=list(self.prices),
            )
        )
        self.trick = []
        self.leader = taker
        self.turn = taker
        if all(hand == [] for hand in self.hands):
            self.phase = "over"
            self.turn = -1

    def points_of(self, card: str) -> int:
        """What a card counts: its points, or under the option `face-value` its number."""
        if self.face_value:
            return int(number_of(card))
        return coins_of(self.deck, card)

    def points_of_all(self, cards: list[str]) -> int:
        """What some cards count together."""
        return sum(self.points_of(card) for card in cards)

    def scores(self) -> list[int]:
        """The score of each seat for the finished round."""
        if self.phase != "over":
            raise ValueError("the round is not over")
        points_taken = [self.points_of_all(cards) for cards in self.taken]
        imps_points = self.points_of_all(self.imps_trick)
        if self.bga_teams:
            return scores_of_bga_teams(points_taken, imps_points, self.owners, self.sides)
        if is_team_mode(self.mode):
            return scores_of_teams(points_taken, imps_points, self.owners, self.sides)
        return scores_of_those_who_play_alone(points_taken, imps_points, self.owners)

    def seat_of_hand(self, hand: int) -> int:
        """The seat that holds a hand."""
        return seat_of_hand(self.mode, hand)


def check_deal(edition: str, deck: str, hands: list[list[str]], left_over: list[str]) -> None:
    """Refuses a deal with wrong hand sizes, or not made of the cards of the deck."""
    sizes, number_left_over = opening_hand_sizes(edition)
    if [len(hand) for hand in hands] != sizes:
        raise ValueError(f"{edition} deals hands of {sizes}")
    if len(left_over) != number_left_over:
        raise ValueError(f"{edition} leaves {number_left_over} cards over")
    dealt = list(left_over)
    for hand in hands:
        dealt = dealt + hand
    if ascending(dealt) != cards_of(deck):
        raise ValueError(f"the cards dealt are not those of the deck {deck}")

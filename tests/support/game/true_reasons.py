"""Whether the reason of a hint is true, judged with all cards in sight and by playing on.

Nothing here asks how a reason was found: tricks and rounds are played to their end in many ways.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from random import Random

from bottleimp.game.actions import Action, OpenChoice
from bottleimp.game.round import Phase, Round, Trick
from bottleimp.knowledge.hint_reasons import HintReason, HintReasonKind
from bottleimp.knowledge.printed_numbers import printed_price
from bottleimp.rules.cards import Card
from bottleimp.rules.seating import IMPS_TRICK

ENDS_OF_A_TRICK = 40  # ways to go on that are tried
PLAYOUTS = 3  # to the end of a round


def is_true(reason: HintReason, played: Round, seat: int, actions: tuple[Action, ...]) -> bool:
    """Whether the reason for these actions of the seat is true in this round."""
    if isinstance(actions[0], OpenChoice):
        return is_true_of_open_hand(reason, played, seat, actions[0])
    cards = tuple(action for action in actions if isinstance(action, Card))
    if played.phase is Phase.EXCHANGE:
        return is_true_of_exchange(reason, played, seat, cards)
    check = OF_PLAY.get(reason.kind)
    return check is not None and check(Playing(reason, played, seat, cards[0]))


def below(cards: list[Card], place: int) -> list[Card]:
    """The cards below a place."""
    return [card for card in cards if card.place < place]


def held_by_others(played: Round, seat: int) -> list[Card]:
    """The cards of all other hands."""
    hands = zip(played.edition.hands, played.hands, strict=True)
    return [card for hand, cards in hands if hand.seat != seat for card in cards]


# --- a card that is played ----------------------------------------------------------------------


@dataclass(frozen=True)
class Playing:
    """What is said of a card that the seat plays, and all that may come of it."""

    reason: HintReason
    played: Round
    seat: int
    card: Card

    @property
    def price(self) -> int:
        """The place of the price of the bottle for sale."""
        return self.played.prices[self.played.for_sale]

    @property
    def names_price(self) -> bool:
        """Whether the reason names that price."""
        return self.reason.price == printed_price(self.played.edition.deck, self.price)

    @property
    def legal(self) -> list[Card]:
        """The cards that the seat may play."""
        return [card for card in self.played.legal_actions if isinstance(card, Card)]

    @property
    def others(self) -> list[Card]:
        """The cards of all other hands."""
        return held_by_others(self.played, self.seat)

    @property
    def leads_so_far(self) -> int:
        """The seat that has the trick before the card is played."""
        return self.played.position.taker

    @property
    def partners(self) -> tuple[int, ...]:
        """The seats on the same side."""
        return self.played.edition.partners(self.seat)

    @cached_property
    def ends(self) -> list[Trick]:
        """The trick as it ends, for many ways in which it may go on."""
        return list(ends_of_trick(self.played.play(self.card), len(self.played.tricks)))

    @cached_property
    def rounds(self) -> list[Round]:
        """Some ways in which the round may end."""
        return list(ends_of_round(self.played.play(self.card)))

    @property
    def taken(self) -> bool:
        """Whether the card takes the trick, however it goes on."""
        return all(end.winner.card == self.card for end in self.ends)

    @property
    def bought(self) -> bool:
        """Whether the card buys a bottle, however the trick goes on."""
        return self.taken and all(end.bottle is not None for end in self.ends)

    @property
    def lost(self) -> bool:
        """Whether the card never takes the trick, however it goes on."""
        return all(end.winner.card != self.card for end in self.ends)

    @property
    def beaten_by(self) -> list[Card]:
        """The cards that take the trick instead in one way or other."""
        return list({end.winner.card for end in self.ends} - {self.card})

    @property
    def has_points(self) -> bool:
        """Whether the reason names the points of the trick, so far or at its end."""
        table = [play.card for play in self.played.plays]
        is_last = len(table) + 1 == len(self.played.edition.plays)
        points = self.card.points + sum(card.points for card in table)
        return (self.reason.points, self.reason.is_last_card) == (points, is_last)

    @property
    def owns_now(self) -> bool:
        """Whether the seat owns the bottle for sale before it plays the card."""
        return self.played.owners[self.played.for_sale] == self.seat

    def owns(self, seat: int | None) -> bool:
        """Whether the seat owns a bottle in the end, however the round goes on."""
        return all(seat in end.owners for end in self.rounds)

    def counts_nothing(self, end: Round) -> bool:
        """Whether the seat scores nothing for its tricks."""
        return not counts_all(end, self.seat)


def ends_of_trick(after: Round, tricks: int, limit: int = ENDS_OF_A_TRICK) -> Iterator[Trick]:
    """The trick of this number as it ends, for different ways in which all may go on."""
    random, going_on, found = Random(7), [after], 0
    while going_on and found < limit:
        played = going_on.pop()
        if len(played.tricks) > tricks:
            found += 1
            yield played.tricks[tricks]
        else:
            legal = list(played.legal_actions)
            random.shuffle(legal)
            going_on.extend(played.play(card) for card in legal)
            random.shuffle(going_on)


def ends_of_round(after: Round) -> Iterator[Round]:
    """Random ways in which the round may end."""
    random = Random(7)
    for _ in range(PLAYOUTS):
        played = after
        while not played.is_over:
            played = played.play(random.choice(played.legal_actions))
        yield played


def counts_all(end: Round, seat: int) -> bool:
    """Whether all that the seat has taken counts in its score."""
    loss_groups = end.edition.loss_groups
    return not any(
        owner is not None and loss_groups[owner] == loss_groups[seat] for owner in end.owners
    )


def is_last_of_suit(case: Playing) -> bool:
    """Whether the card leaves other cards in its hand, but none of its suit."""
    hand = next(cards for cards in case.played.hands if case.card in cards)
    alike = [card for card in hand if card.suit is case.card.suit]
    return case.reason.suit is case.card.suit and alike == [case.card] and len(hand) > 1


def would_win(case: Playing, card: Card) -> bool:
    """Whether the card would have the trick so far."""
    after = case.played.play(card)
    if len(after.tricks) > len(case.played.tricks):
        return after.tricks[-1].winner.card == card
    return after.position.taker == case.seat != case.leads_so_far


def may_lose_again(case: Playing) -> bool:
    """Whether the reason counts all cards that may take the bottle from the card that buys it."""
    return len(below(case.others, case.card.place)) <= case.reason.count > 0


OF_PLAY: dict[HintReasonKind, Callable[[Playing], bool]] = {
    HintReasonKind.ONLY_CARD: lambda case: case.legal == [case.card],
    HintReasonKind.OWNER_FOR_GOOD: lambda case: case.owns(case.seat),
    HintReasonKind.PARTNER_OWNS_FOR_GOOD: lambda case: (
        case.reason.seat in case.partners
        and case.owns(case.reason.seat)
        and all(case.counts_nothing(end) for end in case.rounds)
    ),
    HintReasonKind.NO_BOTTLE_COMES: lambda case: all(
        counts_all(end, case.seat) for end in case.rounds
    ),
    HintReasonKind.DEARER_ON_TABLE: lambda case: (
        case.reason.card == case.card
        and case.reason.other in [play.card for play in case.played.plays]
        and case.card.place < case.price
        and case.lost
    ),
    HintReasonKind.OWN_CARD_LEADS: lambda case: (
        case.leads_so_far == case.seat
        and case.reason.other in [play.card for play in case.played.plays if play.seat == case.seat]
        and case.reason.count == case.card.points
        and case.lost
    ),
    HintReasonKind.PARTNER_LEADS: lambda case: (
        case.leads_so_far == case.reason.seat in case.partners
        and case.reason.count == case.card.points
    ),
    HintReasonKind.OWNER_LEADS: lambda case: (
        case.leads_so_far == case.reason.seat != case.seat
        and case.owns(case.reason.seat)
        and case.lost
    ),
    HintReasonKind.LEAVES_BOTTLE: lambda case: (
        case.lost and all(end.bottle is not None for end in case.ends)
    ),
    HintReasonKind.CANNOT_TAKE: lambda case: case.lost,
    HintReasonKind.HIGHEST_THAT_LOSES: lambda case: (
        case.lost
        and all(would_win(case, card) for card in case.legal if card.place > case.card.place)
        and any(would_win(case, card) for card in case.legal)
    ),
    HintReasonKind.FEWEST_POINTS: lambda case: (
        case.lost
        and case.reason.count == case.card.points
        and any(case.card.points < card.points for card in case.legal)
    ),
    HintReasonKind.LAST_OF_SUIT: lambda case: (
        is_last_of_suit(case) and len(case.played.edition.hands_of(case.seat)) == 1
    ),
    HintReasonKind.LAST_OF_SUIT_IN_HAND: lambda case: (
        is_last_of_suit(case) and len(case.played.edition.hands_of(case.seat)) > 1
    ),
    HintReasonKind.TAKES: lambda case: (
        case.taken and {end.points for end in case.ends} == {case.reason.count}
    ),
    HintReasonKind.NOBODY_BEATS: lambda case: case.taken,
    HintReasonKind.ONLY_OWN_MAY_BEAT: lambda case: (
        all(end.taker == case.seat for end in case.ends) and len(case.beaten_by) > 0
    ),
    HintReasonKind.BUYS_FOR_GOOD: lambda case: (
        case.bought and case.owns(case.seat) and case.has_points and not case.owns_now
    ),
    HintReasonKind.BUYS: lambda case: (
        case.bought and may_lose_again(case) and case.has_points and not case.owns_now
    ),
    HintReasonKind.KEEPS_FOR_GOOD: lambda case: (
        case.bought and case.owns(case.seat) and case.reason.card == case.card and case.owns_now
    ),
    HintReasonKind.KEEPS: lambda case: (
        case.bought and may_lose_again(case) and case.reason.card == case.card and case.owns_now
    ),
    HintReasonKind.OTHERS_MAY_BUY: lambda case: (
        all(case.card.place < card.place < case.price for card in case.beaten_by)
        and len(case.beaten_by) <= case.reason.count
        and case.names_price
    ),
    HintReasonKind.NOBODY_UNDERCUTS: lambda case: (
        all(card.place > case.card.place for card in case.beaten_by) and case.names_price
    ),
    HintReasonKind.NOBODY_HIGHER: lambda case: (
        all(card.place < case.price for card in case.beaten_by) and case.names_price
    ),
    HintReasonKind.OWN_BOTTLE_MAY_GO: lambda case: (
        case.owns_now
        and len(below(case.others, case.price)) <= case.reason.count > 0
        and case.names_price
    ),
    HintReasonKind.HIGHEST_WITHOUT_BUYING: lambda case: (
        case.card == max(case.legal, key=lambda card: card.place)
        and not any(end.bottle is not None and end.winner.card == case.card for end in case.ends)
    ),
    HintReasonKind.HIGHER_MAY_FOLLOW: lambda case: (
        case.card.place > case.price
        and len([card for card in case.beaten_by if card.place > case.card.place])
        <= case.reason.count
    ),
}


# --- cards that are passed, and a hand that is laid open ------------------------------------------


def is_true_of_exchange(
    reason: HintReason, played: Round, seat: int, cards: tuple[Card, ...]
) -> bool:
    """Whether what is said of the cards passed is true."""
    card, random = reason.card, Random(7)
    if card is None or card not in cards:
        return False
    step = played.stage_passes(seat)[cards.index(card)]
    after = played.commit(seat, cards)
    while after.stage == played.stage:
        after = after.play(random.choice(after.legal_actions))
    edition = after.edition
    target = None if step.target == IMPS_TRICK else edition.hands[step.target].seat
    against = [one for one in held_by_others(after, seat) if one != card]
    kept = [one.suit for one in played.hands[step.source] if one not in cards]
    has_one_hand = len(edition.hands_of(seat)) == 1
    own = [each for number in edition.hands_of(seat) for each in after.hands[number]]
    makes_void = reason.suit is card.suit and card.suit not in kept
    higher = len([one for one in against if one.place > card.place])
    match reason.kind:
        case HintReasonKind.GETS_RID:
            gone = target not in (seat, *edition.partners(seat))
            is_low = card.place < edition.deck.start_price
            lower = below(against, card.place)
            all_lower = [*lower, *below(own, card.place)]
            is_counted = len(lower) <= reason.count or len(all_lower) < edition.bottles
            return gone and is_low and is_counted
        case HintReasonKind.NO_MORE_OF_SUIT:
            return has_one_hand and makes_void
        case HintReasonKind.NO_MORE_OF_SUIT_IN_HAND:
            return makes_void and not has_one_hand
        case HintReasonKind.COSTS_THE_OWNER:
            return target is None and reason.count == card.points
        case HintReasonKind.HIGHER_OUT:
            return card.place > edition.deck.start_price and higher <= reason.count > 0
        case HintReasonKind.KNOWN_PLACE:
            return reason.seat == target and card in after.hands[step.target]
        case _:
            return False


def is_true_of_open_hand(reason: HintReason, played: Round, seat: int, choice: OpenChoice) -> bool:
    """Whether what is said of an open hand is true."""
    start = played.edition.deck.start_price
    first, second = (list(played.hands[hand]) for hand in played.edition.hands_of(seat))
    shown, hidden = (first, second) if choice is OpenChoice.FIRST else (second, first)
    counts = (reason.count, reason.shown) == (len(below(hidden, start)), len(below(shown, start)))
    lowest = min(first + second, key=lambda card: card.place)
    match reason.kind:
        case HintReasonKind.MORE_LOW_HIDDEN:
            return counts and reason.count > reason.shown
        case HintReasonKind.MORE_LOW_OPEN:
            return counts and reason.count < reason.shown
        case HintReasonKind.LOWEST_HIDDEN:
            return reason.card == lowest and lowest in hidden
        case HintReasonKind.LOWEST_OPEN:
            return reason.card == lowest and lowest in shown
        case _:
            return False

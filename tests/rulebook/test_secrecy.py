"""Who knows what: what lies open, what a seat keeps to itself, and what is laid open at the end."""

from random import Random

import pytest

from bottleimp.game.deal import Deal
from bottleimp.game.round import Phase, Round
from bottleimp.knowledge.inference import Inference
from bottleimp.knowledge.observation import observe
from bottleimp.rules.cards import Card
from bottleimp.rules.cardsets import holds
from bottleimp.rules.editions import edition, edition_keys
from bottleimp.rules.seating import IMPS_TRICK
from tests.support.game.rulebook_table import (
    at_play,
    cards,
    dealt,
    exchanged,
    play,
    play_out,
    to_play,
)
from tests.support.redealing import redealt

EVERYONE = (0, 1, 2, None)


def halfway(key: str) -> Round:
    """A shuffled round in the middle of its tricks."""
    played = to_play(Round(Deal.from_seed(edition(key), seed=2024)))
    while len(played.tricks) < played.edition.tricks // 2:
        played = played.play(played.legal_actions[-1])
    return played


def passed_on() -> Round:
    """Three players after their exchange; each passed one card left and one right."""
    return exchanged(dealt("classic/3", "1 2 3", "4 5 6", "7 8 9"), "1 2 3", "4 5 6", "7 8 9")


def visible(played: Round, seat: int | None) -> set[Card]:
    """Every card that a seat sees in some hand."""
    return {card for hand in observe(played, seat).hands if hand for card in hand}


@pytest.mark.parametrize("key", edition_keys())
def test_nobody_sees_more_than_their_own(key: str) -> None:
    """Deal what a seat cannot see in another way, and it sees just the same.

    Ruling: ours; what the texts keep face down stays hidden from everything that a seat is told
    """
    played = halfway(key)

    for seat in (None, *range(played.edition.seats)):
        other = redealt(played, seat, Random(seat or 7))
        assert observe(played, seat) == observe(other, seat)


@pytest.mark.parametrize("seat", EVERYONE)
def test_nobody_looks_at_the_imps_trick(seat: int | None) -> None:
    """The Imp's Trick lies face down: a player knows of it only what they put there.

    Sources: Matagot "Starting the game"; Gameteko "Beginning the Round";
    Bambus 1995 "Beginning the Game"; Rules Bank 1996 "Beginning the Game"
    """
    seen = observe(passed_on(), seat)
    own = [] if seat is None else [passed_on().imps_trick[seat]]

    assert own == list(seen.discards)
    assert visible(passed_on(), seat) & set(passed_on().imps_trick) == set()


@pytest.mark.parametrize("seat", range(3))
def test_a_seat_sees_its_own_hand_and_no_other(seat: int) -> None:
    """Hands are held so that only their players see them.

    Sources: Gameteko "Preparation"
    """
    seen = observe(passed_on(), seat)

    assert [number == seat for number in range(3)] == [hand is not None for hand in seen.hands]
    assert passed_on().hands[seat] == seen.hand


def test_a_seat_remembers_what_it_passed_and_to_whom() -> None:
    """Players know which cards they passed, to which side, and what they discarded.

    Sources: Matagot "Tips"; Gameteko "Strategy and Hints"; Bambus 1995 "Strategy"
    """
    seen = observe(passed_on(), 0)

    assert [(step.card.label, step.target) for step in seen.passed_cards] == [
        ("1", IMPS_TRICK),
        ("2", 1),
        ("3", 2),
    ]


def test_a_seat_remembers_what_it_received_and_from_whom() -> None:
    """Players know which cards came from which neighbour.

    Sources: Matagot "Tips"; Gameteko "Strategy and Hints"; Bambus 1995 "Strategy"
    """
    seen = observe(passed_on(), 0)

    assert {(step.card.label, step.giver) for step in seen.received_cards} == {("6", 1), ("8", 2)}


def test_who_passes_the_two_knows_where_it_is() -> None:
    """A card that was passed is known to lie with the neighbour until it is played.

    Sources: Matagot "Tips"; Gameteko "Strategy and Hints"; Bambus 1995 "Strategy"
    """
    two = cards("classic/3", "2")[0]

    assert holds(Inference(observe(passed_on(), 0)).known_cards[1], two.place)


def test_who_holds_the_one_knows_that_nobody_else_undercuts_the_two() -> None:
    """Once the Two has bought, the player with the One can tell that no other card is below it.

    Sources: Matagot "Tips"; Bambus 1995 "Strategy"
    """
    start = at_play("classic/3", "22 1", "2, no more yellow", "28")
    seen = Inference(observe(play(start, "22 2 28"), 0))

    assert seen.possible_undercutters() == (0,)


def test_what_the_neighbours_pass_each_other_stays_between_them() -> None:
    """What two others passed to each other is no business of a third.

    Sources: Matagot "Starting the game"; Gameteko "Beginning the Round"
    """
    seen = observe(passed_on(), 0)
    known = {step.card for step in seen.passed_cards} | {step.card for step in seen.received_cards}

    assert known & set(cards("classic/3", "5 9")) == set()


def test_choices_are_secret_until_all_have_chosen() -> None:
    """While the exchange runs, others see that a player has chosen, but not what.

    Sources: Matagot "Starting the game"; Gameteko "Beginning the Round"
    """
    start = dealt("classic/3", "1 2 3", "4 5 6", "7 8 9")
    one_way, other_way = exchanged(start, "1 2 3"), exchanged(start, "3 1 2")

    assert observe(one_way, 1) == observe(other_way, 1)
    assert observe(one_way, 1).committed == (True, False, False)


def test_nobody_sees_how_far_another_has_come() -> None:
    """A choice half made is not to be seen from the number of cards in hand.

    Ruling: ours
    """
    start = dealt("classic/3", "1 2 3", "4 5 6", "7 8 9")

    assert observe(start, 1) == observe(play(start, "1"), 1)


def test_the_number_of_cards_in_each_hand_is_public() -> None:
    """Everyone sees how many cards each hand holds.

    Ruling: ours
    """
    assert observe(play(at_play("classic/3", "1", "2", "3"), "1 2 3"), None).hand_sizes == (
        10,
        10,
        10,
    )


@pytest.mark.parametrize("seat", EVERYONE)
def test_every_card_played_is_public_and_stays_so(seat: int | None) -> None:
    """Cards on the table are seen by all, and earlier tricks may be looked up.

    Ruling: ours
    """
    played = play(at_play("classic/3", "12 20", "28 10", "25 34"), "12 28 25", "20 10")
    seen = observe(played, seat)

    assert (played.tricks, played.plays) == (seen.tricks, seen.plays)
    assert " ".join(card.label for card in seen.played_cards) == "12 28 25 20 10"


@pytest.mark.parametrize("seat", EVERYONE)
def test_points_taken_are_public(seat: int | None) -> None:
    """Everyone may know the points that each player has taken so far.

    Ruling: ours
    """
    played = play(at_play("classic/3", "12", "28", "25"), "12 28 25")

    assert observe(played, seat).taken_points == (4 + 6 + 6, 0, 0)


@pytest.mark.parametrize("seat", EVERYONE)
def test_price_and_owner_are_public(seat: int | None) -> None:
    """The price lies face up under the bottle, in front of its owner.

    Sources: Matagot "The Bottle Imp"; Gameteko "The Bottle Imp"; Bambus 1995 "The Bottle Imp";
    Rules Bank 1996 "The Bottle Devil"
    """
    played = play(at_play("classic/3", "12", "28", "25"), "12 28 25")
    seen = observe(played, seat)

    assert (played.edition.deck.label_at(seen.price), seen.owners) == ("12", (0,))


@pytest.mark.parametrize("seat", EVERYONE)
def test_who_led_and_whose_turn_it_is_are_public(seat: int | None) -> None:
    """Everyone sees who led the trick and who is to play.

    Ruling: ours
    """
    seen = observe(play(at_play("classic/3", "12", "28"), "12 28"), seat)

    assert (seen.leader, seen.turn) == (0, 2)


def test_open_hands_are_public() -> None:
    """A hand that lies face up is seen by all, onlookers included.

    Sources: Matagot "Devil's Eye"; Gameteko "Lopaka Variant";
    Gameteko "The Bright House Variant"
    """
    eye, lopaka = at_play("matagot/devils-eye"), at_play("classic/lopaka")
    house = to_play(at_play("classic/bright-house"))

    assert [
        [number for number, hand in enumerate(observe(played, None).hands) if hand is not None]
        for played in (eye, lopaka, house)
    ] == [[0, 2], [1], [0, 2]]


def test_hands_are_laid_open_only_after_the_exchange() -> None:
    """The opponent's first hand is unknown while cards are being passed.

    Sources: Matagot "Devil's Eye"
    """
    assert observe(dealt("matagot/devils-eye"), 0).hands[2] is None


def test_a_seat_is_told_only_its_own_legal_cards() -> None:
    """Which cards may be played is told to the player whose turn it is, and to nobody else.

    Ruling: ours
    """
    played = play(at_play("classic/3", "20", "6 10 13, no more blue"), "20")

    assert [
        len(legal) if legal else ()
        for legal in (observe(played, seat).legal_actions for seat in EVERYONE)
    ] == [(), 3, (), ()]


@pytest.mark.parametrize("seat", EVERYONE)
def test_all_is_laid_open_when_the_round_is_over(seat: int | None) -> None:
    """After the last card the deal, the exchange and the Imp's Trick are shown to everyone.

    Ruling: ours; the texts count the Imp's Trick then, and show neither deal nor exchange
    """
    played = play_out(passed_on())
    shown = observe(played, seat).revealed

    assert shown is not None
    assert (played.deal, played.imps_trick) == (shown.deal, shown.imps_trick)
    assert [step.card for giver, step in shown.passes if giver == 1] == list(
        cards("classic/3", "4 5 6")
    )


@pytest.mark.parametrize("key", edition_keys())
def test_nothing_is_laid_open_before(key: str) -> None:
    """As long as a card is to be played, hidden cards stay hidden.

    Ruling: ours
    """
    played = halfway(key)

    assert Phase.PLAY is played.phase
    assert {observe(played, seat).revealed for seat in range(played.edition.seats)} == {None}


def test_sides_and_dealer_are_public() -> None:
    """Everyone knows who plays with whom, and who dealt.

    Sources: Matagot "Team mode"
    """
    seen = observe(at_play("matagot/4-teams"), None).edition

    assert (seen.sides, seen.dealer) == ((0, 1, 0, 2), 3)

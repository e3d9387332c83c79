"""What a hint says of each choice can be recounted from what the seat sees."""

from collections.abc import Iterator, Sequence
from gettext import NullTranslations
from random import Random

import pytest

from bottleimp.game.actions import OpenChoice
from bottleimp.game.round import Phase, Round
from bottleimp.knowledge.choice_facts import (
    ChoiceFacts,
    Takes,
    choice_facts,
    visible_choice_facts,
)
from bottleimp.knowledge.choice_words import (
    FOR_ANOTHER,
    FOR_THE_IMP,
    choice_notes,
    choice_text,
)
from bottleimp.knowledge.observation import Observation, observe
from bottleimp.knowledge.world_enumeration import all_worlds, world_count
from bottleimp.rules.cards import Card
from bottleimp.rules.cardsets import holds
from bottleimp.rules.editions import edition_from_text, edition_keys
from bottleimp.rules.seating import IMPS_TRICK, PlaySource
from tests.support.game.rulebook_table import at_play, play
from tests.support.random_rounds import asked_in_turn
from tests.support.redealing import redealt
from tests.support.short_runs import KINDS

ROUNDS = 2  # of each edition
FEW_WORLDS = 300
Worlds = Sequence[tuple[int, ...]]  # of each, the cards of every hand and of the imp's trick


def moments(key: str) -> Iterator[tuple[Round, int]]:
    """Moments at which somebody is asked, in rounds of random play."""
    for seed in range(ROUNDS):
        for played, seat in asked_in_turn(edition_from_text(key), seed):
            if seat not in played.edition.driven and not played.pending[seat]:
                yield played, seat


def possible_places(seen: Observation, worlds: Worlds) -> dict[Card, set[int]]:
    """For every card that somebody else may hold, the hands that may hold it, card by card."""
    found: dict[Card, set[int]] = {}
    for world in worlds:
        for hand, cards in enumerate(world[:-1]):
            if seen.edition.hands[hand].seat != seen.seat:
                for card in seen.edition.deck.cards_of(cards):
                    found.setdefault(card, set()).add(hand)
    return found


def later_hands(seen: Observation) -> list[list[int]]:
    """For every play that follows the next one, the hands that it may come from."""
    edition = seen.edition
    assert seen.seat is not None
    later = []
    for n, source in enumerate(edition.plays[len(seen.plays) + 1 :], 1):
        seat = (seen.seat + n) % edition.seats
        hands = [number for number, hand in enumerate(edition.hands) if hand.seat == seat]
        if source is not PlaySource.ANY:
            hands = [h for h in hands if (h in seen.open_hands) is (source is PlaySource.OPEN)]
        later.append(hands)
    return later


def certain_cards(seen: Observation, worlds: Worlds, hand: int) -> list[Card]:
    """The cards that are in the hand wherever the others lie."""
    return [
        card for card in seen.edition.deck.cards if all(holds(w[hand], card.place) for w in worlds)
    ]


def recounted(seen: Observation, card: Card, worlds: Worlds) -> ChoiceFacts:
    """The facts of a card that may be played, counted card by card in all worlds."""
    table = [each.card for each in seen.plays]
    low = [one for one in (*table, card) if one.place < seen.price]
    best = max(low or [*table, card], key=lambda one: one.place)
    if best != card:
        return ChoiceFacts(card, Takes.NO, points=card.points)
    buys = card.place < seen.price
    later = later_hands(seen)
    led = (table or [card])[0].suit
    places = possible_places(seen, worlds)
    own = {one: {hand} for hand in seen.own_hands for one in seen.hands[hand] or () if one != card}
    following = set()
    for one, hands in (places | own).items():
        for hand in hands:
            times = sum(hand in step for step in later)
            certain = [each for each in certain_cards(seen, worlds, hand) if each != card]
            sure = [each for each in certain if each.suit is led]
            if times and (one.suit is led or len(sure) < times):
                following.add(one)
    under = [one for one in following if one.place < seen.price]
    if buys:
        under = [one for one in under if one.place > card.place]
    higher = [] if buys else [one for one in following if one.place > max(card.place, seen.price)]
    return ChoiceFacts(
        card,
        Takes.SO_FAR if under or higher else Takes.SURELY,
        buys,
        sum(one.points for one in (*table, card)),
        len(under),
        len(higher),
        takers_later(seen, card, list(places)) if buys else 0,
        is_beaten_by_own_only={*under, *higher} <= own.keys() and bool(under or higher),
    )


def takers_later(seen: Observation, card: Card, others: list[Card]) -> int:
    """The cards of others that may take the bottle from the card that buys it.

    Each bottle that is dearer then must go first, for a card below this one, in a trick of its own.
    In the last trick the seat's own cards are played too, and nothing below them takes it.
    """
    lower = [one for one in others if one.place < card.place]
    own = [one for one in seen.hand if one.place < card.place]
    prices = list(seen.prices)
    prices[seen.for_sale] = card.place
    dearer = sum(price > card.place for price in prices)
    tricks_left = seen.edition.tricks - len(seen.tricks) - 1
    plays_again = any(hand in seen.own_hands for hands in later_hands(seen) for hand in hands)
    if tricks_left == 1 and not plays_again:
        lower = [one for one in lower if all(mine.place < one.place for mine in own)]
    return len(lower) if min(tricks_left, len(lower) + len(own)) > dearer else 0


@pytest.mark.slow
@pytest.mark.parametrize("key", KINDS)
def test_each_number_of_a_card_in_play_can_be_recounted(key: str) -> None:
    compared = 0
    for played, seat in moments(key):
        seen = observe(played, seat)
        if seen.phase is not Phase.PLAY or world_count(seen) > FEW_WORLDS:
            continue
        worlds = all_worlds(seen, limit=FEW_WORLDS)
        for facts in choice_facts(seen):
            assert isinstance(facts.action, Card)
            assert facts == recounted(seen, facts.action, worlds)
            compared += 1
    assert compared > 0


@pytest.mark.parametrize("key", KINDS)
def test_each_number_before_play_can_be_recounted(key: str) -> None:
    for played, seat in moments(key):
        seen = observe(played, seat)
        if seen.phase is Phase.PLAY:
            continue
        for facts in choice_facts(seen):
            if isinstance(facts.action, OpenChoice):
                cards = seen.hands[seen.own_hands[list(OpenChoice).index(facts.action)]] or ()
                low = [card for card in cards if card.place < seen.edition.deck.start_price]
                assert (facts.under, facts.points) == (len(low), sum(c.points for c in cards))
                continue
            card = facts.action
            known = {*seen.hand, *(s.card for s in seen.passed_cards if s.target == IMPS_TRICK)}
            others = [one for one in seen.edition.deck.cards if one not in known]
            lower = [one for one in others if one.place < card.place]
            own = [one for one in seen.hand if one.place < card.place]
            are_enough = len(lower) + len(own) >= seen.edition.bottles
            assert facts == ChoiceFacts(
                card,
                points=card.points,
                lower=len(lower) if are_enough else 0,
                higher=sum(one.place > card.place for one in others),
            )


@pytest.mark.parametrize("key", KINDS)
def test_every_card_that_may_be_chosen_has_a_row_and_a_line(key: str) -> None:
    for played, seat in moments(key):
        seen = observe(played, seat)
        rows = choice_facts(seen)
        lines = [choice_text(row, seen, NullTranslations()) for row in rows]

        assert {*seen.legal_actions} <= {row.action for row in rows}
        assert [line for line in lines if not line.endswith(".") or "{" in line] == []


@pytest.mark.parametrize("key", edition_keys())
def test_the_notes_say_what_each_pass_is_for(key: str) -> None:
    for played, seat in asked_in_turn(edition_from_text(key), 0):
        if played.phase is not Phase.EXCHANGE:
            break
        seen = observe(played, seat)
        targets = {step.target for step in seen.passes_owed}
        expected = [
            note
            for note, applies in (
                (FOR_THE_IMP, IMPS_TRICK in targets),
                (FOR_ANOTHER, bool(targets - {IMPS_TRICK})),
            )
            if applies
        ]

        notes = list(choice_notes(seen, NullTranslations()))
        assert [note for note in notes if note in (FOR_THE_IMP, FOR_ANOTHER)] == (expected)


def test_who_is_not_asked_is_told_of_no_choice() -> None:
    playing = at_play("classic/4")
    assert playing.turn is not None

    assert choice_facts(observe(playing, (playing.turn + 1) % 4)) == ()


@pytest.mark.slow
@pytest.mark.parametrize("key", KINDS)
def test_hidden_cards_change_no_letter_of_what_explains_a_hint(key: str) -> None:
    random, differing = Random(f"choices of {key}"), 0

    def told(played: Round, seat: int) -> list[object]:
        seen = observe(played, seat)
        rows = choice_facts(seen)
        lines = [choice_text(row, seen, NullTranslations()) for row in rows]
        return [rows, lines, choice_notes(seen, NullTranslations())]

    for played, seat in moments(key):
        other = redealt(played, seat, random)
        differing += other != played

        assert told(played, seat) == told(other, seat)
    assert differing > 0  # else nothing was shown


def test_a_table_without_aids_explains_nothing_during_play() -> None:
    for played, seat in asked_in_turn(edition_from_text("classic/3,no-aids"), 0):
        seen = observe(played, seat)
        explained = bool(visible_choice_facts(seen)), bool(choice_notes(seen, NullTranslations()))

        assert explained == (seen.phase is not Phase.PLAY,) * 2


def lines_of(played: Round) -> dict[str, str]:
    """What the seat to act is told of each card."""
    seen = observe(played, played.turn)
    return {
        row.action.label: choice_text(row, seen, NullTranslations()) for row in choice_facts(seen)
    }


def test_the_lines_of_a_hand_in_words() -> None:
    said = lines_of(play(at_play("classic/3", "24", "27", "32 6, no more blue"), "24 27"))

    assert said["32"] == "Takes the trick: 15 points."
    assert said["6"] == (
        "Takes the trick: 10 points. Buys the bottle for 6."
        " Up to 3 cards held by others could take the bottle from you later."
    )


def test_the_line_of_a_card_that_nobody_beats_says_that_more_points_may_come() -> None:
    assert lines_of(at_play("classic/3", "18 1"))["18"].startswith(
        "Takes the trick: 5 points so far. Buys the bottle for 18."
    )


def test_the_line_of_a_card_says_that_only_an_own_card_could_beat_it() -> None:
    said = lines_of(at_play("matagot/devils-eye", "17", "18, no more blue"))

    assert said["17"].startswith("Has the trick so far: 4 points. Would buy the bottle for 17.")
    assert said["17"].endswith(" Only another card of yours could beat it.")


def test_a_hand_whose_last_cards_are_known_must_follow_with_them() -> None:
    """The player after this one holds the 4 and the red 11, and red was led."""
    start = at_play(
        "classic/3", "2 4 11 14 20 24 25 29 31 33 34", "9 10 12 13 15 16 22 26 30 35 37",
        "3 5 6 7 8 17 21 23 27 28 36",
    )  # fmt: skip
    tricks = ("2 9 28", "22 5 25", "23 33 35", "16 21 31", "20 13 17", "29 26 36", "6 34 30")
    said = lines_of(play(start, *tricks, "24 10 27", "7 14 15", "37"))

    assert said["3"].startswith("Takes the trick: 8 points so far. Buys the bottle for 3.")


def test_the_own_card_that_is_left_for_the_last_trick_keeps_lower_ones_from_the_bottle() -> None:
    """The 3 or the 4 may still come, and the 5 then buys the bottle again."""
    start = at_play(
        "classic/4", "8 9 12 21 24 32 34 37", "5 6 7 10 11 14 18 31", "2 16 22 23 26 27 33 35",
        "1 3 13 15 17 25 28 36",
    )  # fmt: skip
    tricks = ("34 10 27 13", "1 9 18 2", "37 14 35 36", "21 31 26 15", "7 22 28 12", "11 33 25 8")
    said = lines_of(play(start, *tricks, "23 17 24"))

    assert said["6"].endswith("Nobody else could take the bottle from you later.")
    assert said["5"].endswith("Up to 2 cards held by others could take the bottle from you later.")


@pytest.mark.parametrize(
    ("higher", "said"),
    [
        (2, "If you keep it: up to 2 cards held by others are higher. 6 points."),
        (1, "If you keep it: at most one card held by others is higher. 6 points."),
        (0, "If you keep it: no card held by others is higher. 6 points."),
    ],
)
def test_no_line_counts_up_to_one_or_nothing(higher: int, said: str) -> None:
    played = next(
        played
        for played, _ in asked_in_turn(edition_from_text("classic/4"), 0)
        if played.phase is Phase.EXCHANGE
    )
    seen = observe(played, 0)
    row = ChoiceFacts(seen.edition.deck.card("37"), points=6, higher=higher)

    assert choice_text(row, seen, NullTranslations()) == said


def test_a_hand_without_low_cards_shows_none() -> None:
    played = next(
        played
        for played, _ in asked_in_turn(edition_from_text("classic/bright-house"), 0)
        if played.phase is Phase.CHOICE
    )
    seen = observe(played, 0)
    lines = [
        choice_text(ChoiceFacts(OpenChoice.FIRST, under=under), seen, NullTranslations())
        for under in (0, 1)
    ]

    assert lines == ["It holds no card below 19.", "Everybody sees its 1 card below 19."]

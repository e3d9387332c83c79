"""What a seat is told, in words."""

from dataclasses import replace
from gettext import NullTranslations

import pytest

from bottleimp.errors import RefusalReason
from bottleimp.game.actions import OpenChoice
from bottleimp.game.deal import Deal
from bottleimp.game.round import Phase, PlayedCard, Round
from bottleimp.knowledge.memory_aids import without_aids
from bottleimp.knowledge.narration import (
    COLOURS,
    Narrator,
    refusal_reason,
    refusal_text,
    suit_letter,
    turn_words,
)
from bottleimp.knowledge.observation import Observation, RevealedRound, observe
from bottleimp.rules.cards import Card, Suit
from bottleimp.rules.editions import edition, edition_from_text
from bottleimp.rules.seating import IMPS_TRICK
from tests.support.game.rulebook_table import at_play, dealt, exchanged, play, play_out, to_play
from tests.support.random_rounds import asked_in_turn

PLAIN = NullTranslations()
NAMES = ("Ada", "Bo", "Cy", "Di", "Ed", "Flo")


def narrator(played: Round) -> Narrator:
    """A narrator who knows the players by name."""
    return Narrator(NAMES[: played.edition.seats])


def trick_words(played: Round) -> str:
    """What is said about the last trick."""
    return narrator(played).trick(played.edition, played.tricks[-1])


def opening(key: str) -> Round:
    """A round of cards dealt in order."""
    return Round(Deal.in_order(edition_from_text(key)))


class Shouting(NullTranslations):
    """A language that is English in capitals."""

    def gettext(self, message: str) -> str:
        return message if "{" in message else message.upper()


def test_a_card_is_told_by_number_and_colour() -> None:
    deck = edition("matagot/6").deck

    assert Narrator(NAMES).card(deck.card("18.5")) == "18½ yellow"
    assert Narrator(NAMES, Shouting()).card(deck.card(17)) == "17 BLUE"


def test_no_cards_have_a_word_too() -> None:
    assert Narrator(NAMES).cards(()) == "none"


def test_a_play_is_told_with_who_made_it() -> None:
    card = edition("classic/3").deck.card(17)

    assert Narrator(NAMES).play(PlayedCard(1, 1, card)) == "Bo plays 17 blue."


def test_a_trick_above_the_price_is_taken() -> None:
    played = play(at_play("classic/3", "20", "24", "27"), "20 24 27")

    assert trick_words(played) == "Cy takes the trick with 27 blue: 13 points."


def test_a_trick_under_the_price_buys_the_bottle() -> None:
    played = play(at_play("classic/3", "24", "20", "13"), "24 20 13")

    assert trick_words(played) == "Cy takes the trick: 11 points. Cy buys the bottle for 13."


def test_an_owner_who_takes_a_trick_with_a_lower_card_keeps_the_bottle() -> None:
    played = play(at_play("classic/3", "24 30", "20 27", "13 8"), "24 20 13 8 30 27")

    assert trick_words(played) == (
        "Cy takes the trick: 12 points. Cy keeps the bottle; its price is 8 now."
    )


def test_a_bottle_that_changes_hands_again_is_bought_again() -> None:
    played = play(at_play("classic/3", "24 30", "20 8", "13 32"), "24 20 13 32 30 8")

    assert trick_words(played) == "Bo takes the trick: 13 points. Bo buys the bottle for 8."


def test_a_seat_to_play_hears_what_was_led_and_whether_it_is_free() -> None:
    played = at_play("classic/3", "24", "no blue", "20")
    led = play(played, "24")

    assert turn_words(observe(played, 0), PLAIN) == "Your turn: you lead."
    free = "Your turn. Blue was led; you have none, so play any card."
    assert turn_words(observe(led, 1), PLAIN) == free
    followed = led.play(led.legal_actions[0])
    assert turn_words(observe(followed, 2), PLAIN) == "Your turn. Blue was led."
    assert turn_words(observe(followed, 1), PLAIN) == ""


def test_of_two_hands_only_the_one_to_play_from_need_hold_none_of_the_led_suit() -> None:
    told = set()
    for played, seat in asked_in_turn(edition("classic/bright-house"), 3):
        seen = observe(played, seat)
        words = turn_words(seen, PLAIN)
        cards = [card for card in seen.legal_actions if isinstance(card, Card)]
        if played.phase is Phase.PLAY and played.plays and len(cards) > 1:
            led = played.plays[0].card.suit
            is_free = all(card.suit is not led for card in cards)
            told.add("this hand has none" in words)

            assert ("none, so play any card" in words) == is_free
    assert told == {False, True}


def test_the_last_card_of_a_hand_is_no_choice() -> None:
    played = to_play(opening("classic/3"))
    while len(played.tricks) < played.edition.tricks - 1 or not played.plays:
        played = played.play(played.legal_actions[0])

    assert "any card" not in turn_words(observe(played, played.position.turn), PLAIN)


def test_one_point_is_told_as_one() -> None:
    played = play(at_play("classic/3", "24", "20", "13"), "24 20 13")
    trick = played.tricks[0]
    one = replace(trick.plays[0], card=replace(trick.plays[0].card, points=1))
    alone = replace(trick, plays=(one,), taker=0, bottle=None)

    told = narrator(played).trick(played.edition, alone)
    assert told == "Ada takes the trick with 24 blue: 1 point."


def test_places_of_passed_cards_have_names() -> None:
    four, devils_eye = edition("classic/4"), edition("matagot/devils-eye")
    told = Narrator(NAMES)

    assert [
        told.place(four, IMPS_TRICK),
        told.place(four, 3),
        told.place(devils_eye, 2),
        told.place(devils_eye, 3),
    ] == ["the Imp's Trick", "Di", "Bo, first hand", "Bo, second hand"]


def test_the_exchange_is_told_to_the_seat_that_made_it() -> None:
    played = exchanged(
        dealt("classic/3", "1 2 3", "11 14 16", "30 32 34"), "1 2 3", "11 14 16", "30 32 34"
    )

    assert narrator(played).exchange(observe(played, 0)) == (
        "You pass 1 yellow to the Imp's Trick.",
        "You pass 2 yellow to Bo.",
        "You pass 3 yellow to Cy.",
        "You receive 16 red from Bo.",
        "You receive 32 blue from Cy.",
    )
    assert narrator(played).exchange(observe(played, None)) == ()


def test_price_and_owner_of_every_bottle_are_told() -> None:
    start = opening("matagot/5")
    sold = play(at_play("classic/3", "24", "20", "13"), "24 20 13")

    assert (
        narrator(start).bottles(observe(start, None))
        == ("A bottle costs 19 and has no owner.",) * 2
    )
    assert narrator(sold).bottles(observe(sold, 0)) == ("Cy owns a bottle that costs 13.",)


def test_a_seat_is_told_what_it_is_asked_for() -> None:
    start = opening("classic/bright-house")
    choosing = start
    while choosing.phase is not Phase.CHOICE:
        choosing = choosing.play(choosing.legal_actions[0])
    following = play(at_play("classic/3", "24", "6 10 13, no more blue"), "24")

    assert narrator(start).request(observe(start, 0)) == ("Choose a card for the Imp's Trick.",)
    assert narrator(choosing).request(observe(choosing, 1)) == (
        "Choose which of your hands lies open.",
    )
    assert narrator(following).request(observe(following, 1)) == (
        "It is your turn. You may play 6 blue, 10 blue, 13 blue.",
    )
    assert narrator(following).request(observe(following, 0)) == ()


def with_result(key: str, owners: tuple[int, ...], *, bga_teams: bool = False) -> tuple[str, ...]:
    """What is told of the scores when these seats own the bottles; every score being 7."""
    end = play_out(Round(Deal.in_order(edition(key, bga_teams=bga_teams))))
    seen = observe(end, None)
    assert seen.revealed is not None
    seats = end.edition.seats
    revealed = replace(seen.revealed, scores=(7,) * seats)
    changed: Observation = replace(seen, owners=owners, revealed=revealed)
    return narrator(end).scores(changed)[1:]


def test_the_scores_are_told_with_their_reasons() -> None:
    assert with_result("classic/3", (1,)) == (
        "Ada: 7. The points of the tricks taken.",
        "Bo: 7. Owner of the bottle: minus the points of the Imp's Trick.",
        "Cy: 7. The points of the tricks taken.",
    )


def test_the_owner_of_both_bottles_loses_twice() -> None:
    told = with_result("matagot/6", (2, 2))

    assert told[2] == "Cy: 7. Owner of both bottles: minus twice the points of the Imp's Trick."
    assert told[0] == "Ada: 7. The points of the tricks taken."


def test_partners_share_what_they_take_and_what_they_lose() -> None:
    assert with_result("matagot/4-teams", (0,)) == (
        "Ada: 7. Owner of the bottle: minus the points of the Imp's Trick.",
        "Bo: 7. The points of the tricks taken. Doubled for playing alone.",
        "Cy: 7. The partner owns the bottle: minus the points of the Imp's Trick.",
        "Di: 7. The points of the tricks taken. Doubled for playing alone.",
    )
    assert (
        with_result("matagot/4-teams", (1,))[0]
        == "Ada: 7. The points of both partners' tricks, added up."
    )


def test_a_side_may_own_both_bottles() -> None:
    told = with_result("matagot/6-teams-222", (0, 3))

    assert (
        told[0] == "Ada: 7. The side owns both bottles: minus twice the points of the Imp's Trick."
    )


def test_partners_who_answer_for_themselves_add_up_their_results() -> None:
    told = with_result("matagot/4-teams", (0,), bga_teams=True)

    assert told[0] == "Ada: 7. The results of both partners, added up."
    assert told[1] == "Bo: 7. The points of the tricks taken."


def test_the_imps_trick_is_told_when_the_round_is_over() -> None:
    end = play_out(opening("classic/3"))
    points = sum(card.points for card in end.imps_trick)
    first = narrator(end).scores(observe(end, None))[0]

    assert first == f"The Imp's Trick held {narrator(end).cards(end.imps_trick)}: {points} points."


def test_nothing_is_told_of_the_scores_before() -> None:
    played = opening("classic/3")

    assert narrator(played).scores(observe(played, 0)) == ()


def test_the_story_begins_with_the_dealer_and_ends_with_what_is_asked() -> None:
    played = play(at_play("classic/3", "24", "20", "13"), "24 20 13")
    played = played.play(played.legal_actions[0])
    seen = observe(played, 0)
    story = narrator(played).story(seen)

    dealt = played.deal.hands[0]
    assert story[:2] == ("Cy deals.", f"You were dealt {narrator(played).cards(dealt)}.")
    assert f"You hold {narrator(played).cards(seen.hand)}." in story[-3:]
    assert "Ada plays 24 blue." in story
    assert "Cy takes the trick: 11 points. Cy buys the bottle for 13." in story
    assert story[-1].startswith("It is your turn. You may play ")
    assert narrator(played).story(observe(played, None))[0] == "Cy deals."


def test_where_earlier_tricks_are_hidden_the_story_tells_the_hand_alone() -> None:
    hidden = to_play(opening("classic/3,no-aids"))
    while len(hidden.tricks) < 6:  # more own cards gone than were received
        hidden = hidden.play(hidden.legal_actions[0])
    story = narrator(hidden).story(without_aids(observe(hidden, 0)))

    assert not any("You were dealt" in line for line in story)
    assert f"You hold {narrator(hidden).cards(observe(hidden, 0).hand)}." in story


def test_a_reader_who_deals_is_spoken_to() -> None:
    one = edition("classic/4")

    assert Narrator(NAMES, reader=one.dealer).dealer(one) == "You deal."
    assert Narrator(NAMES, reader=0).dealer(one) == f"{NAMES[one.dealer]} deals."


def test_a_story_to_the_end_tells_the_scores() -> None:
    end = play_out(opening("classic/3"))
    seen = observe(end, 1)

    assert narrator(end).scores(seen) == narrator(end).story(seen)[-4:]
    assert isinstance(seen.revealed, RevealedRound)


def lopaka_follows() -> Round:
    """Lopaka may only play 36 to the red 33, and 31 when he has won that trick and leads."""
    return play(at_play("classic/lopaka", "33", "7 31 36, no more red, no more blue", "35"), "33")


REFUSALS = [
    (at_play("classic/3", "5", "37"), 0, "37", RefusalReason.NOT_HELD,
    "You do not hold this card."), (at_play("classic/3", "5", "37"), 1, "37",
    RefusalReason.NOT_YOUR_TURN, "It is not your turn."), (
        play(at_play("classic/3", "24", "6 33, no more blue"), "24"), 1, "33",
        RefusalReason.MUST_FOLLOW, "You must follow blue.",
    ),
    (
        play(at_play("classic/bright-house", "37", "36"), "open-1 open-1"), 0, "36",
        RefusalReason.WRONG_HAND, "This card must come from your other hand.",
    ),
    (play_out(opening("classic/3")), 0, "37", RefusalReason.ROUND_OVER, "The round is over."),
    (
        opening("matagot/devils-eye"), 0, opening("matagot/devils-eye").hands[0][0].label,
        RefusalReason.WRONG_HAND, "This card must come from your other hand.",
    ),
    (
        opening("classic/4").commit(0, opening("classic/4").hands[0][:3]), 0, "37",
        RefusalReason.ALREADY_COMMITTED, "You have already chosen.",
    ),
    (opening("classic/4"), None, "37", RefusalReason.NOT_YOUR_TURN, "It is not your turn."),
    (lopaka_follows(), 1, "7", RefusalReason.MUST_FOLLOW, "You must follow red."),
    (lopaka_follows(), 1, "31", RefusalReason.DRIVEN, "This seat plays by rule."),
    (play(lopaka_follows(), "36 35"), 1, "7", RefusalReason.DRIVEN, "This seat plays by rule."),
    (opening("classic/lopaka"), 1, "7", RefusalReason.NOT_YOUR_TURN, "It is not your turn."),
]  # fmt: skip


@pytest.mark.parametrize(
    ("played", "seat", "number", "reason", "sentence"),
    REFUSALS,
    ids=[f"{reason.value}-{n}" for n, (_, _, _, reason, _) in enumerate(REFUSALS)],
)
def test_a_card_that_may_not_be_played_is_explained(
    played: Round, seat: int, number: str, reason: RefusalReason, sentence: str
) -> None:
    seen, card = observe(played, seat), played.edition.deck.card(number)

    assert (reason, sentence) == (refusal_reason(seen, card), refusal_text(seen, card, PLAIN))


def test_a_legal_card_needs_no_explanation() -> None:
    played = to_play(opening("classic/4"))
    seen = observe(played, 0)
    card = played.hands[0][0]

    assert (refusal_reason(seen, card), refusal_text(seen, card, PLAIN)) == (None, None)


def test_a_card_is_not_asked_for_when_hands_are_chosen_nor_a_hand_when_cards_are_played() -> None:
    choosing = opening("classic/bright-house")
    while choosing.phase is not Phase.CHOICE:
        choosing = choosing.play(choosing.legal_actions[0])
    playing = at_play("classic/3")
    card = choosing.hands[0][0]

    assert RefusalReason.NOT_THIS_PHASE is refusal_reason(observe(choosing, 0), card)
    assert refusal_text(observe(choosing, 0), card, PLAIN) == "That is not what is asked for now."
    assert RefusalReason.NOT_THIS_PHASE is refusal_reason(observe(playing, 0), OpenChoice.FIRST)


def test_every_suit_has_a_colour_to_tell() -> None:
    assert list(COLOURS.values()) == ["yellow", "blue", "red"]


@pytest.mark.parametrize(
    ("names", "letters"),
    [(("gelb", "blau", "rot"), "GBR"), (("rosa", "blau", "rot"), "YBR")],
    ids=["each begins differently", "two begin alike"],
)
def test_the_letter_of_a_suit_is_that_of_its_colour(names: tuple[str, ...], letters: str) -> None:
    colours = dict(zip(COLOURS.values(), names, strict=True))

    assert "".join(suit_letter(suit, colours.__getitem__) for suit in Suit) == letters


def test_a_round_that_is_over_is_told_from_the_cards_that_were_dealt() -> None:
    begun, over = dealt("classic/3"), play_out(at_play("classic/3"))
    hand = narrator(over).cards(over.deal.hands[1])

    assert f"You were dealt {hand}." in narrator(over).story(observe(over, 1))
    assert f"You hold {narrator(begun).cards(begun.hands[1])}." in narrator(begun).story(
        observe(begun, 1)
    )


def test_a_card_inside_a_sentence_has_an_article() -> None:
    played = dealt("classic/3")

    assert narrator(played).card_phrase(played.edition.deck.card(17)) == "the 17 of blue"

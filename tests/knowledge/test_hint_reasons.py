"""The reason of a hint is true in every deal that looks the same to whoever asks."""

from collections.abc import Iterator
from gettext import NullTranslations
from random import Random

import pytest

from bottleimp.game.actions import Action
from bottleimp.game.round import Phase, Round
from bottleimp.knowledge.choice_facts import Takes, choice_facts
from bottleimp.knowledge.hint_reasons import (
    HintReason,
    HintReasonKind,
    hint_reason,
    visible_pass_reasons,
)
from bottleimp.knowledge.hint_words import (
    COUNTED,
    NOTHING_COUNTED,
    SENTENCES,
    hint_reason_text,
    short_reason_text,
)
from bottleimp.knowledge.observation import observe
from bottleimp.knowledge.settled_choices import settled_reason
from bottleimp.rules.editions import edition_from_text, edition_keys
from tests.support.game.rulebook_table import at_play, dealt, play, prices
from tests.support.game.true_reasons import ends_of_trick, is_true
from tests.support.random_rounds import asked_in_turn
from tests.support.redealing import redealt
from tests.support.short_runs import KINDS

ROUNDS, WORLDS = 2, 2  # of each edition; dealt anew at each moment
CHOICES = 3  # tried at each moment
SETTLED_ROUNDS, ENDS = 12, 2
BGA_TEAMS = [f"{key},bga-teams" for key in edition_keys() if "teams" in key]
WAYS_TO_GO_ON = 2000  # of one trick
TAKE_THE_TRICK = {  # the sentences that say so of the card
    HintReasonKind.TAKES,
    HintReasonKind.NOBODY_BEATS,
    HintReasonKind.BUYS,
    HintReasonKind.BUYS_FOR_GOOD,
    HintReasonKind.KEEPS,
    HintReasonKind.KEEPS_FOR_GOOD,
}


def choices(text: str, seed: int) -> Iterator[tuple[Round, int, tuple[Action, ...]]]:
    """Moments of a round of random play, each with something that the seat may do."""
    random = Random(f"choices in {text}, {seed}")
    for played, seat in asked_in_turn(edition_from_text(text), seed):
        if seat not in played.edition.driven and not played.pending[seat]:
            for _ in range(CHOICES):
                yield played, seat, anything(played, seat, random)


def anything(played: Round, seat: int, random: Random) -> tuple[Action, ...]:
    """A legal card, or all that the seat owes in this stage."""
    actions: list[Action] = []
    for left in range(played.choices_owed(seat) or 1, 0, -1):
        actions.append(random.choice(played.legal_actions_for(seat)))
        if left > 1:
            played = played.play(actions[-1], seat)
    return tuple(actions)


def words(reason: HintReason) -> str:
    """The reason in words, with letters for names."""
    return hint_reason_text(reason, "ABCDEF", NullTranslations())


def said(played: Round, *labels: str) -> str:
    """What the seat to act is told of these cards."""
    deck = played.edition.deck
    seen = observe(played, played.turn)
    return words(hint_reason(seen, [deck.card(label) for label in labels]))


def test_every_kind_of_reason_has_its_words_in_one_table() -> None:
    assert SENTENCES.keys() | COUNTED.keys() == set(HintReasonKind)
    assert not SENTENCES.keys() & COUNTED.keys()
    assert NOTHING_COUNTED.keys() <= COUNTED.keys()


# --- every reason, in every edition -------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.no_cover
@pytest.mark.parametrize("key", [*KINDS, *BGA_TEAMS])
def test_a_reason_is_true_in_every_deal_that_looks_the_same(key: str) -> None:
    random, false, tried = Random(f"reasons of {key}"), set(), 0
    for seed in range(ROUNDS):
        for played, seat, actions in choices(key, seed):
            reason = hint_reason(observe(played, seat), actions)
            for world in (played, *(redealt(played, seat, random) for _ in range(WORLDS))):
                tried += 1
                if not is_true(reason, world, seat, actions):
                    false.add((reason.kind, words(reason), *(one.label for one in actions)))

    assert false == set()
    assert tried > 100


@pytest.mark.slow
@pytest.mark.parametrize("key", edition_keys())
def test_a_card_that_is_said_to_take_the_trick_takes_it_whatever_follows(key: str) -> None:
    tried = 0
    for played, seat in asked_in_turn(edition_from_text(key), ROUNDS):
        if played.phase is not Phase.PLAY or seat in played.edition.driven:
            continue
        seen = observe(played, seat)
        for facts in choice_facts(seen):
            surely = facts.takes is Takes.SURELY
            if not surely and hint_reason(seen, [facts.action]).kind not in TAKE_THE_TRICK:
                continue
            after = played.play(facts.action)
            ends = ends_of_trick(after, len(played.tricks), WAYS_TO_GO_ON)
            assert {end.winner.card for end in ends} == {facts.action}
            tried += 1

    assert tried > 0


@pytest.mark.slow
@pytest.mark.parametrize("key", KINDS)
def test_hidden_cards_change_no_letter_of_a_reason(key: str) -> None:
    random, differing = Random(f"words of {key}"), 0
    for played, seat, actions in choices(key, ROUNDS):
        other = redealt(played, seat, random)
        differing += other != played
        told = [words(hint_reason(observe(one, seat), actions)) for one in (played, other)]

        assert told[0] == told[1]
    assert differing > 0  # else nothing was shown


@pytest.mark.slow
def test_every_reason_is_given_at_some_time_and_has_words() -> None:
    texts = (
        "classic/3", "classic/4", "classic/lopaka", "classic/bright-house", "bambus1995/4",
        "matagot/devils-eye", "matagot/5", "matagot/5-teams", "matagot/6-teams-222",
    )  # fmt: skip
    found: dict[HintReasonKind, str] = {}
    for seed, text in ((seed, text) for seed in range(12) for text in texts):
        for played, seat, actions in choices(text, seed):
            reason = hint_reason(observe(played, seat), actions)
            found[reason.kind] = words(reason)
        if found.keys() >= set(HintReasonKind):
            break

    assert set(HintReasonKind) - set(found) == set()
    assert [text for text in found.values() if not text.endswith(".") or "{" in text] == []


# --- some of them, as they are said ---------------------------------------------------------------


def test_who_plays_last_is_told_what_the_trick_is_worth() -> None:
    played = play(at_play("classic/3", "24", "27", "32 6, no more blue"), "24 27")

    assert said(played, "32") == "It takes the trick and 15 points."


def test_a_low_card_is_safe_under_a_dearer_one() -> None:
    played = play(at_play("classic/3", "17", "6 13 30, no more blue"), "17")

    assert said(played, "6") == (
        "It gets rid of the 6: with the 17 on the table, it cannot buy the bottle."
    )


def test_of_cards_that_lose_the_one_with_fewest_points_is_explained() -> None:
    played = play(at_play("classic/3", "34", "24 32, no more blue"), "34")

    assert said(played, "24") == "It cannot take the trick, and it gives away only 4 points."


def test_who_leads_a_low_card_is_told_what_may_buy_instead() -> None:
    played = at_play("classic/3", "12 14 16, none under 19")

    assert said(played, "12") == (
        "Any of up to 4 cards between 12 and 19 could still buy the bottle instead in this trick."
    )


def test_who_holds_the_cards_below_the_price_knows_that_nobody_undercuts() -> None:
    start = at_play("classic/3", "1 2 26 31 22", "3 21", "25 23")
    played = play(start, "22 3 25", "21 23 26")

    assert said(played, "31") == (
        "Nobody after you can play a card below 3 to this trick, so only a higher card beats it."
    )


def test_who_keeps_the_bottle_is_told_that_tricks_count_nothing() -> None:
    played = play(at_play("classic/3", "1 2 3 26", "22", "25"), "3 22 25")

    assert said(played, "26") == (
        "Whatever is played, you will own a bottle in the end, so your tricks count nothing."
    )


def test_who_may_beat_their_own_card_is_not_told_that_it_takes_the_trick() -> None:
    assert said(at_play("matagot/devils-eye", "17", "18, no more blue"), "17") == (
        "Nobody else can beat it; only another card of yours may still take this trick."
    )


def test_who_buys_is_told_of_the_points_and_of_the_danger() -> None:
    assert said(at_play("classic/3", "18 1"), "18") == (
        "It takes the trick (5 points so far) and buys the bottle; up to 13 lower cards may still"
        " take it from you."
    )


def test_the_owner_keeps_the_bottle_with_a_lower_card() -> None:
    start = at_play("classic/3", "12 11 26", "21, no yellow", "23, no yellow")
    owned = play(start, "12 21 23")

    assert said(owned, "11") == (
        "You keep the bottle, now for 11; up to 4 lower cards held by others may still take it from"
        " you."
    )
    assert said(owned, "26") == (
        "The bottle for 12 is yours, and up to 4 lower cards held by others may still buy it. Any"
        " card above 12 leaves them that chance."
    )


def test_the_owner_may_keep_the_bottle_for_good() -> None:
    start = at_play(
        "classic/3", "12 1 24, no more blue", "21 32 29, no yellow", "23 27 31, no yellow"
    )
    played = play(start, "12 21 23", "24 32 27", "29 31")

    assert said(played, "1") == (
        "You keep the bottle, now for 1, and nobody else can take it from you any more."
    )


@pytest.mark.slow
@pytest.mark.parametrize("key", KINDS)
def test_each_other_card_that_is_passed_has_a_short_reason_true_in_every_deal(key: str) -> None:
    random = Random(f"other reasons of {key}")
    for played, seat, actions in choices(key, ROUNDS):
        other = redealt(played, seat, random)
        reasons = visible_pass_reasons(observe(played, seat), actions)
        texts = [short_reason_text(one, NullTranslations()) for one in reasons]

        assert reasons == visible_pass_reasons(observe(other, seat), actions)
        assert [one for one in reasons if not is_true(one, played, seat, actions)] == []
        assert [text for text in texts if not text.endswith(".") or "{" in text] == []
        if played.phase is Phase.EXCHANGE:
            first = hint_reason(observe(played, seat), actions)
            named = [one.card for one in (first, *reasons)]
            assert sorted(map(str, named)) == sorted(map(str, actions))


def test_the_other_cards_that_are_passed_have_short_reasons() -> None:
    played = dealt("classic/3", "1 2 3 31 33")
    seen, deck = observe(played, 0), played.edition.deck
    reasons = visible_pass_reasons(seen, [deck.card(label) for label in ("31", "2", "33")])
    texts = [short_reason_text(one, NullTranslations()) for one in reasons]

    assert [text.split(":")[0] for text in texts] == ["The 31", "The 33"]


@pytest.mark.parametrize(
    ("higher", "sentence", "short"),
    [
        (2, "up to 2 higher cards could beat it.", "up to 2 cards are higher."),
        (1, "one higher card could beat it.", "one card is higher."),
    ],
)
def test_a_reason_about_one_higher_card_does_not_count_up_to_it(
    higher: int, sentence: str, short: str
) -> None:
    card = edition_from_text("classic/4").deck.card("36")
    reason = HintReason(HintReasonKind.HIGHER_OUT, card, count=higher)

    assert words(reason) == f"If you kept the 36, {sentence}"
    assert short_reason_text(reason, NullTranslations()) == f"The 36: {short}"


def test_a_short_reason_says_that_a_bottle_bought_with_the_card_stays() -> None:
    played = dealt("classic/3", "1 2 3 31 33")
    seen, deck = observe(played, 0), played.edition.deck
    reasons = visible_pass_reasons(seen, [deck.card(label) for label in ("1", "2", "33")])

    assert short_reason_text(reasons[0], NullTranslations()) == (
        "The 2: a bottle bought with it stays with you."
    )


def test_a_card_that_is_passed_is_explained_by_who_could_undercut_it() -> None:
    played = dealt("classic/3", "1 2 3 31 33")

    assert said(played, "31", "2", "33") == (
        "It gets rid of the 2: if you bought a bottle with it, it would stay with you."
    )
    assert said(played, "3", "31", "33") == (
        "It gets rid of the 3: if you bought a bottle with it, it would stay with you."
    )


def test_with_two_bottles_one_lower_card_takes_nothing_back() -> None:
    played = dealt("matagot/6", "2 31 33, none under 4")
    stays = "It gets rid of the 2: if you bought a bottle with it, it would stay with you."
    after_one = play(
        at_play(
            "matagot/6", "22 2, no more blue", "5 20", "25 20.5", "28 23", "22.5 27", "28.5 30"
        ),
        "22 5 25 28 22.5 28.5", "20 20.5 23 27 30",
    )  # fmt: skip

    assert said(played, "2", "31", "33") == stays
    assert prices(after_one) == ("5", "19")
    assert said(after_one, "2") == (
        "It takes the trick (23 points) and buys the bottle, and nobody else can take it from"
        " you any more."
    )


def test_with_two_bottles_two_lower_cards_may_take_one_back() -> None:
    played = play(
        at_play(
            "matagot/6", "22 2.5, no more blue", "5 20 1", "25 20.5 2", "28 23", "22.5 27",
            "28.5 30",
        ),
        "22 5 25 28 22.5 28.5", "20 20.5 23 27 30",
    )  # fmt: skip

    assert said(played, "2.5") == (
        "It takes the trick (23 points) and buys the bottle; up to 2 lower cards may still"
        " take it from you."
    )


def test_a_reason_for_fewer_cards_than_are_passed_is_not_given() -> None:
    played = dealt("classic/3", "1 2 3 31 33")
    seen, deck = observe(played, 0), played.edition.deck

    with pytest.raises(ValueError, match="argument"):
        hint_reason(seen, [deck.card("2"), deck.card("31")])


def test_a_reason_holds_nothing_that_its_kind_does_not_use() -> None:
    played = play(at_play("classic/3", "24", "27 6, no more blue"), "24")
    while len(played.legal_actions) > 1:
        played = played.play(played.legal_actions[0])

    assert hint_reason(observe(played, played.turn), played.legal_actions) == HintReason(
        kind=HintReasonKind.ONLY_CARD,
        card=None,
        other=None,
        seat=None,
        suit=None,
        price="",
        count=0,
        shown=0,
    )


def test_a_card_without_points_is_said_to_add_none() -> None:
    card = edition_from_text("bambus1995/4").deck.card("2")
    said = hint_reason_text(
        HintReason(HintReasonKind.COSTS_THE_OWNER, card), [], NullTranslations()
    )

    assert said == "The 2 adds no points to the Imp's Trick, which an owner loses."


@pytest.mark.slow
@pytest.mark.parametrize(
    "text", ["classic/3", "matagot/5", "matagot/6", "matagot/5-teams", *BGA_TEAMS]
)
def test_where_nothing_depends_on_a_choice_every_end_gives_the_same_points(text: str) -> None:
    random = Random(text)
    settled = 0
    for seed in range(SETTLED_ROUNDS):
        for played, seat, actions in choices(text, seed):
            if played.phase is Phase.PLAY and settled_reason(observe(played, seat), actions):
                ends = {end_score(played, seat, random) for _ in range(ENDS)}
                assert len(ends) == 1
                settled += 1

    assert settled or text == "matagot/6-teams-222,bga-teams"  # where nobody scores alone


def test_while_a_partner_scores_for_both_nothing_is_settled() -> None:
    reasons = [
        settled_reason(observe(played, seat), actions)
        for played, seat, actions in choices("matagot/6-teams-222,bga-teams", 0)
        if played.phase is Phase.PLAY
    ]

    assert reasons
    assert set(reasons) == {None}


def end_score(played: Round, seat: int, random: Random) -> int:
    """The points of the seat after a random end of the round."""
    while played.scores is None:
        played = played.play(random.choice(played.legal_actions))
    return played.scores[seat]

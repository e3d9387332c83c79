"""The guide through a first round: what it says, and from what."""

import json
from gettext import NullTranslations
from random import Random

import pytest

from bottleimp.game.deal import Deal
from bottleimp.game.round import Round
from bottleimp.knowledge.guide import (
    buying_play,
    can_be_guided,
    due_idea,
    guide_facts,
    guide_words,
    told_text,
)
from bottleimp.knowledge.guide_ideas import (
    GUIDE_IDEAS,
    GUIDE_KEYS,
    LAST_GUIDE_KEY,
    GuideFact,
)
from bottleimp.knowledge.observation import Observation, observe
from bottleimp.rules.editions import edition, edition_from_text, edition_keys
from tests.support.golden.guide_moments import FILE, file_text
from tests.support.redealing import redealt

NAMES = ("Ann", "Kokua", "Kiano", "Nahinu")
ENGLISH = NullTranslations()


def observations(text: str, seed: int) -> list[Observation]:
    """What seat 0 sees in a round played at random."""
    random, now = Random(seed), Round(Deal.from_seed(edition_from_text(text), seed))
    seen = [observe(now, 0)]
    while not now.is_over:
        now = now.play(random.choice(now.legal_actions))
        seen.append(observe(now, 0))
    return seen


def told(seen: Observation, drafted: int = 0) -> dict[str, str]:
    """The words of every idea whose moment has come."""
    facts = guide_facts(seen, drafted)
    texts = {idea.key: told_text(idea, facts) for idea in GUIDE_IDEAS}
    return {key: guide_words(text, seen, NAMES, ENGLISH) for key, text in texts.items() if text}


@pytest.mark.no_cover
@pytest.mark.slow
def test_the_browser_is_tested_with_the_words_of_today() -> None:
    assert FILE.read_text("utf-8") == file_text()


def test_every_text_is_told_at_some_moment_of_the_file() -> None:
    beginnings = {
        text.one.split("{")[0].split(".")[0] for idea in GUIDE_IDEAS for text in idea.texts
    }
    words = [
        words for each in json.loads(FILE.read_text("utf-8")) for words in each["told"].values()
    ]
    silent = {each for each in beginnings if not any(each in said for said in words)}

    assert silent == set()


def test_an_idea_has_a_key_of_its_own_and_the_last_is_the_score() -> None:
    assert len(GUIDE_KEYS) == len(GUIDE_IDEAS)
    assert GUIDE_IDEAS[-1].key == LAST_GUIDE_KEY


def test_a_text_has_at_most_two_sentences() -> None:
    texts = [text.one for idea in GUIDE_IDEAS for text in idea.texts]

    assert [text for text in texts if text.count(".") > 2] == []


@pytest.mark.parametrize("key", edition_keys())
def test_games_for_three_and_four_each_alone_with_one_bottle_are_guided(key: str) -> None:
    assert can_be_guided(edition(key)) == (key.split("/")[1] in {"3", "4"})


def test_the_exchange_is_explained_one_idea_after_another() -> None:
    (seen, *_) = observations("classic/4", 1)
    facts = guide_facts(seen)
    known: list[str] = []
    while idea := due_idea(facts, known):
        known.append(idea.key)

    assert known == ["aim", "winning", "low-cards", "imps-trick", "passing"]


def test_what_is_chosen_is_no_longer_explained() -> None:
    (seen, *_) = observations("classic/4", 1)
    asked = len(seen.passes_owed)

    assert "imps-trick" in told(seen)
    assert "imps-trick" not in told(seen, drafted=1)
    assert "passing" in told(seen, drafted=asked - 1)
    assert set(told(seen, drafted=asked)) == {"aim", "winning", "low-cards"}


def test_a_table_without_aids_counts_nothing() -> None:
    seen = [each for seed in range(20) for each in observations("classic/4,no-aids", seed)]

    assert GuideFact.NONE_OUT not in {each for one in seen for each in guide_facts(one)}


@pytest.mark.slow
def test_a_card_that_is_buying_leaves_nothing_settled() -> None:
    stays = "The round ends soon. The bottle stays with you, so your tricks count nothing."
    said = set()
    for each in (one for seed in range(60) for one in observations("classic/4", seed)):
        facts, words, buyer = guide_facts(each), told(each), buying_play(each)
        if buyer is not None:
            barred = GuideFact.YOU_HOLD_NONE if buyer.seat == each.seat else GuideFact.NONE_OUT
            assert barred not in facts
        if {GuideFact.YOU_OWN, GuideFact.NONE_OUT, GuideFact.LAST_TRICKS} <= facts:
            said.add(words["last-tricks"])

    assert said == {stays}


def test_the_guide_says_the_same_whatever_the_others_hold() -> None:
    random = Random(5)
    now = Round(Deal.from_seed(edition("classic/4"), 5))
    while not now.is_over:
        seen = observe(now, 0)
        other = redealt(now, 0, random)

        assert told(observe(other, 0)) == told(seen)

        now = now.play(random.choice(now.legal_actions))

"""Every position of the course, judged by the rules: goals can be reached and missed."""

import re
from collections.abc import Iterator

import pytest

from bottleimp.errors import IllegalAction
from bottleimp.game.notation import read_record, write_record
from bottleimp.game.round import Phase, Round
from bottleimp.lessons import (
    COURSE,
    Exercise,
    Lesson,
    Outcome,
    awaits_learner,
    judge_position,
    learner_seat,
    lesson_named,
    next_answer,
    replay_exercise,
    start_position,
    teacher_text,
)

EXERCISES = [
    pytest.param(lesson, number, id=f"{lesson.key}-{number + 1}")
    for lesson in COURSE
    for number in range(len(lesson.exercises))
]
LONGEST_TEXT = 170  # letters that a phone shows above the table
Line = tuple[str, ...]


def outcomes(lesson: Lesson, number: int) -> dict[Line, Outcome]:
    """Every way of the learner through the exercise, with its outcome."""
    return dict(lines(lesson, number, ()))


def lines(lesson: Lesson, number: int, begun: Line) -> Iterator[tuple[Line, Outcome]]:
    now = replay_exercise(lesson, number, begun)
    if not awaits_learner(lesson, number, now):
        yield begun, judge_position(lesson, number, now)
        return
    for action in now.legal_actions_for(learner_seat(lesson, number)):
        yield from lines(lesson, number, (*begun, action.label))


def exercise_of(lesson: Lesson, number: int) -> Exercise:
    return lesson.exercises[number]


def remarks(exercise: Exercise) -> dict[str, str]:
    return {**exercise.right, **exercise.wrong}


def test_the_course_has_lessons_with_keys_of_their_own() -> None:
    keys = [lesson.key for lesson in COURSE]

    assert len(keys) == len(set(keys)) == 14
    assert all(re.fullmatch("[a-z-]+", key) for key in keys)
    assert [lesson_named(key) for key in keys] == list(COURSE)
    assert lesson_named("no-such-lesson") is None


@pytest.mark.parametrize("lesson", COURSE, ids=lambda lesson: lesson.key)
def test_each_exercise_has_its_record_with_the_learner_at_the_table(lesson: Lesson) -> None:
    assert len(lesson.records) == len(lesson.exercises)
    assert all("Learner" in record.names for record in lesson.records)
    assert all(read_record(write_record(record)) == record for record in lesson.records)


@pytest.mark.parametrize(("lesson", "number"), EXERCISES)
def test_a_goal_can_be_reached_and_missed(lesson: Lesson, number: int) -> None:
    assert set(outcomes(lesson, number).values()) == {Outcome.REACHED, Outcome.MISSED}


@pytest.mark.parametrize(("lesson", "number"), EXERCISES)
def test_the_learner_is_to_act_at_once(lesson: Lesson, number: int) -> None:
    assert awaits_learner(lesson, number, start_position(lesson, number))


@pytest.mark.parametrize(("lesson", "number"), EXERCISES)
def test_what_is_called_right_keeps_the_goal_in_reach_and_what_is_wrong_does_not(
    lesson: Lesson, number: int
) -> None:
    exercise, ends = exercise_of(lesson, number), outcomes(lesson, number)

    def in_reach(begun: str) -> bool:
        labels = tuple(begun.split())
        results = {end for line, end in ends.items() if line[: len(labels)] == labels}
        assert results  # the rules allow it
        return Outcome.REACHED in results

    assert [begun for begun in exercise.right if not in_reach(begun)] == []
    assert [begun for begun in exercise.wrong if in_reach(begun)] == []


@pytest.mark.parametrize(("lesson", "number"), EXERCISES)
def test_something_is_said_of_every_card_and_at_every_end(lesson: Lesson, number: int) -> None:
    exercise, start = exercise_of(lesson, number), start_position(lesson, number)
    said = {
        line: teacher_text(exercise, line, end) for line, end in outcomes(lesson, number).items()
    }
    silent = [line for line, text in said.items() if not text]
    legal = start.legal_actions_for(learner_seat(lesson, number))
    without = [card.label for card in legal if card.label not in remarks(exercise)]

    assert silent == []
    assert without == [] or start.phase is Phase.EXCHANGE


@pytest.mark.parametrize(("lesson", "number"), EXERCISES)
def test_nothing_is_said_in_the_middle_but_what_belongs_to_the_card(
    lesson: Lesson, number: int
) -> None:
    assert teacher_text(exercise_of(lesson, number), ("x",), Outcome.OPEN) == ""


@pytest.mark.parametrize(("lesson", "number"), EXERCISES)
def test_nobody_acts_after_the_end(lesson: Lesson, number: int) -> None:
    line = next(iter(outcomes(lesson, number)))
    now = replay_exercise(lesson, number, line)

    assert next_answer(lesson, number, now) is None
    with pytest.raises(IllegalAction):
        replay_exercise(lesson, number, (*line, "1"))


@pytest.mark.parametrize(("lesson", "number"), EXERCISES)
def test_every_text_is_one_short_idea(lesson: Lesson, number: int) -> None:
    exercise = exercise_of(lesson, number)
    texts = [*exercise.texts, exercise.reached, exercise.missed, *remarks(exercise).values()]

    assert [text for text in texts if len(text) > LONGEST_TEXT] == []
    assert len(exercise.goal.text) < LONGEST_TEXT // 2


@pytest.mark.parametrize(("lesson", "number"), EXERCISES)
def test_the_words_name_players_at_the_table_and_cards_in_the_deck(
    lesson: Lesson, number: int
) -> None:
    exercise, record = exercise_of(lesson, number), lesson.records[number]
    words = " ".join([*exercise.texts, exercise.reached, exercise.missed])
    words += " ".join(remarks(exercise).values())
    people = {"Keawe", "Kokua", "Kiano", "Nahinu", "Lopaka"}
    named = set(re.findall(r"\b[A-Z][a-z]+\b", words)) & people
    deck = record.round.edition.deck

    assert named <= set(record.names)
    # The suit that stands before a number is the suit of that card.
    for colour, label in re.findall(r"\b(yellow|blue|red) (\d+)\b", words):
        assert deck.card(label).suit.colour == colour


def holder_of(now: Round, label: str) -> int | None:
    """The seat in whose hand a card is."""
    card = now.edition.deck.card(label)
    return next(
        (now.edition.hands[number].seat for number, hand in enumerate(now.hands) if card in hand),
        None,
    )


@pytest.mark.parametrize(
    ("key", "number", "card", "name"),
    [
        ("following", 2, "36", "Keawe"),
        ("buying", 1, "7", "Keawe"),
        ("low-cards", 2, "9", "Keawe"),
        ("scoring", 1, "6", "Keawe"),
        ("lopaka", 0, "1", "Lopaka"),
        ("lopaka", 1, "6", "Lopaka"),
        ("lopaka", 1, "24", "Lopaka"),
    ],
)
def test_whoever_is_said_to_hold_a_card_holds_it(
    key: str, number: int, card: str, name: str
) -> None:
    lesson = lesson_named(key)
    assert lesson is not None
    names = lesson.records[number].names

    assert holder_of(start_position(lesson, number), card) == names.index(name)


@pytest.mark.parametrize(("key", "card"), [("buying", "7"), ("low-cards", "9")])
def test_the_card_was_passed_as_the_teacher_says_and_is_the_only_one_of_its_suit(
    key: str, card: str
) -> None:
    lesson = lesson_named(key)
    assert lesson is not None
    number = len(lesson.exercises) - 1
    now, names = start_position(lesson, number), lesson.records[number].names
    deck = now.edition.deck
    passes = {
        deck.card_at(action).label: (step.seat, step.target)
        for step, action in zip(now.edition.passes, now.actions, strict=False)
    }
    hand = now.hands[names.index("Keawe")]

    assert passes[card] == (names.index("Learner"), names.index("Keawe"))
    assert [each.label for each in hand if each.suit is deck.card(card).suit] == [card]


@pytest.mark.parametrize(("lesson", "number"), EXERCISES)
def test_points_that_are_said_to_lie_on_the_table_lie_there(lesson: Lesson, number: int) -> None:
    now = start_position(lesson, number)
    words = " ".join(exercise_of(lesson, number).texts)
    named = re.findall(r"Here lie (\d+) points|(\d+) points lie here", words)

    assert {int(one or other) for one, other in named} <= {
        sum(play.card.points for play in now.plays)
    }


@pytest.mark.parametrize(("lesson", "number"), EXERCISES)
def test_whoever_is_said_to_own_the_bottle_owns_it_and_does_not_buy_it_first(
    lesson: Lesson, number: int
) -> None:
    exercise, names = exercise_of(lesson, number), lesson.records[number].names
    owners = {names[seat] for seat in start_position(lesson, number).owners if seat is not None}
    texts = " ".join(exercise.texts)
    owns = set(re.findall(r"(\w+)(?:, your partner,)? owns? the bottle", texts))
    buys = re.findall(r"(\w+) buys at", " ".join(remarks(exercise).values()))

    assert owns & set(names) <= owners
    assert not {"You", "you"} & owns or "Learner" in owners
    assert not owners & set(buys)


@pytest.mark.parametrize(("lesson", "number"), EXERCISES)
def test_a_hand_holds_as_many_cards_of_a_suit_as_the_teacher_says(
    lesson: Lesson, number: int
) -> None:
    now, seat = start_position(lesson, number), learner_seat(lesson, number)
    words = " ".join(exercise_of(lesson, number).texts)
    for which, count, colour in re.findall(
        r"Your (open|hidden) hand has (a|no)? ?(yellow|blue|red) card", words
    ):
        counts = [
            sum(card.suit.colour == colour for card in now.hands[hand])
            for hand in now.edition.hands_of(seat)
            if (hand in now.open_hands) is (which == "open")
        ]

        assert [min(n, 2) for n in counts] == [{"a": 1, "no": 0, "": 2}[count]]


def test_the_position_of_the_three_leaves_no_other_card_below_five() -> None:
    lesson = lesson_named("low-cards")
    assert lesson is not None
    now = start_position(lesson, 1)
    below = now.edition.deck.card("5").place
    held = [card.label for hand in now.hands for card in hand if card.place < below]

    assert held == ["3"]

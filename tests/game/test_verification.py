"""Whoever has the file of a finished match can tell whether its deals were fair."""

import copy
from collections.abc import Callable
from pathlib import Path

import pytest

from bottleimp.errors import NotationError
from bottleimp.game.fair_deal import deal_message
from bottleimp.game.verification import MAX_INTEGER, Fault, ProofGap, verify_match
from tests.support.game.golden_matches import GOLDEN, NEW, OLD, Json, content
from tests.support.game.mutated_matches import matches


def with_other_seed(told: Json) -> None:
    told["seed"] = "00" * 32


def with_other_contribution(told: Json) -> None:
    told["contributions"][0] = "mine"


def without_contribution(told: Json) -> None:
    told["contributions"][-1] = None


def with_the_old_mixing(told: Json) -> None:
    told["mixing"] = 1


def with_another_number(told: Json) -> None:
    told["round"] += 1


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_every_deal_of_a_golden_match_is_fair(path: Path) -> None:
    report = verify_match(content(path))

    assert report.faults == ()
    assert [(verdict.round, verdict.faults) for verdict in report.rounds] == [(1, ()), (2, ())]
    assert all(verdict.contributions for verdict in report.rounds)
    assert report.is_valid


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
@pytest.mark.parametrize(
    "change",
    [
        with_other_seed,
        with_other_contribution,
        without_contribution,
        with_the_old_mixing,
        with_another_number,
    ],
)
def test_another_seed_or_contribution_gives_another_deal(
    path: Path, change: Callable[[Json], None]
) -> None:
    changed = copy.deepcopy(content(path))
    change(changed["rounds"][1])
    first, second = verify_match(changed).rounds

    assert first.faults == ()
    assert Fault.DEAL in second.faults


def test_a_seed_that_was_not_promised_is_found_out() -> None:
    changed = content(GOLDEN[0])
    changed["rounds"][0]["commitment"] = "0" * 64

    assert verify_match(changed).rounds[0].faults == (Fault.SEED,)


def test_a_record_that_breaks_the_rules_is_found_out() -> None:
    changed = content(GOLDEN[0])
    changed["rounds"][0]["record"]["actions"].reverse()

    assert verify_match(changed).rounds[0].faults == (Fault.ACTIONS,)


def in_match(**change: object) -> Callable[[Json], None]:
    return lambda changed: changed.update(change)


def in_round(**change: object) -> Callable[[Json], None]:
    return lambda changed: changed["rounds"][1].update(change)


def in_record(**change: object) -> Callable[[Json], None]:
    return lambda changed: changed["rounds"][1]["record"].update(change)


def last_card_missing(changed: Json) -> None:
    changed["rounds"][1]["record"]["actions"].pop()


def names_swapped(changed: Json) -> None:
    changed["rounds"][1]["record"]["names"].reverse()


def another_dealer(changed: Json) -> None:
    changed["rounds"][1]["dealer"] += 1


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (in_record(scores=[0]), Fault.SCORES),
        (in_record(version=True), Fault.RECORD),
        (in_record(names=[]), Fault.NAMES),
        (in_round(record=None), Fault.RECORD),
        (in_round(round=3), Fault.ORDER),
        (last_card_missing, Fault.ACTIONS),
        (names_swapped, Fault.NAMES),
        (another_dealer, Fault.DEALER),
    ],
)
def test_what_is_wrong_with_a_round_is_found_out(
    path: Path, change: Callable[[Json], None], expected: Fault
) -> None:
    changed = content(path)
    change(changed)

    assert expected in verify_match(changed).rounds[1].faults


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (in_match(totals=[]), Fault.TOTALS),
        (in_match(is_over=None), Fault.OVER),
        (in_match(deck=[]), Fault.CARDS),
        (in_match(hands=[1]), Fault.CARDS),
        (in_match(players=[]), Fault.PLAYERS),
    ],
)
def test_what_is_wrong_with_a_match_is_found_out(
    path: Path, change: Callable[[Json], None], expected: Fault
) -> None:
    changed = content(path)
    change(changed)

    assert verify_match(changed).faults == (expected,)


def test_a_round_that_is_left_out_is_found_out() -> None:
    changed = content(NEW[0])
    del changed["rounds"][0]

    report = verify_match(changed)
    assert Fault.ORDER in report.rounds[0].faults
    assert not report.is_valid


def test_a_match_without_rounds_has_nothing_to_prove() -> None:
    report = verify_match({**content(NEW[0]), "rounds": [], "totals": [0] * 4, "over": False})

    assert report.rounds == ()
    assert report.proof_gaps == ()


@pytest.mark.parametrize("path", NEW, ids=lambda path: path.stem)
def test_the_first_dealer_follows_from_the_seed(path: Path) -> None:
    changed = content(path)
    players = len(changed["rounds"][0]["contributions"])
    for told in changed["rounds"]:
        told["dealer"] = (told["dealer"] + 1) % players

    assert [each.faults for each in verify_match(changed).rounds] == [(Fault.DEALER,)] * 2


@pytest.mark.parametrize("dealer", [-1, 4, 99])
def test_a_dealer_who_is_no_player_stands_for_the_first_one(dealer: int) -> None:
    changed = content(next(path for path in OLD if path.stem == "classic-4"))
    assert [told["dealer"] for told in changed["rounds"]] == [0, 1]
    changed["rounds"][0]["dealer"] = dealer

    assert [each.faults for each in verify_match(changed).rounds] == [(Fault.DEALER,), ()]


def test_a_named_dealer_deals_first() -> None:
    changed = content(next(path for path in OLD if path.stem == "classic-4"))
    for told in changed["rounds"]:
        told["dealer"] = (told["dealer"] + 3) % 4

    found = [each.faults for each in verify_match(changed).rounds]

    assert found == [(Fault.NAMES,)] * 2  # whose seats are turned with the dealer


def test_contributions_count_only_where_they_are_mixed_in() -> None:
    changed = content(NEW[0])
    for told in changed["rounds"]:
        with_the_old_mixing(told)

    found = verify_match(changed).rounds

    assert [each.contributions for each in found] == [0, 0]
    assert {each.proof_gaps for each in found} == {(ProofGap.NO_CONTRIBUTION,)}


@pytest.mark.parametrize("sign", [1, -1])
def test_a_number_is_read_up_to_the_largest_that_every_program_reads(sign: int) -> None:
    changed = content(NEW[0])
    changed["rounds"][0]["round"] = sign * MAX_INTEGER
    assert Fault.ORDER in verify_match(changed).rounds[0].faults

    changed["rounds"][0]["round"] = sign * (MAX_INTEGER + 1)
    with pytest.raises(NotationError, match="moderate size"):
        verify_match(changed)


def test_a_file_of_the_first_version_proves_less() -> None:
    for path in OLD:
        report = verify_match(content(path))

        assert report.proof_gaps == (ProofGap.DEALER_NAMED,)
        assert {each.proof_gaps for each in report.rounds} == {(ProofGap.NO_PROMISE,)}
    for path in NEW:
        report = verify_match(content(path))

        assert report.proof_gaps == ()
        assert {each.proof_gaps for each in report.rounds} == {()}


def test_the_name_of_the_table_is_part_of_every_deal() -> None:
    changed = content(GOLDEN[0]) | {"table": "another"}

    assert all(verdict.faults for verdict in verify_match(changed).rounds)


@pytest.mark.parametrize(
    "change",
    [
        {"format": "bottleimp-record"},
        {"version": 3},
        {"version": True},
        {"first_dealer": 0},
        {"edition": "nowhere/9"},
        {"table": 3},
        {"table": "\ud800"},
        {"rounds": {}},
        {"rounds": [3]},
        {"rounds": [{}]},
    ],
)
def test_what_is_no_match_file_is_refused(change: Json) -> None:
    with pytest.raises(NotationError):
        verify_match(content(NEW[0]) | change)


@pytest.mark.parametrize(
    "change",
    [
        {"seed": "zz"},
        {"seed": "00"},
        {"seed": "AA" * 32},
        {"promised": None},
        {"dealer": 10**4000},
        {"mixing": 3},
        {"mixing": "2"},
        {"round": None},
        {"contributions": []},
        {"contributions": ["a/b"] * 9},
    ],
)
def test_a_round_that_cannot_be_read_is_refused(change: Json) -> None:
    changed = content(NEW[0])
    changed["rounds"][0].update(change)

    with pytest.raises(NotationError):
        verify_match(changed)


def test_contributions_cannot_be_shifted_from_one_player_to_the_next() -> None:
    assert deal_message(2, "t", 1, ("a", None, "b")) != deal_message(2, "t", 1, ("a", "b", None))


def test_a_way_of_mixing_that_nobody_knows_is_refused() -> None:
    with pytest.raises(NotationError, match="no way 3 of mixing"):
        deal_message(3, "table", 1, ())


def test_the_record_of_another_edition_is_found_out() -> None:
    edition = content(GOLDEN[0])["edition"]
    other = next(path for path in GOLDEN if content(path)["edition"] != edition)
    changed = content(GOLDEN[0])
    changed["rounds"][0]["record"] = content(other)["rounds"][0]["record"]

    assert Fault.EDITION in verify_match(changed).rounds[0].faults


def test_an_edition_that_is_no_text_is_refused() -> None:
    with pytest.raises(NotationError, match="edition"):
        verify_match(content(GOLDEN[0]) | {"edition": 4})


def test_a_contribution_has_64_signs_at_most() -> None:
    assert deal_message(2, "table", 1, ("a" * 64,)).endswith(b"a" * 64)
    with pytest.raises(NotationError, match="no contribution"):
        deal_message(2, "table", 1, ("a" * 65,))


def test_a_contribution_of_other_signs_is_refused() -> None:
    with pytest.raises(NotationError, match="no contribution"):
        deal_message(2, "table", 1, ("a/b",))


def with_another_hand(changed: Json) -> None:
    record = changed["rounds"][1]["record"]
    record["deal"].append(record["left_over"])


@pytest.mark.parametrize(
    ("change", "wrong"),
    [
        (in_record(deal=7), Fault.DEAL),
        (in_record(deal=[]), Fault.DEAL),
        (in_record(deal=None), Fault.DEAL),
        (with_another_hand, Fault.DEAL),
        (in_record(actions="all of them"), Fault.ACTIONS),
        (in_record(pending={}), Fault.ACTIONS),
    ],
)
def test_a_record_of_another_shape_is_found_out(change: Callable[[Json], None], wrong: Fault):
    changed = content(NEW[0])
    change(changed)

    assert wrong in verify_match(changed).rounds[1].faults


def test_a_player_without_a_name_is_found_out() -> None:
    changed = content(NEW[0])
    changed["players"][0]["name"] = 7

    assert Fault.PLAYERS in verify_match(changed).faults


def test_a_round_after_the_end_of_the_match_is_found_out() -> None:
    whole = next(copy.deepcopy(match) for match in matches() if match["is_over"])
    last = whole["rounds"][-1]
    whole["rounds"].append({**last, "round": last["round"] + 1})

    assert Fault.ORDER in verify_match(whole).rounds[-1].faults


def test_a_driven_player_in_the_place_of_a_person_is_found_out() -> None:
    changed = content(NEW[0])
    changed["players"][0]["kind"] = "driven"

    assert Fault.PLAYERS in verify_match(changed).faults

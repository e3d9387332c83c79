"""What the arena plays, counts and repeats."""

from dataclasses import astuple
from typing import Any

import pytest

from bottleimp.analysis.arena.contests import edition_of_each_mode
from bottleimp.analysis.arena.head_to_head import (
    CHECKPOINT,
    HeadToHead,
    head_to_head,
    round_robin,
)
from bottleimp.analysis.arena.lineups import (
    arena_deal,
    opposed_pair_weights,
    playing_sides,
)
from bottleimp.analysis.arena.paired_deals import (
    Block,
    round_block,
    rounds_per_deal,
)
from bottleimp.analysis.arena.whole_rounds import play_round
from bottleimp.errors import UnknownName
from bottleimp.execution.pools import open_pool
from bottleimp.players.catalogue import create_player
from bottleimp.rules.edition import Edition
from bottleimp.rules.editions import edition
from tests.support.players.paired_deals import play_block
from tests.support.short_runs import KINDS

HEURISTIC, CHANCE = "rules_of_thumb", "uniform"


def figures(found: HeadToHead) -> tuple[object, ...]:
    """All that was found, but not on what edition."""
    return found.deals, found.rounds, found.checksum, found.results


@pytest.mark.parametrize(
    ("key", "sides"),
    [
        ("classic/4", ((0,), (1,), (2,), (3,))),
        ("classic/lopaka", ((0,), (2,))),
        ("matagot/4-teams", ((0, 2), (1,), (3,))),
        ("matagot/6-teams-2211", ((0, 3), (1, 4), (2,), (5,))),
    ],
)
def test_every_side_that_decides_is_the_one_in_turn(key, sides):
    assert sides == playing_sides(edition(key))


@pytest.mark.parametrize(("key", "rounds"), [("classic/4", 8), ("classic/lopaka", 2)])
def test_a_deal_is_played_with_one_among_the_others_both_ways(key, rounds):
    assert rounds == rounds_per_deal(edition(key))


@pytest.mark.parametrize("key", edition_of_each_mode())
def test_a_player_among_its_like_gains_exactly_nothing(key):
    of = edition(key)

    found = play_block(of, CHANCE, CHANCE, 3, 0)

    assert pytest.approx(found.difference, abs=1e-9) == 0
    assert found.own == pytest.approx(found.others)
    assert found.owner_rate == pytest.approx(found.others_owner_rate)


@pytest.mark.parametrize(
    ("key", "weights"),
    [("classic/4", (1,) * 4), ("matagot/4-teams", (4, 3, 3)), ("matagot/5-teams", (3, 3, 2))],
)
def test_rotations_weigh_by_the_pairs_of_opposed_seats(key, weights):
    assert sorted(weights) == sorted(opposed_pair_weights(edition(key)))


def test_those_who_play_alone_are_counted_before_they_are_doubled():
    of = edition("matagot/4-teams")
    players = tuple(create_player(CHANCE, seat) for seat in range(of.seats))
    played = play_round(arena_deal(of, 1, 0), players)
    scores = played.scores
    assert scores is not None
    found = round_block(played, (0, 2))

    assert (scores[0] + scores[2]) / 2 == found.own
    assert (scores[1] / 2 + scores[3] / 2) / 2 == found.others
    assert found.own - found.others == found.difference


def test_lopaka_is_left_out_of_the_mean():
    of = edition("classic/lopaka")
    players = tuple(create_player(CHANCE, seat) for seat in range(of.seats))
    played = play_round(arena_deal(of, 1, 0), players)
    scores = played.scores
    assert scores is not None

    assert scores[2] == round_block(played, (0,)).others


def test_the_share_of_seats_that_are_stuck_adds_up_to_one_owner_a_round():
    found = play_block(edition("classic/4"), HEURISTIC, CHANCE, 9, 0)

    assert pytest.approx(found.owner_rate + 3 * found.others_owner_rate) == 1


def test_a_block_in_the_mirror_is_the_others_view():
    found = Block(difference=4, own=20, others=16, owner_rate=0.2, others_owner_rate=0.6)

    assert astuple(found.mirrored) == (-4, 16, 20, 0.6, 0.2)


@pytest.mark.parametrize("key", KINDS)
def test_every_edition_can_be_played_in_the_arena(key):
    found = head_to_head(edition(key), HEURISTIC, CHANCE, deals=2, seed=4)

    assert 2 * rounds_per_deal(found.edition) == found.rounds
    assert [(s.player, s.against) for s in found.results] == [
        (HEURISTIC, CHANCE),
        (CHANCE, HEURISTIC),
    ]


def test_the_same_seed_gives_the_same_results_and_another_seed_others():
    of = edition("classic/3")
    first, again = (head_to_head(of, HEURISTIC, CHANCE, deals=4, seed=6) for _ in range(2))
    other = head_to_head(of, HEURISTIC, CHANCE, deals=4, seed=7)

    assert figures(first) == figures(again)
    assert first.checksum != other.checksum


def test_the_deals_are_the_same_whoever_plays():
    of = edition("classic/3")

    assert (
        head_to_head(of, HEURISTIC, CHANCE, deals=3, seed=6).checksum
        == head_to_head(of, CHANCE, CHANCE, deals=3, seed=6).checksum
    )


@pytest.mark.slow
@pytest.mark.parametrize("one", [HEURISTIC, "network"])
def test_the_number_of_processes_changes_no_digit(one):
    of = edition("matagot/5-teams")
    alone = head_to_head(of, one, CHANCE, deals=12, seed=6)
    with open_pool(2) as pool:
        together = head_to_head(of, one, CHANCE, deals=12, seed=6, pool=pool)

    assert figures(alone) == figures(together)


def test_play_stops_at_the_first_look_at_which_the_intervals_are_narrow():
    found = head_to_head(
        edition("classic/lopaka"), CHANCE, CHANCE, deals=3 * CHECKPOINT, target_half_width=100
    )

    assert found.deals == CHECKPOINT
    assert found.is_precise


def test_play_goes_on_to_the_last_deal_while_the_intervals_are_wide():
    found = head_to_head(
        edition("classic/lopaka"), HEURISTIC, CHANCE, deals=CHECKPOINT + 5, target_half_width=0.001
    )

    assert found.deals == CHECKPOINT + 5
    assert not found.is_precise


def test_play_stops_at_the_first_look_at_which_both_differences_are_told_from_zero():
    found = head_to_head(
        edition("classic/lopaka"), HEURISTIC, CHANCE, deals=3 * CHECKPOINT, until_decided=True
    )

    assert found.deals == CHECKPOINT
    assert found.is_decided
    assert found.results[0].difference.low > 0 > found.results[1].difference.high


def test_a_player_among_its_like_is_never_told_from_zero():
    found = head_to_head(
        edition("classic/lopaka"), CHANCE, CHANCE, deals=2 * CHECKPOINT, until_decided=True
    )

    assert found.deals == 2 * CHECKPOINT
    assert not found.is_decided


def test_progress_is_told_of_every_deal():
    told: list[int] = []
    head_to_head(edition("classic/lopaka"), CHANCE, CHANCE, deals=7, progress=told.append)

    assert sum(told) == 7


def test_several_players_meet_in_every_pair():
    of: Edition = edition("classic/lopaka")
    found = round_robin(of, [HEURISTIC, CHANCE], deals=2)

    assert [(d.results[0].player, d.results[1].player) for d in found] == [(HEURISTIC, CHANCE)]


def test_an_unknown_player_is_refused_before_anything_is_played():
    with pytest.raises(UnknownName, match="uniform"):
        head_to_head(edition("classic/4"), "uniforn", HEURISTIC, deals=1_000_000)


def test_no_deals_are_no_duel():
    with pytest.raises(ValueError, match="at least one deal"):
        head_to_head(edition("classic/4"), HEURISTIC, CHANCE, deals=0)


def test_an_edition_is_an_edition_or_its_key() -> None:
    no_edition: Any = 5
    with pytest.raises(TypeError, match="An edition is a name or an Edition, not 5"):
        head_to_head(no_edition, HEURISTIC, CHANCE, deals=1)

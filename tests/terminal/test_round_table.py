import asyncio
from pathlib import Path

import pytest

from bottleimp.game.round import Phase
from bottleimp.terminal.session.session import Scene
from tests.support.short_runs import KINDS
from tests.support.terminal.sitting import Sitting, sitting

WIDE = (120, 35)


def table_lines(at: Sitting) -> list[str]:
    """What stands where the players are, line by line."""
    return str(at.table.query_one("#seats").render()).splitlines()


def is_round(at: Sitting) -> bool:
    """Whether the players sit round the table, not in a list."""
    return at.table.query_one("#seats").display and "Cards" not in table_lines(at)[0]


def place_of(at: Sitting, words: str) -> tuple[int, int]:
    """Column and line at which the words begin."""
    return next((line.index(words), y) for y, line in enumerate(table_lines(at)) if words in line)


def has_card_on_table(scene: Scene) -> bool:
    return bool(scene.observation.plays)


def test_players_sit_clockwise_from_the_left_of_the_person(tmp_path: Path) -> None:
    async def looked() -> None:
        async with sitting(tmp_path, "classic/4", size=WIDE) as at:
            await at.asked()
            you, *others = [at.scene.seat_names[seat] for seat in at.scene.seats_clockwise]
            (x, y), left, top, right = [place_of(at, name) for name in (you, *others)]

            assert left[0] < top[0] < right[0]
            assert top[1] < left[1] == right[1] < y
            assert left[0] < x < right[0]
            bottle = place_of(at, "Bottle  19")
            assert left[0] < bottle[0] < right[0]
            assert top[1] < bottle[1] < y

    asyncio.run(looked())


def test_each_card_lies_before_its_player(tmp_path: Path) -> None:
    async def looked() -> None:
        async with sitting(tmp_path, "classic/4", seed=4, size=WIDE) as at:
            await at.play_until(has_card_on_table)
            edges = {0: (40, 80), 1: (0, 40), 2: (40, 80), 3: (80, 120)}
            for play in at.scene.observation.plays:
                x, _ = place_of(at, f"{play.card.label:^5}".rstrip())
                first, last = edges[at.scene.seats_clockwise.index(play.seat)]

                assert first <= x < last

    asyncio.run(looked())


def test_resizing_changes_the_form_and_keeps_what_is_chosen(tmp_path: Path) -> None:
    async def resized() -> list[tuple[bool, tuple[str, ...]]]:
        async with sitting(tmp_path, "classic/4", size=WIDE) as at:
            await at.asked()
            await at.press("enter", "right", "right", "enter")
            seen = []
            for size in (WIDE, (80, 24), (160, 45), (100, 30)):
                await at.pilot.resize_terminal(*size)
                await at.until(lambda size=size: at.table.size == size)  # type: ignore[misc]
                chosen = at.table.selection.draft
                assert at.parts_out_of_sight() == []
                seen.append((is_round(at), tuple(action.label for action in chosen)))
            return seen

    seen = asyncio.run(resized())

    assert [form for form, _ in seen] == [True, False, True, True]
    assert len({chosen for _, chosen in seen}) == 1
    assert len(seen[0][1]) == 2


def test_a_chosen_card_lies_before_the_player_who_will_get_it(tmp_path: Path) -> None:
    async def chosen() -> None:
        async with sitting(tmp_path, "classic/4", size=WIDE) as at:
            await at.asked()
            await at.press("enter", "right", "enter")
            imp, neighbour = at.table.selection.draft
            left = at.scene.seat_names[at.scene.seats_clockwise[1]]

            assert place_of(at, "the Imp's Trick")[1] > place_of(at, left)[1]
            assert f" {imp.label} " in table_lines(at)[place_of(at, "the Imp's Trick")[1]]
            assert f" {neighbour.label} " in table_lines(at)[place_of(at, left)[1] + 1]

    asyncio.run(chosen())


@pytest.mark.slow
@pytest.mark.parametrize("size", [(100, 34), pytest.param((160, 45), marks=pytest.mark.wide)])
@pytest.mark.parametrize("key", KINDS)
def test_the_form_stays_for_a_whole_round_and_all_of_it_is_seen(
    key: str, size: tuple[int, int], tmp_path: Path
) -> None:
    async def played() -> tuple[set[str], set[bool]]:
        cut: set[str] = set()
        forms: set[bool] = set()

        def looks_and_goes_on(scene: Scene) -> bool:
            cut.update(at.parts_out_of_sight())
            if not scene.is_over:
                forms.add(is_round(at))
                missing = {
                    name for name in scene.seat_names if name not in "\n".join(table_lines(at))
                }
                assert missing == set()
            return scene.is_over

        async with sitting(tmp_path, key, size=size) as at:
            await at.play_until(looks_and_goes_on, is_drawn=True)
            return cut, forms

    cut, forms = asyncio.run(played())

    assert cut == set()
    assert len(forms) == 1
    assert forms == {True} or size == (100, 34)


@pytest.mark.slow
def test_the_round_table_as_it_looks(tmp_path: Path) -> None:
    async def shown() -> None:
        async with sitting(tmp_path, "classic/4", seed=4, size=WIDE) as at:
            await at.asked()
            await at.press("enter", "right", "enter")
            at.looks_as("round-table-exchange")
            await at.press("u", "u")
            await at.play_until(
                lambda scene: (
                    scene.observation.phase is Phase.PLAY and len(scene.observation.plays) > 1
                )
            )
            at.looks_as("round-table")

    asyncio.run(shown())

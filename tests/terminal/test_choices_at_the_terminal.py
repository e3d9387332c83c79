import asyncio
from dataclasses import replace

import pytest

from bottleimp.game.round import Phase
from bottleimp.rules.cards import Card
from bottleimp.terminal.session.saved_matches import TerminalSettings
from tests.support.terminal.sitting import Sitting, sitting


def refused(at: Sitting) -> Card | None:
    """A card in the hand that may not be played now."""
    observation = at.scene.observation
    return next((card for card in observation.hand if card not in observation.legal_actions), None)


def test_a_card_that_may_not_be_played_stays_in_the_hand_and_the_reason_is_shown(tmp_path):
    async def tried() -> tuple[str, bool]:
        async with sitting(tmp_path, "classic/4", seed=3) as at:
            await at.play_until(
                lambda scene: scene.observation.phase is Phase.PLAY and refused(at) is not None
            )
            before, card = at.scene, refused(at)
            assert card is not None
            await at.type(card)
            await at.press("enter")
            return at.lines[-2], at.scene == before

    reason, unchanged = asyncio.run(tried())

    assert "You must follow " in reason
    assert unchanged


def test_a_card_chosen_out_of_turn_says_whose_turn_it_is(tmp_path):
    async def tried() -> tuple[str, str]:
        async with sitting(
            tmp_path, "classic/3", seed=2, settings=TerminalSettings(pace=3000)
        ) as at:
            await at.asked()
            await at.choose_something()
            await at.until(lambda: at.scene.observation.phase is Phase.PLAY)
            turn = at.scene.observation.turn
            assert turn not in (None, at.scene.seat)  # the seed sees to it
            await at.press("enter")
            return at.scene.seat_names[turn], at.lines[-2]

    name, reason = asyncio.run(tried())

    assert reason == f" It is {name}'s turn."


def test_in_the_exchange_a_choice_can_be_taken_back_before_it_is_committed(tmp_path):
    async def undone() -> list[list[str]]:
        async with sitting(tmp_path, "classic/4") as at:
            await at.asked()
            seen = []
            for keys in (["enter"], ["enter"], ["backspace"], ["u"]):
                await at.press(*keys)
                seen.append([card.label for card in at.table.selection.draft])
            return seen

    one, two, back, none = asyncio.run(undone())

    assert (len(one), len(two)) == (1, 2)
    assert (one, []) == (back, none)


def test_nothing_leaves_the_hand_before_the_exchange_is_confirmed(tmp_path):
    async def confirmed() -> tuple[bool, bool, str]:
        async with sitting(tmp_path, "classic/4") as at:
            await at.asked()
            await at.press("enter", "enter", "enter")
            asked, prompt = at.scene.observation.is_to_act, at.lines[-3]
            await at.press("enter")
            await at.asked()
            return asked, at.scene.observation.phase is Phase.PLAY, prompt

    still_asked, done, prompt = asyncio.run(confirmed())

    assert (still_asked, done) == (True, True)
    assert "Press Enter to pass these cards" in prompt


def test_the_open_hand_can_be_chosen_again_before_it_is_confirmed(tmp_path):
    async def chosen() -> tuple[str, str, tuple[int, ...]]:
        async with sitting(tmp_path, "classic/bright-house") as at:
            await at.play_until(lambda scene: scene.observation.phase is Phase.CHOICE)
            await at.press("1")
            first = at.text
            await at.press("2")
            second = at.text
            await at.press("enter")
            await at.asked()
            own = at.scene.observation.own_hands
            return first, second, tuple(own.index(n) for n in at.scene.observation.open_hands
                                        if n in own)  # fmt: skip

    first, second, opened = asyncio.run(chosen())

    assert ("1 [x]" in first, "2 [x]" in second) == (True, True)
    assert opened == (1,)


def test_a_card_on_the_table_cannot_be_taken_back(tmp_path):
    async def tried() -> str:
        async with sitting(tmp_path, "classic/3") as at:
            await at.play_until(lambda scene: len(scene.observation.tricks) > 0)
            await at.press("u")
            return at.lines[-2]

    assert "nothing that can be taken back" in asyncio.run(tried())


def test_hands_are_sorted_by_number_or_by_suit_and_that_is_remembered(tmp_path):
    async def sorted_hands() -> list[list[str]]:
        seen = []
        async with sitting(tmp_path, "classic/4") as at:
            seen.append([card.name for _, hand in at.table.selection.hands for card in hand])
            await at.press("o")
            seen.append([card.name for _, hand in at.table.selection.hands for card in hand])
            folder = at.app._folder
        remembered = folder.load_settings()
        assert remembered.by_suit
        return seen

    by_number, by_suit = asyncio.run(sorted_hands())

    assert sorted(by_number, key=lambda name: int(name[1:])) == by_number
    assert sorted(by_number, key=lambda name: ("YBR".index(name[0]), int(name[1:]))) == by_suit


def test_a_pace_that_was_asked_for_is_kept_only_once_it_is_changed(tmp_path):
    usual, asked = TerminalSettings(), TerminalSettings(pace=3000, guide=False)

    async def kept() -> list[TerminalSettings]:
        seen = []
        async with sitting(tmp_path, "classic/3", settings=asked) as at:
            for key in ("o", "minus"):
                await at.press(key)
                seen.append(at.app._folder.load_settings())
        return seen

    sorted_cards, slower = asyncio.run(kept())

    assert sorted_cards == replace(usual, by_suit=True)
    assert slower == replace(usual, by_suit=True, pace=3300)


@pytest.mark.slow
def test_typing_goes_to_the_card_with_that_number_half_cards_included(tmp_path):
    async def typed() -> list[tuple[str, str]]:
        async with sitting(tmp_path, "matagot/6") as at:
            await at.asked()
            seen = []
            for card in at.scene.observation.hand:
                await at.type(card)
                assert at.table.selection.cursor is not None
                seen.append((card.label, at.table.selection.cursor.label))
                await at.press("home")
            return seen

    for wanted, found in asyncio.run(typed()):
        assert found == wanted

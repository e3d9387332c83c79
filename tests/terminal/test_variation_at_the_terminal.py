"""A round is played on in another way in the terminal, from its replay."""

import asyncio
import re
from pathlib import Path

import pytest

from bottleimp.errors import IllegalAction, MatchError
from bottleimp.game.actions import Action
from bottleimp.game.round import Phase
from bottleimp.knowledge.observation import Observation
from bottleimp.players import default_players
from bottleimp.players.player import SeatAgent
from bottleimp.terminal.screens.replay_screen import ReplayScreen
from bottleimp.terminal.screens.variation_screen import VariationScreen
from bottleimp.terminal.session import local_players
from bottleimp.terminal.session.session import ReplayedRound, Scene
from bottleimp.terminal.session.variation_session import VariationSession, own_points
from tests.support.short_runs import ONE_OF_EACH_KIND
from tests.support.terminal.sitting import Sitting, kept_match, sitting


async def finished(at: Sitting) -> ReplayedRound:
    """The round, played to its end, as the session gives it."""
    await at.play_round()
    return await at.session.replay(1)


async def open_variation(at: Sitting) -> None:
    """Opens the replay, and plays on from the deal."""
    await at.open_replay()
    await at.press("p")
    await at.until(lambda: isinstance(at.app.screen, VariationScreen))


def variation_of(at: Sitting) -> VariationSession:
    """The variation on the screen."""
    screen = at.app.screen
    assert isinstance(screen, VariationScreen)
    return screen._variation


def first_actions(scene: Scene) -> tuple[Action, ...]:
    """The lowest that may be chosen, as many as are asked for."""
    seen = scene.observation
    if seen.phase is not Phase.EXCHANGE:
        return seen.legal_actions[:1]
    chosen: list[Action] = []
    for owed in seen.passes_owed:
        cards = seen.hands[owed.source] or ()
        chosen.append(next(card for card in cards if card not in chosen))
    return tuple(chosen)


def is_for_others(scene: Scene) -> bool:
    """Whether others are to do something."""
    return not (scene.is_over or scene.observation.is_to_act)


@pytest.mark.slow
@pytest.mark.parametrize("edition", ONE_OF_EACH_KIND)
def test_every_choice_can_be_made_anew_and_leads_to_a_score(edition: str, tmp_path: Path) -> None:
    async def played() -> None:
        async with sitting(tmp_path, edition) as at:
            replayed = await finished(at)
            before = kept_match(tmp_path)
            asked = [n for n, scene in enumerate(replayed.scenes) if scene.observation.is_to_act]
            for place in asked[::3]:
                variation = VariationSession(replayed, place, lambda: 0.0)
                scenes = variation.scenes()
                assert (await anext(scenes)).observation == replayed.scenes[place].observation
                while not variation.scene.is_over:
                    await variation.act(first_actions(variation.scene))
                    while is_for_others(variation.scene):
                        await anext(scenes)
                over = variation.scene
                assert variation.points == (own_points(over), own_points(replayed.scenes[-1]))
                assert over.match.results[:-1] == replayed.scenes[-1].match.results[:-1]
            assert kept_match(tmp_path) == before

    asyncio.run(played())


@pytest.mark.wide
@pytest.mark.slow
@pytest.mark.parametrize("edition", ["classic/3", "matagot/devils-eye"])
def test_a_strong_player_goes_on_to_the_score(edition: str, tmp_path: Path) -> None:
    async def played() -> None:
        async with sitting(tmp_path, edition) as at:
            await finished(at)
            await open_variation(at)
            assert at.lines[-1].count("A  play for me") == 1
            await at.press("a")
            await at.until(lambda: variation_of(at).scene.is_over)
            await at.until(lambda: "Points this way: " in at.text)
            assert "play for me" not in at.text
            assert "Total" not in at.text  # nothing of it counts for the match
            await at.press("s")
            assert "Score sheet" not in at.text

    asyncio.run(played())


@pytest.mark.slow
def test_a_strong_player_stops_at_the_key_or_where_the_person_chooses(tmp_path: Path) -> None:
    async def played() -> None:
        async with sitting(tmp_path, "classic/3") as at:
            await finished(at)
            await open_variation(at)
            for key in ("a", "enter", "u", "r"):
                await at.press("a")
                assert "A strong player chooses for you" in at.text
                assert "A  stop" in at.lines[-1]
                await at.press(key)
                assert "A strong player chooses for you" not in at.text
                assert "A  play for me" in at.lines[-1]

    asyncio.run(played())


@pytest.mark.slow
def test_a_choice_is_made_anew_by_keys_and_compared(tmp_path: Path) -> None:
    async def played() -> None:
        async with sitting(tmp_path, "classic/3") as at:
            replayed = await finished(at)
            before = kept_match(tmp_path)
            await open_variation(at)
            assert "Variation" in at.lines[0]
            assert re.search(
                r"In the round you gave [^.]+\.[\s█]+Nothing[\s█]+counts[\s█]+here\.", at.text
            )
            variation = variation_of(at)
            while not at.scene.is_over:
                now = at.scene
                await at.choose_by_keys()
                await at.moved_on(now)
            this_way, then = variation.points
            assert then == own_points(replayed.scenes[-1])
            assert f"Points this way: {this_way}. In the round itself: {then}." in at.text
            await at.press("r")
            assert at.scene.observation == replayed.scenes[0].observation
            assert re.search(
                r"In the round you gave [^.]+\.[\s█]+Nothing[\s█]+counts[\s█]+here\.", at.text
            )
            await at.press("v")
            assert isinstance(at.app.screen, ReplayScreen)
            assert kept_match(tmp_path) == before

    asyncio.run(played())


@pytest.mark.slow
def test_a_choice_of_a_variation_is_taken_back(tmp_path: Path) -> None:
    async def played() -> None:
        async with sitting(tmp_path, "classic/4") as at:
            await finished(at)
            await at.open_replay()
            await at.press("right")
            while not at.scene.observation.is_to_act or len(at.scene.observation.legal_actions) < 2:
                await at.press("right")
            await at.press("p")
            begun = at.scene
            assert not begun.may_undo
            await at.press("u")
            assert "There is nothing that can be taken back." in at.text
            await at.choose_by_keys()
            await at.moved_on(begun)
            await at.press("u")
            assert at.scene == begun
            card = begun.observation.legal_actions[-1]
            await variation_of(at).act((card,))
            await at.until(lambda: at.scene != begun)
            seen = at.scene.observation
            assert card in [play.card for play in (*seen.plays, *seen.tricks[-1:][0].plays)]

    asyncio.run(played())


@pytest.mark.slow
def test_a_hint_is_given_for_every_choice_of_a_variation(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(default_players, "HINT_PLAYERS", ("rules_of_thumb",))

    async def played() -> None:
        async with sitting(tmp_path, "classic/3") as at:
            await finished(at)
            await open_variation(at)
            asked = 0
            while not at.scene.is_over:
                now, observation = at.scene, at.scene.observation
                await at.press("i")
                await at.until(lambda: bool(at.table.selection.hinted_actions))
                hinted = at.table.selection.hinted_actions
                assert set(hinted) <= set(observation.legal_actions)
                assert "Hint (Rules of thumb): " in at.text
                await variation_of(at).act(hinted)
                await at.moved_on(now)
                asked += 1
            assert asked == 1 + 11

    asyncio.run(played())


def test_what_others_gave_at_the_same_time_stays(tmp_path: Path) -> None:
    async def played() -> None:
        async with sitting(tmp_path, "classic/4") as at:
            replayed = await finished(at)
            begun, after = replayed.scenes[:2]
            cards = begun.observation.hand[-3:]
            (now, *_) = [scene async for scene in replayed.play_on(0, (cards,))]
            received = [one.card for one in now.observation.received_cards]
            assert received == [one.card for one in after.observation.received_cards]
            assert [one.card for one in now.observation.passed_cards] == list(cards)

    asyncio.run(played())


def test_only_a_choice_of_ones_own_is_made_anew(tmp_path: Path) -> None:
    async def played() -> None:
        async with sitting(tmp_path, "classic/3") as at:
            replayed = await finished(at)
            await at.open_replay()
            await at.press("end", "p")
            assert "You can choose again only where you had a choice." in at.text
            variation = VariationSession(replayed, 0, lambda: 0.0)
            with pytest.raises(IllegalAction):
                await variation.act(variation.scene.observation.hand[:1])
            assert not variation.has_acted
            with pytest.raises(MatchError, match="Nothing has been chosen yet"):
                await variation.undo()
            with pytest.raises(MatchError, match="Nothing is claimed"):
                await variation.claim_rest()
            with pytest.raises(MatchError, match="No round follows"):
                await variation.next_round()
            assert await variation.replay(1) is replayed
            with pytest.raises(MatchError, match="one round"):
                await variation.replay(2)

    asyncio.run(played())


def test_others_are_asked_with_what_they_see(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[Observation] = []
    ask = local_players.ask_player

    async def noted(name: str, player: SeatAgent, observation: Observation) -> Action:
        seen.append(observation)
        return await ask(name, player, observation)

    monkeypatch.setattr(local_players, "ask_player", noted)

    async def played() -> None:
        async with sitting(tmp_path, "classic/4") as at:
            replayed = await finished(at)
            place = len(replayed.scenes) - 10
            while not replayed.scenes[place].observation.is_to_act:
                place -= 1
            card = replayed.scenes[place].observation.legal_actions[0]
            seen.clear()
            assert [scene async for scene in replayed.play_on(place, ((card,),))]
            assert seen
            assert all(one.revealed is None and one.seat != at.scene.seat for one in seen)

    asyncio.run(played())


@pytest.mark.slow
def test_who_plays_on_hears_that_the_table_waits(tmp_path: Path) -> None:
    async def played() -> None:
        async with sitting(tmp_path, "classic/3") as at:
            await finished(at)
            await open_variation(at)
            assert "The table" not in at.text
            await at.session.next_round()
            await at.until(lambda: "The table is waiting for you: V." in at.text)

    asyncio.run(played())


@pytest.mark.wide
def test_the_last_choice_is_taken_back_when_all_is_over(tmp_path: Path) -> None:
    async def played() -> None:
        async with sitting(tmp_path, "classic/3") as at:
            await finished(at)
            await open_variation(at)
            before = at.scene
            while not at.scene.is_over:
                before = at.scene
                await at.choose_something()
                await at.moved_on(before)
            await at.press("u")
            assert at.scene == before
            await at.choose_something()
            await at.until(lambda: at.scene.is_over)

    asyncio.run(played())


def test_nobody_waits_for_cards_of_others_that_were_taken_back(tmp_path: Path) -> None:
    async def played() -> None:
        async with sitting(tmp_path, "classic/3") as at:
            replayed = await finished(at)
            pauses = [3600.0, 0.0]
            variation = VariationSession(replayed, 0, lambda: pauses[0])
            scenes = variation.scenes()
            begun = await anext(scenes)
            await variation.act(first_actions(begun))
            coming = asyncio.ensure_future(anext(scenes))
            assert (await coming).observation.passed_cards
            waiting = asyncio.ensure_future(anext(scenes))
            await asyncio.sleep(0)
            pauses.pop(0)
            await variation.undo()
            assert await waiting == begun

    asyncio.run(played())

"""A hint is for who asked, from what that person may know, and changes nothing."""

import asyncio
import contextlib
import json
import sys
import time
from itertools import islice
from pathlib import Path
from random import Random

import jsonschema_rs
import pytest

from bottleimp.game.actions import Action
from bottleimp.game.round import Phase
from bottleimp.knowledge.observation import Observation
from bottleimp.languages.language import ENGLISH
from bottleimp.players import default_players
from bottleimp.players.default_players import hint_players
from bottleimp.protocol.hint_messages import HintReply
from bottleimp.protocol.messages import CommandRefused, CommitChoices, Pong, RequestHint, encode
from bottleimp.protocol.refusals import RefusalCode, Refused
from bottleimp.protocol.schema import protocol_schema
from bottleimp.protocol.views import View
from bottleimp.server.engines.pool import WorkerPool
from bottleimp.server.engines.process import PlayerFailure
from bottleimp.server.state.events import ALWAYS, NEVER, TableSettings
from bottleimp.server.state.table_state import TableState
from bottleimp.server.tables.advisers import ask_advisers
from bottleimp.server.tables.hints import hint_reply, reason_text, require_hint_allowed
from tests.server.views.test_secrecy import elsewhere, moments
from tests.support.advisers import Adviser, NoAdviser
from tests.support.frames import of_type, shown_round
from tests.support.http_player import Program
from tests.support.in_process import InProcessService, Person, run_service
from tests.support.live_server import Client, Live, Reply, running
from tests.support.patience import PATIENCE
from tests.support.short_runs import KINDS


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """An adviser for whom nothing need be compiled."""
    monkeypatch.setattr(default_players, "HINT_PLAYERS", ("rules_of_thumb",))


def is_asked(view: View) -> bool:
    """Whether this person is to choose or to play."""
    return bool(shown_round(view).legal)


def is_playing(view: View) -> bool:
    """Whether this person is to play a card."""
    return shown_round(view).phase == "play" and is_asked(view)


def question_now(client: Client, identity: str = "a question") -> RequestHint:
    """A question for a hint at this moment."""
    shown = client.current_round
    if shown.phase == "play":
        return RequestHint("do", identity, shown.number, step=shown.step)
    return RequestHint("do", identity, shown.number, stage=shown.stage)


def hint(client: Client) -> HintReply:
    """The answer to a question for a hint at this moment; a busy server is asked again."""
    end = time.monotonic() + PATIENCE
    while not isinstance(answer := ask_for_hint(client), HintReply):
        assert isinstance(answer, CommandRefused), answer
        assert answer.code == RefusalCode.BUSY.value
        assert time.monotonic() < end
        time.sleep(0.1)
    return answer


def ask_for_hint(client: Client) -> Reply:
    """The hint for this moment, or the refusal."""
    question = question_now(client)
    client.send(question)
    return client.answer_to(question.id)


# --- what is answered -----------------------------------------------------------------------


@pytest.mark.usefixtures("quick")
def test_a_hint_names_what_is_legal_now(live: Live) -> None:
    table, cookie = live.new_table("classic/4")
    with live.client(table, cookie) as client:
        client.until_view(is_asked)
        first = hint(client)
        client.do(CommitChoices, round=1, stage=first.stage, actions=first.actions)
        client.play_until(is_playing)
        second = hint(client)

        assert len(second.actions) == 1
        assert second.actions[0] in client.current_round.legal
        assert hint_players()[0] == second.level


@pytest.mark.wide
@pytest.mark.slow
def test_the_strongest_player_gives_hints(live: Live) -> None:
    table, cookie = live.new_table("classic/4")
    answer: Reply | None = None
    end = time.monotonic() + PATIENCE
    with live.client(table, cookie) as client:
        client.until_view(is_asked)
        # Until its code is loaded, another may answer in its place.
        while not isinstance(answer, HintReply) or answer.level != hint_players()[0]:
            assert time.monotonic() < end
            with contextlib.suppress(TimeoutError):
                answer = ask_for_hint(client)
            time.sleep(1)

        assert set(answer.actions) <= set(client.current_round.legal)


class StillCompiling(Adviser):
    """Only a player that needs no compiling answers."""

    async def choose_without_fallback(
        self, player: str, seed: int, observation: Observation, seconds: float, visitor: str = "", /
    ) -> Action:
        if player != self.name:
            raise PlayerFailure("not ready")
        return await super().choose_without_fallback(player, seed, observation, seconds, visitor)


def test_a_hint_comes_while_the_strongest_player_is_compiled() -> None:
    states = (state for _, state in moments("classic/4", Random(1)) if state.players_to_act)
    state = next(states)
    pool, player = StillCompiling("self_taught"), state.players_to_act[0]
    level, actions = asyncio.run(ask_advisers(pool, state, player, 7))

    assert level == "self_taught"
    assert actions


@pytest.mark.usefixtures("quick")
def test_a_hint_is_as_the_schema_says(live: Live) -> None:
    table, cookie = live.new_table("classic/4")
    with live.client(table, cookie) as client:
        client.until_view(is_asked)
        frame = json.loads(encode(hint(client)))
    published = protocol_schema()
    check = jsonschema_rs.validator_for(
        {"$schema": published["$schema"], "$defs": published["$defs"], "$ref": "#/$defs/HintReply"}
    )

    assert [error.message for error in check.iter_errors(frame)] == []


def test_the_same_question_has_the_same_answer() -> None:
    states = (state for _, state in moments("classic/4", Random(1)) if state.players_to_act)
    state = next(states)

    async def ask() -> list[tuple[str, list[Action]]]:
        pool, player = Adviser("rules_of_thumb"), state.players_to_act[0]
        return [await ask_advisers(pool, state, player, 7) for _ in range(2)]

    one, other = asyncio.run(ask())

    assert one == other


@pytest.mark.usefixtures("quick")
def test_a_hint_says_why_in_the_exchange_and_in_play(live: Live) -> None:
    table, cookie = live.new_table("classic/4")
    with live.client(table, cookie) as client:
        client.until_view(is_asked)
        first = hint(client)
        client.do(CommitChoices, round=1, stage=first.stage, actions=first.actions)
        client.play_until(is_playing)
        second = hint(client)

        assert any(f"the {card}" in first.reason.lower() for card in first.actions)
        assert second.reason.endswith(".")
        assert first.reason != second.reason
        assert {*first.actions} <= {row.action for row in first.rows}
        assert {row.action for row in second.rows} == {*shown_round(client.view).legal}
        assert [row.text for row in (*first.rows, *second.rows) if not row.text] == []
        assert len(first.notes) == 3


def test_a_reason_calls_others_by_their_names() -> None:
    named = 0
    for _, state in moments("classic/3", Random(3)):
        for player in state.players_to_act if state.round is not None else ():
            for action in state.current_round.legal_actions_for(
                state.round_start_match.seat_of(player)
            ):
                if state.current_round.phase is not Phase.PLAY:
                    continue
                name, has_trick, _ = reason_text(state, player, [action], ENGLISH).partition(
                    " has the trick so far"
                )
                if has_trick:
                    named += 1
                    leads = state.round_start_match.player_at(state.current_round.position.taker)

                    assert state.participants[leads].name == name
    assert named > 0


@pytest.mark.usefixtures("quick")
def test_a_program_gets_a_hint_over_http(live: Live) -> None:
    program = Program(live)
    program.make("classic/4")
    program.fetch()
    end = time.monotonic() + PATIENCE
    while (answer := program.post(RequestHint, round=1, stage=0)).status != 200:
        assert answer.code == RefusalCode.BUSY.value
        assert time.monotonic() < end
        time.sleep(0.1)

    assert set(answer.read(HintReply).actions) <= set(program.current_round.legal)


@pytest.mark.usefixtures("quick")
def test_nothing_of_a_hint_is_written_or_shown_to_others(live: Live) -> None:
    table, cookie = live.new_table("classic/4")
    with live.client(table, cookie) as client, live.client(table) as watcher:
        client.until_view(lambda view: shown_round(view).waiting == [0])
        watcher.until_view(lambda view: shown_round(view).waiting == [0])
        before, seen = client.seq, len(watcher.frames)
        hint(client)
        client.catch_up()
        watcher.catch_up()

        assert before == client.seq
        assert [type(frame) for frame in watcher.frames[seen:]] == [Pong]


@pytest.mark.parametrize(
    "adviser",
    ["rules_of_thumb", pytest.param("imp:4", marks=pytest.mark.slow)],
)
@pytest.mark.parametrize("key", KINDS)
def test_hidden_cards_change_no_byte_of_a_hint(key: str, adviser: str) -> None:
    pool, random = Adviser(adviser), Random(f"hints of {key}")

    def told(state: TableState, player: int) -> bytes:
        level, actions = asyncio.run(ask_advisers(pool, state, player, 7))
        command = RequestHint("do", "a", state.round_number)
        return encode(hint_reply(state, player, command, level, actions, ENGLISH))

    differing = 0
    # The imp takes its time, so it is asked at every third moment.
    for _, state in islice(moments(key, random), None, None, 3 if adviser == "imp:4" else 1):
        for player in state.players_to_act[:1]:
            if player < state.edition.players:
                other = elsewhere(state, player, random)
                differing += other != state

                assert told(state, player) == told(other, player)
    assert differing > 0  # else nothing was shown


# --- what is refused ------------------------------------------------------------------------


def refused(state: TableState, guest: str, **fields: int) -> RefusalCode | None:
    """Why this question is not answered."""
    try:
        require_hint_allowed(state, guest, RequestHint("do", "a question", **fields))
    except Refused as refusal:
        return refusal.code
    return None


def test_who_only_watches_gets_no_hint(tmp_path: Path) -> None:
    async def ask(service: InProcessService) -> None:
        ann = await service.table("classic/3", "cc")
        bob = await service.visitor(ann.table, "Bob")
        await ann.until(lambda view: view.round is not None)

        assert refused(ann.table.state, bob.guest, round=1, stage=0) is RefusalCode.NOT_ALLOWED
        assert refused(ann.table.state, ann.guest, round=1, stage=0) is None

    run_service(tmp_path, ask)


def test_a_hint_is_for_the_moment_that_is_running(tmp_path: Path) -> None:
    async def ask(service: InProcessService) -> None:
        ann = await service.table("classic/3", "cc")
        await ann.until(lambda view: view.round is not None)
        state = ann.table.state

        assert refused(state, ann.guest, round=2, stage=0) is RefusalCode.STALE
        assert refused(state, ann.guest, round=1, stage=1) is RefusalCode.STALE
        assert refused(state, ann.guest, round=1, step=0) is RefusalCode.STALE
        assert refused(state, ann.guest, round=1) is RefusalCode.STALE
        await ann.act()
        await ann.until(lambda view: shown_round(view).phase == "play" and ann.is_asked)
        playing = ann.table.state.current_round
        assert (
            refused(ann.table.state, ann.guest, round=1, step=playing.play_count + 1)
            is RefusalCode.STALE
        )
        assert refused(ann.table.state, ann.guest, round=1, step=playing.play_count) is None

    run_service(tmp_path, ask)


def test_a_hint_is_given_in_turn_alone(tmp_path: Path) -> None:
    async def ask(service: InProcessService) -> None:
        ann = await service.table("classic/3", "oo", TableSettings(hints=ALWAYS))
        people = [
            ann,
            await service.joined(ann.table, "Bob"),
            await service.joined(ann.table, "Cis"),
        ]
        await ann.until(lambda view: view.round is not None)
        await ann.act()
        chosen = refused(ann.table.state, ann.guest, round=1, stage=0)
        await people[1].act()
        await people[2].act()
        await ann.until(lambda view: shown_round(view).phase == "play")
        turn = ann.current_round.turn
        assert turn is not None
        answers = [refused(ann.table.state, one.guest, round=1, step=0) for one in people]

        assert chosen is RefusalCode.ALREADY_COMMITTED
        assert answers[turn] is None
        assert answers[:turn] + answers[turn + 1 :] == [RefusalCode.NOT_YOUR_TURN] * 2

    run_service(tmp_path, ask)


@pytest.mark.parametrize(
    ("company", "settings", "answer"),
    [
        ("cc", TableSettings(), None),
        ("cc", TableSettings(hints=NEVER), RefusalCode.NO_HINTS),
        ("oc", TableSettings(), RefusalCode.NO_HINTS),
        ("oc", TableSettings(hints=ALWAYS), None),
    ],
)
def test_hints_are_for_who_plays_alone_unless_the_table_says_otherwise(
    tmp_path: Path, company: str, settings: TableSettings, answer: RefusalCode | None
) -> None:
    async def ask(service: InProcessService) -> None:
        ann = await service.table("classic/3", company, settings)
        if "o" in company:
            await service.joined(ann.table, "Bob")
        await ann.until(lambda view: view.round is not None)

        assert settings.hints == ann.view.table.hints
        assert refused(ann.table.state, ann.guest, round=1, stage=0) is answer

    run_service(tmp_path, ask)


def test_who_is_played_for_gets_no_hint(tmp_path: Path) -> None:
    async def ask(service: InProcessService) -> None:
        settings = TableSettings(grace=0, level="uniform", hints=ALWAYS)
        ann = await service.table("classic/3", "oc", settings)
        bob: Person = await service.joined(ann.table, "Bob")
        await ann.until(lambda view: view.round is not None)
        bob.go()
        await ann.until(lambda view: view.players[bob.you].stand_in is not None)

        assert refused(ann.table.state, bob.guest, round=1, stage=0) is RefusalCode.PLAYED_FOR

    run_service(tmp_path, ask)


def test_where_nobody_knows_the_server_says_it_is_busy() -> None:
    async def ask() -> None:
        states = (state for _, state in moments("classic/3", Random(1)) if state.players_to_act)
        with pytest.raises(Refused) as refusal:
            await ask_advisers(NoAdviser(1), next(states), 0, 7)
        assert refusal.value.code is RefusalCode.BUSY

    asyncio.run(ask())


@pytest.mark.wide
@pytest.mark.usefixtures("quick")
def test_too_many_questions_are_refused_for_a_while(live: Live) -> None:
    table, cookie = live.new_table("classic/4")
    with live.client(table, cookie) as client:
        client.until_view(is_asked)
        for number in range(12):
            client.send(question_now(client, f"q{number}"))
        answers = [client.next_reply() for _ in range(12)]

        assert {refusal.code for refusal in of_type(answers, CommandRefused)} == {"too-fast"}
        assert 1 <= len(of_type(answers, HintReply)) <= 7


@pytest.mark.usefixtures("quick")
def test_a_choice_is_made_while_a_hint_is_thought_of(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    defaults = WorkerPool.__init__.__kwdefaults__
    assert defaults is not None
    monkeypatch.setitem(defaults, "program", (sys.executable, "-c", "import time; time.sleep(600)"))
    monkeypatch.setitem(defaults, "deadline", 600.0)
    with running(tmp_path) as server:
        table, cookie = server.new_table("classic/4")
        with server.client(table, cookie) as client:
            client.until_view(is_asked)
            client.send(question_now(client))
            client.act()

            assert of_type(client.frames, HintReply) == []

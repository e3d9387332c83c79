"""The deal of the day: the same cards and others for everybody, and nothing hidden is told."""

import asyncio
from datetime import UTC, date, datetime, timedelta
from random import Random

import pytest

from bottleimp.client.server_api import ServerApi
from bottleimp.client.view_tracker import apply_changes
from bottleimp.game.actions import Action
from bottleimp.game.daily_deal import FIRST_DAY, daily_deal
from bottleimp.game.notation import read_record
from bottleimp.knowledge.observation import Observation, observe
from bottleimp.languages.language import ENGLISH, Language, language_for
from bottleimp.protocol.http_bodies import LessonActions, LessonReply, RecordFile
from bottleimp.protocol.messages import CommandRefused, encode
from bottleimp.protocol.refusals import RefusalCode, Refused
from bottleimp.server.engines.fair_queue import FairThreads
from bottleimp.server.engines.pool import WorkerPool
from bottleimp.server.engines.process import PlayerFailure
from bottleimp.server.replays.daily_deals import LEVEL, YOU, DailyDeals
from bottleimp.server.replays.recorded_match import RecordedMatch
from bottleimp.server.replays.variation import VariationService
from tests.support.frames import shown_round
from tests.support.http_player import ask
from tests.support.live_server import Answer, Live
from tests.support.redealing import redealt
from tests.support.virtual_time import SECOND, START_MS, VirtualClock

WEEK = [FIRST_DAY + timedelta(days=n) for n in range(7)]


class Others(WorkerPool):
    """Computer players that choose by chance, from what they are shown, in this process."""

    def __init__(self) -> None:
        super().__init__(1)
        self.asked: list[tuple[str, Observation]] = []
        self.fails = False

    async def choose_without_fallback(
        self, player: str, seed: int, observation: Observation, *_: object
    ) -> Action:
        if self.fails:
            raise PlayerFailure("not ready")
        self.asked.append((player, observation))
        random = Random(f"{seed} {observation.stage} {len(observation.played_cards)}")
        return random.choice(observation.legal_actions)


def at_noon(day: date) -> VirtualClock:
    """A clock that stands at noon of a day."""
    clock = VirtualClock()
    noon = datetime(day.year, day.month, day.day, 12, tzinfo=UTC)
    clock.now = noon.timestamp() - START_MS / SECOND
    return clock


class Visitor:
    """Somebody who plays the deal of a day."""

    def __init__(self, day: date, others: Others | None = None, language: Language = ENGLISH):
        self.others = others or Others()
        self.deals = DailyDeals(self.others, at_noon(day))
        self.variations = VariationService(self.others, FairThreads(1, "test"))
        self.match, self.round = asyncio.run(self.deals.round(day, ""))
        self.language = language
        self.actions: list[str] = []

    def reply(self) -> LessonReply:
        """What is shown after all that was done."""
        service = self.variations
        return asyncio.run(service.reply(self.match, self.round, self.actions, "", self.language))

    def play_out(self) -> list[LessonReply]:
        """All that is shown until the round is over, where the first of all choices are made."""
        replies = [self.reply()]
        while replies[-1].outcome == "open":
            shown = shown_round(replies[-1].view)
            self.actions += shown.legal[: len(shown.asks) or 1]
            replies.append(self.reply())
        return replies

    def record(self) -> str:
        """The record of what was played."""
        now, _ = asyncio.run(self.variations.play(self.match, self.round, self.actions, ""))
        return self.round.record(now, self.language)


@pytest.mark.parametrize("day", WEEK, ids=str)
def test_the_deal_of_every_weekday_is_played_to_its_end(day: date) -> None:
    visitor = Visitor(day)
    first, *_, last = visitor.play_out()
    own = {card.label for card in daily_deal(day).hands[0]}

    assert first.view.you == YOU
    assert set(shown_round(first.view).legal) <= own
    assert (last.outcome, first.view.table.hints) == ("reached", "never")
    scores = last.view.match.sheet[-1].scores
    strong = visitor.round.finished.table.match.results[0].scores[YOU]
    assert last.said.replace("−", "-") == (
        f"Points: {scores[YOU]}. A strong computer player in the same place: {strong}."
    )


def test_everybody_meets_the_same_others() -> None:
    one, other = Visitor(WEEK[1]), Visitor(WEEK[1])

    assert [encode(each) for each in one.play_out()] == [encode(each) for each in other.play_out()]
    assert {player for player, _ in one.others.asked} == {LEVEL}
    assert all(seen.revealed is None for _, seen in one.others.asked)


@pytest.mark.parametrize("day", WEEK, ids=str)
def test_hidden_cards_change_no_byte(day: date) -> None:
    visitor, random, differing = Visitor(day), Random(str(day)), 0
    visitor.play_out()
    for count in range(len(visitor.actions)):
        try:
            now, _ = asyncio.run(
                visitor.variations.play(visitor.match, visitor.round, visitor.actions[:count], "")
            )
        except Refused:  # so many are no whole exchange
            continue
        other = redealt(now, visitor.round.seat, random)
        shown = visitor.round.reply(now, now, ENGLISH)
        differing += other != now

        assert encode(visitor.round.reply(other, other, ENGLISH)) == encode(shown)
        assert observe(other, visitor.round.seat) == observe(now, visitor.round.seat)
    assert differing > 0


@pytest.mark.parametrize(("code", "you"), [("en", "You"), ("de", "Du"), ("fr", "Toi")])
def test_the_record_of_the_round_can_be_replayed(code: str, you: str) -> None:
    visitor = Visitor(WEEK[1], language=language_for(code, ""))
    with pytest.raises(Refused) as refused:
        visitor.record()
    last = visitor.play_out()[-1]
    record = read_record(visitor.record())

    assert refused.value.code is RefusalCode.ROUND_NOT_OVER
    assert record.names[0] == you
    assert list(record.round.scores or ()) == last.view.match.sheet[-1].scores
    replayed = RecordedMatch.read(visitor.record()).state
    assert replayed.match.results[0].scores == record.round.scores


def test_a_day_is_played_by_the_strong_player_but_once() -> None:
    others = Others()
    deals = DailyDeals(others, at_noon(WEEK[2]))
    first = asyncio.run(deals.round(WEEK[2], ""))
    asked = len(others.asked)

    assert asyncio.run(deals.round(WEEK[2], "")) is first
    assert len(others.asked) == asked > 0


def test_those_who_ask_at_once_wait_for_the_same_round() -> None:
    others = Others()
    deals = DailyDeals(others, at_noon(WEEK[2]))

    async def ask_at_once() -> list[object]:
        early = asyncio.create_task(deals.round(WEEK[2], "early"))
        late = [asyncio.create_task(deals.round(WEEK[2], f"{n}")) for n in range(5)]
        await asyncio.sleep(0)
        early.cancel()  # the round is played all the same
        return list(await asyncio.gather(*late))

    rounds = asyncio.run(ask_at_once())
    alone = Others()
    asyncio.run(DailyDeals(alone, at_noon(WEEK[2])).round(WEEK[2], ""))

    assert all(each is rounds[0] for each in rounds)
    assert len(others.asked) == len(alone.asked)


def test_no_simpler_player_stands_in_where_the_strong_one_cannot_answer() -> None:
    visitor = Visitor(WEEK[1])
    deals = DailyDeals(visitor.others, at_noon(WEEK[1]))
    visitor.actions = shown_round(visitor.reply().view).legal[:3]
    card, *_ = shown_round(visitor.reply().view).legal  # the others have only chosen in secret
    visitor.others.fails = True
    for asked in (
        deals.round(WEEK[1], ""),
        visitor.variations.play(visitor.match, visitor.round, [*visitor.actions, card], ""),
    ):
        with pytest.raises(Refused) as refused:
            asyncio.run(asked)
        assert refused.value.code is RefusalCode.BUSY
    visitor.others.fails = False

    assert asyncio.run(deals.round(WEEK[1], ""))[1].finished == visitor.round.finished


def test_a_day_has_no_deal_before_it_has_come() -> None:
    clock = at_noon(date(2027, 2, 28))
    deals = DailyDeals(Others(), clock)

    assert deals.day_named("2027-02-28") == deals.today == date(2027, 2, 28)
    assert deals.day_named(FIRST_DAY.isoformat()) == FIRST_DAY
    wrong = [
        "2027-03-01",
        "2026-10-31",
        "20270228",
        "2027-W08-7",
        "2027-2-28",
        "",
        "today",
        "9" * 40,
    ]
    for text in wrong:
        with pytest.raises(Refused) as refused:
            deals.day_named(text)
        assert refused.value.code is RefusalCode.NOT_FOUND
    clock.now += 12 * 3600
    assert deals.day_named("2027-03-01") == deals.today


def post(live: Live, path: str, actions: list[str]) -> Answer:
    """What is answered to these actions."""
    return ask(live, "POST", f"/api/daily/{path}", {"actions": actions})


def test_a_round_is_played_over_http(live: Live) -> None:
    day, actions = WEEK[1].isoformat(), list[str]()
    reply = post(live, day, actions).read(LessonReply)
    view = reply.view
    early = post(live, f"{day}/record", actions)
    while reply.outcome == "open":
        shown = shown_round(view)
        actions += shown.legal[: len(shown.asks) or 1]
        reply = post(live, day, actions).read(LessonReply)
        for event in reply.events:
            view = apply_changes(view, event.set)
        assert shown_round(view).hands == shown_round(reply.view).hands
    record = post(live, f"{day}/record", actions).read(RecordFile).content
    api = ServerApi(f"http://127.0.0.1:{live.port}")

    assert (early.status, early.read(CommandRefused).code) == (409, "round-not-over")
    assert read_record(record).round.deal == daily_deal(WEEK[1])
    assert api.play_daily_deal(WEEK[1], actions) == reply
    assert api.fetch_daily_record(WEEK[1], actions) == record


@pytest.mark.parametrize("end", ["", "/record"])
@pytest.mark.parametrize(
    ("day", "body", "status", "code"),
    [
        ("2999-01-01", {}, 404, "not-found"),
        ("2026-10-31", {}, 404, "not-found"),
        ("tomorrow", {}, 404, "not-found"),
        (WEEK[1].isoformat(), {"actions": ["1"]}, 409, "wrong-count"),
        (WEEK[1].isoformat(), {"actions": ["x"] * 3}, 409, "not-held"),
        (WEEK[1].isoformat(), {"actions": ["1"] * 33}, 400, "bad-message"),
        (WEEK[1].isoformat(), {"cards": []}, 400, "bad-message"),
    ],
)
def test_what_there_is_not_is_refused(
    live: Live, day: str, body: object, status: int, code: str, end: str
) -> None:
    answer = ask(live, "POST", f"/api/daily/{day}{end}", body)

    assert (answer.status, answer.code) == (status, code)


def test_another_site_cannot_ask(live: Live) -> None:
    body = LessonActions()
    path = f"/api/daily/{WEEK[1].isoformat()}"

    assert ask(live, "POST", path, body, Origin="https://elsewhere.test").status == 403


def test_the_pages_lead_from_day_to_day(live: Live) -> None:
    today = live.request("GET", "/daily").text
    first = live.request("GET", f"/daily/{FIRST_DAY.isoformat()}").text
    second = live.request("GET", f"/daily/{WEEK[1].isoformat()}").text

    assert 'data-is-today="yes"' in today
    assert 'href="/daily"' in live.request("GET", "/").text
    assert ('data-is-today=""' in first, 'data-earlier=""' in first) == (True, True)
    assert f'data-earlier="{FIRST_DAY.isoformat()}"' in second
    for wrong in ("2999-01-01", "2026-10-31", "yesterday"):
        assert live.request("GET", f"/daily/{wrong}").status == 404
        assert live.request("GET", f"/daily/{wrong}/rounds/1").status == 404
        assert live.request("GET", f"/daily/{wrong}/rounds/1/variations/1?player=0").status == 404


def test_the_replay_of_a_day_leads_back_to_it(live: Live) -> None:
    page = f"/daily/{WEEK[1].isoformat()}"
    replay = live.request("GET", f"{page}/rounds/1").text
    variation = live.request("GET", f"{page}/rounds/1/variations/2?player=0").text

    assert f'data-page="{page}"' in replay
    assert f'<a href="{page}">Back to the deal of the day</a>' in replay
    assert f'data-page="{page}"' in variation
    assert f'href="{page}/rounds/1?player=0#2"' in variation

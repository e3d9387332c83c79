"""A table of several people, folded in memory: what each does, and what follows from it."""

from collections.abc import Callable
from random import Random

import pytest

from bottleimp.protocol.messages import (
    AnyCommand,
    Command,
    CommitChoices,
    JoinTable,
    PlayCard,
    RequestNextRound,
)
from bottleimp.protocol.refusals import RefusalCode, Refused
from bottleimp.rules.editions import edition
from bottleimp.server.replays.round_replay import FinishedRound
from bottleimp.server.state.consequences import apply_with_consequences
from bottleimp.server.state.deals import Deals
from bottleimp.server.state.decisions import decide_card_play, decide_choices, decide_fact
from bottleimp.server.state.events import (
    COMPUTER,
    HUMAN,
    Fact,
    Participant,
    TableCreated,
    TableSettings,
    fact_kind,
)
from bottleimp.server.state.seating import OPEN_PLACE, CommandContext
from bottleimp.server.state.table_state import (
    TableState,
)

MAKER = "g0"
KEY = b"of a server"
ROUNDS = 30


class Gathering:
    """A table made by guest `g0`, at place 0, with free places and computer players.

    `company` has a letter for each further place: `o` is free, `c` a computer player's.
    The seed changes deals and actions.  Without a dealer the seed of the round says who deals.
    """

    def __init__(
        self,
        key: str,
        company: str,
        settings: TableSettings | None = None,
        seed: int | None = None,
        dealer: int | None = 0,
    ) -> None:
        played = edition(key)
        letters = {"o": OPEN_PLACE, "c": Participant("Keawe", COMPUTER, "uniform")}
        places = (Participant("Ann", HUMAN), *(letters[each] for each in company))
        driven = (Participant("Lopaka", "driven"),) * len(played.driven)
        assert played.players == len(places)
        self.random = Random(f"{key} {company}" if seed is None else f"{key} {company} {seed}")
        seeds = tuple(self.random.randbytes(32) for _ in range(ROUNDS))
        self.deals = Deals("t", played, seeds, KEY)
        self.steps: list[tuple[Fact, TableState]] = []
        self.now = 0  # ms since 1970
        created = TableCreated(
            played.text,
            (*places, *driven),
            dealer,
            0,
            self.deals.commitment(1),
            host=0,
            code="BCDFG",
            settings=settings or TableSettings(),
        )
        self.add(created, MAKER, None)

    @property
    def state(self) -> TableState:
        return self.steps[-1][1]

    @property
    def kinds(self) -> str:
        """The first letters of what sits in each place: human, computer, driven, open."""
        return "".join(who.kind[0] for who in self.state.participants)

    def add(self, fact: Fact, actor: str, state: TableState | None) -> list[str]:
        """Adds a fact and what follows; their kinds."""
        steps = apply_with_consequences(state, fact, self.deals, actor, self.now)
        self.steps += steps
        return [fact_kind(each) for each, _ in steps]

    def happens(self, fact: Fact, actor: str = "table") -> list[str]:
        """Something happens, and what follows; the kinds of all that."""
        return self.add(fact, actor, self.state)

    def do(self, guest: str, command: AnyCommand, *present: int) -> list[str]:
        """What a guest's command brings about, by kind; raises Refused."""
        asker = CommandContext(guest, frozenset(present), self.now)
        return self.happens(decide_fact(self.state, asker, command, self.deals), guest)

    def join(self, guest: str, name: str = "", player: int | None = None) -> list[str]:
        return self.do(guest, JoinTable("do", "1", name, player))

    def holder(self, player: int) -> str:
        """Who acts there: the guest, or somebody automatic."""
        return self.state.seating.holders[player] or f"player:{player}"

    def act(self) -> None:
        """Somebody who is asked does something legal, as a command where it is a person."""
        state, player = self.state, self.random.choice(self.state.players_to_act)
        playing, seat = state.current_round, state.round_start_match.seat_of(player)
        labels = []
        for left in range(playing.choices_owed(seat) or 1, 0, -1):
            action = self.random.choice(playing.legal_actions_for(seat))
            labels.append(action.label)
            if left > 1:
                playing = playing.play(action, seat)
        number, step, stage = (
            state.round_number,
            state.current_round.play_count,
            state.current_round.stage,
        )
        is_choosing = bool(state.current_round.choices_owed(seat))
        if not state.is_automatic(player):
            self.do(
                self.holder(player),
                CommitChoices("do", "1", number, stage, labels)
                if is_choosing
                else PlayCard("do", "1", number, step, labels[0]),
            )
        elif is_choosing:
            self.happens(decide_choices(state, player, number, stage, labels), f"player:{player}")
        else:
            self.happens(
                decide_card_play(state, player, number, step, labels[0]), f"player:{player}"
            )

    def play_round(self) -> None:
        """Plays until the round is scored."""
        number = self.state.round_number
        while self.state.players_to_act:
            self.act()
        assert self.state.is_scored
        assert number == self.state.round_number

    def next(self, guest: str) -> list[str]:
        return self.do(guest, RequestNextRound("do", "1", self.state.round_number))


def command(kind: type[Command], **fields: object) -> AnyCommand:
    """A command with these fields."""
    made = kind("do", "1", **fields)
    assert isinstance(made, AnyCommand)
    return made


def refusal(doing: Callable[[], object]) -> RefusalCode:
    """Why this is refused."""
    with pytest.raises(Refused) as refused:
        doing()
    return refused.value.code


def full(key: str = "classic/4") -> Gathering:
    """A table for four in its first round: Ann, Bob, and two computer players."""
    table = Gathering(key, "occ")
    table.join("g1", "Bob")
    return table


def rounds(key: str, count: int) -> Gathering:
    """A table at which so many rounds are played at random, beside computer players."""
    table = Gathering(key, "c" * (edition(key).players - 1))
    for number in range(1, count + 1):
        table.play_round()
        if number < count:
            table.next(MAKER)
    return table


class FinishedTable:
    """What a service needs of a table; the seeds of its players are of no account here."""

    id = "t"

    def seed_for(self, player: int, number: int) -> int:
        return player + number


def finished_round(key: str) -> FinishedRound:
    """A round of random play."""
    return FinishedRound.of(rounds(key, 1).state, 1)


def choices_of(finished: FinishedRound, player: int) -> list[int]:
    """The steps in which the player chose something."""
    found = []
    for step in range(1, len(finished.positions)):
        try:
            finished.choices(step, player)
        except Refused:
            continue
        found.append(step)
    return found

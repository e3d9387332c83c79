"""A table of several people, folded in memory: what each does, and what follows from it."""

from collections.abc import Callable
from random import Random

import pytest

from bottleimp.protocol.messages import AnyCommand, Command, Commit, Join, Next, Play
from bottleimp.protocol.refusals import Code, Refused
from bottleimp.rules.editions import edition
from bottleimp.server.state.consequences import with_consequences
from bottleimp.server.state.deals import Deals
from bottleimp.server.state.events import (
    COMPUTER,
    HUMAN,
    Created,
    Fact,
    Participant,
    Settings,
    kind_of,
)
from bottleimp.server.state.seating import FREE, Asker
from bottleimp.server.state.table_state import TableState, card_played, committed, decided

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
        settings: Settings | None = None,
        seed: int | None = None,
        dealer: int | None = 0,
    ) -> None:
        played = edition(key)
        letters = {"o": FREE, "c": Participant("Keawe", COMPUTER, "uniform")}
        places = (Participant("Ann", HUMAN), *(letters[each] for each in company))
        driven = (Participant("Lopaka", "driven"),) * len(played.driven)
        assert played.players == len(places)
        self.random = Random(f"{key} {company}" if seed is None else f"{key} {company} {seed}")
        seeds = tuple(self.random.randbytes(32) for _ in range(ROUNDS))
        self.deals = Deals("t", played, seeds, KEY)
        self.steps: list[tuple[Fact, TableState]] = []
        self.now = 0  # ms since 1970
        created = Created(
            played.text,
            (*places, *driven),
            dealer,
            0,
            self.deals.commitment(1),
            host=0,
            code="BCDFG",
            settings=settings or Settings(),
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
        steps = with_consequences(state, fact, self.deals, actor, self.now)
        self.steps += steps
        return [kind_of(each) for each, _ in steps]

    def happens(self, fact: Fact, actor: str = "table") -> list[str]:
        """Something happens, and what follows; the kinds of all that."""
        return self.add(fact, actor, self.state)

    def do(self, guest: str, command: AnyCommand, *present: int) -> list[str]:
        """What a guest's command brings about, by kind; raises Refused."""
        asker = Asker(guest, frozenset(present), self.now)
        return self.happens(decided(self.state, asker, command, self.deals), guest)

    def join(self, guest: str, name: str = "", player: int | None = None) -> list[str]:
        return self.do(guest, Join("do", "1", name, player))

    def holder(self, player: int) -> str:
        """Who acts there: the guest, or somebody automatic."""
        return self.state.people.holders[player] or f"player:{player}"

    def act(self) -> None:
        """Somebody who is asked does something legal, as a command where it is a person."""
        state, player = self.state, self.random.choice(self.state.asked)
        playing, seat = state.playing, state.seating.seat_of(player)
        labels = []
        for left in range(playing.owed(seat) or 1, 0, -1):
            action = self.random.choice(playing.legal_for(seat))
            labels.append(action.label)
            if left > 1:
                playing = playing.play(action, seat)
        number, step, stage = state.number, state.playing.step, state.playing.stage
        is_choosing = bool(state.playing.owed(seat))
        if not state.is_automatic(player):
            self.do(
                self.holder(player),
                Commit("do", "1", number, stage, labels)
                if is_choosing
                else Play("do", "1", number, step, labels[0]),
            )
        elif is_choosing:
            self.happens(committed(state, player, number, stage, labels), f"player:{player}")
        else:
            self.happens(card_played(state, player, number, step, labels[0]), f"player:{player}")

    def play_round(self) -> None:
        """Plays until the round is scored."""
        number = self.state.number
        while self.state.asked:
            self.act()
        assert self.state.is_scored
        assert number == self.state.number

    def next(self, guest: str) -> list[str]:
        return self.do(guest, Next("do", "1", self.state.number))


def command(kind: type[Command], **fields: object) -> AnyCommand:
    """A command with these fields."""
    made = kind("do", "1", **fields)
    assert isinstance(made, AnyCommand)
    return made


def refusal(doing: Callable[[], object]) -> Code:
    """Why this is refused."""
    with pytest.raises(Refused) as refused:
        doing()
    return refused.value.code


def full(key: str = "classic/4") -> Gathering:
    """A table for four in its first round: Ann, Bob, and two computer players."""
    table = Gathering(key, "occ")
    table.join("g1", "Bob")
    return table

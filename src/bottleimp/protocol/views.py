"""The view of one viewer: the shape of what leaves the server.

Everything is in terms of players (places round the table, clockwise), never of seats, which turn
with the deal.  Cards are printed numbers.  `projection` fills these; nothing else does.
"""

from typing import Annotated

import msgspec
from msgspec import Meta, Struct


def enum_of(*words: str) -> Meta:
    """Says in the published schema that a text is one of these words."""
    return Meta(extra_json_schema={"enum": list(words)})


SuitKey = Annotated[str, enum_of("low", "mid", "high")]
TableStatus = Annotated[str, enum_of("gathering", "playing", "closed")]
ParticipantKind = Annotated[str, enum_of("human", "computer", "driven", "open")]
WatchPolicy = Annotated[str, enum_of("anyone", "nobody", "hands-late")]
ChatPolicy = Annotated[str, enum_of("presets", "free", "off")]
HintPolicy = Annotated[str, enum_of("alone", "always", "never")]
ClockKind = Annotated[str, enum_of("none", "move", "bank", "days")]
LengthKind = Annotated[str, enum_of("cycles", "rounds", "target")]
ClaimName = Annotated[str, enum_of("last", "rest")]
PhaseName = Annotated[str, enum_of("exchange", "choice", "play", "over")]
PassTarget = int | Annotated[str, enum_of("imp")]
ChoiceTarget = int | Annotated[str, enum_of("imp", "open")]


class CardFace(Struct, frozen=True):
    """A card of the deck: number, suit (`low`, `mid`, `high`) and points."""

    c: str
    s: SuitKey
    p: int


class SuitFace(Struct, frozen=True):
    """A suit: key, name and letter for people."""

    s: SuitKey
    name: str
    letter: str


class LengthView(Struct, frozen=True):
    """When the match ends: `cycles` (everyone deals n times), `rounds` (n), `target` (n points)."""

    kind: LengthKind
    n: int
    rounds: int | None


class ClockView(Struct, frozen=True):
    """How long people may think: seconds a move, a bank with increment, or days; all in seconds."""

    kind: ClockKind
    seconds: int
    bank: int
    increment: int
    days: int


class TableView(Struct, frozen=True):
    """What hardly changes while a match is played: edition, settings, status, pace and host.

    `code` is null where the table has none; `host` is a player; `grace` is in seconds; `has_sides`
    says that some play as partners, and `sides` who may, null where nobody does;
    `partners_share_losses` that the partners of an owner score no tricks and lose the imp's trick
    too; `begins_when_full` that the match begins by itself when the last place is taken.  Without
    `aids` nobody is shown earlier tricks, the points taken and the cards played before the round
    is over.
    """

    id: str
    edition: str
    key: str
    title: str
    status: TableStatus
    pace: int
    options: list[str]
    deck: list[CardFace]
    start_price: str
    suits: list[SuitFace]
    rules: str
    bottles: int
    seats: int
    has_sides: bool
    sides: list[list[int]] | None
    partners_share_losses: bool
    tricks: int
    length: LengthView
    aids: bool
    code: str | None
    host: int | None
    is_listed: bool
    begins_when_full: bool
    watch: WatchPolicy
    talk: ChatPolicy
    partners_talk: bool
    clock: ClockView
    grace: int
    level: str
    hints: HintPolicy


class PlayerView(Struct, frozen=True):
    """A place: `human`, `computer` (with its level), `driven`, or `open` while it is free.

    `stand_in` is the level of the computer player that plays for a person, else null; `person` the
    tag of who holds the place, the same at every table and under every name.
    """

    name: str
    kind: ParticipantKind
    level: str | None
    stand_in: str | None
    person: str | None


class RemainingTimeView(Struct, frozen=True):
    """How long a person may still think: `left` ms at `since`, from when it runs.

    `since` is in ms since 1970, null while it stands.  Once time is up `is_up` says that a computer
    player makes the choice.
    """

    left: int
    since: int | None
    is_up: bool


class ChatMessageView(Struct, frozen=True):
    """The `n`-th thing that was said: the id of a phrase, or free words; `at` in ms since 1970.

    `person` is the tag of who said it.
    """

    n: int
    at: int
    player: int
    name: str
    person: str | None
    phrase: str | None
    text: str | None


class ScoreSheetRow(Struct, frozen=True):
    """One round on the score sheet; owners are players, one for each bottle."""

    round: int
    dealer: int
    scores: list[int]
    owners: list[int]


class MatchView(Struct, frozen=True):
    """The match so far; dealer and forehand are those of the round that is shown.

    All three dealers are null until the first round is dealt, where its seed decides who deals.
    `ready` are the people who have asked for the next round, which begins at `next_at` at the
    latest (ms since 1970); null before anybody has, but where people have days for each choice.
    """

    round: int
    dealer: int | None
    forehand: int | None
    first_dealer: int | None
    totals: list[int]
    sheet: list[ScoreSheetRow]
    over: bool
    winners: list[int]
    rematch: str | None
    ready: list[int]
    next_at: int | None


class RequiredChoice(Struct, frozen=True):
    """A choice you still owe: `to` is a player, `imp` or `open`."""

    to: ChoiceTarget
    to_hand: int | None
    from_hand: int | None
    text: str


class HandView(Struct, frozen=True):
    """A hand; `cards` is null where you may not see them."""

    hand: int
    player: int
    open: bool
    size: int
    cards: list[str] | None


class PassedCardView(Struct, frozen=True):
    """A card you passed to a player or to `imp`."""

    card: str
    to: PassTarget
    hand: int | None


class ReceivedCardView(Struct, frozen=True):
    """A card you picked up, and the hand it came into."""

    card: str
    giver: int = msgspec.field(name="from")
    hand: int


class PlayView(Struct, frozen=True):
    """A card on the table."""

    player: int
    card: str
    hand: int


class CurrentTrickView(Struct, frozen=True):
    """The trick on the table; `winning_buys` says whether the winning card is under the price."""

    leader: int
    led: SuitKey | None
    plays: list[PlayView]
    winning: int | None
    winning_card: str | None
    winning_buys: bool


class TrickView(Struct, frozen=True):
    """A finished trick; `bottle` is the one it sold, and the prices are those of that for sale.

    `owner_before` is the player who owned that bottle until then.
    """

    leader: int
    plays: list[PlayView]
    taker: int
    winning_card: str
    bottle: int | None
    owner_before: int | None
    price_before: str
    price_after: str | None
    points: int


class UndercutView(Struct, frozen=True):
    """Whether the bottle for sale can still be bought, and by whom, as far as you can know."""

    can: bool
    by: list[int]


class VoidView(Struct, frozen=True):
    """Suits that a hand is known not to hold."""

    player: int
    hand: int
    suits: list[SuitKey]


class InferenceView(Struct, frozen=True):
    """What a careful player remembers: cards under the price not seen yet, and voids."""

    unseen_below: list[str]
    void: list[VoidView]


class RevealedPass(Struct, frozen=True):
    """A pass of the exchange, public once the round is over."""

    player: int
    card: str
    to: PassTarget
    hand: int | None


class DealtHand(Struct, frozen=True):
    """The cards of a hand: as they were dealt, or at a step of a replay."""

    hand: int
    player: int
    cards: list[str]


class RoundResultView(Struct, frozen=True):
    """The score of a round and all that is public with it."""

    scores: list[int]
    imps_trick: list[str]
    imps_points: int
    owners: list[int]
    deal: list[DealtHand]
    left_over: list[str]
    passes: list[RevealedPass]
    taken: list[int]
    lines: list[str]


class RoundView(Struct, frozen=True):
    """The round as you see it; `side_numbers` has, by player, the number of a side of the match."""

    number: int
    phase: PhaseName
    step: int
    order: list[int]
    sides: list[list[int]] | None
    side_numbers: list[int | None]
    weights: list[int]
    turn: int | None
    stage: int
    waiting: list[int]
    asks: list[RequiredChoice]
    hands: list[HandView]
    committed: list[str] | None
    passed: list[PassedCardView]
    received: list[ReceivedCardView]
    trick: CurrentTrickView | None
    tricks: list[TrickView]
    prices: list[str]
    owners: list[int | None]
    for_sale: int
    taken: list[int]
    played: list[str]
    legal: list[str]
    claim: ClaimName | None
    undo: bool
    why_not: dict[str, str]
    turn_text: str
    undercut: UndercutView | None
    memory: InferenceView
    result: RoundResultView | None


class LastRoundHands(Struct, frozen=True):
    """All hands of the last finished round, for people who watch a table that allows it."""

    round: int
    deal: list[DealtHand]
    passes: list[RevealedPass]
    imps_trick: list[str]
    left_over: list[str]
    tricks: list[TrickView]


class NextDealView(Struct, frozen=True):
    """The SHA-256 of the seed of a round to come, and which players contributed to its deal."""

    table: str
    round: int
    commitment: str
    given: list[int]


class FairnessView(Struct, frozen=True):
    """How the shown round was dealt; `seed` is null until it is over."""

    commitment: str | None
    contributions: list[str | None]
    seed: str | None
    next: NextDealView | None


class View(Struct, frozen=True):
    """All that one viewer is shown; `you` is null for someone who only watches.

    `late` is null but for watchers who may see the hands of the round before.  `times` is by
    player, empty at a table without a clock; `talk` is what was said last.
    """

    table: TableView
    you: int | None
    players: list[PlayerView]
    match: MatchView
    round: RoundView | None
    fair: FairnessView
    late: LastRoundHands | None
    times: list[RemainingTimeView | None]
    talk: list[ChatMessageView]

"""The frame that answers a request for a hint."""

from typing import Literal

from msgspec import Struct


class HintRow(Struct, frozen=True):
    """What one choice wins or risks, from what you may know; `text` says it in your language.

    `takes` says whether the card takes the trick on the table, null before play; `buys` is the
    price for which it would buy the bottle.  `points` are those of the trick so far, with the card,
    if it takes it, else of the card.  `under` and `higher` count cards that may still follow and
    beat the card in this trick, those of your other hand among them: below the price and above it.
    `lower` counts the cards of others that could take the bottle from you if you bought it with
    this card.  In the exchange `higher` counts the cards of others above the card.  For the choice
    of the open hand `under` counts its own cards below the price.
    """

    action: str
    takes: Literal["no", "so-far", "surely"] | None
    buys: str | None
    points: int
    under: int
    higher: int
    lower: int
    text: str


class HintReply(Struct, frozen=True, tag_field="t", tag="hint"):
    """The answer to `hint`, for you alone: a card, or all that is owed in the exchange.

    `level` is the computer player that was asked; `stage` or `step` is that of the question.
    `reason` says why in one sentence, from what you may know, in your language; `rows` say what
    each card you may choose wins or risks, and `notes` what goes for all of them.  All three are
    empty while a table without aids plays cards.
    """

    id: str
    round: int
    stage: int | None
    step: int | None
    actions: list[str]
    level: str
    reason: str
    rows: list[HintRow]
    notes: list[str]

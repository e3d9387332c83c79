"""Hints at the terminal: what a strong player would do in the person's place, in words."""

from collections.abc import Sequence
from typing import Protocol, runtime_checkable

from bottleimp.game.actions import Action, OpenChoice
from bottleimp.game.round import Phase
from bottleimp.knowledge.hint_reasons import shown_hint_reason
from bottleimp.knowledge.hint_words import reason_words
from bottleimp.knowledge.narration import N_
from bottleimp.players.catalogue import KINDS
from bottleimp.rules.cards import Card
from bottleimp.terminal.text.words import Words

THINKING = N_("A strong player is thinking about it.")


@runtime_checkable
class Advising(Protocol):
    """A session that gives hints."""

    async def advice(self) -> tuple[str, tuple[Action, ...]]:
        """The player that was asked, and what it would do now: a card, or all that is owed.

        It knows what the person knows.  Only while the person is asked.
        """
        ...


def hint_words(words: Words, player: str, actions: Sequence[Action]) -> str:
    """The hint in a sentence, and in another one why: what the person can know says so."""
    advice = advice_words(words, player, actions)
    reason = shown_hint_reason(words.scene.observation, actions)
    if reason is None:
        return advice
    return f"{advice} {reason_words(reason, words.scene.seat_names, words.catalogue)}"


def advice_words(words: Words, player: str, actions: Sequence[Action]) -> str:
    """What the player would do, in one sentence."""
    _ = words.catalogue.gettext
    level = _(KINDS[player].title)
    observation = words.scene.observation
    if observation.phase is Phase.CHOICE:
        text = (
            _("{level} would lay the first hand open.")
            if actions[0] is next(iter(OpenChoice))
            else _("{level} would lay the second hand open.")
        )
        return text.format(level=level)
    cards = [words.narrator.card(action) for action in actions if isinstance(action, Card)]
    if observation.phase is Phase.PLAY:
        return _("{level} would play {card}.").format(level=level, card=cards[0])
    together: dict[str, list[str]] = {}
    for card, step in zip(cards, observation.asks, strict=True):
        together.setdefault(words.target(step), []).append(card)
    given = [
        _("{card} to {target}").format(card=_(" and ").join(some), target=target)
        for target, some in together.items()
    ]
    return _("{level} would give {cards}.").format(level=level, cards="; ".join(given))

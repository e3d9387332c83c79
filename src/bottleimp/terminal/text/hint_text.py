"""Hints at the terminal: what a strong player would do in the person's place, in words."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce
from gettext import NullTranslations
from typing import Protocol, runtime_checkable

from bottleimp.game.actions import Action, OpenChoice
from bottleimp.game.round import Phase
from bottleimp.knowledge.choice_facts import visible_choice_facts
from bottleimp.knowledge.choice_words import choice_text
from bottleimp.knowledge.hint_reasons import (
    visible_hint_reason,
    visible_pass_reasons,
)
from bottleimp.knowledge.hint_words import hint_reason_text, short_reason_text
from bottleimp.knowledge.observation import Observation
from bottleimp.knowledge.settled_choices import settled_reason
from bottleimp.messages import N_
from bottleimp.players.catalogue import PLAYER_KINDS
from bottleimp.players.default_players import STRONGEST_PLAYER
from bottleimp.rules.cards import Card
from bottleimp.terminal.text.words import SceneText

STRONGEST_ADVISER = N_("strongest computer player")
THE_STRONGEST_ADVISER = N_("The strongest computer player")
THINKING_MESSAGE = N_("A strong player is thinking about it.")
LONGEST_HINT = 300  # characters of a hint with short reasons: the smallest screen has four lines


@runtime_checkable
class HintSession(Protocol):
    """A session that gives hints, at least at times."""

    @property
    def gives_hints(self) -> bool:
        """Whether it gives hints now."""
        ...

    async def request_hint(self) -> tuple[str, tuple[Action, ...]]:
        """The player that was asked, and what it would do now: a card, or all that is owed.

        It knows what the person knows.  Only while the person is asked.
        """
        ...


@dataclass(frozen=True)
class ExplainedChoice:
    """A card that may be chosen, or a hand that may lie open, and what it wins or risks."""

    action: Action
    words: str


def explained_choices(
    seen: Observation, catalogue: NullTranslations
) -> tuple[ExplainedChoice, ...]:
    """What each choice wins or risks, in the words of the browser; none where that is hidden."""
    return tuple(
        ExplainedChoice(facts.action, choice_text(facts, seen, catalogue))
        for facts in visible_choice_facts(seen)
    )


def hint_text(words: SceneText, player: str, actions: Sequence[Action]) -> str:
    """The hint in a sentence, and in another one why: what the person can know says so.

    The other cards of an exchange have their reasons in few words, as many as the smallest screen
    holds; all of them are in the list of what each card wins or risks.
    """
    return explained(words, hint_sentence(words, player, actions), actions)


def advice_text(
    words: SceneText, player: str, actions: Sequence[Action], chosen: Sequence[Action]
) -> str:
    """What the player would have done where the person chose something, and why.

    Only why the person's own points no longer depend on it, where they do not.
    """
    reason = settled_reason(words.scene.observation, actions)
    if reason is not None and not is_same(words, actions, chosen):
        return hint_reason_text(reason, words.scene.seat_names, words.catalogue)
    return explained(words, advice_sentence(words, player, actions, chosen), actions)


def is_same(words: SceneText, actions: Sequence[Action], chosen: Sequence[Action]) -> bool:
    """Whether both give the same cards in the same ways."""
    ways = (*words.scene.observation.passes_owed, *(None for _ in actions))
    return set(zip(actions, ways, strict=False)) == set(zip(chosen, ways, strict=False))


def explained(words: SceneText, advice: str, actions: Sequence[Action]) -> str:
    """The advice with the reasons for it."""
    reason = visible_hint_reason(words.scene.observation, actions)
    if reason is None:
        return advice
    others = [
        short_reason_text(other, words.catalogue)
        for other in visible_pass_reasons(words.scene.observation, actions)
    ]
    text = f"{advice} {hint_reason_text(reason, words.scene.seat_names, words.catalogue)}"
    for other in others:
        if len(f"{text} {other}") > LONGEST_HINT:
            break
        text = f"{text} {other}"
    return text


def adviser_title(player: str, strongest: str, catalogue: NullTranslations) -> str:
    """Who gives the advice: the title of the player, or `strongest` for the strongest one.

    The title of the strongest player is the villain of the game, who gives nobody advice.
    """
    return catalogue.gettext(
        strongest if player == STRONGEST_PLAYER else PLAYER_KINDS[player].title
    )


def hint_sentence(words: SceneText, player: str, actions: Sequence[Action]) -> str:
    """What the player would do, in one sentence."""
    _ = words.catalogue.gettext
    level = adviser_title(player, STRONGEST_ADVISER, words.catalogue)
    observation = words.scene.observation
    if observation.phase is Phase.CHOICE:
        text = (
            _("Hint ({level}): lay the first hand open.")
            if actions[0] is next(iter(OpenChoice))
            else _("Hint ({level}): lay the second hand open.")
        )
        return text.format(level=level)
    if isinstance(actions[0], Card) and observation.phase is Phase.PLAY:
        card = words.narrator.card_phrase(actions[0])
        return _("Hint ({level}): play {card}.").format(level=level, card=card)
    return _("Hint ({level}): give {cards}.").format(
        level=level, cards=given_cards_text(words, actions)
    )


def advice_sentence(
    words: SceneText, player: str, actions: Sequence[Action], chosen: Sequence[Action]
) -> str:
    """What the player would have done, in one sentence."""
    _ = words.catalogue.gettext
    level = adviser_title(player, THE_STRONGEST_ADVISER, words.catalogue)
    observation = words.scene.observation
    if is_same(words, actions, chosen):
        return _("{level} would have done the same.").format(level=level)
    if observation.phase is Phase.CHOICE:
        text = (
            _("{level} would have laid the first hand open.")
            if actions[0] is next(iter(OpenChoice))
            else _("{level} would have laid the second hand open.")
        )
        return text.format(level=level)
    if isinstance(actions[0], Card) and observation.phase is Phase.PLAY:
        card = words.narrator.card_phrase(actions[0])
        return _("{level} would have played {card}.").format(level=level, card=card)
    return _("{level} would have given {cards}.").format(
        level=level, cards=given_cards_text(words, actions)
    )


def given_cards_text(words: SceneText, actions: Sequence[Action]) -> str:
    """The cards that are passed, those together that go the same way."""
    _ = words.catalogue.gettext
    cards = [words.narrator.card_phrase(action) for action in actions if isinstance(action, Card)]
    together: dict[str, list[str]] = {}
    for card, step in zip(cards, words.scene.observation.passes_owed, strict=True):
        together.setdefault(words.pass_target_text(step), []).append(card)
    given = (
        _("{card} to {target}").format(card=_(" and ").join(some), target=target)
        for target, some in together.items()
    )
    return reduce(lambda first, then: _("{first}; {then}").format(first=first, then=then), given)

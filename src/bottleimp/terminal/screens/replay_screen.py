"""A finished round on the table, step by step: Right and Left go through it, V leads back.

Where the person was to choose, the prompt says what was chosen, I asks a strong player, and P
plays the round on in another way.
"""

from collections.abc import Callable
from dataclasses import replace
from gettext import NullTranslations
from typing import ClassVar, NamedTuple

from textual.binding import Binding, BindingType
from textual.content import Content

from bottleimp.game.actions import Action, OpenChoice
from bottleimp.game.round import Phase
from bottleimp.messages import N_
from bottleimp.rules.cards import Card
from bottleimp.terminal.screens.letter_keys import in_both_cases
from bottleimp.terminal.screens.table_screen import TableScreen
from bottleimp.terminal.screens.variation_screen import LOOK_SECONDS, Reminders, VariationScreen
from bottleimp.terminal.session.replay_session import ReplaySession
from bottleimp.terminal.session.selection import CardOrder, HandSelection, decision_key
from bottleimp.terminal.session.session import ReplayedRound, Scene, Session
from bottleimp.terminal.session.variation_session import VariationSession
from bottleimp.terminal.text.hint_text import advice_text
from bottleimp.terminal.text.words import SceneText
from bottleimp.terminal.widgets.key_row import OfferedKey, fit_keys


class ChoiceSentences(NamedTuple):
    """What is said of a choice of the person."""

    first_hand: str
    second_hand: str
    gave: str
    played: str


NEXT_CHOICE = ChoiceSentences(
    N_("Then you laid the first hand open."),
    N_("Then you laid the second hand open."),
    N_("Then you gave {cards}."),
    N_("Then you played {card}."),
)
CHOICE_IN_ROUND = ChoiceSentences(
    N_("In the round you laid the first hand open."),
    N_("In the round you laid the second hand open."),
    N_("In the round you gave {cards}."),
    N_("In the round you played {card}."),
)


def moment_of(scene: Scene) -> tuple[object, ...]:
    """The round, and what is asked for in it."""
    return scene.round_number, decision_key(scene.observation)


class ReplayScreen(TableScreen):
    """One finished round after another, until the person goes back to the table."""

    BINDINGS: ClassVar[list[BindingType]] = in_both_cases(
        Binding("b", "across(-1)", show=False),
        Binding("escape,m", "replay", show=False),
    )

    def __init__(
        self,
        replayed: ReplayedRound,
        source: Session,
        catalogue: NullTranslations,
        order: CardOrder,
        pace: Callable[[], float],
    ) -> None:
        """`source` is the session that the round comes from, and the rounds beside it.

        `pace` is how many seconds lie between two cards of others when a round is played on.
        """
        self._replay = ReplaySession(replayed)
        self._pace = pace
        super().__init__(self._replay, catalogue, order)
        self._source = source
        self._opened_at = moment_of(source.scene)
        self._news = ""
        self._turn_to_choice()

    def on_mount(self) -> None:
        """Begins to look at the table now and then; Textual calls that of the table screen too."""
        self.set_interval(LOOK_SECONDS, self._look_at_table)

    def _look_at_table(self) -> None:
        """Says what has happened at the table since the replay was opened."""
        _ = self._catalogue.gettext
        scene = self._source.scene
        if moment_of(scene) == self._opened_at or scene.is_over:
            news = ""
        elif scene.observation.is_to_act:
            news = _("The table is waiting for you: V.")
        else:
            news = _("Round {number} is being played.").format(number=scene.round_number)
        if news != self._news:
            self._news = news
            self.redraw()

    # --- what is shown --------------------------------------------------------------------

    @property
    def _waits_for_score(self) -> bool:
        return self.scene.is_over and not self._replay.shows_score

    def _heading(self) -> str:
        _ = self._catalogue.gettext
        return _("Replay · {table}").format(table=super()._heading())

    def _prompt(self, words: SceneText) -> str:
        _ = self._catalogue.gettext
        step = _("Step {step} of {all}.").format(step=self._replay.step, all=self._replay.last_step)
        if chosen := self._replay.next_choices:
            said = self._chosen_text(words, chosen)
        elif self.scene.is_over:
            said = ""
        else:
            said = words.not_your_turn_text()
        return " ".join(filter(None, (step, said, self._news)))

    def _chosen_text(self, words: SceneText, chosen: tuple[Action, ...]) -> str:
        """What the person did next: the marked cards are still in the hand."""
        _ = self._catalogue.gettext
        if not self.scene.observation.passes_owed:
            return self._named_text(words, chosen)
        return (
            _("Then you gave this card.") if len(chosen) == 1 else _("Then you gave these cards.")
        )

    def _named_text(
        self, words: SceneText, chosen: tuple[Action, ...], said: ChoiceSentences = NEXT_CHOICE
    ) -> str:
        """What the person did next, with the names of all cards, in these sentences."""
        _ = self._catalogue.gettext
        if isinstance(chosen[0], OpenChoice):
            return _(said.first_hand if chosen[0] is OpenChoice.FIRST else said.second_hand)
        named = [words.narrator.card_phrase(card) for card in chosen if isinstance(card, Card)]
        cards = ", ".join(named)
        if self.scene.observation.passes_owed:
            return _(said.gave).format(cards=cards)
        return _(said.played).format(card=cards)

    def _explained(self) -> Content | None:
        return None

    def _keys(self, width: int) -> Content:
        _ = self._catalogue.gettext
        replay, known = self._replay, list[OfferedKey]()
        if replay.step < replay.last_step:
            known.append(("→ ←", _("steps"), "screen.across(1)"))
        else:
            known.append(("←", _("back"), "screen.across(-1)"))
        down = _("scroll") if replay.shows_score else _("tricks")
        known.append(("↓ ↑", down, "screen.down(1)"))
        if replay.next_choices:
            known.append(("I", _("why") if self._explains_hint else _("advice"), "screen.hint"))
        if self._had_choice:
            known.append(("P", _("choose again"), "screen.claim"))
        if replay.round.rounds > 1:
            known.append(("PgUp PgDn", _("other rounds"), "screen.page(-1)"))
        known += [
            ("O", _("sort"), "screen.sort"),
            ("S", _("scores"), "screen.sheet"),
            ("W", _("story"), "screen.story"),
            ("?", _("help"), "screen.help"),
            ("V", _("table"), "screen.replay"),
        ]
        return fit_keys(known, width)

    # --- the way through the round ------------------------------------------------------------

    def _turn_to_choice(self) -> None:
        """Shows the step, with a mark on what the person chose next."""
        self.scene = self._replay.scene
        observation = self.scene.observation
        fresh = HandSelection(observation, self.selection.order).with_observation(observation)
        chosen = self._replay.next_choices
        cards = [card for card in chosen if not isinstance(card, OpenChoice)]
        if observation.phase is Phase.EXCHANGE:
            self.selection = replace(fresh, draft=chosen, cursor=None)
        else:
            self.selection = replace(fresh, cursor=cards[0] if cards else None)
        self._refused = ""

    def _hint_text(self, player: str, actions: tuple[Action, ...]) -> str:
        return advice_text(self.words, player, actions, self._replay.next_choices)

    def _go_to(self, step: int) -> None:
        self._replay.go_to(step)
        self._turn_to_choice()
        self.redraw()

    def action_across(self, step: int) -> None:
        """So many steps forward."""
        self._go_to(self._replay.step + step)

    def action_down(self, step: int) -> None:
        """To the end of this trick, or of the one before; the score is scrolled."""
        if self._replay.shows_score:
            super().action_down(step)
            return
        self._replay.go_to_trick(step)
        self._go_to(self._replay.step)

    def action_end(self, last: int) -> None:
        """To the deal (0) or to the score (1)."""
        self._go_to(self._replay.last_step if last else 0)

    async def action_choose(self) -> None:
        """A step forward."""
        self.action_across(1)

    async def action_next_round(self) -> None:
        """A step forward."""
        self.action_across(1)

    async def action_undo(self) -> None:
        """A step back."""
        self.action_across(-1)

    async def action_rematch(self) -> None:
        """To the deal."""
        self._go_to(0)

    @property
    def _had_choice(self) -> bool:
        """Whether the person chose next, and might have chosen otherwise."""
        legal = self.scene.observation.legal_actions
        return bool(self._replay.next_choices) and len(legal) > 1

    def action_hint(self) -> None:
        """Asks what a strong player would have done, or why."""
        if self._replay.next_choices or self._explains_hint:
            super().action_hint()
        else:
            self._refuse(self._catalogue.gettext("There is advice only where you had to choose."))

    async def action_claim(self) -> None:
        """Plays the round on in another way from what the person chose next."""
        if self._had_choice:
            session = VariationSession(self._replay.round, self._replay.step, self._pace)
            then = self._named_text(self.words, self._replay.next_choices, CHOICE_IN_ROUND)
            reminders = Reminders(then, lambda: self._news)
            await self.app.push_screen(
                VariationScreen(
                    session, self._catalogue, self.selection.order, self._pace, reminders
                )
            )
        else:
            self._refuse(
                self._catalogue.gettext("You can choose again only where you had a choice.")
            )

    def action_page(self, step: int) -> None:
        """The round before (-1) or after (1), if there is one."""
        wanted = self._replay.round.number + step
        if 1 <= wanted <= self._replay.round.rounds:
            self.run_worker(self._open_round(wanted), group="round", exclusive=True)

    async def _open_round(self, number: int) -> None:
        with self._saying_why_not():
            replayed = await self._source.replay(number)
            self._replay = ReplaySession(replayed)
            self._session = self._replay
            self._go_to(0)

    def action_replay(self) -> None:
        """Back to the table."""
        self.dismiss()

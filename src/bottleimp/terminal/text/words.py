"""What the terminal says about a scene, in sentences; the person is spoken to as `you`."""

from dataclasses import dataclass
from gettext import NullTranslations

from bottleimp.game.round import Phase
from bottleimp.knowledge.claims import Claim
from bottleimp.knowledge.narration import Narrator, turn_words
from bottleimp.knowledge.play_messages import (
    WAITING_FOR_NAMES,
    WAITING_FOR_YOU,
    WAITING_FOR_YOU_AND_NAMES,
)
from bottleimp.rules.cards import Card
from bottleimp.rules.seating import IMPS_TRICK, Pass, TargetScore
from bottleimp.terminal.session.selection import HandSelection
from bottleimp.terminal.session.session import Scene
from bottleimp.terminal.session.trick_view import displayed_tricks
from bottleimp.terminal.text.titles import edition_with_options


@dataclass(frozen=True)
class SceneText:
    """Says what there is to say about one scene."""

    scene: Scene
    catalogue: NullTranslations

    @property
    def narrator(self) -> Narrator:
        """Speaks of others by name, and to the person as `you`."""
        return Narrator(self.scene.seat_names, self.catalogue, reader=self.scene.seat)

    def heading(self, *, waits_for_score: bool = False) -> str:
        """Where the match and the round are; the last trick stays until its score is shown."""
        _, n_ = self.catalogue.gettext, self.catalogue.ngettext
        scene, observation = self.scene, self.scene.observation
        planned = scene.match.rounds_planned
        length = scene.match.edition.length
        parts = []
        if planned is not None:
            parts.append(
                _("Round {number} of {all}").format(number=scene.round_number, all=planned)
            )
        elif isinstance(length, TargetScore):
            round_of = n_(
                "Round {number}, to {points} point", "Round {number}, to {points} points",
                length.points,
            )  # fmt: skip
            parts.append(round_of.format(number=scene.round_number, points=length.points))
        match observation.phase:
            case Phase.EXCHANGE:
                parts.append(_("Exchange"))
            case Phase.CHOICE:
                parts.append(_("Open hand"))
            case Phase.OVER if not waits_for_score:
                parts.append(_("Score"))
            case _:
                shown = displayed_tricks(observation)
                points = shown[0].points if shown else 0
                trick = n_(
                    "Trick {number} of {all}, {points} point in it",
                    "Trick {number} of {all}, {points} points in it",
                    points,
                )
                number = shown[0].number if shown else 1
                tricks = observation.edition.tricks
                parts.append(trick.format(number=number, all=tricks, points=points))
        # The edition last: it is long, and known to whoever sits at the table.
        return " · ".join([*parts, edition_with_options(observation.edition, self.catalogue)])

    def pass_target_text(self, step: Pass) -> str:
        """Where a pass goes, with the direction round the table where that says something."""
        _ = self.catalogue.gettext
        edition = self.scene.observation.edition
        place = self.narrator.place(edition, step.target)
        if step.target == IMPS_TRICK:
            return place
        away = (edition.hands[step.target].seat - step.seat) % edition.seats
        left, right = away == 1, away == edition.seats - 1
        if left is right:
            return place
        side = _("{name} on your left") if left else _("{name} on your right")
        return side.format(name=place)

    def story(self) -> tuple[str, ...]:
        """The round so far as this seat has seen it."""
        narrator, observation = self.narrator, self.scene.observation
        lines = [narrator.dealer(observation.edition), *narrator.exchange(observation)]
        for trick in observation.tricks:
            lines.extend(narrator.play(play) for play in trick.plays)
            lines.append(narrator.trick(observation.edition, trick))
        lines.extend(narrator.play(play) for play in observation.plays)
        return tuple(lines)

    def prompt(self, choosing: HandSelection, *, waits_for_score: bool = False) -> str:
        """What is asked for now, and of whom; the score of the round may be still to come."""
        _ = self.catalogue.gettext
        observation = self.scene.observation
        if waits_for_score:
            return _("The round is over. Press Enter for the score.")
        if observation.phase is Phase.OVER and (winners := self.winners_text()):
            return winners
        if self.scene.has_stand_in:
            return _("A computer player plays for you; press B to take over.")
        if observation.phase is Phase.OVER and self.scene.awaited:
            names = [self.scene.names[participant] for participant in self.scene.awaited]
            return _(WAITING_FOR_NAMES).format(names=", ".join(names))
        if observation.phase is Phase.OVER:
            return _("Press Enter for the next round.")
        if choosing.is_ready:
            return (
                _("Press Enter to pass these cards, or Backspace to take one back.")
                if observation.phase is Phase.EXCHANGE
                else _("Press Enter to lay this hand open, or Backspace to choose again.")
            )
        if observation.is_to_act and observation.phase is Phase.EXCHANGE:
            return self.asked_pass(choosing)
        if observation.is_to_act and observation.phase is Phase.CHOICE:
            return _("Choose which of your hands lies open: press 1 or 2.")
        if observation.is_to_act:
            return turn_words(observation, self.catalogue)
        return self.waiting_text()

    def asked_pass(self, choosing: HandSelection) -> str:
        """What the next card of the exchange is for, and of which hand where there are two."""
        _ = self.catalogue.gettext
        observation, made = self.scene.observation, len(choosing.draft)
        step, own = observation.passes_owed[made], observation.own_hands
        if len(own) == 1:
            text = _("Choose a card for {target} ({n} of {all}).")
        elif step.source == own[0]:
            text = _("First hand: choose a card for {target} ({n} of {all}).")
        else:
            text = _("Second hand: choose a card for {target} ({n} of {all}).")
        return text.format(
            target=self.pass_target_text(step), n=made + 1, all=len(observation.passes_owed)
        )

    def claim_text(self, claim: Claim) -> str:
        """What may be claimed now, and how."""
        _ = self.catalogue.gettext
        if claim is Claim.REST:
            return _("Every trick to come is certainly yours: press P to claim them.")
        return _("Only one trick is left: press P to play it out.")

    def preparing_text(self) -> str:
        """Why the others take so long to choose."""
        _ = self.catalogue.gettext
        return _("The other players are being prepared. It takes a while the first time.")

    def waiting_text(self) -> str:
        """Who has something to do, in a sentence."""
        _ = self.catalogue.gettext
        names = [self.scene.seat_names[seat] for seat in self.seats_to_act()]
        if self.scene.seat not in self.seats_to_act():
            return _(WAITING_FOR_NAMES).format(names=", ".join(names))
        others = [name for name in names if name != self.scene.seat_names[self.scene.seat]]
        if not others:
            return _(WAITING_FOR_YOU)
        return _(WAITING_FOR_YOU_AND_NAMES).format(names=", ".join(others))

    def cost(self, choosing: HandSelection) -> str:
        """What the card that is asked for now will cost an owner; empty where it costs nothing."""
        _, asks = self.catalogue.gettext, self.scene.observation.passes_owed
        made = len(choosing.draft)
        if made >= len(asks) or asks[made].target != IMPS_TRICK:
            return ""
        if self.scene.observation.edition.bottles > 1:
            return _("Whoever owns a bottle at the end loses the points of the Imp's Trick.")
        return _("Whoever owns the bottle at the end loses the points of the Imp's Trick.")

    def not_your_turn_text(self) -> str:
        """Why nothing can be chosen now: whose turn it is, or who still has to choose."""
        turn = self.scene.observation.turn
        if turn is None or turn == self.scene.seat:
            return self.waiting_text()
        name = self.scene.seat_names[turn]
        return self.catalogue.gettext("It is {name}'s turn.").format(name=name)

    def seats_to_act(self) -> tuple[int, ...]:
        """The seats that have something to do."""
        observation = self.scene.observation
        if observation.turn is not None:
            return (observation.turn,)
        return tuple(seat for seat in self.scene.seats_clockwise if not observation.committed[seat])

    def winners_text(self) -> str | None:
        """Who has won the match; None before it is over."""
        n_ = self.catalogue.ngettext
        match = self.scene.match
        if not match.is_over:
            return None
        points = match.totals[match.winners[0]]
        names = [self.scene.names[winner] for winner in match.winners]
        if len(names) > 1:
            shared = n_(
                "{names} share the win with {points} point.",
                "{names} share the win with {points} points.",
                points,
            )
            return shared.format(names=", ".join(names), points=points)
        if match.winners == (self.own_participant,):
            won = n_(
                "You win the match with {points} point.",
                "You win the match with {points} points.",
                points,
            )
            return won.format(points=points)
        won = n_(
            "{name} wins the match with {points} point.",
            "{name} wins the match with {points} points.",
            points,
        )
        return won.format(name=names[0], points=points)

    @property
    def own_participant(self) -> int:
        """The person among the participants."""
        return self.scene.seating[self.scene.seat]

    def named(self, name: str, words: str) -> str:
        """What is said of something, after its name and a colon."""
        return self.catalogue.gettext("{name}: {words}").format(name=name, words=words)

    def reason_text(self, card: Card, reason: str) -> str:
        """Why a card may not be chosen."""
        text = self.catalogue.gettext("{card}: {reason}")
        return text.format(card=self.narrator.card(card), reason=reason)

    def hand_title(self, number: int) -> str:
        """Whose hand it is, which one, and whether it lies open."""
        _ = self.catalogue.gettext
        edition = self.scene.observation.edition
        seat = edition.hands[number].seat
        numbers = edition.hands_of(seat)
        is_open = number in self.scene.observation.open_hands
        name = self.scene.seat_names[seat]
        if len(numbers) == 1:
            title = _("{name}, open") if is_open else "{name}"
        elif number == numbers[0]:
            title = _("{name}, first hand, open") if is_open else _("{name}, first hand")
        else:
            title = _("{name}, second hand, open") if is_open else _("{name}, second hand")
        return title.format(name=name)

    def owner_text(self, seat: int | None) -> str:
        """Whose bottle it is."""
        _ = self.catalogue.gettext
        if seat is None:
            return _("no owner")
        if seat == self.scene.seat:
            return _("owned by you")
        return _("owned by {name}").format(name=self.scene.seat_names[seat])

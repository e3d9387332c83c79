"""What OpenSpiel shows of a round: tensors, strings and structs, all made from observations."""

import json
from typing import Any

import numpy as np
import numpy.typing as npt

from bottleimp.envs.seen_history import seen_history
from bottleimp.game.actions import Action
from bottleimp.kernel.encoding.features import compiled_features_of
from bottleimp.kernel.encoding.schema import action_count, feature_parts, record_length
from bottleimp.kernel.vector_steps import HISTORY_ACTION, HISTORY_SEAT
from bottleimp.knowledge.observation import Observation
from bottleimp.rules.cards import Card
from bottleimp.rules.edition import Edition
from bottleimp.rules.seating import IMPS_TRICK

Float32Tensor = npt.NDArray[np.float32]

HISTORY_ACTIONS, HISTORY_SEATS = "history_actions", "history_seats"
BEFORE_THE_DEAL = "the cards are being dealt"
PUBLIC_NAMES = ("edition", "phase", "open_hands", "tricks", "table", "prices", "owners", "turn")
PRIVATE_NAMES = ("seat", "own_choices", "passed", "received")


class InfoStateObserver:
    """Writes what a player sees, as the interface of OpenSpiel's Python observers has it.

    The parts of `dict` are those of the schema, by name; with perfect recall there are two more,
    the actions of the record and their seats, each one-hot and zero where the seat has not seen
    them.
    """

    def __init__(self, edition: Edition, *, perfect_recall: bool) -> None:
        parts = feature_parts(edition.layout, edition.bottles)
        shapes = {name: part.shape for name, part in parts.items()}
        self._features = sum(int(np.prod(shape)) for shape in shapes.values())
        self._perfect_recall = perfect_recall
        if perfect_recall:
            length = record_length(edition)
            shapes[HISTORY_ACTIONS] = (length, action_count(edition))
            shapes[HISTORY_SEATS] = (length, edition.seats)
        sizes = [int(np.prod(shape)) for shape in shapes.values()]
        self.tensor: Float32Tensor = np.zeros(sum(sizes), np.float32)
        self.dict: dict[str, Float32Tensor] = {}
        start = 0
        for (name, shape), size in zip(shapes.items(), sizes, strict=True):
            self.dict[name] = self.tensor[start : start + size].reshape(shape)
            start += size

    def set_from(self, state: Any, player: int) -> None:  # a state of OpenSpiel, which is untyped
        """Write what the player sees of a state; zeros before the deal is complete."""
        self.tensor.fill(0)
        seen: Observation | None = state.observation(player)
        if seen is None:
            return
        self.tensor[: self._features] = compiled_features_of(seen)
        if self._perfect_recall:
            history = seen_history(seen)
            for name, column in (
                (HISTORY_ACTIONS, HISTORY_ACTION),
                (HISTORY_SEATS, HISTORY_SEAT),
            ):
                rows = np.flatnonzero(history[:, column] >= 0)
                self.dict[name][rows, history[rows, column]] = 1

    def string_from(self, state: Any, player: int) -> str:  # likewise
        """What the player sees of a state, as text."""
        seen: Observation | None = state.observation(player)
        if seen is None:
            return f"player {player}: {BEFORE_THE_DEAL}"
        return info_state_text(seen) if self._perfect_recall else observation_text(seen)


class FactoredObserver:
    """The text of what everybody may see, or of what a player alone may see; it has no tensor."""

    def __init__(self, *, is_public: bool) -> None:
        self._is_public = is_public
        self.tensor = None
        self.dict: dict[str, Float32Tensor] = {}

    def set_from(self, state: Any, player: int) -> None:
        """There is no tensor to write."""

    def string_from(self, state: Any, player: int) -> str:
        """What is public in a state, or what the player alone sees."""
        seen: Observation | None = state.observation(player)
        if seen is None:
            return BEFORE_THE_DEAL
        struct = observation_struct(seen)
        if self._is_public:
            return json.dumps({name: struct[name] for name in PUBLIC_NAMES})
        own = {str(number): struct["hands"][number] for number in seen.own_hands}
        return json.dumps({"hands": own, **{name: struct[name] for name in PRIVATE_NAMES}})


def labels(actions: tuple[Action, ...] | tuple[Card, ...]) -> list[str]:
    """The printed numbers of cards, or the names of choices."""
    return [action.label for action in actions]


def observation_struct(seen: Observation) -> dict[str, Any]:
    """What a seat sees, as plain values for JSON; hands it does not see are None."""
    deck = seen.edition.deck
    return {
        "edition": seen.edition.text,
        "seat": seen.seat,
        "phase": seen.phase.value,
        "hands": [None if hand is None else labels(hand) for hand in seen.hands],
        "hand_sizes": list(seen.hand_sizes),
        "open_hands": list(seen.open_hands),
        "own_choices": labels(seen.own_choices),
        "passed": [[p.card.label, p.source, p.target] for p in seen.passed_cards],
        "received": [[r.card.label, r.giver, r.hand] for r in seen.received_cards],
        "tricks": [[[p.seat, p.card.label] for p in trick.plays] for trick in seen.tricks],
        "table": [[p.seat, p.card.label] for p in seen.plays],
        "prices": [deck.label_at(price) for price in seen.prices],
        "owners": list(seen.owners),
        "taken_points": list(seen.taken_points),
        "turn": seen.turn,
        "legal_actions": labels(seen.legal_actions),
    }


def observation_text(seen: Observation) -> str:
    """What lies before a seat now, without the order in which cards were played."""
    struct = observation_struct(seen)
    for name in ("passed", "received", "own_choices"):
        del struct[name]
    played = sorted([play.seat, play.card.place] for t in seen.tricks for play in t.plays)
    struct["tricks"] = [[seat, seen.edition.deck.card_at(place).label] for seat, place in played]
    return json.dumps(struct)


def info_state_text(seen: Observation) -> str:
    """All that a seat has seen so far: one text for one information state."""
    parts = [f"seat {seen.seat}"]
    parts += [
        f"hand {number}{' open' if number in seen.open_hands else ''}: {' '.join(labels(cards))}"
        for number, cards in enumerate(seen.hands)
        if cards is not None
    ]
    parts += [
        f"{p.card.label} from {p.source} to {'imp' if p.target == IMPS_TRICK else p.target}"
        for p in seen.passed_cards
    ]
    parts += [f"{r.card.label} from seat {r.giver} to {r.hand}" for r in seen.received_cards]
    if seen.open_hands:
        parts.append("open " + " ".join(map(str, seen.open_hands)))
    parts += [f"chose {label}" for label in labels(seen.own_choices) if label.startswith("open")]
    parts += [" ".join(f"{p.seat}:{p.card.label}" for p in trick.plays) for trick in seen.tricks]
    parts.append("table " + " ".join(f"{p.seat}:{p.card.label}" for p in seen.plays))
    return " | ".join(parts)

"""The vector environment: thousands of rounds of one edition in lock-step, numpy in and out.

One step takes an action in every round, and shows every round at its next decision.  It needs no
library besides this package.  All arrays can be handed on by DLPack without a copy
(`torch.from_dlpack`, `jax.dlpack.from_dlpack`); the next step overwrites them.
"""

import operator
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from enum import StrEnum
from secrets import randbits
from typing import NamedTuple, NoReturn, Self

import numpy as np
import numpy.typing as npt

from bottleimp.envs.recorded_rounds import ReplayedRounds
from bottleimp.envs.returns import Returns, named_choice, round_rewards
from bottleimp.errors import BottleImpError, IllegalAction, RefusalReason
from bottleimp.game.record import short_repr
from bottleimp.kernel.arrays import BoolArray, Float32Array, IntArray
from bottleimp.kernel.compile.frozen_layout import freeze_layout
from bottleimp.kernel.encoding.features import Features
from bottleimp.kernel.encoding.position_rows import position_template
from bottleimp.kernel.encoding.schema import (
    HISTORY,
    FeaturePart,
    action_count,
    feature_count,
    feature_parts,
    record_length,
)
from bottleimp.kernel.rng import seed_word
from bottleimp.kernel.round_batch import ROUND_OVER, RoundBatch, dealt_numbers
from bottleimp.kernel.sampling.history_sampler import sample_histories
from bottleimp.kernel.sampling.world_template import world_template_of
from bottleimp.kernel.search.one_ply import sample_uniform_worlds
from bottleimp.kernel.vector_steps import (
    HISTORY_ACTION,
    DealPlan,
    SmallInts,
    VectorArrays,
    fill_all_hands,
    fill_replays,
    fill_resets,
    fill_seat_views,
    fill_seen_histories,
    fill_vector_steps,
    first_illegal_row,
)
from bottleimp.knowledge.observation import Observation
from bottleimp.parsing import count_text
from bottleimp.rules.edition import Edition
from bottleimp.rules.editions import edition_from_text

SEED_BITS = 63
MAX_SEED = 2**64 - 1
INTEGER_KINDS = "iu"  # of numpy's types


class Autoreset(StrEnum):
    """What follows the end of a round."""

    SAME_STEP = "same_step"  # the step that ends a round deals the next one in its row
    DISABLED = "disabled"  # the row stays over until `reset` is called with a mask


class VectorStep(NamedTuple):
    """What all rounds show after a step; row k is round k.  The next step overwrites it."""

    features: Features  # (round, feature): what the seat to act sees, as the schema says
    action_mask: SmallInts  # (round, action): 1 where legal
    seats: IntArray  # (round,): the seat to act; -1 where the round is over
    rewards: Float32Array  # (round, seat): of rounds that this step finished, else 0
    terminated: BoolArray  # (round,): whether this step finished the round
    history: SmallInts | None  # (round, action of the record, 2): as the schema's `HISTORY` says
    all_hands: Features | None  # (round, place, card): where all cards lie; for critics alone


class VectorEnv:
    """Rounds of an edition in lock-step; seats play for themselves, by whoever steps.

    Forced actions are taken without asking, unless `asks_forced`.  A seed fixes all deals, however
    many threads there are.  Raises UnknownName or NotationError for a name that is none.

    >>> from bottleimp.envs import VectorEnv
    >>> envs = VectorEnv("classic/3", num_envs=1000)
    >>> step = envs.reset(seed=1)
    >>> step.features.shape, step.action_mask.shape
    ((1000, 792), (1000, 39))
    >>> step = envs.step(step.action_mask.argmax(axis=1))  # the lowest legal action everywhere
    >>> bool(step.terminated.any())
    False
    """

    def __init__(
        self, edition: Edition | str, num_envs: int, *, returns: str = Returns.OWN_POINTS,
        autoreset: str = Autoreset.SAME_STEP, asks_forced: bool = False, history: bool = False,
        all_hands: bool = False, threads: int = 1,
    ) -> None:  # fmt: skip
        if not isinstance(edition, str | Edition):
            raise TypeError(f"An edition is a name or an Edition, not {short_repr(edition)}.")
        self.edition = edition_from_text(edition) if isinstance(edition, str) else edition
        self.returns = named_choice(
            Returns, "kind of returns", returns, without=(Returns.MATCH_WIN,)
        )
        self.autoreset = named_choice(Autoreset, "autoreset mode", autoreset)
        if self.returns is Returns.MATCH_WIN:
            raise BottleImpError("Rounds in lock-step are no matches: choose another of `returns`.")
        for name, number in (("num_envs", num_envs), ("threads", threads)):
            if isinstance(number, bool) or not isinstance(number, int | np.integer):
                raise TypeError(f"`{name}` is a whole number, not {short_repr(number)}.")
            if number < 1:
                raise BottleImpError(f"`{name}` must be at least 1, not {number}.")
        self.num_envs, self.threads, self.asks_forced = num_envs, threads, asks_forced
        self.num_seats, self.num_actions = self.edition.seats, action_count(self.edition)
        playing, length = self.edition, record_length(self.edition)
        self.num_features = feature_count(playing.layout, playing.bottles)
        self._replayed = ReplayedRounds(playing)
        # The rounds as players and deciders of the arena take them: the same arrays.
        self.rounds = RoundBatch.allocate(playing, num_envs)
        self._arrays = VectorArrays(
            rows=self.rounds.rows,
            dealt=np.zeros((num_envs, len(playing.hands) + 1), np.int64),
            history=np.zeros((num_envs, length, len(HISTORY)), np.int8),
            made=np.zeros(num_envs, np.int64),
            deals=np.zeros(num_envs, np.int64),
            features=self.rounds.features,
            mask=np.zeros((num_envs, self.num_actions), np.int8),
            legal=self.rounds.legal,
            turns=self.rounds.turns,
            points=np.zeros((num_envs, self.num_seats), np.int64),
            rewards=np.zeros((num_envs, self.num_seats), np.float32),
            finished=np.zeros(num_envs, np.uint8),
        )
        self._arrays.turns[:] = ROUND_OVER
        places, cards = len(playing.hands) + 1, playing.deck.size
        self._shown = VectorStep(
            self._arrays.features,
            self._arrays.mask,
            self._arrays.turns,
            self._arrays.rewards,
            self._arrays.finished.view(np.bool_),
            np.zeros((num_envs, length, len(HISTORY)), np.int8) if history else None,
            np.zeros((num_envs, places, cards), np.uint8) if all_hands else None,
        )
        self._rules = freeze_layout(playing.layout), position_template(playing)
        share = -(-num_envs // threads)
        self._parts = [slice(first, first + share) for first in range(0, num_envs, share)]
        self._arrays_of_parts = [self._arrays.part(rows) for rows in self._parts]
        self._pool = ThreadPoolExecutor(threads) if threads > 1 else None
        self._plans = self._deal_plans(randbits(SEED_BITS))
        self._is_dealt = False  # not before the first `reset`
        self._is_closed = False

    @property
    def parts(self) -> dict[str, FeaturePart]:
        """Where each part of the schema stands in a row of features, by name."""
        return feature_parts(self.edition.layout, self.edition.bottles)

    def reset(self, seed: int | None = None, mask: npt.ArrayLike | None = None) -> VectorStep:
        """Deal anew, all rounds or those for which the mask (round,) is true.

        With a seed the deals begin with the first of that seed, otherwise they go on.  Raises
        TypeError or ValueError for a seed that is no whole number from 0 to 2**64 - 1,
        ValueError for a mask of another length, and BottleImpError where the first `reset` leaves
        rounds out.
        """
        which = np.ones(self.num_envs, np.uint8)
        if mask is not None:
            which = np.asarray(mask, np.bool_).astype(np.uint8)
        if which.shape != (self.num_envs,):
            raise ValueError(f"The mask has {self.num_envs} entries, one for each round.")
        if not self._is_dealt and not which.all():
            raise BottleImpError("Nothing is dealt yet: the first `reset` deals all rounds.")
        if seed is not None:
            self._plans = self._deal_plans(checked_seed(seed))
            self._arrays.deals[:] = 0
        self._is_dealt = True
        self._arrays.finished[:] = 0
        self._arrays.rewards[:] = 0
        self._run(lambda k: self._deal(k, which[self._parts[k]]))
        return self._show()

    def step(self, actions: npt.ArrayLike) -> VectorStep:
        """Take an action in every round; one below zero leaves its round as it is.

        In rounds that are over nothing happens.  Raises IllegalAction, and does nothing, if the
        rules forbid an action.  Raises BottleImpError before the first `reset`.
        """
        self._require_dealt("step")
        chosen = action_array(actions, self.num_envs)
        arrays = self._arrays
        illegal = first_illegal_row(arrays.turns, arrays.legal, chosen, self.num_actions)
        if illegal >= 0:
            raise IllegalAction(
                f"Action {chosen[illegal]} is not legal in round {illegal}.", RefusalReason.NOT_HELD
            )
        self._run(lambda k: self._act(k, chosen[self._parts[k]]))
        return self._show()

    def views(self, indices: npt.ArrayLike, seats: npt.ArrayLike) -> tuple[Features, SmallInts]:
        """Features and masks of any seats in some rounds, whether they are to act or not.

        Row k is what seat `seats[k]` sees in round `indices[k]`, also when the round is over.
        Raises TypeError or ValueError for what is no round or no seat, and where there are more of
        the ones than of the others; BottleImpError before the first `reset`.
        """
        self._require_dealt("views")
        which = numbers_below(indices, self.num_envs, "round")
        who = numbers_below(seats, self.num_seats, "seat")
        if len(which) != len(who):
            raise ValueError(f"There are {len(which)} rounds to look at, but {len(who)} seats.")
        features = np.zeros((len(which), self.num_features), np.uint8)
        mask = np.zeros((len(which), self.num_actions), np.int8)
        fill_seat_views(*self._rules, self._arrays.rows, which, who, features, mask)
        return features, mask

    def all_hands(self) -> Features:
        """Where every card lies, hidden ones too: for critics, never for players.

        An array (round, place, card): the hands from the first of the seat to act on, then the
        imp's trick.  Zeros where the round is over.
        """
        shape = self.num_envs, len(self.edition.hands) + 1, self.edition.deck.size
        table = np.zeros(shape, np.uint8)
        fill_all_hands(*self._rules, self._arrays.rows, self._arrays.turns, table)
        return table

    def scores(self) -> IntArray:
        """The scores of every round's last finished deal, seat by seat, as the rules count them."""
        return self._arrays.points.copy()

    def observation(self, index: int, seat: int | None = None) -> Observation:
        """What a seat sees of a round in words; the seat to act unless another is named.

        Raises TypeError or ValueError for what is no round or no seat, and BottleImpError where the
        round is over and no seat is named, or before the first `reset`.
        """
        self._require_dealt("observation")
        record = self._record(index)
        if seat is None:
            who = int(self._arrays.turns[index])
            if who == ROUND_OVER:
                raise BottleImpError(f"Round {index} is over, so no seat is to act there.")
        else:
            (who,) = numbers_below([seat], self.num_seats, "seat").tolist()
        return self._replayed.observation(index, *record, who)

    def onlooker_observation(self, index: int) -> Observation:
        """What anybody at the table may see of a round; raises what `observation` raises."""
        self._require_dealt("onlooker_observation")
        return self._replayed.observation(index, *self._record(index), None)

    def resample(self, index: int, num_envs: int, seed: int, threads: int = 1) -> "VectorEnv":
        """Other rounds in which the seat to act in this one has seen the same.

        What it does not see is dealt anew, uniformly among all deals that fit: sizes of hands,
        cards it knows, and suits that others did not follow.  Rounds end without a new deal.
        Raises what `observation` raises, BottleImpError for fewer rounds or threads than one, and
        TypeError or ValueError for a seed as `reset` does.
        """
        self._require_dealt("resample")
        seed = checked_seed(seed)
        observation = self.observation(index)
        others = VectorEnv(
            self.edition, num_envs, returns=self.returns, autoreset=Autoreset.DISABLED,
            asks_forced=self.asks_forced, history=self._shown.history is not None,
            all_hands=self._shown.all_hands is not None, threads=threads,
        )  # fmt: skip
        template = world_template_of(observation)
        worlds = sample_uniform_worlds(template, num_envs, seed)
        record = sample_histories(observation, template, worlds, seed, others.rounds.rows)
        fill_replays(
            *self._rules, seed_word(seed), template.seat, record, template.start.pending_actions,
            others._arrays,
        )  # fmt: skip
        others._is_dealt = True
        others._show()
        return others

    def last(self) -> VectorStep:
        """What the last step or reset returned."""
        return self._shown

    def __reduce__(self) -> NoReturn:
        """Refuse to be copied or pickled: what it shows lies in memory that it works in."""
        raise TypeError(
            "An environment cannot be copied or pickled. Make another one: with the same seed and"
            " actions it plays the same rounds."
        )

    def close(self) -> None:
        """End the threads; `reset` and `step` then raise BottleImpError."""
        self._is_closed = True
        if self._pool is not None:
            self._pool.shutdown()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _deal_plans(self, seed: int) -> list[DealPlan]:
        """How each part of the rounds is dealt."""
        numbers, word = dealt_numbers(self.edition), seed_word(seed)
        return [DealPlan(*numbers, word, part.start, self.num_envs) for part in self._parts]

    def _deal(self, part: int, which: Features) -> None:
        """Deal the marked rounds of a part anew."""
        fill_resets(
            *self._rules, self._plans[part], int(self.asks_forced), self._arrays_of_parts[part],
            which,
        )  # fmt: skip

    def _act(self, part: int, actions: IntArray) -> None:
        """Take an action in each round of a part."""
        fill_vector_steps(
            *self._rules, self._plans[part], int(self.asks_forced),
            int(self.autoreset is Autoreset.SAME_STEP), self._arrays_of_parts[part], actions,
        )  # fmt: skip

    def _record(self, index: int) -> tuple[Sequence[int], Sequence[int]]:
        """The deal of a round and its actions so far; raises TypeError or ValueError for none."""
        (index,) = numbers_below([index], self.num_envs, "round").tolist()
        arrays = self._arrays
        made = arrays.history[index, : arrays.made[index], HISTORY_ACTION]
        return arrays.dealt[index].tolist(), made.tolist()

    def _require_dealt(self, method: str) -> None:
        if not self._is_dealt:
            raise BottleImpError(f"Nothing is dealt yet: call `reset` before `{method}`.")

    def _run(self, work: Callable[[int], None]) -> None:
        """Do the work of each part."""
        if self._is_closed:
            raise BottleImpError("The environment is closed.")
        if self._pool is None:
            work(0)
            return
        done, _ = wait([self._pool.submit(work, k) for k in range(len(self._parts))])
        for one in done:
            one.result()

    def _show(self) -> VectorStep:
        """Bring all that is shown up to date."""
        arrays, shown = self._arrays, self._shown
        if self.returns is not Returns.OWN_POINTS:
            rows = np.flatnonzero(arrays.finished)
            shown.rewards[rows] = round_rewards(self.edition, self.returns, arrays.points[rows])
        if shown.history is not None:
            fill_seen_histories(
                self._rules[0], arrays.history, arrays.made, arrays.turns, shown.history
            )
        if shown.all_hands is not None:
            fill_all_hands(*self._rules, arrays.rows, arrays.turns, shown.all_hands)
        return shown


def checked_seed(seed: int) -> int:
    """The seed; raises TypeError or ValueError if it is no whole number of 64 bits."""
    refusal = f"A seed is a whole number from 0 to 2**64 - 1, not {short_repr(seed)}."
    try:
        number = operator.index(seed)
    except TypeError:
        raise TypeError(refusal) from None
    if not 0 <= number <= MAX_SEED:
        raise ValueError(refusal)
    return number


def numbers_below(values: npt.ArrayLike, count: int, what: str) -> IntArray:
    """The values (n,) as numbers of rounds or seats, of which there are so many.

    Raises TypeError for values that are no whole numbers, and ValueError for one that is below 0 or
    not below the count, or where they are not in one row.
    """
    given = np.asarray(values)
    if given.size and given.dtype.kind not in INTEGER_KINDS:
        raise TypeError(f"The number of a {what} is a whole number, not of the type {given.dtype}.")
    if given.ndim != 1:
        raise ValueError(
            f"The numbers of {what}s stand in one row, not in {given.ndim} dimensions."
        )
    outside = given[(given < 0) | (given >= count)]
    if outside.size:
        raise ValueError(
            f"There is no {what} {outside[0]}: they have the numbers 0 to {count - 1}."
        )
    return given.astype(np.int64)


def action_array(actions: npt.ArrayLike, count: int) -> IntArray:
    """The actions as whole numbers, one for each round; raises TypeError or ValueError."""
    given = np.ascontiguousarray(actions)
    if given.dtype.kind not in INTEGER_KINDS:
        raise TypeError(f"Actions are whole numbers, not of the type {given.dtype}.")
    if given.shape != (count,):
        raise ValueError(f"Give {count_text(count, 'action')}, one for each round.")
    if not np.can_cast(given.dtype, np.int64):  # uint64, the largest of which would turn negative
        given = np.minimum(given, np.iinfo(np.int64).max)
    return given.astype(np.int64, copy=False)

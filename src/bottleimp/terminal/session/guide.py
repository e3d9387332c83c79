"""The guide through a first round at this terminal: which idea is shown, and which were read."""

from collections.abc import Callable
from dataclasses import dataclass, field
from gettext import NullTranslations

from bottleimp.knowledge.guide import due_idea, guide_facts, guide_words, told_text
from bottleimp.knowledge.guide_ideas import GUIDE_KEYS, GuideIdea
from bottleimp.knowledge.observation import Observation

GUIDED_EDITION = "classic/4"  # of the first round that the first screen offers
GUIDED_OPPONENT = "first_evening"


@dataclass(frozen=True)
class Moment:
    """What the person sees, the names by seat, and how many cards of the exchange are drafted."""

    seen: Observation
    names: tuple[str, ...]
    drafted: int = 0


@dataclass
class Guide:
    """How far the person has come with the guide, and whether it is shown.

    An idea stays until it is read, or until another is due: one that comes before it, or any once
    its moment has passed.
    `remember` is called whenever `is_on` or `known` changes.
    """

    is_on: bool
    known: set[str]
    remember: Callable[["Guide"], None]
    catalogue: NullTranslations = field(default_factory=NullTranslations)
    _shown: GuideIdea | None = None
    _words: str = ""

    def words(self, moment: Moment) -> str | None:
        """What is explained now; nothing while the guide is skipped."""
        if not self.is_on:
            return None
        facts = guide_facts(moment.seen, moment.drafted)
        text = None if self._shown is None else told_text(self._shown, facts)
        due = due_idea(facts, self.known)
        if due is None:
            return None if self._shown is None else self._words
        if due is not self._shown:
            if text is None:
                self.read()
            self._shown, text = due, told_text(due, facts)
        if text is not None:
            self._words = guide_words(text, moment.seen, moment.names, self.catalogue)
        return self._words

    def read(self) -> None:
        """The person goes on, so the idea that is shown is known."""
        if self._shown is not None:
            self.known.add(self._shown.key)
            self._shown = None
            self.remember(self)

    def skip(self) -> None:
        """Shows nothing until the guide is resumed."""
        self._switch(is_on=False)

    def resume(self) -> None:
        """Shows what is not known yet; where everything is known, all from the beginning."""
        if self.known >= GUIDE_KEYS:
            self.known.clear()
        self._switch(is_on=True)

    def _switch(self, *, is_on: bool) -> None:
        self.is_on, self._shown = is_on, None
        self.remember(self)

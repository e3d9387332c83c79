"""What the guide through a first round says to a seat, from the seat's observation alone."""

from collections.abc import Callable, Collection, Sequence
from gettext import NullTranslations

from bottleimp.game.round import Phase, PlayedCard
from bottleimp.knowledge.guide_ideas import (
    FEW_TRICKS,
    GUIDE_IDEAS,
    GUIDED_SEATS,
    GuideCount,
    GuideFact,
    GuideIdea,
    GuideText,
)
from bottleimp.knowledge.inference import Inference
from bottleimp.knowledge.memory_aids import finished_trick_count, hides_aids
from bottleimp.knowledge.narration import COLOURS
from bottleimp.knowledge.observation import Observation
from bottleimp.knowledge.printed_numbers import printed_number, printed_price
from bottleimp.rules.edition import Edition
from bottleimp.rules.seating import IMPS_TRICK


def can_be_guided(edition: Edition) -> bool:
    """Whether the guide knows this game: one bottle, three or four people, each alone."""
    is_alone = not edition.has_sides and not edition.driven
    return is_alone and edition.bottles == 1 and edition.seats in GUIDED_SEATS


def buying_play(seen: Observation) -> PlayedCard | None:
    """The play that has the trick so far, if it would buy the bottle."""
    winning = seen.winning_play
    return winning if winning is not None and winning.card.place < seen.price else None


def buyers_beside(seen: Observation) -> set[int]:
    """The other seats that may still buy the bottle, with a card in hand or in the trick."""
    return set(Inference(seen).possible_buyers()) - {seen.seat}


def guide_facts(seen: Observation, drafted: int = 0) -> frozenset[GuideFact]:
    """The facts that hold when so many cards of the exchange are chosen but not confirmed."""
    playing, owner, buyer = seen.phase is Phase.PLAY, seen.owners[0], buying_play(seen)
    choosing = seen.phase is Phase.EXCHANGE and seen.is_to_act
    targets = [step.target for step in seen.passes_owed[drafted:]] if choosing else []
    to_play, scored = playing and seen.is_to_act, seen.revealed is not None
    has_aids = playing and not hides_aids(seen.edition, seen.phase)
    finished = finished_trick_count(seen) if playing else 0
    has_begun = finished > 0 or bool(seen.plays)
    facts = {
        GuideFact.CHOOSING: choosing,
        GuideFact.TO_IMP: IMPS_TRICK in targets,
        GuideFact.TO_PLAYER: any(target != IMPS_TRICK for target in targets),
        GuideFact.LEADING: to_play and not seen.plays,
        GuideFact.FOLLOWING: to_play and bool(seen.plays),
        GuideFact.HIGH_SO_FAR: playing and bool(seen.plays) and buyer is None,
        GuideFact.YOU_WOULD_BUY: buyer is not None and buyer.seat == seen.seat,
        GuideFact.OTHER_WOULD_BUY: buyer is not None and buyer.seat != seen.seat,
        GuideFact.YOU_OWN: playing and owner is not None and owner == seen.seat,
        GuideFact.OTHER_OWNS: playing and owner is not None and owner != seen.seat,
        GuideFact.NONE_OUT: has_aids and not buyers_beside(seen),
        GuideFact.YOU_HOLD_NONE: playing
        and all(card.place > seen.price for card in seen.hand)
        and (buyer is None or buyer.seat != seen.seat),
        GuideFact.LAST_TRICKS: has_begun and seen.edition.tricks - finished <= FEW_TRICKS,
        GuideFact.YOU_PAY: scored and owner == seen.seat,
        GuideFact.OTHER_PAYS: scored and owner not in (None, seen.seat),
        GuideFact.SCORED: scored,
    }
    return frozenset(fact for fact, holds in facts.items() if holds)


def told_text(idea: GuideIdea, facts: Collection[GuideFact]) -> GuideText | None:
    """The text of the idea that fits these facts; None if its moment has not come."""
    return next((text for text in idea.texts if set(text.facts) <= set(facts)), None)


def due_idea(facts: Collection[GuideFact], known: Collection[str]) -> GuideIdea | None:
    """The first idea that is not known yet and whose moment has come; None if there is none."""
    unknown = (idea for idea in GUIDE_IDEAS if idea.key not in known)
    return next((idea for idea in unknown if told_text(idea, facts) is not None), None)


def guide_words(
    text: GuideText, seen: Observation, names: Sequence[str], catalogue: NullTranslations
) -> str:
    """The text in words; `names` are listed by seat."""
    buyer, owner = buying_play(seen), seen.owners[0]
    suit = catalogue.gettext(COLOURS[seen.plays[0].card.suit]) if seen.plays else ""
    n = 0 if text.count is None else COUNTS[text.count](seen)
    said = catalogue.ngettext(text.one, text.many, n) if text.many else catalogue.gettext(text.one)
    return said.format(
        price=printed_price(seen.edition.deck, seen.price),
        card="" if buyer is None else printed_number(buyer.card.label),
        buyer="" if buyer is None else names[buyer.seat],
        owner="" if owner is None else names[owner],
        suit=suit[:1].upper() + suit[1:],
        n=n,
    )


def imps_points(seen: Observation) -> int:
    """The points of the Imp's Trick, once it is laid open."""
    return 0 if seen.revealed is None else sum(card.points for card in seen.revealed.imps_trick)


COUNTS: dict[GuideCount, Callable[[Observation], int]] = {
    GuideCount.IMPS_POINTS: imps_points,
}

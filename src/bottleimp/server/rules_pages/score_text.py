"""Sides, scores and the match in plain sentences: the second half of `text`."""

from bottleimp.knowledge.titles import DRIVEN_NAME
from bottleimp.languages.language import Language
from bottleimp.messages import gettext_noop
from bottleimp.rules.edition import Edition
from bottleimp.rules.seating import MAX_ROUNDS, Rounds, TargetScore
from bottleimp.server.rules_pages.facts import seats_by_side
from bottleimp.server.text.words import length_text


def sides_text(edition: Edition, language: Language) -> list[str]:
    """Who plays with whom."""
    _ = language.gettext
    if not edition.has_sides:
        return []
    together = [side for side in seats_by_side(edition) if len(side) > 1]
    alone = [seat for side in seats_by_side(edition) if len(side) == 1 for seat in side]
    text = [_("Seats are counted clockwise from the leader of the first trick.")]
    text += [
        _("Partners: {seats}.").format(seats=seat_list_text(edition, side, language))
        for side in together
    ]
    if alone:
        text.append(_("Alone: {seats}.").format(seats=seat_list_text(edition, alone, language)))
    if sides_rotate(edition):
        text.append(
            _(
                "Sides move with the deal, so partners change from round to round; totals are kept"
                " for each player."
            )
        )
    else:
        text.append(_("Partners stay the same in every round; totals are kept for each player."))
    return text


def sides_rotate(edition: Edition) -> bool:
    """Whether some partners are others when the deal has moved on by one seat."""
    pairs = {frozenset(side) for side in seats_by_side(edition)}
    seats = edition.seats
    return pairs != {frozenset((seat + 1) % seats for seat in side) for side in pairs}


DEALER = gettext_noop("the dealer")
SEAT_NAMES = (
    gettext_noop("the leader"),
    gettext_noop("the second player"),
    gettext_noop("the third player"),
    gettext_noop("the fourth player"),
    gettext_noop("the fifth player"),
)


def seat_name(edition: Edition, seat: int, language: Language) -> str:
    """A seat by its place from the leader of the first trick, the last of them the dealer."""
    if seat in edition.driven:
        return DRIVEN_NAME
    return language.gettext(DEALER if seat == edition.dealer else SEAT_NAMES[seat])


def seat_names(edition: Edition, seats: list[int], language: Language) -> str:
    """Several seats by their places."""
    return ", ".join(seat_name(edition, seat, language) for seat in seats)


def seat_list_text(edition: Edition, seats: list[int], language: Language) -> str:
    """One seat or two by their places, as a sentence names them."""
    return language.gettext(" and ").join(seat_name(edition, seat, language) for seat in seats)


def score_text(edition: Edition, language: Language) -> list[str]:
    """What a round is worth."""
    if edition.partners_share_losses:
        return team_score_text(edition, language)
    _ = language.gettext
    if edition.has_sides:
        return own_results_text(edition, language)
    text = [_("A player who owns no bottle scores the points of the cards in the tricks taken.")]
    if edition.bottles > 1:
        text += [
            _(
                "The owner of a bottle scores nothing for tricks, and loses the points of the Imp's"
                " Trick. If the bottles have two owners, each of them loses these points."
            ),
            _("Whoever owns both bottles loses these points twice."),
        ]
    else:
        text.append(
            _("The owner scores nothing for tricks, and loses the points of the Imp's Trick.")
        )
    return text


def own_results_text(edition: Edition, language: Language) -> list[str]:
    """What a round is worth where partners add up results of their own."""
    _ = language.gettext
    text = [
        _(
            "First each player has a result of their own: the points of the cards in the tricks"
            " taken, or, for the owner of the bottle, nothing for tricks and a loss of the points"
            " of the Imp's Trick."
        ),
        _("Partners add up their own results, an owner's loss included, and each scores the sum."),
    ]
    if any(len(side) == 1 for side in seats_by_side(edition)):
        text.append(_("A player who plays alone scores their own result once: nothing is doubled."))
    return text


def team_score_text(edition: Edition, language: Language) -> list[str]:
    """What a round is worth where partners lose together."""
    _ = language.gettext
    text = [
        _("Partners add up the points of the tricks they took, and each of them scores the sum."),
        _(
            "If either of them owns the bottle, neither scores anything for tricks, and each loses"
            " the points of the Imp's Trick."
        ),
    ]
    if any(weight > 1 for weight in edition.weights):
        text.append(
            _(
                "Whoever plays alone scores twice the points of the tricks taken, or, as the owner"
                " of the bottle, scores nothing for tricks and loses twice the points of the Imp's"
                " Trick."
            )
        )
    return text


def match_text(edition: Edition, language: Language) -> list[str]:
    """When the match ends."""
    _ = language.gettext
    length = edition.length
    has_target = isinstance(length, TargetScore)
    if isinstance(length, TargetScore):
        text = [
            language.ngettext(
                "The match lasts until someone has {points} point: it ends with the round in which"
                " that happens, or after {rounds} rounds if nobody gets there.",
                "The match lasts until someone has {points} points: it ends with the round in which"
                " that happens, or after {rounds} rounds if nobody gets there.",
                length.points,
            ).format(points=length.points, rounds=MAX_ROUNDS)
        ]
    elif isinstance(length, Rounds):
        text = [
            language.ngettext(
                "The match has {n} round.", "The match has {n} rounds.", length.rounds
            ).format(n=length.rounds)
        ]
    else:
        text = [length_text(length, edition.players, language) + "."]
    text.append(
        _("Whoever has the highest total then wins; equal totals share the win.")
        if has_target
        else _("The highest total wins; equal totals share the win.")
    )
    text.append(_("Totals may be negative."))
    if edition.driven:
        text.append(
            _(
                "Lopaka scores like a player, but cannot win the match, and his total does not end"
                " it."
            )
            if has_target
            else _("Lopaka scores like a player, but cannot win the match.")
        )
    return text

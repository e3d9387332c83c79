"""The result of a round, as everybody is shown it, in the order of players."""

from bottleimp.game.actions import Action
from bottleimp.knowledge.narration import Narrator
from bottleimp.knowledge.observation import Observation, RevealedRound
from bottleimp.languages.language import Language
from bottleimp.protocol.views import DealtHand, RevealedPass, RoundResultView
from bottleimp.rules.cards import Card
from bottleimp.rules.edition import Edition
from bottleimp.rules.seating import IMPS_TRICK
from bottleimp.server.text.words import with_minus_signs

IMP = "imp"


def card_labels(cards: tuple[Action, ...] | tuple[Card, ...]) -> list[str]:
    """Cards and choices as they are written on the wire."""
    return [card.label for card in cards]


def by_player(player_by_seat: tuple[int, ...], values: tuple[int, ...]) -> list[int]:
    """Values of the seats, in the order of players."""
    placed = dict(zip(player_by_seat, values, strict=True))
    return [placed[player] for player in range(len(values))]


def pass_destination(
    edition: Edition, player_by_seat: tuple[int, ...], target: int
) -> tuple[int | str, int | None]:
    """Where a passed card goes: a player and a hand, or the imp's trick."""
    if target == IMPS_TRICK:
        return IMP, None
    return player_by_seat[edition.hands[target].seat], target


def round_result_view(
    observation: Observation,
    revealed: RevealedRound,
    player_by_seat: tuple[int, ...],
    names: tuple[str, ...],
    language: Language,
) -> RoundResultView:
    """The score of the round, and the deal and the exchange that are now public.

    `names` are those of the players, in their order.
    """
    edition = observation.edition
    return RoundResultView(
        scores=by_player(player_by_seat, revealed.scores),
        imps_trick=card_labels(revealed.imps_trick),
        imps_points=sum(card.points for card in revealed.imps_trick),
        owners=[player_by_seat[owner] for owner in observation.owners if owner is not None],
        deal=[
            DealtHand(number, player_by_seat[edition.hands[number].seat], card_labels(cards))
            for number, cards in enumerate(revealed.deal.hands)
        ],
        left_over=card_labels(revealed.deal.left_over),
        passes=[
            RevealedPass(
                player_by_seat[seat],
                passed.card.label,
                *pass_destination(edition, player_by_seat, passed.target),
            )
            for seat, passed in revealed.passes
        ],
        taken=by_player(player_by_seat, observation.taken_points),
        lines=score_lines(observation, revealed, player_by_seat, names, language),
    )


def score_lines(
    observation: Observation,
    revealed: RevealedRound,
    player_by_seat: tuple[int, ...],
    names: tuple[str, ...],
    language: Language,
) -> list[str]:
    """Why everyone scores what they score, in the order of players."""
    narrator = Narrator(tuple(names[player] for player in player_by_seat), language.catalogue)
    by_seat = [narrator.score(observation, revealed, seat) for seat in range(len(player_by_seat))]
    of_players = dict(zip(player_by_seat, by_seat, strict=True))
    imps_trick = narrator.scores(observation)[0]
    lines = [imps_trick, *(of_players[player] for player in sorted(of_players))]
    return [with_minus_signs(line) for line in lines]

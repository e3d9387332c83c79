"""How a visitor has done so far, edition by edition.

tallies [{title, rounds, points, others, stuck, finished, won}]: how many rounds; the points of a
        round, own and of those on other sides, in whole numbers; in how many rounds the visitor was
        left with a bottle; how many matches are finished, and how many of them won
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import fmean

from bottleimp.languages.language import Language
from bottleimp.rules.edition import Edition
from bottleimp.server.state.table_state import TableState
from bottleimp.server.text.words import edition_title, with_minus_signs


@dataclass(frozen=True)
class CountedRound:
    """What the players made in a round, on whose side each scored, and who was left with a bottle.

    Players are counted clockwise, as in a match.
    """

    scores: tuple[int, ...]
    sides: tuple[int, ...]
    owners: tuple[int, ...]

    def others(self, player: int) -> float:
        """The mean of the players on other sides."""
        return fmean(
            score
            for score, side in zip(self.scores, self.sides, strict=True)
            if side != self.sides[player]
        )


@dataclass(frozen=True)
class OwnMatch:
    """A match of a player: the rounds that are over, and who has won, once it is over."""

    edition: Edition
    player: int
    rounds: tuple[CountedRound, ...]
    winners: tuple[int, ...]


def counted_rounds(state: TableState) -> tuple[CountedRound, ...]:
    """How the finished rounds of a table went."""
    players = range(state.edition.players)
    return tuple(
        CountedRound(
            result.scores[: len(players)],
            tuple(state.edition.sides[begun.seat_of(player)] for player in players),
            owners,
        )
        for begun, result, owners in zip(
            state.round_start_matches, state.match.results, state.owners_by_round, strict=True
        )
    )


def tally_entries(matches: Iterable[OwnMatch], language: Language) -> list[dict[str, object]]:
    """How the rounds went, for each edition by its title; that with most rounds first."""
    by_title: dict[str, list[OwnMatch]] = defaultdict(list)
    for match in matches:
        if match.rounds:
            by_title[edition_title(match.edition, language)].append(match)
    most_first = sorted(
        by_title.items(), key=lambda item: -sum(len(match.rounds) for match in item[1])
    )
    return [tally_entry(title, those) for title, those in most_first]


def tally_entry(title: str, matches: Sequence[OwnMatch]) -> dict[str, object]:
    """How the matches of one edition went."""
    rounds = [(one, match.player) for match in matches for one in match.rounds]
    finished = [match for match in matches if match.winners]
    return {
        "title": title,
        "rounds": len(rounds),
        "points": whole(fmean(one.scores[player] for one, player in rounds)),
        "others": whole(fmean(one.others(player) for one, player in rounds)),
        "stuck": sum(player in one.owners for one, player in rounds),
        "finished": len(finished),
        "won": sum(match.player in match.winners for match in finished),
    }


def whole(points: float) -> str:
    """The nearest whole number of points."""
    return with_minus_signs(str(round(points)))

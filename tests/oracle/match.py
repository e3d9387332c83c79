"""A match: rounds one after the other, totals for each player, the end and the winners.

Players are numbered clockwise around the table. In Lopaka the players are 0 and 1; Lopaka, who
moves about with the deal, has the place after them in lists of totals.
"""

from tests.oracle.editions import DRIVEN_SEAT, SEATS, default_match, sides_of, split_key

MOST_ROUNDS = 50  # a match to a target ends after this round at the latest


class OracleMatch:
    """Totals and deal of a match in progress.

    cycles   the match ends when every player has dealt this often, or None
    target   the match ends with the round in which a player has reached this total, or None
    dealer   the player who deals the round to be played
    totals   one for each player; in Lopaka a third one, for Lopaka
    rounds   the scores of the finished rounds, seat by seat
    """

    def __init__(
        self,
        edition: str,
        *,
        first_dealer: int = 0,
        cycles: int | None = None,
        target: int | None = None,
        bga_teams: bool = False,
    ) -> None:
        preset, mode = split_key(edition)
        if cycles is not None and target is not None:
            raise ValueError("a match has either a number of cycles or a target")
        if cycles is None and target is None:
            kind, amount = default_match(preset)
            if kind == "cycles":
                cycles = amount
            else:
                target = amount
        self.mode = mode
        self.seats = SEATS[mode]
        self.players = self.seats
        if mode == "lopaka":
            self.players = 2
        if first_dealer not in range(self.players):
            raise ValueError(f"there is no player {first_dealer}")
        self.cycles = cycles
        self.target = target
        self.bga_teams = bga_teams
        self.dealer = first_dealer
        self.totals = [0] * self.seats
        self.rounds: list[list[int]] = []

    def player_at(self, seat: int) -> int:
        """The player who has a seat in the round to be played; in Lopaka 2 stands for Lopaka."""
        if self.mode == "lopaka":
            # Clockwise from the leader sit the non-dealer, Lopaka, the dealer.
            if seat == DRIVEN_SEAT:
                return self.players
            if seat == 0:
                return (self.dealer + 1) % self.players
            return self.dealer
        # Seat 0 is left of the dealer.
        return (self.dealer + 1 + seat) % self.players

    def sides(self) -> list[list[int]]:
        """The players of each side in the round to be played."""
        seats_of_sides = sides_of(self.mode, bga_teams=self.bga_teams)
        return [[self.player_at(seat) for seat in side] for side in seats_of_sides]

    def add_round(self, scores: list[int]) -> None:
        """Adds the scores of a finished round, given seat by seat; the deal passes on."""
        if self.is_over():
            raise ValueError("the match is over")
        if len(scores) != self.seats:
            raise ValueError(f"a round has {self.seats} scores")
        for seat in range(self.seats):
            player = self.player_at(seat)
            self.totals[player] = self.totals[player] + scores[seat]
        self.rounds.append(list(scores))
        # The player left of the dealer is the next dealer; with two players the deal alternates.
        self.dealer = (self.dealer + 1) % self.players

    def is_over(self) -> bool:
        """Whether the last round has been played."""
        if self.cycles is not None:
            return len(self.rounds) >= self.cycles * self.players
        assert self.target is not None
        if len(self.rounds) >= MOST_ROUNDS:
            return True
        # Lopaka's total does not end the match.
        return any(total >= self.target for total in self.totals[: self.players])

    def winners(self) -> list[int]:
        """The players with the highest total, when the match is over; Lopaka cannot win."""
        if not self.is_over():
            raise ValueError("the match is not over")
        totals = self.totals[: self.players]
        return [player for player in range(self.players) if totals[player] == max(totals)]

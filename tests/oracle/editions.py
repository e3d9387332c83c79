"""What each edition plays with: seats, hands, bottles, exchange, sides and the default match.

Seats are counted from the leader of the first trick; the dealer is the last seat.
"""

PRESETS = {
    "matagot": [
        "devils-eye",
        "3",
        "4",
        "4-teams",
        "5",
        "5-teams",
        "6",
        "6-teams-222",
        "6-teams-2211",
    ],
    "classic": ["lopaka", "bright-house", "3", "4"],
    "bambus1995": ["3", "4"],
    "wikipedia": ["3", "4"],
}

# The places at the table. Lopaka has a seat like everyone else.
SEATS = {
    "devils-eye": 2,
    "bright-house": 2,
    "lopaka": 3,
    "3": 3,
    "4": 4,
    "4-teams": 4,
    "5": 5,
    "5-teams": 5,
    "6": 6,
    "6-teams-222": 6,
    "6-teams-2211": 6,
}

# Cards dealt, hand by hand. With two hands each: first hand, second hand of seat 0, then of seat 1.
HAND_SIZES = {
    "devils-eye": [6, 12, 6, 12],
    "bright-house": [9, 9, 9, 9],
    "lopaka": [11, 11, 11],
    "3": [12, 12, 12],
    "4": [9, 9, 9, 9],
    "4-teams": [9, 9, 9, 9],
    # Five players: the dealer, who sits last, gets one card fewer.
    "5": [11, 11, 11, 11, 10],
    "5-teams": [11, 11, 11, 11, 10],
    "6": [9, 9, 9, 9, 9, 9],
    "6-teams-222": [9, 9, 9, 9, 9, 9],
    "6-teams-2211": [9, 9, 9, 9, 9, 9],
}

TWO_HANDS_EACH = ["devils-eye", "bright-house"]

# The second bottle comes out when five or six play alone.
TWO_BOTTLES = ["5", "6"]

DRIVEN_SEAT = 1  # Lopaka sits at the dealer's right, so between the leader and the dealer.

IMPS_TRICK = -1  # the target of a card that is put into the Imp's Trick, in place of a hand number

Step = tuple[int, int, int]  # who chooses, the hand the card leaves, the hand it goes to


def oracle_edition_keys() -> list[str]:
    """The keys of all 17 editions."""
    return [preset + "/" + mode for preset, modes in PRESETS.items() for mode in modes]


def split_key(edition: str) -> tuple[str, str]:
    """The preset and the mode of an edition."""
    if edition not in oracle_edition_keys():
        raise ValueError(f"no edition is called {edition}")
    preset, mode = edition.split("/")
    return preset, mode


def opening_hand_sizes(edition: str) -> tuple[list[int], int]:
    """The number of cards dealt to each hand, and of those that are left over."""
    _, mode = split_key(edition)
    if mode == "lopaka":
        return list(HAND_SIZES[mode]), 3
    return list(HAND_SIZES[mode]), 0


def deck_size(mode: str) -> int:
    """36 cards for up to four players, 54 for five and six."""
    if SEATS[mode] >= 5:
        return 54
    return 36


def deck_for(edition: str, deck: str | None) -> str:
    """The deck of an edition, or the chosen one if the mode may be played with it."""
    preset, mode = split_key(edition)
    if deck is None:
        if preset == "matagot" and deck_size(mode) == 36:
            return "matagot36"
        if preset == "wikipedia":
            return "classic"
        return preset
    if deck == "matagot17":
        return "matagot36-17" if deck_size(mode) == 36 else "matagot-17"
    if deck_size(mode) == 36 and deck in ["classic", "bambus1995", "matagot36"]:
        return deck
    if deck_size(mode) == 54 and deck == "matagot":
        return deck
    raise ValueError(f"{edition} cannot be played with the deck {deck}")


def bottles_of(mode: str) -> int:
    """The number of bottles on the table."""
    if mode in TWO_BOTTLES:
        return 2
    return 1


def seat_of_hand(mode: str, hand: int) -> int:
    """The seat that holds a hand."""
    if mode in TWO_HANDS_EACH:
        return hand // 2
    return hand


def hands_of_seat(mode: str, seat: int) -> list[int]:
    """The numbers of the hands of a seat, first hand first."""
    if mode in TWO_HANDS_EACH:
        return [2 * seat, 2 * seat + 1]
    return [seat]


def exchange_stages(mode: str) -> list[list[Step]]:
    """The choices before play in the order of the record, stage by stage.

    All choices of a stage are made in secret and at once; received cards arrive when it ends.
    """
    if mode == "devils-eye":
        # From the second hand: two cards to the Imp's Trick, one to the opponent's first hand,
        # one to the opponent's second hand.
        return [
            [
                (0, 1, IMPS_TRICK),
                (0, 1, IMPS_TRICK),
                (0, 1, 2),
                (0, 1, 3),
                (1, 3, IMPS_TRICK),
                (1, 3, IMPS_TRICK),
                (1, 3, 0),
                (1, 3, 1),
            ]
        ]
    if mode == "bright-house":
        # One card of the first hand to the Imp's Trick and one into the opponent's first hand.
        # Then the second hands likewise, knowing what came into the first.
        first_hands = [(0, 0, IMPS_TRICK), (0, 0, 2), (1, 2, IMPS_TRICK), (1, 2, 0)]
        second_hands = [(0, 1, IMPS_TRICK), (0, 1, 3), (1, 3, IMPS_TRICK), (1, 3, 1)]
        return [first_hands, second_hands]
    if mode == "lopaka":
        # The humans pass one card to each other; nothing else is discarded or passed.
        return [[(0, 0, 2), (2, 2, 0)]]
    return [exchange_with_neighbours(SEATS[mode])]


def exchange_with_neighbours(seats: int) -> list[Step]:
    """Everyone: one card to the Imp's Trick, one to the left, one to the right."""
    steps: list[Step] = []
    for seat in range(seats):
        left = (seat + 1) % seats
        right = (seat - 1) % seats
        dealer = seats - 1
        # Of five players, the dealer puts none into the Imp's Trick.
        if not (seats == 5 and seat == dealer):
            steps.append((seat, seat, IMPS_TRICK))
        steps.append((seat, seat, left))
        steps.append((seat, seat, right))
    return steps


def sides_of(mode: str, *, bga_teams: bool) -> list[list[int]]:
    """The seats of each side; whoever plays alone is a side of one.

    The dealer D is the last seat, P1 at the dealer's left is seat 0, P2 is seat 1, and so on.
    """
    if bga_teams and not is_team_mode(mode):
        raise ValueError(f"{mode} has no teams")
    if mode == "4-teams":
        # D and P2 alone, P1 + P3.
        return [[0, 2], [1], [3]]
    if mode == "5-teams" and bga_teams:
        # Sides 0, 1, 2, 0, 1 from the leader: the third player sits alone.
        return [[0, 3], [1, 4], [2]]
    if mode == "5-teams":
        # D alone, P1 + P3, P2 + P4.
        return [[0, 2], [1, 3], [4]]
    if mode == "6-teams-2211":
        # D and P3 alone, P1 + P4, P2 + P5.
        return [[0, 3], [1, 4], [2], [5]]
    if mode == "6-teams-222":
        # D + P3, P1 + P4, P2 + P5.
        return [[0, 3], [1, 4], [2, 5]]
    return [[seat] for seat in range(SEATS[mode])]


def is_team_mode(mode: str) -> bool:
    """Whether some players score together."""
    return "teams" in mode


def default_match(preset: str) -> tuple[str, int]:
    """How a match ends unless the table says otherwise: ("cycles", n) or ("target", points)."""
    if preset == "bambus1995":
        return "target", 200
    if preset == "wikipedia":
        return "target", 500
    return "cycles", 2

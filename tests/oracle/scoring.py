"""What a round is worth to each seat."""


def scores_of_those_who_play_alone(
    points_taken: list[int], imps_points: int, owners: list[int | None]
) -> list[int]:
    """The score of each seat on its own account.

    A player who owns no bottle scores the points of the tricks won. An owner scores nothing for
    tricks and minus the points of the Imp's Trick, once for each bottle owned.
    """
    scores: list[int] = []
    for seat in range(len(points_taken)):
        bottles = owners.count(seat)
        if bottles == 0:
            scores.append(points_taken[seat])
        else:
            scores.append(-imps_points * bottles)
    return scores


def scores_of_teams(
    points_taken: list[int],
    imps_points: int,
    owners: list[int | None],
    sides: list[list[int]],
) -> list[int]:
    """The score of each seat in a team mode of the rule text.

    Partners add up and both get the sum. If either owns the bottle, both get only minus the
    Imp's Trick. Those who play alone double their result, plus or minus.
    """
    scores = [0] * len(points_taken)
    for side in sides:
        result = 0
        for seat in side:
            result = result + points_taken[seat]
        for seat in side:
            if seat in owners:
                result = -imps_points
        if len(side) == 1:
            result = 2 * result
        for seat in side:
            scores[seat] = result
    return scores


def scores_of_bga_teams(
    points_taken: list[int],
    imps_points: int,
    owners: list[int | None],
    sides: list[list[int]],
) -> list[int]:
    """The score of each seat under the option `bga-teams`.

    A side's score is the sum of its members' own scores, an owner's negative included; nobody
    is doubled.
    """
    own = scores_of_those_who_play_alone(points_taken, imps_points, owners)
    scores = [0] * len(points_taken)
    for side in sides:
        result = 0
        for seat in side:
            result = result + own[seat]
        for seat in side:
            scores[seat] = result
    return scores

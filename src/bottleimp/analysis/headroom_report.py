"""What `headroom` has found so far in a folder, as tables for a terminal or for a page."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from bottleimp.analysis.believing import GUESSES
from bottleimp.analysis.guests import ALL_SEEING
from bottleimp.analysis.headroom import BELIEFS, guest_seats, lines_in, understood
from bottleimp.analysis.statistics import Estimate, estimate
from bottleimp.errors import BottleImpError
from bottleimp.players.side_by_side import Floats
from bottleimp.rules.editions import edition_from_text

GAIN_HEADINGS = (
    "guest", "among", "sides", "gains", "over the hosts", "hosts lose", "of all-seeing", "deals",
)  # fmt: skip
BELIEF_HEADINGS = ("rounds of", "tricks over", *GUESSES, "worlds save", "cards", "deals")

ABOUT = """\
A guest takes each side in turn among hosts, and the same deal is played by hosts alone.
"Gains" is what the guest has over the host in its seat with the same cards; "hosts lose" what each
host loses by its company.
`all_seeing` knows all cards and what the hosts do, and looks one choice ahead until few cards are
left: a measure, not a limit.
`knowing` sees its own cards alone, but knows how the hosts play; two sides at once collude.
A file of weights was trained against the hosts."""
BELIEFS_ABOUT = """\
Hidden cards: the log loss for each unseen card, whenever a seat has a choice.
`even` takes all deals that fit for equally likely, `head` is the network's guess card by card, and
`worlds` are the weighted deals by which `imp` thinks."""


@dataclass(frozen=True)
class Gains:
    """What guests gained and hosts lost, a value for each deal."""

    heading: Mapping[str, object]
    own: Floats
    over_hosts: Floats
    hosts_lose: Floats


@dataclass(frozen=True)
class Beliefs:
    """For tricks that were over, sums for each deal: cards, then the losses of each guess."""

    heading: Mapping[str, object]
    after: Mapping[int, Floats]


@dataclass(frozen=True)
class Headroom:
    """All that stands in a folder."""

    gains: tuple[Gains, ...]
    beliefs: tuple[Beliefs, ...]


def headroom_in(folder: Path) -> Headroom:
    """What stands in the folder; raises BottleImpError for a file of another kind."""
    gains, beliefs = [], []
    for file in sorted(folder.rglob("*.jsonl")):
        heading, deals = understood(file, lines_in(file))
        if not deals:
            continue
        try:
            if heading["guest"] == BELIEFS:
                beliefs.append(Beliefs(heading, by_trick(deals)))
            else:
                gains.append(gains_of(heading, deals))
        except (ValueError, TypeError, KeyError, IndexError) as problem:
            raise BottleImpError(f"{file} is no result of headroom: {problem!r}") from None
    return Headroom(tuple(gains), tuple(beliefs))


def gains_of(heading: Mapping[str, object], deals: Sequence[Mapping[str, object]]) -> Gains:
    """The values of each deal, means over its rounds.

    What guests have over the hosts weighs by pairs of a guest and a host, so that guests like the
    hosts have nothing over them (`seatings.opposed_pairs`).
    """
    edition = edition_from_text(str(heading["edition"]))
    alone = np.array([deal["alone"] for deal in deals], np.float64)
    with_guests = np.array([deal["with_guests"] for deal in deals], np.float64)
    deciding = [seat for seat in range(edition.seats) if seat not in edition.driven]
    own, over, lost, pairs = [], [], [], []
    for place, guests in enumerate(guest_seats(edition, int(str(heading["together"])))):
        hosts = [seat for seat in deciding if seat not in guests]
        points = with_guests[:, place]
        own.append((points - alone)[:, list(guests)].mean(axis=1))
        lost.append((alone - points)[:, hosts].mean(axis=1))
        over.append(points[:, list(guests)].mean(axis=1) - points[:, hosts].mean(axis=1))
        pairs.append(len(guests) * len(hosts))
    return Gains(
        heading,
        np.mean(own, axis=0),
        np.average(over, axis=0, weights=pairs),
        np.mean(lost, axis=0),
    )


def by_trick(
    deals: Sequence[Mapping[str, Mapping[str, tuple[int, list[float]]]]],
) -> dict[int, Floats]:
    """For each number of tricks a row for each deal in which anything was guessed."""
    tricks = sorted({int(key) for deal in deals for key in deal["after"]})
    return {
        number: np.array(
            [
                [deal["after"][str(number)][0], *deal["after"][str(number)][1]]
                for deal in deals
                if str(number) in deal["after"]
            ]
        )
        for number in tricks
    }


def ratio(top: Floats, bottom: Floats) -> Estimate:
    """The ratio of two means over the same deals; its error by linearisation."""
    share = top.mean() / bottom.mean()
    around = estimate(((top - share * bottom) / bottom.mean()).tolist())
    return Estimate(float(share), around.standard_error, len(top))


def gain_rows(found: Sequence[Gains]) -> Iterator[tuple[str, ...]]:
    """A row for each guest, the largest gain first."""
    for one in sorted(found, key=lambda gains: -gains.own.mean()):
        heading = one.heading
        shares = [
            f"{percent(share_of(one, whole))} of `{whole.heading['guest']}`"
            for whole in found
            if str(whole.heading["guest"]).startswith(ALL_SEEING)
            and whole is not one
            and all(whole.heading[k] == heading[k] for k in ("host", "together", "seed"))
            and min(whole.own.mean(), one.own.mean()) > 0
        ]
        yield (
            f"{shown(heading['guest'])}{about(heading)}", shown(heading["host"]),
            str(heading["together"]), points(one.own), points(one.over_hosts),
            points(one.hosts_lose), ", ".join(shares), str(len(one.own)),
        )  # fmt: skip


def shown(name: object) -> str:
    """A player as tables name it; of a file its last part."""
    return f"`{Path(str(name)).name}`"


def about(heading: Mapping[str, object]) -> str:
    """Where a trained guest comes from, in brackets."""
    return f" ({heading['about']})" if heading.get("about") else ""


def share_of(one: Gains, whole: Gains) -> Estimate:
    """The share of the whole gain, on the deals that both have played."""
    count = min(len(one.own), len(whole.own))
    return ratio(one.own[:count], whole.own[:count])


def belief_rows(found: Sequence[Beliefs]) -> Iterator[tuple[str, ...]]:
    """A row for each number of tricks."""
    for one in found:
        for tricks, sums in one.after.items():
            means = sums[:, 1:].sum(axis=0) / sums[:, 0].sum()
            left = ratio(sums[:, 1 + GUESSES.index("worlds")], sums[:, 1 + GUESSES.index("even")])
            saved = Estimate(1 - left.mean, left.standard_error, left.count)
            yield (
                shown(one.heading["host"]), str(tricks), *(f"{mean:.3f}" for mean in means),
                percent(saved), f"{int(sums[:, 0].sum())}", str(len(sums)),
            )  # fmt: skip


def points(values: Floats) -> str:
    """A mean over deals and half the width of its interval."""
    found = estimate(values.tolist())
    return f"{found.mean:+.2f} ± {found.half_width():.2f}"


def percent(share: Estimate) -> str:
    """A share and half the width of its interval."""
    return f"{share.mean:.0%} ± {share.half_width():.0%}"


def table(headings: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """A table as pages have it."""
    yield f"| {' | '.join(headings)} |"
    yield f"|{'---|' * len(headings)}"
    for row in rows:
        yield f"| {' | '.join(row)} |"


def headroom_part(folder: Path) -> Iterator[str]:
    """The section of a page; nothing if there is nothing in the folder."""
    found = headroom_in(folder)
    if not found.gains and not found.beliefs:
        return
    yield "## How much is left"
    yield ""
    if found.gains:
        yield ABOUT
        yield ""
    for text in dict.fromkeys(str(one.heading["edition"]) for one in found.gains):
        here = [one for one in found.gains if one.heading["edition"] == text]
        yield f"`{text}`, points a round:"
        yield ""
        yield from table(GAIN_HEADINGS, list(gain_rows(here)))
        yield ""
    if found.beliefs:
        yield BELIEFS_ABOUT
        yield ""
    for text in dict.fromkeys(str(one.heading["edition"]) for one in found.beliefs):
        yield f"`{text}`:"
        yield ""
        beliefs = [one for one in found.beliefs if one.heading["edition"] == text]
        yield from table(BELIEF_HEADINGS, list(belief_rows(beliefs)))
        yield ""

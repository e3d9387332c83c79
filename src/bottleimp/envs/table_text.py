"""What anybody at the table may see, as a few lines of text for `render`."""

from collections.abc import Sequence

from bottleimp.errors import UnknownName
from bottleimp.game.round import Phase
from bottleimp.knowledge.narration import Narrator
from bottleimp.knowledge.observation import Observation
from bottleimp.knowledge.printed_numbers import printed_number, printed_price


def require_render_mode(wanted: str | None, known: Sequence[str]) -> None:
    """Refuse a way of rendering that there is not; raises UnknownName."""
    if wanted is not None and wanted not in known:
        raise UnknownName("render mode", wanted, known)


def table_text(seen: Observation, names: Sequence[str]) -> str:
    """The table as an onlooker sees it; `names` are listed by seat."""
    deck, tell = seen.edition.deck, Narrator(tuple(names))
    bottles = [
        f"{'nobody' if owner is None else names[owner]} owns the bottle"
        f" at {printed_price(deck, price)}"
        for price, owner in zip(seen.prices, seen.owners, strict=True)
    ]
    lines = [f"{seen.edition.text}: {phase_text(seen)}; {', '.join(bottles)}"]
    for number, trick in enumerate(seen.tricks, start=1):
        plays = ", ".join(
            f"{names[play.seat]} {printed_number(play.card.label)}" for play in trick.plays
        )
        lines.append(f"{number:>2}. {plays} - {names[trick.taker]}")
    lines += [f"    {tell.play(play)}" for play in seen.plays]
    for hand, cards in enumerate(seen.hands):
        held = f"{seen.hand_sizes[hand]} cards" if cards is None else tell.cards(cards)
        seat = seen.edition.hands[hand].seat
        lines.append(f"    {names[seat]}: {held}; taken: {seen.taken_points[seat]} points")
    if seen.revealed is not None:
        pairs = zip(names, seen.revealed.scores, strict=True)
        lines.append("scores: " + ", ".join(f"{name} {score}" for name, score in pairs))
    return "\n".join(lines) + "\n"


def phase_text(seen: Observation) -> str:
    """Which part of the round it is."""
    if seen.phase is Phase.PLAY:
        return f"trick {len(seen.tricks) + 1} of {seen.edition.tricks}"
    return {
        Phase.EXCHANGE: "the exchange", Phase.CHOICE: "the choice of hands", Phase.OVER: "over"
    }[seen.phase]  # fmt: skip

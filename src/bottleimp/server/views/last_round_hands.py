"""The hands of the last finished round, for who watches a table that allows it."""

from dataclasses import replace

from bottleimp.protocol.views import LateHands
from bottleimp.server.state.table_state import TableState
from bottleimp.server.text.i18n import Language
from bottleimp.server.views.round_projection import RoundProjection


def late_hands(state: TableState, names: tuple[str, ...], language: Language) -> LateHands | None:
    """All hands of the last finished round, which its score made public; None before there is one.

    Never anything of the running round.
    """
    if not state.finished:
        return None
    finished = replace(state, seating=state.seatings[-1], held=None, is_scored=True)
    shown = RoundProjection(finished, state.finished[-1], None, names, language)
    if shown.seen.revealed is None:
        return None
    result = shown.result(shown.seen.revealed)
    return LateHands(
        round=len(state.finished),
        deal=result.deal,
        passes=result.passes,
        imps_trick=result.imps_trick,
        left_over=result.left_over,
        tricks=[shown.trick(trick) for trick in shown.seen.tricks],
    )

"""The hands of the last finished round, for who watches a table that allows it."""

from dataclasses import replace

from bottleimp.languages.language import Language
from bottleimp.protocol.views import LastRoundHands
from bottleimp.server.state.table_state import TableState
from bottleimp.server.views.round_projection import RoundProjection


def last_round_hands(
    state: TableState, names: tuple[str, ...], language: Language
) -> LastRoundHands | None:
    """All hands of the last finished round, which its score made public; None before there is one.

    Never anything of the running round.
    """
    if not state.finished_rounds:
        return None
    finished = replace(
        state, round_start_match=state.round_start_matches[-1], pending_choices=None, is_scored=True
    )
    shown = RoundProjection(finished, state.finished_rounds[-1], None, names, language)
    if shown.observation.revealed is None:
        return None
    result = shown.result_view(shown.observation.revealed)
    return LastRoundHands(
        round=len(state.finished_rounds),
        deal=result.deal,
        passes=result.passes,
        imps_trick=result.imps_trick,
        left_over=result.left_over,
        tricks=[shown.trick_view(trick) for trick in shown.observation.tricks],
    )

"""The page of the deal of the day, and those that replay its round.

daily.html        day, as 2026-11-30; is_today; earlier: the day before, or none; edition {title,
                  rules}; and what the table itself needs
"""

from datetime import date, timedelta

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from bottleimp.game.daily_deal import FIRST_DAY, daily_deal
from bottleimp.protocol.refusals import Refused
from bottleimp.server.pages.page_templates import Render
from bottleimp.server.pages.preferences import LanguageOf
from bottleimp.server.pages.replays import RecordPages, drawn_table_context
from bottleimp.server.replays.daily_deals import DailyDeals
from bottleimp.server.text.words import edition_title


class DailyDealPages:
    """The endpoints of `/daily` and of the days that have come."""

    def __init__(
        self, deals: DailyDeals, records: RecordPages, render: Render, language_of: LanguageOf
    ) -> None:
        self._deals = deals
        self._records = records
        self._render = render
        self._language_of = language_of

    async def today(self, request: Request) -> Response:
        """The deal of today, at an address that stays the same."""
        return self._page(request, self._deals.today.isoformat())

    async def earlier(self, request: Request) -> Response:
        """The deal of the day in the path."""
        return self._page(request, request.path_params["day"])

    async def round(self, request: Request) -> Response:
        """The table on which the browser replays the round that was played there."""
        self._day_named(request.path_params["day"])
        return await self._records.round(request)

    async def variation(self, request: Request) -> Response:
        """The table on which that round is played on in another way."""
        self._day_named(request.path_params["day"])
        return await self._records.variation(request)

    def _day_named(self, text: str) -> date:
        """The day of a path; raises HTTPException where it has no deal."""
        try:
            return self._deals.day_named(text)
        except Refused as refusal:
            raise HTTPException(404) from refusal

    def _page(self, request: Request, text: str) -> Response:
        day = self._day_named(text)
        self._deals.warm_up(day)
        language, edition = self._language_of(request), daily_deal(day).edition
        before = day - timedelta(days=1)
        context = {
            "day": day.isoformat(),
            "is_today": day == self._deals.today,
            "earlier": before.isoformat() if before >= FIRST_DAY else None,
            "edition": {
                "title": edition_title(edition, language),
                "rules": f"/rules/{edition.key}",
            },
            **drawn_table_context(request, language),
        }
        return self._render(request, "daily.html", context)

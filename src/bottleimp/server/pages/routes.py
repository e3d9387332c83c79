"""The addresses of all pages, and what answers there."""

from starlette.routing import Route

from bottleimp.server.access.quotas import Quotas
from bottleimp.server.access.rate_limits import RateLimits
from bottleimp.server.pages.assets import favicon
from bottleimp.server.pages.daily_deals import DailyDealPages
from bottleimp.server.pages.endpoints import PageEndpoints, language_of
from bottleimp.server.pages.fairness import FairnessPages
from bottleimp.server.pages.join import JoinPages
from bottleimp.server.pages.lessons import LessonPages
from bottleimp.server.pages.replays import RecordPages, ReplayPages
from bottleimp.server.pages.web_app import WebAppPages
from bottleimp.server.replays.daily_deals import DailyDeals
from bottleimp.server.replays.step_advice import AdviceService
from bottleimp.server.replays.variation import VariationService
from bottleimp.server.settings.config import ServerSettings
from bottleimp.server.state.storage_interface import Storage
from bottleimp.server.tables.registry import TableRegistry


def page_routes(
    pages: PageEndpoints,
    *,
    registry: TableRegistry,
    store: Storage,
    settings: ServerSettings,
    quotas: Quotas,
    limits: RateLimits,
    advice: AdviceService,
    variations: VariationService,
    daily_deals: DailyDeals,
) -> list[Route]:
    """Everything that a browser shows, but for the files of which pages consist."""
    joining = JoinPages(pages, registry, store, settings, quotas, limits)
    fair = FairnessPages(registry, store, pages.render, language_of)
    lessons = LessonPages(pages.render, language_of, pages.first_round)
    replays = ReplayPages(registry, store, pages.render, language_of, advice, variations)
    records = RecordPages(pages.render, language_of)
    daily = DailyDealPages(daily_deals, records, pages.render, language_of)
    web_app = WebAppPages(pages.render, language_of)
    return [
        Route("/", pages.home),
        Route("/matches", pages.matches),
        Route("/new", pages.new_table),
        Route("/tables", pages.create_table, methods=["POST"]),
        Route("/tables/{table}", pages.table),
        Route("/tables/{table}/discard", pages.own_matches.discard, methods=["POST"]),
        Route("/tables/{table}/record", pages.record),
        Route("/tables/{table}/rounds/{round}", replays.round),
        Route("/tables/{table}/rounds/{round}/variations/{step}", replays.variation),
        Route("/tables/{table}/invitation.svg", joining.invitation_picture),
        Route("/tables/{table}/seat", joining.own_seat_page),
        Route("/tables/{table}/seat", joining.make_link, methods=["POST"]),
        Route("/s/{table}/{key}", joining.take_over_page),
        Route("/s/{table}/{key}", joining.take_over, methods=["POST"]),
        Route("/t/{table}", joining.by_link),
        Route("/j/{code}", joining.by_code),
        Route("/join", joining.join),
        Route("/quick", joining.quick_match, methods=["POST"]),
        Route("/t/{table}/export.json", fair.export),
        Route("/t/{table}/verify", fair.verify),
        Route("/replay", records.open),
        Route("/replay/rounds/{round}", records.round),
        Route("/replay/rounds/{round}/variations/{step}", records.variation),
        Route("/daily", daily.today),
        Route("/daily/{day}", daily.earlier),
        Route("/daily/{day}/rounds/{round}", daily.round),
        Route("/daily/{day}/rounds/{round}/variations/{step}", daily.variation),
        Route("/rules", pages.rules_index),
        Route("/rules/{preset}/{mode}", pages.rules),
        Route("/learn", lessons.course),
        Route("/learn/{lesson}", lessons.lesson),
        Route("/settings", pages.settings),
        Route("/settings", pages.save_settings, methods=["POST"]),
        Route("/locale/{code}.json", pages.locale),
        Route("/favicon.ico", favicon),
        Route("/app.webmanifest", web_app.manifest),
        Route("/service-worker.js", web_app.service_worker),
        Route("/offline", web_app.offline),
    ]

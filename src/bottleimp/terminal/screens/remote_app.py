"""The terminal application at a server: joining, the usual table, and a line that may break."""

from collections.abc import Coroutine
from gettext import NullTranslations
from http import HTTPStatus
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.content import Content

from bottleimp.client.errors import ClientError, ConnectionRejected, ProtocolError
from bottleimp.languages.language import ENGLISH, Language
from bottleimp.messages import N_
from bottleimp.protocol.messages import MAX_PACE_MS, Event, ServerFrame
from bottleimp.protocol.refusals import Refused
from bottleimp.protocol.views import View
from bottleimp.terminal.remote.remote_session import SEAT_LOST, RemoteSession
from bottleimp.terminal.screens.app import NOTICE_SECONDS, PACE_STEP, pace_text
from bottleimp.terminal.screens.chat_screen import ChatScreen
from bottleimp.terminal.screens.join_screen import JoinScreen
from bottleimp.terminal.screens.letter_keys import in_both_cases
from bottleimp.terminal.screens.replay_screen import ReplayScreen
from bottleimp.terminal.screens.settings_app import SettingsApp
from bottleimp.terminal.screens.table_screen import TableScreen
from bottleimp.terminal.screens.variation_screen import VariationScreen
from bottleimp.terminal.session.hangup import leave_after_sigterm
from bottleimp.terminal.session.saved_matches import MatchFolder
from bottleimp.terminal.session.selection import CardOrder
from bottleimp.terminal.text.status_text import is_ticking, silence_text, status_line

CONNECTION_LOST = N_("The connection is lost. Trying again…")
CLOCK_INTERVAL = 0.5  # seconds between two looks at a clock that runs


class RemoteApp(SettingsApp):
    """Bottle Imp in the terminal, at a table of a server."""

    TITLE = "Bottle Imp"
    HAS_MENU = False  # there is no other match to go to
    CSS_PATH = "terminal.tcss"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = in_both_cases(
        Binding("t", "other_theme", show=False),
        Binding("q", "leave", show=False),
        Binding("b", "take_back", show=False),
        Binding("c", "talk", show=False),
        Binding("plus,equals_sign", "pace(-1)", show=False),
        Binding("minus", "pace(1)", show=False),
    )

    def __init__(
        self,
        server: str,
        table: str,
        token: str,
        name: str,
        folder: MatchFolder,
        language: Language = ENGLISH,
    ) -> None:
        """`name` is the one to begin with; settings are kept in the folder."""
        super().__init__(folder, folder.load_settings(), language)
        self._server = server
        self._table = table
        self._token = token
        self._person = name
        self._muted: set[str] = set()  # tags of people, as long as this terminal runs
        self.session: RemoteSession | None = None

    async def on_mount(self) -> None:
        """Shows who is there as soon as the server says so."""
        leave_after_sigterm(lambda status: self.exit(return_code=status))
        self._show_theme()
        await self.push_screen(JoinScreen(self._person, self._catalogue))
        self.session = RemoteSession(
            self._server,
            self._table,
            self._token,
            self._update,
            self._language.code,
            self._report_timeout,
        )
        self.set_interval(CLOCK_INTERVAL, self._tick)

    async def on_unmount(self) -> None:
        """Hangs up."""
        if self.session is not None:
            await self.session.close()

    def _update(self) -> None:
        session = self.session
        if session is None or not self.is_running:
            return
        if session.rejection is not None:
            self.exit(message=rejection_text(session.rejection, self._catalogue), return_code=1)
            return
        if session.is_seat_lost:
            self.exit(message=self._catalogue.gettext(SEAT_LOST), return_code=1)
            return
        screen = self.screen
        if session.view is not None and session.view.table.status == "closed":
            self.exit(message=self._catalogue.gettext("The table is closed."))
        elif isinstance(screen, JoinScreen):
            if session.has_scene:
                self._show_table(session)
            elif screen.is_mounted:
                screen.show_table(session.view, session.present_players)
        elif session.view is not None and session.view.table.status == "gathering":
            self._show_places()
        if isinstance(screen, ChatScreen) and screen.is_mounted and session.view is not None:
            screen.show_messages(session.view)
        self._show_status()

    def _report_timeout(self, frame: ServerFrame) -> None:
        """Says whose time is up, so that nobody takes a computer's choice for a person's."""
        view = None if self.session is None else self.session.view
        if view is None or not isinstance(frame, Event) or frame.k != "timeout":
            return
        if frame.player is None:
            return
        _ = self._catalogue.gettext
        name = view.players[frame.player].name
        text = (
            _("Your time is up; a computer player makes this choice.")
            if frame.player == view.you
            else _("{name} has run out of time.").format(name=name)
        )
        self.notify(text, severity="warning")

    def _tick(self) -> None:
        session = self.session
        view = None if session is None else session.view
        if session is not None and view is not None and is_ticking(view, session.now):
            self._show_status()

    def _show_status(self) -> None:
        """Shows clocks and what was said last, on the table that may lie under another page."""
        session = self.session
        if session is None or session.view is None:
            return
        outage = session.outage
        if not session.is_connected:
            outage = self._catalogue.gettext(CONNECTION_LOST)
        line: Content | None
        if outage:
            line = Content.styled(outage, "bold $warning")
        else:
            line = status_line(
                session.view, session.now, self._catalogue, self._muted, session.present_players
            )
        for screen in self.screen_stack:
            if isinstance(screen, TableScreen):
                screen.show_status(line)
            elif isinstance(screen, JoinScreen) and screen.is_mounted:
                screen.show_outage(outage)

    def _pause(self) -> float:
        """The pause after each play, in seconds."""
        return 0.0 if self.session is None else pause_seconds(self.session.view)

    def _show_table(self, session: RemoteSession) -> None:
        order = CardOrder.SUIT if self._settings.by_suit else CardOrder.NUMBER
        self.switch_screen(TableScreen(session, self._catalogue, order, self._pause))
        self.call_after_refresh(self._show_status)

    def _show_places(self) -> None:
        """The screen before a match, after a rematch that waits for its host to begin."""
        while not isinstance(self.screen, TableScreen):
            self.pop_screen()
        joining = JoinScreen(self._person, self._catalogue)
        self.switch_screen(joining)
        joining.call_later(self._update)  # once it is there

    def _do(self, doing: Coroutine[None, None, None]) -> None:
        """Does something while keys go on working, and says so if the table refuses."""
        self.run_worker(self._report_refusal(doing), group="doing")

    async def _report_refusal(self, doing: Coroutine[None, None, None]) -> None:
        try:
            await doing
        except (Refused, ClientError) as refusal:
            text = self._catalogue.gettext(str(refusal))
            if isinstance(self.screen, JoinScreen | ChatScreen):
                self.screen.show_problem(text)
            else:
                self.notify(text, severity="warning")

    def on_join_screen_joined(self, message: JoinScreen.Joined) -> None:
        """The person sits down."""
        if self.session is not None:
            self._do(self.session.join(message.name, message.player))

    def on_join_screen_moved(self, message: JoinScreen.Moved) -> None:
        """The person goes to another place."""
        if self.session is not None:
            self._do(self.session.move_to(message.player))

    def on_join_screen_start_requested(self) -> None:
        """The host waits for nobody else."""
        if self.session is not None:
            self._do(self.session.start_match())

    def action_talk(self) -> None:
        """Opens what was said, and phrases to say, unless nobody talks now."""
        view = None if self.session is None else self.session.view
        if view is None or not isinstance(self.screen, TableScreen):
            return
        if silence := silence_text(view, self._catalogue):
            self.notify(silence)
            return
        self.push_screen(ChatScreen(view, self._catalogue, self._muted))

    def on_chat_screen_spoken(self, message: ChatScreen.Spoken) -> None:
        """The person says something; back to the table once the others have it."""
        if self.session is not None:
            self._do(self._say(self.session, message))

    async def _say(self, session: RemoteSession, message: ChatScreen.Spoken) -> None:
        await session.say(message.phrase, message.text)
        if isinstance(self.screen, ChatScreen):
            self.screen.dismiss()

    def on_chat_screen_muted(self, message: ChatScreen.Muted) -> None:
        """Somebody is not to be heard any longer, or again."""
        self._muted ^= {message.person}
        view = None if self.session is None else self.session.view
        if view is not None and isinstance(self.screen, ChatScreen):
            self.screen.show_messages(view)
        self._show_status()

    def on_table_screen_replayed(self, message: TableScreen.Replayed) -> None:
        """A finished round lies over the table until it is closed."""
        self.push_screen(
            ReplayScreen(
                message.replayed, message.source, self._catalogue, message.order, self._pause
            )
        )

    def on_table_screen_sorted(self, message: TableScreen.Sorted) -> None:
        """The order of cards is remembered."""
        self._remember(by_suit=message.order is CardOrder.SUIT)

    def action_take_back(self) -> None:
        """Takes the seat back from a computer player."""
        if self.session is not None and self.session.has_stand_in:
            self._do(self.session.take_back())

    def action_pace(self, step: int) -> None:
        """The host: a longer or shorter pause after every automatic play."""
        if isinstance(self.screen, ReplayScreen | VariationScreen):
            return  # the table plays on at its own pace
        if self.session is not None and self.session.view is not None:
            pace = self.session.view.table.pace + step * PACE_STEP
            self._do(self._set_pace(self.session, min(max(pace, 0), MAX_PACE_MS)))

    async def _set_pace(self, session: RemoteSession, ms: int) -> None:
        await session.set_pace(ms)
        self.notify(pace_text(ms, self._catalogue), timeout=NOTICE_SECONDS)

    def on_table_screen_failed(self, message: TableScreen.Failed) -> None:
        """The table ends, with the reason."""
        self.exit(message=str(message.problem), return_code=1)

    def action_leave(self) -> None:
        """Out of the application; the seat is kept, and a computer player may play there."""
        self.exit()


def rejection_text(
    rejection: ConnectionRejected | ProtocolError, catalogue: NullTranslations
) -> str:
    """Why the server does not let us in, or cannot be understood."""
    if isinstance(rejection, ProtocolError):
        return catalogue.gettext("The server speaks another version of the protocol.")
    if rejection.status == HTTPStatus.NOT_FOUND:
        return catalogue.gettext("There is no such table here any more.")
    text = catalogue.gettext("The server does not let us in ({status}).")
    return text.format(status=rejection.status)


def pause_seconds(view: View | None) -> float:
    """Seconds between automatic plays at the table; none before it is known."""
    return 0.0 if view is None else view.table.pace / 1000

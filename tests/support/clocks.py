"""Clocks that several tests play by, and spans of time in milliseconds."""

from bottleimp.server.state.events import TIME_BANK, TimeControl

SECOND = 1000
DAY = 24 * 60 * 60 * SECOND
A_BANK = TimeControl(TIME_BANK, bank=60, increment=5)

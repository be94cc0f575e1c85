"""How well the link to a board does, in one small line beside the board."""

from html import escape
from types import ModuleType

from nicegui import Client, ui

from treppe_host.web import layout
from treppe_host.web.connections.connection import BoardConnection
from treppe_host.web.tune import panel as tune_panel

_EVERY_S = 2.0


def keep_up_to_date(client: Client, words: ModuleType, connection: BoardConnection) -> None:
    """Show a browser the figures of the board's link, now and then."""
    shown = ""

    def refresh() -> None:
        nonlocal shown
        told = (
            escape(tune_panel.link(words, connection.client)) if connection.client and connection.is_connected else ""
        )
        if told != shown:
            shown = told
            client.run_javascript(layout.show({"html": {"link-figures": told}}))

    ui.timer(_EVERY_S, refresh)

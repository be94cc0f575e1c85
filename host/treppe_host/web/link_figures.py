"""The figures of the link to a board, in one small line."""

from types import ModuleType

from nicegui import Client, ui

from treppe_host.link.client import Client as LinkClient
from treppe_host.web import layout
from treppe_host.web.connections.connection import BoardConnection

_EVERY_S = 2.0


def keep_up_to_date(client: Client, words: ModuleType, connection: BoardConnection) -> None:
    """Show the figures of the board's link in a browser, and refresh them every two seconds."""
    shown = ""

    def refresh() -> None:
        nonlocal shown
        link = connection.client if connection.is_connected else None
        line = describe(words, link) if link else ""
        if line != shown:
            shown = line
            client.run_javascript(layout.show({"html": {"link-figures": line}}))

    ui.timer(_EVERY_S, refresh)


def describe(words: ModuleType, link: LinkClient) -> str:
    """Return the figures of a link in words."""
    figures = link.figures
    trip = figures.round_trip_s
    return str(
        words.TUNE["link_figures"].format(
            lines=figures.lines,
            bad=figures.bad_lines + figures.board_bad_lines,
            repeats=figures.board_resends + link.commands.num_repeats,
            trip=words.TUNE["no_trip"] if trip is None else f"{1000 * trip:.0f} ms",
        )
    )

"""The figures of the link to a board, in one small line."""

from treppe_host.link.client import Client as LinkClient
from treppe_host.web.texts.en import Texts


def describe(words: Texts, link: LinkClient) -> str:
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

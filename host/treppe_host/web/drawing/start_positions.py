"""The start positions in the documentation, drawn from rules, surfaces and the page's own style: `make games`."""

from pathlib import Path

from treppe import games, surfaces
from treppe.games.host import facts, palette
from treppe_sim.material import start_stacks

from treppe_host.records.fields import markings_of, place_names
from treppe_host.web.drawing.static_board import draw_static_board

_STYLE = Path(__file__).parents[1] / "static" / "board.css"
_SANS = '"Liberation Sans", Arial, sans-serif'


def picture(name: str) -> str:
    """Return the start position of a game as an SVG file that needs nothing beside it."""
    state = games.start(name, facts.of(name).PICTURE)
    surface = surfaces.load(state.surface)
    drawing = draw_static_board(surface, place_names(state), markings_of(state), f"{name}: start", start_stacks(state))
    style = palette.style_sheet() + _STYLE.read_text("utf-8").replace("var(--sans)", _SANS)
    opening, rest = drawing.split(">", 1)
    return f'{opening} xmlns="http://www.w3.org/2000/svg" width="640"><style>{style}</style>{rest}\n'

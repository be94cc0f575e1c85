"""The pictures in the rules of a game: its start and its examples, from rules, surfaces and the page's own style.

Each is an SVG file that needs nothing beside it; `make games` keeps them beside the rules, too, for the documentation.
"""

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from types import ModuleType
from typing import Any

from treppe import games, surfaces
from treppe.games.host import examples, facts, palette
from treppe_sim.material import start_stacks

from treppe_host.html import Html
from treppe_host.records.fields import markings_of, place_names
from treppe_host.web.drawing.explained import Marker, draw_supply
from treppe_host.web.drawing.ground import box, places_seen
from treppe_host.web.drawing.pieces import height_of
from treppe_host.web.drawing.projections import Projection, projection_of
from treppe_host.web.drawing.static_board import Box, draw_static_board

_STYLE = Path(__file__).parents[1] / "static" / "board.css"
_SANS = '"Liberation Sans", Arial, sans-serif'
_VIEW = "isometric"  # towers show their heights
_ROOM = 62  # around the fields of a part
_SEAM = 14  # between the board and what waits beside it
_TEAMS = "teams"


def start_picture(name: str, options: Mapping[str, Any]) -> str:
    """Return the start of a game, and below it what waits beside the board; raises `InvalidOption`."""
    state = games.start(name, dict(options))
    surface = surfaces.load(state.surface)
    projection = projection_of(surface, _VIEW)
    left, top, width, height = box(surface, projection)
    supply, room = draw_supply(facts.of(name).supply(state), (left, top + height + _SEAM, width), projection)
    return _standalone(_draw_state(state, f"{name}: start", supply, (left, top, width, height + room)))


def kept_start(name: str) -> str:
    """Return the picture that `make games` keeps of a game's usual start; empty for a game that has none."""
    folder = Path(str(games.load(name).__file__)).parent / "host"
    players = games.start(name, {}).players
    files = (folder / file for file in ("start.svg", f"start-{players}.svg"))
    return next((file.read_text("utf-8") for file in files if file.exists()), "")


@lru_cache
def example_picture(name: str, key: str) -> str:
    """Return an example of a game by its name; raises KeyError."""
    example = examples.of(name)[key]
    state = example.state(name)
    surface = surfaces.load(state.surface)
    projection = projection_of(surface, _VIEW)
    fields = {field_name: field for field, field_name in enumerate(_place_names(state)) if field_name}
    marker = Marker(fields, start_stacks(state), places_seen(surface, projection), projection)
    over = marker.rings(example.rings.split()) + "".join(marker.arrow(arrow) for arrow in example.arrows)
    heights = [height_of(stack, projection) for stack in start_stacks(state)]
    part = _part(surface, projection, [fields[corner] for corner in example.part.split()], heights)
    return _standalone(_draw_state(state, f"{name}: {key}", over, part))


def pictures(name: str) -> dict[str, str]:
    """Return all pictures of a game by the names of their files: its starts and its examples."""
    starts = {f"start{written}.svg": start_picture(name, options) for written, options in starts_of(name).items()}
    return starts | {f"example-{key}.svg": example_picture(name, key) for key in examples.of(name)}


@lru_cache
def starts_of(name: str) -> dict[str, dict[str, Any]]:
    """Return the options of the drawn starts, by the ends of their files' names: `-2`, `-4-teams`.

    Where the start is the same for any number of players there is one without options, and its file says nothing.
    """
    starts: dict[str, dict[str, Any]] = {f"-{count}": {"players": count} for count in facts.player_counts(name)}
    for option, value in getattr(games.load(name), "NEEDS", {}).items():
        if option == _TEAMS:
            starts[f"-{value[1]}-{option}"] = {option: True, value[0]: value[1]}
    return starts if len({_describe_start(name, options) for options in starts.values()}) > 1 else {"": {}}


def _describe_start(name: str, options: Mapping[str, Any]) -> str:
    state = games.start(name, dict(options))
    return str((start_stacks(state), facts.of(name).supply(state)))


def _draw_state(state: games.State, title: str, over: str, part: Box | None) -> Html:
    surface = surfaces.load(state.surface)
    projection = projection_of(surface, _VIEW)
    stacks = start_stacks(state)
    return draw_static_board(surface, _place_names(state), markings_of(state), title, stacks, projection, over, part)


def _place_names(state: games.State) -> tuple[str, ...]:
    return place_names(games.start(state.NAME, state.options))


def _part(surface: ModuleType, projection: Projection, corners: list[int], heights: Sequence[int]) -> Box | None:
    """Return the box around some fields and their towers, up to the frame with its coordinates where that is near."""
    if not corners:
        return None
    seen = places_seen(surface, projection)
    at_x, at_y = ([seen[corner][axis] for corner in corners] for axis in (0, 1))
    left, top, width, height = box(surface, projection)
    reach = 2 * _ROOM
    x0, x1 = min(at_x) - _ROOM, max(at_x) + _ROOM
    y0, y1 = min(at_y) - _ROOM, max(at_y) + _ROOM
    y0 = min([y0, *(y - heights[field] - _ROOM for field, (x, y) in seen.items() if x0 < x < x1 and y0 < y < y1)])
    x0, y0 = left if x0 < left + reach else x0, top if y0 < top + reach else y0
    x1, y1 = (left + width if x1 > left + width - reach else x1), (top + height if y1 > top + height - reach else y1)
    return round(x0), round(y0), round(x1 - x0), round(y1 - y0)


def _standalone(drawing: Html) -> str:
    """Return a drawing with the rules of the style that it needs."""
    style = palette.style_sheet() + _STYLE.read_text("utf-8").replace("var(--sans)", _SANS)
    used = set(re.findall(r"[\w-]+", " ".join(re.findall(r'class="([^"]*)"', drawing)))) | {"root"}
    rules = re.findall(r"^[^\n{]*\{[^}]*\}$|^[^\n]*\}$", re.sub(r"/\*.*?\*/", "", style, flags=re.S), re.M)
    needed = "\n".join(rule for rule in rules if not (names := _classes(rule)) or names & used)
    opening, rest = drawing.split(">", 1)
    return f'{opening} xmlns="http://www.w3.org/2000/svg" width="640"><style>{needed}</style>{rest}\n'


def _classes(rule: str) -> set[str]:
    return set(re.findall(r"\.([a-zA-Z][\w-]*)", rule.partition("{")[0]))

"""Addresses of the rules: `/rules`, `/rules/GAME?players=3`, and their pictures."""

import re
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from urllib.parse import parse_qsl

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import BaseRoute, Route
from treppe import games
from treppe.games import catalogue
from treppe.games.host import examples

from treppe_host.html import html
from treppe_host.web import assets, layout, texts
from treppe_host.web.drawing import rules_pictures
from treppe_host.web.rules.reading import options_in, read_rules, written

_EXAMPLE = "example-"
_DRAWN = re.compile("material(_[a-z]+)?|held-[a-zA-Z0-9]+")


def routes() -> list[BaseRoute]:
    """Return the routes of the rules' pages and of their pictures, for the application."""
    return [Route("/rules", _index), Route("/rules/{name}", _rules), Route("/rules/{name}/{file}.svg", _picture)]


async def _index(request: Request) -> HTMLResponse:
    words = layout.words_for(request)
    cards = [
        {
            "name": name,
            "title": title,
            "text": texts.game_words(words, name).summary,
            "for_whom": texts.for_whom(words, name),
        }
        for name, title in texts.titles().items()
    ]
    content = assets.part("game_parts", "rules", cards)
    return layout.page("games", words, words.PAGE["rules"], "rules", content=content)


async def _rules(request: Request) -> HTMLResponse:
    words, name = layout.words_for(request), request.path_params["name"]
    if name not in catalogue.names():
        raise HTTPException(404)
    options = options_in(name, dict(request.query_params))
    content = html('<div class="rules-page">{}</div>', read_rules(name, words, written(options), with_choice=True))
    title = f"{catalogue.title(name)} · {words.PAGE['rules']}"
    return layout.page("games", words, title, "rules", heading="", content=content)


async def _picture(request: Request) -> Response:
    """Answer with a picture: of the start with the options in the address, of an example, or from a file."""
    name, file = request.path_params["name"], request.path_params["file"]
    drawn = picture(name, file, dict(request.query_params)) if name in catalogue.names() else ""
    if not drawn:
        raise HTTPException(404)
    return Response(drawn, media_type="image/svg+xml")


def picture(name: str, file: str, query: Mapping[str, str]) -> str:
    """Return a picture of a game's rules as SVG, of a start with the options of an address; empty if there is none."""
    if file.startswith("start"):
        return _start_picture(name, written(options_in(name, query)))
    if file.startswith(_EXAMPLE) and file.removeprefix(_EXAMPLE) in examples.of(name):
        return str(rules_pictures.example_picture(name, file.removeprefix(_EXAMPLE)))
    path = Path(str(games.load(name).__file__)).parent / f"host/{file}.svg"
    return path.read_text("utf-8") if _DRAWN.fullmatch(file) and path.exists() else ""


@lru_cache(maxsize=64)
def _start_picture(name: str, query: str) -> str:
    options = options_in(name, dict(parse_qsl(query)))
    is_usual = options == games.start(name, {}).options
    return (is_usual and rules_pictures.kept_start(name)) or rules_pictures.start_picture(name, options)

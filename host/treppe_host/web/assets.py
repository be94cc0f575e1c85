"""Styles, scripts and templates of the page, for the server and for files that work without one."""

import json
import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, FunctionLoader, StrictUndefined
from starlette import staticfiles
from starlette.responses import Response
from treppe.panel.sounds import FIGURES

from treppe_host.html import Html, finished, html, joined, marked, placed, root
from treppe_host.web.drawing import lights
from treppe_host.web.security.asgi import Message
from treppe_host.web.texts import colour_letters
from treppe_host.web.texts.en import Texts

FOLDERS = [Path(__file__).parent / "static"]
"""Where the files of pages lie; annexes with pages append theirs before they serve one."""
STYLES = ("palette", "page", "board")
SCRIPTS = ("page_input", "server")
"""The modules that end each page of the server: its own ones hear of changes before the stream brings the first."""

_IMPORT = re.compile(r'^import \{ ([\w, ]+) \} from "\./(\w+)\.js";\n', re.MULTILINE)
_COMMENT = re.compile(r"^ */\*.*?\*/\n", re.MULTILINE | re.DOTALL)
_EXPORT = re.compile(r"^export \{ ([\w, ]+) \};\n", re.MULTILINE)
_FOR_EVER = "public, max-age=31536000, immutable"


@cache
def version() -> str:
    """Return a part of the files' addresses, so that browsers never mix two versions."""
    return str(max(int(file.stat().st_mtime) for folder in FOLDERS for file in folder.iterdir()))


def find_asset(name: str) -> Path | None:
    """Return where a file of the page lies, None if there is none of this name."""
    return next((folder / name for folder in FOLDERS if (folder / name).exists()), None)


def read_asset(name: str) -> str:
    """Return the text of a file of the page; raise FileNotFoundError."""
    return (find_asset(name) or Path(name)).read_text("utf-8")


@cache
def _templates(_: str) -> Environment:
    """Return the templates for a root of the pages' addresses."""
    load = FunctionLoader(lambda name: placed(read_asset(f"{name}.html")))
    return Environment(
        loader=load, autoescape=True, undefined=StrictUndefined, finalize=marked, trim_blocks=True, lstrip_blocks=True
    )


def fill(name: str, words: Texts, **parts: Any) -> Html:
    """Fill a template with the page's words, by name and as `words`, and with parts; escape what is not Html."""
    return finished(_templates(root()).get_template(name).render(words.PAGE, words=words, **parts))


def part(template: str, macro: str, *values: object) -> Html:
    """Return a small part of a page: what a template's macro makes of values."""
    made: str = getattr(_templates(root()).get_template(template).module, macro)(*values)
    return finished(made)


def style_links(names: Iterable[str]) -> Html:
    """Return links to the style sheets that there are of these names."""
    return joined(
        html('<link rel="stylesheet" href="~/static/{}/{}.css">', version(), name)
        for name in names
        if find_asset(f"{name}.css")
    )


def script_tags(names: Iterable[str]) -> Html:
    """Return elements that load the modules that there are of these names, at once with all that they import."""
    found = tuple(name for name in names if find_asset(f"{name}.js"))
    imported = [name for name in _with_imported(found) if name not in found]
    return joined(
        [
            *(html('<link rel="modulepreload" href="~/static/{}/{}.js">', version(), name) for name in imported),
            *(html('<script type="module" src="~/static/{}/{}.js"></script>', version(), name) for name in found),
        ]
    )


@cache
def _with_imported(names: tuple[str, ...]) -> tuple[str, ...]:
    """Return modules and all that they import, each once, behind those that it imports itself."""
    found: dict[str, None] = {}
    for name in names:
        imported = tuple(other for _, other in _IMPORT.findall(read_asset(f"{name}.js")))
        found |= dict.fromkeys((*_with_imported(imported), name))
    return tuple(found)


def bundle(*names: str) -> str:
    """Return modules, and those that they import, as one script: each is a function that returns what it exports.

    A module imports and exports in lines of the form `import { a, b } from "./name.js";` and `export { a, b };`.
    """
    return "".join(_as_function(name) for name in _with_imported(names))


def _as_function(name: str) -> str:
    text = _COMMENT.sub("", read_asset(f"{name}.js"))
    text = _IMPORT.sub(lambda found: f"const {{ {found[1].replace(' as ', ': ')} }} = module_{found[2]};\n", text)
    body = _EXPORT.sub(r"return { \1 };\n", text)
    return f"const module_{name} = (() => {{\n{body}}})();\n"


def in_script(value: Any) -> str:
    """Return a value as JSON in a script element; no text in it can end the element."""
    return json.dumps(value).replace("<", "\\u003c")


def settings(words: Texts) -> dict[str, Any]:
    """Return what the scripts read: where the pages lie, looks of lamps, their words, sounds."""
    return {
        "root": root(),
        "looks": lights.looks(),
        "roles": words.ROLES,
        "letters": colour_letters(words.LANGUAGE),
        "sounds": FIGURES,
    }


def escaped(update: dict[str, Any]) -> dict[str, Any]:
    """Return a change of the page with everything escaped that is not Html."""
    kinds = {"html", "rows"} & set(update)
    return update | {kind: {place: html("{}", text) for place, text in update[kind].items()} for kind in kinds}


class StaticFiles(staticfiles.StaticFiles):
    """The page's files, as `/VERSION/NAME` for ever, as `/NAME` until they change."""

    def __init__(self) -> None:
        super().__init__()
        self.all_directories = list(FOLDERS)

    async def get_response(self, path: str, scope: Message) -> Response:
        first, _, name = path.partition("/")
        if first != version():
            return await super().get_response(path, scope)
        answer = await super().get_response(name, scope)
        answer.headers["cache-control"] = _FOR_EVER
        return answer

"""Styles, scripts and templates of the page, for the server and for files that work without one."""

import json
import re
from collections.abc import Iterable
from pathlib import Path
from string import Template
from typing import Any

from starlette import staticfiles
from starlette.responses import Response
from treppe.table.show.sounds import FIGURES

from treppe_host.html import Html, escape, html, joined, placed, root, trusted
from treppe_host.web import assets
from treppe_host.web.drawing import lights
from treppe_host.web.security.asgi import Message
from treppe_host.web.texts import colour_letters
from treppe_host.web.texts.en import Texts

FOLDER = Path(__file__).parent / "static"
STYLES = ("palette", "page", "board")
SCRIPTS = ("page_input", "server")
"""The modules that end each page of the server: its own ones hear of changes before the stream brings the first."""

VERSION = str(max(int(file.stat().st_mtime) for file in FOLDER.iterdir()))
"""A part of the files' addresses, so that browsers never mix two versions."""

_IMPORT = re.compile(r'^import \{ ([\w, ]+) \} from "\./(\w+)\.js";\n', re.MULTILINE)
_COMMENT = re.compile(r"^ */\*.*?\*/\n", re.MULTILINE | re.DOTALL)
_EXPORT = re.compile(r"^export \{ ([\w, ]+) \};\n", re.MULTILINE)
_FOR_EVER = "public, max-age=31536000, immutable"


def read(name: str) -> str:
    """Return the text of a file of the page."""
    return (FOLDER / name).read_text("utf-8")


def fill(name: str, words: Texts, **parts: str) -> Html:
    """Fill a template with words and parts; escape what is not Html."""
    skeleton = Template(placed(read(f"{name}.html")))
    return trusted(skeleton.substitute({key: escape(text) for key, text in (words.PAGE | parts).items()}))


def style_links(names: Iterable[str]) -> Html:
    """Return links to the style sheets that there are of these names."""
    return joined(
        html('<link rel="stylesheet" href="~/static/{}/{}.css">', VERSION, name)
        for name in names
        if (FOLDER / f"{name}.css").exists()
    )


def script_tags(names: Iterable[str]) -> Html:
    """Return elements that load the modules that there are of these names."""
    return joined(
        html('<script type="module" src="~/static/{}/{}.js"></script>', VERSION, name)
        for name in names
        if (FOLDER / f"{name}.js").exists()
    )


def bundle(*names: str) -> str:
    """Return modules, and those that they import, as one script: each is a function that returns what it exports.

    A module imports and exports in lines of the form `import { a, b } from "./name.js";` and `export { a, b };`.
    """
    parts: dict[str, str] = {}
    for name in names:
        _add(parts, name)
    return "".join(parts.values())


def _add(parts: dict[str, str], name: str) -> None:
    if name in parts:
        return
    text = read(f"{name}.js")
    for found in _IMPORT.finditer(text):
        _add(parts, found[2])
    text = _COMMENT.sub("", text)
    text = _IMPORT.sub(lambda found: f"const {{ {found[1].replace(' as ', ': ')} }} = module_{found[2]};\n", text)
    body = _EXPORT.sub(r"return { \1 };\n", text)
    parts[name] = f"const module_{name} = (() => {{\n{body}}})();\n"


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
    parts: dict[str, Any] = {}
    if "html" in update:
        parts["html"] = {place: html("{}", text) for place, text in update["html"].items()}
    if "fields" in update:
        parts["fields"] = {field: (escape(drawing), *facts) for field, (drawing, *facts) in update["fields"].items()}
    return update | parts


class StaticFiles(staticfiles.StaticFiles):
    """The page's files, as `/VERSION/NAME` for ever, as `/NAME` until they change."""

    def __init__(self) -> None:
        super().__init__(directory=assets.FOLDER)

    async def get_response(self, path: str, scope: Message) -> Response:
        """Return a file; see starlette."""
        version, _, name = path.partition("/")
        if version != assets.VERSION:
            return await super().get_response(path, scope)
        answer = await super().get_response(name, scope)
        answer.headers["cache-control"] = _FOR_EVER
        return answer

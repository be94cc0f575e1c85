"""Styles, scripts and templates of the page, for the server and for files that work without one."""

import json
from pathlib import Path
from string import Template
from types import ModuleType
from typing import Any

from treppe.table.show.sounds import FIGURES

from treppe_host.html import Html, escape, trusted
from treppe_host.web.drawing import lights

FOLDER = Path(__file__).parent / "static"
STYLES = ("palette", "page", "board")
SCRIPTS = ("lamps", "sounds", "new_game", "records", "page", "page_input")


def read(name: str) -> str:
    """Return the text of a file of the page."""
    return (FOLDER / name).read_text("utf-8")


def fill(name: str, words: ModuleType, **parts: str) -> Html:
    """Fill a template with words and parts; escape what is not Html."""
    skeleton = Template(read(f"{name}.html"))
    return trusted(skeleton.substitute({key: escape(text) for key, text in (words.PAGE | parts).items()}))


def in_script(value: Any) -> str:
    """Return a value as JavaScript; no text in it can end the script element."""
    return json.dumps(value).replace("<", "\\u003c")


def settings(words: ModuleType) -> str:
    """Return the script with the page's data: looks of lamps, words, sounds, language."""
    return (
        f"lamps.looks = {in_script(lights.looks())}; treppe.words = {in_script(words.ROLES)}; "
        f"sounds.figures = {in_script(FIGURES)}; document.documentElement.lang = {in_script(words.LANGUAGE)}"
    )


def escaped(update: dict[str, Any]) -> dict[str, Any]:
    """Return a change of the page with everything escaped that is not Html."""
    places = {place: escape(text) for place, text in update.get("html", {}).items()}
    fields = {field: (escape(drawing), *facts) for field, (drawing, *facts) in update.get("fields", {}).items()}
    return update | {"html": places, "fields": fields}

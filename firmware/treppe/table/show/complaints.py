"""Words for refusals and faults.

Each is a code of codes.toml with its values; `texts/complaints_XX` is made of the display's words there.
"""

from typing import TYPE_CHECKING

from treppe.table import texts
from treppe.table.show.wording import place, spelt_place

if TYPE_CHECKING:
    from treppe.table.types import Told
    from treppe.table.view import View


def said(view: "View", told: "Told") -> str:
    """Return the display's words for a code; a field has the name that the game gives it."""
    field = told.get("field")
    if view.course and field in view.surface.NAMES:
        told = dict(told)
        told["field"] = spelt_place(view.texts, place(view, view.surface.NAMES.index(field)))
    if "rule" in told:
        own = texts.Texts(texts.own(view.language, view.course.name, "REFUSALS")).get(told["rule"])
        return own or shown({"code": "not_here"}, view.language)
    return shown(told, view.language)


def shown(told: "Told", language: str) -> str:
    """Return a code in few words of a language; the code itself if there are none."""
    code: str = told["code"]
    text = texts.load(language, "complaints").get(code)
    if text is None:
        return code
    values = dict(told)
    if "why" in values:
        values["why"] = shown(values["why"], language)
    if "surface" in values:
        values["surface"] = texts.load(language).get("surface " + values["surface"])
    return text.format(**values)

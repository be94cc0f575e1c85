"""Words for refusals and faults.

Each is a code of codes.toml with its values; `texts/diagnostics_XX` is made of the display's words there.
"""

from typing import TYPE_CHECKING

from treppe import texts
from treppe.panel.wording import place, spelt_place

if TYPE_CHECKING:
    from treppe.panel.view import View
    from treppe.types import Diagnostic


def render(view: "View", diagnostic: "Diagnostic") -> str:
    """Return the display's words for a code; a field has the name that the game gives it."""
    field = diagnostic.get("field")
    if view.game_record and field in view.surface.NAMES:
        diagnostic = dict(diagnostic)
        diagnostic["field"] = spelt_place(view.texts, place(view, view.surface.NAMES.index(field)))
    if "rule" in diagnostic:
        own = texts.Texts(texts.own(view.language, view.game_record.name, "REFUSALS")).get(diagnostic["rule"])
        return own or shown({"code": "not_here"}, view.language)
    return shown(diagnostic, view.language)


def shown(diagnostic: "Diagnostic", language: str) -> str:
    """Return a code in few words of a language; the code itself if there are none."""
    code: str = diagnostic["code"]
    text = texts.load(language, "diagnostics").get(code)
    if text is None:
        return code
    values = dict(diagnostic)
    if "why" in values:
        values["why"] = shown(values["why"], language)
    if "surface" in values:
        values["surface"] = texts.load(language).get("surface " + values["surface"])
    if "piece" in values:
        values["piece"] = texts.load(language)["piece " + str(values["piece"])]
    return text.format(**values)

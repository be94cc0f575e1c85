"""Words for refusals and faults, and their records in the journal.

Each is a code of protocol.toml with its values; `texts/complaints_XX` has the display's words.
"""

from typing import TYPE_CHECKING

from treppe.events import FAULT
from treppe.games import refusal
from treppe.table import texts
from treppe.table.show.wording import place, spelt_place

if TYPE_CHECKING:
    from treppe.table.hands.evidence import Evidence
    from treppe.table.state import TableState
    from treppe.table.types import Told


def said(state: "TableState", told: "Told") -> str:
    """Return the display's words for a code; a field has the name that the game gives it."""
    field = told.get("field")
    if state.course and field in state.surface.NAMES:
        told = dict(told)
        told["field"] = spelt_place(state.texts, place(state, state.surface.NAMES.index(field)))
    if "rule" in told:
        own = texts.Texts(texts.own(state.language, state.course.name, "REFUSALS")).get(told["rule"])
        return own or shown({"code": "not_here"}, state.language)
    return shown(told, state.language)


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


def why_refused(evidence: "Evidence") -> "Told":
    """Return why one piece cannot go where it has been put, or be lifted, as a code; empty if more is different."""
    position, changes = evidence.position.know(), evidence.changes()
    lifted = [field for field, change in changes.items() if change < 0]
    put = [field for field, change in changes.items() if change > 0]
    if len(put) > 1 or len(lifted) > 1 or not changes or position.wanted:
        return {}

    start = lifted[0] if lifted else refusal.BEYOND
    state, firsts, lasts = position.recall(), position.firsts, position.lasts
    return refusal.find(state, firsts, lasts, start, put[0]) if put else refusal.of_lift(state, firsts, lasts, start)


def record_faults(state: "TableState", known: "list[Told]") -> None:
    """Record the faults that are new."""
    for fault in state.faults:
        if fault not in known:
            state.journal.append({"k": FAULT, "told": fault})


def record_sag(state: "TableState") -> None:
    """Record that the supply sags."""
    state.journal.append({"k": FAULT, "told": supply_fault(state)})


def supply_fault(state: "TableState") -> "Told":
    """Tell that the supply sags."""
    return {"code": "supply_sags", "mv": state.sag_mv}

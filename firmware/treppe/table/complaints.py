"""What is wrong, or lasts, told once: to people in their language, in the journal as it is. Loaded when needed.

Faults and refusals are worded in English where they arise, with all that a host can use. A display says less: each is
known by a phrase of it, in `texts_faults_XX` and `texts_refusals_XX`.
"""

from treppe.events import FAULT
from treppe.runtime import const
from treppe.table import texts
from treppe.table.state import TableState

TYPE_CHECKING = const(False)  # see games/state.py
if TYPE_CHECKING:
    pass


def said(state: TableState, text: str) -> str:
    """Return what the display says of a complaint; the complaint itself if it is not known."""
    return shown(text, state.language)


def shown(text: str, language: str) -> str:
    """Return a complaint in few words of a language; the complaint itself if it is not known."""
    for part in ("faults", "refusals"):
        known = texts.load(language, part)
        phrase = ""
        for key in known:
            if key in text and len(key) > len(phrase):
                phrase = key
        if phrase:
            return _place(known, text.split()) + known[phrase]
    return text


def _place(known: texts.Texts, words: list[str]) -> str:
    """Name the part that a complaint begins with, if there are several of its kind."""
    part = known.get("part " + words[0])
    return part + " " + words[1].rstrip(":") + ": " if part else ""


def record_faults(state: TableState, known: list[str]) -> None:
    """Record the faults that are new."""
    for fault in state.faults:
        if fault not in known:
            state.journal.append({"k": FAULT, "text": fault})


def record_sag(state: TableState) -> None:
    """Record that the supply sags."""
    state.journal.append({"k": FAULT, "text": supply_fault(state)})


def supply_fault(state: TableState) -> str:
    """Say to a host that the supply sags."""
    return f"supply: {state.sag_mv} mV: the lamps are dimmed"

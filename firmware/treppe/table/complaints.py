"""What is wrong, or lasts, told once: to people in their language, in the journal as it is. Loaded when needed.

Faults and refusals are worded in English where they arise, with all that a host can use. A display says less: each is
known by a phrase of it, in `texts_faults_XX` and `texts_refusals_XX`.
"""

from treppe.events import FAULT
from treppe.sensing import FAULTY
from treppe.table import texts
from treppe.table.show import roles


def said(session, text: str) -> str:
    """Return what the display says of a complaint; the complaint itself if it is not known."""
    return shown(text, session.language)


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


def _place(known, words):
    """Name the part that a complaint begins with, if there are several of its kind."""
    part = known.get("part " + words[0])
    return part + " " + words[1].rstrip(":") + ": " if part else ""


def report_faults(session):
    """Sensors have turned faulty, or have come back: ask about their fields, and record what is new."""
    known, session.faults = session.faults, list(session.sensing.faults)
    session.doubt("note_faults")
    name_fault(session)
    session.tell()
    for fault in session.faults:
        if fault not in known:
            session.journal.append({"k": FAULT, "text": fault})


def name_fault(session):
    """Find out what the display says of the last fault."""
    session.fault = said(session, session.faults[-1]) if session.faults else ""


def show_tests(session, out):
    """Show by lamps what the self-test has found: what works shines, and what is broken flashes.

    A display says it, too; then they shine only if one of them is to be looked for.
    """
    lamps_are_good = all([state == "good" for part, state, _ in session.tests if part == "lamps"])
    if session.has_display and lamps_are_good:
        return
    for field in range(len(out)):
        out[field] = roles.WRONG if session.activity[field] == FAULTY else roles.MAY_GO


def report_supply(session):
    """The supply has begun to sag, or is good again: say so. Once after the power has come it is recorded, too."""
    session.shown_sag_mv = session.sag_mv
    session.tell()
    if session.sag_mv and not session.has_sagged:
        session.has_sagged = True
        session.journal.append({"k": FAULT, "text": supply_fault(session)})


def supply_fault(session) -> str:
    """Say to a host that the supply sags."""
    return f"supply: {session.sag_mv} mV: the lamps are dimmed"


def tell_thinking(session):
    """Say in the place of the display's title that the board thinks.

    What else it shows is left as it is: to find that out anew would disturb the thought.
    """
    shown = dict(session.display)
    shown["thinking"] = True
    if shown["head"]:
        shown["lines"] = [session.texts["thinking"]] + shown["lines"][1:]
    session.display = shown
    session.display_version += 1

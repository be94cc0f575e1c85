"""Power, cable and faults of a simulated board."""

from treppe_sim.faults import names_for

from treppe_host.html import Html, options
from treppe_host.web.board.seen import Content, Seen
from treppe_host.web.connections.simulated_board import SimulatedConnection
from treppe_host.web.texts.en import Texts


def show(seen: Seen) -> Content:
    """Show what people may switch, pull and break."""
    if not (simulated := seen.simulated):
        return {}
    words = seen.words
    return {
        "html": {
            "power": words.PAGE["power"] if simulated.is_powered else words.POWER_ON,
            "cable": words.PAGE["cable"] if simulated.is_plugged else words.CABLE_ON,
            "fault": _fault_choices(words, simulated),
            "broken": _broken_faults(words, simulated),
        }
    }


def _fault_choices(words: Texts, connection: SimulatedConnection) -> Html:
    """Return the possible faults of the board's surface as options of a list; the last one mends all."""
    found = [("none", words.FAULTS["choose"])]
    found += [(name, words.FAULTS[name]) for name in names_for(connection.simulation.surface)]
    if connection.broken:
        found.append(("", words.FAULTS["whole"]))
    return options(found)


def _broken_faults(words: Texts, connection: SimulatedConnection) -> str:
    """Return the present faults in words."""
    names = [part.split(":")[0].replace("-", " ") for part in connection.broken]
    return ", ".join(words.FAULTS[name] for name in names)

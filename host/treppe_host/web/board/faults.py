"""The faults of a simulated board, as a list beside it; see treppe_sim.faults."""

from treppe_sim.faults import names_for

from treppe_host.html import Html, options
from treppe_host.web.connections.simulated_board import SimulatedConnection
from treppe_host.web.texts.en import Texts


def choices(words: Texts, connection: SimulatedConnection) -> Html:
    """Return the possible faults of the board's surface as options of a list; the last one mends all."""
    found = [("none", words.FAULTS["choose"])]
    found += [(name, words.FAULTS[name]) for name in names_for(connection.simulation.surface)]
    if connection.broken:
        found.append(("", words.FAULTS["whole"]))
    return options(found)


def broken(words: Texts, connection: SimulatedConnection) -> str:
    """Return the present faults in words."""
    names = [part.split(":")[0].replace("-", " ") for part in connection.broken]
    return ", ".join(words.FAULTS[name] for name in names)

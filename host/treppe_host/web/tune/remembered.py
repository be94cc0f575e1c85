"""What the games on a board have shown of its fields, as findings of the doctor."""

from types import ModuleType
from typing import TYPE_CHECKING

from treppe_host.deploy.finding import Finding, declining, declining_reed, rising_otherwise, tried_reeds
from treppe_host.tune.health import declines
from treppe_host.tune.lessons import contradicted, learn, made_at
from treppe_host.tune.reed_health import learn_reeds, tried_in

if TYPE_CHECKING:
    from treppe_host.store.store import Store


def remembered(store: "Store", board: str, surface: ModuleType) -> list[Finding]:
    """Return the fields of a board that do worse than they did, by what the store has of its games."""
    if surface.SENSOR == "reed":
        measured = store.measurements(board, surface.NAME)
        games, tried = tried_in(measured)
        missing = [name for field, name in enumerate(surface.NAMES) if field not in tried]
        reeds = learn_reeds(surface.FIELDS, measured).declines()
        found = [tried_reeds(missing, games)] if games else []
        return found + [
            declining_reed(surface.NAMES[reed.field], reed.sign, reed.before_percent, reed.now_percent, reed.games)
            for reed in reeds
        ]
    learner = learn(store, board, surface)
    cells = declines(learner, surface) if learner else []
    earlier, odd = contradicted(store, board, surface) or (None, {})
    found = [rising_otherwise(name, percent, made_at(earlier)) for name, percent in odd.items()]
    return found + [declining(surface.NAMES[cell.field], cell.before, cell.now, cell.games) for cell in cells]

"""Why a program takes an action for the best: a code with its value, as far as search or game know."""

from importlib import import_module
from importlib.util import find_spec
from typing import Any

from treppe.games import State
from treppe_host.company.process import Thoughts

SURE = 0.9999


def why(state: State, thoughts: Thoughts) -> dict[str, Any] | None:
    """Return why what was found for a position is the best there, as a code that begins with `why_`, or None.

    What the search is sure of comes first; then what the game's own `host/reasons.py`, if it has one, sees in it.
    """
    found = _sure(thoughts)
    if found:
        return {"code": found}
    name = f"treppe.games.{state.NAME}.host.reasons"
    if find_spec(name) is None:
        return None
    action, after = state.action(thoughts.word), state.clone()
    after.apply_action(action)
    known: dict[str, Any] | None = import_module(name).why(state, action, after)
    return known


def _sure(thoughts: Thoughts) -> str:
    best, others = thoughts.best[0].chance, [thought.chance for thought in thoughts.best[1:]]
    if best > SURE:
        return "why_wins"
    if not others:
        return "why_only"
    return "why_saves" if best > 1 - SURE > max(others) else ""

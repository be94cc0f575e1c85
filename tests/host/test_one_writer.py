"""The state of the table is written where it stands: the session writes its own, and everybody else only reads it.

Whoever wants something else calls a method of the owner, so a stranger finds all that can change an attribute in the
file of its class. Read from the code itself.
"""

import ast
from pathlib import Path

import pytest
from fakes_table import Table
from treppe.surfaces import load

TREPPE = Path(__file__).parents[2] / "firmware/treppe"
ROOMS = ("tracking", "play", "panel")
FILES = sorted(path for room in ROOMS for path in (TREPPE / room).rglob("*.py"))

PLAY = {"play/messages.py", "play/session.py"}

# Names under which the table's code holds the objects, and the files that may write to them.
OWNERS = {
    "session": {"panel/console.py", "play/session.py"},
    "view": {"panel/view.py"},
    "state": {"tracking/position.py", "tracking/look_further.py"},
    "observed": {"tracking/observed.py", "play/session.py"},
    "pending": {"play/pending.py", "play/session.py"},
    "messages": {"panel/console.py", "panel/warnings.py", *PLAY, "table.py"},
    "guidance": {"tracking/guidance.py", "play/session.py"},
    "position": {"tracking/position.py"},
    "verdict": {"tracking/verdict.py"},
    "game_record": {"play/game_record.py", "play/opening.py"},
    "table": {"panel/console.py", "table.py"},
    "recovery": {"tracking/recovery.py"},
}


# What explains hands may write to: explanations that it makes, and states that stand for a position.
OWN = {"", "self", "hypothesis", "earlier", "later", "doubtful", "older", "scratch", "state", "position"}

# What lamps, display and buzzer show is made here.
SHOWING = ("diagnostics", "display", "lamps", "result", "sounds", "targets", "wording")


def owner_of(target: ast.expr) -> str:
    """Return the name of the object to which an attribute is written, `x` for `x.y = ` and for `self.x.y = `."""
    if isinstance(target, ast.Subscript):
        target = target.value
    if not isinstance(target, ast.Attribute):
        return ""
    value = target.value
    name = value.attr if isinstance(value, ast.Attribute) else value.id if isinstance(value, ast.Name) else ""
    return name.lstrip("_")


def written(source: str) -> list[tuple[str, int]]:
    """Return the names of the objects that some code writes to, with its lines."""
    found = []
    for node in ast.walk(ast.parse(source)):
        targets: list[ast.expr] = []
        if isinstance(node, ast.Assign):
            targets = node.targets
        elif isinstance(node, ast.AugAssign | ast.AnnAssign):
            targets = [node.target]
        elif isinstance(node, ast.Delete):
            targets = node.targets
        for target in targets:
            for part in target.elts if isinstance(target, ast.Tuple) else [target]:
                found.append((owner_of(part), node.lineno))
    return found


def test_only_owners_write() -> None:
    for path in [TREPPE / "table.py", *FILES]:
        place = path.relative_to(TREPPE).as_posix()
        for name, line in written(path.read_text("utf-8")):
            assert name not in OWNERS or place in OWNERS[name], f"{place}:{line} writes to {name}"


def test_what_explains_hands_writes_to_nothing_outside_itself() -> None:
    for path in sorted((TREPPE / "tracking").glob("*.py")):
        if path.name not in ("observed.py", "guidance.py"):
            for name, line in written(path.read_text("utf-8")):
                assert name in OWN, f"{path.name}:{line} writes to {name}"


def test_a_writer_is_found() -> None:
    assert written("session.stage, x = 1, 2") == [("session", 1), ("", 1)]
    assert written("self._table.session.notice += 'a'") == [("session", 1)]
    assert written("del observed.recent[0]") == [("observed", 1)]


def test_what_shows_asks_the_view_and_changes_nothing_through_it() -> None:
    for path in [TREPPE / f"panel/{name}.py" for name in SHOWING]:
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            is_call = isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)
            if is_call and isinstance(node.func.value, ast.Attribute):
                assert node.func.value.attr not in ("messages", "pending"), f"{path.name}:{node.lineno} acts"


def test_a_view_cannot_be_set() -> None:
    view = Table(load("reed12")).table.view
    for name in ("stage", "game_record", "pending", "texts", "language"):
        with pytest.raises(AttributeError):
            setattr(view, name, None)

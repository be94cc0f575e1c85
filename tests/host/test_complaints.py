"""Whatever the firmware refuses, or finds broken, its display can say in every language."""

import ast
from pathlib import Path

import pytest
from treppe.table import complaints, texts
from treppe_sim import faults
from treppe_sim.in_process import InProcessBoard

FIRMWARE = Path(__file__).parents[2] / "firmware"
REFUSES = ("CommandError", "CalibrationError", "UnsupportedPieces", "InvalidOption", "InvalidSettings", "JournalFull")


def is_known(text: str) -> bool:
    return all(complaints.shown(text, language) != text for language in texts.LANGUAGES)


def worded(node: ast.expr) -> str:
    """Return a text as it is written, with `#` where a value will stand; empty if it is none."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    if isinstance(node, ast.JoinedStr):
        return "".join(part.value if isinstance(part, ast.Constant) else "#" for part in node.values)
    return worded(node.body) if isinstance(node, ast.IfExp) else ""


def refusals() -> list[str]:
    found = []
    for path in sorted(FIRMWARE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call) and node.exc.args:
                name = ast.unparse(node.exc.func).rpartition(".")[2]
                text = worded(node.exc.args[0]).replace("no game #", "no game 'x'")
                if name in REFUSES and text:
                    found.append(text)
    return found


def test_every_refusal_is_said_in_every_language() -> None:
    found = refusals()
    assert len(found) > 30
    unknown = [text for text in found if not is_known(text)]
    assert not unknown


@pytest.mark.parametrize("part", ["faults", "refusals"])
def test_what_the_display_can_say_still_arises_somewhere(part: str) -> None:
    written = "".join(
        path.read_text()
        for path in FIRMWARE.rglob("*.py")
        if path.name != "complaints.py" and path.parent.name != "texts"
    )
    for phrase in texts.load("en", part):
        assert phrase.removeprefix("part ").rstrip("'").strip() in written, phrase


@pytest.mark.parametrize(("surface", "places"), [("reed12", (0, 7)), ("square7", (0, 3))])
def test_every_fault_is_said_in_every_language(surface: str, places: tuple[int, ...]) -> None:
    found: set[str] = set()
    for name in faults.NAMES:
        for place in places:
            board = InProcessBoard(surface)
            if (name, surface) == ("chattering reed", "reed12"):  # it does so below a piece
                board.world.arrange([["S0"] if field == place else [] for field in range(144)], {})
            try:
                faults.break_part(board.world, name, place)
            except faults.NoSuchFault:
                continue
            for is_empty in (False, True):
                board.table.command("self_test", {"empty": is_empty})
                board.run_until(lambda: bool(board.session.tests), 10_000)  # noqa: B023 - called at once
                found |= {f"{part}: {text}" for part, state, text in board.session.tests if state != "good"}
                board.session.take_tests([])
            found |= set(board.session.faults)
    assert len(found) > 3
    assert not [text for text in found if not is_known(text)]

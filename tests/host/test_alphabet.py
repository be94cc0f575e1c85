"""What board, host and simulation share stands in `treppe/alphabet`, each constant once."""

import ast
import re
from pathlib import Path

from sources import host_files, nodes_of
from treppe.alphabet import buttons, image

ROOT = Path(__file__).parents[2]
SHARED = {
    "BALL": image.BALL,
    "LEVEL": image.LEVEL,
    "BEYOND": image.BEYOND,
    "BRICK_CG": image.BRICK_CG,
    "BALL_CG": image.BALL_CG,
    "END": buttons.END,
    "BUTTONS": buttons.NAMES,
}
"""The values by the names under which code had them before it imported them."""
_SET = re.compile(rf"(?<!\w)_*({'|'.join(SHARED)})\s*=")  # to read all of the house as trees takes seconds


def again(path: Path) -> list[str]:
    """Return the names that a file gives to a shared constant once more."""
    found = []
    for node in nodes_of(path) if _SET.search(path.read_text("utf-8")) else ():
        if not isinstance(node, ast.Assign):
            continue
        for target in node.targets:
            name = target.id.lstrip("_") if isinstance(target, ast.Name) else ""
            value = node.value.args[0] if isinstance(node.value, ast.Call) and node.value.args else node.value
            try:
                is_same = name in SHARED and ast.literal_eval(value) == SHARED[name]
            except ValueError:
                is_same = False
            found += [name] if is_same else []
    return found


def test_no_file_has_a_constant_of_the_alphabet_once_more() -> None:
    files = {
        *(ROOT / "host/treppe_sim").rglob("*.py"),
        *(ROOT / "firmware").rglob("*.py"),
        *host_files().values(),
        *(ROOT / "tests").rglob("*.py"),
    }
    files = {path for path in files if path.parent.name != "alphabet"}
    assert len(files) > 900
    assert {str(path.relative_to(ROOT)): names for path in files if (names := again(path))} == {}


def test_a_field_beyond_the_surface_has_its_name_in_the_rules() -> None:
    """What hands move from or to no field is BEYOND there, not a number."""
    for path in (ROOT / "firmware/treppe/games").glob("*/*.py"):
        for node in nodes_of(path):
            if isinstance(node, ast.FunctionDef) and node.name in ("endpoints", "hand_moves", "why_not"):
                masks = {
                    operand for each in ast.walk(node) if isinstance(each, ast.BinOp) for operand in ast.walk(each)
                }
                plain = [
                    each.lineno
                    for each in ast.walk(node)
                    if isinstance(each, ast.Constant) and each.value == image.BEYOND and each not in masks
                ]
                assert not plain, f"{path}: 255 in lines {plain}"

"""The arrows of the house go one way; read from the imports themselves."""

import ast
from pathlib import Path

ROOT = Path(__file__).parents[2]
FIRMWARE = ROOT / "firmware"

# What a room may import besides itself, by the longest matching prefix of its path.
BUILT_IN = {"array", "binascii", "gc", "json", "struct"}
ALLOWED = {
    "treppe": BUILT_IN,
    "treppe/runtime.py": {"micropython", "sys"},
    "treppe/games": BUILT_IN | {"treppe.runtime"},
    "treppe/surfaces": BUILT_IN | {"treppe.runtime"},
    "treppe/sensing": BUILT_IN | {"treppe.runtime", "treppe.surfaces"},
    "treppe/events.py": set(),
    "treppe/fold.py": {"treppe.events"},
    "treppe/link": BUILT_IN | {"treppe.runtime", "treppe.events"},
    "treppe/table": BUILT_IN
    | {"treppe.runtime", "treppe.events", "treppe.fold", "treppe.games", "treppe.surfaces", "treppe.sensing"},
}


def imported(path: Path) -> set[str]:
    names = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import"
            # `from treppe import games` means treppe.games.
            names |= {f"treppe.{alias.name}" for alias in node.names} if node.module == "treppe" else {node.module}
    return names - {"treppe.VERSION"}


def room_of(path: Path) -> str:
    relative = path.relative_to(FIRMWARE).as_posix()
    return max((room for room in ALLOWED if relative.startswith(room)), key=len)


def test_pure_firmware_knows_no_pins_no_clock_no_files_no_host():
    files = sorted((FIRMWARE / "treppe").rglob("*.py"))
    assert len(files) > 10
    for path in files:
        room = room_of(path)
        own = "treppe." + room.removeprefix("treppe/").replace("/", ".")
        for name in imported(path):
            allowed = ALLOWED[room] | {own}
            assert any(name == item or name.startswith(item + ".") for item in allowed), f"{path} imports {name}"


def test_only_runtime_imports_micropython():
    for path in FIRMWARE.rglob("treppe/**/*.py"):
        assert path.name == "runtime.py" or "micropython" not in imported(path), path


def test_firmware_never_imports_the_host():
    for path in FIRMWARE.rglob("*.py"):
        assert not {name.split(".")[0] for name in imported(path)} & {"treppe_host", "treppe_sim"}, path


def test_pure_firmware_never_imports_drivers_or_main():
    for path in (FIRMWARE / "treppe").rglob("*.py"):
        assert not {name.split(".")[0] for name in imported(path)} & {"drivers", "main", "settings"}, path


def test_only_hardware_tools_know_hardware_tools():
    """What draws and checks boards stays in the checkout; what is installed must not need it."""
    for folder in ("firmware", "host"):
        for path in (ROOT / folder).rglob("*.py"):
            assert "hardware" not in {name.split(".")[0] for name in imported(path)}, path


def test_hardware_tools_know_of_the_host_only_its_errors():
    files = sorted((ROOT / "hardware/tools").rglob("*.py"))
    assert len(files) > 10
    for path in files:
        of_host = {name for name in imported(path) if name.split(".")[0] in ("treppe_host", "treppe_sim")}
        assert of_host <= {"treppe_host.errors"}, f"{path} imports {of_host}"

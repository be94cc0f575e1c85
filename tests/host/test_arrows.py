"""The arrows of the house go one way; read from the imports themselves."""

import ast
import sys
from collections.abc import Collection, Iterable
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest
from sources import nodes_of

ROOT = Path(__file__).parents[2]
FIRMWARE = ROOT / "firmware"

ANNEXES = {"treppe_club", "treppe_together", "treppe_alone", "treppe_hardware"}

# Packages in which no file imports itself through others, by the folder in which Python finds them.
WITHOUT_CIRCLES = {
    "firmware": ("treppe", "drivers"),
    "host": ("treppe_host", "treppe_sim"),
    "host/club": ("treppe_club",),
    "host/together": ("treppe_together",),
    "host/alone": ("treppe_alone",),
    "hardware": ("treppe_hardware",),
}

# The floors of the host, the ground first: a room imports from lower floors only; rooms on one floor do not know each
# other.
FLOORS = (
    ("words",),
    ("direction", "errors", "colours", "firmware", "memory", "narrow_table"),
    ("annexes", "finding", "html", "terminal"),
    ("names", "supervision"),
    ("link",),
    ("store",),
    ("records", "deploy", "tune", "programs"),
    ("demo",),
    ("web",),
    ("games",),
    ("commands",),
    ("cli",),
    ("__main__",),
)
WEB_FLOORS = (
    ("invitation", "security", "texts"),
    ("address",),
    ("drawing",),
    ("assets",),
    ("feed", "requests"),
    ("stream",),
    ("serving",),
    ("entrance",),
    ("connections",),
    ("layout",),
    ("rules",),
    ("board", "games", "tune"),
    ("application",),
    ("server",),
)

# Packages whose face loads one of the modules in it by a name that comes from outside, and that these modules know.
LOADERS = {"treppe.surfaces"}

# What a room may import besides itself, by the longest matching prefix of its path.
BUILT_IN = {"array", "binascii", "gc", "json", "struct"}
TRACKING = BUILT_IN | {f"treppe.{name}" for name in ("runtime", "alphabet", "fold", "job", "texts", "types")}
TRACKING |= {"treppe.games", "treppe.surfaces", "treppe.sensing"}
ALLOWED = {
    "treppe": BUILT_IN,
    "treppe/runtime.py": {"micropython", "sys", "io", "traceback"},
    "treppe/games": BUILT_IN | {"treppe.runtime", "treppe.alphabet"},
    "treppe/surfaces": BUILT_IN | {"treppe.runtime"},
    "treppe/sensing": BUILT_IN | {"treppe.runtime", "treppe.alphabet", "treppe.surfaces"},
    "treppe/alphabet": {"treppe.runtime"},
    "treppe/fold.py": {"treppe.alphabet"},
    "treppe/link": BUILT_IN | {"treppe.runtime", "treppe.alphabet"},
    "treppe/job.py": set(),
    "treppe/texts": {"treppe.games"},
    "treppe/types.py": {"treppe"},
    "treppe/tracking": TRACKING,
    "treppe/play": TRACKING | {"treppe.tracking"},
    "treppe/panel": TRACKING | {"treppe.tracking", "treppe.play"},
    "treppe/table.py": TRACKING | {"treppe.tracking", "treppe.play", "treppe.panel"},
}


def modules_below(top: Path, packages: tuple[str, ...]) -> dict[str, Path]:
    """Return the files of these packages, and those beside them, by the names under which they are imported."""
    found = {}
    for path in [*top.glob("*.py"), *(path for package in packages for path in (top / package).rglob("*.py"))]:
        found[".".join(path.relative_to(top).with_suffix("").parts).removesuffix(".__init__")] = path
    return found


FIRMWARE_MODULES = modules_below(FIRMWARE, WITHOUT_CIRCLES["firmware"])


# Names for the type checker alone, below `if TYPE_CHECKING`.
TYPES = {"typing", "collections.abc"}


def named(nodes: Iterable[ast.AST], modules: Collection[str]) -> set[str]:
    """Return the modules that a program names in its texts, as it does to load one.

    A name may be pieced together, as in `"treppe.sensing." + module`: any other word in the texts may be its end.
    """
    prose = {node.value for node in nodes if isinstance(node, ast.Expr)}
    texts = [node.value for node in nodes if isinstance(node, ast.Constant) and node not in prose]
    words = {word for text in texts if isinstance(text, str) for word in text.split()}
    packages = {module.rpartition(".")[0] for module in modules}
    beginnings = {word for word in words if word[-1] in "._" and word.rpartition(".")[0] in packages - {""}}
    names = {word for word in words if "." in word} | {start + end for start in beginnings for end in words}
    return names & set(modules)


@cache
def imported(path: Path) -> set[str]:
    """Return what a file of the firmware imports or names in a text."""
    names = named(nodes_of(path), FIRMWARE_MODULES)
    for node in nodes_of(path):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import"
            # `from treppe import games` means treppe.games.
            names |= {f"treppe.{alias.name}" for alias in node.names} if node.module == "treppe" else {node.module}
    return names - {"treppe.VERSION"} - TYPES


def room_of(path: Path) -> str:
    relative = path.relative_to(FIRMWARE).as_posix()
    return max((room for room in ALLOWED if relative.startswith(room)), key=len)


def test_pure_firmware_knows_no_pins_no_clock_no_files_no_host():
    files = sorted((FIRMWARE / "treppe").rglob("*.py"))
    assert len(files) > 10
    for path in files:
        if path.parent.name == "host":
            continue
        room = room_of(path)
        own = "treppe." + room.removeprefix("treppe/").replace("/", ".")
        for name in imported(path):
            allowed = ALLOWED[room] | {own}
            assert any(name == item or name.startswith(item + ".") for item in allowed), f"{path} imports {name}"


def test_what_hosts_know_of_a_game_needs_nothing_but_the_games():
    files = sorted((FIRMWARE / "treppe").rglob("host/*.py"))
    assert len(files) > 20
    for path in files:
        packages = {name.split(".")[0] for name in imported(path)}
        assert packages - {"treppe"} <= sys.stdlib_module_names, path
        assert all(
            name.startswith(("treppe.games", "treppe.alphabet")) for name in imported(path) if name.startswith("treppe")
        ), path


def test_no_board_loads_what_hosts_know_of_a_game():
    for path in FIRMWARE.rglob("*.py"):
        assert path.parent.name == "host" or not any(".host" in name for name in imported(path)), path


def test_only_runtime_imports_micropython():
    for path in FIRMWARE.rglob("treppe/**/*.py"):
        assert path.name == "runtime.py" or "micropython" not in imported(path), path


def test_firmware_never_imports_the_host():
    for path in FIRMWARE.rglob("*.py"):
        assert not {name.split(".")[0] for name in imported(path)} & {"treppe_host", "treppe_sim"}, path


def test_pure_firmware_never_imports_drivers_or_main():
    for path in (FIRMWARE / "treppe").rglob("*.py"):
        assert not {name.split(".")[0] for name in imported(path)} & {"drivers", "main", "settings"}, path


def test_the_core_knows_no_annex():
    """It finds them by their entry points."""
    for folder in ("firmware", "host/treppe_host", "host/treppe_sim"):
        for path in (ROOT / folder).rglob("*.py"):
            assert not {name.split(".")[0] for name in imported(path)} & ANNEXES, path


def test_hardware_tools_know_of_the_host_only_its_errors_but_where_they_measure_at_a_board():
    folder = ROOT / "hardware/treppe_hardware"
    files = set(folder.rglob("*.py")) - {folder / "cli.py", *(folder / "cell").glob("*.py")}
    assert len(files) > 10
    for path in files:
        of_host = {name for name in imported(path) if name.split(".")[0] in ("treppe_host", "treppe_sim")}
        assert of_host <= {"treppe_host.errors", "treppe_host.words.translation"}, f"{path} imports {of_host}"


def imports(nodes: Iterable[ast.AST], modules: Collection[str]) -> set[str]:
    """Return the modules that these nodes import."""
    targets: set[str] = set()
    for node in nodes:
        if isinstance(node, ast.Import):
            targets |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            for alias in node.names:
                full = f"{node.module}.{alias.name}"
                targets.add(full if full in modules else str(node.module))
    return targets & set(modules)


def arrows(modules: dict[str, Path]) -> dict[str, set[str]]:
    """Return for each module which of the others it imports (at its top, in functions, for types) or names in texts."""
    graph: dict[str, set[str]] = {}
    for name, path in modules.items():
        targets = set() if name in LOADERS else named(nodes_of(path), modules)
        graph[name] = (targets | imports(nodes_of(path), modules)) - {name}
    return graph


@cache
def arrows_below(folder: str) -> dict[str, set[str]]:
    """Return the arrows between all modules of a folder of the house."""
    return arrows(modules_below(ROOT / folder, WITHOUT_CIRCLES[folder]))


@pytest.mark.parametrize("folder", WITHOUT_CIRCLES)
def test_no_circle_of_files(folder: str) -> None:
    graph = arrows_below(folder)
    assert len(graph) > 10
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        pytest.fail("a circle: " + " -> ".join(reversed(error.args[1])))


@pytest.mark.parametrize("folder", WITHOUT_CIRCLES)
def test_no_circle_of_folders(folder: str) -> None:
    """Within each package the folders and files know each other one way only, taken whole."""
    graph = arrows_below(folder)
    for package in {module.rpartition(".")[0] for module in graph} - {""}:
        depth = package.count(".") + 1
        rooms: dict[str, set[str]] = {}
        for module in graph:
            if module.startswith(package + "."):
                room = module.split(".")[depth]
                targets = {target.split(".")[depth] for target in graph[module] if target.startswith(package + ".")}
                rooms.setdefault(room, set()).update(targets - {room})
        try:
            TopologicalSorter(rooms).prepare()
        except CycleError as error:
            pytest.fail(f"a circle in {package}: " + " -> ".join(reversed(error.args[1])))


@pytest.mark.parametrize(
    "back",
    ["def f():\n    from house.a import x", "ROOM = 'house.'\nfor name in 'a c'.split():\n    __import__(ROOM + name)"],
)
def test_a_circle_is_found(tmp_path: Path, back: str) -> None:
    (tmp_path / "house").mkdir()
    (tmp_path / "house" / "a.py").write_text("from house import b")
    (tmp_path / "house" / "b.py").write_text(back)
    with pytest.raises(CycleError):
        TopologicalSorter(arrows(modules_below(tmp_path, ("house",)))).prepare()


@pytest.mark.parametrize(("package", "floors"), [("treppe_host", FLOORS), ("treppe_host.web", WEB_FLOORS)])
def test_arrows_of_the_host_run_down(package: str, floors: tuple[tuple[str, ...], ...]) -> None:
    floor_of = {room: number for number, rooms in enumerate(floors) for room in rooms}
    graph = arrows_below("host")
    inside = package + "."

    def room(module: str) -> str:
        return module.removeprefix(inside).split(".")[0]

    own = [module for module in graph if module.startswith(inside)]
    assert {room(module) for module in own} == set(floor_of), "a room without a floor, or a floor without its room"
    for module in own:
        for target in graph[module]:
            if target.startswith(inside) and room(target) != room(module):
                assert floor_of[room(target)] < floor_of[room(module)], f"{module} imports {target}"

"""What a board gets lacks no file, in whichever way it gets it."""

import ast
import json
import zipfile
from pathlib import Path

import pytest
from treppe import VERSION
from treppe_host.deploy import bundle
from treppe_sim import compiled
from treppe_sim.flat import flat_path

ROOT = Path(__file__).parents[2]
FIRMWARE = ROOT / "firmware"


UNWANTED = {"treppe/table/types.py", *(f"treppe/games/{name}.py" for name in ("engine", "positions", "drawing12"))}


def pure_sources() -> set[str]:
    """What MicroPython could run."""
    paths = {path.relative_to(FIRMWARE) for path in FIRMWARE.rglob("*.py")}
    return {path.as_posix() for path in paths if "host" not in path.parts} - {"manifest.py"}


def board_sources() -> set[str]:
    """What a board could load of it."""
    return {name for name in pure_sources() - UNWANTED if not name.endswith("/drawing.py")}


def is_code(name: str) -> bool:
    """Whether a file has more than documentation."""
    return any(not isinstance(node, ast.Expr) for node in ast.parse((FIRMWARE / name).read_text()).body)


@pytest.fixture(scope="module")
def built() -> bundle.Bundle:
    return bundle.build()


def test_every_file_is_compiled_for_a_pico(built: bundle.Bundle) -> None:
    assert {path.rpartition("/")[2] for path in built.files} == {
        flat_path(name)[:-3] + ".mpy"
        for name in board_sources() - {"main.py"}
        if is_code(name)
        if not name.endswith("/why_not.py")  # they are in refusal.py
    }
    assert built.launcher == (FIRMWARE / "main.py").read_bytes()
    for name, content in built.files.items():
        assert name.startswith(bundle.SMALL + "/") == (len(content) <= 512) or name in ("board.mpy", "pins.mpy")
        assert content[:2] == b"M\x06", name
        assert content[2] & 3 == 3 or content[2] >> 2 == 0, f"{name}: native code of another version"


def test_processors_and_versions_of_boards() -> None:
    assert compiled.architecture_of(6 | 3 << 8 | 4 << 10) == "armv6m"
    assert compiled.architecture_of(6 | 3 << 8 | 2 << 10) == "x64"
    with pytest.raises(compiled.NotCompiled, match=r"version 6\.1, not 6\.3"):
        compiled.architecture_of(6 | 1 << 8 | 4 << 10)
    with pytest.raises(compiled.NotCompiled, match="version 5"):
        compiled.architecture_of(5)


def test_the_package_for_mip_names_every_file() -> None:
    assert (FIRMWARE / "package.json").read_text() == bundle.package_json(), (
        "run: python -m treppe_host.deploy.bundle package"
    )
    package = json.loads(bundle.package_json())
    assert {source for _, source in package["urls"]} == board_sources() and package["version"] == VERSION


def test_the_manifest_freezes_every_file(monkeypatch: pytest.MonkeyPatch) -> None:
    frozen: set[str] = set()
    versions: list[str] = []
    included: list[str] = []
    names = {
        "include": included.append,
        "metadata": lambda version: versions.append(version),
        "module": lambda name, opt: frozen.add(name),
        "package": lambda folder, opt, files=None: frozen.update(
            f"{folder}/{file}" for file in files or [path.name for path in (FIRMWARE / folder).glob("*.py")]
        ),
    }
    monkeypatch.chdir(FIRMWARE)  # where MicroPython executes it
    exec((FIRMWARE / "manifest.py").read_text(), names)
    assert frozen == pure_sources() and versions == [VERSION]
    assert included == ["$(PORT_DIR)/boards/manifest.py"], "the port's own frozen modules are needed"


def test_the_archive_is_the_same_each_time(
    tmp_path: Path, built: bundle.Bundle, monkeypatch: pytest.MonkeyPatch
) -> None:
    bundle.write_zip(tmp_path / "one.zip")
    monkeypatch.setattr(bundle, "build", lambda: built)  # what was compiled before
    bundle.write_zip(tmp_path / "two.zip")
    assert (tmp_path / "one.zip").read_bytes() == (tmp_path / "two.zip").read_bytes()
    assert set(zipfile.ZipFile(tmp_path / "one.zip").namelist()) == {*built.files, "main.py"}

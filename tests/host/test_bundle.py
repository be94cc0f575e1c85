"""What a board gets lacks no file, in whichever way it gets it."""

import ast
import json
import struct
import zipfile
from pathlib import Path

import pytest
from treppe import VERSION
from treppe_host.deploy import bundle, image
from treppe_host.errors import DeployError
from treppe_sim import compiled
from treppe_sim.flat import flat_path

ROOT = Path(__file__).parents[2]
FIRMWARE = ROOT / "firmware"


UNWANTED = {"treppe/table/types.py", *(f"treppe/games/{name}.py" for name in ("engine", "positions", "drawing12"))}


def pure_sources() -> set[str]:
    """What MicroPython could run."""
    paths = {path.relative_to(FIRMWARE) for path in FIRMWARE.rglob("*.py")}
    return {path.as_posix() for path in paths if "host" not in path.parts}


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


def test_an_image_has_every_file_and_each_compiles() -> None:
    frozen = image.frozen_files()
    assert set(frozen) == {
        flat_path(name) for name in board_sources() if is_code(name) if not name.endswith("/why_not.py")
    } | {image.MODULE}
    assert all(compiled.compile_text(name, text, bundle.PICO)[:2] == b"M\x06" for name, text in frozen.items())


@pytest.mark.long
def test_an_image_is_told_from_another_by_its_sources(built: bundle.Bundle) -> None:
    said: dict[str, str] = {}
    exec(image.frozen_files()[image.MODULE], said)
    ahead = {f"{name}.py" for name in said["MODULES"].split()}
    assert ahead < set(compiled.sources()) and {"table_guide_recovery.py", "table_hands_earlier.py"} < ahead
    assert said["DIGEST"] == built.digest == bundle.digest_of(compiled.sources())
    assert bundle.digest_of({**compiled.sources(), "more.py": ""}) != built.digest


def test_an_image_lies_where_a_pico_starts() -> None:
    content = bytes(range(256)) + b"end"
    blocks = image.uf2(content)
    assert len(blocks) == 1024
    for number, expected in ((0, content[:256]), (1, b"end" + bytes(253))):
        words = struct.unpack("<8I476sI", blocks[512 * number :][:512])
        assert words[:2] == (0x0A324655, 0x9E5D5157) and words[9] == 0x0AB16F30, "the magic of UF2"
        assert words[2:8] == (0x2000, 0x10000000 + 256 * number, 256, number, 2, 0xE48BFF56)
        assert words[8] == expected + bytes(220)


def test_a_source_of_an_image_that_is_another_file_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(image.SOURCES, str(tmp_path))
    (tmp_path / image.TINYUSB.name).write_bytes(b"another file")
    with pytest.raises(DeployError, match="not the expected file"):
        image.fetch(image.TINYUSB, tmp_path)


@pytest.mark.long
def test_the_archive_is_the_same_each_time(
    tmp_path: Path, built: bundle.Bundle, monkeypatch: pytest.MonkeyPatch
) -> None:
    bundle.write_zip(tmp_path / "one.zip")
    monkeypatch.setattr(bundle, "build", lambda: built)  # what was compiled before
    bundle.write_zip(tmp_path / "two.zip")
    assert (tmp_path / "one.zip").read_bytes() == (tmp_path / "two.zip").read_bytes()
    assert set(zipfile.ZipFile(tmp_path / "one.zip").namelist()) == {*built.files, "main.py"}

import ast
import re
from pathlib import Path

import pytest
import treppe_hardware as hardware
from described import HARDWARE
from treppe import surfaces
from treppe_hardware.boards.kept import boards_with_layout
from treppe_hardware.descriptions.components import read_parts
from treppe_hardware.descriptions.surface_reader import read_surface
from treppe_hardware.tables import render_module

pytestmark = pytest.mark.long

ROOT = Path(__file__).parents[2]
SOURCES = ROOT / "hardware/surfaces"


def test_generated_files_are_up_to_date(generated: dict[Path, bytes]) -> None:
    stale = [str(path) for path, content in generated.items() if (ROOT / path).read_bytes() != content]
    assert stale == [], "make hardware"


def test_nothing_lies_there_that_nothing_generates(generated: dict[Path, bytes]) -> None:
    folders = {path.parent for path in generated} | {path.parent.parent for path in generated}
    owned = [folder for folder in folders if "generated" in folder.parts]
    lying = {path.relative_to(ROOT) for folder in owned for path in (ROOT / folder).iterdir() if path.is_file()}
    assert lying - generated.keys() == set(), "no description makes them: git rm"
    boards = {path.stem for path in (ROOT / "hardware/boards").iterdir()}
    assert boards == set(boards_with_layout(HARDWARE)), "a kept board without a description, or one that is not routed"
    drawn = (ROOT / "hardware/treppe_hardware/parts/pictures.py").read_text()
    for picture in (ROOT / "hardware/guide").glob("*.png"):
        assert picture.name in drawn or picture.stem.endswith("_apart"), picture
    tables = [path for path in (ROOT / "firmware/treppe/surfaces").glob("*.py") if "generated from" in path.read_text()]
    assert {path.relative_to(ROOT) for path in tables} <= generated.keys()


def test_every_surface_can_be_loaded() -> None:
    described = {name for name, surface in HARDWARE.surfaces.items() if surface.within is None}
    assert described == set(surfaces.NAMES)
    for name in surfaces.NAMES + surfaces.BUILDS:
        surface = surfaces.load(name)
        assert name in (surface.NAME, *surfaces.BUILDS)
        counts = {len(getattr(surface, key)) for key in ("NAMES", "CHANNELS", "LAMPS", "X_MM10", "Y_MM10")}
        assert counts == {surface.FIELDS}


def test_code_asks_a_surface_for_what_it_has_and_compares_no_name() -> None:
    files = [path for folder in ("firmware", "host") for path in (ROOT / folder).rglob("*.py")]
    assert len(files) > 400
    for path in files:
        for node in ast.walk(ast.parse(path.read_text())):
            compared = [node.left, *node.comparators] if isinstance(node, ast.Compare) else []
            names = [each.value for each in compared if isinstance(each, ast.Constant) and each.value in surfaces.NAMES]
            assert names == [], f"{path}:{node.lineno}"  # type: ignore[attr-defined]
    for path in (ROOT / "host").rglob("static/*.js"):
        assert not re.search(rf"""=== ["']({"|".join(surfaces.NAMES)})["']""", path.read_text()), path


def test_hexes_lie_in_a_grid_of_one_pitch() -> None:
    surface = surfaces.load("hex49")
    places = list(zip(surface.X_MM10, surface.Y_MM10, strict=True))
    for x, y in places:
        nearest = min((x - u) ** 2 + (y - v) ** 2 for u, v in places if (u, v) != (x, y))
        assert abs(nearest**0.5 - surface.PITCH_MM10) < 2


def test_build_writes_what_changed_and_nothing_else(generated: dict[Path, bytes], tmp_path: Path) -> None:
    sources = [path for kind in ("toml", "cir") for path in (ROOT / "hardware").rglob(f"*.{kind}")]
    for source in (path for path in sources if "generated" not in path.parts):
        target = tmp_path / source.relative_to(ROOT)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(source.read_text())
    assert len(hardware.build(tmp_path)) == len(generated)
    assert hardware.build(tmp_path) == []


def test_the_firmware_has_no_pin_number_of_its_own() -> None:
    files = [*(ROOT / "firmware").glob("*.py"), *(ROOT / "firmware/drivers").glob("*.py")]
    for path in files:
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("Pin", "ADC"):
                assert not isinstance(node.args[0], ast.Constant), f"{path}:{node.lineno}: take the number from pins"


def test_the_simulated_chips_hang_on_the_same_pins() -> None:
    text = (ROOT / "host/treppe_sim/device/chips.py").read_text()
    base = 16  # where the levels of the pins begin in the simulated outputs
    for name, pin in (("_LOAD_PIN", "REED_LOAD"), ("_SELECT", "MUX_SELECT0"), ("_ENABLE_A", "MUX_ENABLE_A")):
        assert f"{name} = const({base + HARDWARE.controller.pin(pin).gp})" in text
    for name, pin in (("_ENABLE_B", "MUX_ENABLE_B"), ("_SENSOR_SUPPLY", "SENSOR_SUPPLY")):
        assert f"{name} = const({base + HARDWARE.controller.pin(pin).gp})" in text
    machine = (ROOT / "host/treppe_sim/device/machine.py").read_text()
    contacts = tuple(int(pin.removeprefix("GP")) for pin in HARDWARE.parts["PICO"].fields)
    assert f"_CONTACTS = {contacts}" in machine
    assert f"_REVISION = {HARDWARE.controller.pin('REVISION').gp}\n" in machine
    assert f"outputs[PINS + {HARDWARE.controller.pin('LAMP_SUPPLY').gp}]" in text


def test_a_surface_within_another_takes_its_place() -> None:
    cell = HARDWARE.surfaces["cell1"]
    names: dict[str, object] = {}
    exec(render_module(cell, 20, HARDWARE.surfaces["square7"]), names)
    assert (names["NAME"], names["FIELDS"]) == ("square7", 49)
    channels, lamps = names["CHANNELS"], names["LAMPS"]
    assert isinstance(channels, bytes) and isinstance(lamps, bytes)
    d4 = 3 * 7 + 3
    assert [field for field in range(49) if channels[field] == 1] == [d4]
    assert set(channels) == {1, 2} and set(lamps) == {0, 1} and lamps[d4] == 0


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("pitch_mm = 40", "pitch_mm = 400", "square7.toml:10: pitch_mm: must be between 1 and 100"),
        ("pitch_mm = 40", "pich_mm = 40", "square7.toml:10: pich_mm: unknown key; did you mean 'pitch_mm'?"),
        ("margin_mm = 20 ", "# ", "margin_mm: is missing"),
        ('sensor = "cell"', 'sensor = "sell"', "square7.toml:5: sensor: must be one of reed, cell"),
        ('pieces = "bricks"', 'pieces = "stones"', "square7.toml:6: pieces: must be one of bricks, discs"),
        ('name = "square7"', 'name = "square8"', "name: must be the file's name 'square7'"),
        ("[  1,   2,", "[  2,   2,", "square7.toml:33: channels: 2 is given to a1 and b1"),
        ("[  1,   2,", "[  0,   2,", "field a1: 0 is a reference of multiplexer 0"),
        ("[  1,   2,", "[ 64,   2,", "field a1: 64 is no channel (0 to 63)"),
        ("[  1,   2,", "[   2,", "row 1 must be a list of 7 numbers"),
        ("[  0,   1,", "[  1,   1,", "square7.toml:44: lamps: must number the LEDs 0 to 48 once each: b1 has 1, 0"),
        ("rows = 7", "rows = 6", "channels: must have 6 rows, not 7"),
        ("rows = 7", "rows = [", "not readable as TOML"),
        (
            'part = "DRV5055A3", nets',
            'part = "DRV5055A2", nets',
            "there is no part 'DRV5055A2' in components.toml; did",
        ),
        ('OUT = "HALL', 'OUTT = "HALL', "DRV5055A3 has no pin 'OUTT'; did you mean 'OUT'?"),
        ('IN_{input}", "GND"', 'IN_{inputs}", "GND"', "no such place holder: 'inputs'"),
        ('ref = "R2"', 'ref = "R1"', "the reference R1 stands for two parts of base"),
    ],
)
def test_mistakes_are_named(tmp_path: Path, old: str, new: str, message: str) -> None:
    text = (SOURCES / "square7.toml").read_text()
    assert old in text
    broken = tmp_path / "square7.toml"
    broken.write_text(text.replace(old, new, 1))
    with pytest.raises(hardware.InvalidDescription) as refusal:
        read_surface(broken, read_parts(ROOT / "hardware/components.toml"))
    assert message in str(refusal.value)

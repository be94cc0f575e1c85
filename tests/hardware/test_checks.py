import math
import re
import shutil
import tomllib
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from shell import Shell
from treppe import surfaces
from treppe_hardware import InvalidDescription, read_hardware, read_variant
from treppe_hardware.checks import check_hardware
from treppe_hardware.checks.controls import ASKED_AT
from treppe_hardware.checks.fields import _check_ampere_turns, axial_field_mt, neighbours_field_mt
from treppe_hardware.checks.finding import kinds
from treppe_hardware.checks.nets import Circuit, ohms
from treppe_hardware.checks.pins import WANTED, functions
from treppe_hardware.checks.power import light_ma

pytestmark = [pytest.mark.long, pytest.mark.apart]

ROOT = Path(__file__).parents[2]
HARDWARE = ROOT / "hardware"
VARIANTS = sorted((HARDWARE / "variants").glob("*.toml"))


def test_what_is_shipped_has_no_error() -> None:
    findings = check_hardware(read_hardware(ROOT))
    assert [str(finding) for finding in findings if finding.is_error] == []
    doubts = {finding.what.split(":")[0] for finding in findings}
    assert doubts == {"VBUS with square7", "VBUS with hex49", "square7", "hex49"}


@pytest.mark.parametrize("path", VARIANTS, ids=lambda path: path.stem)
def test_variants_have_no_error(path: Path) -> None:
    assert [str(finding) for finding in check_hardware(read_variant(ROOT, path)) if finding.is_error] == []


def test_a_board_like_another_differs_only_in_what_it_says(tmp_path: Path) -> None:
    text = (HARDWARE / "variants/hall12.toml").read_text()
    path = tmp_path / "hall12.toml"
    path.write_text(text.replace("../surfaces/", ""))
    tile, base = read_variant(ROOT, path).surfaces["hall12"].boards
    model = {board.name: board for board in read_hardware(ROOT).surfaces["reed12"].boards}
    assert [part.ref for part in base.components] == [part.ref for part in model["base"].components]
    places = {part.ref: (part.part.name, part.nets, part.at, part.side) for part in tile.components}
    for part in model["tile"].components:
        is_own = part.ref == "C31" or part.part.name == "REED"
        assert (places[part.ref] == (part.part.name, part.nets, part.at, part.side)) is not is_own, part.ref
    assert places["C31"][0] == "C_10U" and places["S16"][0] == "HALL_SWITCH"
    path.write_text(text.replace("../surfaces/", "").replace('like = "tile"', 'like = "tyle"'))
    with pytest.raises(InvalidDescription, match=r"hall12\.toml:14: like: must be one of tile, base, not 'tyle'"):
        read_variant(ROOT, path)


def test_the_light_that_the_firmware_plans_with_is_what_is_left() -> None:
    hardware = read_hardware(ROOT)
    left = {name: light_ma(Circuit(hardware.controller_of(one), one)) for name, one in hardware.surfaces.items()}
    for name, (usb, _) in left.items():
        if name in surfaces.NAMES:
            assert max(20, int(usb)) == surfaces.load(name).LIGHT_MA
    assert left["square7"][0] == 0, "towers need the 5 V supply"
    assert min(external for _, external in left.values()) > 2800


def test_names_that_the_firmware_wants_are_those_it_uses() -> None:
    folders = (ROOT / "firmware", ROOT / "firmware/drivers")
    text = "".join(path.read_text() for folder in folders for path in sorted(folder.glob("*.py")))
    assert set(re.findall(r"\bpins\.([A-Z0-9_]+)", text)) == {*WANTED, "CONTACTS"}


def test_addresses_are_those_at_which_the_firmware_asks() -> None:
    text = (ROOT / "firmware/drivers/bus.py").read_text()
    assert f"DISPLAY, MEMORY = 0x{ASKED_AT['OLED']:X}, 0x{ASKED_AT['24C32']:X}\n" in text


def test_functions_of_the_rp2040() -> None:
    assert functions(2) == ("SPI0 SCK", "UART0 CTS", "I2C1 SDA", "PWM1 A")
    assert functions(26) == ("SPI1 SCK", "UART1 CTS", "I2C1 SDA", "PWM5 A", "ADC0")


def test_ohms() -> None:
    assert [ohms(value) for value in ("330", "4k7", "10k", "1M")] == [330, 4700, 10_000, 1_000_000]


MISTAKES = tomllib.loads((ROOT / "tests/data/hardware_mistakes.toml").read_text())


_NOT_COPIED = shutil.ignore_patterns("generated", "boards", "guide", "treppe_hardware")


@pytest.mark.parametrize("name", MISTAKES)
def test_mistake_is_found(name: str, tmp_path: Path) -> None:
    mistake = MISTAKES[name]
    old, new, expected = (mistake[key] for key in ("old", "new", "found"))
    shutil.copytree(HARDWARE, tmp_path / "hardware", ignore=_NOT_COPIED)
    path = tmp_path / "hardware" / mistake["file"]
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new, 1))
    try:
        hardware = read_variant(tmp_path, path) if mistake.get("variant") else read_hardware(tmp_path)
    except InvalidDescription as refusal:
        assert str(refusal).startswith(f"{path}:") and expected in str(refusal)
        return
    findings = check_hardware(hardware)
    found = [finding for finding in findings if expected in finding.what]
    assert found, [str(finding) for finding in findings]
    assert found[0].is_error and found[0].path.suffix == ".toml" and found[0].why
    assert found[0].advice == mistake.get("advice", found[0].advice) != ""
    if name not in ("name missing", "near pitch"):
        assert 1 < found[0].line <= len(found[0].path.read_text().splitlines())


def test_each_kind_of_mistake_has_its_texts_and_a_check() -> None:
    code = "".join(path.read_text() for path in (HARDWARE / "treppe_hardware/checks").glob("*.py"))
    assert set(re.findall(r'mistake\(\s*"([^"]+)"', code)) == kinds().keys()


def test_an_output_that_cannot_read_is_found(tmp_path: Path) -> None:
    shutil.copytree(HARDWARE, tmp_path / "hardware", ignore=_NOT_COPIED)
    path = tmp_path / "hardware/variants/expanders.toml"
    text = path.read_text().replace('A6 = "REED_0_6"', 'A7 = "REED_0_6"')
    path.write_text(text)
    findings = [
        finding for finding in check_hardware(read_variant(tmp_path, path)) if "U1 A7 can only drive" in finding.what
    ]
    assert findings and findings[0].line > 1


def test_command_names_fault_and_line(shell: Shell, tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    text = (HARDWARE / "variants/reed30.toml").read_text()
    path.write_text(text.replace("../surfaces/", "").replace('"reed30"', '"mine"').replace("_6X3", "_5X2"))
    status, out, errors = shell.do("hardware", "check", str(path))
    assert status == 1, errors
    line = next(n for n, line in enumerate(path.read_text().splitlines(), 1) if line.startswith("magnet"))
    assert f"mine.toml:{line}: error: MAGNET_5X2 closes a reed of 20 AT within 5.0 mm" in out
    for old, new, said in (
        ("base =", "bsae =", "mine.toml:3: bsae: unknown key; did you mean 'base'?"),
        (
            '"reed12" }',
            '"reed13" }',
            "within: must be one of cell1, hex49, reed12, square7, start4, not 'reed13'; did you mean",
        ),
        ('"reed12" }', '"hex49" }', "within: hex49 has other sensors, or fields of another shape"),
        ('base = "../surfaces/reed12.toml"', "base = 5", "mine.toml:3: base: must be the name of a file, not 5"),
        ('base = "../surfaces/reed12.toml"', 'base = "mine.toml"', "base: mine.toml is based on this file itself"),
        ('"reed12" }', '"reed12", row = 2 }', "12 x 12 fields from column 1, row 2 on do not lie within reed12"),
        (
            "pitch_mm",
            "identity_part = 0.3\npitch_mm",
            "identity_part: must be 0.25, by which the firmware knows reed12",
        ),
    ):
        path.write_text(text.replace('"reed30"', '"mine"').replace(old, new, 1))
        status, out, errors = shell.do("hardware", "check", str(path))
        assert status == 1 and said in out + errors, (said, out, errors)


def test_a_variant_is_built_like_ours(shell: Shell, tmp_path: Path) -> None:
    for path in VARIANTS:
        status, out, errors = shell.do("hardware", "build", str(path), "--out", str(tmp_path))
        assert status == 0, errors
        status, out, errors = shell.do("hardware", "build", str(path), "--out", str(tmp_path))
        assert out == "nothing has changed\n"
    small: dict[str, object] = {}
    exec((tmp_path / "reed30/firmware/treppe/surfaces/reed12.py").read_text(), small)
    assert (small["NAME"], small["FIELDS"], small["PITCH_MM10"], small["WIDTH_MM"]) == ("reed12", 144, 300, 360)
    towers: dict[str, object] = {}
    exec((tmp_path / "towers5/firmware/treppe/surfaces/square7.py").read_text(), towers)
    channels = towers["CHANNELS"]
    assert isinstance(channels, bytes) and channels.count(28) == 24 and channels[8] == 1
    expanders: dict[str, object] = {}
    exec((tmp_path / "expanders/firmware/treppe/surfaces/reed12.py").read_text(), expanders)
    assert expanders["READER"] == "MCP23017"


def test_whatever_stands_in_a_file_is_answered_in_words(tmp_path: Path) -> None:
    """Forty values of other kinds, at random places: a complaint or findings, never a traceback."""
    random = Random(5)
    shutil.copytree(HARDWARE, tmp_path / "hardware", ignore=_NOT_COPIED)
    files = sorted((tmp_path / "hardware").glob("*.toml")) + [tmp_path / "hardware/surfaces/square7.toml"]
    for _ in range(40):
        path = random.choice(files)
        text = path.read_text()
        place = random.choice(list(re.finditer(r'[\w-]+ = ("[^"]*"|[\d.]+|\[[^\[\]]*\]|true)', text)))
        wrong = random.choice(["-1", "99999", '"x"', '""', "[]", "{}", "true"])
        path.write_text(text[: place.start(1)] + wrong + text[place.end(1) :])
        try:
            check_hardware(read_hardware(tmp_path))
        except InvalidDescription as refusal:
            assert str(refusal).startswith(str(tmp_path)), refusal
        path.write_text(text)


def test_a_controller_with_other_pins_is_built_and_used(shell: Shell, tmp_path: Path) -> None:
    text = (HARDWARE / "controller.toml").read_text()
    swapped = text.replace("gp = 14, name", "gp = 99, name").replace("gp = 0,  name", "gp = 14, name")
    mine = tmp_path / "mine.toml"
    mine.write_text(swapped.replace("gp = 99, name", "gp = 0,  name").replace('"UART0 TX"', '"GPIO in"'))
    assert [finding for finding in check_hardware(read_variant(ROOT, mine)) if finding.is_error] == []
    status, _, errors = shell.do("hardware", "build", str(mine), "--out", str(tmp_path))
    assert status == 0, errors
    assert "BUTTON_END = 0\n" in (tmp_path / "mine/firmware/pins.py").read_text()


def test_a_disc_magnet_on_its_axis_is_as_the_textbook_says() -> None:
    surface = read_variant(ROOT, HARDWARE / "variants/hall12.toml").surfaces["hall12"]
    radius, near = surface.magnet.diameter_mm / 2, surface.magnet_above_mm
    far = near + surface.magnet.height_mm
    expected_mt = 1300 / 2 * (far / math.hypot(far, radius) - near / math.hypot(near, radius))
    assert axial_field_mt(surface, 0.0) == pytest.approx(expected_mt, rel=0.03)
    assert axial_field_mt(surface, 2 * radius) < 0.2 * expected_mt


def test_eight_neighbours_that_lean_inwards_are_eight_dipoles() -> None:
    surface = read_hardware(ROOT).surfaces["reed12"]
    magnet, pitch = surface.magnet, surface.pitch_mm
    volume = math.pi * (magnet.diameter_mm / 2) ** 2 * magnet.height_mm
    above = surface.magnet_above_mm + magnet.height_mm / 2 + 5.0
    total = 0.0
    for x, y in [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if x or y]:
        off = pitch * math.hypot(x, y) - 0.1775 * pitch
        length = math.hypot(off, above)
        total += 1300 * volume / (4 * math.pi) * (1 / length**3 - 3 * above**2 / length**5)
    assert neighbours_field_mt(surface) == pytest.approx(total) == pytest.approx(1.64, abs=0.01)


@pytest.mark.parametrize(("ampere_turns", "count"), [((15, 15), 0), ((10, 20), 0), ((10, 21), 1), ((20, 19), 1)])
def test_a_class_of_reeds_is_neither_upside_down_nor_wide(ampere_turns: tuple[int, int], count: int) -> None:
    surface = replace(read_hardware(ROOT).surfaces["reed12"], ampere_turns=list(ampere_turns))
    assert len(list(_check_ampere_turns(surface))) == count

import re
import shutil
from pathlib import Path
from random import Random

import pytest
from typer.testing import CliRunner

from hardware.tools import InvalidDescription, read_hardware, read_variant
from hardware.tools.checks import check
from hardware.tools.checks.nets import ohms
from hardware.tools.checks.pins import WANTED, functions
from hardware.tools.checks.power import light_ma
from hardware.tools.cli import app

ROOT = Path(__file__).parents[2]
HARDWARE = ROOT / "hardware"
VARIANTS = sorted((HARDWARE / "variants").glob("*.toml"))


def test_what_is_shipped_has_no_error() -> None:
    findings = check(read_hardware(ROOT))
    assert [str(finding) for finding in findings if finding.is_error] == []
    assert {finding.what.split(":")[0] for finding in findings} == {
        f"VBUS with {name}" for name in ("reed12", "square7", "hex49")
    }


@pytest.mark.parametrize("path", VARIANTS, ids=lambda path: path.stem)
def test_variants_have_no_error(path: Path) -> None:
    assert [str(finding) for finding in check(read_variant(ROOT, path)) if finding.is_error] == []


def test_the_light_that_the_firmware_plans_with_is_what_is_left() -> None:
    hardware = read_hardware(ROOT)
    left = {name: light_ma(hardware.controller, surface) for name, surface in hardware.surfaces.items()}
    assert round(left["reed12"][0]) == 268 and round(left["square7"][0]) == 266
    assert min(external for _, external in left.values()) > 3000


def test_names_that_the_firmware_wants_are_those_it_uses() -> None:
    folders = (ROOT / "firmware", ROOT / "firmware/drivers")
    text = "".join(path.read_text() for folder in folders for path in sorted(folder.glob("*.py")))
    assert set(re.findall(r"\bpins\.([A-Z0-9_]+)", text)) == set(WANTED)


def test_functions_of_the_rp2040() -> None:
    assert functions(2) == ("SPI0 SCK", "UART0 CTS", "I2C1 SDA", "PWM1 A")
    assert functions(26) == ("SPI1 SCK", "UART1 CTS", "I2C1 SDA", "PWM5 A", "ADC0")


def test_ohms() -> None:
    assert [ohms(value) for value in ("330", "4k7", "10k", "1M")] == [330, 4700, 10_000, 1_000_000]


SURFACE, CONTROLLER = "surfaces/square7.toml", "controller.toml"
REEDS = "surfaces/reed12.toml"
U4 = 'reads = "3", nets = { COM = "ADC2", E = "MUX_ENABLE_B"'
FAULTS = {
    "pin used twice": (CONTROLLER, "gp = 22, ", "gp = 20, ", "GP20 is used twice, for LAMP_DATA and LAMP_SUPPLY"),
    "wrong function": (CONTROLLER, "gp = 2,  ", "gp = 0,  ", "SPI_SCK: GP0 cannot be SPI0 SCK"),
    "no such function": (CONTROLLER, '"PWM1 A"', '"PVM1 A"', "no pin of the RP2040 has the function 'PVM1 A'"),
    "no ADC": (CONTROLLER, "gp = 26,", "gp = 0, ", "ADC0: GP0 is no input of the converter"),
    "inside the Pico": (CONTROLLER, "gp = 22,", "gp = 25,", "GP25 (LAMP_SUPPLY) does not come out of the Pico"),
    "other bus": (
        CONTROLLER,
        'gp = 26, name = "ADC0",          function = "ADC0"',
        'gp = 26, name = "ADC0",   function = "PWM5 A"',
        "the firmware opens it as ADC0",
    ),
    "no converter": (CONTROLLER, 'function = "ADC1"', 'function = "GPIO in"', "ADC1 is GPIO in on GP27, the firmware"),
    "selects": (
        CONTROLLER,
        'gp = 9,  name = "MUX_SELECT3"',
        'gp = 0,  name = "MUX_SELECT3"',
        "MUX_SELECT0 to 3 lie on GP6, GP7, GP8, GP0",
    ),
    "name missing": (CONTROLLER, '"LAMP_SUPPLY",   f', '"LAMPS_SUPPLY",  f', "no pin is called LAMP_SUPPLY"),
    "level": (CONTROLLER, '"LAMP_SHIFTED", "LAMP_DATA_5V"', '"LAMP_DATA", "LAMP_DATA_5V"', "and gets 3.30 V from"),
    "overload": (CONTROLLER, 'R7", part = "R", value = "10k"', 'R7", part = "R", value = "100"', "U1 GP1 bears 3.63 V"),
    "two multiplexers": (SURFACE, U4, U4.replace("_B", "_A"), "U3 and U4 are enabled together (MUX_ENABLE_A)"),
    "address": (SURFACE, "address = 0x50", "address = 0x3C", "controller J4 and plate U6 share the address 0x3C"),
    "no address": (SURFACE, "address = 0x50", "address = 0x01", "plate U6: 0x01 is no address for a chip"),
    "unconnected": (SURFACE, 'I14 = "IN_2_14"', 'I14 = ""', "field g6 is unconnected: channel 46 is chip 2, input I14"),
    "open net": (SURFACE, 'COM = "ADC1"', 'COM = "ADC9"', "net ADC9 has only one pin, U2 COM"),
    "plug": (
        SURFACE,
        'nets = ["5V_LED", "5V", "GND", "GND"]',
        'nets = ["GND", "5V", "5V_LED", "GND"]',
        "J3 pin 1 is GND",
    ),
    "plug nowhere": (SURFACE, '"controller.J3"', '"controller.J9"', "mates controller.J9, which does not exist"),
    "supply": (SURFACE, 'limit_ma = 600, from = ["5V"]', 'limit_ma = 60, from = ["5V"]', "98 mA hang on 60 mA"),
    "USB": (CONTROLLER, "usb_ma = 450", "usb_ma = 250", "66 mA are left for light when the board runs from USB"),
    "plan": (
        CONTROLLER,
        "external_ma = 3200",
        "external_ma = 5000",
        "plans with 5000 mA from EXT_IN, which gives 4000",
    ),
    "edge": (SURFACE, "width_mm = 280", "width_mm = 250", "field g1 lies outside the plate"),
    "lamp": (SURFACE, "offset_mm = [15, 15]", "offset_mm = [5, 5]", "an LED lies 7 mm from a Hall sensor"),
    "weak magnet": (REEDS, "MAGNET_10X2", "MAGNET_5X2", "MAGNET_5X2 closes a reed of 15 AT within 5.8 mm"),
    "crosstalk": (REEDS, "upright = true", "upright = false", "the reeds lie flat"),
    "near pitch": (REEDS, "pitch_mm = 40", "pitch_mm = 14", "holds a reed at 10.8 mm, 10.1 mm may be"),
    "tiles differ": (REEDS, "[107, 106, 105, 104,", "[106, 107, 105, 104,", "tile 7 is wired otherwise than tile 1"),
    "count": (REEDS, "count = 9\n", "count = 8\n", "the boards carry 128 fields, the surface has 144"),
}


@pytest.mark.parametrize("name", FAULTS)
def test_fault_is_found(name: str, tmp_path: Path) -> None:
    file, old, new, expected = FAULTS[name]
    shutil.copytree(HARDWARE, tmp_path / "hardware", ignore=shutil.ignore_patterns("generated", "parts", "guide"))
    path = tmp_path / "hardware" / file
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new, 1))
    found = [finding for finding in check(read_hardware(tmp_path)) if expected in finding.what]
    assert found, [str(finding) for finding in check(read_hardware(tmp_path))]
    assert (found[0].path == path or name in ("USB", "level")) and found[0].why and found[0].advice
    if name not in ("name missing", "near pitch"):
        lines = path.read_text().splitlines()
        assert found[0].line > 1 and found[0].line <= len(lines)


def test_command_names_fault_and_line(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    text = (HARDWARE / "variants/reed30.toml").read_text()
    path.write_text(text.replace("../surfaces/", "").replace('"reed30"', '"mine"').replace("_6X3", "_5X2"))
    result = CliRunner().invoke(app, ["check", str(path)])
    assert result.exit_code == 1, result.output
    line = next(n for n, line in enumerate(path.read_text().splitlines(), 1) if line.startswith("magnet"))
    assert f"mine.toml:{line}: error: MAGNET_5X2 closes a reed of 15 AT within 5.8 mm" in result.output
    for old, new, said in (
        ("base =", "bsae =", "mine.toml:3: bsae: unknown key; did you mean 'base'?"),
        (
            '"reed12" }',
            '"reed13" }',
            "within: must be one of cell1, hex49, reed12, square7, not 'reed13'; did you mean",
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
        result = CliRunner().invoke(app, ["check", str(path)])
        assert result.exit_code == 1 and said in result.output, (said, result.output)


def test_a_variant_is_built_like_ours(tmp_path: Path) -> None:
    for path in VARIANTS:
        result = CliRunner().invoke(app, ["build", str(path), "--out", str(tmp_path)])
        assert result.exit_code == 0, result.output
        result = CliRunner().invoke(app, ["build", str(path), "--out", str(tmp_path)])
        assert result.output == "nothing has changed\n"
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
    shutil.copytree(HARDWARE, tmp_path / "hardware", ignore=shutil.ignore_patterns("generated", "parts", "guide"))
    files = sorted((tmp_path / "hardware").glob("*.toml")) + [tmp_path / "hardware/surfaces/square7.toml"]
    for _ in range(40):
        path = random.choice(files)
        text = path.read_text()
        place = random.choice(list(re.finditer(r'[\w-]+ = ("[^"]*"|[\d.]+|\[[^\[\]]*\]|true)', text)))
        wrong = random.choice(["-1", "99999", '"x"', '""', "[]", "{}", "true"])
        path.write_text(text[: place.start(1)] + wrong + text[place.end(1) :])
        try:
            check(read_hardware(tmp_path))
        except InvalidDescription as refusal:
            assert str(refusal).startswith(str(tmp_path)), refusal
        path.write_text(text)


def test_a_controller_with_other_pins_is_built_and_used(tmp_path: Path) -> None:
    text = (HARDWARE / "controller.toml").read_text()
    swapped = text.replace("gp = 14, name", "gp = 99, name").replace("gp = 0,  name", "gp = 14, name")
    mine = tmp_path / "mine.toml"
    mine.write_text(swapped.replace("gp = 99, name", "gp = 0,  name").replace('"UART0 TX"', '"GPIO in"'))
    assert [finding for finding in check(read_variant(ROOT, mine)) if finding.is_error] == []
    result = CliRunner().invoke(app, ["build", str(mine), "--out", str(tmp_path)])
    assert result.exit_code == 0, result.output
    assert "BUTTON_END = 0\n" in (tmp_path / "mine/firmware/pins.py").read_text()

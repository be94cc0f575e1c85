from pathlib import Path

import pytest
from treppe import surfaces
from treppe_host import hardware

ROOT = Path(__file__).parents[2]
SOURCES = sorted((ROOT / hardware.SOURCE_FOLDER).glob("*.toml"))


@pytest.mark.parametrize("source", SOURCES, ids=lambda path: path.stem)
def test_generated_table_is_up_to_date(source: Path) -> None:
    module = ROOT / hardware.TABLE_FOLDER / f"{source.stem}.py"
    assert module.read_text() == hardware.render_module(hardware.read_surface(source))


def test_every_surface_can_be_loaded() -> None:
    assert [source.stem for source in SOURCES] == sorted(surfaces.NAMES)
    for name in surfaces.NAMES:
        surface = surfaces.load(name)
        assert name == surface.NAME
        counts = {len(getattr(surface, key)) for key in ("NAMES", "CHANNELS", "LAMPS", "X_MM10", "Y_MM10")}
        assert counts == {surface.FIELDS}


def test_hexes_lie_in_a_grid_of_one_pitch() -> None:
    surface = surfaces.load("hex49")
    places = list(zip(surface.X_MM10, surface.Y_MM10, strict=True))
    for x, y in places:
        nearest = min((x - u) ** 2 + (y - v) ** 2 for u, v in places if (u, v) != (x, y))
        assert abs(nearest**0.5 - surface.PITCH_MM10) < 2


def test_build_writes_what_changed_and_nothing_else(tmp_path: Path) -> None:
    (tmp_path / hardware.SOURCE_FOLDER).mkdir(parents=True)
    (tmp_path / hardware.TABLE_FOLDER).mkdir(parents=True)
    for source in SOURCES:
        (tmp_path / hardware.SOURCE_FOLDER / source.name).write_text(source.read_text())
    assert len(hardware.build(tmp_path)) == len(SOURCES)
    assert hardware.build(tmp_path) == []


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("pitch_mm = 40", "pitch_mm = 400", "square7.toml:9: pitch_mm: must be between 1 and 100"),
        ("pitch_mm = 40", "pitch = 40", "pitch: unknown key"),
        ("margin_mm = 20\n", "", "margin_mm: is missing"),
        ('sensor = "cell"', 'sensor = "nose"', "square7.toml:5: sensor: must be one of reed, cell"),
        ('name = "square7"', 'name = "square8"', "name: must be the file's name 'square7'"),
        ("[  1,   2,", "[  2,   2,", "square7.toml:13: channels: 2 is given to a1 and b1"),
        ("[  1,   2,", "[  0,   2,", "field a1: 0 is a reference of multiplexer 0"),
        ("[  1,   2,", "[ 64,   2,", "field a1: 64 is no channel (0 to 63)"),
        ("[  1,   2,", "[   2,", "row 1 must be a list of 7 numbers"),
        ("[  0,   1,", "[  1,   1,", "lamps: must number the LEDs 0 to 48 once each; see 1"),
        ("rows = 7", "rows = 6", "channels: must have 6 rows, not 7"),
        ("rows = 7", "rows = [", "not readable as TOML"),
    ],
)
def test_mistakes_are_named(tmp_path: Path, old: str, new: str, message: str) -> None:
    text = (ROOT / hardware.SOURCE_FOLDER / "square7.toml").read_text()
    assert old in text
    broken = tmp_path / "square7.toml"
    broken.write_text(text.replace(old, new, 1))
    with pytest.raises(hardware.SurfaceError) as refusal:
        hardware.read_surface(broken)
    assert message in str(refusal.value)

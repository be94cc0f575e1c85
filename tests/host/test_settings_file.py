"""The board's settings.json: whatever stands in it, the board starts; what names fields holds on its surface only."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from treppe import surfaces
from treppe.sensing.reeds import ReedSensing
from treppe_host.firmware import firmware_module

settings = firmware_module("settings")
SURFACES = [surfaces.load(name) for name in surfaces.NAMES]
TEXTS = st.text("c4L\x07 '\"\u00e4\ud800\U0001f600", max_size=50) | st.sampled_from(["c4", "b2", "l12", "legal"])
SCALARS = st.none() | st.booleans() | st.integers() | st.floats() | TEXTS
VALUES = st.recursive(SCALARS, lambda inner: st.lists(inner) | st.dictionaries(TEXTS, inner), max_leaves=6)
OF_SURFACES = st.dictionaries(st.sampled_from([*surfaces.NAMES, "reed13"]), VALUES | st.lists(TEXTS))
FILES = st.dictionaries(st.sampled_from([*settings.DEFAULTS, "colour"]), VALUES)
FILES |= st.fixed_dictionaries({"reed_masked": OF_SURFACES})


@pytest.fixture(scope="module")
def path(tmp_path_factory):
    return tmp_path_factory.mktemp("flash") / "settings.json"


def read(path, surface, content):
    """Return what a board with a surface takes from such a file, as sensing and link use it."""
    path.write_bytes(content)
    values, diagnostic = settings.read(str(path), surface)
    json.dumps(diagnostic).encode("ascii")
    assert set(values) == set(settings.DEFAULTS)
    if surface.SENSOR == "reed":
        ReedSensing(surface, values)
    return values, diagnostic


@given(content=FILES, surface=st.sampled_from(SURFACES))
def test_no_value_of_any_setting_stops_a_start(path, content, surface):
    values, diagnostic = read(path, surface, json.dumps(content).encode())
    if diagnostic:
        assert diagnostic["code"] == "settings_unused" and values == settings.DEFAULTS
    else:
        assert all(values[name] == value for name, value in content.items() if name != "reed_masked")


@given(content=st.binary() | st.sampled_from([b"[" * 4000, b'{"a":' * 700, b'{"sound":false}' + b" " * 5000]))
def test_no_bytes_stop_a_start(path, content):
    diagnostic = read(path, SURFACES[0], content)[1]
    assert diagnostic == {"code": "settings_unused", "why": {"code": "settings_unread"}} or is_object(content)


def is_object(content):
    """Tell whether the bytes happen to be JSON, as `{}` is."""
    try:
        return isinstance(json.loads(content), dict)
    except (ValueError, RecursionError):
        return False


@given(name=st.sampled_from([*settings.DEFAULTS, "colour"]), value=VALUES, surface=st.sampled_from(SURFACES))
def test_a_value_that_is_accepted_is_read_back(path, name, value, surface):
    """By `set` and `settings`: what does not fit is refused with a code, what fits is there at the next start."""
    path.unlink(missing_ok=True)
    try:
        settings.check(name, value, surface)
    except settings.InvalidSettings as error:
        json.dumps(error.args[0]).encode("ascii")
        return
    settings.write(str(path), surface, {**settings.DEFAULTS, name: value})
    values, diagnostic = settings.read(str(path), surface)
    assert not diagnostic and values == {**settings.DEFAULTS, name: value}


def test_masked_reeds_belong_to_their_surface(path):
    path.unlink(missing_ok=True)
    large, small, towers = (surfaces.load(name) for name in ("reed12", "start4", "square7"))
    for surface, masked, brightness in ((large, ["b2", "l12"], 30), (small, ["b2"], 40), (towers, [], 50)):
        values = {**settings.read(str(path), surface)[0], "reed_masked": masked, "brightness_percent": brightness}
        settings.write(str(path), surface, values)
    for surface, masked in ((large, ["b2", "l12"]), (small, ["b2"]), (towers, [])):
        values, diagnostic = settings.read(str(path), surface)
        assert (values["reed_masked"], values["brightness_percent"], diagnostic) == (masked, 50, {})
    settings.write(str(path), large, settings.DEFAULTS)
    assert json.loads(path.read_text()) == {"reed_masked": {"start4": ["b2"]}}


def wrong(name, value, allowed):
    return {"code": "setting_value", "name": name, "value": value, "allowed": allowed}


@pytest.mark.parametrize(
    "content, why",
    [
        (b"{brightness", {"code": "settings_unread"}),
        (b"[1]", {"code": "settings_unread"}),
        (b'{"brightness_percent": 300}', wrong("brightness_percent", "300", "1..100")),
        (b'{"brightness_percent": "much"}', wrong("brightness_percent", "'much'", "1..100")),
        (b'{"hints": "sometimes"}', wrong("hints", "'sometimes'", "off|legal|advice|warning")),
        (b'{"colour": 1}', {"code": "no_setting", "name": "colour"}),
        (b"\xff\xfe\x00", {"code": "settings_unread"}),
        (b"[" * 4000, {"code": "settings_unread"}),
        (b'{"sound": false}' + b" " * 5000, {"code": "settings_unread"}),
        (b'{"\\ud800": 1}', {"code": "no_setting", "name": "\\ud800"}),
        (b'{"reed_masked": ["c4"]}', wrong("reed_masked", "['c4']", '{"reed12": ["c4"]}')),
        (b'{"reed_masked": {"reed12": ["C4"]}}', {"code": "no_field", "name": "C4"}),
    ],
)
def test_what_a_wrong_file_has_is_named(path, content, why):
    assert read(path, SURFACES[0], content) == (settings.DEFAULTS, {"code": "settings_unused", "why": why})


def test_a_file_that_cannot_be_used_is_renamed_before_another_one_is_written(path):
    path.write_bytes(b"{brightness")
    settings.write(str(path), SURFACES[0], {**settings.DEFAULTS, "sound": False})
    assert path.with_name("settings.json.wrong").read_bytes() == b"{brightness"
    assert json.loads(path.read_text()) == {"sound": False}


def test_a_file_that_cannot_be_read_is_kept_beside_the_new_one(tmp_path):
    path = tmp_path / "settings.json"
    path.mkdir()  # reading it is an error, as of a flash that fails
    (path / "kept").touch()
    assert settings.read(str(path), SURFACES[0])[1] == {"code": "settings_unused", "why": {"code": "settings_unread"}}
    settings.write(str(path), SURFACES[0], settings.DEFAULTS | {"sound": False})
    assert json.loads(path.read_text()) == {"sound": False}
    assert (tmp_path / "settings.json.wrong/kept").exists()

"""Files with an image: what is in them, in which order a Pico gets them, and which of them is taken."""

import random
import struct
from pathlib import Path

import pytest
from image_files import TEXTS, flash_of, write_image
from pico_rom import ERASED, copy_uf2, is_started, is_whole
from treppe_host.deploy import image_file
from treppe_host.deploy.contents import FIRST, describe, find_contents, hashes_of, loading_order, module_of
from treppe_host.deploy.image_file import find_image
from treppe_host.deploy.uf2 import FAMILIES, parts, read_image, write_uf2
from treppe_host.errors import DeployError
from treppe_sim.compiled import compile_text, sources

from tools import image

BLOCK = struct.Struct("<8I476sI")


def test_an_image_lies_where_a_pico_starts() -> None:
    content = bytes(range(256)) + b"end"
    blocks = list(BLOCK.iter_unpack(write_uf2(content, FAMILIES["pico"])))
    for number, expected in ((0, content[:256]), (1, b"end" + bytes(253))):
        words = blocks[number]
        assert words[:2] == (0x0A324655, 0x9E5D5157) and words[9] == 0x0AB16F30, "the magic of UF2"
        assert words[2:8] == (0x2000, 0x10000000 + 256 * number, 256, number, 2, 0xE48BFF56)
        assert words[8] == expected + bytes(220)


@pytest.mark.parametrize("size", [5900, 65_536, 65_537 + 4096, 200_000])
def test_half_an_image_is_never_started_wherever_the_cable_is_pulled(tmp_path: Path, size: int) -> None:
    found = read_image(write_image(tmp_path / "treppe.uf2", size=size))
    pieces = parts(found)
    uf2 = b"".join(pieces)
    num_blocks = len(uf2) // BLOCK.size
    assert [block[5] for block in BLOCK.iter_unpack(uf2)] == list(range(num_blocks))
    before = flash_of(size, seed=2) + ERASED
    for blocks in random.Random(size).sample(range(1, num_blocks), min(num_blocks - 1, 60)) + [
        1,
        16,
        num_blocks - 16,
        num_blocks - 1,
    ]:
        assert not is_started(copy_uf2(uf2, before, blocks)), blocks
    assert is_whole(uf2) and not is_whole(uf2[: -BLOCK.size])
    after = copy_uf2(uf2, before)
    assert is_started(after) and after[: len(found.flash)] == found.flash
    end = -(-len(found.flash) // 4096) * 4096
    assert after[end:] == before[end:], "files above it are left alone"
    assert all(len(piece) <= 32 * 4096 for piece in pieces), "progress is reported"


def test_a_pico_2_gets_the_usual_order(tmp_path: Path) -> None:
    found = read_image(write_image(tmp_path / "treppe.uf2", FAMILIES["pico2"]))
    addresses = [block[3] for block in BLOCK.iter_unpack(b"".join(parts(found)))]
    assert addresses == sorted(set(addresses)) and found.pico == "pico2"


def test_what_is_in_an_image_is_found_in_its_file(tmp_path: Path) -> None:
    found = read_image(write_image(tmp_path / "treppe.uf2"))
    assert found.contents.hashes == hashes_of(TEXTS) and found.contents.hashes.keys() == {"board", "treppe"}
    said: dict[str, str] = {}
    exec(describe(TEXTS, "recipe"), said)
    assert said["DIGEST"] == found.contents.digest and said["MODULES"] == "treppe board"
    others = (describe({**TEXTS, "pins.py": ""}, "recipe"), describe(TEXTS, "another MicroPython"))
    digests = [other.digest for text in others if (other := find_contents(text.encode()))]
    assert len({*digests, found.contents.digest}) == 3


NO_IMAGE = "is no image of Treppe's"


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"no image",
        bytes(1024),
        write_uf2(random.Random(1).randbytes(9000), FAMILIES["pico"]),  # as a plain MicroPython
        write_uf2(flash_of(9000), 0xE48BFF55),
        write_uf2(flash_of(9000), FAMILIES["pico"])[512:],
        write_uf2(flash_of(9000), FAMILIES["pico"])[:-1],
        write_uf2(flash_of(9000), FAMILIES["pico"]) + write_uf2(flash_of(9000), FAMILIES["pico2"]),
    ],
    ids=["empty", "text", "zeros", "MicroPython", "another chip", "no beginning", "a torn end", "of two chips"],
)
def test_a_file_that_is_no_image_is_refused(content: bytes, tmp_path: Path) -> None:
    (tmp_path / "odd.uf2").write_bytes(content)
    with pytest.raises(DeployError, match=NO_IMAGE):
        read_image(tmp_path / "odd.uf2")
    with pytest.raises(DeployError, match=r"no image can be read: .*none\.uf2"):
        read_image(tmp_path / "none.uf2")


def test_the_image_of_a_checkout_goes_before_that_of_a_wheel(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(image_file, "firmware_folder", lambda: tmp_path / "firmware")
    monkeypatch.setattr(image_file, "__file__", str(tmp_path / "wheel/image_file.py"))
    with pytest.raises(DeployError, match=r"no image for this Pico here: take treppe\.uf2 .*--image FILE.*make image"):
        find_image("pico")
    of_wheel = write_image(tmp_path / "wheel/treppe.uf2")
    assert find_image("pico").path == of_wheel
    of_checkout = write_image(tmp_path / "dist/treppe.uf2")
    assert find_image("pico").path == of_checkout
    other = write_image(tmp_path / "other.uf2", FAMILIES["pico2"])
    with pytest.raises(DeployError, match=r"is an image for another Pico: this one needs treppe\.uf2"):
        find_image("pico", other)
    assert find_image("pico2", other).path == other


def test_an_image_has_every_file_and_each_compiles() -> None:
    frozen = image.frozen_files()
    own = sources(with_others=False)
    assert frozen == {**own, "image.py": frozen["image.py"]}
    assert not {path for path in own if "host" in path.split("/") or path.endswith("drawing.py")}
    assert {"main.py", "board.py", "typing.py", "treppe/games/more.py"} < own.keys()
    assert all(compile_text(name, text, "armv6m")[:2] == b"M\x06" for name, text in frozen.items())


def test_modules_are_loaded_after_those_that_they_import() -> None:
    texts = sources(with_others=False)
    order = loading_order(texts, [FIRST])
    assert len(set(order)) == len(order) and order[-1] == FIRST
    late = {"main", "modules", "boot", "_boot", "drivers.file_system", "typing"}
    kinds = [f"{module}{sensor}" for module in ("assembly_", "treppe.panel.tasks.") for sensor in ("cell", "reed")]
    rooms = tuple(f"treppe/{room}/" for room in ("games", "surfaces", "texts", "tracking", "play", "panel"))
    by_name = set(loading_order(texts, kinds)) | {module_of(path) for path in texts if path.startswith(rooms)}
    assert {module_of(path) for path in texts} - set(order) <= late | by_name
    tiny = {
        "a.py": "import b\ndef f():\n import d",
        "b.py": "from p import c",
        "p/c.py": "",
        "p/__init__.py": "",
        "d.py": "",
    }
    assert loading_order(tiny, ["a"]) == ["p", "p.c", "b", "a"]
    aside = "if TYPE_CHECKING:\n import b\nelif 1:\n import d\nelse:\n import p.c\ntry:\n import sys\nexcept E:\n pass"
    assert loading_order({**tiny, "a.py": aside}, ["a"]) == ["d", "p", "p.c", "a"]


def test_a_source_of_an_image_that_is_another_file_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(image.SOURCES, str(tmp_path))
    (tmp_path / image.TINYUSB.name).write_bytes(b"another file")
    with pytest.raises(DeployError, match="not the expected file"):
        image.fetch(image.TINYUSB, tmp_path)


def test_an_image_that_would_lie_under_a_boards_files_is_refused() -> None:
    image.check_room(640 * 1024, "pico")
    with pytest.raises(DeployError, match="the image has 655,361 bytes, of 655,360 before a pico's files begin"):
        image.check_room(640 * 1024 + 1, "pico")

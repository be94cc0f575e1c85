"""What runs on an emulated Pico: the image that IMAGE names, by default that of `make image`; older ones made of it."""

import os
from pathlib import Path

from treppe import VERSION
from treppe_host.deploy.overlay import compute_overlay
from treppe_host.deploy.prompt import ARCHITECTURES
from treppe_host.deploy.uf2 import FAMILIES, read_image, write_uf2
from treppe_sim.compiled import sources

ROOT = Path(__file__).parents[2]
IMAGE = Path(os.environ.get("IMAGE") or ROOT / "dist/treppe.uf2")
PLAIN = os.environ.get("UF2", "")
"""A MicroPython without firmware, for those who have one."""
OLD_VERSION = "0.0.9"


def older_image(*modules: str) -> bytes:
    """Return an image of an older version, which by what it says has these modules otherwise."""
    image = read_image(IMAGE)
    assert image.contents.hashes["treppe"], "it is an image of Treppe's"
    flash = image.flash.replace(f"{VERSION}\0".encode(), f"{OLD_VERSION}\0".encode())
    changes = {image.contents.digest: image.contents.digest[::-1]}
    changes |= {f" {name}:{image.contents.hashes[name]}": f" {name}:00000000" for name in modules}
    for old, new in changes.items():
        assert old.encode() in flash, old
        flash = flash.replace(old.encode(), new.encode())
    return write_uf2(flash, FAMILIES["pico"])


def some_modules(count: int) -> list[str]:
    """Return the names of modules that can lie over an image, the package with the version among them."""
    paths = [
        path
        for path in sources(with_others=False)
        if path.startswith(("treppe/tracking/", "treppe/panel/")) and "__init__" not in path
    ]
    return ["treppe", *(path.removesuffix(".py").replace("/", ".") for path in paths[: count - 1])]


def overlay_files(changes: dict[str, str]) -> dict[str, bytes]:
    """Return the files that lie over the image where these sources, by their paths, are otherwise."""
    overlay = compute_overlay(read_image(IMAGE).contents, ARCHITECTURES["pico"], sources() | changes)
    return {path[1:]: content for path, content in overlay.files.items()}

"""Which image `treppe flash` takes: a named one, that of `make image`, or that of the installed wheel."""

from pathlib import Path

from treppe_sim.interpreter import firmware_folder

from treppe_host.deploy.uf2 import Image, read_image
from treppe_host.errors import DeployError

NAMES = {"pico": "treppe.uf2", "pico2": "treppe-pico2.uf2"}
"""The files of images, by the Pico that they are for."""
HOW_TO_GET = (
    "take treppe.uf2 of a release (--image FILE), or build one (make image; docs/pico.md says which packages it needs)"
)


def find_image(pico: str, given: Path | None = None) -> Image:
    """Return the image for a kind of Pico; raise DeployError with what to do if there is none, or it does not fit."""
    path = given or next((place for place in _places(NAMES[pico]) if place.exists()), None)
    if path is None:
        raise DeployError(f"there is no image for this Pico here: {HOW_TO_GET}")
    image = read_image(path)
    if image.pico != pico:
        raise DeployError(f"{path} is an image for another Pico: this one needs {NAMES[pico]}")
    return image


def _places(name: str) -> tuple[Path, ...]:
    return firmware_folder().parent / "dist" / name, Path(__file__).parent / name

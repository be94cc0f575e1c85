"""The overlay: modules of this checkout, and games of one's own, that lie over those of the image on a board.

`firmware/modules.py` loads them.
"""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass

from treppe_sim.compiled import compile_text

from treppe_host.deploy.contents import FIRST, Contents, hashes_of, loading_order, module_of
from treppe_host.deploy.image_file import HOW_TO_GET
from treppe_host.errors import DeployError

FOLDER = "/overlay"
LIST = f"{FOLDER}/list"
_MOST_BYTES = 60_000
"""Code in files takes as much of the board's memory, of which some 90 kB are free in a game."""


EARLY = ("_boot", "boot", "main", "modules", "starts", "drivers.file_system")
"""Modules that have run when the overlay is loaded: a change of theirs needs an image."""


@dataclass(frozen=True, slots=True)
class Overlay:
    """Files by their path on a board; none where the image has all modules as they are here.

    `early` are modules that differ, too, but cannot be laid over an image, see EARLY.
    """

    files: Mapping[str, bytes]
    modules: tuple[str, ...]
    early: tuple[str, ...]

    def missing(self, there: Mapping[str, str]) -> set[str]:
        """Return the paths of files that are not there, given the SHA-256 of what is, by names in FOLDER."""
        return {
            path for path, content in self.files.items() if there.get(path.removeprefix(f"{FOLDER}/")) != _hash(content)
        }


def compute_overlay(contents: Contents, architecture: str, texts: Mapping[str, str]) -> Overlay:
    """Compile which of these sources an image lacks, or has otherwise; raise DeployError, NotCompiled."""
    paths = {module_of(path): path for path in texts}
    hashes = hashes_of(texts)
    different = [module for module in paths if contents.hashes.get(module) != hashes[module]]
    changed, early = [[each for each in different if (each in EARLY) == is_early] for is_early in (False, True)]
    if not changed:
        return Overlay({}, (), tuple(early))
    compiled = {module: compile_text(paths[module], texts[paths[module]], architecture) for module in changed}
    total = sum(map(len, compiled.values()))
    if total > _MOST_BYTES:
        raise DeployError(
            f"{len(changed)} modules of this checkout differ from the image, {total // 1000} kB, which is more than a "
            f"board has room for: {HOW_TO_GET}"
        )
    lines = [
        f"{module} {_hash(compiled[module]) if module in compiled else ''}".strip()
        for module in loading_order(texts, [FIRST, *changed])
    ]
    text = "\n".join(lines)
    files = {f"{FOLDER}/{module.replace('.', '_')}.mpy": content for module, content in compiled.items()}
    return Overlay(
        files | {LIST: f"{contents.digest} {_hash(text.encode())}\n{text}".encode()}, tuple(changed), tuple(early)
    )


def _hash(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()

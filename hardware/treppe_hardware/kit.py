"""`make kit`: all that builds a board, in one archive: `python -m treppe_hardware.kit TARGET`."""

import gzip
import io
import sys
import tarfile
from pathlib import Path

from treppe_host.errors import TreppeError

from treppe_hardware.boards.kept import boards_with_layout
from treppe_hardware.descriptions.description import read_hardware
from treppe_hardware.descriptions.source import InvalidDescription

_LEFT_OUT = (".drc.txt", ".kicad_prl", ".kicad_pro")
_LOOSE_GERBERS = "gerbers"  # they are in the zip
_GUIDES = ("README.md", "CHANGELOG.md", "build_guide.md", "guide")


def kit_files(root: Path) -> dict[str, Path]:
    """Return what the archive holds, by its name there; raise InvalidDescription for what has not been made."""
    files: dict[str, Path] = {}
    for name in boards_with_layout(read_hardware(root)):
        folder = root / "build/boards" / name
        wanted = [folder / f"{name}_gerbers.zip", folder / "order.md"]
        wanted += [root / f"build/parts/boards/{name}_{side}.png" for side in ("top", "bottom")]
        for path in wanted:
            if not path.exists():
                raise InvalidDescription(f"{path} is not there: make boards parts")
        own = [path for path in folder.rglob("*") if path.is_file() and _LOOSE_GERBERS not in path.parts]
        files |= {
            f"boards/{name}/{path.relative_to(folder)}": path for path in own if not path.name.endswith(_LEFT_OUT)
        }
        files |= {f"boards/{name}/{path.name}": path for path in wanted}
    parts = root / "build/parts"
    files |= {f"parts/{path.name}": path for path in parts.iterdir() if path.is_file()}
    for name in (*_GUIDES, "generated"):
        path = root / "hardware" / name
        inside = [path] if path.is_file() else [one for one in path.rglob("*") if one.is_file()]
        files |= {str(one.relative_to(root / "hardware")): one for one in inside}
    files["LICENSE.txt"] = root / "LICENSES/CERN-OHL-P-2.0.txt"
    return dict(sorted(files.items()))


def write_kit(files: dict[str, Path], target: Path) -> None:
    """Write the archive; the same files give the same bytes."""
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w") as archive:
        for name, path in files.items():
            info = tarfile.TarInfo(f"treppe-hardware/{name}")
            info.size, info.mode = path.stat().st_size, 0o644
            with path.open("rb") as content:
                archive.addfile(info, content)
    target.write_bytes(gzip.compress(out.getvalue(), mtime=0))


def main(arguments: list[str]) -> None:
    """Pack the kit and say how large it is."""
    target = Path(arguments[0])
    files = kit_files(Path())
    write_kit(files, target)
    print(f"{target}: {len(files)} files, {target.stat().st_size / 1e6:.1f} MB")


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except TreppeError as error:
        sys.exit(str(error))

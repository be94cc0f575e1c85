"""Writes what a release leaves on a board, for later versions to read: make_kept_data.py VERSION, at each release.

A game of STEP BY STEP after three actions, two settings that differ from the delivered ones, a calibration.
"""

import gzip
import shutil
import sys
import tempfile
from pathlib import Path

from treppe import games

sys.path.insert(0, str(Path(__file__).parent / "support"))
from whole_board import WholeBoard

KEPT = Path(__file__).parent / "data" / "kept"


def main() -> None:
    target = KEPT / sys.argv[1]
    target.mkdir(parents=True)
    with tempfile.TemporaryDirectory() as folder:
        with WholeBoard("square7", folder, seed=1) as at:
            at.ask("set", name="language", value="de")
            at.ask("set", name="brightness_percent", value=30)
            state = games.start("step")
            at.set_up(state, seats=["Ann", "Zoë"])
            for word in ("a1-b1", "+c1", "g7-f7"):
                at.play(state, word)
        for name in ("memory.img", "world.json"):
            shutil.copy(Path(folder, name), target)
        packed = gzip.compress(Path(folder, "flash.img").read_bytes(), mtime=0)
        (target / "flash.img.gz").write_bytes(packed)


if __name__ == "__main__":
    main()

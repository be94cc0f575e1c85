"""Fifty times the power goes at a random moment of a flash: `make bench-pulls`.

Exit status 1 if a board does not start afterwards with its old firmware or the new one, whole.
"""

import contextlib
import random
import sys
import tempfile
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "system"))

from test_deploy import make_pico, pull_once
from treppe_host.errors import TreppeError


def main(pulls: int) -> int:
    """Pull so often; print what ran afterwards; return the number of boards that did not start well."""
    found: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as folder:
        pico = make_pico(Path(folder))
        for seed in range(pulls):
            outcome = "does not start"
            with contextlib.suppress(TreppeError, AssertionError), tempfile.TemporaryDirectory() as place:
                done, version = pull_once(pico, Path(place), random.Random(1000 + seed))
                outcome = f"{'flashed' if done else 'pulled'}, runs {version}"
            found[outcome] += 1
            print(f"{seed + 1:3} {outcome}", flush=True)
    print(dict(found))
    return found["does not start"] + found["flashed, runs 0.1.0"]


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 50) > 0)

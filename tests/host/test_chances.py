"""How programs judge positions changes on purpose only: then `tests/support/chances.py` writes it anew."""

import json
from pathlib import Path

import chances
import pytest

KEPT = json.loads(chances.KEPT.read_text())


@pytest.mark.parametrize("path", chances.recordings(), ids=lambda path: path.stem)
def test_recorded_positions_are_judged_as_they_were(path: Path) -> None:
    found = chances.of_recording(path)
    assert len(found) == len(KEPT[path.stem])
    for place, (now, kept) in enumerate(zip(found, KEPT[path.stem])):
        assert now == pytest.approx(kept, abs=1e-5), place
        assert len(now) == 1 or sum(now) == pytest.approx(1, abs=1e-5)

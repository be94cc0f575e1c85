"""How programs judge positions changes on purpose only: then `python tests/host/test_chances.py` writes it anew."""

import json
from pathlib import Path

import pytest
from treppe import games
from treppe.games.options import parse_option
from treppe_host.programs import playouts
from treppe_host.programs.start import evaluation_of

DATA = Path(__file__).parents[1] / "data"
KEPT = DATA / "chances.json"
_PARTS = (0.0, 0.2, 0.4, 0.6, 0.8, 1.0)  # of a recorded game


def of_recording(path: Path) -> list[list[float]]:
    """Return each player's chances at some places of a game; none where random games are the judge."""
    lines = path.read_text().splitlines()
    name, *options = lines[0].split()
    evaluation = evaluation_of(name)
    if evaluation is playouts:
        return []
    state = games.start(name, **dict(parse_option(games.load(name), word) for word in options))
    words = [line.split(";")[0].split()[2] for line in lines[1:-2]]
    places = {round(part * (len(words) - 1)) for part in _PARTS}
    found = []
    for place, word in enumerate(words):
        if place in places:
            found.append([round(chance, 6) for chance in evaluation.chances(state)])
        state.apply_action(state.action(word))
    return found


def recordings() -> list[Path]:
    """Return the recorded games."""
    return sorted((DATA / "playthroughs").glob("*.txt"))


@pytest.mark.parametrize("path", recordings(), ids=lambda path: path.stem)
def test_recorded_positions_are_judged_as_they_were(path: Path) -> None:
    found, judged = of_recording(path), json.loads(KEPT.read_text())[path.stem]
    assert len(found) == len(judged)
    for place, (now, kept) in enumerate(zip(found, judged)):
        assert now == pytest.approx(kept, abs=1e-5), place
        assert len(now) == 1 or sum(now) == pytest.approx(1, abs=1e-5)


if __name__ == "__main__":
    lines = [f'  "{path.stem}": {json.dumps(of_recording(path))}' for path in recordings()]
    KEPT.write_text("{\n" + ",\n".join(lines) + "\n}\n")

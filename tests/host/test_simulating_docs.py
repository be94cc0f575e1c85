"""The names that docs/simulating.md tells are there; `test_docs.py` runs its script."""

from dataclasses import fields
from pathlib import Path

from treppe_sim.hands.movements import Movement

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "docs/simulating.md").read_text()


def test_the_fields_of_a_movement_are_told():
    assert f"`Movement({', '.join(field.name for field in fields(Movement))})`" in TEXT

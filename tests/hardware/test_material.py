"""The material of the games, as it is drawn, printed and laid out, held against the originals' lists and set-ups."""

import json
from collections import Counter
from pathlib import Path

import pytest
from treppe import games
from treppe.games import catalogue
from treppe.games.host import facts
from treppe_hardware.descriptions.pieces import box_for

ROOT = Path(__file__).parents[2]
MATERIAL = json.loads((ROOT / "tests/data/material.json").read_text())
"""By game and number of players: pieces of each kind, counted by hand in the original texts."""


def kinds_of(pieces: dict[str, int]) -> dict[str, int]:
    found: Counter[str] = Counter()
    for code, count in pieces.items():
        found[code[0]] += count
    return dict(found)


@pytest.mark.parametrize("name", catalogue.names())
def test_what_is_laid_out_is_what_the_original_lists(name: str) -> None:
    counts = facts.player_counts(name)
    assert set(MATERIAL[name]) == {str(players) for players in counts}
    for players in counts:
        material = facts.of(name).material(games.start(name, players=players))
        assert kinds_of(material) == MATERIAL[name][str(players)], players
        for player in range(1, players):
            first, other = (
                {code[0]: n for code, n in material.items() if code[1:] == str(seat)} for seat in (0, player)
            )
            assert name == "seven" or first == other, "everybody has the same"


def test_seven_colours_of_twenty_discs() -> None:
    assert set(facts.of("seven").material(games.start("seven")).values()) == {20}


def test_one_box_serves_the_collection_of_six() -> None:
    """The original: four sets of a cylinder, four triangles and six squares."""
    box = box_for(["blockade", "weltreich", "sprung", "aufstellen", "wetteifern", "tor"])
    assert box == {f"{shape}{player}": count for shape, count in (("C", 1), ("S", 6), ("T", 4)) for player in range(4)}


def test_a_box_for_all_games_has_what_each_of_them_needs() -> None:
    box = box_for(catalogue.names())
    assert kinds_of(box) == {"B": 54, "C": 4, "D": 140, "N": 20, "O": 4, "S": 24, "T": 16, "W": 30}

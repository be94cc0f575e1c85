"""The board's reasons in words."""

from treppe import surfaces
from treppe_host.reasons import reason

REED12, SQUARE7 = surfaces.load("reed12"), surfaces.load("square7")


def _message(**fields: object) -> dict[str, object]:
    return {"words": ["a1-b1"], "instead": [], "how": "seen", "why": "a1 -1, b1 +1", "seen": ""} | fields


def test_a_move_is_told_with_its_changes_and_pauses() -> None:
    line = reason(_message(seen="00000102" + "01010030"), REED12)
    assert line == (
        "a1-b1: the board showed it; against the position before: a1 -1, b1 +1; "
        "seen: a1 empty, 0.48 s later b1 occupied"
    )


def test_towers_and_buttons_and_what_was_replaced_are_told() -> None:
    line = reason(_message(words=[], instead=["a1-c1"], how="OK", why="no change", seen="0012000001030010"), SQUARE7)
    assert line.startswith("nothing instead of a1-c1: OK was pressed")
    assert line.endswith("seen: a1 2 high with a ball, 0.16 s later b1 3 high")

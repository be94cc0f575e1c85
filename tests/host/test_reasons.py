"""The board's reasons in words."""

import re

from fakes_table import Table
from treppe import surfaces
from treppe_host.records.fields import display_names
from treppe_host.records.reasons import reason


def begin(surface: str, game: str, **options: object) -> Table:
    table = Table(surfaces.load(surface))
    table.new(game, **options)
    return table


def reported(table: Table, **otherwise: object) -> str:
    """Return what is said of the table's last record."""
    message = table.session.observed.trace.message | otherwise
    return reason(message, table.surface, display_names(table.state(), table.surface))


def test_a_move_is_told_in_the_names_of_the_game() -> None:
    table = begin("square7", "step", size=5)
    table.play("a1-b2")  # on the surface these are b2 and c3
    assert reported(table).startswith(
        "a1-b2: the board showed it. Compared with the position before, a1 is empty and b2 has a ball. Seen "
    )
    table.change("a7", 1)
    table.change("a7", -1)
    table.play("+b3")
    assert reported(table) == (
        "+b3: the board showed it. Compared with the position before, b3 is 1 higher. "
        "Seen in this order: *a7 1 high, 0.1 s later *a7 empty, 0.1 s later b3 1 high."
    )


def test_of_a_board_that_was_set_up_the_last_is_told() -> None:
    table = begin("reed12", "weltreich")
    table.play("b2-b6")
    assert re.sub(r"[\d.]+ s later ", "", reported(table)).endswith(  # however long people have looked at the display
        "Compared with the position before, b2 is empty and b6 is occupied. Seen last, in this order: "
        "k11 occupied, l11 occupied, i12 occupied, j12 occupied, k12 occupied, l12 occupied, b2 empty, b6 occupied."
    )


def test_what_was_replaced_is_told_and_who_said_so() -> None:
    table = begin("reed12", "weltreich")
    table.play("b2-b6")
    assert reported(table, words=[], instead=["b2-b6"], how="OK").startswith("taken back b2-b6: OK was pressed. ")
    assert reported(table, how="chosen", changed="", back="0005", seen="") == (
        "b2-b6: it was chosen at the PC. The board stands as before. a1 and f1 changed meanwhile and are as before."
    )


def test_what_happens_within_a_twentieth_of_a_second_happens_at_once() -> None:
    table = begin("reed12", "weltreich")
    table.play("b2-b6")
    # The field, what it is, hundredths of a second since the one before.
    seen = "00010000" + "01000005" + "02010006" + "03010100"
    assert reported(table, seen=seen).endswith(
        "order: a1 occupied, b1 empty, 0.1 s later c1 occupied, 2.6 s later d1 occupied."
    )


def test_what_else_it_may_have_been_is_told() -> None:
    table = begin("reed12", "weltreich")
    for field, change in (("b2", -1), ("b4", 1), ("b4", -1), ("b6", 1)):
        table.change(field, change)
    table.wait(400)
    assert reported(table).startswith("b2-b6 instead of b2-b4: ")
    assert " Also weighed: the last action taken back. Seen " in reported(table)
    table.play(table.legal_words()[0])
    assert "Also weighed" not in reported(table)
    weighed = ["0 a1-a2", "1 b2-b4 c11-c9", "2"]
    assert reported(table, seen="", weighed=weighed).endswith(
        " Also weighed: a1-a2; b2-b4 c11-c9 instead of the last action; the last 2 actions taken back."
    )

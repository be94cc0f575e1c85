"""Names of cells: each is read as it is written, and nothing else is a name."""

from treppe.games import square


def test_each_cell_has_one_name():
    for size in (7, 10, 12):
        names = [square.cell_name(cell, size) for cell in range(size * size)]
        assert [square.parse_cell(name, size, size) for name in names] == list(range(size * size))


def test_what_is_no_name_is_no_cell():
    for name in ("", "a", "a0", "a01", "a13", "m1", "A1", "a1 ", " a1", "a+1", "a:", "a/3", "a1b", "a111", 500 * "a"):
        assert square.parse_cell(name, 12, 12) == -1, name

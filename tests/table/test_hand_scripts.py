"""Scripts of hands, and of all that people do at a table: for their form see `table_scripts.py`."""

import weighing_scripts
from scripts import read
from table_scripts import check_scripts, do, lay_out, outcome


def test_hands_come_to_what_the_scripts_say():
    scripts = read("tests/data/hands.txt")
    assert len(scripts) > 30
    for title, position, lines in scripts:
        table = lay_out(position)
        for words, expected in lines:
            do(table, words.split())
            assert outcome(table) == expected, (title, words)


def test_a_table_comes_to_what_the_scripts_say():
    for name in ("step", "pieces", "cubes", "seven", "menu", "clock", "advice"):
        check_scripts(f"tests/data/table/{name}.txt")


def test_a_table_with_weights_comes_to_what_the_scripts_say():
    weighing_scripts.check_scripts("tests/data/table/weights.txt")

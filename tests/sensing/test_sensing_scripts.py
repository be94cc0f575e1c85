"""Scripts of weights and reeds: for their form see `sensing_scripts.py`."""

from sensing_scripts import check_scripts


def test_sensing_comes_to_what_the_scripts_say():
    for name in ("cells", "reeds"):
        check_scripts("tests/data/sensing/" + name + ".txt")

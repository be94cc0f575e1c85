"""Hands in text, through the public session: what they come to is recorded, proposed or complained about."""

import hand_scripts


def test_hands_come_to_what_the_scripts_say():
    scripts = hand_scripts.read("tests/data/hands.txt")
    assert len(scripts) > 30
    for title, position, lines in scripts:
        table = hand_scripts.lay_out(position)
        for words, expected in lines:
            hand_scripts.do(table, words)
            assert hand_scripts.outcome(table) == expected, (title, words)

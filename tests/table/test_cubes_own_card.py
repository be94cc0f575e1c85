"""Cubes, dealt: the board asks whoever got his own colour with whom he swaps, and shows no program's cards."""

from fakes_table import begin
from table_scripts import lay_out
from treppe.alphabet.buttons import MENU, OK


def test_the_board_asks_with_whom_to_swap():
    for seed in range(1, 60):
        table = begin("cubes", players=3, seed=seed, own_card="chosen")
        table.command("play", {"words": table.legal_words()[:1]})
        while table.legal_words()[0].startswith("+"):
            table.command("play", {"words": table.legal_words()[:1]})
        table.set_up()
        if "*" in table.legal_words()[0]:
            break
    words = table.legal_words()
    assert table.display["choice"] == words[:1] and table.phase() == "play", table.lines()
    table.press(MENU)
    assert table.display["choice"] == words[1:2]
    table.press(OK)
    assert table.journal.notations()[-1] == words[1] and "*" not in table.legal_words()[0]


def test_nobody_sees_what_a_program_holds():
    table = lay_out("cubes players=3 seed=7 : white d5 d6 d7 h4")
    table.session.game_record.seats[1] = "Treppe 2"
    for player in ("Blue", "Yellow", "Yellow"):
        table.press(OK)
        assert table.lines()[0].startswith(player), table.lines()
    table.press(OK)
    assert "Points: 2" in table.lines()

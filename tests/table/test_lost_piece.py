"""A piece that is not seen, and a question about its field."""

from fakes_table import ASKED_MS, begin
from treppe import surfaces
from treppe.alphabet.buttons import END, OK

REED12 = surfaces.load("reed12")


def _lose_a_piece():
    """Return a table that asks about a piece that others have moved past, and its field."""
    table, lost = begin("weltreich", players=2), ""
    while not table.session.guidance.doubts:
        state = table.state()
        moves = [hand_moves for hand_moves in map(state.hand_moves, state.legal_actions()) if len(hand_moves) == 2]
        endpoints = [[REED12.NAMES[field] for field, _ in hand_moves] for hand_moves in moves]
        start, end = next(names for names in endpoints if lost != names[0] and not _in_line(lost, names[1]))
        table.change(start, -1)
        table.change(end, 1, ASKED_MS)
        if table.display["choice"]:
            table.press(OK)
        if not lost:
            lost = end
            table.change(lost, -1)  # its reed opens, and nobody is there
        assert len(table.journal.words()) <= 4
    return table, lost


def _in_line(name, other):
    """Tell whether a piece could go from one field to the other."""
    return name[:1] == other[:1] or name[1:] == other[1:]


def test_pause_ends_a_question_about_a_field():
    for press in (0, END):
        table, lost = _lose_a_piece()
        table.command("pause", {})
        table.wait(1000, press)
        assert table.phase() == "idle" and not table.session.guidance.doubts
        table.change(lost, 1)
        table.command("resume", {})
        table.wait(2000)
        assert table.phase() == "play" and not table.session.guidance.doubts

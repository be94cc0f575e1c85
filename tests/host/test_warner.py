"""Warnings while a piece is in the hand: where it would cost much, by the search itself."""

import own_loop
import pytest
from fakes_programs import Board, Mind
from treppe import surfaces
from treppe_host.programs.process import Thinker
from treppe_host.web.connections.warner import Warner

SURFACE = surfaces.load("reed12")
LOSING = ["+e5", "+e2", "+k5", "+h8", "+b5", "+k8", "+h11", "+h2"]
"""Blue may then move k5 alone: to h5, or to k2, which gives the game away."""


class LitBoard(Board):
    """A board whose lamps show where the piece in the hand came from."""

    surface = SURFACE
    roles = "." * SURFACE.FIELDS

    def lift(self, name):
        place = SURFACE.NAMES.index(name)
        self.roles = "." * place + "o" + "." * (SURFACE.FIELDS - place - 1)
        self.changes.tell()


@pytest.fixture
def thinker():
    with_process = Thinker()
    yield with_process
    with_process.close()


def warned(thinker, words, origin, asks="warning"):
    """Return what the board is sent when a piece is lifted, or while pieces from the supply are in hands."""

    async def go():
        board = LitBoard("Ann", "Ben", game="aufstellen", players=2)
        board.play(*words)
        board.display["asks"] = asks
        warner = Warner(board, thinker)
        if origin:
            board.lift(origin)
        board.changes.tell()
        if warner._work:
            await warner._work
        return board.asked

    return own_loop.run(go())


def test_who_lifts_a_piece_is_warned_of_the_target_that_loses(thinker):
    assert warned(thinker, LOSING, "k5") == [("warn", {"fields": ["k2"], "field": "k5"})]


def test_nobody_is_warned_where_nothing_loses_or_nobody_asks(thinker):
    assert warned(thinker, [], "") == []
    assert warned(thinker, LOSING, "k5", asks="advice") == []


def test_a_process_that_does_not_answer_stops_no_game():
    assert warned(Mind(falls=9), LOSING, "k5") == []

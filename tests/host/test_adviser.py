"""Advice for people at a board: the process that thinks is ready before anybody asks."""

import own_loop
from fakes_programs import Board, Mind
from treppe import games
from treppe_host.web.connections.adviser import ACTION, PIECE, Adviser

FIRST = bytes(games.start("step", players=2).position)


def at_board(*seats, **options):
    """Make a test of a coroutine with a board, its adviser, the mind that this asks, and a way to let it finish."""

    async def play(test):
        board, mind = Board(*seats, **options), Mind()
        adviser = Adviser(board, mind)

        async def settle():
            for task in (adviser._preparation, adviser._work):
                if task:
                    await task

        await test(board, adviser, mind, settle)

    return lambda test: lambda: own_loop.run(play(test))


@at_board("Ann", "Ben", players=2)
async def test_a_game_that_begins_wakes_the_process_once(board, adviser, mind, settle):
    board.changes.tell()
    await settle()
    assert [position for position, _ in mind.asked] == [FIRST] and mind.asked[0][1].simulations == 1
    assert adviser.advice is None and not board.asked
    board.play("a1-b2", "+b3")
    await settle()
    assert len(mind.asked) == 1, "the process is there"
    board.begin()
    await settle()
    assert len(mind.asked) == 2, "another game has rules of its own"


@at_board("Ann", players=2)
async def test_it_is_woken_when_somebody_comes_to_the_board(board, adviser, mind, settle):
    adviser.wake()
    await settle()
    assert mind.wakes == 1 and not mind.asked


@at_board("Treppe 2", "Ann", players=2)
async def test_nobody_wakes_it_where_a_program_is_to_move(board, adviser, mind, settle):
    board.changes.tell()
    await settle()
    assert not mind.asked


@at_board("Ann", players=2)
async def test_a_process_that_cannot_start_is_told_to_whoever_asks(board, adviser, mind, settle):
    mind.falls = 2
    board.changes.tell()
    await settle()
    assert adviser.failure is None
    adviser.ask_more()
    await settle()
    assert str(adviser.failure) == "fallen" and not board.asked


@at_board("Ann", players=2)
async def test_the_piece_comes_first_and_the_action_when_asked_again(board, adviser, mind, settle):
    board.changes.tell()
    for kind in (PIECE, ACTION):
        adviser.ask_more()
        assert adviser.is_thinking
        await settle()
        assert board.asked[-1][1]["kind"] == adviser.advice.kind == kind
    assert len(mind.asked) == 3, "once to be ready, once to think, once for the brick"
    assert adviser.advice.then.startswith("+")

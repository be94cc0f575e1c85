"""A program at a board: it answers people, is late, is taken back, and falls, and the game goes on."""

import asyncio

import own_loop
import pytest
from fakes_programs import Board, Mind, SlowMind
from treppe_host.web.connections.program import ProgramPlayer
from waiting import until


def at_board(*seats, falls=0, **options):
    """Make a test of a coroutine that is given a board, its program and a way to let things happen."""

    async def play(test):
        board = Board(*seats, **options)
        program = ProgramPlayer(board, Mind(falls))

        async def settle():
            await until(lambda: not program._work or program._work.done())

        await test(board, program, settle)
        program.close()

    return lambda test: lambda: own_loop.run(play(test))


@at_board("Ann", "Treppe 3", players=2)
async def test_a_program_answers_with_its_whole_turn_and_lets_people_play_theirs(board, program, settle):
    board.changes.tell()
    await settle()
    assert board.asked == [] and program.wish is None
    board.play("a1-b2", "+b3")
    assert program.is_thinking or program.wish is None
    await settle()
    [(do, fields)] = board.asked
    assert do == "want" and fields["words"][0] == program.wish.word and len(fields["words"]) == 2
    board.play(fields["words"][0])
    await settle()
    assert program.wish.word == fields["words"][1]
    board.game.follow({"k": "action", "player": 1, "word": fields["words"][1]})
    assert program.wish is None, "not even before the program hears of it"
    board.changes.tell()
    await settle()
    assert program.wish is None and len(board.asked) == 1


@at_board("Ann", "Treppe 3", players=2)
async def test_take_back_takes_back_what_the_program_has_answered(board, program, settle):
    board.play("a1-b2", "+b3", "g7-f6", "+f5")
    await settle()
    board.undo(1)
    await settle()
    assert board.asked == [("undo", {"count": 2})]
    board.undo(2)
    await settle()
    assert board.game.notations == ["a1-b2"] and len(board.asked) == 1


@at_board("Treppe 1", "Ann", players=2)
async def test_a_program_that_began_the_game_plays_again_when_it_is_taken_back(board, program, settle):
    board.changes.tell()
    await settle()
    board.play(*board.asked[0][1]["words"])
    board.undo(1)
    await settle()
    assert [do for do, _ in board.asked] == ["want", "want"]


@at_board("Treppe 2", "Ann", falls=1, players=2)
async def test_when_its_process_falls_people_play_on(board, program, settle):
    board.changes.tell()
    await settle()
    assert str(program.failure) == "fallen" and program.wish is None
    assert board.asked == [("want", {"words": []})], "the board shows people what is legal again"
    board.play("a1-b2", "+b3")
    await settle()
    assert program.failure is None


@at_board("Treppe 2", "Ann", players=2)
async def test_what_people_play_meanwhile_makes_a_late_answer_void(board, program, settle):
    board.changes.tell()
    board.play("a1-b2", "+b3", "g7-f6", "+f5")
    await settle()
    assert all("g7" not in word for _, fields in board.asked for word in fields["words"])
    assert len(board.asked) == 1


@at_board("Ann", "Treppe 6", players=2)
async def test_a_program_whose_time_is_up_leaves_off(board, program, settle):
    """The board's clock ends the game while the process thinks; what it finds afterwards is of no use."""
    mind = program._thinker = SlowMind()
    board.play("a1-b2", "+b3")
    await asyncio.to_thread(mind.has_begun.wait)
    assert program.is_thinking
    board.end("time", winners=[0])
    assert mind.is_stopped.is_set() and not program.is_thinking
    await settle()
    assert not board.asked and program.wish is None and program.failure is None


@at_board("Treppe 2", "Ann", players=2)
async def test_a_board_that_comes_back_is_told_again(board, program, settle):
    board.changes.tell()
    await settle()
    board.is_connected = False
    board.changes.tell()
    await settle()
    assert program.wish is None
    board.is_connected = True
    board.changes.tell()
    await settle()
    assert [do for do, _ in board.asked] == ["want", "want"]


@at_board("Treppe 2", "Ann", players=2)
async def test_what_the_board_asks_is_answered_once(board, program, settle):
    board.changes.tell()
    await settle()
    while program.wish:
        board.display = dict(board.display, choice=[program.wish.word])
        board.changes.tell()
        board.changes.tell()
        assert board.asked[-1] == ("choose", {"word": program.wish.word})
        assert board.asked.count(board.asked[-1]) == 1
        board.display = dict(board.display, choice=[])
        board.play(program.wish.word)
        await settle()


@at_board("Treppe 2", "Ann", players=2)
async def test_a_paused_game_is_left_alone(board, program, settle):
    board.display = {"game": "step", "phase": "idle"}
    board.changes.tell()
    await settle()
    assert not board.asked and not program.is_thinking


@pytest.mark.parametrize("name", ["Treppe 0", "Treppe 7", "Treppe", "treppe 1", "Treppe 1 ", "Treppe ²", None, 4])
def test_who_is_no_program(name):
    from treppe_host.programs.seats import level_of

    assert level_of(name) == 0


def test_the_boards_menu_names_programs_as_the_host_does():
    from treppe.panel import menu_games
    from treppe_host.programs.levels import LAST
    from treppe_host.programs.seats import seat_name

    assert [menu_games.HOSTS + str(level) for level in range(1, menu_games.LEVELS + 1)] == [
        seat_name(level) for level in range(1, LAST + 1)
    ]

"""Chess, the second game from a folder of its own: captures, castling, en passant, promotion by choice, draws."""

from pathlib import Path
from random import Random

import chess
import pytest
import table_games
from fakes_table import Table
from game_folder import check_game, keep_games, record_and_read
from page_clicks import PLAY, table_clicks
from page_driver import Player, Program, ended_record
from rules_checks import legal_words, play
from treppe import games, surfaces
from treppe.games.engine import perft
from treppe_host.store.store import Store
from treppe_sim.hands import CLEAN, RATES
from treppe_sim.material import supply_beside

_CASTLINGS = {"K": 1, "Q": 2, "k": 4, "q": 8}


def read_fen(text: str) -> games.State:
    """Return a game of chess at a position; moves before it count for nothing."""
    rules = games.load("chess")
    state = games.start("chess")
    board, player, castlings, passant = text.split()[:4]
    for row, pieces in enumerate(reversed(board.split("/"))):
        column = 0
        for letter in pieces:
            width = int(letter) if letter.isdigit() else 1
            for cell in rules.SQUARES[row * 8 + column : row * 8 + column + width]:
                kind = 0 if letter.isdigit() else rules.LETTERS.index(letter.upper())
                state.position[cell] = kind + 8 * letter.islower()
            column += width
    state.position[rules.CASTLINGS] = sum(_CASTLINGS.get(letter, 0) for letter in castlings)
    state.position[rules.PASSANT] = next((cell for cell in rules.SQUARES if state.cell_name(cell) == passant), 0)
    state.position[-1] = player == "b"
    return state


FOLDER = Path(__file__).parents[2] / "examples/games"
START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -"
KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -"
POSITION_3 = "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -"
POSITION_4 = "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq -"
POSITION_5 = "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ -"


@pytest.fixture(autouse=True)
def games_of_the_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    keep_games(monkeypatch, FOLDER)


@pytest.mark.parametrize(
    ("position", "counts"),
    [
        (START, [20, 400, 8902]),
        (KIWIPETE, [48, 2039]),
        (POSITION_3, [14, 191, 2812]),
        (POSITION_4, [6, 264]),
        (POSITION_5, [44, 1486]),
    ],
)
def test_perft(position: str, counts: list[int]) -> None:
    state = read_fen(position)
    assert [perft(state, depth) for depth in range(1, len(counts) + 1)] == counts


def test_random_games_by_the_house_s_checks() -> None:
    check_game("chess", 4)


def _word(move: chess.Move, board: chess.Board) -> str:
    text = move.uci()
    kind = "=" + text[4].upper() if text[4:] else ""
    return text[:2] + ("x" if board.is_capture(move) else "-") + text[2:4] + kind


@pytest.mark.parametrize("seed", range(8))
def test_another_chess_has_the_same_moves_and_the_same_ends(seed: int) -> None:
    random = Random(seed)
    position = (START, KIWIPETE, POSITION_3, POSITION_4)[seed % 4]
    state, board = read_fen(position), chess.Board(position + " 0 1")
    while not state.is_terminal():
        moves = {_word(move, board): move for move in board.legal_moves}
        assert legal_words(state) == " ".join(sorted(moves)), board.fen()
        word = random.choice(sorted(moves))
        state.apply_action(state.action(word))
        board.push(moves[word])
        ends = {
            "mate": board.is_checkmate(),
            "stalemate": board.is_stalemate(),
            "repetition": board.is_repetition(3),
            "quiet": board.halfmove_clock >= 100,
        }
        assert any(ends.values()) == state.is_terminal() and ends.get(state.reason, True), board.fen()


def test_mate() -> None:
    state = play(games.start("chess"), "f2-f3 e7-e5 g2-g4 d8-h4")
    assert state.result() == "mate winners=1" and state.returns() == [-1, 1]


def test_stalemate() -> None:
    state = play(read_fen("7k/5K2/8/6Q1/8/8/8/8 w - -"), "g5-g6")
    assert state.result() == "stalemate winners="


def test_repetition_is_of_whole_positions() -> None:
    back = "g1-f3 g8-f6 f3-g1 f6-g8 "
    assert play(games.start("chess"), back * 2).reason == "repetition", "the start counts"
    # The first time black may capture en passant, so that position does not come again.
    passant = "4k1n1/8/8/8/3p4/8/4P3/4K1N1 w - -"
    assert play(read_fen(passant), "e2-e4 " + "g8-f6 g1-f3 f6-g8 f3-g1 " * 2).reason == ""
    # A pawn that nobody may capture makes no other position.
    assert play(read_fen(passant.replace("3p4", "7p")), "e2-e4 " + "g8-f6 g1-f3 f6-g8 f3-g1 " * 2).reason
    # Nor do castlings come back.
    castle = "4k2r/8/8/8/8/8/8/R3K3 w Qk -"
    assert play(read_fen(castle), "a1-b1 h8-g8 b1-a1 g8-h8 " + "a1-b1 h8-g8 b1-a1 g8-h8").reason == ""


def test_a_hundred_quiet_moves_are_a_draw() -> None:
    ends = set()
    for seed in range(10):
        random, state = Random(seed), read_fen("7k/8/8/8/8/8/8/K7 w - -")
        while not state.is_terminal():
            state.apply_action(random.choice(state.legal_actions()))
        ends.add((state.reason, len(state.history()) == 100))
    assert ends == {("quiet", True), ("repetition", False)}


def test_a_castling_moves_the_king_and_the_game_the_rook() -> None:
    state = read_fen("r3k2r/8/8/8/8/8/8/R3K2R w KQkq -")
    castling = state.action("e1-g1")
    assert [state.field_name(field) for field in state.touched(castling)] == ["e1", "g1"]
    state.apply_action(castling)
    assert [state.event_line(event) for event in state.events] == ["castled f1"]
    assert "e8-c8" in legal_words(state) and "e8-g8" not in legal_words(state), "f8 is attacked"


def test_a_promotion_is_chosen_among_four() -> None:
    state = read_fen("8/4P1k1/8/8/8/8/8/K7 w - -")
    assert [word for word in legal_words(state).split() if "=" in word] == [f"e7-e8={kind}" for kind in "BNQR"]
    play(state, "e7-e8=N")
    assert state.pieces(next(field for field in range(144) if state.field_name(field) == "e8")) == ["NN0"]


def test_what_is_captured_or_becomes_another_piece_lies_beside_the_board() -> None:
    state = play(games.start("chess"), "e2-e4 d7-d5 e4xd5 c7-c5 d5xc6 a7-a6 c6xb7 a6-a5 b7xa8=Q")
    beside = supply_beside(state)
    assert (beside["NP1"], beside["NR1"], beside["NP0"], beside["NQ0"]) == (3, 2 + 1, 1, 2 - 1), (
        "two spare ones of rooks and queens"
    )


@pytest.mark.parametrize(("seed", "rates"), [(2, CLEAN), (3, RATES)])
def test_hands_play_it_at_the_table(seed: int, rates: dict[str, float]) -> None:
    played = table_games.play("chess", seed, rates)
    assert played.failures == [] and not played.undone and played.actions >= 100


@pytest.mark.long
def test_a_simulated_board_plays_it_and_the_record_can_be_read(tmp_path: Path) -> None:
    played, shown = record_and_read("chess", tmp_path)
    assert "won (mate)" in played and "chess" in shown.lower() and "x" in shown


@pytest.mark.parametrize(
    ("before", "hands", "word"),
    [
        ("e2-e4 e7-e5 g1-f3 b8-c6 f1-c4 f8-c5", ("g3-", "i3+", "j3-", "h3+"), "e1-g1"),
        ("e2-e4 e7-e5 g1-f3 b8-c6 f1-c4 f8-c5", ("g3-", "j3-", "i3+", "h3+"), "e1-g1"),
        ("e2-e4 a7-a6 e4-e5 d7-d5", ("g7-", "f8+", "f7-"), "e5xd6"),
        ("e2-e4 a7-a6 e4-e5 d7-d5", ("f7-", "g7-", "f8+"), "e5xd6"),
    ],
)
@pytest.mark.parametrize("pause_ms", [100, 1000])
def test_hands_move_two_pieces(before: str, hands: tuple[str, ...], word: str, pause_ms: int) -> None:
    table = Table(surfaces.load("reed12"))
    table.new("chess")
    for played in before.split():
        table.play(played)
    for movement in hands:
        table.change(movement[:2], 1 if movement[2] == "+" else -1, pause_ms)
    table.wait(2000)
    assert table.journal.notations()[-1] == word and table.phase() == "play"


@pytest.mark.long
def test_the_page_plays_it(context, tmp_path: Path) -> None:
    line = "e2-e4 d7-d5 e4xd5 c7-c6 d5xc6 a7-a6 c6xb7 a6-a5 b7xa8=Q f7-f6 g1-f3 g7-g5 f1-c4 a5-a4 e1-g1 g8-h6 f3-e5"
    words = (line + " h6-g8 c4-f7").split()
    program = Program(tmp_path, 8720, "--speed", "5")
    try:
        player = Player(context.new_page(), program.address)
        state = games.start("chess")
        player.choose("chess")
        for number, word in enumerate(words, 1):
            action = state.action(word)
            steps = table_clicks(state, action) + [("choose", word)] * ("=" in word)
            state.apply_action(action)
            assert player.page.evaluate(PLAY, [steps, " ".join(words[:number])]) is True, word
        player.page.wait_for_selector("body[data-over=yes]")
        player.await_headline("Blue wins")
        player.page.wait_for_selector("body:has-text('checkmate')")
        assert "queen" in player.page.text_content("#moves")  # in words and in notation, whichever is shown
        record = ended_record(Store(f"sqlite:///{program.folder / 'games.db'}"))
        assert (record.game, record.reason, record.winners) == ("chess", "mate", [0])
    finally:
        program.end()


def test_displays_name_its_pieces() -> None:
    table = Table(surfaces.load("reed12"))
    table.new("chess")
    table.change("g4", -1)
    table.change("j9", 1)
    table.wait(3000)
    assert any("Blue pawn" in line for line in table.lines()), table.lines()

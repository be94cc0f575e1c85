"""A game from a folder of its own, outside the package: played everywhere, and no other file knows of it."""

from pathlib import Path
from subprocess import run

import pytest
import table_games
from fakes_table import Table
from game_folder import check_game, keep_games, record_and_read, treppe
from page_clicks import PLAY, clicks_of, steps_of
from page_driver import Player, Program, ended_record
from treppe import games, surfaces
from treppe.alphabet.buttons import MENU, OK
from treppe.games import catalogue
from treppe.games.engine import perft
from treppe_host.deploy.contents import Contents, hashes_of
from treppe_host.deploy.overlay import compute_overlay
from treppe_host.games import folders
from treppe_host.store.store import Store
from treppe_host.web import texts
from treppe_host.web.drawing import rules_pictures
from treppe_host.web.rules import reading
from treppe_sim.compiled import sources
from treppe_sim.hands import CLEAN, RATES, repairs
from treppe_sim.material import start_stacks, start_supply
from treppe_sim.world import World

pytestmark = [pytest.mark.long, pytest.mark.first]

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "examples/games"
NAME = "tapatan"


@pytest.fixture(autouse=True)
def tenth_game(monkeypatch: pytest.MonkeyPatch) -> None:
    keep_games(monkeypatch, FOLDER)


def test_no_other_file_knows_it() -> None:
    known = run(["git", "grep", "-l", NAME], cwd=ROOT, capture_output=True, text=True).stdout.split()
    own = (
        "examples/",
        "tests/system/test_tenth_game.py",
        "tests/system/test_game_folder.py",
        "tests/system/test_left_out.py",
        "docs/dev/games.md",
    )
    assert [path for path in known if not path.startswith(own)] == []


def test_rules() -> None:
    # Three of nine points each in turn; 8 rows x 3! orders x 6 x 5 replies are won by the first one's third piece.
    won = 8 * 6 * 6 * 5
    counts = [9, 9 * 8, 9 * 8 * 7, 9 * 8 * 7 * 6, 9 * 8 * 7 * 6 * 5, (9 * 8 * 7 * 6 * 5 - won) * 4 + won]
    assert [perft(games.start(NAME), depth) for depth in range(1, 7)] == counts
    check_game(NAME)


def test_its_rules_are_read_without_pictures_of_its_own() -> None:
    for language, note in (("en", ""), ("de", texts.load("de").RULES_NOTE)):
        page = str(reading.read_rules(NAME, texts.load(language), with_choice=True))
        assert "<h1>Tapatan</h1>" in page and 'lang="en"' in page and note in page
    assert rules_pictures.start_picture(NAME, {}).count("×3<") == 2, "its pieces wait beside the board"


def test_a_program_plays_it(tmp_path: Path) -> None:
    answers = treppe(tmp_path, "engine", lines=f"new {NAME}\nplay +a1 +b1 +a2 +b2\ngenmove level=6\nquit\n")
    assert "= +a3\n" in answers, "it judges by random games, and takes its row"


@pytest.mark.parametrize("runtime", ["cpython", "micropython"])
def test_engine(runtime: str, tmp_path: Path) -> None:
    lines = f"list_games\nnew {NAME} rows=straight\nplay +a1 +b1 +b2 +a2 +c3\nperft 2\nboard\nquit\n"
    answers = treppe(tmp_path, "engine", "--runtime", runtime, lines=lines)
    assert f"{NAME} players=2[2] rows=all|straight[all]\n" in answers
    assert "\n= 18\n" in answers, "no diagonal has won: four places, then the moves of the first player"
    assert "S1 S0" in answers.replace("  .", "").replace("()", ""), "drawn as a 12x12 board"


@pytest.mark.parametrize(("seed", "rates"), [(1, CLEAN), (2, CLEAN), (3, RATES), (4, RATES)])
def test_hands_play_it_at_the_table(seed: int, rates: dict[str, float]) -> None:
    played = table_games.play(NAME, seed, rates)
    assert played.failures == [] and not played.undone and played.actions >= 5


def test_the_menu_and_the_display_know_it() -> None:
    table = Table(surfaces.load("reed12"), language="de")
    for button in [MENU, OK] + [MENU] * catalogue.names_on("reed12").index(NAME):
        table.wait(20, button)
    assert ">Tapatan" in table.lines()
    table.wait(20, OK)
    assert " Rows: all" in table.lines(), "English, for it has no German words"
    table.wait(20, OK)
    assert table.lines()[0] == "Tapatan" or table.lines()[0].startswith("Blau")


def test_a_simulated_board_plays_it_and_the_record_can_be_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    played, shown = record_and_read(NAME, tmp_path)
    assert "blue won (row)" in played or "red won (row)" in played
    assert NAME in shown and "row" in shown
    monkeypatch.delenv(folders.VARIABLE)
    listed = treppe(tmp_path, "games", "list", "--db", "other.db")
    assert NAME in listed, "a record is listed also where the game is not"


def test_the_page_plays_it(context, tmp_path: Path) -> None:
    program = Program(tmp_path, 8700, "--speed", "5")
    try:
        player = Player(context.new_page(), program.address)
        state = games.start(NAME)
        world = World(surfaces.load(state.surface))
        world.arrange(start_stacks(state), start_supply(state))
        player.choose(NAME)
        steps, words = [], ["+a1", "+b1", "+a2", "+b2", "+c3", "+c1", "a2-a3", "b2-a2", "a3-b2"]
        for number, word in enumerate(words, 1):
            action = state.action(word)
            steps += steps_of(state, action, world)
            state.apply_action(action)
            assert player.page.evaluate(PLAY, [steps, " ".join(words[:number])]) is True, word
            steps = clicks_of(repairs(state, world), world)
        player.page.wait_for_selector("body[data-over=yes]")
        player.await_headline("Blue wins")
        assert "three in a row" in player.page.inner_text("body")
        record = ended_record(Store(f"sqlite:///{program.folder / 'games.db'}"))
        assert (record.game, record.reason, record.winners) == (NAME, "row", [0])
        assert "Tapatan" in player.page.inner_text("#title")
    finally:
        program.end()


def test_a_pico_gets_it_over_its_image() -> None:
    image = Contents("", hashes_of(sources(with_others=False)))
    overlay = compute_overlay(image, "armv6m", sources())
    known = ("treppe.games.chess.rules", "treppe.games.more", f"treppe.games.{NAME}.rules")
    assert overlay.modules == known and not overlay.early
    games_there = overlay.files["/overlay/treppe_games_more.mpy"]
    assert b"Tapatan" in games_there and b"straight" in games_there, "the menu has its words"

"""The analysis of a stored game on its page, in a real browser."""

import re

import pytest
from page_driver import OPEN_SCRIPTS, take_picture
from treppe import games
from treppe_host.programs import analysis, stored_games
from treppe_host.programs.analysis import Mistake
from treppe_host.store.game_filter import GameFilter
from treppe_host.store.score_sheet import Move, ScoreSheet
from treppe_host.store.store import Store

pytestmark = [pytest.mark.long, pytest.mark.first]

ANALYSED_MS = 200_000  # an analysis gives way to whatever else the machine has to do
# Red gives away what he has won, Blue gives it back, and looks on while red builds four in a line.
WORDS = ["+k2", "+e11", "+h11", "+e5", "+k11", "+e8", "+b11", "+e2"]


def store_game(folder) -> int:
    store = Store(f"sqlite:///{folder / 'games.db'}")
    state = games.start("aufstellen")
    moves = []
    for word in WORDS:
        moves.append(Move(word, player=state.current_player()))
        state.apply_action(state.action(word))
    sheet = ScoreSheet(
        "aufstellen",
        state.options,
        ["Ann", "Treppe 3"],
        moves,
        reason=state.reason,
        winners=list(state.winners),
        firmware="0.1.0",
    )
    store.add_sheets([sheet])
    number = store.games()[0].number
    store.close()
    return number


def store_game_for_one(folder) -> int:
    """Store a game of one player with an analysis: its fourth action was a mistake. Return its number."""
    words = ["d8-d3", "h4-d4", "d3-d5", "h8-h4", "g7-d7"]
    state = games.start("wetteifern")
    sheet = ScoreSheet("wetteifern", state.options, ["Ann"], [Move(word, player=0) for word in words], firmware="0.1.0")
    store = Store(f"sqlite:///{folder / 'games.db'}")
    store.add_sheets([sheet])
    number = store.games()[0].number
    found = analysis.begin(stored_games.moments_of(sheet))
    found.chances = [[0.9]] * 4 + [[0.7]] * 2
    found.best = [(word, 0.0) for word in (*words[:3], "g8-g4", "g7-d7", "")]
    found.mistakes = [Mistake(4, 0, "h8-h4", "g8-g4", 0.2, False)]
    stored_games.keep(store, number, found)
    store.close()
    return number


def await_analysis(page) -> None:
    page.wait_for_selector("#analysis .counts, #analysis .wrong", timeout=ANALYSED_MS)
    assert not page.locator("#analysis .wrong").count(), page.inner_text("#analysis")


def analyse(player, program) -> int:
    """Store the game, and have its page analyse it; return its number."""
    number = store_game(program.folder)
    page = player.page
    page.goto(f"{program.address}games/{number}")
    page.wait_for_selector("#analysis h2")
    if page.locator("#analysis-begin").count():  # else an earlier test has done it
        page.click("#analysis-begin")
    await_analysis(page)
    return number


def test_a_blunder_is_named_drawn_and_kept(player, program):
    number = store_game(program.folder)
    page = player.page
    page.goto(f"{program.address}games/{number}")
    assert page.locator("#analysis-begin").count() == 1, "what comes later would move other buttons from under a finger"
    again = "scripts.page.show({html: {analysis: document.getElementById('analysis').innerHTML}})"
    page.evaluate(OPEN_SCRIPTS)
    button = page.wait_for_selector("#analysis-begin")
    page.evaluate(again)
    assert button.evaluate("each => each.isConnected"), "replaced by the same button, it would lose a press"
    button.click()
    await_analysis(page)
    worst = page.locator(".worst button").first
    place, _, lost, better = worst.inner_text().split("\n")
    assert lost.startswith("−") and better.startswith("better: +")
    worst.click()
    page.wait_for_selector("#ways .regretted")
    page.wait_for_selector("#ways .advice")
    assert page.get_attribute("body", "data-at") == str(int(place) - 1)
    take_picture(page, "analysis")
    page.locator("rect.touched").nth(2).dispatch_event("click")
    page.wait_for_selector("body[data-at='2']")
    page.reload()
    await_analysis(page)
    assert page.locator("#analysis-begin").count() == 0


def test_a_mistake_becomes_a_puzzle_on_the_board(player, program):
    analyse(player, program)
    page = player.page
    place = int(page.locator(".worst button").first.get_attribute("data-place"))
    better = page.locator(".worst button").first.locator("span").last.inner_text().split()[-1]
    page.locator("[data-puzzle]").first.click()
    page.wait_for_selector("#turn .puzzle.open")
    player.await_headline("What should Blue play?")
    assert player.notations() == WORDS[:place]
    store = Store(f"sqlite:///{program.folder / 'games.db'}")
    assert len(store.games()) > 1 and all(record.reason for record in store.games(GameFilter()))
    store.close()
    take_picture(page, "puzzle")
    code = "CS"[place // 2 % 2] + "0"
    player.bring(page.locator("#supply .due").first.get_attribute("data-take") or code, WORDS[place][1:])
    page.wait_for_selector("#turn .puzzle.missed")
    assert not player.lit("g"), "what Red may do is no part of it"
    page.click("#act-undo")
    page.wait_for_selector("#turn .puzzle.open")
    page.click("#advise")
    page.wait_for_selector("#advice .wanted")
    page.click("#advise")
    page.wait_for_selector("#ways .wish")
    player.bring(page.locator("#supply .due").first.get_attribute("data-take") or code, better.removeprefix("+"))
    page.wait_for_selector("#turn .puzzle.found")


def test_own_puzzles_are_listed_and_a_solved_one_is_marked(player, program):
    store_game_for_one(program.folder)  # there is a next one
    number = analyse(player, program)
    page = player.page
    page.wait_for_selector(".worst button[data-place]")
    worst = page.locator(".worst button[data-place]").first
    place, better = worst.get_attribute("data-place"), worst.locator("span").last.inner_text().split()[-1]
    page.goto(f"{program.address}games/puzzles")
    row = page.locator(".puzzles li", has=page.locator(f"[data-puzzle='{number}/{place}']"))
    assert re.search(r"turn \d+: Ann", row.inner_text()) and "solved" not in row.inner_text()
    assert "Computer" not in page.inner_text(".puzzles"), "what programs do wrong is nobody's puzzle"
    take_picture(page, "puzzles")
    row.locator("[data-puzzle]").click()
    page.wait_for_selector("#turn .puzzle.open")
    player.bring(page.locator("#supply .due").first.get_attribute("data-take"), better.removeprefix("+"))
    page.wait_for_selector("#turn .puzzle.found")
    solved = page.inner_text("#turn .puzzle-place")
    assert re.match(r"Puzzle \d+ of \d+ · From game \d+", solved), solved
    page.click("#next-puzzle")
    page.wait_for_selector("#turn .puzzle.open")
    page.wait_for_function("solved => document.querySelector('#turn .puzzle-place').innerText !== solved", arg=solved)
    assert "that is lit" in page.inner_text("#turn") or "on a lit field" in page.inner_text("#turn")
    page.click("#turn a[href='/games/puzzles']")
    page.wait_for_selector(".puzzles .solved .mark:has-text('solved')")
    assert "solved" in row.inner_text()
    take_picture(page, "puzzles-solved")


def test_a_puzzle_is_laid_out_also_where_other_pieces_stood_before(player, program):
    """Reeds do not feel which piece stands on a field: the board has to see the old one leave."""
    number = store_game_for_one(program.folder)
    page = player.page
    page.goto(f"{program.address}games/{number}")
    page.locator("[data-puzzle]").first.click()
    page.wait_for_selector("#turn .puzzle.open")
    player.await_words("d8-d3", "h4-d4", "d3-d5")


def test_the_shared_replay_carries_the_analysis(chromium, program, tmp_path):
    number = store_game_for_one(program.folder)
    page = chromium.new_page()
    file = tmp_path / "replay.html"
    file.write_bytes(page.request.get(f"{program.address}games/{number}/html").body())
    page.goto(file.as_uri())
    assert page.locator("#analysis .worst li").count() == 1 and page.locator("[data-puzzle]").count() == 0
    page.click("#analysis .worst button")
    page.wait_for_function("document.querySelector('#place').value === '3'")
    assert page.locator("#curve-here path").count() == 1
    take_picture(page, "replay-analysis")
    page.close()

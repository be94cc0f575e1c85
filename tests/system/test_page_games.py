"""A whole game of each kind, played on the page by clicking, to its end; stored games found, replayed, from files."""

from pathlib import Path

import pytest
from page_clicks import PLAY, clicks_of, short_games, steps_of, table_clicks
from page_driver import ended_record
from treppe import games, surfaces
from treppe.games import catalogue
from treppe_host.records.notation import write_sheet
from treppe_host.store.score_sheet import Move, ScoreSheet
from treppe_host.store.store import Store
from treppe_sim.hands import repairs
from treppe_sim.material import start_stacks, start_supply
from treppe_sim.world import World
from waiting import wait_until

pytestmark = [pytest.mark.long, pytest.mark.first]

TAKEN_OFF_BY_HAND = ("step", "weltreich", "wetteifern")
LAST_IS_SEEN = """() => {
    const moves = document.querySelector("#moves");
    return moves.scrollTop + moves.clientHeight > moves.scrollHeight - 2;
}"""


@pytest.mark.parametrize(
    ("name", "options", "words"), short_games(), ids=lambda value: value if type(value) is str else ""
)
def test_a_whole_game_by_clicking(player, program, name, options, words):
    state = games.start(name, **options)
    page = player.page
    player.choose(name, **options)
    for number, word in enumerate(words, 1):
        action = state.action(word)
        steps = table_clicks(state, action)
        state.apply_action(action)
        assert page.evaluate(PLAY, [steps, " ".join(words[:number])]) is True, word
    check_end(player, program, state, words)


@pytest.mark.parametrize(("name", "options", "words"), [game for game in short_games() if game[0] in TAKEN_OFF_BY_HAND])
def test_a_whole_game_with_real_hands(player, program, real_hands, name, options, words):
    state = games.start(name, **options)
    world = World(surfaces.load(state.surface))
    world.arrange(start_stacks(state), start_supply(state))
    page = player.page
    player.choose(name, **options)
    steps = []
    for number, word in enumerate(words, 1):
        action = state.action(word)
        steps += steps_of(state, action, world)
        state.apply_action(action)
        assert page.evaluate(PLAY, [steps, " ".join(words[:number])]) is True, word
        steps = clicks_of(repairs(state, world), world)
    check_end(player, program, state, words)


def check_end(player, program, state, words):
    """The page says who has won, and the game is stored as it was played."""
    page, name = player.page, state.NAME
    page.wait_for_selector("body[data-over=yes]")
    page.set_viewport_size({"width": 1280, "height": 700})
    page.wait_for_function(LAST_IS_SEEN)
    assert state.is_terminal()
    winners = " and ".join(("Blue", "Red", "Yellow", "Green")[winner] for winner in state.winners)
    drawn = "A draw" if state.players > 1 else f"Pieces left: {state.scores[0]}"
    player.await_headline(f"{winners} wins" if winners else drawn)
    store = Store(f"sqlite:///{program.folder / 'games.db'}")
    record = ended_record(store)
    assert (record.game, record.reason, record.winners) == (name, state.reason, list(state.winners))
    assert store.record_words(record.number) == words
    store.close()


def test_no_game_is_left_out():
    assert {name for name, _, _ in short_games()} == set(catalogue.names())


def look_up(page, program, wanted):
    """Open the list of the games that are wanted; return how many there are."""
    page.goto(program.address + "games" + wanted)
    page.wait_for_selector("#import")  # below the list
    return page.locator(".list tbody tr").count()


def await_game(page, program, wanted):
    """Open the list until a game is in it: the page tells an end at once, the store has it a moment later."""
    wait_until(lambda: look_up(page, program, wanted))


def replay_and_download(page):
    """Go through the record that is open, and take its files."""
    page.wait_for_selector("#move4.here")
    assert page.locator("#moves code").all_text_contents() == ["a1-d1", "+d2", "g7-g4", "+g3"]
    assert page.locator(".plot rect").count() == 4
    page.focus("#place")
    page.keyboard.press("Home")
    page.wait_for_selector("[data-name=a1].occupied")
    page.click("#step-on")
    page.wait_for_selector("#move1.here")
    page.wait_for_selector("[data-name=d1].occupied.last")
    with page.expect_download() as download:
        page.click(".files a")
    assert "a1-d1" in Path(download.value.path()).read_text()
    with page.expect_download() as download:
        page.click(".files a[href$=html]")
    assert "<title>STEP BY STEP · Treppe</title>" in Path(download.value.path()).read_text()


def name_and_find(page, program):
    """Name a player and the event of the record that is open; find it by both."""
    page.click("summary")
    page.fill("[name=seat0]", "Ada")
    page.fill("[name=event]", "Club evening")
    with page.expect_navigation():
        page.click("#rename-form button")
    page.wait_for_function("document.querySelector('[name=seat0]')?.value === 'Ada'")
    assert look_up(page, program, "?player=ada") == 1
    page.select_option("[name=event]", "Club evening")
    page.fill("[name=since]", "2020-01-01")
    page.click(".filters .primary")
    page.wait_for_url("**since=2020-01-01*")
    page.wait_for_selector(".list small:has-text('Club evening')")
    assert look_up(page, program, "?event=Club+evening&until=2020-01-01") == 0
    assert look_up(page, program, "?event=Club+evening") == 1


def delete_and_bring_back(page, program):
    """Delete the first game of the list and take that back."""
    page.locator(".list tbody a").first.click()
    page.click("#open-delete")
    page.click("#do-delete")
    page.wait_for_url("**/games?deleted=*")
    number = page.get_attribute("#undo-delete", "data-unhide")
    assert look_up(page, program, f"?event=Club+evening&deleted={number}") == 0
    page.click("#undo-delete")
    page.wait_for_url(f"**/games/{number}")
    assert look_up(page, program, "?event=Club+evening") == 1


def test_a_stored_game_is_found_and_replayed(player, program):
    player.choose("step", bricks=2)
    for start, end, brick in (("a1", "d1", "d2"), ("g7", "g4", "g3")):
        player.move(start, end)
        player.await_role(brick, "b")
        player.bring("B", brick)
        player.page.wait_for_function(
            "word => document.querySelector('#moves').innerText.includes(word)", arg=f"+{brick}"
        )
    page = player.page
    page.wait_for_selector("body[data-over=yes]")
    await_game(page, program, "?game=step&result=bricks")
    page.locator(".list tbody a").first.click()
    replay_and_download(page)
    name_and_find(page, program)
    delete_and_bring_back(page, program)
    page.click("[formaction]")
    page.wait_for_selector(".statistics h2:has-text('STEP BY STEP')")
    page.wait_for_selector(".statistics h3:has-text('Won, by seat')")
    page.goto(program.address + "games?game=chess")
    assert "no game 'chess'" in page.inner_text("p[role=alert]")


def test_an_unfinished_game_goes_on(player, program):
    page = player.page
    for field in ("e5", "b2"):
        player.choose("aufstellen")
        player.bring("S0", field)
        player.await_words(f"+{field}")
    await_game(page, program, "?result=unfinished&game=aufstellen")
    page.locator("[data-go-on]").nth(1).click()  # the game before
    page.wait_for_url("**/boards/simulated")
    player.await_words("+e5")
    player.await_role("b2", "g")  # the board has seen that it is free again
    player.await_headline("Red to move")
    player.bring("T1", "h8")
    player.await_words("+e5", "+h8")
    assert page.goto(program.address + "gaems").status == 404
    page.click("a:has-text('To the board')")
    player.await_words("+e5", "+h8")


def test_games_come_from_a_file_as_a_whole_or_not_at_all(player, program, tmp_path):
    page = player.page
    look_up(page, program, "")
    sheet = ScoreSheet("step", {"players": 2, "bricks": 2}, ["Ida", "Max"], [Move("a1-d1"), Move("+d2")])
    good, bad = tmp_path / "good.txt", tmp_path / "bad.txt"
    good.write_text(write_sheet(sheet))
    bad.write_text(write_sheet(sheet).replace("Ida", "Eve") + write_sheet(sheet).replace("+d2", "+a7"))
    line = 1 + next(place for place, text in enumerate(bad.read_text().splitlines()) if "+a7" in text)
    page.set_input_files("#import", bad)
    page.wait_for_selector("#import-answer.wrong")
    assert page.inner_text("#import-answer").startswith(f"bad.txt:{line}: ")
    page.set_input_files("#import", good)
    page.wait_for_selector("#import-answer:not(.wrong):has-text('1 games added')")
    assert look_up(page, program, "?player=ida") == 1
    assert look_up(page, program, "?player=eve") == 0


def test_the_newest_games_stand_first_and_columns_sort(player, program):
    store = Store(f"sqlite:///{program.folder / 'games.db'}")
    old = [
        ScoreSheet("step", {"players": 2}, seats, [Move("a1-b1", player=0)], started_at=86_400.0 * day, origin=f"{day}")
        for day, seats in ((900, ["Zita Bertram", "Ada"]), (800, ["Albertine", "Max"]))
    ]
    store.add_sheets(old)
    store.close()
    player.choose("step")
    player.move("a1", "b1")
    player.await_words("a1-b1")
    page = player.page
    page.goto(program.address + "games")
    seen = list(filter(None, page.locator(".list tbody td:nth-child(4)").all_inner_texts()))
    assert seen == sorted(seen, reverse=True) and "1972-06-19" in seen[-2] and "1972-03-11" in seen[-1]
    page.fill("[name=player]", "bert")
    page.click(".filters .primary")
    page.wait_for_url("**player=bert**")
    assert page.locator(".list tbody td:nth-child(3)").all_inner_texts() == ["Zita Bertram – Ada", "Albertine – Max"]
    page.click(".list th:nth-child(3) a")
    page.wait_for_url("**sort=players**")
    assert page.locator(".list tbody td:nth-child(3)").all_inner_texts() == ["Albertine – Max", "Zita Bertram – Ada"]
    assert page.locator("[aria-sort=ascending]").inner_text().startswith("Players")
    assert page.input_value("[name=player]") == "bert"
